"""A running service on a store of its own, and a game that has begun."""

import asyncio
import hashlib
from types import SimpleNamespace

import forked
import pytest
import uvicorn.server
from disputed import Faultless, a_game
from followed import Table, begun
from page_browsing import close_browsers
from service_help import API, OPENING, client_of, play, running

from service.app import assemble
from service.following.tables import Tables
from service.reading.pool import Pool
from service.settings import Settings
from vision.games.stackernoos import registration
from vision.recognise.network import Network

LOOK = 0.01
"""s between two looks of a server whether it is to end."""
KEPT = 100
"""Answers of networks, about a megabyte each."""
FITS = 1000
"""Grids that were fitted, some kilobytes each with what they were fitted to."""


@pytest.fixture(scope="session", autouse=True)
def browsers():
    """None is left open."""
    yield
    close_browsers()


@pytest.fixture(scope="module", autouse=True)
def forks():
    """Processes that a service starts are copies of one that has its modules."""
    yield from forked.forks()


@pytest.fixture(scope="session", autouse=True)
def endings():
    """Servers look often whether they are to end: hundreds of them do, and each would wait a fifth of a second."""

    async def sleep(seconds):
        await asyncio.sleep(min(seconds, LOOK))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(uvicorn.server, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))
        yield


@pytest.fixture(scope="session", autouse=True)
def readers():
    """The processes that read photos are the same for all tests: each takes seconds to load the vision."""
    shared = Pool(2, 1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("service.reading.pool.Pool", lambda *_: Shared(shared))
        yield
    shared.close()


@pytest.fixture(scope="session", autouse=True)
def networks():
    """What a network says of a picture is kept: tests look at the same few pictures again and again."""

    def asked(network, batch):
        return network.digest, batch.shape, hashlib.sha256(batch.tobytes()).digest()

    run = remembered(Network.run, asked, KEPT)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Network, "run", lambda *given: run(*given).copy())
        yield


@pytest.fixture(scope="session", autouse=True)
def fits():
    """Where a grid of dominoes lies is kept: tests dispute the same game, and begin with the same tiles on the table.

    A fit takes half of a dispute's time.
    """

    def asked(grid, found):
        lies = (grid.camera.tobytes(), grid.picture, grid.shift, grid.step, grid.thick, grid.loose)
        return lies, tuple((spot, quad.tobytes()) for spot, quad in found.items())

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(registration, "posed", remembered(registration.posed, asked, FITS))
        yield


def remembered(function, asked, most):
    """A function without side effects that keeps so many answers, each by what was asked."""
    kept = {}

    def told(*given):
        key = asked(*given)
        if key not in kept:
            if len(kept) == most:
                kept.clear()
            kept[key] = function(*given)
        return kept[key]

    return told


class Shared:
    """A pool that outlives the server that closes it."""

    def __init__(self, pool):
        self.do = pool.do

    def close(self):
        """It is closed after the last test."""


@pytest.fixture(autouse=True)
def only_browser_tests_beside_a_browser(request):
    """Playwright's event loop runs as long as a browser is open, and leaves no room for another."""
    if request.node.get_closest_marker("browser") is None:
        close_browsers()


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, keepalive_seconds=0.1)


@pytest.fixture
def tables():
    return Tables()


@pytest.fixture
def parts(tmp_path):
    """What a service is made of, without one that runs."""
    made = assemble(Settings(data=tmp_path))
    yield made
    made.close()


@pytest.fixture
def table():
    """A table of dominoes whose observation is told."""
    return Table()


@pytest.fixture
def session(parts, table):
    """A session that follows it, in a game in which 1-1 lies."""
    return begun(parts, table)


@pytest.fixture(scope="session")
def staged():
    """The game of the demonstration's film, to dispute."""
    return a_game()


@pytest.fixture
def recogniser(staged):
    """Reads its pictures without a fault."""
    return Faultless(staged)


@pytest.fixture
def client(settings, tables):
    with running(settings, tables) as where, client_of(where) as client:
        yield client


@pytest.fixture
def game(client):
    """The address of an open game of two on a real table."""
    answer = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2})
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


@pytest.fixture
def started(client, game):
    """The same game after seat 0 has begun with the double one."""
    play(client, game, 0, OPENING, 0)
    return game
