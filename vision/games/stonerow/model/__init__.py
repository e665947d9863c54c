"""How likely a table reading of StoneRow is, and the plays that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.games.stonerow.draw import FROM_QUARRY, Draw
from vision.games.model import Budget, ObservationModel
from vision.games.stonerow.model.explain import explain
from vision.games.stonerow.model.reading import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core import Seat, Setup
    from engine.games.stonerow.state import State
    from vision.games.model import Explanation


class StoneRowModel(ObservationModel):
    """The rows and their holders, the piles, and what was counted."""

    extra: ClassVar[frozenset[str]] = frozenset({"first", "lowered"})

    def explain(
        self, state: State, seen: Setup, plies: int = 2, budget: Budget | None = None
    ) -> Sequence[Explanation[Any]]:
        """The explanations of what was seen from a state."""
        return explain(state, read_table(seen), plies, budget or Budget())

    def chances(self, state: State, seat: Seat, move: Any) -> Mapping[str, bool]:
        """Whether a draw was from the brickyard, where it could be."""
        both = isinstance(move, Draw) and state.brickyard and state.quarry != 0
        return {"draws_open": move.pile != FROM_QUARRY.pile} if both else {}


MODEL: Final = StoneRowModel()
