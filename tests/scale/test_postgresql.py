"""PostgreSQL under the store: word of changes to other processes, time-outs, one pool, versions under fire."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from postgresql import Server
from service_help import KILLS, LIMIT, eventually
from sqlalchemy import text

from service.bells import Bells
from service.store.ledger import Ledger
from service.store.questions import Question, Questions
from service.store.schema import disputes
from service.store.store import Kept, StaleVersion, Store, StoreUnavailable
from service.store.timeouts import Waits

pytestmark = pytest.mark.scale


class Rings(Bells):
    """Bells that remember what rang; nobody listens to them."""

    def __init__(self):
        super().__init__()
        self.rung, self.all = [], 0

    def ring(self, name):
        self.rung.append(name)

    def ring_all(self):
        self.all += 1


@pytest.fixture
def bells():
    return Rings()


@pytest.fixture
def stores(database_url, bells):
    """A store that writes, and one of another process that listens."""
    writer, listener = Store(database_url), Store(database_url)
    listener.listen(bells)
    eventually(lambda: bells.all, "the listener")
    yield writer, listener
    writer.close()
    listener.close()


def a_game(store, name="g"):
    store.create(Kept(name, "2026-01-01T00:00:00.000Z", "stackernoos", "{}", 0))
    return name


def test_another_process_hears_of_every_change_of_a_game(stores, bells):
    writer, _ = stores
    writer.append(a_game(writer), 0, ["one"])
    writer.numbered(disputes, "g", {"time": "", "document": "{}"})
    questions = Questions(writer, Ledger(writer, Bells()), Bells())
    number = questions.ask("g", Question("choice", "what?", 1))
    questions.settle("g", number, "the table")
    eventually(lambda: bells.rung == ["g"] * 4, "four rings")


def test_what_was_not_written_rings_nothing(stores, bells):
    writer, _ = stores
    a_game(writer)
    with pytest.raises(StaleVersion):
        writer.append("g", 5, ["one"])
    writer.append(a_game(writer, "h"), 0, ["one"])
    eventually(lambda: bells.rung, "the ring of the other game")
    assert bells.rung == ["h"]


def test_its_own_changes_are_rung_once_by_the_process_itself(stores, bells):
    writer, listener = stores
    listener.append(a_game(listener), 0, ["one"])
    writer.append("g", 1, ["two"])
    eventually(lambda: bells.rung, "the ring of the other process")
    assert bells.rung == ["g"]


def test_a_listener_that_lost_its_connection_rings_everything_once_it_is_back(stores, bells, database_url):
    writer, _ = stores
    with writer.writing() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))
    eventually(lambda: bells.all == 2, "the listener is back")
    writer.append(a_game(writer), 0, ["one"])
    eventually(lambda: bells.rung == ["g"], "the ring after that")


def test_a_statement_that_takes_too_long_is_given_up(database_url):
    store = Store(database_url, Waits(statement_seconds=0.2))
    try:
        with pytest.raises(StoreUnavailable, match="statement timeout"), store.reading() as connection:
            connection.execute(text("SELECT pg_sleep(60)"))
        assert store.newest(1) == ()
    finally:
        store.close()


def test_a_writer_waits_for_another_one_only_so_long(database_url):
    store, other = Store(database_url, Waits(busy_seconds=0.3)), Store(database_url)
    try:
        a_game(store)
        with other.writing() as connection:
            connection.execute(text("UPDATE games SET version = version"))
            with pytest.raises(StoreUnavailable, match="lock timeout"):
                store.append("g", 0, ["one"])
        store.append("g", 0, ["one"])
        assert store.load("g").lines == ("one",)
    finally:
        store.close()
        other.close()


def test_connections_are_no_more_than_the_settings_say(database_url):
    store = Store(database_url, Waits(connections=2, busy_seconds=0.2))
    try:
        with store.reading(), store.reading(), pytest.raises(StoreUnavailable, match="QueuePool limit"):
            store.newest(1)
        assert store.newest(1) == ()
    finally:
        store.close()


def test_an_url_of_postgresql_needs_no_driver_in_its_name(database_url):
    for name in ("postgres", "postgresql"):
        Store(database_url.replace("postgresql+psycopg", name)).close()


FIRE = """
import sys
from service.store.store import StaleVersion, Store
store, mine, game = Store(sys.argv[1]), sys.argv[2], sys.argv[3]
version, told = 0, 0
while version < 100:
    try:
        store.append(game, version, [f"{mine}-{version}"], head=f"{mine}-{version}")
        told += 1
        print(version, flush=True)
        version += 1
    except StaleVersion as wrong:
        version = wrong.current
store.close()
"""


def test_versions_hold_under_fire_of_many_processes(database_url):
    """Every version is given once: to whoever it was acknowledged to."""
    store = Store(database_url)
    try:
        games = [a_game(store, f"g{number}") for number in range(2)]
        fire = [
            subprocess.Popen([sys.executable, "-c", FIRE, database_url, mine, game], stdout=subprocess.PIPE, text=True)
            for game in games
            for mine in "ab"
        ]
        with ThreadPoolExecutor(len(fire)) as reading:
            said = list(reading.map(lambda each: each.communicate()[0].split(), fire))
        assert [each.returncode for each in fire] == [0] * 4
        for number, game in enumerate(games):
            kept = store.load(game)
            assert (kept.version, len(kept.lines)) == (100, 100)
            by = dict(zip("ab", said[2 * number : 2 * number + 2], strict=True))
            assert sorted(int(word) for words in by.values() for word in words) == list(range(100))
            for mine, words in by.items():
                assert all(kept.lines[int(word)] == f"{mine}-{word}" for word in words)
    finally:
        store.close()


def test_a_server_that_is_killed_loses_nothing_it_acknowledged_and_is_found_again(bells):
    server = Server(options=())
    store = listener = None
    try:
        url = server.start().url
        store, listener = Store(url, Waits(busy_seconds=2.0)), Store(url, Waits(busy_seconds=2.0))
        listener.listen(bells)
        listed, ending = [0], threading.Event()
        a_game(store)

        def write():
            while not ending.is_set():
                try:
                    store.append("g", listed[0], [f"line {listed[0] + 1}"])
                    listed[0] += 1
                except StaleVersion as wrong:  # it was written, but the word of that was lost with the server
                    assert wrong.current == listed[0] + 1
                    listed[0] += 1
                except StoreUnavailable:
                    time.sleep(0.02)

        writing = threading.Thread(target=write)
        writing.start()
        try:
            for _ in range(KILLS):
                before = listed[0]
                eventually(lambda before=before: listed[0] > before + 5, "moves")
                server.kill()
                server.start()
            after = listed[0]
            eventually(lambda: listed[0] > after + 5 and bells.all > 1, "moves after the last start")
        finally:
            ending.set()
            writing.join(LIMIT)
        kept = store.load("g")
        assert kept.version == listed[0]
        assert kept.lines == tuple(f"line {number + 1}" for number in range(listed[0]))
    finally:
        for each in (store, listener):
            if each is not None:
                each.close()
        server.remove()
