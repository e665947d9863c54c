"""Evidence in an object storage: kept, read, verified, backed up, brought back over HTTP; or away."""

import hashlib
import socket
import time
from types import SimpleNamespace

import pytest
from service_help import OPENING, SECOND

from service.app import assemble
from service.settings import Settings
from service.store import pictures as module
from service.store.backup import check, restore, save
from service.store.pictures import Objects

pytestmark = [
    pytest.mark.scale,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
KEYS = {"AWS_ACCESS_KEY_ID": "a name", "AWS_SECRET_ACCESS_KEY": "a key", "AWS_DEFAULT_REGION": "us-east-1"}
PICTURES = [bytes([number]) * 900 for number in range(3)]


@pytest.fixture(scope="module")
def port():
    """A port that stays ours: a storage comes back where it was."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return door.getsockname()[1]


@pytest.fixture
def storage(port, monkeypatch):
    """An S3 of this machine, with a bucket of a club."""
    pytest.importorskip("s3fs", reason="the extra scale is not here")
    moto = pytest.importorskip("moto.server", reason="the extra test-scale is not here")
    import boto3
    import fsspec

    for name, value in {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}.items():
        monkeypatch.setenv(name, value)
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    server.start()
    client = boto3.client("s3")
    client.create_bucket(Bucket="club")
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    try:
        yield client
    finally:
        for each in client.list_objects_v2(Bucket="club").get("Contents", ()):
            client.delete_object(Bucket="club", Key=each["Key"])
        client.close()
        server.stop()


@pytest.fixture
def assembled(storage, tmp_path):
    """Makes a service whose pictures are in the bucket, under a name; all are closed at the end."""
    made = []

    def of(name, **more):
        made.append(
            assemble(Settings(data=tmp_path / name, evidence_url=f"s3://club/{name}", database_url=None, **more))
        )
        return made[-1]

    yield of
    for each in made:
        each.close()


def objects(storage):
    return sorted(each["Key"] for each in storage.list_objects_v2(Bucket="club").get("Contents", ()))


def played(parts):
    """A game of two entries with three pictures, and their hashes."""
    game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
    hashes = [parts.evidence.keep(game, picture, {"why": "after"}) for picture in PICTURES]
    parts.ledger.play(game, 0, 0, OPENING, frames=hashes[:2])
    parts.ledger.play(game, 1, 1, SECOND, frames=hashes[2:])
    return game, hashes


def test_pictures_lie_there_by_their_hash_and_are_found(assembled, storage, tmp_path):
    parts = assembled("evidence")
    game, hashes = played(parts)
    assert hashes == [hashlib.sha256(picture).hexdigest() for picture in PICTURES]
    assert objects(storage) == sorted(f"evidence/{each[:2]}/{each}.jpg" for each in hashes)
    assert [parts.evidence.load(each) for each in hashes] == PICTURES
    assert not (tmp_path / "evidence" / "evidence").exists()
    parts.evidence.drop(game)
    assert objects(storage) == []
    assert parts.evidence.load(hashes[0]) is None


def test_the_same_picture_lies_there_once_and_a_changed_one_is_not_shown(assembled, storage):
    parts = assembled("evidence")
    _, hashes = played(parts)
    played(parts)
    names = objects(storage)
    assert len(names) == 3
    storage.put_object(Bucket="club", Key=next(name for name in names if hashes[0] in name), Body=b"another")
    assert [parts.evidence.load(each) is None for each in hashes] == [True, False, False]


def test_a_storage_that_says_slowly_that_there_is_none_is_not_left_alone(assembled, monkeypatch):
    """The first picture after a start was lost, and all for half a minute, where the first answer took 2 s."""
    monkeypatch.setattr(module, "SLOW", 0.0)
    parts = assembled("evidence")
    _, hashes = played(parts)
    assert [parts.evidence.load(each) for each in hashes] == PICTURES


def test_those_that_are_too_many_make_room_there(assembled, storage):
    parts = assembled("small", max_evidence_bytes=2200)
    _, hashes = played(parts)
    assert parts.evidence.load(hashes[0]) is None
    assert [name.rpartition("/")[2] for name in objects(storage)] == sorted(f"{each}.jpg" for each in hashes[1:])


def test_a_back_up_is_made_from_there_verified_and_brought_back_elsewhere(assembled, storage, tmp_path):
    parts, file = assembled("evidence"), tmp_path / "club.zip"
    game, hashes = played(parts)
    saved = save(parts.store, parts.evidence, file)
    assert (saved.wrong, saved.games, saved.entries, saved.pictures) == ([], 1, 2, 3)
    other = assembled("other")
    assert restore(other.store, other.evidence, file).wrong == []
    assert (other.ledger.find(game).record, other.ledger.find(game).fault) == (parts.ledger.find(game).record, None)
    assert [other.evidence.load(each) for each in hashes] == PICTURES
    assert len(objects(storage)) == 6
    storage.delete_object(Bucket="club", Key=next(name for name in objects(storage) if name.startswith("evidence/")))
    incomplete = save(parts.store, parts.evidence, tmp_path / "incomplete.zip")
    assert [line for line in incomplete.wrong if "1 pictures are not there" in line]
    assert check(file).wrong == []


def test_a_storage_that_is_away_stops_evidence_alone_until_it_is_back(assembled, storage, port, monkeypatch):
    parts = assembled("evidence")
    game, hashes = played(parts)
    with monkeypatch.context() as patched:
        patched.setattr(parts.evidence, "_pictures", unreachable(patched))
        name = parts.evidence.keep(game, b"new", {"why": "after"})
        assert "no space for new evidence" in parts.evidence.full
        assert parts.evidence.load(hashes[0]) is None
        move = next(str(move) for move in parts.ledger.find(game).game.moves(parts.ledger.find(game).replay.state, 0))
        assert parts.ledger.play(game, 2, 0, move, frames=[name]).seq == 3
    assert parts.evidence.keep(game, b"new", {"why": "after"}) == name
    assert parts.evidence.full is None
    assert parts.evidence.load(name) == b"new"


def test_a_storage_that_takes_and_never_answers_is_left_alone_for_a_while(storage, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as door:
        monkeypatch.setattr(module, "SLOW", 0.0)
        monkeypatch.setitem(module.PATIENCE["s3"]["config_kwargs"], "read_timeout", 0.2)
        silent = silent_at(door.getsockname()[1], monkeypatch)
        name = hashlib.sha256(PICTURES[0]).hexdigest()
        with pytest.raises(OSError, match=r"[Tt]ime"):
            silent.write(name, PICTURES[0])
        with pytest.raises(OSError, match="did not answer in time"):
            silent.write(name, PICTURES[0])
        assert silent.read(name) is None
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + module.REST))
        with pytest.raises(OSError, match=r"[Tt]ime") as wrong:
            silent.write(name, PICTURES[0])
        assert "did not answer in time" not in str(wrong.value)


def unreachable(patched):
    """The same storage, by an address where nobody is."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    return silent_at(port, patched)


def silent_at(port, patched):
    """A storage at a port."""
    import fsspec

    patched.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    return Objects("s3://club/evidence")
