"""A track is one piece remembered at its place. Beside it are glimpses of pieces, and occlusions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from vision.geometry import Quad, quad, through
from vision.observation import PIXEL_DIGITS, Corners, Piece, corners_of

if TYPE_CHECKING:
    from vision.arrays import Floats
    from vision.scene.memory.readings import Readings


@dataclass(frozen=True, slots=True)
class Track:
    """A piece at its place: what was read there, when it came (s), and since when a hand lies over it (s), if one does.

    `looks` counts those that found it, `missed` the last ones that did not. `believed` is False while it may be an
    error of one look. `accounted` says that it lay there when the table was last accounted for.
    """

    readings: Readings
    since: float
    looks: int = 1
    missed: int = 0
    occluded_since: float | None = None
    believed: bool = True
    accounted: bool = False

    @property
    def quad(self) -> Quad:
        """Where it lies, (4, 2) px."""
        return self.readings.piece.quad

    def moved(self, motion: Floats) -> Track:
        """The track where it is in the picture after the camera moved (3×3)."""
        return replace(self, readings=replace(self.readings, piece=_moved(self.readings.piece, motion)))


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A piece that was seen in passing at a new place: when first and `last` (s), and how often. It is `missed` if the
    look since did not find it there."""

    piece: Piece
    time: float
    last: float
    times: int = 1
    missed: bool = False

    def moved(self, motion: Floats) -> Glimpse:
        """The same where it is in the picture after the camera moved (3×3)."""
        return replace(self, piece=_moved(self.piece, motion))


@dataclass(frozen=True, slots=True)
class Occlusion:
    """A fact for disputes: a piece could not be seen from `since` to `until` (s; None: still), because of what."""

    kind: str
    label: str | None
    corners: Corners
    since: float
    until: float | None
    by: str

    @classmethod
    def of(cls, track: Track, since: float, until: float | None, by: str) -> Occlusion:
        """That a track was occluded from `since` to `until` (s; None: it still is), by a `hand` or a `piece`."""
        piece = track.readings.piece
        return cls(piece.kind, piece.label, piece.corners, since, until, by)

    def to_json(self) -> dict[str, Any]:
        """The fact in JSON types."""
        return {
            "kind": self.kind,
            "label": self.label,
            "corners": [[round(x, PIXEL_DIGITS), round(y, PIXEL_DIGITS)] for x, y in self.corners],
            "since": round(self.since, 3),
            "until": None if self.until is None else round(self.until, 3),
            "by": self.by,
        }


def labels_of(piece: Piece) -> tuple[str, ...]:
    """What a piece is, or all that it may be where that is not sure."""
    return tuple(each.label for each in piece.candidates) if piece.label is None else (piece.label,)


def nameless(piece: Piece) -> bool:
    """Whether a piece lies there and nobody can read it: an unknown thing, a card that is none of the deck."""
    blank = piece.kind in ("card", "domino") and piece.label is None and not piece.candidates
    return piece.kind == "unknown" or blank


def came_unread(track: Track) -> bool:
    """Whether a domino came, was read surely or more than once, and was covered before the table was accounted for."""
    piece, read = track.readings.piece, track.looks > 1 or (track.believed and bool(track.readings.surest))
    return piece.kind == "domino" and not track.accounted and read and piece.label not in (None, "back")


def carried(corners: Corners, motion: Floats) -> Corners:
    """Where four corners are in the picture after the camera moved (3×3)."""
    return corners_of(through(motion, quad(corners)))


def _moved(piece: Piece, motion: Floats) -> Piece:
    return replace(piece, corners=carried(piece.corners, motion))
