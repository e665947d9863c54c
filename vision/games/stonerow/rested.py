"""What lay on top of the brickyard while the table rested, and does no more: what was played passed through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.games.stonerow.cards import UNKNOWN, label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.stonerow.state import State

LAY: Final = 2
"""A card that so many looks at rest read there lay there."""


@dataclass(slots=True)
class Rested:
    """The tops that were read surely since the game was in `state`, and by how many looks, in the order they came."""

    state: State | None = None
    looks: dict[str, int] = field(default_factory=dict)

    def told(self, state: State | None, position: Mapping[str, Any]) -> dict[str, str]:
        """The last card that lay there in between, as a position has it; `position` is seen now."""
        if state != self.state:
            self.state, self.looks = state, {}
        top = position.get("brickyard") or [None]
        if state is None or not state.brickyard or not isinstance(top[0], str):
            return {}
        known = None if state.brickyard[-1] == UNKNOWN else label(state.brickyard[-1])
        between = [name for name, looks in self.looks.items() if looks >= LAY and name not in {top[0], known}]
        self.looks[top[0]] = self.looks.get(top[0], 0) + 1
        return {"rested": between[-1]} if between else {}
