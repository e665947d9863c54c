"""The table as a drawing: where each tile of a position lies, in the units of an SVG, and where its pips are.

A cell is `CELL` units wide; y grows upwards on the table and downwards in a picture. A tile that lies on others is
drawn a little up and to the right of them, so that the height shows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from service.page.game_page import Box
from service.page.games.stackernoos.words import named
from service.page.language import english

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.core import Move
    from service.page.language import Language

CELL: Final = 40.0
LIFT: Final = 6.0
"""How far each level is moved, in units."""
MARGIN: Final = 2.2 * CELL
"""Room round the tiles: enough for one more at either end."""
RIM: Final = 0.4 * CELL
"""Room round the tiles of a small drawing."""
NEAR: Final = 3.4 * CELL
"""How far to each side of a tile a small drawing shows its line."""
LEAST: Final = (12 * CELL, 5 * CELL)
"""Width and height of the smallest drawing, so that a single tile is not blown up."""


Point: TypeAlias = tuple[float, float]

_L, _M, _R = -0.27, 0.0, 0.27
_FOUR: Final = ((_L, _L), (_R, _L), (_L, _R), (_R, _R))
_SIX: Final = (*_FOUR, (_M, _L), (_M, _R))
_EIGHT: Final = (*_SIX, (_L, _M), (_R, _M))
_ROWS: Final = tuple((x, y) for x in (_L, _R) for y in (-0.3, -0.1, 0.1, 0.3))
PIPS: Final[Mapping[int, tuple[Point, ...]]] = {
    0: (),
    1: ((_M, _M),),
    2: ((_L, _R), (_R, _L)),
    3: ((_L, _R), (_M, _M), (_R, _L)),
    4: _FOUR,
    5: (*_FOUR, (_M, _M)),
    6: _SIX,
    7: (*_SIX, (_M, _M)),
    8: _EIGHT,
    9: (*_EIGHT, (_M, _M)),
    10: (*_ROWS, (_M, -0.2), (_M, 0.2)),
    11: (*_ROWS, (_M, -0.2), (_M, _M), (_M, 0.2)),
    12: (*_ROWS, *((_M, y) for y in (-0.3, -0.1, 0.1, 0.3))),
}
"""Pips of a half, from its centre, in cells."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A domino of the drawing: its name or None where it is unsure, its box, the centres of its halves, its pips."""

    label: str | None
    box: Box
    level: int
    upright: bool
    centres: tuple[Point, Point]
    pips: tuple[Point, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Board:
    """All tiles, the lowest first, and the box that they fit in."""

    tiles: tuple[Tile, ...]
    box: Box
    words: str
    """The table in one line, for those who do not see the drawing."""
    last: Box | None = None
    """Where the last move laid its tile."""


def board(position: Mapping[str, Any] | None, language: Language | None = None) -> Board:
    """The drawing of a position; tiles without a place are left out."""
    t = language or english()
    laid = [each for each in (position or {}).get("tiles", ()) if isinstance(each, dict) and "at" in each]
    tiles = sorted((_tile(each, t) for each in laid), key=lambda each: each.level)
    listed = "; ".join(each.words for each in tiles)
    words = f"{t('board.words', count=len(tiles))}: {listed}" if tiles else t("board.none")
    return Board(tuple(tiles), _frame([each.box for each in tiles]), words)


def tile(label: str, t: Language) -> Tile:
    """A tile by itself, at the origin."""
    return _tile({"tile": label, "at": [0, 0, 0], "dir": "e"}, t)


def place(at: Sequence[float], direction: str) -> Box:
    """Where a tile lies: `at` is the cell (x, y, z) of its first half, `e` or `n` where its second half is."""
    x, y, z = at
    wide, high = (2, 1) if direction == "e" else (1, 2)
    return Box(CELL * x + LIFT * z, -CELL * (y + high) - LIFT * z, CELL * wide, CELL * high)


def target(move: Move) -> Box | None:
    """Where a move lays its tile; None for a move that lays none on a grid."""
    if not isinstance(move.place, tuple):
        return None
    x, y, z, direction = move.place
    return place((x, y, z), direction)


def tile_of(move: Move) -> dict[str, Any] | None:
    """The tile that a move lays, as a position has it; None for a move that lays none on a grid."""
    if not isinstance(move.place, tuple):
        return None
    x, y, z, direction = move.place
    return {"tile": move.pieces[0], "at": [x, y, z], "dir": direction}


def cells_at(x: float, y: float) -> tuple[tuple[float, float, str], ...]:
    """Where a tile may be meant to lie that is let go at a point of the drawing: cells and directions."""
    column, row = x / CELL, -y / CELL
    across = (round(2 * (column - 1)) / 2, round(2 * (row - 0.5)) / 2)
    down = (round(2 * (column - 0.5)) / 2, round(2 * (row - 1)) / 2)
    return (*across, "e"), (*down, "n")


def highest_at(x: float, y: float, tiles: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The tile of a position that is seen at a point of the drawing; None where none is."""

    def there(tile: Mapping[str, Any]) -> bool:
        box = place(tile["at"], tile.get("dir", "e"))
        return 0 <= x - box.x < box.width and 0 <= y - box.y < box.height

    return max(filter(there, tiles), key=lambda tile: tile["at"][2], default=None)


def closeup(drawing: Board, place: Box | None) -> Board:
    """The same drawing with hardly any room round it; of a long line only what lies near a place."""
    whole = _frame([each.box for each in drawing.tiles], RIM, (0.0, 0.0))
    if place is None:
        return replace(drawing, box=whole)
    left = max(whole.x, place.x - NEAR)
    right = min(whole.x + whole.width, place.x + place.width + NEAR)
    return replace(drawing, box=Box(left, whole.y, right - left, whole.height))


def _tile(tile: Mapping[str, Any], t: Language) -> Tile:
    label, at, direction = tile.get("tile"), tile["at"], tile.get("dir", "e")
    box = place(at, direction)
    quarter = CELL / 2
    if direction == "e":
        centres = ((box.x + quarter, box.y + quarter), (box.x + 3 * quarter, box.y + quarter))
    else:
        centres = ((box.x + quarter, box.y + 3 * quarter), (box.x + quarter, box.y + quarter))
    where = t("board.at", x=f"{at[0]:g}", y=f"{at[1]:g}") + (f" {t('board.level', level=at[2])}" if at[2] else "")
    words = f"{named(label) if label else _guesses(tile, t)} {where}"
    return Tile(label, box, int(at[2]), direction == "n", centres, tuple(_pips(label, centres, direction)), words)


def _guesses(tile: Mapping[str, Any], t: Language) -> str:
    labels: Mapping[str, float] = tile.get("labels", {})
    likely = [named(label) for label in sorted(labels, key=lambda label: -labels[label])[:3]]
    return t("unsure.perhaps", labels=t.listed(likely, "or")) if likely else t("unsure")


def _pips(label: str | None, centres: Iterable[Point], direction: str) -> Iterable[Point]:
    halves = (label or "").split("-")
    for half, (x, y) in zip(halves, centres, strict=False):
        for dx, dy in PIPS.get(int(half), ()) if half.isdecimal() else ():
            across, down = (dx, dy) if direction == "e" else (dy, dx)
            yield x + CELL * across, y + CELL * down


def _frame(boxes: Sequence[Box], margin: float = MARGIN, least: Point = LEAST) -> Box:
    boxes = boxes or [place((0, 0, 0), "e")]  # where the first tile will lie
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes)
    width, height = max(right - left + 2 * margin, least[0]), max(bottom - top + 2 * margin, least[1])
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)
