"""The stage on which a film is planned: pieces at their spots, a clock, and hands that carry pieces between spots."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, Final

from datasets.films.path import Key, Path
from datasets.films.script import Change, Leg, Prop, Reach, Shake, Spot
from datasets.optics.pose import Pose, about, product

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.films.path import Turn

OUTSIDE: Final = 330.0
"""How far (mm) beyond the picture's edge hands rest."""
GRIP: Final = 2.0
"""Fingertips hold a piece so far (mm) from its middle, towards the player."""
CLEARANCE: Final = 38.0
"""How high (mm) above everything pieces are carried."""
SPEED: Final = 900.0
"""mm/s of a hand that has far to go."""
LEAST: Final = 0.16
"""Seconds that the shortest motion takes."""

Load = tuple[int, Spot]
"""A piece and where it is to be laid."""


@dataclass(frozen=True, slots=True)
class Times:
    """When a hand came, when all that it brought lay, when it had left; s."""

    come: float
    laid: float
    left: float

    def then(self, later: Times) -> Times:
        """Both comings of a hand as one."""
        return Times(self.come, later.laid, later.left)


class NoRoom(Exception):  # noqa: N818 - reads as the sentence it is
    """There is no room on the table for what is to be laid; the film ends before it."""


@dataclass(slots=True)
class Stage:
    """What has been planned so far.

    `angles` say where the seats are, `half` is half the width and depth (mm) of what the camera shall see.
    """

    rng: Generator
    angles: tuple[float, ...]
    half: tuple[float, float]
    clock: float = 0.8
    props: list[Prop] = field(default_factory=list)
    now: list[Spot] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    reaches: list[Reach] = field(default_factory=list)
    shakes: list[Shake] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    incidents: list[dict[str, Any]] = field(default_factory=list)
    drifts: list[tuple[float, float, float]] = field(default_factory=list)

    def add(self, kind: str, label: str, height: float, spot: Spot) -> int:
        """A piece that lies there from the beginning; `height` is its thickness in mm. Its number."""
        self.props.append(Prop(kind, label, spot))
        self.now.append(spot)
        self.heights.append(height)
        return len(self.props) - 1

    # Places
    def seat(self, seat: int) -> tuple[float, float]:
        """Where a player's hand rests, mm."""
        angle = self.angles[seat]
        return (self.half[0] + OUTSIDE) * cos(angle), (self.half[1] + OUTSIDE) * sin(angle)

    def home(self, seat: int, down: bool = False) -> Spot:
        """In a player's hand."""
        x, y = self.seat(seat)
        return Spot(Pose.flat(x, y, 40.0, self.facing(seat), down), None, away=True)

    def facing(self, seat: int) -> float:
        """How a thing is turned (radians) so that it reads upright for a seat."""
        x, y = self.seat(seat)
        return atan2(y, x) + pi / 2

    def drifted(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is now that it has been bumped."""
        for dx, dy, turn in self.drifts:
            x, y = x + dx - turn * y, y + dy + turn * x
        return x, y

    def laid(self) -> list[int]:
        """The pieces on the table."""
        return [number for number, spot in enumerate(self.now) if not spot.away]

    @property
    def ceiling(self) -> float:
        """The height (mm) above which nothing stands."""
        return max((self.now[n].pose.at[2] + self.heights[n] / 2 for n in self.laid()), default=0.0) + CLEARANCE

    # Hands
    def carry(
        self, seat: int, loads: Sequence[Load], start: float, fumble: bool = False, together: bool = False
    ) -> Times:
        """A seat's hand takes pieces up one by one, or together, lays them likewise, and leaves."""
        trip = Trip(self, seat, start, _middle(self, loads))
        for number, (piece, spot) in enumerate(loads):
            if self.now[piece].away:
                trip.hold(piece, spot.pose.turn)
            elif together and number:
                trip.gather(piece)
            else:
                trip.pick(piece)
        laid = [(piece, spot) for piece, spot in loads if not spot.away]
        for piece, spot in laid[:1] if together else laid:
            trip.lay(piece, spot, fumble)
        if together:
            trip.spread(laid[1:])
        done = trip.time
        trip.leave()
        for piece, spot in loads:
            self.legs.append(Leg(piece, Path(tuple(trip.piece_keys[piece])), spot))
            self.now[piece] = spot
        self.reaches.append(Reach(seat, Path(tuple(trip.keys))))
        return Times(start, done if laid else trip.time, trip.time)

    # What disturbs
    def bump(self, time: float, strength: float) -> None:
        """Somebody knocks the table: all that lies there slips by some tenths of a millimetre, the camera trembles."""
        rng = self.rng
        drift = (float(rng.normal(0, strength)), float(rng.normal(0, strength)), float(rng.normal(0, strength * 0.002)))
        self.drifts.append(drift)
        for piece in self.laid():
            spot = self.now[piece]
            x, y, z = spot.pose.at
            dx, dy, turn = drift
            turn_by = about((0.0, 0.0, 1.0), turn + float(rng.normal(0, 0.003 * strength)))
            pose = Pose((x + dx - turn * y, y + dy + turn * x, z), product(turn_by, spot.pose.turn))
            self.slide(piece, replace(spot, pose=pose), time, 0.12)
        self.shakes.append(Shake(time, float(rng.uniform(2, 5))))
        self.incidents.append({"name": "bump", "time": round(time, 3)})

    def slide(self, piece: int, spot: Spot, time: float, seconds: float) -> None:
        """A piece moves by itself to a spot."""
        path = Path((Key(time, self.now[piece].pose), Key(time + seconds, spot.pose)))
        self.legs.append(Leg(piece, path, spot))
        self.now[piece] = spot

    def nudge(self, time: float) -> None:
        """Somebody touches the camera, which stays a little moved."""
        eye = [float(v) for v in self.rng.normal(0, 6, 3)]
        aim = [moved + float(v) for moved, v in zip(eye, self.rng.normal(0, 2.5, 2), strict=False)]
        self.shakes.append(Shake(time, 2.0, (eye[0], eye[1], eye[2]), (aim[0], aim[1], 0.0)))
        self.incidents.append({"name": "nudge", "time": round(time, 3)})

    def dim(self, time: float) -> None:
        """The light changes: a cloud, a lamp."""
        rng = self.rng
        level, warm = float(rng.choice([rng.uniform(0.45, 0.8), rng.uniform(1.2, 1.8)])), float(rng.normal(0, 0.06))
        factors = (level * (1 + warm), level, level * (1 - warm))
        seconds = float(rng.choice([0.12, rng.uniform(0.6, 3.0)]))
        self.changes.append(Change(time, seconds, factors))
        self.incidents.append({"name": "light", "time": round(time, 3), "factors": [round(v, 3) for v in factors]})


class Trip:
    """One coming and going of a hand; `piece_keys` holds the keys of each piece that it carries."""

    def __init__(self, stage: Stage, seat: int, start: float, middle: tuple[float, float]) -> None:
        self._stage = stage
        self._rng = stage.rng
        home = stage.seat(seat)
        angle = atan2(home[1] - middle[1], home[0] - middle[0]) + float(self._rng.normal(0, 0.12))
        self._side = (cos(angle), sin(angle))
        self._turn = angle + pi
        self._haste = float(self._rng.uniform(0.75, 1.2))
        self._out = (
            middle[0] + self._side[0] * hypot(home[0] - middle[0], home[1] - middle[1]),
            middle[1] + self._side[1] * hypot(home[0] - middle[0], home[1] - middle[1]),
            70.0,
        )
        self.time = start
        self.keys: list[Key] = []
        self.piece_keys: dict[int, list[Key]] = {}
        self._held: dict[int, tuple[Turn, float]] = {}
        self._aside: dict[int, tuple[float, float]] = {}
        self._at = self._out
        self._top = stage.ceiling
        self._key()

    def hold(self, piece: int, turn: Turn) -> None:
        """The piece was in the hand when it came."""
        tilt = about((1.0, 0.0, 0.0), float(self._rng.normal(0, 0.12)))
        self._held[piece] = (product(turn, tilt), self._stage.heights[piece] / 2 + 0.8 * len(self._held))
        self.piece_keys[piece] = [Key(self.time, self._carried(piece))]

    def pick(self, piece: int) -> None:
        """Go to a piece and take it up."""
        pose = self._stage.now[piece].pose
        self._over(pose, piece)
        self._down(pose, piece)
        self._wait(float(self._rng.uniform(0.06, 0.2)))
        self._held[piece] = (pose.turn, self._stage.heights[piece] / 2)
        self.piece_keys[piece] = [Key(self.time, pose)]

    def gather(self, piece: int) -> None:
        """Take up a piece together with the first, as it lies beside it."""
        first = next(iter(self._held))
        pose, (x, y, z) = self._stage.now[piece].pose, self._stage.now[first].pose.at
        low = self._stage.heights[piece] / 2 + z - pose.at[2]
        self._held[piece] = (pose.turn, low)
        self._aside[piece] = (pose.at[0] - x, pose.at[1] - y)
        self.piece_keys[piece] = [Key(self.time, pose)]

    def spread(self, loads: Sequence[Load]) -> None:
        """Lay what was gathered, all at once."""
        for piece, spot in loads:
            self.piece_keys[piece][-1] = Key(self.piece_keys[piece][-1].time, spot.pose)
            del self._held[piece]

    def lay(self, piece: int, spot: Spot, fumble: bool) -> None:
        """Lay a piece down at a spot; who fumbles lays it askew first."""
        _, low = self._held[piece]
        turn = about((0.0, 0.0, 1.0), float(self._rng.normal(0, 0.1)))
        self._held[piece] = (product(turn, spot.pose.turn), low)
        self._over(spot.pose, piece)
        if fumble:
            self._fumble(piece, spot)
        self._held[piece] = (spot.pose.turn, self._stage.heights[piece] / 2)
        self._down(spot.pose, piece)
        self.piece_keys[piece][-1] = Key(self.time, spot.pose)
        del self._held[piece]
        self._wait(float(self._rng.uniform(0.04, 0.16)))

    def leave(self) -> None:
        """Go home with what is still held."""
        if self._at != self._out:
            x, y, z = self._at
            self._go((x + 25 * self._side[0], y + 25 * self._side[1], max(z + 18.0, 0.6 * self._top)), 0.8)
        self._go(self._out, 0.75)

    def _fumble(self, piece: int, spot: Spot) -> None:
        rng = self._rng
        x, y, z = spot.pose.at
        dx, dy = (float(v) for v in rng.normal(0, 5, 2))
        turn = about((0.0, 0.0, 1.0), float(rng.choice([-1, 1]) * rng.uniform(0.12, 0.4)))
        askew = Pose((x + dx, y + dy, z + 0.4), product(turn, spot.pose.turn))
        self._held[piece] = (askew.turn, self._stage.heights[piece] / 2)
        self._down(askew, piece)
        self._wait(float(rng.uniform(0.3, 0.9)))
        self._stage.incidents.append({"name": "fumble", "time": round(self.time, 3)})

    def _over(self, pose: Pose, piece: int) -> None:
        x, y, _ = self._grip(pose, piece)
        self._go((x, y, self._top))

    def _down(self, pose: Pose, piece: int) -> None:
        self._go(self._grip(pose, piece))

    def _grip(self, pose: Pose, piece: int) -> tuple[float, float, float]:
        x, y, z = pose.at
        low = self._stage.heights[piece] / 2
        return x + GRIP * self._side[0], y + GRIP * self._side[1], z + low

    def _go(self, to: tuple[float, float, float], slow: float = 1.0) -> None:
        away = sum((a - b) ** 2 for a, b in zip(self._at, to, strict=True)) ** 0.5
        self.time += slow * self._haste * (LEAST + away / SPEED)
        self._at = to
        self._key()

    def _wait(self, seconds: float) -> None:
        self.time += seconds
        self._key()

    def _key(self) -> None:
        x, y, z = self._at
        self.keys.append(Key(self.time, Pose.flat(x, y, max(z - 3.0, 0.5), self._turn)))
        for piece in self._held:
            self.piece_keys[piece].append(Key(self.time, self._carried(piece)))

    def _carried(self, piece: int) -> Pose:
        turn, low = self._held[piece]
        x, y, z = self._at
        dx, dy = self._aside.get(piece, (0.0, 0.0))
        return Pose((x - GRIP * self._side[0] + dx, y - GRIP * self._side[1] + dy, z - low), turn)


def _middle(stage: Stage, loads: Sequence[Load]) -> tuple[float, float]:
    """The middle of all places on the table that a hand has to go to."""
    spots = [spot for piece, to in loads for spot in (stage.now[piece], to) if not spot.away]
    places = [spot.pose.at for spot in spots] or [(0.0, 0.0, 0.0)]
    return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)
