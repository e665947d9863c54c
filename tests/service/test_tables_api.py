"""`/tables`: what a camera shows, its picture, and tables that there are not."""

from service_help import API, problem

from service.following.tables import Health, Tables


def test_the_table_of_a_single_camera_is_there_before_the_camera(client):
    shown = client.get(f"{API}/tables/1").json()
    assert shown["health"]["state"] == "waiting"
    assert [each["id"] for each in client.get(f"{API}/tables").json()["tables"]] == ["1"]
    problem(client.get(f"{API}/tables/1/picture"), 404, "no-picture-yet")


def test_a_picture_is_handed_out_at_its_address(client, tables):
    tables.add().publish(game="stackernoos", health=Health("ok", ""), picture=b"\xff\xd8jpeg")
    answer = client.get(client.get(f"{API}/tables/1").json()["picture"])
    assert answer.content == b"\xff\xd8jpeg"
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "no-store"


def test_a_browser_keeps_no_picture_under_the_address_of_another(client, tables):
    tables.add().publish(picture=b"one")
    first = client.get(f"{API}/tables/1").json()["picture"]
    tables.add().publish(picture=b"two")
    for address in (first, f"{API}/tables/1/picture"):
        answer = client.get(address)
        assert (answer.content, answer.headers["cache-control"]) == (b"two", "no-store")


def test_the_address_of_a_picture_is_another_after_a_restart():
    addresses = set()
    for picture in (b"one", b"two"):
        table = Tables().add()
        table.publish(picture=picture)
        addresses.add(table.snapshot()["picture"])
    assert len(addresses) == 2


def test_a_table_that_there_is_not(client):
    for path in ("", "/picture", "/live"):
        problem(client.get(f"{API}/tables/nine{path}"), 404, "no-such-table")
