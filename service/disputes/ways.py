"""The ways from a state to what is seen, held against what the record says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from vision.tracking.facts import Fact, facts, in_sight

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.disputes.moments import Moment
    from vision.games import TableReading
    from vision.games.model import Explanation

Effect: TypeAlias = tuple[frozenset[Fact], frozenset[Fact]]
"""The pieces that a play brings to where they lie, and those that it takes away."""


def recorded(moment: Moment, sight: TableReading, ways: Sequence[Explanation[Any]]) -> list[Explanation[Any]]:
    """The ways that are the record, or that leave all that is told of the table as the record does.

    A card drawn from a pile face down changes nothing that a picture shows. A record that changes nothing there itself
    is told from nothing by it.
    """
    after = _told_of(moment, sight, moment.end)
    hidden = after == _told_of(moment, sight, moment.start)
    return [
        way
        for way in ways
        if _is_recorded(moment, way) or (not hidden and way.illegal is None and _ends(moment, sight, way) == after)
    ]


def _ends(moment: Moment, sight: TableReading, way: Explanation[Any]) -> Mapping[str, Any]:
    state = moment.start
    for seat, move in way.plays:
        state = moment.game.play(state, seat, move)
    return _told_of(moment, sight, state)


def _told_of(moment: Moment, sight: TableReading, state: Any) -> Mapping[str, Any]:
    """What a sight tells of a table, as a state has it."""
    return {key: value for key, value in in_sight(moment.game.position(state)).items() if key in sight.position}


def playing(moment: Moment, ways: Sequence[Explanation[Any]]) -> list[Explanation[Any]]:
    """The ways that play the move itself as often as the record has it, whatever was played with it. One of its plays
    has the same effect: the same words may mean another piece where other plays come before. What the rules refuse, and
    what comes after it, tells of nothing: it may be read wrong."""
    wanted = [play.move for play in moment.plays].count(moment.event.move)
    meant = _effect(moment, moment.before, moment.after)

    def plays(way: Explanation[Any]) -> bool:
        effects = _effects(moment, way)
        return len(effects) >= wanted and meant in effects

    return [way for way in ways if plays(way)]


def _effects(moment: Moment, way: Explanation[Any]) -> list[Effect]:
    """What the move does to the table, each time that a way plays it by the rules."""
    state, effects = moment.start, []
    for seat, move in way.plays:
        if way.illegal is not None and not moment.game.judge(state, seat, move).legal:
            break
        after = moment.game.play(state, seat, move)
        if str(move) == moment.event.move:
            effects.append(_effect(moment, state, after))
        state = after
    return effects


def _effect(moment: Moment, before: Any, after: Any) -> Effect:
    """The pieces that come to lie where they lie, and those that lie there no more."""
    old, new = (facts(moment.game.position(state)) for state in (before, after))
    return new - old, old - new


def ahead(moment: Moment, later: Moment | None, ways: Sequence[Explanation[Any]]) -> list[Explanation[Any]]:
    """The ways that play a move that the record has later, besides what is recorded; none where there is no such."""
    if later is None:
        return []
    move = later.event.move
    known = [play.move for play in moment.plays].count(move)
    return [way for way in ways if [str(each) for _, each in way.plays].count(move) > known]


def brought(moment: Moment, later: Moment) -> frozenset[Fact]:
    """The pieces that a later move brings to where none of them lies after this one."""
    return _effect(later, later.before, later.after)[0] - facts(moment.game.position(moment.end))


def without(ways: Sequence[Explanation[Any]], some: Sequence[Explanation[Any]]) -> list[Explanation[Any]]:
    """The ways but for some of them: by identity, for there may be tens of thousands."""
    taken = {id(way) for way in some}
    return [way for way in ways if id(way) not in taken]


def plays_all(moment: Moment, way: Explanation[Any]) -> bool:
    """Whether a way plays all that the record has, whatever else it plays."""
    return Counter((play.seat, play.move) for play in moment.plays) <= Counter(
        (seat, str(move)) for seat, move in way.plays
    )


def likelihood(ways: Sequence[Explanation[Any]]) -> float:
    """How likely one of some ways is."""
    return sum(way.likelihood for way in ways)


def _is_recorded(moment: Moment, way: Explanation[Any]) -> bool:
    """Whether a way plays what is recorded, and besides nothing but what the record has next.

    Where it has nothing next, others may have reacted to it. What the rules refuse, after all that is recorded, is a
    matter of its own, or was read wrong. A picture does not show whose hand it was, nor which of two came first.
    """
    plays = Counter(str(move) for _, move in way.plays)
    wanted = Counter(play.move for play in moment.plays)
    if not wanted <= plays:
        return False
    if way.illegal is not None and wanted == Counter(str(move) for _, move in way.plays[: len(moment.plays)]):
        return True
    more = (plays - wanted).total()
    if moment.then:
        return plays - wanted == Counter(play.move for play in moment.then[:more])
    first, rest = way.plays[: len(moment.plays)], way.plays[len(moment.plays) :]
    return wanted == Counter(str(move) for _, move in first) and all(seat != first[-1][0] for seat, _ in rest)


def of_one_order(ways: Sequence[Explanation[Any]]) -> list[Explanation[Any]]:
    """Of ways that play the same in another order, or by others, the likeliest with the likelihood of all.

    No picture shows which of two moves came first. Those that the rules refuse are not taken for those that they allow.
    """
    together: dict[Any, Explanation[Any]] = {}
    for way in sorted(ways, key=lambda way: -way.likelihood):
        key = (way.illegal is None, tuple(sorted(str(move) for _, move in way.plays)))
        known = together.get(key)
        together[key] = way if known is None else replace(known, likelihood=known.likelihood + way.likelihood)
    return sorted(together.values(), key=lambda way: -way.likelihood)


def likeliest(ways: Sequence[Explanation[Any]]) -> Explanation[Any] | None:
    """The likeliest of some ways, with the likelihood of all that play it and more: they say the same of it; None of
    none."""
    best = next(iter(of_one_order(ways)), None)
    if best is None or not best.plays:
        return best
    plays = Counter(str(move) for _, move in best.plays)
    same = [
        way.likelihood
        for way in ways
        if (way.illegal is None) == (best.illegal is None) and plays <= Counter(str(move) for _, move in way.plays)
    ]
    return replace(best, likelihood=sum(same))
