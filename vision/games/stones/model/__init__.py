"""How likely a table reading of Stones is, and the plays that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vision.games.model import Budget, ObservationModel
from vision.games.stones.model.explain import explain
from vision.games.stones.model.reading import read_table, without_likelihoods

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Setup
    from engine.games.stones.state import State
    from vision.games.model import Explanation


class StonesModel(ObservationModel):
    """The stacks and what lies beside them, the display, and the counts of stones and tokens."""

    unexplained: ClassVar[float] = 1e-9
    whole: ClassVar[bool] = False  # whatever is not seen surely of stones and tokens takes its share

    def explain(
        self, state: State, seen: Setup, plies: int = 2, budget: Budget | None = None
    ) -> Sequence[Explanation[Any]]:
        """How what is seen came about; what only people see stays open as far as the tokens leave it open."""
        return explain(state, read_table(seen), plies, budget or Budget())

    def surest(self, seen: Any) -> Any:
        """A stack holds the likeliest of its contents, and a tile that rather went lies there no more."""
        return without_likelihoods(seen, super().surest)


MODEL: Final = StonesModel()
