"""What a photo shows: the one shape that every stage of the vision speaks.

`Observation.to_json` and `Observation.from_json` are the documents of `tableside read --json` and of the API.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.geometry import Quad

SCHEMA: Final = "tableside/observation@1"
KINDS: Final = frozenset({"domino", "card", "stone", "token", "tile", "marker", "hand", "unknown"})
BACK: Final = "back"
"""The label of a piece that lies face down."""
PIXEL_DIGITS: Final = 2
CONFIDENCE_DIGITS: Final = 4

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
Region: TypeAlias = tuple[float, float, float, float]


class ObservationError(ValueError):
    """A document that is no observation; the message names the place and what was expected."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A label that an unsure piece may bear, with its confidence 0 … 1."""

    label: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as seen.

    `label` is None where the reader is unsure; `candidates`, best first, then say what it may be. `corners` are four
    pixels round the top face. A domino's first two are the short edge of its first half. So the label `a-b` has a
    beside the edge 0→1 and b beside 2→3. `level` is 0 on the table, None when one photo cannot tell.
    """

    kind: str
    label: str | None
    confidence: float
    corners: Corners
    level: int | None = 0
    candidates: tuple[Candidate, ...] = ()
    stack: int | None = None
    position: int | None = None

    @property
    def quad(self) -> Quad:
        """The corners as an array (4, 2)."""
        return np.array(self.corners, np.float64)

    @property
    def printed(self) -> bool:
        """Whether it is a marker of the printed mat, which nobody lays: an `unknown` piece with a label."""
        return self.kind == "unknown" and self.label is not None

    def to_json(self) -> dict[str, Any]:
        """The piece as a JSON object; what does not apply is left out."""
        document: dict[str, Any] = {
            "kind": self.kind,
            "label": self.label,
            "confidence": round(self.confidence, CONFIDENCE_DIGITS),
            "corners": [[round(x, PIXEL_DIGITS), round(y, PIXEL_DIGITS)] for x, y in self.corners],
            "level": self.level,
        }
        if self.candidates or self.label is None:
            document["candidates"] = [
                {"label": each.label, "confidence": round(each.confidence, CONFIDENCE_DIGITS)}
                for each in self.candidates
            ]
        if self.stack is not None:
            document["stack"] = self.stack
        if self.position is not None:
            document["position"] = self.position
        return document

    @classmethod
    def from_json(cls, document: Any, where: str = "piece") -> Piece:
        """The piece that `to_json` wrote; `ObservationError` where it is none. Keys added later are ignored."""
        given = _object(document, where)
        kind = _text(given, "kind", where)
        if kind not in KINDS:
            raise ObservationError(f"{where}.kind: expected one of {', '.join(sorted(KINDS))}; got {kind!r}")
        label = given.get("label")
        if label is not None and not isinstance(label, str):
            raise ObservationError(f"{where}.label: expected a text or null; got {label!r}")
        return cls(
            kind=kind,
            label=label,
            confidence=_number(given.get("confidence"), f"{where}.confidence"),
            corners=_corners(given.get("corners"), f"{where}.corners"),
            level=_whole(given.get("level"), f"{where}.level"),
            candidates=tuple(
                Candidate(
                    _text(_object(each, f"{where}.candidates[{n}]"), "label", f"{where}.candidates[{n}]"),
                    _number(each.get("confidence"), f"{where}.candidates[{n}].confidence"),
                )
                for n, each in enumerate(_list(given.get("candidates", []), f"{where}.candidates"))
            ),
            stack=_whole(given.get("stack"), f"{where}.stack"),
            position=_whole(given.get("position"), f"{where}.position"),
        )


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that makes the reading less sure, such as glare; `region` is x0, y0, x1, y1 in pixels, or None."""

    name: str
    detail: str
    region: Region | None = None

    def to_json(self) -> dict[str, Any]:
        """The notice as a JSON object."""
        region = None if self.region is None else [round(v, PIXEL_DIGITS) for v in self.region]
        return {"name": self.name, "detail": self.detail, "region": region}

    @classmethod
    def from_json(cls, document: Any, where: str = "warning") -> Notice:
        """The notice that `to_json` wrote; `ObservationError` where it is none."""
        given = _object(document, where)
        region: Region | None = None
        if given.get("region") is not None:
            values = _list(given["region"], f"{where}.region")
            if len(values) != 4:
                raise ObservationError(f"{where}.region: expected four numbers; got {len(values)}")
            x0, y0, x1, y1 = (_number(value, f"{where}.region") for value in values)
            region = (x0, y0, x1, y1)
        return cls(_text(given, "name", where), _text(given, "detail", where), region)


