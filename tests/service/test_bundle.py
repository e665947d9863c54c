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


def zipped(members, how=zipfile.ZIP_STORED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", how) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def refused(tmp_path, data, limit=LIMIT):
    with pytest.raises(BundleError) as raised:
        unpack(written(tmp_path, data), limit)
    assert "\n" not in str(raised.value)
    return str(raised.value)


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


def test_what_is_too_large_is_refused_unpacked(tmp_path):
    assert "larger than" in refused(tmp_path, zipped([("record.jsonl", b"0" * 10_000_000)]))


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_compressed_is_refused_unpacked(tmp_path, how):
    """A bomb, or a bundle that was packed anew: the bits of a bundle are the same everywhere."""
    assert "compressed" in refused(tmp_path, zipped([("record.jsonl", b"0" * 10_000_000)], how))


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


def flips(data, places):
    """The data with one bit or more changed at each of some places."""
    for at in places:
        for flip in (0x01, 0x20, 0x80, 0xFF):
            flipped = bytearray(data)
            flipped[at] ^= flip
            yield bytes(flipped)


def test_whatever_byte_is_flipped_it_is_told(tmp_path):
    """In the heads, in the members, in the directory: whoever has a damaged bundle is to get it again."""
    data = pack(FILES)
    directory = data.index(b"PK\x01\x02")
    for flipped in flips(data, [*range(0, directory, 7), *range(directory, len(data))]):
        refused(tmp_path, flipped)


def test_what_was_put_before_behind_or_between_is_told(tmp_path):
    data = pack(FILES)
    at = data.index(b"PK\x03\x04", 1)
    for changed in (b"x" * 700 + data, data + b"x", data[:at] + b"x" + data[at:]):
        refused(tmp_path, changed)


def test_a_zip_of_the_same_files_by_another_program_is_told(tmp_path):
    assert "packed anew" in refused(tmp_path, zipped(FILES.items()))
