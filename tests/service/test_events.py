"""Event streams: from the first event, from any other, as they come, and a sign of life in between."""

import threading

import pytest
from service_help import API, LIMIT, OPENING, SECOND, client_of, data, eventually, play, problem, running, stream

from service.bells import Bell
from service.following.tables import Frames, Health

pytestmark = pytest.mark.store

NEVER = 600
"""s, longer than any test waits."""


def test_a_stream_begins_with_the_first_event(client, started):
    play(client, started, 1, SECOND, 1)
    blocks = stream(client, f"{started}/events", 2)
    assert [(b["event"], b["id"], data(b)["move"]) for b in blocks] == [
        ("event", "1", OPENING),
        ("event", "2", SECOND),
    ]
    assert data(blocks[0])["hash"] == data(blocks[1])["prev"]


def test_last_event_id_resumes(client, started):
    play(client, started, 1, SECOND, 1)
    (block,) = stream(client, f"{started}/events", 1, last_event_id="1")
    assert data(block)["move"] == SECOND
    (block,) = stream(client, f"{started}/events?after=1", 1)
    assert data(block)["move"] == SECOND


def test_silence_is_filled_with_a_comment(client, started):
    blocks = stream(client, f"{started}/events", 3, last_event_id="1")
    assert all(set(block) == {""} for block in blocks)


def test_the_first_silence_after_an_event_is_no_longer_than_any_other(client, started, settings, monkeypatch):
    silences, heard = [], Bell.heard

    async def listened(bell, timeout):
        silences.append(rung := await heard(bell, timeout))
        return rung

    def is_silent():  # on a busy machine the game's own first event may ring late
        silences.clear()
        event, comment = stream(client, f"{started}/events", 2)
        assert (set(event), set(comment)) == ({"event", "data", "id"}, {""})
        return silences[0] is False

    monkeypatch.setattr(Bell, "heard", listened)
    eventually(is_silent, "a silence after the event")


def test_an_event_comes_at_once(client, started, settings):
    settings.__dict__["keepalive_seconds"] = NEVER
    with client.stream("GET", f"{started}/events") as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith("id")) == "id: 1"  # from here on it listens
        play(client, started, 1, SECOND, 1)
        assert SECOND in next(line for line in lines if line.startswith("data"))


def test_what_is_no_event_number_is_refused(client, started):
    for name in ("x", "-1", "\u00b2", "9" * 20, "9" * 5000):
        sent = {"last-event-id": name.encode("latin-1")}
        problem(client.get(f"{started}/events", headers=sent), 400, "bad-request")
    for number in (-1, 2**63):
        problem(client.get(f"{started}/events", params={"after": number}), 422, "invalid-request")


def test_a_table_streams_what_changes(client, tables):
    table = tables.add()
    (block,) = stream(client, f"{API}/tables/1/live", 1)
    assert data(block)["health"]["state"] == "waiting"
    table.publish(health=Health("ok", "30 frames a second"), frames=Frames(1, 0, 30.0))
    block, comment = stream(client, f"{API}/tables/1/live", 2)
    assert block["event"] == "table"
    assert data(block)["health"]["state"] == "ok"
    assert set(comment) == {""}


def test_open_streams_do_not_keep_the_server(settings):
    settings.__dict__.update(keepalive_seconds=NEVER, shutdown_seconds=NEVER)
    threads, open_ones = [], threading.Barrier(3)

    def follow(where, path):
        with client_of(where) as client, client.stream("GET", path) as answer:
            lines = answer.iter_lines()
            next(lines)
            open_ones.wait(LIMIT)
            assert list(lines)

    with running(settings) as where:
        with client_of(where) as client:
            made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
            play(client, made, 0, OPENING, 0)  # a stream without an event is silent for long
        threads += [threading.Thread(target=follow, args=(where, f"{made}/events"))]
        threads += [threading.Thread(target=follow, args=(where, f"{API}/tables/1/live"))]
        for thread in threads:
            thread.start()
        open_ones.wait(LIMIT)
    for thread in threads:
        thread.join(LIMIT)
        assert not thread.is_alive()
