"""Where a followed game stands by its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import record
from service.following import last_tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.store.ledger import Entry


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the ledger's game stands: its entry, the moves that stand, and the engine's states before the first and
    after each."""

    entry: Entry
    states: tuple[Any, ...]
    moves: tuple[tuple[int, Any], ...]

    @classmethod
    def of(cls, entry: Entry) -> Standing:
        """The standing of an entry."""
        steps = [step for step in record.steps(entry.record) if step.fault is None]
        moves = tuple((earned.seat, entry.game.parse(earned.move)) for earned in steps[-1].moves)
        return cls(entry, tuple(step.state for step in steps), moves)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.entry.game.winners(self.states[-1]) is not None

    def may_be_out(self) -> int | None:
        """The seat that may have laid its last tile although the record counts more in its hand (Stackernoos)."""
        if self.entry.game.name != "stackernoos" or self.over:
            return None
        return last_tile.who_may_be_out(self.entry.record.events, self.entry.game.position(self.states[-1]))

    def positions(self, plays: Iterable[tuple[int, Any]]) -> list[dict[str, Any]]:
        """How the table lies by the record, and after each of some plays (seat, move) more."""
        game, state = self.entry.game, self.states[-1]
        positions = [game.position(state)]
        for seat, move in plays:
            state = game.play(state, seat, move)
            positions.append(game.position(state))
        return positions
