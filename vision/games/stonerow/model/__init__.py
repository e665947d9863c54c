"""How likely a table reading of StoneRow is, and the plays that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vision.games.model import Budget, ObservationModel
from vision.games.stonerow.model.explain import explain
from vision.games.stonerow.model.reading import read_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Setup
    from engine.games.stonerow.state import State
    from vision.games.model import Explanation


class StoneRowModel(ObservationModel):
    """The rows and their holders, the piles, and what was counted."""

    extra: ClassVar[frozenset[str]] = frozenset({"first", "lowered", "rested"})

    def explain(
        self, state: State, seen: Setup, plies: int = 2, budget: Budget | None = None
    ) -> Sequence[Explanation[Any]]:
        """The ways from a state to what was seen."""
        return explain(state, read_table(seen), plies, budget or Budget())


MODEL: Final = StoneRowModel()
