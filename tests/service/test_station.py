"""The camera as the page opens and closes it: aimed, followed, closed; a film stands for the camera."""

from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import cv2
import httpx
import numpy as np
import pytest
from service_help import API, client_of, eventually, problem, running
from watch_frames import video

from service.capture import cameras as listing
from service.capture.cameras import Listed, backend, cameras
from service.following import station as room
from service.following.station import Closed, NoCamera, Taken
from service.settings import Settings
from service.store.store import Store


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return Path(video(tmp_path_factory.mktemp("films") / "table.mp4"))


@pytest.fixture
def settings(tmp_path, film):
    return Settings(data=tmp_path / "data", camera_film=film, phone_port=0, keepalive_seconds=0.1)


@pytest.fixture
def station(parts, film, monkeypatch):
    monkeypatch.setattr(parts.station, "_settings", parts.settings.model_copy(update={"camera_film": film}))
    return parts.station


def test_cameras_are_listed_by_their_names(monkeypatch):
    found = [SimpleNamespace(index=2, name="Desk camera "), SimpleNamespace(index=0, name=None)]
    monkeypatch.setattr("cv2_enumerate_cameras.enumerate_cameras", lambda which: found if which == backend() else [])
    assert cameras() == (Listed(0, ""), Listed(2, "Desk camera"))


@pytest.mark.parametrize(("system", "api"), [("linux", "V4L2"), ("win32", "DSHOW"), ("darwin", "AVFOUNDATION")])
def test_each_system_has_its_back_end(monkeypatch, system, api):
    monkeypatch.setattr(listing.sys, "platform", system)
    assert backend() == getattr(cv2, f"CAP_{api}")


def test_what_can_be_chosen_is_a_camera_a_film_and_a_phone(station, monkeypatch):
    monkeypatch.setattr(room, "cameras", lambda: (Listed(0, "Desk camera"),))
    assert [(c.id, c.name, c.kind) for c in station.choices()] == [
        ("0", "Desk camera", "camera"),
        ("film", "table.mp4", "film"),
        ("phone", "", "phone"),
    ]


def test_a_camera_that_is_aimed_shows_frames_and_how_it_stands(station):
    table = station.table
    station.look("film", "stackernoos")
    eventually(lambda: table.snapshot()["placement"], lambda: f"placement of {table.snapshot()}")
    jpeg = eventually(lambda: table.viewfinder.jpeg()[0], "a frame")
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape[1] <= 960
    eventually(lambda: table.snapshot()["health"]["state"] == "ok", "a camera in health")
    assert table.snapshot()["camera"] == "video table.mp4"
    station.stop()
    assert table.viewfinder.jpeg()[0] is None
    assert (table.snapshot()["camera"], table.snapshot()["placement"]) == (None, None)
    station.stop()  # twice does no harm


@pytest.mark.parametrize("camera", ["9", "/etc/passwd", "film.mp4", "file:///x", ""])
def test_only_what_is_listed_is_opened(station, camera):
    with pytest.raises(NoCamera, match="there is no camera"):
        station.look(camera)
    assert not station.is_open


def test_a_table_that_a_command_watches_is_left_alone(station):
    station.take("tableside watch")
    for act in (lambda: station.look("film"), station.stop):
        with pytest.raises(Taken, match="tableside watch"):
            act()


def test_nothing_is_followed_without_a_camera_nor_beside_a_command_and_nothing_stays_open(station):
    closed = []
    for wrong in (Closed, Taken):
        kept = ExitStack()
        kept.callback(closed.append, wrong)
        with pytest.raises(wrong):
            station.follow(SimpleNamespace(game_id="1"), kept)
        station.take("tableside watch")
    assert closed == [Closed, Taken]


