"""A dispute as files, to be checked on another machine: the record, the ruling, the pictures, the versions, the times.

`manifest.json` has the SHA-256 of every file, `signature.json` signs the manifest. Every time of the record and of the
pictures stands in `times.json`, each chained to the one before by its hash. What has another shape than its file should
have is refused before anything is read from it.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NotRequired, TypeVar, cast

from pydantic import ConfigDict, StringConstraints, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from engine import record
from service.bundle import MEMBERS
from service.disputes.question import in_a_line
from service.enrolled import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.record import Record
    from service.disputes.case import Frame

SCHEMA: Final = "tableside/bundle@1"
DISPUTE: Final = "tableside/dispute@1"
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature.json"
RECORD: Final = "record.jsonl"
RULING: Final = "dispute.json"
VERSIONS: Final = "versions.json"
TIMES: Final = "times.json"

Hex32 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, such as a SHA-256."""
Time = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
"""As the store's clock writes it."""
Member = Annotated[str, StringConstraints(pattern=f"^(?:{MEMBERS.pattern})$")]


@with_config(ConfigDict(strict=True, extra="forbid", allow_inf_nan=False))
class Exact(TypedDict):
    """What has these keys and no other."""


@with_config(ConfigDict(strict=True, extra="allow"))
class More(TypedDict):
    """What is checked otherwise, and may have more than is read here."""


class Tail(Exact):
    """How many entries a record has, and the hash of the last line."""

    events: int
    head: str


class Listed(Exact):
    """A file as the manifest has it."""

    sha256: Hex32
    bytes: int


class Manifest(Exact):
    """`manifest.json`."""

    schema: str
    game: str
    dispute: int
    record: Tail
    signer: str
    files: dict[Member, Listed]


class Signature(Exact):
    """`signature.json`: the signature of the manifest, and the public key that it is checked by."""

    algorithm: Literal["ed25519"]
    public_key: Hex32
    signature: Annotated[str, StringConstraints(pattern="^[0-9a-f]{128}$")]


class Versions(Exact):
    """What a ruling was made with."""

    tableside: str
    rules: str
    reading: str
    deciding: str
    models: dict[str, str]
    own: Hex32 | None
    game: str


class Seen(More):
    """A picture that an answer rests on."""

    sha256: Hex32
    there: bool


class Ruled(More):
    """The answer of a ruling."""

    frames: list[Seen]


class Thresholds(Exact):
    """The shares of the mass by which a ruling was made."""

    uphold: float
    overturn: float


class Ruling(Exact):
    """`dispute.json`."""

    schema: str
    game: str
    number: int
    time: Time
    asked: str | dict[str, Any]
    who: NotRequired[str]
    question: dict[str, Any]
    answer: Ruled
    record: Tail
    thresholds: Thresholds
    versions: Versions
    signer: str


class About(More, total=False):
    """What was said of a picture when it was kept."""

    time: str
    why: str
    hidden: list[Any] | None


T = TypeVar("T")


def shaped(shape: type[T], data: bytes) -> T:
    """JSON of a shape. Raises `ValueError` with one line: where it has another, and what is expected there."""
    try:
        checked: T = _check(cast("Any", shape)).validate_json(data)
    except ValidationError as wrong:
        raise ValueError(in_a_line(wrong)) from None
    return checked


@cache
def _check(shape: Any) -> TypeAdapter[Any]:
    """What checks a shape: it takes much longer to make than to use."""
    return TypeAdapter(shape)


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


def contents(dispute: Mapping[str, Any], kept: Record, frames: Iterable[Frame], own: bytes | None) -> dict[str, bytes]:
    """All files of a bundle but the signature. `frames` are those of the answer, `own` the user's own pieces."""
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
    manifest = {
        "schema": SCHEMA,
        "game": dispute["game"],
        "dispute": dispute["number"],
        "record": dispute["record"],
        "signer": dispute["signer"],
        "files": {name: {"sha256": sha256(named[name]), "bytes": len(named[name])} for name in named},
    }
    return named | {MANIFEST: canonical(manifest)}


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


def sha256(data: bytes) -> str:
    """The SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
