"""A move of dominoes in plain words: what is done, and next to what; from the notation and the position alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.page.language import Language

Cell: TypeAlias = tuple[float, float]

_LAID: Final = re.compile(r"(\w+) (\S+) @(-?\d+(?:\.5)?),(-?\d+(?:\.5)?),(\d+):([en])")
_SIDES: Final = {(1, 0): "right", (-1, 0): "left", (0, 1): "above", (0, -1): "below"}
_ENDS: Final = {(1, 0): "right", (-1, 0): "left"}


def named(tile: str) -> str:
    """A domino by its one name, the lower half first: `9-4` is `4-9`; another text as it is."""
    a, _, b = tile.partition("-")
    return f"{b}-{a}" if a.isdigit() and b.isdigit() and int(b) < int(a) else tile


def words_of_dominoes(move: str, position: Mapping[str, Any], t: Language) -> str:
    """The move for people: `1-5 at the left end of the run, next to 1-1`; empty where it has no words."""
    found = _LAID.fullmatch(move)
    if found is None:
        kind, _, tile = move.partition(" ")
        return t.known(f"domino.{kind}").format(tile=named(tile))
    kind, tile, x, y, z, direction = found.groups()
    tile = named(tile)
    cells = tuple(_cells(float(x), float(y), direction))
    tiles = [each for each in position.get("tiles", ()) if "at" in each]
    if int(z):
        below = [_name(each, t) for each in tiles if each["at"][2] == int(z) - 1 and _overlap(cells, each)]
        if not below:
            return t("domino.on.nothing", tile=tile)
        on = t.known(f"domino.on.{kind}") or t("domino.on.other")
        return on.format(tile=tile, below=t.listed(below)) + _turned(found[2], direction, below, t)
    return _beside(kind, tile, cells, [each for each in tiles if each["at"][2] == 0], t)


def _turned(laid: str, direction: str, below: list[str], t: Language) -> str:
    """Which way a domino lies that fits both ways, as on a double; else empty."""
    (first, _, last), under = laid.partition("-"), {half for each in below for half in each.split("-")}
    if len(under) > 1 or first == last:
        return ""
    return f", {t('domino.turned.right' if direction == 'e' else 'domino.turned.above', half=last)}"


def _beside(kind: str, tile: str, cells: tuple[Cell, ...], tiles: list[Mapping[str, Any]], t: Language) -> str:
    """The words for a tile on the table: which end, or which side of which tile."""
    (x0, y0), (x1, y1) = cells
    for (x, y), (dx, dy) in (((x0, y0), (x0 - x1, y0 - y1)), ((x1, y1), (x1 - x0, y1 - y0))):
        for each in tiles:
            if (x + dx, y + dy) in cells_of(each):
                side = (-int(dx), -int(dy))
                parts = {"tile": tile, "next": _name(each, t)}
                if kind == "extend" and side in _ENDS and y == 0:
                    return t(f"domino.end.{_ENDS[side]}", **parts)
                return t(f"domino.{'branch' if kind == 'branch' else 'side'}.{_SIDES[side]}", **parts)
    return t("domino.alone", tile=tile)


def _cells(x: float, y: float, direction: str) -> Iterator[Cell]:
    yield (x, y)
    yield (x + 1, y) if direction == "e" else (x, y + 1)


def cells_of(tile: Mapping[str, Any]) -> tuple[Cell, ...]:
    """The two cells of a tile of a position."""
    x, y, _ = tile["at"]
    return tuple(_cells(x, y, tile.get("dir", "e")))


def _overlap(cells: tuple[Cell, ...], tile: Mapping[str, Any]) -> bool:
    below = cells_of(tile)
    return any(abs(x - u) < 1 and abs(y - v) < 1 for x, y in cells for u, v in below)


def _name(tile: Mapping[str, Any], t: Language) -> str:
    return named(str(tile.get("tile") or t("domino.unsure")))
