"""A move in plain words: what is done, and where on the table; from the notation and the position alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Cell: TypeAlias = tuple[float, float]

_LAID: Final = re.compile(r"(\w+) (\S+) @(-?\d+(?:\.5)?),(-?\d+(?:\.5)?),(\d+):([en])")
_ALONE: Final = {
    "draw": "Draw a tile from the boneyard",
    "keep": "Keep the tile just drawn",
    "pass": "Pass",
    "start": "Lay the first tile",
}
_ON: Final = {
    "cap": "caps the end, on",
    "stack": "on",
    "span": "across",
    "bridge": "as a bridge over",
    "stacked_branch": "as a stacked branch over",
    "extend": "on the stacked branch, over",
}
_SIDES: Final = {(1, 0): "to the right of", (-1, 0): "to the left of", (0, 1): "above", (0, -1): "below"}
_ENDS: Final = {(1, 0): "right", (-1, 0): "left"}


def words(move: str, position: Mapping[str, Any]) -> str:
    """The move for people: `1-5 at the left end of the run, next to 1-1`; empty where it has no words."""
    found = _LAID.fullmatch(move)
    if found is None:
        return _ALONE.get(move.partition(" ")[0], "")
    kind, tile, x, y, z, direction = found.groups()
    cells = tuple(_cells(float(x), float(y), direction))
    tiles = [each for each in position.get("tiles", ()) if "at" in each]
    if int(z):
        below = [_name(each) for each in tiles if each["at"][2] == int(z) - 1 and _overlap(cells, each)]
        return f"{tile} {_ON.get(kind, 'on')} {' and '.join(below)}" if below else ""
    return _beside(kind, tile, cells, [each for each in tiles if each["at"][2] == 0])


def _beside(kind: str, tile: str, cells: tuple[Cell, ...], tiles: list[Mapping[str, Any]]) -> str:
    """The words for a tile on the table: which end, or which side of which tile."""
    (x0, y0), (x1, y1) = cells
    for (x, y), (dx, dy) in (((x0, y0), (x0 - x1, y0 - y1)), ((x1, y1), (x1 - x0, y1 - y0))):
        for each in tiles:
            if (x + dx, y + dy) in _tile_cells(each):
                side = (-int(dx), -int(dy))
                name = _name(each)
                if kind == "extend" and side in _ENDS and y == 0:
                    return f"{tile} at the {_ENDS[side]} end of the run, next to {name}"
                begins = " as a branch" if kind == "branch" else ""
                return f"{tile}{begins} {_SIDES[side]} {name}"
    return ""


def _cells(x: float, y: float, direction: str) -> Iterator[Cell]:
    yield (x, y)
    yield (x + 1, y) if direction == "e" else (x, y + 1)


def _tile_cells(tile: Mapping[str, Any]) -> tuple[Cell, ...]:
    x, y, _ = tile["at"]
    return tuple(_cells(x, y, tile.get("dir", "e")))


def _overlap(cells: tuple[Cell, ...], tile: Mapping[str, Any]) -> bool:
    below = _tile_cells(tile)
    return any(abs(x - u) < 1 and abs(y - v) < 1 for x, y in cells for u, v in below)


def _name(tile: Mapping[str, Any]) -> str:
    return str(tile.get("tile") or "the unsure tile")
