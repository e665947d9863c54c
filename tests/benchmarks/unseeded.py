"""A film's game as a session writes it down: nobody tells it the deal, whoever begins is the first seat, and what the
seed turned up in the film is a move of the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import record
from engine.core import TABLE
from engine.errors import EngineError
from tests.benchmarks.films import SILENT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.record import Event, Record


@dataclass(frozen=True, slots=True)
class Told:
    """A move of the game (`event`, without its place in a record) and the film's move `of` with which it was seen.

    What the table turns up is seen after the film's move that left it open: after move 0 what the deal turned up.
    """

    event: Event
    of: int


def empty(kept: Record) -> Record:
    """The record of the same game on a real table, before its first move."""
    return record.new(kept.header.game, kept.header.options, None, kept.header.versions)


def told(kept: Record, called: Callable[[int], int]) -> Sequence[Told]:
    """The moves of a film and what was taken back, and between them the moves that a table without a deal needs.

    `called` is what a seat of the film is called by those who saw nothing but the table.
    """
    scribe = Scribe(kept)
    scribe.turn_up(0)
    for event in kept.events:
        if event.kind == record.UNDO:
            scribe.take_back(replace(event, seat=called(event.seat)))
        else:
            scribe.play(replace(event, seat=called(event.seat)))
        scribe.turn_up(event.seq)
    return scribe.told


class Scribe:
    """Writes a game down move by move, as its table shows it."""

    def __init__(self, kept: Record) -> None:
        self.told: list[Told] = []
        self._kept = kept
        self._game = record.replay(empty(kept)).game
        self._state = self._game.start(record.house(kept.header), None)
        self._before: dict[int, tuple[int, Any]] = {}

    def play(self, event: Event) -> None:
        """A move of a seat; before it, everybody who might have reacted did not."""
        move = self._game.parse(event.move)
        while not self._game.judge(self._state, event.seat, move).legal and (seat := self._asked()) is not None:
            self._write(replace(event, seat=seat, move=SILENT), event.seq)
        self._before[event.seq] = len(self.told) + 1, self._state
        self._write(event, event.seq)

    def take_back(self, event: Event) -> None:
        """A move and all after it are taken back."""
        of, self._state = self._before[event.of or 0]
        self.told.append(Told(replace(event, of=of), event.seq))

    def turn_up(self, of: int) -> None:
        """Every move of the table that brings the state nearer to that after the film's event `of`."""
        seen = record.replay(record.Record(self._kept.header, self._kept.events[:of])).state
        position, time = self._game.position(seen), self._kept.events[max(of, 1) - 1].time
        while True:
            now = _apart(self._game.position(self._state), position)
            moves = list(self._game.moves(self._state, TABLE))
            after = [_apart(self._game.position(self._game.play(self._state, TABLE, move)), position) for move in moves]
            if not moves or min(after) >= now:
                return
            nearest = moves[after.index(min(after))]
            self._write(record.Event(0, time, TABLE, str(nearest)), of)

    def _write(self, event: Event, of: int) -> None:
        move = self._game.parse(event.move)
        verdict = self._game.judge(self._state, event.seat, move)
        self.told.append(Told(record.judged(event, verdict), of))
        self._state = self._game.play(self._state, event.seat, move)

    def _asked(self) -> int | None:
        """A seat that may decline to react."""
        try:
            move = self._game.parse(SILENT)
        except EngineError:
            return None
        seats = self._game.actors(self._state)
        return next((seat for seat in seats if self._game.judge(self._state, seat, move).legal), None)


def _apart(one: Any, other: Any) -> int:
    """In how many entries two positions differ, whatever their order."""
    return (_entries(one) - _entries(other)).total() + (_entries(other) - _entries(one)).total()


def _entries(position: dict[str, Any]) -> Counter[tuple[str, str]]:
    return Counter(
        (key, repr(entry))
        for key, value in position.items()
        for entry in (value if isinstance(value, list) else [value])
    )
