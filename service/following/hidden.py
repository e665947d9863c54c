"""What the camera could not see, as the record knows it: a tile that lies on no table was not hidden on one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.scene.memory import Hidden

    Tile = frozenset[str]


def known_to(record: Iterable[Mapping[str, Any]], hidden: Iterable[Hidden]) -> list[dict[str, Any]]:
    """The facts in JSON types, of dominoes only those that lie on the table by one of the positions, by its names.

    The memory goes by what was read: a tile that was taken back, or read as another, may stay there under what was laid
    on its place. Facts of other pieces, and of tiles that were not read, are as they were. Of games whose positions
    list no tiles, all are told.
    """
    positions = list(record)
    if not any("tiles" in position for position in positions):
        return [fact.to_json() for fact in hidden]
    names = {_ends(each["tile"]): str(each["tile"]) for position in positions for each in position.get("tiles") or ()}
    told = []
    for fact in hidden:
        label = fact.label
        if fact.kind == "domino" and label not in (None, "back"):
            label = names.get(_ends(str(label)))
            if label is None:
                continue
        told.append(fact.to_json() | {"label": label})
    return told


def _ends(tile: str) -> Tile:
    return frozenset(tile.split("-"))
