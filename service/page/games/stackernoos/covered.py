"""Tiles that a camera sees and a record has not, or the other way round; those under others are not missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.page.games.stackernoos.words import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.page.game_page import Names


def compared(seen: Mapping[str, Any], recorded: Mapping[str, Any]) -> tuple[Names, Names]:
    """Tiles seen but not recorded, and recorded but not seen."""
    labels = [tile.get("tile") for tile in seen.get("tiles") or ()]
    known = dict.fromkeys(named(label) for label in labels if label)
    tiles = [tile for tile in recorded.get("tiles") or () if tile.get("tile") and "at" in tile]
    laid = {named(tile["tile"]): tile for tile in tiles}
    missing = tuple(name for name, tile in laid.items() if name not in known and not _covered(tile, tiles))
    extra = tuple(name for name in known if name not in laid)
    return extra, missing if len(missing) > labels.count(None) else ()


def _covered(tile: Mapping[str, Any], tiles: list[Mapping[str, Any]]) -> bool:
    """Whether another tile lies on this one, if only on a part of it."""
    mine, level = tuple(_cells(tile)), tile["at"][2]
    over = (cell for each in tiles if each["at"][2] == level + 1 for cell in _cells(each))
    return any(abs(x - u) < 1 and abs(y - v) < 1 for u, v in over for x, y in mine)


def _cells(tile: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    x, y, _ = tile["at"]
    yield x, y
    yield (x + 1, y) if tile.get("dir", "e") == "e" else (x, y + 1)
