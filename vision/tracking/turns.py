"""Whose turn it is: turns that may have passed unseen add up to a doubt, and hands take it away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, inf, log
from typing import TYPE_CHECKING

from vision.tracking.hypothesis import laid_by, spot_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.tracking.hypothesis import Play, Posterior


@dataclass(frozen=True, slots=True)
class Turns:
    """`doubt` is how likely somebody else's turn it is than the record says (0 … 1), `asked` whether that was asked."""

    doubt: float = 0.0
    asked: bool = False

    def played(self, by_others: float, hands: float) -> Turns:
        """The same after plays. `by_others` is how likely others made them, by the table alone. `hands` is the log
        likelihood of the hand entries if others did, beside those who are written down."""
        doubt = self.doubt + (1.0 - self.doubt) * by_others
        theirs = doubt * exp(hands)
        return replace(self, doubt=theirs / (theirs + 1.0 - doubt) if doubt else 0.0)


def share_by_others(posterior: Posterior, kept: int, plays: Sequence[Play]) -> float:
    """How likely others than those of the plays laid the same, by the table alone."""
    same = [0.0, 0.0]
    for other, weight in _alike(posterior, kept, plays):
        same[_seats(other) == _seats(plays)] += weight
    return same[False] / sum(same) if same[True] else 0.0


def instead(
    posterior: Posterior, kept: int, plays: Sequence[Play], doubt: float
) -> tuple[tuple[tuple[Play, ...], float], ...]:
    """The plays by which others laid the same, likeliest first; all together as likely as the doubt."""
    masses: dict[tuple[Play, ...], float] = {}
    for other, weight in _alike(posterior, kept, plays):
        if _seats(other) != _seats(plays):
            masses[other] = masses.get(other, 0.0) + weight
    whole = sum(masses.values())
    found = ((other, doubt * mass / whole) for other, mass in masses.items())
    return tuple(sorted(found, key=lambda pair: -pair[1]))


def _alike(posterior: Posterior, kept: int, plays: Sequence[Play]) -> Iterator[tuple[tuple[Play, ...], float]]:
    """The beginnings of lawful hypotheses that lay the same as the plays, with their weight by the table alone."""
    laid = laid_by(plays)
    beginnings = [
        (each.lawful[:length], log(share) - each.hand_log_likelihood)
        for each, share in posterior.pairs
        if each.kept == kept and share > 0.0 and laid
        for length in range(1, len(each.lawful) + 1)
        if laid_by(each.lawful[:length]) == laid and spot_of(each.lawful[length - 1]) in laid
    ]
    most = max((weight for _, weight in beginnings), default=-inf)
    yield from ((begun, exp(weight - most)) for begun, weight in beginnings)


def _seats(plays: Sequence[Play]) -> list[int]:
    """Who laid something, in order."""
    return [play[0] for play in plays if any(spot_of(play))]
