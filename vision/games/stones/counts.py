"""How likely what is seen would be for each number of pieces at a place, and for each content of a stack.

From above the top stone may be all that is seen: what lies below comes from what was known.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stones.tile import SIZES
from vision.games.stones.model.likelihood import GHOST, NEVER
from vision.games.stones.tracks import COVERED, MISSED
from vision.games.stones.tracks import UNSEEN as NEVER_FOUND
from vision.games.table import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stones.board_pieces import BoardPiece
    from vision.games.stones.model.reading import Contents, Count
    from vision.games.stones.tracks import PieceTrack

    Stones = tuple[int, ...]

TURNED_UP: Final = 0.5
"""How likely a piece that is new to the camera is one which it had not found before, and one not found has gone."""
OCCLUDED: Final = 0.1
"""How often a new stone on a stack is not found, which a higher one before it may occlude."""


def counts(known: int, matched: int, absent: Sequence[float], new: Sequence[float], unnoticed: float = MISSED) -> Count:
    """The likelihoods, the best of them 1, of the numbers of pieces where there were `known` ones, of which so many are
    `matched` where they lay. `absent` ones are not found, each with its chance to be there. `new` ones came, each with
    its chance to be of this sort; one more came `unnoticed` so often. What may be occluded, or was never found, hardly
    tells that it went. What is taken for a known piece may be none, with another one never found."""
    occluded = known - matched - len(absent)
    seen = matched + min(occluded, 0)
    likelihoods = np.array([GHOST, 1.0])  # of one fewer than are seen, and of these
    for missed in [1.0] * occluded + list(absent):
        went = 1 / max(known, 1) if missed < COVERED else 1 - NEVER_FOUND
        likelihoods = np.convolve(likelihoods, (went, missed))
    never = occluded + sum(missed >= NEVER_FOUND for missed in absent)
    for number, chance in enumerate(sorted(new, reverse=True)):
        came = TURNED_UP if number < never else 1.0
        none = 1 - chance + chance * max(1 - came, MISSED)
        likelihoods = np.convolve(likelihoods, (none, chance * came))
    likelihoods = np.convolve(likelihoods, unnoticed ** np.arange(AT_ONCE + 1))
    likelihoods /= likelihoods.max()
    numbered = enumerate(likelihoods.tolist(), seen - 1)
    return {number: chance for number, chance in numbered if number >= 0 and chance >= NEVER}


def contents_of(
    stones: Stones,
    seen: Sequence[PieceTrack],
    absent: Sequence[tuple[PieceTrack, float]],
    new: Sequence[BoardPiece],
) -> Contents:
    """The likelihoods of contents (sizes from below) of a stack that had `stones`, the best of them 1. `seen` are its
    tracks that are seen again. `absent` are others, with the chances that they are there all the same. `new` is what
    was not there."""
    occluded = prod(missed for _, missed in absent)
    false, ghosts = MISSED ** len(new), GHOST ** len(seen)
    ways = [(stones, occluded * false)]
    for size, label in enumerate(SIZES):
        chance = max((each.chances.get(label, 0.0) for each in new), default=0.0)
        one = chance * MISSED ** (len(new) - 1) if new else OCCLUDED
        ways.append(((*stones, size), occluded * one))
        if new and stones:
            ways.append(((size,), ghosts * one))
    if stones:
        gone = any(not track.unseen for track, _ in absent)
        ways.append(((), ghosts * (1.0 if gone else TURNED_UP) * false))
        ways.append((stones[:-1], _without_top(seen, absent) * false))
    found: Contents = {}
    for content, chance in ways:
        found[content] = max(found.get(content, 0.0), chance)
    best = max(found.values())
    return {content: chance / best for content, chance in found.items() if chance >= NEVER * best}


def _without_top(seen: Sequence[PieceTrack], absent: Sequence[tuple[PieceTrack, float]]) -> float:
    """How likely the top stone alone has gone."""
    top = max((track.order for track in (*seen, *(track for track, _ in absent))), default=-1)
    likelihood = 1.0 if top >= 0 else TURNED_UP
    for track, missed in absent:
        likelihood *= missed if track.order < top else TURNED_UP if track.unseen else 1.0
    return likelihood * (GHOST if any(track.order == top for track in seen) else 1.0)
