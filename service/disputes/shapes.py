"""The shapes of a bundle's JSON files: what has another is refused in one place, before anything is read from it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NotRequired, TypeVar, cast

from pydantic import ConfigDict, StringConstraints, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from service.bundle import MEMBERS

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


def in_a_line(wrong: ValidationError) -> str:
    """Where something has another shape than it should, and what is expected there."""
    first = wrong.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where[:60]!r}: {first['msg']}" if where else first["msg"]
