"""Questions in words: what the decoder cannot tell becomes a line with candidates."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.adoption import adopted, position_of
from engine.errors import EngineError
from engine.said import Said
from service.page.plays import whose
from service.store.questions import Candidate, Question
from vision.games.model import observation_model
from vision.tracking.numbers import SHOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.record import Event
    from service.store.entry import Entry
    from service.store.questions import Asked
    from vision.games.reading import TableReading
    from vision.tracking import Ask, Lost, Reopen
    from vision.tracking.decision import Explanation
    from vision.tracking.difference import Difference, PieceAt

    Plays: TypeAlias = Sequence[tuple[int, str]]
    Words: TypeAlias = Callable[[Plays], Iterable[str]]

QUIET: Final = "nothing"
NO_MORE: Final = "nothing more"
WHAT: Final = "What was played?"


def question_of(decision: Ask, version: int, frames: tuple[str, ...], words: Words) -> Question:
    """The question that a decision asks, at a version of the record, with its pictures (before, then now)."""
    candidates = tuple(candidate(explanation) for explanation in decision.explanations)
    text = WHAT
    if len(candidates) > 1:
        text = f"Was it {', or '.join(_apart(candidates[0], candidates[1], words))}?"
    return Question("choice", text, version, frames, candidates)


def grown(last: Asked, question: Question) -> Question | None:
    """The last question with what may have been played as well by now; None where something else is to be asked.

    What was offered keeps its place, for somebody may be about to choose it. One that was answered grows no more.
    """
    known, now = ([each.plays for each in one.candidates] for one in (last.question, question))
    if last.answer is not None:
        return last.question if set(now[:2]) <= set(known) else None
    if not any(set(known) & set(filter(None, now))) or len(now[0]) > max(map(len, known)):
        return None
    fresh = (each for each in question.candidates if each.plays not in known)
    return replace(last.question, candidates=(*last.question.candidates, *fresh)[:SHOWN])


def lost(decision: Lost, version: int, table: Mapping[str, Any] | None = None) -> Question:
    """The question what was played on a table that is not understood, with all that is wrong there. The game may go on
    from the `table` as the camera reads it, where it can."""
    text = "The table is not as the game has it."
    if decision.detail.endswith("."):
        text = Said("The table is not as the game has it: {line}", line=decision.detail)
    elif wrong := decision.detail or _wrong(decision.difference):
        text = Said("The table is not as the game has it: {wrong}.", wrong=wrong)
    return Question(
        "out_of_step",
        text,
        version,
        (),
        tuple(candidate(explanation) for explanation in decision.explanations),
        table=table,
    )


def as_it_lies(entry: Entry, sight: TableReading[Any]) -> dict[str, Any] | None:
    """The position that the game could go on from if the table is taken as it is seen; None where it cannot."""
    if sight.unjudged or entry.header.seed is not None:
        return None
    game, seen = entry.game, observation_model(entry.header.game).surest(sight.position)
    try:
        position = position_of(game, entry.replay.state, seen)
        adopted(game, entry.options, position)
    except EngineError:
        return None
    return position


def _wrong(difference: Difference | None) -> str:
    """What lies there and should not, and the other way round: pieces by their names, for nobody counts cells."""
    if difference is None:
        return ""
    parts = []
    if difference.came:
        parts.append(Said("{pieces} should not lie there", pieces=tuple(map(_named, difference.came))))
    if difference.gone:
        parts.append(Said("{pieces} cannot be seen", pieces=tuple(map(_named, difference.gone))))
    if difference.loose:
        form = "{pieces} belongs nowhere" if len(difference.loose) == 1 else "{pieces} belong nowhere"
        parts.append(Said(form, pieces=difference.loose))
    return reduce(lambda some, more: Said("{wrong}; {wrong2}", wrong=some, wrong2=more), parts) if parts else ""


def _named(piece: PieceAt) -> str:
    label = piece.label or "a piece that cannot be read"
    if not piece.where or piece.where.startswith("@"):
        return label
    return Said("{piece} at {spot}", piece=label, spot=_spot(piece.where))


def _spot(where: str) -> str:
    """Where a piece lies, by the words of its game's positions: `r3`, `rows 2`, `stacks 1`, `brickyard`."""
    kind, _, number = where.partition(" ")
    if kind == "rows":
        return Said("rows {number}", number=number)
    if kind == "stacks" and number:
        return Said("stacks {stack}", stack=number)
    return Said("{row}", row=where) if where[1:].isdecimal() else where


def doubt_of(decision: Reopen, standing: Sequence[Event], words: Words) -> str:
    """In one line, how the game may have gone since a move that stands. `words` is of the table before that move."""
    other = candidate(decision.explanations[0])
    return f"Was it {', rather than '.join(_apart(other, _stays(decision, standing), words))}?"


def reopened(decision: Reopen, standing: Sequence[Event], text: str, version: int, frames: tuple[str, ...]) -> Question:
    """The question whether moves that stand were others: those that they may have been, and that they stay."""
    others = map(candidate, decision.explanations)
    candidates = (*others, _stays(decision, standing))
    return Question("reopen", text, version, frames, candidates, standing[decision.at].seq)


def _stays(decision: Reopen, standing: Sequence[Event]) -> Candidate:
    """What stands, as a candidate."""
    left = max(1.0 - sum(explanation.likelihood for explanation in decision.explanations), 0.0)
    return Candidate(tuple((event.seat, event.move) for event in standing[decision.at :]), round(left, 4))


def candidate(explanation: Explanation) -> Candidate:
    """A way as a candidate of a question."""
    plays, bad = tuple((seat, str(move)) for seat, move in explanation.plays), explanation.illegal
    candidate = Candidate(plays, round(min(explanation.likelihood, 1.0), 4))
    return candidate if bad is None else replace(candidate, legal=False, rules=tuple(bad.rules), reason=bad.reason)


def _apart(one: Candidate, other: Candidate, words: Words) -> tuple[str, str]:
    """Two candidates in words, from where they differ on."""
    same = next((n for n, (a, b) in enumerate(zip(one.plays, other.plays, strict=False)) if a != b), None)
    same = min(len(one.plays), len(other.plays)) if same is None else same
    return _said(one.plays, words, same), _said(other.plays, words, same)


def _said(plays: Plays, words: Words, begin: int = 0) -> str:
    """Plays in words, from the one at `begin` on."""
    quoted = [f"“{whose(seat, said)}”" for (seat, _), said in zip(plays, words(plays), strict=True)]
    return ", then ".join(quoted[begin:]) or (NO_MORE if begin else QUIET)
