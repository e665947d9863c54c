"""Questions in words: what the decoder cannot tell becomes a line with candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from service.seats import player
from service.store.questions import Candidate, Question

if TYPE_CHECKING:
    from engine.core import Explanation
    from engine.record import Event
    from vision.follow import Ask, Reopen

QUIET: Final = "nothing was played"


def question_of(decision: Ask, version: int, frames: tuple[str, ...]) -> Question:
    """The question that a decision asks, at a version of the record, with its pictures (before, then now)."""
    candidates = tuple(candidate(way) for way in decision.ways)
    named = [_words(each) for each in candidates[:2]]
    text = "What was played?" if len(named) < 2 else f"Was it {named[0]}, or {named[1]}?"
    return Question("choice", text, version, frames, candidates)


def doubt_of(decision: Reopen, event: Event) -> str:
    """In one line, that a move which stands is in question again."""
    line = f"Move {event.seq} was taken for {event.move} by {player(event.seat)}"
    others = [f"{move} by {player(seat)}" for (seat, move), _ in decision.others[:1]]
    return f"{line}; was it {others[0]}?" if others else f"{line}, but the table shows something else."


def reopened(decision: Reopen, event: Event, text: str, version: int, frames: tuple[str, ...]) -> Question:
    """The question whether a move that stands (`event`) was another: those that it may have been, and that it stays."""
    others = [Candidate(((seat, str(move)),), round(min(weight, 1.0), 4)) for (seat, move), weight in decision.others]
    stays = Candidate(((event.seat, event.move),), round(max(1.0 - sum(each.likelihood for each in others), 0.0), 4))
    return Question("reopen", text, version, frames, (*others, stays), event.seq)


def candidate(way: Explanation[Any]) -> Candidate:
    """A way as a candidate of a question."""
    plays = tuple((seat, str(move)) for seat, move in way.plays)
    bad = way.illegal
    if bad is None:
        return Candidate(plays, round(way.likelihood, 4))
    return Candidate(plays, round(way.likelihood, 4), False, tuple(bad.rules), bad.reason)


def _words(each: Candidate) -> str:
    return " then ".join(f"{move} by {player(seat)}" for seat, move in each.plays) or QUIET
