"""A dispute as files, to be checked on another machine: the record, the ruling, the pictures, the versions, the times.

`manifest.json` has the SHA-256 of every file, `signature.json` signs the manifest. Every time of the record and of the
pictures stands in `times.json`, each chained to the one before by its hash.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from engine import record
from service.disputes.case import Frame
from service.enrolled import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.record import Record
    from service.disputes.seal import Seal

SCHEMA: Final = "tableside/bundle@1"
DISPUTE: Final = "tableside/dispute@1"
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature.json"
RECORD: Final = "record.jsonl"
RULING: Final = "dispute.json"
VERSIONS: Final = "versions.json"
TIMES: Final = "times.json"


def frame_name(sha256: str) -> str:
    """Where a bundle has a picture."""
    return f"frames/{sha256}.jpg"


def about_name(sha256: str) -> str:
    """Where a bundle has what was said of a picture."""
    return f"about/{sha256}.json"


def own_name(game: str) -> str:
    """Where a bundle has the user's own pieces."""
    kind = kind_of(game)
    return f"own/pieces{kind.suffix if kind else '.json'}"


def files(
    dispute: Mapping[str, Any], kept: Record, frames: Iterable[Frame], own: bytes | None, seal: Seal
) -> dict[str, bytes]:
    """The files of a dispute's bundle by their names."""
    named = contents(dispute, kept, frames, own)
    signer = dispute["signer"]
    listed = canonical(manifest(dispute, named, signer))
    return named | {MANIFEST: listed, SIGNATURE: canonical(seal.sign(listed, signer))}


def contents(dispute: Mapping[str, Any], kept: Record, frames: Iterable[Frame], own: bytes | None) -> dict[str, bytes]:
    """The files that the manifest lists. `frames` are those of the answer, `own` the user's own pieces."""
    pictures = sorted(frames, key=lambda frame: frame.sha256)
    named: dict[str, bytes] = {
        RECORD: record.dumps(kept).encode(),
        RULING: canonical(dispute),
        VERSIONS: canonical(dispute["versions"]),
        TIMES: canonical(times(kept, pictures)),
    }
    for frame in pictures:
        if frame.picture is not None:
            named[frame_name(frame.sha256)] = frame.picture
        if frame.picture is not None or frame.about:
            named[about_name(frame.sha256)] = canonical(frame.about)
    if own is not None:
        named[own_name(kept.header.game)] = own
    return named


def frame_of(files: Mapping[str, bytes], sha256: str) -> Frame:
    """A picture of a bundle, with what was said of it."""
    about = parsed(files.get(about_name(sha256), b"{}"))
    return Frame(sha256, files.get(frame_name(sha256)), about if isinstance(about, dict) else {})


def manifest(dispute: Mapping[str, Any], named: Mapping[str, bytes], signer: str) -> dict[str, Any]:
    """The list of the files, and which ruling they are of."""
    return {
        "schema": SCHEMA,
        "game": dispute["game"],
        "dispute": dispute["number"],
        "record": dispute["record"],
        "signer": signer,
        "files": {name: {"sha256": sha256(named[name]), "bytes": len(named[name])} for name in sorted(named)},
    }


def times(kept: Record, frames: Iterable[Frame]) -> list[dict[str, str]]:
    """The times of all entries and then of all pictures, each with the hash of itself and of all before it."""
    said = [(f"entry {event.seq}", event.time) for event in kept.events]
    said += [(f"picture {frame.sha256}", frame.time) for frame in sorted(frames, key=lambda each: each.sha256)]
    links, last = [], kept.header.hash
    for what, time in said:
        last = sha256(f"{last}\n{what}\n{time}".encode())
        links.append({"what": what, "time": time, "link": last})
    return links


def canonical(value: Any) -> bytes:
    """Canonical JSON, as a bundle has it: sorted keys, no spaces, a line feed at the end."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode()


def parsed(data: bytes) -> Any:
    """What JSON says, None where it is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def sha256(data: bytes) -> str:
    """The SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
