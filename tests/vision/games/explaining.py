"""What a game's model finds, as the tests ask for it: two plies deep and without a bound, if nothing else is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vision.games.model import Budget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Verdict
    from vision.games.model import ObservationModel


@dataclass(frozen=True)
class Explanation:
    """A line with its share of the weight of all that were found."""

    plays: Sequence[Any]
    likelihood: float
    illegal: Verdict | None
    weight: float


def explain(model: ObservationModel, state: Any, seen: Any, plies: int = 2) -> Sequence[Explanation]:
    """The explanations of what is seen from a state, likeliest first."""
    lines = model.explain(state, seen, plies, Budget()).lines
    total = sum(line.weight for line in lines) or 1.0
    return [Explanation(line.plays, line.weight / total, line.illegal, line.weight) for line in lines]
