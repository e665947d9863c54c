"""The posterior: the hypotheses after a look, each with its share of all mass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.games.reading import TableReading
    from vision.tracking.hypothesis import Hypothesis


@dataclass(frozen=True, slots=True)
class Posterior:
    """The hypotheses after a look, likeliest first, each with its share of the mass (0 … 1).

    `unexplained` is the share of the hypothesis that none of them is so. `unexplored` is the share that plays may have
    at most which the search had no time for. `reading` is what the record's state makes of the table. `explained` is
    how well the likeliest one explains the table alone (log likelihood with prior, nats). `trouble` is one line where
    the reading is no position of the game.
    """

    hypotheses: tuple[Hypothesis, ...]
    shares: tuple[float, ...]
    unexplained: float
    reading: TableReading
    explained: float
    unexplored: float = 0.0
    trouble: str = ""

    @property
    def pairs(self) -> list[tuple[Hypothesis, float]]:
        """The hypotheses, each with its share, likeliest first."""
        return list(zip(self.hypotheses, self.shares, strict=True))

    def share(self, chosen: Callable[[Hypothesis], bool]) -> float:
        """The mass of the hypotheses that are chosen."""
        return sum(share for each, share in self.pairs if chosen(each))
