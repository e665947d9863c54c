"""The printed mat in numbers: where its markers and zones lie, in mm from its top left corner (x right, y down).

    MatError(ValueError)     no such game, paper, size or number of players

Markers are ArUco, dictionary `DICTIONARY`. Their ids tell game, paper and size, so that `sort_of` names the mat that a
camera sees, and `mat` says where its markers' corners lie. Number of players changes zones alone, never a marker.
What a game prints is the `LAYOUT` of `vision/games/NAME/mat.py`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import hypot
from typing import TYPE_CHECKING, Final

from engine.games import games
from vision.parts import part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

DICTIONARY: Final = "DICT_5X5_100"
PAPERS: Final = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Paper lying on its long side, mm."""
SIZES: Final = ("sheet", "table")
KINDS: Final = tuple(product(PAPERS, SIZES))
IDS_OF_A_MAT: Final = 8
GAMES: Final = int(DICTIONARY.rpartition("_")[2]) // (len(KINDS) * IDS_OF_A_MAT)
"""The ids of the dictionary are enough for the mats of so many games."""
MODULES: Final = 7

PRINTER_MARGIN: Final = 10.0
EDGE: Final = 8.0
GAP: Final = 4.0
GRIDS: Final = {"sheet": (1, 1), "table": (3, 3)}
MARKER_SIDES: Final = {"sheet": 24.0, "table": 44.0}


class MatError(ValueError):
    """There is no such mat; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker: its id, its top left corner and its side in mm."""

    id: int
    x: float
    y: float
    side: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Top left, top right, bottom right, bottom left, as a detector orders them."""
        right, bottom = self.x + self.side, self.y + self.side
        return ((self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom))


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for pieces: its top left corner and size in mm, the seat that it belongs to, None for all. `turn` is how
    far its reader is turned, degrees clockwise: 0 sits at the bottom edge, 90 at the left one."""

    name: str
    x: float
    y: float
    width: float
    height: float
    seat: int | None = None
    turn: int = 0

    def holds(self, x: float, y: float) -> bool:
        """Whether a point in mm lies in the zone."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def away(self, x: float, y: float) -> float:
        """How far (mm) a point lies from the zone, 0 within."""
        across = max(self.x - x, x - self.x - self.width, 0.0)
        return hypot(across, max(self.y - y, y - self.y - self.height, 0.0))

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, mm."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat of `columns` × `rows` sheets of equal size; `width` and `height` in mm."""

    game: str
    players: int
    paper: str
    size: str
    width: float
    height: float
    columns: int
    rows: int
    markers: tuple[Marker, ...]
    zones: tuple[Zone, ...]

    def zone_at(self, x: float, y: float) -> Zone | None:
        """The zone at a point in mm; None between zones."""
        return next((zone for zone in self.zones if zone.holds(x, y)), None)

    def row(self, top: float, names: tuple[str, ...], size: tuple[float, float]) -> tuple[Zone, ...]:
        """Zones of one size (mm) side by side about the mat's middle."""
        width, height = size
        left = (self.width - len(names) * width - (len(names) - 1) * GAP) / 2
        return tuple(Zone(name, left + place * (width + GAP), top, width, height) for place, name in enumerate(names))

    @property
    def inset(self) -> float:
        """How far (mm) zones keep from the edge: markers and their white quiet zone, a module wide, lie there."""
        return EDGE + MARKER_SIDES[self.size] * (1 + 1 / MODULES) + 1.0


@dataclass(frozen=True, slots=True)
class Layout:
    """What the mat of one game has. `number`, 0 to 2, tells its markers from other games', and never changes.

    `players` are the fewest and the most that it has zones for. `middle` gives the zones for all on a blank mat.
    `before_a_seat` names what lies before each player. Of two parts the first, at the reader's left, takes a `share`.
    """

    number: int
    players: tuple[int, int]
    middle: Callable[[Mat], tuple[Zone, ...]]
    before_a_seat: tuple[str] | tuple[str, str]
    share: float = 1.0


@cache
def layouts() -> Mapping[str, Layout]:
    """The layout of every game that has a mat, by its name."""
    found = {name: part_of(name, "mat") for name in games()}
    known: dict[str, Layout] = {name: part.LAYOUT for name, part in found.items() if part is not None}
    numbers = sorted(each.number for each in known.values())
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(GAMES)):
        raise MatError(f"the mats of {', '.join(known)} have the numbers {numbers}: each needs its own, under {GAMES}")
    return known


