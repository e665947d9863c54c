"""What a game's model finds, as the tests ask for it: two plies deep and without a bound, if nothing else is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vision.games.model import Budget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.model import Explanation, ObservationModel


def explain(model: ObservationModel, state: Any, seen: Any, plies: int = 2) -> Sequence[Explanation]:
    """The explanations of what is seen from a state, likeliest first."""
    return model.explain(state, seen, plies, Budget()).explanations
