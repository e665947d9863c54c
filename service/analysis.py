"""Looking into a game that is over: any point of it, other plays from there, and what was left lying at each move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.core import TABLE
from engine.said import Said, quoted
from service import answers, hints
from service.page.games import page_of
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.bots import Weighed
    from engine.core import Move, Seat
    from engine.record import Event
    from service.settings import Settings
    from service.store.entry import Entry

MOST_TRIED: Final = 60
"""Plays that can be tried one after the other from a point of a game."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a game: `entry` as it stood there, with the plays that were `tried` since; `after` moves were played.

    `next` is the move that was really played there; None at the end, and where others were tried.
    """

    entry: Entry
    after: int
    moves: int
    tried: tuple[tuple[Seat, str], ...]
    next: Event | None

    @property
    def seat(self) -> Seat | None:
        """Who plays here: as it was, else the lowest seat that may; None where the game is over."""
        actors = self.entry.game.actors(self.entry.replay.state)
        if self.next is not None and self.next.seat in actors:
            return self.next.seat
        return next(iter(sorted(actors, key=lambda seat: seat == TABLE)), None)


@dataclass(frozen=True, slots=True)
class Left:
    """Points that a move left lying: what it earned, and the move that would have earned most at once."""

    points: int
    most: int
    move: str

    @property
    def lost(self) -> int:
        """How many more there were."""
        return self.most - self.points


def check(entry: Entry) -> None:
    """Whether a game may be looked into. Raises `Problem`: while it goes on, this would tell hands, or be a hint."""
    going_on = entry.game.ended(entry.replay.state) is None
    if going_on and (entry.header.rated or answers.is_hidden(entry)):
        raise Problem("not-over", "a game that is rated or dealt is looked into once it is over")


def point(entry: Entry, after: int | None, tried: Sequence[str] = ()) -> Point:
    """The point after so many moves (None: the last), with plays tried from there: each `SEAT MOVE`.

    Raises `EngineError` where a play is none, or against the rules.
    """
    check(entry)
    moves = record.standing(entry.record.events)
    at = len(moves) if after is None else min(after, len(moves))
    stood = until(entry, moves[:at])
    state, plays = stood.replay.state, tuple(_plays(tried))
    for seat, move in plays:
        state = stood.game.apply(state, seat, stood.game.parse(move))
    there = replace(stood, replay=replace(stood.replay, state=state))
    return Point(there, at, len(moves), plays, moves[at] if at < len(moves) and not plays else None)


def left_lying(there: Point) -> Left | None:
    """What the move that was played there left lying; None where it was no choice, or nothing was.

    Of a hand that nobody knew, only other places for the pieces that were played are looked at.
    """
    entry, played = there.entry, there.next
    if played is None or played.seat == TABLE or played.seat not in entry.game.actors(entry.replay.state):
        return None
    state, move = entry.game.view(entry.replay.state, played.seat), entry.game.parse(played.move)
    if entry.game.odds(state, played.seat):
        return None
    others: Iterable[Move] = entry.game.moves(state, played.seat)
    if entry.game.hand(state, played.seat) is None:
        same, page = _pieces(move, played.seat, entry), page_of(entry.header.game)
        others = [each for each in others if not page.hands or _pieces(each, played.seat, entry) == same]
    earned = {each: entry.game.judge(state, played.seat, each).points for each in others}
    best = max(earned, key=earned.__getitem__, default=None)
    if best is None:
        return None
    points = entry.game.judge(entry.replay.state, played.seat, move).points
    return Left(points, earned[best], str(best)) if earned[best] > points else None


def weighed(there: Point, settings: Settings) -> tuple[Weighed[Any], ...]:
    """What the bots expect of the best plays there, and of the one that was played: seen with its player's eyes."""
    seat = there.seat
    if seat is None:
        return ()
    also: Move | None = None if there.next is None else there.entry.game.parse(there.next.move)
    return hints.weigh(there.entry, there.entry.game.view(there.entry.replay.state, seat), seat, settings, also)


def _pieces(move: Move, seat: Seat, entry: Entry) -> list[str]:
    """The pieces of a move, by the labels of a hand."""
    return sorted(page_of(entry.header.game).spot(move, seat)[0])


def _plays(tried: Sequence[str]) -> Iterator[tuple[Seat, str]]:
    for each in tried[:MOST_TRIED]:
        seat, _, move = each.partition(" ")
        if not seat.lstrip("-").isdecimal():
            raise Problem(
                "unreadable-move", Said("{what} is no play: write the seat, a space and the move", what=quoted(each))
            )
        yield int(seat), move


def until(entry: Entry, moves: Sequence[Event]) -> Entry:
    """The game as it stood once those of its moves were played, and no others."""
    begun = record.begun(entry.record.events)
    shorter = record.Record(entry.header, (*(() if begun is None else (begun,)), *moves))
    return replace(entry, record=shorter, replay=record.replay(shorter))
