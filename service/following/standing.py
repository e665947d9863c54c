"""Where a followed game stands by its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import record
from service.page.games import page_of
from service.page.plays import in_turn, on_table, told_of, whose
from service.seats import outcome, totals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.record import Event
    from service.page.game_page import Unseen
    from service.page.language import Language
    from service.store.entry import Entry


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
        walk = record.walk(entry.record)
        return cls(entry, walk.states, tuple((move.seat, entry.game.parse(move.move)) for move in walk.moves))

    def after(self, entry: Entry) -> Standing:
        """The standing of the same game after moves more; those that stand already are not played again."""
        moves, states = list(self.moves), list(self.states)
        for earned in entry.replay.moves[len(moves) :]:
            moves.append((earned.seat, entry.game.parse(earned.move)))
            states.append(entry.game.play(states[-1], *moves[-1]))
        return Standing(entry, tuple(states), tuple(moves))

    @property
    def language(self) -> Language:
        """English with names for what lies on the table now."""
        return told_of(self.entry.game, self.states[-1])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.entry.game.winners(self.states[-1]) is not None

    def outcome(self) -> str:
        """Who has won, and what each has; empty while the game goes on."""
        winners = self.entry.game.winners(self.states[-1])
        if winners is None:
            return ""
        return f"{outcome(winners)} Points: {totals(self.entry.game.score(self.states[-1]))}."

    def unseen(self) -> Unseen | None:
        """What may have been played last that no camera sees; None where nothing may, or once the game has ended."""
        if self.over:
            return None
        game = self.entry.game
        return page_of(game.name).unseen(self.entry.record.events, game.position(self.states[-1]))

    def words(self, plays: Iterable[tuple[int, Any]], at: int = -1) -> tuple[str, ...]:
        """Plays in words, one after the other from the state before the move at a place; without one, from now on."""
        return tuple(in_turn(self.entry.game, self.states[at], plays))

    def play_words(self, seat: int, move: Any, at: int = -1) -> str:
        """A play in words with whose it is: `Player 2: 1-5 at the right end of the run, next to 1-1`."""
        return whose(seat, on_table(self.entry.game, self.states[at], str(move)))

    def standing_words(self, event: Event) -> str:
        """A move that stands, in the words of the table that it was made on."""
        seqs = [each.seq for each in record.standing(self.entry.record.events)]
        return self.play_words(event.seat, event.move, seqs.index(event.seq) if event.seq in seqs else -1)

    def positions(self, plays: Iterable[tuple[int, Any]]) -> list[dict[str, Any]]:
        """How the table lies by the record, and after each of some plays (seat, move) more."""
        game, state = self.entry.game, self.states[-1]
        positions = [game.position(state)]
        for seat, move in plays:
            state = game.play(state, seat, move)
            positions.append(game.position(state))
        return positions
