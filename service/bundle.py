"""Bundles as files: a zip that is the same for the same contents, and that is looked at before it is unpacked.

The files lie in it as they are. A deflated one differs from one zlib to the next. So every bit of a bundle is known,
and a changed one is reported wherever it stands.

BundleError      the file is no bundle, or one that was damaged: one line
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

NEVER: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the zip's own says nothing."""
MODE: Final = 0o644 << 16
UNIX: Final = 3
MEMBERS: Final = re.compile(
    r"manifest\.json|signature\.json|record\.jsonl|dispute\.json|versions\.json|times\.json"
    r"|frames/[0-9a-f]{64}\.jpg|about/[0-9a-f]{64}\.json|own/pieces\.(?:npz|json)"
)
"""The names that a bundle may hold; no other is ever unpacked."""
MOST_MEMBERS: Final = 2000
MEBI: Final = 1 << 20
MOST_TEXT: Final = 16 * MEBI
"""What the record and all JSON may take together, bytes: once understood it takes twenty times as much."""
MOST_EACH: Final = {".jsonl": 4 * MEBI, ".json": 4 * MEBI, ".jpg": 16 * MEBI, ".npz": 64 * MEBI}
"""What one file may take, bytes, by how its name ends. A record of a thousand entries takes half a MiB."""
OVERHEAD: Final = 1024
"""What a zip adds for a file at most, bytes."""
CHUNK: Final = 1 << 20


class BundleError(Exception):
    """The file cannot be taken for a bundle; the text is one line."""


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip; the same files give the same bytes everywhere, as nothing is deflated."""
    packed = io.BytesIO()
    _pack(files, packed)
    return packed.getvalue()


def _pack(files: Mapping[str, bytes], packed: IO[bytes]) -> None:
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted(files):
            member = zipfile.ZipInfo(name, NEVER)
            member.create_system, member.external_attr = UNIX, MODE
            member.compress_type = zipfile.ZIP_STORED
            archive.writestr(member, files[name])


def unpack(path: Path, most_bytes: int) -> dict[str, bytes]:
    """The files of a bundle in memory, no more than `most_bytes` of them. Raises `BundleError`, or `OSError`."""
    with path.open("rb") as file:
        if (size := os.fstat(file.fileno()).st_size) > most_bytes + MOST_MEMBERS * OVERHEAD:
            raise BundleError(_too_large(size, most_bytes))
        try:
            with zipfile.ZipFile(file) as archive:
                members = archive.infolist()
                _check(members, most_bytes)
                files = _contents(archive, members, most_bytes)
        except zipfile.BadZipFile as wrong:
            raise BundleError(f"it is no whole zip ({str(wrong).lower().rstrip('.')}): get the bundle again") from wrong
        except (zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OverflowError, OSError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            raise BundleError(f"the zip is damaged ({why}): get the bundle again") from wrong
        if not _same(files, file):
            raise BundleError("the zip is not as Tableside packs it: it was changed, or packed anew by another program")
    return files


def _same(files: Mapping[str, bytes], file: IO[bytes]) -> bool:
    """Whether a zip is as these files are packed. They are packed on disk: they may be large."""
    with tempfile.TemporaryFile() as packed:
        _pack(files, packed)
        digests = []
        for each in (packed, file):
            each.seek(0)
            digest = hashlib.sha256()
            while part := each.read(CHUNK):
                digest.update(part)
            digests.append(digest.digest())
    return digests[0] == digests[1]


def _check(members: list[zipfile.ZipInfo], most_bytes: int) -> None:
    if len(members) > MOST_MEMBERS:
        raise BundleError(f"it has {len(members)} files; a bundle has at most {MOST_MEMBERS}")
    names: set[str] = set()
    for member in members:
        name = member.filename
        if MEMBERS.fullmatch(name) is None:
            raise BundleError(f"it holds {name[:80]!r}, which is no file of a bundle")
        if name in names:
            raise BundleError(f"it holds {name} twice")
        if member.flag_bits & 0x1:
            raise BundleError(f"{name} is encrypted; a bundle is not")
        if member.compress_type != zipfile.ZIP_STORED:
            raise BundleError(f"{name} is compressed; a bundle’s files are not: get the bundle again")
        if member.file_size > (most := MOST_EACH[Path(name).suffix]):
            raise BundleError(
                f"{name} has {member.file_size / MEBI:.0f} MiB; in a bundle it has at most {most // MEBI}"
            )
        names.add(name)
    if (text := sum(member.file_size for member in members if ".json" in member.filename)) > MOST_TEXT:
        raise BundleError(f"its texts have {text / MEBI:.0f} MiB; those of a bundle have at most {MOST_TEXT // MEBI}")
    if (total := sum(member.file_size for member in members)) > most_bytes:
        raise BundleError(_too_large(total, most_bytes))


def _contents(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], most_bytes: int) -> dict[str, bytes]:
    """What the members hold; what they say of their size is not believed."""
    files: dict[str, bytes] = {}
    left = most_bytes
    for member in members:
        parts = []
        try:
            with archive.open(member) as file:
                while part := file.read(min(CHUNK, left + 1)):
                    left -= len(part)
                    if left < 0:
                        raise BundleError(_too_large(most_bytes - left, most_bytes))
                    parts.append(part)
        except (zipfile.BadZipFile, zlib.error, EOFError) as wrong:
            raise BundleError(f"{member.filename} in it was changed or damaged: get the bundle again") from wrong
        files[member.filename] = b"".join(parts)
    return files


def _too_large(size: int, most_bytes: int) -> str:
    return (
        f"unpacked it is larger than {most_bytes / 2**20:g} MiB ({size / 2**20:.0f} MiB at least): "
        "it is no bundle, or raise TABLESIDE_MAX_BUNDLE_BYTES"
    )
