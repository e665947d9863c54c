"""The answer to a dispute."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from service.seats import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.games import AnyGame
    from engine.record import Event
    from service.disputes.moments import Moment, Story
    from service.disputes.weighing import Weighing

UPHELD: Final = "upheld"
OVERTURNED: Final = "overturned"
INCONCLUSIVE: Final = "inconclusive"


@dataclass(frozen=True, slots=True)
class WeighedMove:
    """A move with what its pictures say of it."""

    moment: Moment
    weighing: Weighing


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling: whether the `statement` stands, why, by which rules, and what it rests on.

    `more` is what only this kind of question has.
    """

    verdict: str
    statement: str
    reason: str
    rules: tuple[str, ...] = ()
    weighed: tuple[WeighedMove, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


def to_json(answer: Answer, story: Story) -> dict[str, Any]:
    """The answer as JSON, with rules and their titles, moves, pictures, what was hidden, and the changes made."""
    events = [play for each in answer.weighed for play in each.moment.plays]
    return {
        "verdict": answer.verdict,
        "statement": answer.statement,
        "reason": spoken(answer.reason),
        "rules": [_rule(story.game, rule) for rule in dict.fromkeys(answer.rules)],
        "moves": [_move(each) for each in answer.weighed],
        "frames": _frames(answer.weighed),
        "hidden": _hidden(answer.weighed),
        "changes": [_change(event) for event in story.changes({event.seq for event in events})],
        "clock": clock_faults(story, answer.weighed),
        **answer.more,
    }


def clock_faults(story: Story, weighed: Iterable[WeighedMove]) -> list[str]:
    """Where the times of the record run backwards, or a move is older than its first picture; a line each."""
    faults, last = [], ""
    for event in story.record.events:
        if event.time < last:
            faults.append(f"entry {event.seq} is of {event.time}, the one before of {last}")
        last = max(last, event.time)
    for each in weighed:
        times = [reading.frame.time for reading in each.weighing.readings if reading.frame.time]
        event = story.record.events[each.moment.event.seq - 1]
        if times and event.frames and event.time < min(times):
            faults.append(f"entry {event.seq} is of {event.time}, its first picture of {min(times)}")
    return faults


def _rule(game: AnyGame, rule: str) -> dict[str, str]:
    known = game.rules.get(rule)
    return {"id": rule, "title": known.title if known else ""}


def _move(each: WeighedMove) -> dict[str, Any]:
    moment, weighing = each.moment, each.weighing
    event = moment.event
    return {
        "seq": event.seq,
        "time": event.time,
        "seat": event.seat,
        "move": event.move,
        "kind": event.kind,
        "points": event.points,
        "by": event.by,
        "together": [play.seq for play in moment.plays],
        "before": moment.game.position(moment.game.view(moment.before, None)),
        "after": moment.game.position(moment.game.view(moment.after, None)),
        "refused": _refused(moment),
        "shown": weighing.shown,
        "why": spoken(weighing.reason),
        "likelihood": round(weighing.likelihood, 4),
        "instead": None if weighing.instead is None else weighing.instead.to_json(),
        "ways": [each.to_json() for each in weighing.explanations],
    }


def _refused(moment: Moment) -> dict[str, Any] | None:
    """Why the rules refuse the move as it is recorded; None where they allow it."""
    event = moment.event
    verdict = moment.game.judge(moment.before, event.seat, moment.game.parse(event.move))
    if verdict.legal:
        return None
    return {"name": verdict.name, "reason": spoken(verdict.reason), "rules": list(verdict.rules)}


def _frames(weighed: Sequence[WeighedMove]) -> list[dict[str, Any]]:
    """Every picture once, in the order in which they are told of."""
    pictures: dict[str, dict[str, Any]] = {}
    for each in weighed:
        for reading in each.weighing.readings:
            frame = reading.frame
            pictures.setdefault(
                frame.sha256,
                {
                    "sha256": frame.sha256,
                    "time": frame.time,
                    "why": str(frame.about.get("why", "")),
                    "seq": each.moment.event.seq,
                    "there": frame.picture is not None,
                    "read": "not" if reading.trouble else "again",
                    "trouble": reading.trouble,
                },
            )
    return list(pictures.values())


def _hidden(weighed: Sequence[WeighedMove]) -> list[Any]:
    """What the memory knew to be out of sight when the pictures were taken, each once."""
    hidden_pieces: list[Any] = []
    for each in weighed:
        for reading in each.weighing.readings:
            hidden_pieces += [
                hidden for hidden in reading.frame.about.get("hidden") or () if hidden not in hidden_pieces
            ]
    return hidden_pieces


def _change(event: Event) -> dict[str, Any]:
    return {"seq": event.seq, "time": event.time, "kind": event.kind, "of": event.of, "move": event.move}
