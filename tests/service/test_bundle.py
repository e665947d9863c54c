"""Bundles as files: the same contents give the same zip, and no zip does harm."""

import io
import struct
import zipfile

import pytest

from service.bundle import BundleError, pack, unpack

FILES = {"manifest.json": b"{}", "record.jsonl": b"x" * 5000, f"frames/{'0' * 64}.jpg": b"\xff\xd8"}
LIMIT = 100_000


def written(tmp_path, data):
    path = tmp_path / "bundle.zip"
    path.write_bytes(data)
    return path


def zipped(members, **said):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def refused(tmp_path, data, limit=LIMIT):
    with pytest.raises(BundleError) as told:
        unpack(written(tmp_path, data), limit)
    assert "\n" not in str(told.value)
    return str(told.value)


def test_what_is_packed_is_unpacked(tmp_path):
    assert unpack(written(tmp_path, pack(FILES)), LIMIT) == FILES


def test_the_same_files_give_the_same_bytes():
    assert pack(FILES) == pack(dict(reversed(FILES.items())))


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "/etc/passwd", "frames/../x.jpg", "frames/0.jpg", "C:\\x", "notes.txt", "record.jsonl/"],
)
def test_a_name_that_is_no_bundles_is_refused(tmp_path, name):
    assert "no file of a bundle" in refused(tmp_path, zipped([(name, b"")]))


def test_a_bomb_is_refused_unpacked(tmp_path):
    assert "larger than" in refused(tmp_path, zipped([("record.jsonl", b"0" * 10_000_000)]))


def test_a_member_that_lies_about_its_size_is_refused(tmp_path):
    data = bytearray(zipped([("record.jsonl", b"0" * 10_000_000)]))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)  # the size in the directory
    refused(tmp_path, bytes(data))


def test_many_small_members_are_refused(tmp_path):
    many = [(f"frames/{n:064x}.jpg", b"") for n in range(2100)]
    assert "at most" in refused(tmp_path, zipped(many), 10**9)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused(tmp_path):
    assert "twice" in refused(tmp_path, zipped([("record.jsonl", b"1"), ("record.jsonl", b"2")]))


def test_what_is_cut_short_or_no_zip_is_refused(tmp_path):
    whole = pack(FILES)
    for data in (b"", b"PK", b"no zip at all", whole[: len(whole) // 2], whole[:-10]):
        assert "get the bundle again" in refused(tmp_path, data)


def test_a_damaged_member_is_refused(tmp_path):
    data = bytearray(pack(FILES))
    data[data.index(b"\xff\xd8")] ^= 1
    assert refused(tmp_path, bytes(data)) == f"frames/{'0' * 64}.jpg in it was changed or damaged: get the bundle again"


def test_whatever_byte_is_flipped_a_bundle_is_whole_or_damaged(tmp_path):
    """No flip is a failure to open the file: whoever has a damaged bundle is to get it again."""
    data = pack(FILES)
    names = set(FILES)
    for at in range(data.index(b"PK\x01\x02"), len(data)):
        for flip in (0x01, 0x80, 0xFF):
            flipped = bytearray(data)
            flipped[at] ^= flip
            try:
                assert set(unpack(written(tmp_path, bytes(flipped)), LIMIT)) <= names
            except BundleError as told:
                assert "\n" not in str(told)
