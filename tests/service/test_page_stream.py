"""What the page's stream tells of games and tables, and what answers depend on."""

import asyncio
import contextlib
import json

import pytest
from page_table import DOMINOES, Followed, served
from service_help import API, OPENING, SECOND, client_of, data, play, problem, stream

from service.app import create_app
from service.settings import Settings


@pytest.fixture
def followed(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        yield Followed(parts, plays=DOMINOES), client


def test_the_stream_tells_of_the_game_and_of_the_table(followed):
    table, client = followed
    address = f"/view/stream?of=game:{table.id}"
    (first,) = stream(client, address, 1)
    assert first["event"] == "change"
    assert data(first)["of"] == f"game:{table.id}"
    result = data(first)["told"]
    assert (result["version"], result["table"]["following"]["state"]) == (7, "following")
    table.parts.ledger.play(table.id, 7, 0, "branch 8-4 @4,-2,0:n")
    (second,) = stream(client, address, 1)
    assert data(second)["told"]["version"] == 8
    assert data(second)["told"]["key"] != result["key"]


def test_one_stream_tells_of_all_that_a_browser_shows(followed):
    table, client = followed
    wanted = {f"game:{table.id}": 7, "table:1": table.table.version, "game:nobody": None}
    document = {}
    with client.stream("GET", "/view/stream", params={"of": [*wanted, "table:none", "?"]}) as answer:
        for line in answer.iter_lines():
            if line.startswith("data:"):
                heard = json.loads(line[5:])
                document[heard["of"]] = heard["told"] and heard["told"]["version"]
            if wanted.keys() <= document.keys():
                break
    assert document == wanted


def test_a_stream_ends_where_there_is_nothing_to_tell_of(client):
    (gone,) = stream(client, "/view/stream?of=game:nobody", 1)
    assert data(gone) == {"of": "game:nobody", "told": None}
    problem(client.get("/view/stream"), 422, "invalid-request")


def test_nothing_listens_for_a_browser_that_leaves_within_a_word(tmp_path):
    """“Task was destroyed but it is pending!” stood on the terminal when people went back and forth."""
    app = create_app(Settings(data=tmp_path))
    query = b"&".join(b"of=table:%d" % n for n in range(6))
    scope = {"type": "http", "method": "GET", "path": "/view/stream", "query_string": query}
    scope |= {"headers": [(b"host", b"127.0.0.1")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}

    async def leave():
        begun = asyncio.Event()

        async def send(message):
            if message["type"] == "http.response.body":
                begun.set()
                await asyncio.Event().wait()  # nobody reads any more

        async def receive():
            await begun.wait()
            for _ in range(20):  # more words come than are on their way
                await asyncio.sleep(0)
            return {"type": "http.disconnect"}

        with contextlib.suppress(ExceptionGroup):  # the framework’s own, that a word was on its way
            await app(scope | {"app": app}, receive, send)
        return [task.get_coro().__qualname__ for task in asyncio.all_tasks() if task is not asyncio.current_task()]

    try:
        assert asyncio.run(leave()) == []
    finally:
        app.state.parts.close()


def test_a_table_is_told_of_once_a_camera_looks_at_it(client, tables):
    with client.stream("GET", "/view/stream?of=table:1") as answer:
        for line in answer.iter_lines():
            if line.startswith(":"):  # a sign of life, as no camera is there yet
                tables.add().publish(game="stones")
            if line.startswith("data:") and json.loads(line[5:])["told"]["game"] == "stones":
                return
    pytest.fail("the stream has ended")


def test_a_game_without_a_camera_is_streamed_too(client, started):
    with client.stream("GET", f"/view/stream?of=game:{started.rpartition('/')[2]}") as answer:
        lines = (json.loads(line[5:])["told"] for line in answer.iter_lines() if line.startswith("data:"))
        result = next(lines)
        assert (result["version"], result["table"]) == (1, None)
        play(client, started, 1, SECOND, 1)
        assert next(lines)["version"] == 2
    assert OPENING in client.get(started.removeprefix(API)).text


def test_answers_say_on_what_they_depend(client, started):
    address = started.removeprefix(API)
    assert "Cookie" in client.get(address).headers["vary"]
    assert 'data-theme="dark"' in client.get(address, headers={"cookie": "tableside_theme=dark"}).text
    assert "data-theme" not in client.get(address, headers={"cookie": "tableside_theme=<b>"}).text
    assert client.get("/static/game.js").headers["cache-control"] == "no-cache"
