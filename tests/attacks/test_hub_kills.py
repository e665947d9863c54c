"""`kill -9` of a hub's server while a table's machine sends to it: nothing lost, nothing doubled."""

import contextlib
import os
import signal
import socket

import forked
import httpx
import pytest
from service_help import KILLS, OPENING, eventually, lasting_port

from engine import record
from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.app import assemble
from service.following.tables import Table
from service.hub.connection import HubConnection
from service.hub.forwarder import Forwarder
from service.settings import Settings
from service.store.store import NoSuchGame, Store

pytestmark = pytest.mark.store  # the hub's own; a table's machine has SQLite

BETWEEN = 4
"""Entries that are played while the hub is up, and again while it is gone."""


@contextlib.contextmanager
def hub(folder, port):
    """A server of its own process, killed at the end of the context; a failure tells what it said."""
    said = folder / "said.txt"
    process = forked.begun(said, "serve", "--port", str(port), "--data", str(folder))
    try:
        eventually(lambda: not process.is_alive() or answers(port), "the hub")
        assert process.is_alive()
        yield
    except BaseException as error:
        error.add_note(f"the hub said {said.read_text()!r}" if said.exists() else "the hub said nothing")
        raise
    finally:
        with contextlib.suppress(ProcessLookupError):  # it has died, or leads no session yet
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()


def test_a_hub_that_cannot_begin_says_why(tmp_path):
    """What it said was lost, and its failure showed nothing."""
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(AssertionError) as failed,
        hub(tmp_path, taken.getsockname()[1]),
    ):
        """It never comes so far."""
    assert "port" in "".join(failed.value.__notes__)


def answers(port):
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
    return False


def test_kills_of_the_hub_lose_nothing_and_double_nothing(tmp_path):
    settings, secret, port = Settings(data=tmp_path / "hub"), new_secret(), lasting_port()
    made = assemble(settings)
    made.tokens.keep(secret, Caller(Role.CLIENT, "Table 4", scopes=("table",)))
    made.close()
    own = assemble(Settings(data=tmp_path / "own", database_url=f"sqlite:///{tmp_path / 'own' / 'tableside.db'}"))
    game = own.ledger.open("stackernoos", {"players": 2}, None, own.versions).id

    def play(count):
        for _ in range(count):
            version = own.ledger.version(game)
            if version % 2:
                own.ledger.undo(game, version, None)
            else:
                own.ledger.play(game, version, 0, OPENING)

    letter = HubConnection(f"http://127.0.0.1:{port}", "Table 4", secret.text)
    thread = Forwarder(own, Table("1"), game, letter, tmp_path / "own", lambda _line: None)
    kept = Store(settings.url)

    def came(count):
        with contextlib.suppress(NoSuchGame):
            return kept.version(game) >= count
        return False

    thread.start()
    try:
        for _ in range(KILLS):
            with hub(settings.data, port):
                play(BETWEEN)
                first = own.ledger.version(game) - BETWEEN + 1
                eventually(lambda first=first: came(first), "the first of the new entries")
            play(BETWEEN)
        with hub(settings.data, port):
            eventually(lambda: came(own.ledger.version(game)), "all entries")
        assert kept.load(game).text == own.store.load(game).text
        assert record.loads(kept.load(game).text)[1] is None
        assert kept.version(game) == 2 * KILLS * BETWEEN
    finally:
        thread.close()
        kept.close()
        own.close()
