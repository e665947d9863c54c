"""The store: a restart, many writers, a full disk, a process that is killed."""

import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from postgresql import postgresql
from sqlalchemy import create_engine, event, make_url

from service.store.schema import REVISION, disputes, metadata
from service.store.store import Kept, NoSuchGame, StaleVersion, Store, StoreFull, StoreUnavailable
from service.store.timeouts import Waits

pytestmark = pytest.mark.store

HEADER = '{"header":1}'


of_sqlite = pytest.mark.skipif(bool(postgresql()), reason="is about SQLite")


@pytest.fixture
def url(database_url):
    return database_url


@pytest.fixture
def store(url):
    store = Store(url)
    yield store
    store.close()


def a_game(store, name="g"):
    store.create(Kept(name, "2026-01-01T00:00:00.000Z", "stackernoos", HEADER, 0))
    return name


def test_a_game_survives_a_restart(store, url):
    store.append(a_game(store), 0, ["one", "two"])
    store.close()
    again = Store(url)
    assert again.load("g").text == f"{HEADER}\none\ntwo\n"
    assert again.load("g").version == 2
    again.close()


def test_events_after_a_version_are_those_alone(store):
    store.append(a_game(store), 0, ["one", "two", "three"])
    assert store.load("g", after=1).lines == ("two", "three")


def test_a_stale_version_adds_nothing(store):
    store.append(a_game(store), 0, ["one"])
    with pytest.raises(StaleVersion) as raised:
        store.append("g", 0, ["other"])
    assert raised.value.current == 1
    assert store.load("g").lines == ("one",)


def test_an_unknown_game_is_named(store):
    with pytest.raises(NoSuchGame, match="'nobody'"):
        store.load("nobody")
    with pytest.raises(NoSuchGame, match="'nobody'"):
        store.append("nobody", 0, ["one"])


def test_the_games_that_were_played_last_come_first(url):
    times = iter(f"2026-01-{day:02}" for day in range(1, 9))
    store = Store(url, clock=lambda: next(times))
    for name, made in (("old film", "2001"), ("new film", "2031"), ("today", "2026")):
        store.create(Kept(name, made, "stackernoos", HEADER, 0))
    assert [game.id for game in store.newest(2)] == ["today", "new film"]
    store.append("old film", 0, ["one"])
    assert [game.id for game in store.newest(2)] == ["old film", "today"]
    assert store.load("old film").changed == "2026-01-04"
    store.numbered(disputes, "today", {"time": "", "document": "{}"})
    assert store.newest(1)[0].id == "old film"
    store.close()


def test_only_a_game_of_which_nothing_is_kept_can_go(store):
    for name in ("bare", "played"):
        a_game(store, name)
    store.append("played", 0, ["one"])
    assert (store.discard("bare"), store.discard("played"), store.discard("nobody")) == (True, False, False)
    assert [game.id for game in store.newest(9)] == ["played"]


def test_of_many_writers_with_one_version_one_wins(store, url):
    a_game(store)
    stores = [Store(url) for _ in range(4)]
    listed = []

    def write(mine, number):
        for version in range(10):
            try:
                mine.append("g", version, [f"{number}-{version}"])
                listed.append(version)
            except StaleVersion:
                pass

    threads = [threading.Thread(target=write, args=each[::-1]) for each in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = store.load("g")
    assert kept.version == len(kept.lines) == len(listed)
    assert len(set(listed)) == len(listed)
    for each in stores:
        each.close()


@of_sqlite
def test_sqlite_waits_for_the_disk_at_every_commit(store):
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


@of_sqlite
def test_a_full_disk_is_said_and_nothing_is_lost(store):
    store.append(a_game(store), 0, ["one"])

    @event.listens_for(store._engine, "checkout")
    def small(connection, _record, _proxy):
        connection.execute("PRAGMA max_page_count=1")

    with pytest.raises(StoreFull, match="disk is full"):
        store.append("g", 1, ["x" * 1_000_000])
    assert store.load("g").lines == ("one",)
    assert store.load("g").version == 1


def test_what_is_no_database_is_one_line(tmp_path):
    (tmp_path / "a.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreUnavailable, match="not a database"):
        Store(f"sqlite:///{tmp_path / 'a.db'}")
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        Store("nonsense")


def test_a_url_that_cannot_be_used_keeps_its_password():
    with pytest.raises(StoreUnavailable) as raised:
        Store("postgresql+nodriver://me:secret@localhost/x")
    assert "secret" not in str(raised.value)


def test_the_migrations_make_the_tables_that_the_code_uses(url, tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from service.store import migrations

    (tmp_path / "deep").mkdir()
    engine = create_engine(url)
    with engine.connect() as connection:
        migrations.lock(connection)
        migrations.upgrade(connection)
        connection.commit()
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == REVISION
    engine.dispose()


def test_a_store_of_an_older_form_is_brought_to_the_newest(url, store):
    a_game(store)
    with store._engine.begin() as connection:
        names = [table.name for table in reversed(metadata.sorted_tables)]
        for statement in (*(f"DROP TABLE {name}" for name in names), "DELETE FROM alembic_version"):
            connection.exec_driver_sql(statement)
    again = Store(url)
    assert again.newest(9) == ()
    again.close()


def test_a_store_of_a_newer_form_is_one_line(url, store):
    a_game(store)
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match=r"newer Tableside.*'9999'") as raised:
        Store(url)
    assert "\n" not in str(raised.value)
    assert store.load("g").header == HEADER


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_store_that_would_keep_nothing_is_refused(url):
    with pytest.raises(StoreUnavailable, match="name a file"):
        Store(url)


@of_sqlite
def test_a_new_store_waits_for_another_that_begins_to_write(url, monkeypatch):
    Path(make_url(url).database).parent.mkdir(parents=True)
    other = sqlite3.connect(make_url(url).database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr("service.store.store.sleep", lambda _: other.rollback())  # of no other thread
    Store(url).close()
    assert not other.in_transaction
    other.close()


@of_sqlite
def test_a_new_store_that_another_never_lets_go_is_refused(url):
    Path(make_url(url).database).parent.mkdir(parents=True)
    other = sqlite3.connect(make_url(url).database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        Store(url, Waits(busy_seconds=0.1))
    other.close()


def test_many_processes_may_make_a_new_store_at_once(url):
    code = "import sys; from service.store.store import Store; Store(sys.argv[1]).close()"
    running = [subprocess.Popen([sys.executable, "-c", code, url], stderr=subprocess.PIPE) for _ in range(3)]
    assert [(each.communicate()[1], each.returncode) for each in running] == [(b"", 0)] * 3


WRITER = """
import sys
from service.store.store import Kept, Store
store = Store(sys.argv[1])
store.create(Kept("g", "2026", "stackernoos", "{}", 0))
for version in range(100_000):
    store.append("g", version, [f"line {version + 1}"])
    print(version + 1, flush=True)
"""


def test_a_killed_writer_loses_no_acknowledged_event(url, tmp_path):
    with subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True) as writer:
        for _ in range(25):
            acknowledged = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split("\n")
    acknowledged = max([acknowledged, *(int(line) for line in rest[:-1])])
    store = Store(url)
    kept = store.load("g")
    store.close()
    assert kept.version >= acknowledged
    assert kept.lines == tuple(f"line {n + 1}" for n in range(kept.version))
    if postgresql():
        return
    whole = sqlite3.connect(tmp_path / "deep" / "tableside.db")
    assert whole.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    whole.close()
