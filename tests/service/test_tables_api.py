"""`/tables`: what a camera shows, its picture, and tables that there are not."""

from service_help import API, problem

from service.tables import Health


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


def test_a_table_that_there_is_not(client):
    for path in ("", "/picture", "/live"):
        problem(client.get(f"{API}/tables/nine{path}"), 404, "no-such-table")
