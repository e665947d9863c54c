"""How likely what is seen would be for each number of pieces that could lie at a place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.games.stones.settings import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

UNSEEN: Final = 3
"""So many pieces at most may have come and not been found."""
TURNED_UP: Final = 0.5
"""How likely a piece that is new to the camera is one which it had not found before."""


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
    hidden = known - matched - len(absent)
    seen = matched + min(hidden, 0)
    likelihoods = {seen: 1.0, seen - 1: errors.unknown}
    for _ in range(hidden):
        likelihoods = _sum(likelihoods, {1: 1.0, 0: TABLE.went_unseen})
    for missed in absent:
        likelihoods = _sum(likelihoods, {1: missed, 0: TABLE.went_unseen if missed >= TABLE.unseen else errors.went})
    never = hidden + sum(missed >= TABLE.unseen for missed in absent)
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
