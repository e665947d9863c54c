"""What the camera could not see, as the record knows it: a tile that lies on no table was not hidden on one.

A stone is one of many alike: it is named by the stack that it lies in.
"""

from __future__ import annotations

from itertools import combinations
from math import dist, inf
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.observation import Corners, Observation
    from vision.scene.memory.track import Occlusion

    Tile = frozenset[str]

STONE: Final = "stone"
"""The kind of what stands in stacks, bases among them."""


def known_to(
    record: Iterable[Mapping[str, Any]], hidden: Iterable[Occlusion], seen: Observation | None = None
) -> list[dict[str, Any]]:
    """The facts in JSON types, of dominoes only those that lie on the table by one of the positions, by its names.

    The memory goes by what was read. A tile that was taken back, or read as another, may stay there under what was laid
    on its place. Facts of other pieces, and of tiles that were not read, are as they were. Of games whose positions
    list no tiles, all are told. `seen` are the pieces in sight, by which a stone's stack is known.
    """
    positions = list(record)
    if not any("tiles" in position for position in positions):
        return [fact.to_json() | _stack(fact, seen) for fact in hidden]
    names = {_ends(each["tile"]): str(each["tile"]) for position in positions for each in position.get("tiles") or ()}
    facts = []
    for fact in hidden:
        label = fact.label
        if fact.kind == "domino" and label not in (None, "back"):
            label = names.get(_ends(str(label)))
            if label is None:
                continue
        facts.append(fact.to_json() | {"label": label})
    return facts


def _stack(fact: Occlusion, seen: Observation | None) -> dict[str, int]:
    """The stack of a piece: that of the nearest stone in sight, not farther than the piece is large.

    Where the nearest lies in the river, it has none. What lies beside a stack says nothing: the marker may be put down
    on stones of the river.
    """
    at = _middle(fact.corners)
    near = [(dist(at, _middle(each.corners)), each) for each in (seen.pieces if seen else ()) if each.kind == STONE]
    away, piece = min(near, key=itemgetter(0), default=(inf, None))
    large = max((dist(a, b) for a, b in combinations(fact.corners, 2)), default=0.0)
    return {} if piece is None or piece.stack is None or away > large else {"stack": piece.stack}


def _middle(corners: Corners) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _ends(tile: str) -> Tile:
    return frozenset(tile.split("-"))
