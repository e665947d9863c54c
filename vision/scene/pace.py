"""When to look: at once when the table comes to rest, soon while a look more would tell more, and every few seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vision.scene.gate import GateState


@dataclass(frozen=True, slots=True)
class PaceSettings:
    """Times in seconds."""

    again: float = 0.25
    """The least time between two looks at a table on which something is open."""
    looks: int = 8
    """So many looks one after another come as fast as that; then they come more slowly."""
    slow: float = 2.0
    """The longest time between two looks at a still table. A small play may change too few pixels for the gate."""
    glimpse: float = 0.4
    """The time between two glimpses of a table on which something moves, …"""
    soon: float = 0.15
    """… or less, where one now tells more than later."""


PACE: Final = PaceSettings()


class Pace:
    """Says when a look is due; the times are those of the frames, whatever their rate."""

    def __init__(self) -> None:
        self._rested: float | None = None
        self._looked = 0.0
        self._looks = 0
        self._glimpsed = 0.0

    def due(self, state: GateState, time: float, *, restless: bool) -> bool:
        """Whether to look at a frame taken at `time`; `restless` if the look before left something open."""
        if state.state != "still":
            return False
        if state.rested != self._rested:
            self._rested, self._looks = state.rested, 0
        elif time - self._looked < self._wait(restless=restless):
            return False
        self._looked = time
        self._looks = self._looks + 1 if restless else 0
        return True

    def glimpse_due(self, state: GateState, time: float, *, promising: bool) -> bool:
        """Whether to glimpse at a frame in which something has been moving for a while, if with short rests.
        `promising` says that a glimpse now shows more than later."""
        wait = PACE.soon if promising else PACE.glimpse
        if state.state in ("moving", "settling") and time - self._glimpsed < wait:
            return False
        self._glimpsed = time
        return state.state in ("moving", "settling")

    def _wait(self, *, restless: bool) -> float:
        return PACE.again if restless and self._looks < PACE.looks else PACE.slow
