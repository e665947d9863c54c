"""A hypothesis: one history of the last plays, where it leads, and how much weight it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from engine.core import Seat, Verdict

    Play: TypeAlias = tuple[Seat, Any]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A history that keeps the first `kept` plays of the belief's record and goes on with `plays` of its own.

    `state` is the engine's after all lawful plays. `prior` is the log prior of all that differs from the record, in
    nats. `weight` is the log weight after the last look, in nats. `refused` is the verdict on its last play, where the
    rules refuse that; such a play lies on the table and leaves the state as it was.
    """

    kept: int
    plays: tuple[Play, ...]
    state: Any
    prior: float = 0.0
    weight: float = 0.0
    refused: Verdict | None = None

    @property
    def lawful(self) -> tuple[Play, ...]:
        """The plays without the one that the rules refuse."""
        return self.plays if self.refused is None else self.plays[:-1]
