"""How likely what is seen of a stack would be for each content that it may have now.

From above the top stone may be all that is seen: what lies below comes from what was known.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from engine.games.stones.tile import SIZES
from vision.games.stones.settings import TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stones.board_pieces import BoardPiece
    from vision.games.stones.tracks import Known

    Stones = tuple[int, ...]
    Contents = dict[Stones, float]

NOTHING_SEEN = 0.3
"""How likely a stack of which no stone was seen before may be gone."""


def contents(
    stones: Stones,
    seen: Sequence[tuple[Known, BoardPiece]],
    absent: Sequence[tuple[Known, float]],
    new: Sequence[BoardPiece],
) -> Contents:
    """The likelihoods of contents (sizes from below) of a stack that had `stones`, the best of them 1.

    `seen` and `absent` are stones of it that were known, with the chances of the absent ones to be there all the same.
    `new` is what is seen there and was not before.
    """
    found: Contents = {}
    hidden = prod(missed for _, missed in absent)
    false, ghosts = TABLE.false ** len(new), TABLE.ghost ** len(seen)
    _add(found, stones, hidden * false)
    for size, label in enumerate(SIZES):
        chance = max((each.chances.get(label, 0.0) for each in new), default=0.0)
        one = chance * TABLE.false ** (len(new) - 1) if new else TABLE.hidden
        _add(found, (*stones, size), hidden * one)
        if new and stones:
            _add(found, (size,), ghosts * one)
    if stones:
        gone = any(not known.unseen for known, _ in absent)
        _add(found, (), ghosts * (1.0 if gone else NOTHING_SEEN) * false)
        _add(found, stones[:-1], _without_top(seen, absent) * false)
    best = max(found.values())
    return {content: chance / best for content, chance in found.items() if chance >= TABLE.least_likelihood * best}


def _add(found: Contents, content: Stones, chance: float) -> None:
    found[content] = max(found.get(content, 0.0), chance)


def _without_top(seen: Sequence[tuple[Known, BoardPiece]], absent: Sequence[tuple[Known, float]]) -> float:
    """How likely the top stone alone has gone."""
    top = max((known.order for known, _ in (*seen, *absent)), default=-1)
    likelihood = 1.0 if top >= 0 else NOTHING_SEEN
    for known, missed in absent:
        likelihood *= missed if known.order < top else NOTHING_SEEN if known.unseen else 1.0
    return likelihood * (TABLE.ghost if any(known.order == top for known, _ in seen) else 1.0)
