"""The answer to a dispute, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import Verdict
from engine.said import Said, forms
from service.seats import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.record import Event
    from service.disputes.moments import Story
    from service.disputes.weighing import Weighing
    from vision.tracking.hypothesis import Hypothesis

UPHELD: Final = "upheld"
OVERTURNED: Final = "overturned"
INCONCLUSIVE: Final = "inconclusive"
"""What is ruled of a statement that is so, that is not so, or that nothing tells of."""
AS_RECORDED: Final = "as_recorded"
OTHERWISE: Final = "otherwise"
UNCLEAR: Final = "unclear"
"""What the pictures of a move show."""
MOVE: Final = ("seq", "time", "seat", "move", "kind", "points", "by")
CHANGE: Final = ("seq", "time", "kind", "of", "move")
"""What an answer tells of a move, and of an entry that changed one."""
MOST_HYPOTHESES: Final = 4
"""At most so many hypotheses are listed in an answer."""


def to_json(  # noqa: PLR0913, PLR0917 - each is a part of it
    story: Story,
    stands: bool | None,
    statement: str,
    reason: str,
    rules: Iterable[str],
    weighed: Sequence[Weighing] = (),
    **more: Any,
) -> dict[str, Any]:
    """Whether a statement stands (None: nothing tells), why, by which rules, and what that rests on: moves, pictures,
    what was occluded, and the changes made. `more` is what only this kind of question has."""
    titles = {rule: known.title for rule, known in story.game.rules.items()}
    asked = {play.seq for each in weighed for play in each.moment.plays}
    clock = tuple(_clock_faults(story, weighed))
    return {
        "verdict": {True: UPHELD, False: OVERTURNED, None: INCONCLUSIVE}[stands],
        "statement": statement,
        "reason": spoken(reason),
        "rules": [{"id": rule, "title": titles.get(rule, "")} for rule in dict.fromkeys(rules)],
        "moves": [_move(each) for each in weighed],
        "frames": _frames(weighed),
        "hidden": _occluded(weighed),
        "changes": [_entry(event, CHANGE) for event in story.changes(asked)],
        "clock": list(clock),
        **forms(clock=clock),
        **more,
    }


def _clock_faults(story: Story, weighed: Iterable[Weighing]) -> Iterator[Said]:
    """Where the times of the record run backwards, or a move is older than its first picture; a line each."""
    last = ""
    for event in story.record.events:
        if event.time < last:
            form = "entry {number} is of {time}, the one before of {time2}"
            yield Said(form, number=event.seq, time=event.time, time2=last)
        last = max(last, event.time)
    for each in weighed:
        times = [reading.frame.time for reading in each.readings if reading.frame.time]
        event = story.record.events[each.moment.event.seq - 1]
        if times and event.frames and event.time < min(times):
            form = "entry {number} is of {time}, its first picture of {time2}"
            yield Said(form, number=event.seq, time=event.time, time2=min(times))


def _entry(event: Event, keys: Iterable[str]) -> dict[str, Any]:
    """What an answer tells of an entry."""
    return {key: getattr(event, key) for key in keys}


def _move(weighing: Weighing) -> dict[str, Any]:
    moment, belief, verdict = weighing.moment, weighing.belief, weighing.moment.verdict
    return {
        **_entry(moment.event, MOVE),
        "together": [play.seq for play in moment.plays],
        "before": moment.game.position(moment.game.view(moment.before, None)),
        "after": moment.game.position(moment.game.view(moment.after, None)),
        "refused": None if verdict.legal else _against(verdict) | {"reason": spoken(verdict.reason)},
        "shown": weighing.shown,
        "why": spoken(weighing.reason),
        **forms(why=weighing.reason),
        "likelihood": round(weighing.likelihood, 4),
        "instead": weighing.instead and _hypothesis(weighing.instead, weighing.share(weighing.instead)),
        "ways": [_hypothesis(each, belief.share((each,).__contains__)) for each in belief.hypotheses[:MOST_HYPOTHESES]],
    }


def _hypothesis(hypothesis: Hypothesis, likelihood: float) -> dict[str, Any]:
    """A hypothesis with the likelihood of its plays, and the verdict on the one that the rules refuse."""
    plays = [{"seat": seat, "move": str(move)} for seat, move in hypothesis.plays]
    return {"plays": plays, "likelihood": round(likelihood, 4), **_against(hypothesis.refused or Verdict(True, ()))}


def _against(verdict: Verdict) -> dict[str, Any]:
    """Why the rules refuse a play; empty words where they allow it."""
    said = {"name": verdict.name, "reason": verdict.reason, "rules": list(verdict.rules)}
    return said | forms(reason=verdict.reason)


def _frames(weighed: Iterable[Weighing]) -> list[dict[str, Any]]:
    """Every picture once, in the order in which they are told of."""
    pictures: dict[str, dict[str, Any]] = {}
    for each in weighed:
        for reading in each.readings:
            frame = reading.frame
            told = {
                "sha256": frame.sha256,
                "time": frame.time,
                "why": str(frame.about.get("why", "")),
                "seq": each.moment.event.seq,
                "there": frame.picture is not None,
                "read": "not" if reading.trouble else "again",
                "trouble": reading.trouble,
                **forms(trouble=reading.trouble),
            }
            pictures.setdefault(frame.sha256, told)
    return list(pictures.values())


def _occluded(weighed: Iterable[Weighing]) -> list[Any]:
    """What the memory knew to be out of sight when the pictures were taken, each once."""
    occluded: list[Any] = []
    for reading in (reading for each in weighed for reading in each.readings):
        occluded += [piece for piece in reading.frame.about.get("hidden") or () if piece not in occluded]
    return occluded
