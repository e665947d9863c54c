"""Whose turn it is: turns that may have passed unseen add up to a doubt, and hands take it away."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from math import exp
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
    own, theirs = 0.0, defaultdict[tuple[Any, ...], float](float)
    for each, share in posterior.pairs if laid else ():
        for begun in each.beginnings if each.kept == kept else ():
            if laid_by(begun) == laid and spot_of(begun[-1]) in laid:
                mass = share * exp(-each.hand_log_likelihood)
                if _seats(begun) == seats:
                    own += mass
                else:
                    theirs[begun] += mass
    whole = sum(theirs.values())
    likeliest = sorted(theirs, key=theirs.__getitem__, reverse=True) if whole else []
    return whole / (whole + own) if own else 0.0, {begun: theirs[begun] / whole for begun in likeliest}


def _seats(plays: Sequence[Play]) -> list[int]:
    """Who laid something, in order."""
    return [play[0] for play in plays if any(spot_of(play))]
