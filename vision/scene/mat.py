"""The printed mat in numbers: where its markers and zones lie, in mm from its top left corner (x right, y down).

    MatError(ValueError)     no such game, paper, size or number of players

Markers are ArUco, dictionary `DICTIONARY`. Their ids tell game, paper and size, so that `sort_of` names the mat that a
camera sees, and `mat` says where its markers' corners lie. Number of players changes zones alone, never a marker.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

DICTIONARY: Final = "DICT_5X5_100"
GAMES: Final = ("stonerow", "stackernoos", "stones")
PAPERS: Final = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Paper lying on its long side, mm."""
SIZES: Final = ("sheet", "table")
PLAYERS: Final = {"stonerow": (2, 4), "stackernoos": (2, 6), "stones": (2, 4)}
IDS_OF_A_MAT: Final = 8
MODULES: Final = 7

PRINTER_MARGIN: Final = 10.0
EDGE: Final = 8.0
GAP: Final = 4.0
GRIDS: Final = {"sheet": (1, 1), "table": (3, 3)}
MARKER_SIDES: Final = {"sheet": 24.0, "table": 44.0}
CARD: Final = (63.0 + GAP, 88.0 + GAP)
"""The place of a poker card."""
TILE: Final = 44.0
BOARD: Final = 264.0


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
    """A place for pieces: its top left corner and size in mm, the seat that it belongs to, None for all.

    `turn` is how far its reader is turned, degrees clockwise: 0 sits at the bottom edge, 90 at the left one.
    """

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


def mat(game: str, players: int, paper: str = "a4", size: str = "table") -> Mat:
    """The mat of a game for so many players: `sheet` is one sheet of the paper, `table` nine."""
    _check("game", game, GAMES)
    _check("paper", paper, tuple(PAPERS))
    _check("size", size, SIZES)
    least, most = PLAYERS[game]
    if not least <= players <= most:
        raise MatError(f"{game} is played by {least} to {most}, not by {players}")
    columns, rows = GRIDS[size]
    width, height = (side - 2 * PRINTER_MARGIN for side in PAPERS[paper])
    blank = Mat(game, players, paper, size, columns * width, rows * height, columns, rows, (), ())
    return replace(blank, markers=_markers(blank), zones=_zones(blank))


