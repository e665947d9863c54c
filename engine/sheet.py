"""The score sheet: every point of a game with its rule and the move that earned it. Source: SN-43."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.core import TABLE, Line, Score
from engine.record import steps
from engine.said import Said

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.record import Earned, Record, Replay


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the sheet: who got the points, in which event of the record, by which move of which seat."""

    to: Seat
    seq: int
    seat: Seat
    move: str
    line: Line


@dataclass(frozen=True, slots=True)
class Sheet:
    """All entries in the order of play, and what they add up to."""

    entries: tuple[Entry, ...]
    scores: tuple[Score, ...]
    fault: str | None = None

    def of(self, seat: Seat) -> tuple[Entry, ...]:
        """The entries of one seat."""
        return tuple(entry for entry in self.entries if entry.to == seat)

    def __str__(self) -> str:
        lines = [
            f"seat {entry.to}  {entry.line.points:+4d}  {entry.move}: {entry.line.why} ({', '.join(entry.line.rules)})"
            for entry in self.entries
        ]
        return "\n".join([*lines, *(f"seat {score.seat}  {score.total:4d}  in all" for score in self.scores)])


def sheet(record: Record) -> Sheet:
    """The sheet of a record, up to its first fault if it has one.

    The mover's points are those of the verdict. A move may change other totals, or settle something at the end of a
    round. That is a line of its own, with the rules of the move.
    """
    entries: list[Entry] = []
    before: Replay | None = None
    last = None
    for last in steps(record):
        if before is not None and len(last.moves) > len(before.moves):
            entries += _entries(before, last, last.moves[-1])
        before = last
    assert last is not None
    totals = last.game.score(last.state)
    lines = {score.seat: tuple(entry.line for entry in entries if entry.to == score.seat) for score in totals}
    return Sheet(tuple(entries), tuple(replace(s, lines=lines[s.seat]) for s in totals), last.fault)


def _entries(before: Replay, after: Replay, earned: Earned) -> list[Entry]:
    found = [(earned.seat, line) for line in earned.lines if line.points]
    for old, new in zip(before.game.score(before.state), after.game.score(after.state), strict=True):
        points = sum(line.points for seat, line in found if seat == new.seat)
        if rest := new.total - old.total - points:
            why: str = Said("from the move of seat {seat}", seat=earned.seat)
            if new.seat == earned.seat:
                why = "settled by this move"
            elif earned.seat == TABLE:
                why = "from the move of the table"
            found.append((new.seat, Line(rest, why, earned.rules)))
    return [Entry(to, earned.seq, earned.seat, earned.move, line) for to, line in found]