def test_a_game_is_followed_and_let_go_when_nothing_was_played(settings):
    with running(settings) as where, client_of(where) as client:
        listed = client.get(f"{API}/cameras").json()["cameras"]
        assert {"id": "film", "name": "table.mp4", "kind": "film"} in listed
        table = f"{API}/tables/1"
        none_yet = client.get(f"{table}/frame")
        assert (none_yet.status_code, none_yet.content) == (204, b"")  # a page asks again and again: no fault
        closed = client.post(f"{table}/follow", json={"game": "stones"}, headers={"accept-language": "sv"})
        problem(closed, 409, "no-camera-open")
        assert closed.json()["detail"] == "öppna en på startsidan först"  # its title says that none is open
        problem(client.post(f"{table}/camera", json={"camera": "77"}), 422, "no-such-camera")
        problem(client.post(f"{API}/tables/7/camera", json={"camera": "film"}), 404, "no-such-table")
        opened = client.post(f"{table}/camera", json={"camera": "film", "game": "stackernoos"})
        assert opened.json()["camera"] == "video table.mp4"
        problem(client.post(f"{table}/follow", json={"game": "chess"}), 422, "unknown-game")
        names = [{"seat": 0, "name": "Ada"}, {"seat": 2, "name": "ada"}]
        problem(client.post(f"{table}/follow", json={"game": "stackernoos", "names": names}), 422, "bad-name")
        assert client.get(f"{API}/games").json()["games"] == []
        order = {"game": "stackernoos", "options": {"players": 3}, "names": names[:1]}
        made = client.post(f"{table}/follow", json=order)
        assert made.status_code == 201, made.text
        game = made.json()["id"]
        assert client.get(table).json()["following"]["game"] == game
        itself = {"game": "stackernoos", "resume": game, "ends": game}
        problem(client.post(f"{table}/follow", json=itself), 422, "cannot-follow")
        eventually(lambda: client.get(f"{table}/frame").status_code == 200, "a frame")
        closed = client.post(f"{table}/close").json()
        assert (closed["following"], closed["camera"]) == (None, None)
        problem(client.get(f"{API}/games/{game}"), 404, "no-such-game")


def test_a_followed_game_is_not_cut_off_unless_it_is_named(settings):
    """Another game for the same camera ended it without a question; the page alone asked."""
    with running(settings) as where, client_of(where) as client:
        table = f"{API}/tables/1"
        client.post(f"{table}/camera", json={"camera": "film"})
        first = client.post(f"{table}/follow", json={"game": "stackernoos"}).json()["id"]
        again = {"game": "stackernoos", "resume": first}
        for call, order in (("follow", {"game": "stones"}), ("follow", again), ("camera", {"camera": "film"})):
            for ends in ({}, {"ends": "0" * 16}):
                refused = client.post(f"{table}/{call}", json=order | ends)
                problem(refused, 409, "camera-in-use")
                assert refused.json()["game"] == first
                assert first in refused.json()["detail"]
        assert [each["id"] for each in client.get(f"{API}/games").json()["games"]] == [first]
        assert client.get(table).json()["following"]["game"] == first
        second = client.post(f"{table}/follow", json={"game": "stones", "ends": first}).json()["id"]
        assert client.get(table).json()["following"]["game"] == second
        problem(client.get(f"{API}/games/{first}"), 404, "no-such-game")  # nothing was played there
        assert client.post(f"{table}/camera", json={"camera": "film", "ends": second}).status_code == 200
        assert client.get(table).json()["following"] is None


def test_the_home_page_is_there_while_a_game_is_let_go(settings, monkeypatch):
    """The table still named the game that had just gone, and whoever was led home met a page that was not found."""
    asked, discard = [], Store.discard

    def looked_at(store, game):
        gone = discard(store, game)
        asked.append(httpx.get(where).status_code)
        return gone

    monkeypatch.setattr(Store, "discard", looked_at)
    with running(settings) as where, client_of(where) as client:
        client.post(f"{API}/tables/1/camera", json={"camera": "film"})
        client.post(f"{API}/tables/1/follow", json={"game": "stones"})
        client.post(f"{API}/tables/1/close")
        assert asked == [200]


def test_a_server_that_ends_closes_the_camera(settings):
    with running(settings) as where, client_of(where) as client:
        client.post(f"{API}/tables/1/camera", json={"camera": "film"})
        eventually(lambda: client.get(f"{API}/tables/1/frame").status_code == 200, "a frame")
