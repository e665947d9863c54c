"""The disk fails, the clock goes back, two servers share a folder, the process is killed: nothing told is lost."""

import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kills import killed
from service_help import API, LIMIT, OPENING, client_of, running

from engine import record
from service.app import assemble
from service.settings import Settings
from service.store.store import StaleVersion, StoreError
from tests.benchmarks.durable import killed as watch_killed

FILM = Path(__file__).resolve().parents[2] / "datasets" / "demo" / "films" / "stackernoos"
NOBODY = 65534
"""The user that owns nothing."""


def hold(data, acknowledged):
    """What was acknowledged is there, and the record is whole."""
    parts = assemble(Settings(data=data))
    try:
        for game, moves in acknowledged.items():
            entry = parts.ledger.find(game)
            assert (entry.fault, entry.loss) == (None, None)
            assert [event.seq for event in entry.record.events] == list(range(1, entry.version + 1))
            assert moves <= entry.version
    finally:
        parts.close()


def test_kills_lose_nothing_that_was_acknowledged(tmp_path):
    toll = killed(tmp_path, 5, random.Random(4))
    assert (toll.lost, toll.damaged) == ([], [])


@pytest.mark.attack
def test_a_hundred_kills_lose_nothing_that_was_acknowledged(tmp_path):
    toll = killed(tmp_path, 100, random.Random(5))
    assert (toll.lost, toll.damaged) == ([], [])
    assert toll.moves > 100  # of each kill some five, however slow the machine is


@pytest.mark.attack
def test_a_watch_that_is_killed_loses_nothing_that_it_told():
    """Its moves, and the pictures that they name; `tests/benchmarks/durable.py` kills more often."""
    listed = {each.name: each.value for each in watch_killed(FILM / "film.mp4", "stackernoos", 3, random.Random(4))}
    assert listed["acknowledged"] > 0 < listed["pictures"]
    assert (listed["lost"], listed["pictures_lost"], listed["damaged"]) == (0, 0, 0)


def playing(parts, game, most):
    """Play and take back until it is refused; how many entries were acknowledged, and the refusal."""
    done = parts.ledger.find(game).version
    for _ in range(most):
        try:
            if done % 2:
                parts.ledger.undo(game, done, None)
            else:
                parts.ledger.play(game, done, 0, OPENING)
        except StoreError as wrong:
            return done, str(wrong)
        done += 1
    return done, None


FULL = """
import sys
sys.path[:0] = sys.argv[2:]
from pathlib import Path
from test_store_attacks import playing
from service.app import assemble
from service.settings import Settings
from service.store.store import StoreError
import contextlib, resource
parts = assemble(Settings(data=Path(sys.argv[1])))
game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
full = max(file.stat().st_size for file in Path(sys.argv[1]).iterdir()) + 60_000
resource.setrlimit(resource.RLIMIT_FSIZE, (full, full))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for number in range(20):
    with contextlib.suppress(StoreError):
        parts.evidence.keep(game, bytes(40_000) + str(number).encode(), {"why": "after"})
done, told = playing(parts, game, 5000)
print(game, done, told, flush=True)
"""


def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    """No file may grow far beyond the size of an empty store, as on a disk that is full."""
    here = Path(__file__).resolve()
    paths = [here.parents[2], here.parents[1], here.parents[1] / "service", here.parent]
    words = [sys.executable, "-c", FULL, *map(str, [tmp_path, *paths])]
    said = subprocess.run(words, capture_output=True, text=True, timeout=2 * LIMIT, check=True).stdout.split(maxsplit=2)
    game, done, result = said[0], int(said[1]), said[2]
    assert result.strip() != "None"
    assert "\n" not in result.strip()
    hold(tmp_path, {game: done})


