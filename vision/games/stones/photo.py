"""The position that a single photo of Stones shows, with nothing known from before."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.games.stones.options import STONES
from engine.games.stones.state import DISPLAY, STACKS
from engine.games.stones.tile import SIZES
from vision.games.stones.board_pieces import BACK, COLOURS, GOLD
from vision.games.stones.settings import TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stones.board_pieces import BoardPiece


def position_of(found: Sequence[BoardPiece]) -> dict[str, Any]:
    """The position of the contracts; what a photo does not tell is left out.

    The river is told when every stone of the box is seen, for else one is hidden and it is not known where. The display
    is every tile that lies face up by itself, where those are not too many.
    """
    stones = [each for each in found if each.kind == "stone"]
    position: dict[str, Any] = {"stacks": _stacks(found)}
    if len(stones) == STONES:
        river = Counter(each.label for each in stones if each.stack is None)
        position["river"] = {label: river[label] for label in SIZES}
    markers = [each.stack for each in found if each.kind == "marker" and each.stack is not None]
    if len(markers) == 1:
        position["marker"] = markers[0]
    shown = [each for each in found if each.kind == "tile" and each.label != BACK and _alone(each, found)]
    if 0 < len(shown) <= DISPLAY:
        position["display"] = [_piece(each) for each in shown]
    return position


def _stacks(found: Sequence[BoardPiece]) -> list[dict[str, Any]]:
    standing: dict[int, list[BoardPiece]] = defaultdict(list)
    beside: dict[int, Counter[str]] = defaultdict(Counter)
    for each in found:
        if each.stack is not None and each.kind == "stone":
            standing[each.stack].append(each)
        elif each.stack is not None and each.kind == "token" and each.label is not None:
            beside[each.stack][each.label] += 1
    return [
        {
            "stones": [_piece(each) for each in sorted(standing[at], key=lambda stone: stone.position or 0)],
            "tokens": {_owner(label): count for label, count in sorted(beside[at].items())},
        }
        for at in range(STACKS)
    ]


def _owner(label: str) -> str:
    """The seat of a colour; `gold` and `five` keep their names."""
    colour = label.removeprefix("token:")
    return str(COLOURS.index(colour)) if colour in COLOURS else "gold" if label == GOLD else colour


def _alone(tile: BoardPiece, found: Sequence[BoardPiece]) -> bool:
    """Whether no other tile lies on the same pile."""
    others = (each for each in found if each.kind == "tile" and each is not tile)
    return all(float(np.hypot(*(each.at - tile.at))) > TABLE.moved for each in others)


def _piece(found: BoardPiece) -> Any:
    """A label, or the likelihoods of several."""
    return found.label if found.sure else {"labels": found.labels}
