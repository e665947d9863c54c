"""Where a domino may be meant to lie that is named by another one: on it, across it and its neighbour, beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.page.games.stackernoos.words import cells_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def around(tile: Mapping[str, Any], tiles: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Kinds of moves and their places in notation, whether the rules have such a place or not."""
    x, y, z = tile["at"]
    way = tile.get("dir", "e")
    dx, dy = (1, 0) if way == "e" else (0, 1)
    level = {cell for each in tiles if each["at"][2] == z for cell in cells_of(each)}
    before, after = (x - dx, y - dy), (x + 2 * dx, y + 2 * dy)
    ends = z == 0 and not level.issuperset((before, after))
    yield ("cap" if ends else "stack"), _at(x, y, z + 1, way)
    if before in level:
        yield "span", _at(*before, z + 1, way)
    if after in level:
        yield "span", _at(x + dx, y + dy, z + 1, way)
    if z == 0:
        yield from (("bridge", _at(x + n * dx / 2, y + n * dy / 2, 1, way)) for n in (-1, 1))
        yield from (("extend", _at(x + n * dx, y + n * dy, 0, way)) for n in (-2, 2))
        across = "n" if way == "e" else "e"
        for half in (0, 1):
            a, b = x + half * dx, y + half * dy
            yield from (("branch", _at(a + n * dy, b + n * dx, 0, across)) for n in (1, -2))


def _at(x: float, y: float, z: int, way: str) -> str:
    return f"@{x:g},{y:g},{z}:{way}"
