"""Evidence: whole files, the limit, what is disputed, a full disk."""

import errno
import hashlib
import os
import threading

import pytest
from sqlalchemy import text

from service.store import evidence as module
from service.store.evidence import Evidence
from service.store.pictures import Folder, Objects
from service.store.store import Kept, Store, StoreFull

pytestmark = pytest.mark.store

ABOUT = {"time": "2026-01-01T00:00:00.000Z", "why": "before", "seen": {"pieces": []}, "hidden": []}


@pytest.fixture
def store(database_url):
    store = Store(database_url)
    for name in ("g", "h"):
        store.create(Kept(name, "2026-01-01T00:00:00.000Z", "stackernoos", "{}", 0))
    yield store
    store.close()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "evidence"


@pytest.fixture
def kept(store, folder):
    return Evidence(store, Folder(folder), 10_000)


def picture(n, size=1000):
    return bytes([n]) * size


def files(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_a_picture_is_found_again_by_its_hash(kept, folder):
    sha256 = kept.keep("g", picture(1), ABOUT)
    assert sha256 == hashlib.sha256(picture(1)).hexdigest()
    assert kept.load(sha256) == picture(1)
    assert kept.about("g", sha256) == ABOUT
    assert kept.about("h", sha256) is None
    assert files(folder) == [f"{sha256}.jpg"]
    assert (folder / sha256[:2] / f"{sha256}.jpg").exists()


def test_the_same_picture_serves_two_games_and_is_indexed_once_in_each(kept, folder):
    for game in ("g", "h", "g"):
        sha256 = kept.keep(game, picture(1), {**ABOUT, "why": game})
    assert kept.about("g", sha256)["why"] == "g"
    assert kept.about("h", sha256)["why"] == "h"
    assert [shot.sha256 for shot in kept.line("g")] == [sha256]
    assert len(files(folder)) == 1


def test_a_picture_that_was_changed_on_disk_is_not_handed_out(kept, folder):
    sha256 = kept.keep("g", picture(1), ABOUT)
    (folder / sha256[:2] / f"{sha256}.jpg").write_bytes(picture(2))
    assert kept.load(sha256) is None


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_what_is_no_hash_names_no_file(kept, name):
    assert kept.load(name) is None


def test_the_oldest_undisputed_pictures_make_room(kept, folder):
    hashes = [kept.keep("g", picture(n), ABOUT) for n in range(3)]
    kept.hold("g", hashes[:1])
    hashes += [kept.keep("g", picture(n), ABOUT) for n in range(3, 14)]
    assert kept.load(hashes[0]) == picture(0), "what is disputed stays"
    assert kept.load(hashes[1]) is None
    assert kept.about("g", hashes[1]) is None
    assert kept.load(hashes[-1]) == picture(13)
    line = kept.line("g")
    assert [shot.sha256 for shot in line] == hashes
    assert line[0].held
    assert [shot.kept for shot in line] == [kept.load(sha256) is not None for sha256 in hashes]
    assert sum(path.stat().st_size for path in folder.rglob("*.jpg")) <= 10_000


def test_what_one_game_disputes_stays_for_the_other_too(kept):
    first = kept.keep("g", picture(0), ABOUT)
    kept.keep("h", picture(0), ABOUT)
    kept.hold("h", [first])
    for n in range(1, 14):
        kept.keep("g", picture(n), ABOUT)
    assert kept.load(first) == picture(0)


def test_what_is_held_while_pictures_make_room_stays_or_is_gone_at_once(store, folder, monkeypatch):
    live, desk = (Evidence(store, Folder(folder), 3500) for _ in range(2))
    first = live.keep("g", picture(0), ABOUT)
    found = []

    def dispute():
        desk.hold("g", [first])
        found.append(desk.load(first))

    disputing = threading.Thread(target=dispute)
    choose = module._oldest

    def oldest(*given):
        chosen = choose(*given)
        if first in chosen and not disputing.ident:
            disputing.start()
            disputing.join(0.5)  # it waits until the room is made
        return chosen

    monkeypatch.setattr(module, "_oldest", oldest)
    for n in range(1, 5):
        live.keep("g", picture(n), ABOUT)
    disputing.join()
    assert found == [live.load(first)]


def test_what_is_held_leaves_the_limit_to_what_is_new(kept):
    held = [kept.keep("g", picture(n), ABOUT) for n in range(9)]
    kept.hold("g", held)
    new = [kept.keep("g", picture(n), ABOUT) for n in range(9, 14)]
    assert all(kept.load(sha256) for sha256 in (*held, *new))


def test_a_picture_goes_only_once_it_is_written_down_that_it_has(kept, store, folder, monkeypatch):
    full = [kept.keep("g", picture(n), ABOUT) for n in range(9)]
    made = kept._make_room

    def failing(*given):
        assert made(*given)
        raise StoreFull("the disk is full")

    monkeypatch.setattr(kept, "_make_room", failing)
    for n in range(9, 12):
        kept.keep("g", picture(n), ABOUT)
    assert [shot.sha256 for shot in kept.line("g") if shot.kept] == full
    assert files(folder) == sorted(f"{sha256}.jpg" for sha256 in full), "and none without a row stays"
    assert all(kept.load(sha256) for sha256 in full)


def test_a_picture_that_another_process_removes_meanwhile_is_written_again(kept, folder, monkeypatch):
    sha256 = hashlib.sha256(picture(1)).hexdigest()
    index = kept._index

    def late(*given):
        (folder / sha256[:2] / f"{sha256}.jpg").unlink()
        return index(*given)

    monkeypatch.setattr(kept, "_index", late)
    assert kept.load(kept.keep("g", picture(1), ABOUT)) == picture(1)


def test_a_picture_that_is_back_is_not_removed(kept, folder):
    sha256 = kept.keep("g", picture(1), ABOUT)
    kept._remove([sha256])
    assert kept.load(sha256) == picture(1)


def test_a_damaged_picture_is_mended_when_it_is_kept_again(kept, folder):
    sha256 = kept.keep("g", picture(1), ABOUT)
    (folder / sha256[:2] / f"{sha256}.jpg").write_bytes(picture(2))
    kept.keep("g", picture(1), ABOUT)
    assert kept.load(sha256) == picture(1)


def test_a_picture_that_made_room_may_come_back(kept):
    hashes = [kept.keep("g", picture(n), ABOUT) for n in range(14)]
    assert kept.load(hashes[0]) is None
    assert kept.keep("g", picture(0), ABOUT) == hashes[0]
    assert kept.load(hashes[0]) == picture(0)
    assert kept.about("g", hashes[0]) == ABOUT


@pytest.mark.parametrize("where", ["disk", "store"])
def test_a_full_disk_stops_evidence_alone_and_is_said_once(kept, folder, monkeypatch, capsys, where):
    def no_space(*_given):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def store_full(*_given):
        raise StoreFull("the disk is full")

    with monkeypatch.context() as patch:
        if where == "disk":
            patch.setattr(os, "fsync", no_space)
        else:
            patch.setattr(kept, "_index", store_full)
        for n in range(3):
            sha256 = kept.keep("g", picture(n), ABOUT)
            assert sha256 == hashlib.sha256(picture(n)).hexdigest()
            assert "\n" not in kept.full
            assert "free some" in kept.full
    assert capsys.readouterr().err.count("no space for new evidence") == 1
    assert not [name for name in files(folder) if name.endswith(".part")]
    assert kept.keep("g", picture(9), ABOUT)
    assert kept.full is None


def test_what_a_killed_process_left_is_swept_away(store, folder):
    (folder / "ab").mkdir(parents=True)
    old, new = folder / "ab" / "old.part", folder / "ab" / "new.part"
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    Evidence(store, Folder(folder), 10_000)
    assert files(folder) == ["new.part"]


# In an object storage


@pytest.fixture
def storage():
    """A storage in memory, as fsspec has one."""
    fsspec = pytest.importorskip("fsspec")
    yield Objects("memory://club/evidence")
    fsspec.filesystem("memory").store.clear()


def test_a_picture_is_kept_found_and_removed_in_an_object_storage(store, storage):
    kept = Evidence(store, storage, 1500)
    first, second = (kept.keep("g", picture(n), ABOUT) for n in (1, 2))
    assert (kept.load(first), kept.load(second)) == (None, picture(2))
    assert (storage.read(first), storage.read(second)) == (None, picture(2))


def test_what_was_changed_in_an_object_storage_is_not_shown(store, storage):
    kept = Evidence(store, storage, 10_000)
    sha256 = kept.keep("g", picture(1), ABOUT)
    storage._files.pipe_file(f"/club/evidence/{sha256[:2]}/{sha256}.jpg", b"another")
    assert kept.load(sha256) is None


def test_an_object_storage_that_fails_stops_evidence_alone(store, storage, monkeypatch):
    kept = Evidence(store, storage, 10_000)

    def failing(*_given, **_more):
        raise RuntimeError("no route")

    monkeypatch.setattr(storage._files, "pipe_file", failing)
    sha256 = kept.keep("g", picture(1), ABOUT)
    assert "no route" in kept.full
    assert kept.load(sha256) is None


def test_a_url_that_leads_nowhere_is_one_line():
    pytest.importorskip("fsspec")
    with pytest.raises(OSError, match="nowhere://x"):
        Objects("nowhere://x")


# For so many days


def test_undisputed_pictures_go_after_their_days_and_disputed_ones_stay(store, folder):
    kept = Evidence(store, Folder(folder), 10_000, days=30)
    old, disputed, fresh, both = (kept.keep("g", picture(n), ABOUT) for n in range(1, 5))
    with store.writing() as connection:
        connection.execute(text("UPDATE evidence SET kept = '2020-01-01T00:00:00.000Z'"))
    kept.hold("g", [disputed])
    fresh = kept.keep("g", picture(9), ABOUT)
    assert kept.keep("h", picture(4), ABOUT) == both
    assert kept.forget() == 2
    assert [kept.load(each) is not None for each in (old, disputed, fresh, both)] == [False, True, True, True]
    assert len(files(folder)) == 3
    assert kept.about("g", old) is None
    assert kept.forget() == 0


def test_without_days_they_stay(kept, store):
    sha256 = kept.keep("g", picture(1), ABOUT)
    with store.writing() as connection:
        connection.execute(text("UPDATE evidence SET kept = '2020-01-01T00:00:00.000Z'"))
    assert kept.forget() == 0
    assert kept.load(sha256) == picture(1)


def test_a_picture_of_an_old_film_lasts_as_long_as_any(store, folder):
    kept = Evidence(store, Folder(folder), 10_000, days=30)
    sha256 = kept.keep("g", picture(1), {**ABOUT, "time": "2001-01-01T00:00:00.000Z"})
    assert kept.forget() == 0
    assert kept.load(sha256) == picture(1)


@pytest.fixture
def sums(monkeypatch):
    """How often all pictures were added up."""
    counted, real = [], module._free_bytes
    monkeypatch.setattr(module, "_free_bytes", lambda connection: counted.append(1) or real(connection))
    return counted


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*.jpg"))


def test_pictures_are_not_added_up_for_each_that_is_kept(store, folder, sums):
    kept = Evidence(store, Folder(folder), 1_000_000)
    for n in range(40):
        kept.keep("g", picture(n, 100), ABOUT)
    assert len(sums) == 1
    small = Evidence(store, Folder(folder), 8 * 1000)
    for n in range(40, 110):
        small.keep("g", picture(n, 10), ABOUT | {"why": "small"})
    assert size(folder) <= 8 * 1000
    assert small.load(small.keep("g", picture(250, 10), ABOUT)) == picture(250, 10)


def test_what_another_process_keeps_and_brings_back_is_counted(store, folder):
    one, other = (Evidence(store, Folder(folder), 10_000) for _ in range(2))
    hashes = [(one, other)[n % 2].keep("g", picture(n), ABOUT) for n in range(30)]
    assert size(folder) <= 10_000
    assert one.load(hashes[-1]) == picture(29)
    again = other.keep("g", picture(0), ABOUT)
    assert one.load(again) == picture(0)
    assert size(folder) <= 10_000
