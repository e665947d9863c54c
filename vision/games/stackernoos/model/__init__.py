"""How likely a table reading of Stackernoos is, and the plays that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core import TABLE
from engine.games import find_game
from engine.games.stackernoos.moves import DRAW, KEEP, PASS
from engine.games.stackernoos.options import StackernoosOptions
from vision.games.model import Budget, ObservationModel, likeliest_of
from vision.games.stackernoos.model.doubts import doubts
from vision.games.stackernoos.model.explain import explanations
from vision.games.stackernoos.model.tiles import MOST_LIKELY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core import Seat, Setup
    from engine.games.stackernoos.state import State
    from vision.games.model import Doubt, Explanation


class StackernoosModel(ObservationModel):
    """The tiles on the grid, and the count of the boneyard."""

    reading_steps: ClassVar[int] = 400
    extra: ClassVar[frozenset[str]] = frozenset({"boneyards", "doubt", "above", "unlisted"})

    def explain(
        self, state: State, seen: Setup, plies: int = 2, budget: Budget | None = None
    ) -> Sequence[Explanation[Any]]:
        """How the tiles seen came about."""
        return explanations(find_game("stackernoos"), state, seen, plies, budget or Budget())

    def doubts(self, setup: Setup) -> Sequence[Doubt]:
        """The tiles that were not read surely."""
        assert isinstance(setup.options, StackernoosOptions)
        return doubts(setup, setup.options.max_pip)

    def surest(self, seen: Any) -> Any:
        """A tile that was not read surely is the one that it looks most like."""
        if isinstance(seen, dict) and "at" in seen and seen.get("tile") is None and seen.get("labels") is not None:
            named = {"tile": likeliest_of(seen["labels"], "labels", MOST_LIKELY)}
            return {key: value for key, value in seen.items() if key not in self.extra | {"labels"}} | named
        return super().surest(seen)

    def chances(self, state: State, seat: Seat, move: Any) -> Mapping[str, bool]:
        """Whether a turn ended without a tile."""
        ends = seat != TABLE and state.started and move != DRAW
        return {"quiet": move in (KEEP, PASS)} if ends else {}


MODEL: Final = StackernoosModel()
