"""A running service for a test, and what its answers must look like."""

import contextlib
import json
import os
import random
import socket
import threading
import time

import httpx
from described import conform
from lateness import SLOW, late, slowly

from service.app import create_app
from service.server import Server, address, door

LIMIT = 180.0
"""s that a busy machine may take for what a test waits for."""
KILLS = int(os.environ.get("TABLESIDE_TEST_KILLS", "3"))
"""How often a test kills, or cuts the network: `make test-scale KILLS=50` for a long run."""
API = "/api/v1"
OPENING = "start 1-1"
SECOND = "extend 1-5 @2,0,0:e"


def eventually(so, what="it", pause=lambda: time.sleep(0.02), limit=LIMIT):
    """The answer of a function, once it is true; `what`, or its answer, says what was waited for in vain."""
    end = time.monotonic() + limit
    while not (result := so()):
        assert time.monotonic() < end, f"{what() if callable(what) else what} has not come in {limit:.0f} s"
        pause()
    time.sleep(SLOW)
    return result


def lasting_port():
    """A free port for what ends and begins again there: systems hand out higher ones to whoever asks for any."""
    while True:
        port = random.SystemRandom().randrange(20_000, 30_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextlib.contextmanager
def serving(settings, tables=None, port=0, opened=None):
    """The parts of a real server in a thread of its own, and its address; at an open door, where one is given."""
    app, ready = late(create_app(settings, tables)), threading.Event()
    opened = opened or door("127.0.0.1", port)
    server = Server(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        assert ready.wait(LIMIT)
        yield app.state.parts, address(opened)
    finally:
        server.stop()
        thread.join(LIMIT)
        opened.close()
        assert not thread.is_alive()


@contextlib.contextmanager
def running(settings, tables=None, port=0):
    """The address of a real server in a thread of its own."""
    with serving(settings, tables, port) as (_, where):
        yield where


def problem(answer, status, name):
    """The problem document, once it is known to be that one."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert document["type"] == f"/problems/{name}"
    assert document["status"] == status
    assert document["title"]
    assert document["detail"]
    assert document["remedy"]
    assert "\n" not in document["detail"]
    return document


def play(client, game, seat, move, version):
    """The event of a move that must be accepted."""
    answer = client.post(f"{game}/moves", json={"seat": seat, "move": move, "version": version})
    assert answer.status_code == 201, answer.text
    return answer.json()


def stream(client, address, count, **headers):
    """The first blocks of an event stream, each a dictionary of its fields; a comment is under ''."""
    blocks, block = [], {}
    with client.stream("GET", address, headers={k.replace("_", "-"): v for k, v in headers.items()}) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line:
                name, _, value = line.partition(":")
                block[name] = value.strip()
            elif block:
                blocks.append(block)
                block = {}
            if len(blocks) == count:
                return blocks
    return blocks


def data(block):
    """The JSON that an event carries."""
    return json.loads(block["data"])


def client_of(where):
    """A client of a running service, as its page is one; it holds every answer to the OpenAPI document."""
    origin = {"origin": str(where).rstrip("/")}
    document = {"request": [slowly], "response": [conform]}
    soon = httpx.Limits(keepalive_expiry=1.0)  # s; the server lets go of a silent connection after five
    return httpx.Client(base_url=where, timeout=LIMIT, verify=False, limits=soon, headers=origin, event_hooks=document)