def sort_of(ids: Iterable[int]) -> tuple[str, str, str] | None:
    """Game, paper and size of the mat that most of the ids belong to; None where none or two do."""
    votes: dict[int, int] = {}
    for marker in ids:
        votes[marker // IDS_OF_A_MAT] = votes.get(marker // IDS_OF_A_MAT, 0) + 1
    ranked = sorted(((count, number) for number, count in votes.items() if 0 <= number < len(_SORTS)), reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return _SORTS[ranked[0][1]]


_SORTS: Final = tuple((game, paper, size) for game in GAMES for paper in PAPERS for size in SIZES)


def _check(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise MatError(f"there is no {what} {value!r}; choose one of {', '.join(known)}")


def _markers(blank: Mat) -> tuple[Marker, ...]:
    """Four in the corners, clockwise from the top left; a table's mat has four more in the middle of its edges."""
    first = _SORTS.index((blank.game, blank.paper, blank.size)) * IDS_OF_A_MAT
    side = MARKER_SIDES[blank.size]
    left, middle, right = EDGE, (blank.width - side) / 2, blank.width - EDGE - side
    top, centre, bottom = EDGE, (blank.height - side) / 2, blank.height - EDGE - side
    spots = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if blank.size == "table":
        spots += [(middle, top), (right, centre), (middle, bottom), (left, centre)]
    return tuple(Marker(first + number, x, y, side) for number, (x, y) in enumerate(spots))


def _inset(blank: Mat) -> float:
    """How far zones keep from the mat's edge: its markers and their white quiet zone, a module wide, lie there."""
    return EDGE + MARKER_SIDES[blank.size] * (1 + 1 / MODULES) + 1.0


def _zones(blank: Mat) -> tuple[Zone, ...]:
    middle = {"stonerow": _stonerow, "stackernoos": _stackernoos, "stones": _stones}[blank.game](blank)
    if blank.size == "sheet":
        return middle
    seats = _seats(blank, _around(middle))
    return middle + tuple(part for seat in seats for part in _split(blank.game, seat))


def _around(zones: tuple[Zone, ...]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all zones."""
    return (
        min(zone.x for zone in zones),
        min(zone.y for zone in zones),
        max(zone.x + zone.width for zone in zones),
        max(zone.y + zone.height for zone in zones),
    )


def _row(blank: Mat, top: float, names: tuple[str, ...], size: tuple[float, float]) -> tuple[Zone, ...]:
    """Zones of one size side by side about the mat's middle."""
    width, height = size
    left = (blank.width - len(names) * width - (len(names) - 1) * GAP) / 2
    return tuple(Zone(name, left + place * (width + GAP), top, width, height) for place, name in enumerate(names))


def _stonerow(blank: Mat) -> tuple[Zone, ...]:
    """The piles, and on a table's mat the tower below them: six cards, or for two teams twice six."""
    piles = ("quarry", "brickyard", "keystone")
    if blank.size == "sheet":
        return _row(blank, (blank.height - CARD[1]) / 2, piles, CARD)
    top = (blank.height - 2 * CARD[1] - GAP) / 2
    tower = _row(blank, top + CARD[1] + GAP, ("tower",), (6 * CARD[0], CARD[1]))
    return _row(blank, top, (*piles, "golddiggers"), CARD) + tower


def _stackernoos(blank: Mat) -> tuple[Zone, ...]:
    """The run with room for its branches, and the boneyard."""
    inset = _inset(blank)
    ring = 0.0 if blank.size == "sheet" else TILE
    width, height = blank.width - 2 * inset - 2 * ring, blank.height - 2 * inset - 2 * ring
    boneyard = width / 5
    left, top = inset + ring, inset + ring
    run = Zone("run", left, top, width - boneyard - GAP, height)
    return run, Zone("boneyard", left + width - boneyard, top, boneyard, height)


def _stones(blank: Mat) -> tuple[Zone, ...]:
    """The display and the tiles face down; on a table's mat with the board between them."""
    if blank.size == "sheet":
        top = (blank.height - 2 * TILE - GAP) / 2
        piles = _row(blank, top + TILE + GAP, ("facedown", "used"), (TILE, TILE))
        return _row(blank, top, ("display",), (5 * TILE, TILE)) + piles
    top = (blank.height - BOARD - TILE - GAP) / 2
    board = Zone("board", (blank.width - BOARD) / 2, top, BOARD, BOARD)
    below = top + BOARD + GAP
    left = (blank.width - 7 * TILE - 2 * GAP) / 2
    return (
        board,
        Zone("display", left, below, 5 * TILE, TILE),
        Zone("facedown", left + 5 * TILE + GAP, below, TILE, TILE),
        Zone("used", left + 6 * TILE + 2 * GAP, below, TILE, TILE),
    )


def _seats(blank: Mat, middle: tuple[float, float, float, float]) -> tuple[Zone, ...]:
    """Each seat's area round the middle, clockwise from the bottom edge; four of them turn like a pinwheel."""
    inset = _inset(blank)
    far_right, far_bottom = blank.width - inset, blank.height - inset
    left, top, right, bottom = middle
    if blank.players == 2:
        left, right = inset, far_right
    sides = {
        0: Zone("seat", left, bottom + GAP, far_right - left, far_bottom - bottom - GAP),
        90: Zone("seat", inset, top, left - GAP - inset, far_bottom - top, turn=90),
        180: Zone("seat", inset, inset, right - inset, top - GAP - inset, turn=180),
        270: Zone("seat", right + GAP, inset, far_right - right - GAP, bottom - inset, turn=270),
    }
    order = TURNS[blank.players]
    areas = []
    for seat, turn in enumerate(order):
        side = sides[turn]
        half = order.count(turn) == 2
        second = half and order.index(turn) != seat
        width = (side.width - GAP) / 2 if half else side.width
        far = half and second == (turn == 180)
        areas.append(replace(side, x=side.x + (width + GAP if far else 0.0), width=width, seat=seat))
    return tuple(areas)


TURNS: Final = {
    2: (0, 180),
    3: (0, 90, 270),
    4: (0, 90, 180, 270),
    5: (0, 0, 90, 180, 270),
    6: (0, 0, 90, 180, 180, 270),
}
"""How each seat is turned, degrees clockwise from seat 0, by the number of players."""


def _split(game: str, seat: Zone) -> tuple[Zone, ...]:
    """A seat's area by what lies there: the larger part at the reader's left."""
    names, share = {
        "stonerow": (("rows", "deflectors"), 0.8),
        "stackernoos": (("hand",), 1.0),
        "stones": (("supply", "golden"), 0.55),
    }[game]
    if len(names) == 1:
        return (replace(seat, name=names[0]),)
    along = seat.width if seat.turn in (0, 180) else seat.height
    large, small = (along - GAP) * share, (along - GAP) * (1 - share)
    first_near = seat.turn in (0, 90)
    starts = (0.0, large + GAP) if first_near else (small + GAP, 0.0)
    parts = []
    for name, start, size in zip(names, starts, (large, small), strict=True):
        if seat.turn in (0, 180):
            parts.append(replace(seat, name=name, x=seat.x + start, width=size))
        else:
            parts.append(replace(seat, name=name, y=seat.y + start, height=size))
    return tuple(parts)
