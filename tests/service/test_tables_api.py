"""`/tables`: what a camera shows, its picture, and tables that there are not."""

import pytest
from service_help import API, problem

from service.following.regions import Regions
from service.following.tables import Health, Tables
from vision.scene.region import TableRegion


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


CORNERS = [[0.1, 0.2], [0.9, 0.2], [0.95, 0.9], [0.05, 0.9]]


def test_people_say_where_the_table_is_and_take_it_back(client, tables):
    tables.add()
    shown = client.post(f"{API}/tables/1/region", json={"corners": CORNERS}).json()
    assert shown["region"] == {"corners": CORNERS, "source": "people"}
    assert client.get(f"{API}/tables/1").json()["region"] == shown["region"]
    assert tables.add().given.corners == tuple(map(tuple, CORNERS))
    assert client.post(f"{API}/tables/1/region", json={"corners": None}).json()["region"] is None
    assert tables.add().given is None


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([[0, 0], [1, 1], [1, 0], [0, 1]], "cross"),
        ([[0, 0], [0.1, 0], [0.1, 0.1]], "too small"),
        ([*CORNERS, CORNERS[-1]], "one place"),
        ([], "corners"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_do(client, tables, corners, why):
    tables.add()
    response = problem(client.post(f"{API}/tables/1/region", json={"corners": corners}), 422, "no-such-region")
    assert why in response["detail"]
    assert tables.add().given is None


def test_a_region_is_kept_for_the_next_run(tmp_path):
    path = tmp_path / "new" / "regions.json"
    region = TableRegion(tuple(map(tuple, CORNERS)), "people")
    Regions(path).keep("1", region)
    Regions(path).keep("2", region)
    Regions(path).keep("2", None)
    assert Regions(path).find("1") == region
    assert Regions(path).find("2") is None
    path.write_text("{", encoding="utf-8")
    assert Regions(path).find("1") is None
