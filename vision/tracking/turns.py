"""Whose turn it is: turns that may have passed unseen add up to a doubt, and hands take it away."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from math import exp, log
from typing import TYPE_CHECKING, Any

from vision.tracking.hypothesis import laid_by, spot_of

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def by_others(posterior: Posterior, kept: int, plays: Sequence[Play]) -> tuple[float, dict[tuple[Play, ...], float]]:
    """How likely others than those of the plays laid the same, by the table alone. With it come the lawful plays
    by which they did, with their shares of one another, likeliest first."""
    laid, seats = laid_by(plays), _seats(plays)
    beginnings = [
        (begun, log(share) - each.hand_log_likelihood)
        for each, share in posterior.pairs
        if each.kept == kept and share > 0.0 and laid
        for begun in each.beginnings
        if laid_by(begun) == laid and spot_of(begun[-1]) in laid
    ]
    most = max((weight for _, weight in beginnings), default=0.0)
    own, masses = 0.0, defaultdict[tuple[Any, ...], float](float)
    for begun, weight in beginnings:
        if _seats(begun) == seats:
            own += exp(weight - most)
        else:
            masses[begun] += exp(weight - most)
    theirs = sum(masses.values())
    likeliest = sorted(masses, key=masses.__getitem__, reverse=True) if theirs else []
    return theirs / (theirs + own) if own else 0.0, {begun: masses[begun] / theirs for begun in likeliest}


def _seats(plays: Sequence[Play]) -> list[int]:
    """Who laid something, in order."""
    return [play[0] for play in plays if any(spot_of(play))]
