"""How likely what is seen would be for each number of pieces at a place, and for each content of a stack.

From above the top stone may be all that is seen: what lies below comes from what was known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Final

from engine.games.stones.tile import SIZES
from vision.games.stones.settings import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.games.stones.board_pieces import BoardPiece
    from vision.games.stones.tracks import PieceTrack

    Stones = tuple[int, ...]
    Contents = dict[Stones, float]

UNSEEN: Final = 3
"""So many pieces at most may have come and not been found."""
TURNED_UP: Final = 0.5
"""How likely a piece that is new to the camera is one which it had not found before."""
NOTHING_SEEN: Final = 0.3
"""How likely a stack of which no stone was seen before may be gone."""


@dataclass(frozen=True, slots=True)
class Errors:
    """How often a piece is seen where none is, and how often one that has come is not found. Then how likely one that
    is not found any more is the very one that went. Last how likely another than all that are known is."""

    mistaken: float
    missed: float
    went: float
    unknown: float


STONES: Final = Errors(TABLE.mistaken, TABLE.missed, TABLE.went, TABLE.unknown)
TOKENS: Final = Errors(TABLE.mistaken_token, TABLE.missed_token, TABLE.went_token, 0.0)
BARE: Final = replace(TOKENS, missed=TABLE.bare)
"""Where the picture says that no token has come."""


def counts(known: int, matched: int, absent: Sequence[float], new: Sequence[float], errors: Errors) -> dict[int, float]:
    """The likelihoods, the best of them 1, of the numbers of pieces where there were `known` ones.

    So many of them are `matched` where they lay. `absent` ones lay there and are not found, each with its chance to be
    there all the same. `new` ones are found where none was, each with the chance to be of this sort. Known pieces that
    have never been found still lie somewhere, but one of them may have been the one that went. What is taken for a
    known piece may be none. Then another one was never found.
    """
    occluded = known - matched - len(absent)
    seen = matched + min(occluded, 0)
    likelihoods = {seen: 1.0, seen - 1: errors.unknown}
    for _ in range(occluded):
        likelihoods = _sum(likelihoods, {1: 1.0, 0: TABLE.went_unseen})
    for missed in absent:
        likelihoods = _sum(likelihoods, {1: missed, 0: TABLE.went_unseen if missed >= TABLE.unseen else errors.went})
    never = occluded + sum(missed >= TABLE.unseen for missed in absent)
    for number, chance in enumerate(sorted(new, reverse=True)):
        came = TURNED_UP if number < never else 1.0
        likelihoods = _sum(likelihoods, {1: chance * came, 0: 1 - chance + chance * max(1 - came, errors.mistaken)})
    likelihoods = _sum(likelihoods, {more: errors.missed**more for more in range(UNSEEN + 1)})
    best = max(likelihoods.values())
    return {
        number: chance / best
        for number, chance in likelihoods.items()
        if number >= 0 and chance >= TABLE.least_likelihood * best
    }


def _sum(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    """The likelihoods of the sum of two numbers."""
    likelihoods: dict[int, float] = {}
    for a, p in one.items():
        for b, q in other.items():
            likelihoods[a + b] = likelihoods.get(a + b, 0.0) + p * q
    return likelihoods


def contents_of(
    stones: Stones,
    seen: Sequence[tuple[PieceTrack, BoardPiece]],
    absent: Sequence[tuple[PieceTrack, float]],
    new: Sequence[BoardPiece],
) -> Contents:
    """The likelihoods of contents (sizes from below) of a stack that had `stones`, the best of them 1.

    `seen` and `absent` are stones of it that were known, with the chances of the absent ones to be there all the same.
    `new` is what is seen there and was not before.
    """
    found: Contents = {}
    occluded = prod(missed for _, missed in absent)
    false, ghosts = TABLE.false ** len(new), TABLE.ghost ** len(seen)
    _add(found, stones, occluded * false)
    for size, label in enumerate(SIZES):
        chance = max((each.chances.get(label, 0.0) for each in new), default=0.0)
        one = chance * TABLE.false ** (len(new) - 1) if new else TABLE.occluded
        _add(found, (*stones, size), occluded * one)
        if new and stones:
            _add(found, (size,), ghosts * one)
    if stones:
        gone = any(not track.unseen for track, _ in absent)
        _add(found, (), ghosts * (1.0 if gone else NOTHING_SEEN) * false)
        _add(found, stones[:-1], _without_top(seen, absent) * false)
    best = max(found.values())
    return {content: chance / best for content, chance in found.items() if chance >= TABLE.least_likelihood * best}


def _add(found: Contents, content: Stones, chance: float) -> None:
    found[content] = max(found.get(content, 0.0), chance)


def _without_top(seen: Sequence[tuple[PieceTrack, BoardPiece]], absent: Sequence[tuple[PieceTrack, float]]) -> float:
    """How likely the top stone alone has gone."""
    top = max((track.order for track, _ in (*seen, *absent)), default=-1)
    likelihood = 1.0 if top >= 0 else NOTHING_SEEN
    for track, missed in absent:
        likelihood *= missed if track.order < top else NOTHING_SEEN if track.unseen else 1.0
    return likelihood * (TABLE.ghost if any(track.order == top for track, _ in seen) else 1.0)