def mat(game: str, players: int, paper: str = "a4", size: str = "table") -> Mat:
    """The mat of a game for so many players: `sheet` is one sheet of the paper, `table` nine."""
    _check("game", game, tuple(layouts()))
    _check("paper", paper, tuple(PAPERS))
    _check("size", size, SIZES)
    least, most = layouts()[game].players
    if not least <= players <= most:
        raise MatError(f"{game} is played by {least} to {most}, not by {players}")
    columns, rows = GRIDS[size]
    width, height = (side - 2 * PRINTER_MARGIN for side in PAPERS[paper])
    blank = Mat(game, players, paper, size, columns * width, rows * height, columns, rows, (), ())
    return replace(blank, markers=_markers(blank), zones=_zones(blank))


def sort_of(ids: Iterable[int]) -> tuple[str, str, str] | None:
    """Game, paper and size of the mat that most of the ids belong to; None where none or two do."""
    votes = Counter(marker // IDS_OF_A_MAT for marker in ids)
    if not votes:
        return None  # most pictures: no game is brought in for them
    sorts = _sorts()
    ranked = sorted(((count, number) for number, count in votes.items() if number in sorts), reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return sorts[ranked[0][1]]


@cache
def _sorts() -> Mapping[int, tuple[str, str, str]]:
    """Game, paper and size of all mats by their number, which the ids of their markers begin with."""
    return {_number(game, *kind): (game, *kind) for game in layouts() for kind in KINDS}


def _number(game: str, paper: str, size: str) -> int:
    return layouts()[game].number * len(KINDS) + KINDS.index((paper, size))


def _check(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise MatError(f"there is no {what} {value!r}; choose one of {', '.join(known)}")


def _markers(blank: Mat) -> tuple[Marker, ...]:
    """Four in the corners, clockwise from the top left; a table's mat has four more in the middle of its edges."""
    first = _number(blank.game, blank.paper, blank.size) * IDS_OF_A_MAT
    side = MARKER_SIDES[blank.size]
    left, middle, right = EDGE, (blank.width - side) / 2, blank.width - EDGE - side
    top, centre, bottom = EDGE, (blank.height - side) / 2, blank.height - EDGE - side
    spots = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if blank.size == "table":
        spots += [(middle, top), (right, centre), (middle, bottom), (left, centre)]
    return tuple(Marker(first + number, x, y, side) for number, (x, y) in enumerate(spots))


def _zones(blank: Mat) -> tuple[Zone, ...]:
    layout = layouts()[blank.game]
    middle = layout.middle(blank)
    if blank.size == "sheet":
        return middle
    names, share = layout.before_a_seat, layout.share
    parts = (zip(names, _split(seat, share), strict=True) for seat in _seats(blank, middle))
    return middle + tuple(replace(part, name=name) for seat in parts for name, part in seat)


def _seats(blank: Mat, middle: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """Each seat's area round the middle, clockwise from the bottom edge; four of them turn like a pinwheel."""
    inset = blank.inset
    far_right, far_bottom = blank.width - inset, blank.height - inset
    left, right = min(zone.x for zone in middle), max(zone.x + zone.width for zone in middle)
    top, bottom = min(zone.y for zone in middle), max(zone.y + zone.height for zone in middle)
    if blank.players == 2:
        left, right = inset, far_right
    sides = {
        0: Zone("seat", left, bottom + GAP, far_right - left, far_bottom - bottom - GAP),
        90: Zone("seat", inset, top, left - GAP - inset, far_bottom - top, turn=90),
        180: Zone("seat", inset, inset, right - inset, top - GAP - inset, turn=180),
        270: Zone("seat", right + GAP, inset, far_right - right - GAP, bottom - inset, turn=270),
    }
    order = TURNS[blank.players]
    # Clockwise is from a reader's right to the left.
    areas = (area for turn in dict.fromkeys(order) for area in _split(sides[turn], 1 / order.count(turn))[::-1])
    return tuple(replace(area, seat=seat) for seat, area in enumerate(areas))


TURNS: Final = {
    2: (0, 180),
    3: (0, 90, 270),
    4: (0, 90, 180, 270),
    5: (0, 0, 90, 180, 270),
    6: (0, 0, 90, 180, 180, 270),
}
"""How each seat is turned, degrees clockwise from seat 0, by the number of players."""


def _split(area: Zone, share: float) -> tuple[Zone, ...]:
    """An area in two parts: the first, at its reader's left, takes a share of it. All of it is one part."""
    if share == 1.0:
        return (area,)
    sideways = area.turn in (0, 180)
    along = (area.width if sideways else area.height) - GAP
    sizes = along * share, along * (1 - share)
    starts = (0.0, sizes[0] + GAP) if area.turn in (0, 90) else (sizes[1] + GAP, 0.0)
    return tuple(
        replace(area, x=area.x + start, width=size) if sideways else replace(area, y=area.y + start, height=size)
        for start, size in zip(starts, sizes, strict=True)
    )