@dataclass(frozen=True, slots=True)
class MatLies:
    """The printed mat in a photo: its `sort` (game, paper, size), and the homography from pixels to mm, row by row."""

    sort: tuple[str, str, str]
    homography: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """The mat as a JSON object."""
        return {"sort": list(self.sort), "homography": list(self.homography)}

    @classmethod
    def from_json(cls, document: Any, where: str = "mat") -> MatLies:
        """The mat that `to_json` wrote; `ObservationError` where it is none."""
        given = _object(document, where)
        numbers = [_number(value, f"{where}.homography") for value in _list(given.get("homography"), where)]
        sort = _list(given.get("sort"), f"{where}.sort")
        if len(numbers) != 9 or len(sort) != 3 or not all(isinstance(word, str) for word in sort):
            raise ObservationError(f"{where}: expected a sort of three words and a homography of nine numbers")
        return cls((sort[0], sort[1], sort[2]), tuple(numbers))


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one photo shows. `width` and `height` are its pixels as a person sees it, `model` names the stages.

    `mat` says where the printed mat lies, for the games whose recognisers tell it; None where none was seen.
    """

    width: int
    height: int
    sha256: str
    pieces: tuple[Piece, ...]
    warnings: tuple[Notice, ...] = ()
    model: str = ""
    mat: MatLies | None = None

    def to_json(self) -> dict[str, Any]:
        """The observation as a JSON object."""
        document = {
            "schema": SCHEMA,
            "image": {"width": self.width, "height": self.height, "sha256": self.sha256},
            "pieces": [piece.to_json() for piece in self.pieces],
            "warnings": [notice.to_json() for notice in self.warnings],
            "model": self.model,
        }
        return document if self.mat is None else document | {"mat": self.mat.to_json()}

    @classmethod
    def from_json(cls, document: Any) -> Observation:
        """The observation that `to_json` wrote; `ObservationError` where it is none. Keys added later are ignored."""
        given = _object(document, "observation")
        if given.get("schema") != SCHEMA:
            raise ObservationError(f"schema: expected {SCHEMA!r}; got {given.get('schema')!r}")
        image = _object(given.get("image"), "image")
        width, height = _whole(image.get("width"), "image.width"), _whole(image.get("height"), "image.height")
        if width is None or height is None:
            raise ObservationError("image: expected width and height")
        pieces = _list(given.get("pieces"), "pieces")
        warnings = _list(given.get("warnings", []), "warnings")
        return cls(
            width=width,
            height=height,
            sha256=_text(image, "sha256", "image"),
            pieces=tuple(Piece.from_json(each, f"pieces[{n}]") for n, each in enumerate(pieces)),
            warnings=tuple(Notice.from_json(each, f"warnings[{n}]") for n, each in enumerate(warnings)),
            model=_text(given, "model", "observation") if "model" in given else "",
            mat=MatLies.from_json(given["mat"]) if given.get("mat") is not None else None,
        )


def corners_of(quad: Iterable[Iterable[float]]) -> Corners:
    """A quad's four points as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ObservationError(f"{where}: expected an object; got {type(value).__name__}")
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise ObservationError(f"{where}: expected a list; got {type(value).__name__}")
    return value


def _text(given: dict[str, Any], key: str, where: str) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise ObservationError(f"{where}.{key}: expected a text; got {value!r}")
    return value


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ObservationError(f"{where}: expected a number; got {value!r}")
    return float(value)


def _whole(value: Any, where: str) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise ObservationError(f"{where}: expected a whole number or null; got {value!r}")
    return value


def _corners(value: Any, where: str) -> Corners:
    points = _list(value, where)
    if len(points) != 4 or any(len(_list(point, where)) != 2 for point in points):
        raise ObservationError(f"{where}: expected four points [x, y]")
    a, b, c, d = ((_number(x, where), _number(y, where)) for x, y in points)
    return a, b, c, d
