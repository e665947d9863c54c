"""Clients that hold connections, send slowly, ask too much, or take nothing: others are served all the same."""

import asyncio
import contextlib
import io
import logging
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from pictures import noise
from service_help import API, LIMIT, eventually, serving

from service.limits.connections import Guests
from service.limits.fair_queue import Turns
from service.limits.log_lines import A_MINUTE, LONGEST, LimitedLines
from service.limits.rates import Allowances
from service.limits.streams import Streams
from service.page import stream
from service.problems import Problem
from service.settings import Settings

SHORT = {
    "max_connections_here": 40,
    "head_seconds": 0.6,
    "body_pause_seconds": 0.6,
    "body_seconds": 3.0,
    "deaf_seconds": 0.6,
    "busy_seconds": 0.6,
    "max_streams_each": 3,
    "keepalive_seconds": 0.1,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server of little patience, and its address."""
    with serving(Settings(data=tmp_path_factory.mktemp("data"), **SHORT)) as (parts, where):
        yield parts, where


@pytest.fixture
def where(served):
    return served[1]


def connected(where):
    url = httpx.URL(where)
    return socket.create_connection((url.host, url.port), timeout=LIMIT)


def client_of(where):
    return httpx.Client(base_url=where, timeout=LIMIT, headers={"origin": where.rstrip("/")})


def ended(connection):
    """Whether the server has closed a connection by now, or does within its patience."""
    with contextlib.suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return True


def answers(where):
    with client_of(where) as client:
        return client.get(f"{API}/rules?game=stones").status_code == 200


def test_idle_connections_leave_room_for_others(where):
    """1,100 of them took the table down for as long as they were held."""
    held = [connected(where) for _ in range(300)]
    try:
        eventually(lambda: answers_or_closed(where), "an answer")
        assert all(ended(each) for each in held)
    finally:
        for each in held:
            each.close()


def answers_or_closed(where):
    """An answer; False while the connections of this machine are still taken."""
    try:
        return answers(where)
    except httpx.TransportError:
        return False


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"G", b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 5000],
    ids=["nothing", "half of its headers", "a letter", "a long header"],
)
def test_headers_that_do_not_come_end_the_connection(where, said):
    with connected(where) as connection:
        connection.sendall(said)
        began = time.monotonic()
        assert ended(connection)
        assert time.monotonic() - began < LIMIT


def test_headers_that_trickle_in_gain_no_time(where):
    letters = iter(b"GET /" + b"a" * 2000)
    with connected(where) as connection:
        with contextlib.suppress(ConnectionError):
            for letter in letters:
                connection.sendall(bytes([letter]))
                time.sleep(0.02)
        assert next(letters, None) is not None, "all of them were taken"


def head(where, path, length, kind):
    url = httpx.URL(where)
    lines = [f"POST {path} HTTP/1.1", f"Host: {url.host}:{url.port}", f"Origin: {where.rstrip('/')}"]
    return "\r\n".join([*lines, f"Content-Length: {length}", f"Content-Type: {kind}", "", ""]).encode()


@pytest.mark.parametrize("path", [f"{API}/read?game=stones", f"{API}/judge"])
def test_a_body_that_does_not_come_is_a_408(where, path):
    kind = "image/jpeg" if "read" in path else "application/json"
    with connected(where) as connection:
        connection.sendall(head(where, path, 5000, kind) + b"x")
        result = b""
        while part := connection.recv(65536):
            result += part
            if b"too-slow" in result:
                break
        assert result.startswith(b"HTTP/1.1 408")


def test_unfinished_uploads_are_few_and_hold_little(where):
    """40 of 32 MiB each took 1.3 GB."""
    held = []
    try:
        for _ in range(30):
            connection = connected(where)
            connection.sendall(head(where, f"{API}/read?game=stones", 30 * 2**20, "image/jpeg") + b"x" * 1000)
            held.append(connection)
        listed = [connection.recv(20) for connection in held]
        refused = [each for each in listed if each.startswith((b"HTTP/1.1 503", b"HTTP/1.1 408"))]
        assert len(refused) == 30
        assert any(each.startswith(b"HTTP/1.1 503") for each in listed)
    finally:
        for each in held:
            each.close()
    eventually(lambda: answers_or_closed(where), "an answer")


def test_event_streams_of_one_client_are_few(where):
    with contextlib.ExitStack() as opened, client_of(where) as client:
        game = client.post(f"{API}/games", json={"game": "stones"}).headers["location"]
        for _ in range(3):
            answer = opened.enter_context(client.stream("GET", f"{game}/events"))
            assert answer.status_code == 200
        refused = client.get(f"{game}/events")
        assert (refused.status_code, refused.json()["type"]) == (429, "/problems/too-many")
    eventually(lambda: opens(where, game), "a stream")


def opens(where, game):
    with client_of(where) as client, client.stream("GET", f"{game}/events") as answer:
        return answer.status_code == 200


def test_who_asks_too_often_is_told_when_to_ask_again(tmp_path):
    with serving(Settings(data=tmp_path, requests_a_minute_here=4)) as (_, where), client_of(where) as client:
        response = [client.get(f"{API}/rules?game=stones") for _ in range(4)]
        assert [each.status_code for each in response] == [200] * 4
        eventually(
            lambda: response.append(client.get(f"{API}/rules?game=stones")) or response[-1].is_error, "a refusal"
        )
        assert response[-1].status_code == 429
        assert 1 <= int(response[-1].headers["retry-after"]) <= 60


def test_a_client_that_takes_nothing_is_cut_off(served):
    """What it is sent would wait in memory for ever."""
    parts, where = served
    game = parts.ledger.open("stackernoos", {"players": 2}, 3, parts.versions).id
    with connected(where) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        url = httpx.URL(where)
        ask = f"GET {API}/games/{game}/record HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n\r\n".encode()
        with contextlib.suppress(ConnectionError):
            for _ in range(30_000):
                connection.sendall(ask)
    assert answers(where)


# The parts of it, without a server.


def test_connections_are_counted_by_client_and_in_all():
    guests = Guests(most=4, most_each=2, most_here=3)
    assert [guests.enter("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert [guests.enter("127.0.0.1") for _ in range(3)] == [True, True, False]
    guests.leave("10.0.0.1")
    assert guests.enter("::1")
    assert len(guests) == 4


def test_an_allowance_fills_up_again():
    now = 0.0
    allowances = Allowances(lambda: now)
    assert [allowances.spend("a", 2) for _ in range(2)] == [0.0, 0.0]
    assert allowances.spend("a", 2) == pytest.approx(30.0)
    assert allowances.spend("b", 2) == 0.0
    now = 31.0
    assert allowances.spend("a", 2) == 0.0


def test_allowances_of_many_clients_take_no_more_room():
    allowances = Allowances()
    for number in range(30_000):
        allowances.spend(str(number), 10)
    assert len(allowances._left) <= 10_000


def test_streams_are_counted_in_and_out():
    streams = Streams(most=2, most_each=1)
    with streams.one_of("a"), streams.one_of("b"), pytest.raises(Problem), streams.one_of("c"):
        pass
    with streams.one_of("a"), pytest.raises(Problem), streams.one_of("a"):
        pass
    with streams.one_of("a"):
        pass


def test_what_one_browser_does_not_read_does_not_pile_up(monkeypatch):
    made = []

    async def changes(_parts, _game):
        while True:
            made.append(1)
            yield {"key": str(len(made))}
            await asyncio.sleep(0)

    async def read_once():
        async with stream.every(None, ["game:1"]) as result:
            assert (await anext(result))["told"] == {"key": "1"}
            for _ in range(10 * stream.UNREAD):
                await asyncio.sleep(0)

    monkeypatch.setitem(stream._KINDS, stream.GAME, changes)
    asyncio.run(read_once())
    assert stream.UNREAD <= len(made) <= stream.UNREAD + 2


def test_those_who_wait_take_turns():
    """The second asker waits for one of the first's, not for all of them."""
    order = []

    async def work(turns, client):
        async with turns.turn(client):
            order.append(client)
            await asyncio.sleep(0)

    async def all_of_it():
        turns = Turns(1, 20, 10)
        await asyncio.gather(*(work(turns, client) for client in "aaaaaab"), work(turns, "c"))
        with pytest.raises(Problem):
            await asyncio.gather(*(work(turns, "a") for _ in range(30)))

    asyncio.run(all_of_it())
    assert order[:4].count("a") == 2
    assert set(order[:4]) == {"a", "b", "c"}


def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next():
    async def all_of_it():
        turns = Turns(1, 20, 10)
        async with turns.turn("a"):
            waiting = [asyncio.ensure_future(turns._await(name)) for name in "bc"]
            await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.sleep(0)
        await asyncio.wait_for(waiting[1], LIMIT)
        with contextlib.suppress(asyncio.CancelledError):
            await waiting[0]

    asyncio.run(all_of_it())


def test_the_log_says_a_thing_so_often_and_no_more():
    """1,100 connections brought 574 MB of tracebacks."""
    out = io.StringIO()
    logger = logging.Logger("loud")
    logger.addHandler(logging.StreamHandler(out))
    logger.addFilter(LimitedLines())
    for _ in range(10_000):
        try:
            raise OSError("x" * 100_000)
        except OSError:
            logger.exception("accept failed")
    assert out.getvalue().count("accept failed") == A_MINUTE
    assert len(out.getvalue()) < A_MINUTE * (LONGEST + 200)


def test_playing_does_not_wait_for_disputes(tmp_path, monkeypatch):
    """50 disputes at once made others wait up to 42 s."""
    begun, enough = threading.Semaphore(0), threading.Event()
    at_work = []

    def judged(*_given, **_named):
        at_work.append(1)
        begun.release()
        assert enough.wait(LIMIT)
        return {"number": 1}

    monkeypatch.setattr("service.disputes.desk.Disputes.ask", judged)
    with serving(Settings(data=tmp_path)) as (_, where), ThreadPoolExecutor(50) as threads:
        with client_of(where) as client:
            game = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        asked = [threads.submit(disputed, where, game) for _ in range(50)]
        try:
            assert begun.acquire(timeout=LIMIT)
            # One is at work, sixteen wait, and all others are refused meanwhile.
            eventually(lambda: sum(each.done() for each in asked) == 50 - 17, "the refusals")
            with client_of(where) as client:
                for _ in range(5):
                    began = time.monotonic()
                    assert client.get(game).status_code == 200
                    assert time.monotonic() - began < LIMIT
            assert len(at_work) == 1
        finally:
            enough.set()
        listed = [each.result() for each in asked]
    assert (listed.count(503), listed.count(201)) == (50 - 17, 17)


def disputed(where, game):
    with client_of(where) as client:
        return client.post(f"{game}/disputes", json={"question": "was move 1 legal?"}).status_code


@pytest.mark.parametrize(
    ("work", "asked"),
    [
        ("service.hints.hints", "/api/v1{}/hints?seat=0"),
        ("service.hints.hints", "/view{}/hints?seat=0"),
        ("service.page.export.whole", "/api/v1{}/page"),
        ("service.page.printed.score_sheet", "/api/v1{}/sheet"),
    ],
)
def test_playing_does_not_wait_for_what_takes_long(served, monkeypatch, work, asked):
    """Hints waited in the threads that answer: a phone that asked for forty at once held all of them."""
    where, enough, at_work = served[1], threading.Event(), []

    def slow(*_given):
        at_work.append(1)
        assert enough.wait(LIMIT)
        raise Problem("no-hints", "that is all")

    monkeypatch.setattr(work, slow)
    with client_of(where) as client, ThreadPoolExecutor(30) as threads:
        game = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        path = asked.format(game.removeprefix(API))
        listed = [threads.submit(status, where, path) for _ in range(30)]
        try:
            eventually(lambda: sum(each.done() for each in listed) == 30 - 9, "the refusals")
            assert client.get(game).status_code == 200
            assert len(at_work) == 1
        finally:
            enough.set()
        assert sorted(each.result() for each in listed) == [409] * 9 + [503] * 21


def status(where, path):
    with client_of(where) as client:
        return client.get(path).status_code


def test_an_honest_upload_still_passes(where):
    with client_of(where) as client:
        sent = {"params": {"game": "stones"}, "content": noise(320, 240, "JPEG")}
        assert client.post(f"{API}/read", **sent, headers={"content-type": "image/jpeg"}).status_code == 200
