"""A hypothesis held against what the record says: whether it bears the record out, denies it, or says nothing of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from vision.tracking.facts import Fact, apart_from_height, facts, in_sight, names, with_faces
from vision.tracking.hypothesis import states_through

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.disputes.moments import Moment
    from vision.tracking.hypothesis import Hypothesis

Effect: TypeAlias = tuple[frozenset[Fact], frozenset[Fact]]
"""The pieces that a play brings to where they lie, and those that it takes away."""


def bears_out(moment: Moment, hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis plays the move as often as the record, once to the same effect, or leaves the same in sight.
    The same words may mean another piece after other plays. A picture shows no hand and no order."""
    wanted = [play.move for play in moment.plays].count(moment.event.move)
    if hypothesis.refused is not None and str(hypothesis.plays[-1][1]) == moment.event.move:
        return wanted == 1
    effects = list(_effects(moment, hypothesis))
    if len(effects) >= wanted and _effect(moment, moment.before, moment.after) in effects:
        return True
    states = (moment.start, moment.end, hypothesis.state)
    start, end, shown = (in_sight(moment.game.position(state)) for state in states)
    return hypothesis.refused is None and start != end == shown


def denies(moment: Moment, hypothesis: Hypothesis, table: Mapping[str, Any]) -> bool:
    """Whether a hypothesis lays what the record does not, or takes what it leaves there, of the kinds that the `table`
    holds. A part of the record denies nothing, nor does a piece that shows nothing or only lies higher or lower."""
    end = _end(moment, hypothesis)
    if not hypothesis.plays or end is None or bears_out(moment, hypothesis):
        return False
    both = (facts(moment.game.position(state)) for state in (end, moment.end))
    by_hypothesis, by_record = (frozenset(fact for fact in each if fact[0] in table) for each in both)
    new, gone = by_hypothesis - by_record, by_record - by_hypothesis
    if not new:
        return bool(gone) and gone <= facts(moment.game.position(moment.start))
    new = with_faces(apart_from_height(new, by_record))
    return bool(new) and (not names(new) <= names(gone) or len(new) >= len(gone))


def plays_later(moment: Moment, later: Moment, hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis plays a move that the record has later, besides what is recorded."""
    known = [play.move for play in moment.plays].count(later.event.move)
    return [str(move) for _, move in hypothesis.plays].count(later.event.move) > known


def brought(moment: Moment, later: Moment) -> frozenset[Fact]:
    """The pieces that a later move brings to where none of them lies after this one."""
    return _effect(later, later.before, later.after)[0] - facts(moment.game.position(moment.end))


def says_as_much(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Whether a hypothesis plays all that another one does."""
    plays, wanted = (Counter(str(move) for _, move in each.plays) for each in (hypothesis, best))
    return (hypothesis.refused is None) == (best.refused is None) and wanted <= plays


def _effects(moment: Moment, hypothesis: Hypothesis) -> Iterator[Effect]:
    """What the move does to the table, each time that a hypothesis plays it by the rules."""
    states = states_through(moment.game, moment.start, hypothesis.lawful)
    for (_, move), around in zip(hypothesis.lawful, pairwise(states), strict=True):
        if str(move) == moment.event.move:
            yield _effect(moment, *around)


def _effect(moment: Moment, before: Any, after: Any) -> Effect:
    old, new = (facts(moment.game.position(state)) for state in (before, after))
    return new - old, old - new


def _end(moment: Moment, hypothesis: Hypothesis) -> Any:
    """The state after a hypothesis with its refused play; None where that cannot be played at all."""
    if hypothesis.refused is None:
        return hypothesis.state
    try:
        return moment.game.play(hypothesis.state, *hypothesis.plays[-1])
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
