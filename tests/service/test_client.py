"""The client: operations of the OpenAPI document, typed answers, problems as exceptions, events that resume."""

import inspect
from itertools import islice
from pathlib import Path

import httpx
import pytest
from described import told
from service_help import API, OPENING, SECOND, eventually, running
from watch_frames import video

from service.client import Client, RefusedError, StaleError, TableError, UnreachableError
from service.client import client as its
from service.client.operations import OPERATIONS
from service.schemas import stored_games

JPEG = b"\xff\xd8"


@pytest.fixture
def table(settings, tables):
    with running(settings, tables) as where, Client(str(where)) as made:
        yield made


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_one_of_the_document(name):
    wanted = OPERATIONS[name]
    described = told()["paths"][API + wanted.path][wanted.method.lower()]
    assert set(wanted.query) <= {each["name"] for each in described.get("parameters", ())}
    answers = (answer for status, answer in described["responses"].items() if status[0] == "2")
    (content,) = (answer["content"] for answer in answers if answer["content"])
    (schema,) = (each.get("schema", {}) for each in content.values())
    assert schema.get("$ref", "").rpartition("/")[2] == wanted.shape
    assert name in {method for method, _ in inspect.getmembers(Client, inspect.isfunction)}


def test_a_game_is_opened_played_taken_back_and_scored(table):
    game = table.open("stackernoos", 2)
    event = table.play(game.id, 0, OPENING, game.version)
    assert (event.seq, event.move) == (1, OPENING)
    assert "extend" in table.moves(game.id, 1, ["1-5"]).moves[0].move
    assert table.undo(game.id, 1).kind == "undo"
    assert [each.total for each in table.score(game.id).score] == [0, 0]
    assert table.games().games[0].id == game.id
    assert table.record(game.id).count("\n") == 3
    assert table.questions(game.id).questions == []


def test_problems_are_exceptions_by_what_to_do_next(table):
    game = table.open("stackernoos", 2)
    table.play(game.id, 0, OPENING, 0)
    with pytest.raises(RefusedError) as refused:
        table.play(game.id, 1, "extend 2-3 @2,0,0:e", 1)
    assert "SN-9" in refused.value.rules
    assert refused.value.reason
    with pytest.raises(StaleError):
        table.play(game.id, 1, SECOND, 0)
    with pytest.raises(TableError) as gone:
        table.game("0" * 16)
    assert (gone.value.name, gone.value.status) == ("no-such-game", 404)
    with pytest.raises(TableError):
        next(table.events("0" * 16))


def test_what_answers_in_another_way_is_no_table():
    page = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    with Client("http://else.test", transport=page) as other, pytest.raises(UnreachableError, match=r"else\.test"):
        other.games()


def test_a_camera_is_opened_followed_and_closed_by_whoever_knows_its_game(settings, tmp_path, tables):
    film = Path(video(tmp_path / "table.mp4"))
    filmed = settings.model_copy(update={"camera_film": film, "phone_port": 0})
    with running(filmed, tables) as where, Client(str(where)) as table:
        assert "film" in {each.id for each in table.cameras().cameras}
        assert table.frame("1") is None
        assert table.open_camera("1", "film", game="stackernoos").camera == "video table.mp4"
        game = table.follow("1", "stackernoos", options={"players": 3})
        assert table.table("1").following.game == game.id
        assert eventually(lambda: table.frame("1"), "a frame").startswith(JPEG)
        for other in ("", "0" * 16):
            with pytest.raises(TableError) as refused:
                table.close_camera("1", ends=other)
            assert refused.value.name == "camera-in-use"
        assert table.table("1").following.game == game.id
        assert table.close_camera("1", ends=game.id).following is None
        table.open_camera("1", "film")
        assert table.close_camera("1", ends=game.id).camera == "video table.mp4"  # somebody else opened it
        assert table.close_camera("1", ends="").camera is None


def test_events_resume_after_the_one_that_came_last(table, monkeypatch):
    monkeypatch.setattr(its, "PAUSE", (0.0, 0.0))
    game = table.open("stackernoos", 2)
    table.play(game.id, 0, OPENING, 0)
    events, stream = table.events(game.id), table._stream

    def broken(id, after):
        yield from islice(stream(id, after), 1)
        raise httpx.ReadError("the network went away")

    monkeypatch.setattr(table, "_stream", broken)
    assert next(events).move == OPENING
    table.play(game.id, 1, SECOND, 1)
    second = next(events)
    assert (second.seq, second.move) == (2, SECOND)
    assert isinstance(second, stored_games.Event)
    events.close()