@contextlib.contextmanager
def somebody():
    """An administrator may write everywhere, and so is somebody else for a moment."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


@pytest.fixture
def folder():
    """A folder that others can get to, unlike those of `tmp_path`."""
    try:
        with somebody():
            pass
    except OSError:
        pytest.skip("this system has no user but its administrator")
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def locked(folder, *, lock):
    """A folder and its files belong to whom `somebody` becomes, and may be read alone; or all is as before."""
    for path in (folder, *folder.iterdir()):
        if os.geteuid() == 0:
            os.chown(path, NOBODY if lock else 0, -1)
        path.chmod((0o500 if lock else 0o700) if path.is_dir() else (0o400 if lock else 0o600))


def test_a_folder_that_cannot_be_written_is_a_line(tmp_path, folder):
    assemble(Settings(data=tmp_path)).close()  # all that is loaded at a first start is loaded
    locked(folder, lock=True)
    with somebody(), pytest.raises(StoreError, match="--data") as refused:
        assemble(Settings(data=folder / "new"))
    locked(folder, lock=False)
    assert "\n" not in str(refused.value)


def test_a_store_that_may_only_be_read_is_a_line(folder):
    """It is refused at once or where it is written to, and nothing that is there is lost."""
    parts = assemble(Settings(data=folder))
    game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
    playing(parts, game, 4)
    parts.close()
    locked(folder, lock=True)
    with somebody(), pytest.raises(StoreError) as refused, contextlib.ExitStack() as opened:
        parts = assemble(Settings(data=folder))
        opened.callback(parts.close)
        parts.ledger.undo(game, 4, None)
    assert "\n" not in str(refused.value)
    locked(folder, lock=False)
    hold(folder, {game: 4})


def test_a_clock_that_is_set_back_loses_nothing(tmp_path):
    times = iter([f"{year}-01-01T00:00:00.000Z" for year in (2046, 1986, 2026, 1999, 2030, 1970)] * 50)
    parts = assemble(Settings(data=tmp_path), clock=lambda: next(times))
    game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
    done, result = playing(parts, game, 60)
    parts.close()
    assert (done, result) == (60, None)
    hold(tmp_path, {game: 60})


def test_two_servers_on_one_folder_give_no_version_twice(tmp_path):
    with contextlib.ExitStack() as both:
        clients = []
        for _ in range(2):
            where = both.enter_context(running(Settings(data=tmp_path)))
            clients.append(both.enter_context(client_of(where)))
        game = clients[0].post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        with ThreadPoolExecutor(2) as threads:
            taken = list(threads.map(lambda client: [raced(client, game) for _ in range(25)], clients))
        versions = [version for each in taken for version in each if version]
        assert len(versions) == len(set(versions))
        response = clients[1].get(f"{game}/record").text
        kept, damage = record.loads(response)
        assert damage is None
        assert len(kept.events) == len(versions) == clients[0].get(game).json()["version"]


def raced(client, game):
    """The version that a client's entry got; None where the other was sooner."""
    version = client.get(game).json()["version"]
    if version % 2:
        answer = client.post(f"{game}/undo", json={"version": version})
    else:
        answer = client.post(f"{game}/moves", json={"seat": 0, "move": OPENING, "version": version})
    assert answer.status_code in {201, 409}, answer.text
    return answer.json()["seq"] if answer.status_code == 201 else None


def test_races_within_one_server_are_won_once(tmp_path):
    parts = assemble(Settings(data=tmp_path))
    game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id

    def play(_):
        try:
            return parts.ledger.play(game, 0, 0, OPENING).seq
        except StaleVersion:
            return None

    with ThreadPoolExecutor(16) as threads:
        won = [each for each in threads.map(play, range(64)) if each]
    parts.close()
    assert won == [1]
    hold(tmp_path, {game: 1})


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_a_database_that_was_cut_is_a_line(tmp_path, size):
    parts = assemble(Settings(data=tmp_path))
    game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
    playing(parts, game, 10)
    parts.close()
    for journal in tmp_path.glob("tableside.db-*"):
        journal.unlink()
    shutil.copy(tmp_path / "tableside.db", tmp_path / "copy.db")
    os.truncate(tmp_path / "tableside.db", size)
    try:
        opened = assemble(Settings(data=tmp_path))
    except StoreError as wrong:
        assert "\n" not in str(wrong)
        return
    with contextlib.suppress(StoreError):
        opened.ledger.find(game)
    opened.close()
