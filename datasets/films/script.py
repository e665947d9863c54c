"""The script of a film: what lies where from when on, which hands come, what shakes, what is played. Pure data."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, exp, pi, tan
from typing import TYPE_CHECKING, Any, Final

from datasets.optics.camera import Camera

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.films.path import Path
    from datasets.optics.pose import Pose
    from datasets.sheets.layout import Layout
    from engine.record import Record

Vector = tuple[float, float, float]

FOLLOWS: Final = 0.25
"""How much of the square of a lens's first distortion coefficient its second is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece rests, at which level, on which pieces; `facts` go into the truth. Level None: it leans or moves.

    What is `away` lies beyond the picture, in a player's hand or before a player.
    """

    pose: Pose
    level: int | None = 0
    on: tuple[int, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    away: bool = False


@dataclass(frozen=True, slots=True)
class Prop:
    """A piece of the film: its kind and label as in the truth, and where it lies at first."""

    kind: str
    label: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Leg:
    """A piece moves along a path and then rests at a spot."""

    piece: int
    path: Path
    to: Spot


@dataclass(frozen=True, slots=True)
class Reach:
    """A seat's hand comes in and goes again: the path of its fingertips."""

    seat: int
    path: Path


@dataclass(frozen=True, slots=True)
class Shake:
    """The camera trembles from a time on for some tenths of a second, and stays moved by `eye` and `target` (mm)."""

    time: float
    amplitude: float
    eye: Vector = (0.0, 0.0, 0.0)
    target: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Change:
    """The light changes at a time within `seconds` to the factors of red, green and blue."""

    time: float
    seconds: float
    factors: Vector


@dataclass(frozen=True, slots=True)
class Play:
    """One thing that a player did: `kind` is `play`, `change` (legal, then taken back) or `cheat` (against the rules).

    Times in s: when the hand came, when all lay, when the hand had left, and when it had been taken back.
    """

    kind: str
    seat: int
    move: str
    come: float
    laid: float
    left: float
    back: float | None = None
    fault: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """How the camera stands: eye and target (mm), horizontal angle of view and roll in radians; how its lens bends."""

    eye: Vector
    target: Vector
    angle: float
    roll: float = 0.0
    bend: float = 0.0

    def camera(self, size: tuple[int, int], eye: Vector = (0, 0, 0), target: Vector = (0, 0, 0)) -> Camera:
        """The camera for a picture of a size, moved by offsets."""
        focal = size[0] / 2 / tan(self.angle / 2)
        k1, k2 = self.bend, FOLLOWS * self.bend * self.bend
        return Camera.look(_sum(self.eye, eye), _sum(self.target, target), size, focal, self.roll, k1, k2)


@dataclass(frozen=True)
class Script:
    """A film before it is rendered.

    `incidents` name what happened besides plays; `area` is half the size (mm) of what is played on.
    """

    game: str
    seed: int
    players: int
    seconds: float
    record: Record
    props: tuple[Prop, ...]
    legs: tuple[Leg, ...]
    reaches: tuple[Reach, ...]
    plays: tuple[Play, ...]
    events: tuple[float, ...]
    view: View
    area: tuple[float, float]
    mat: Layout | None = None
    shakes: tuple[Shake, ...] = ()
    changes: tuple[Change, ...] = ()
    incidents: tuple[dict[str, Any], ...] = ()

    @cached_property
    def _by_piece(self) -> list[tuple[list[float], list[Leg]]]:
        """For every piece its legs and when they begin."""
        sorted_ = sorted(self.legs, key=lambda leg: leg.path.start)
        legs: list[list[Leg]] = [[] for _ in self.props]
        for leg in sorted_:
            legs[leg.piece].append(leg)
        return [([leg.path.start for leg in own], own) for own in legs]

    def spot(self, piece: int, time: float) -> Spot:
        """Where a piece is at a time; while it moves it has no level and lies on nothing."""
        times, legs = self._by_piece[piece]
        at = bisect_right(times, time) - 1
        if at < 0:
            return self.props[piece].spot
        leg = legs[at]
        return leg.to if time >= leg.path.end else Spot(leg.path.pose(time), None, (), {"moving": True})

    def hands(self, time: float) -> list[tuple[int, Pose]]:
        """The seats whose hands are in, and the poses of the hands."""
        return [(r.seat, r.path.pose(time)) for r in self.reaches if r.path.start <= time <= r.path.end]

    def camera(self, size: tuple[int, int], time: float) -> Camera:
        """The camera at a time."""
        eye, target = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for shake in self.shakes:
            if time >= shake.time:
                since = time - shake.time
                gone = _ease(since / NUDGE)
                tremble = shake.amplitude * exp(-since / 0.12) * cos(2 * pi * 9 * since) * (since < TREMBLE)
                eye = _sum(eye, tuple(gone * v for v in shake.eye))
                target = _sum(target, (*(gone * v + tremble for v in shake.target[:2]), 0.0))
        return self.view.camera(size, eye, target)

    def light(self, time: float) -> Vector:
        """The factors of red, green and blue at a time."""
        now: Vector = (1.0, 1.0, 1.0)
        for change in self.changes:
            share = _ease((time - change.time) / change.seconds)
            r, g, b = (old + share * (new - old) for old, new in zip(now, change.factors, strict=True))
            now = (r, g, b)
        return now

    def phase(self, time: float) -> str:
        """`hand` while one is in, `moving` while something moves or shakes, else `still`."""
        if self.hands(time):
            return "hand"
        moving = any(leg.path.start <= time < leg.path.end for leg in self.legs)
        shaking = any(0 <= time - shake.time < TREMBLE for shake in self.shakes)
        return "moving" if moving or shaking else "still"

    def count(self, time: float) -> int:
        """How many lines the record has by a time."""
        return bisect_right(self.events, time)

    def illegal(self, time: float) -> bool:
        """Whether a play against the rules lies on the table."""
        return any(p.kind == "cheat" and p.laid <= time < (p.back or self.seconds) for p in self.plays)


NUDGE = 0.3
"""How long a nudged camera takes to its new place, s."""
TREMBLE = 0.6
"""How long a camera trembles, s."""


def _ease(share: float) -> float:
    s = min(max(share, 0.0), 1.0)
    return s * s * (3 - 2 * s)


def _sum(a: tuple[float, ...], b: tuple[float, ...]) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
