"""What else may have been played: ways that were not taken live on, and win once later looks fit them far better.

Whenever something is committed, the other ways that might have led there become rivals of the record; each goes on by
what explains the later looks best, from its own state, with arms where its own players sit. A rival that has become
likelier than the record is asked about, while the record goes on; nobody is accused, and no table given up, while a
rival explains what is seen.

Rivals are weighed by one sight, put together as the record has the table: where a piece was not read surely it is told
by the record's name. So they tell who moved, in which order and what nobody saw, rather than what lies where; that is
asked by `reopen`, and by histories that begin anew before the last moves, each with a sight of its own (`past`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.tracking.decision import Ask, Illegal, OutOfStep, Reopen
from vision.follow.witness import reached_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.core import Explanation
    from engine.games import AnyGame
    from vision.tracking.decision import Decision
    from vision.follow.decoder import Weighed
    from vision.follow.reach import Reach
    from vision.follow.seating import Seating
    from vision.follow.settings import FollowSettings

    Way: TypeAlias = Explanation[Any]
    Play: TypeAlias = tuple[int, Any]
    Explain: TypeAlias = Callable[["Rival"], Sequence[Way]]
    AtRest: TypeAlias = Callable[[Any], float]

MOST: Final = 3
"""So many rivals live on, the likeliest; each costs an explanation whenever something is decided."""
BRANCHES: Final = 3
"""A rival goes on by so many ways of its own, the likeliest."""
LEAST: Final = 1e-4
"""A rival less likely than this beside the record is dropped."""
LONGEST: Final = 12
"""A rival of more plays than this is dropped: all the while it was never clearer than what stands."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A history: `plays` instead of the moves that stand from the `at`th on, the state that they lead to, how likely it
    is beside the record, and where its players sit.

    `rest` is how likely the table of its last look is, now that all of that was played, 1 where that leaves something
    to explain: what speaks against a history for as long as it lies there, as a boneyard that was counted otherwise,
    is held against it once.
    """

    at: int
    plays: tuple[Play, ...]
    state: Any
    weight: float
    seating: Seating
    rest: float = 1.0


@dataclass(frozen=True, slots=True)
class Challenge:
    """A rival at a look, the ways to go on from it, how likely they are beside the record before that look, and how
    likely it is that this is what was played (0 … 1)."""

    rival: Rival
    ways: Sequence[Way]
    weight: float
    share: float

    def told(self) -> Iterator[tuple[int, tuple[Play, ...], float]]:
        """What was played instead of the moves from which on, up to what is seen, and how likely: way by way."""
        total = _weight(self.ways)
        for way in self.ways:
            yield self.rival.at, (*self.rival.plays, *_lawful(way)), self.share * way.weight / total

    def beats(self, decision: Decision, settings: FollowSettings) -> bool:
        """Whether this is asked about, rather than only deciding so. Nobody is accused, and no table is given up, while
        the rules and another history explain what is seen."""
        if isinstance(decision, OutOfStep):
            return _weight(self.ways) >= settings.explained
        least = {Illegal: settings.spared, Ask: settings.asked_too}.get(type(decision), settings.likelier)
        return self.ways[0].illegal is None and self.share >= least

    def goes_on(self, rules: AnyGame, reaches: tuple[Reach, ...]) -> Iterator[Rival]:
        """The rival gone on by each of the ways that explain the look best, with the arms that came in meanwhile."""
        rival, total = self.rival, _weight(self.ways)
        for way in self.ways:
            plays = _lawful(way)
            state, seating = _after(rules, rival.state, plays), _learnt(rules, rival.seating, plays, reaches)
            yield Rival(rival.at, (*rival.plays, *plays), state, self.weight * way.weight / total, seating)


@dataclass(frozen=True, slots=True)
class Taken:
    """What is committed: the `plays` from a `state` on, after `at` moves that stand, out of all `ways`; with the arms
    that came in meanwhile, and where the players sit."""

    at: int
    state: Any
    plays: tuple[Play, ...]
    ways: Sequence[Way]
    reaches: tuple[Reach, ...]
    seating: Seating

    @property
    def agreeing(self) -> list[Way]:
        """The ways that begin with what is taken."""
        return [way for way in self.ways if self._agrees(way)]

    def others(self, rules: AnyGame) -> list[Rival]:
        """The legal ways that go another way, or nowhere."""
        return [
            Rival(
                self.at,
                way.plays,
                _after(rules, self.state, way.plays),
                way.weight,
                _learnt(rules, self.seating, way.plays, self.reaches),
            )
            for way in self.ways
            if way.illegal is None and not self._agrees(way)
        ]

    def _agrees(self, way: Way) -> bool:
        return way.plays[: len(self.plays)] == self.plays


@dataclass(frozen=True, slots=True)
class Rivals:
    """The rivals of a record, likeliest first; `rest` is the record's own."""

    all: tuple[Rival, ...] = ()
    rest: float = 1.0

    def challenges(
        self, rules: AnyGame, weighed: Weighed, explain: Explain, anew: Iterable[tuple[Rival, Sequence[Way]]] = ()
    ) -> list[Challenge]:
        """How likely each is by a look that the record explains as weighed, and those that begin `anew`, with their
        ways; likeliest first. A way that leads where the record leads is none of its own."""
        record = _after(rules, weighed.state, _lawful(weighed.ways[0]))
        told = []
        for rival, explained in (*((rival, explain(rival)) for rival in self.all), *anew):
            ways = [way for way in explained[:BRANCHES] if _after(rules, rival.state, _lawful(way)) != record]
            told.append((rival, ways, rival.weight * _weight(ways) / rival.rest * self.rest))
        total = _weight(weighed.ways) + sum(weight for *_, weight in told)
        found = [Challenge(rival, ways, weight, weight / total) for rival, ways, weight in told if weight]
        return sorted(found, key=lambda each: -each.share)

    def committed(self, rules: AnyGame, taken: Taken, challenges: Iterable[Challenge], at_rest: AtRest) -> Rivals:
        """The rivals once something is committed: those of before, each gone on by its own best way, and the ways that
        were not taken. `at_rest` tells how likely the table is where a state is all there is to it."""
        agreeing, after = taken.agreeing, _after(rules, taken.state, taken.plays)
        record, rest = _weight(agreeing), at_rest(_after(rules, taken.state, _lawful(agreeing[0])))
        rivals = [rival for each in challenges for rival in each.goes_on(rules, taken.reaches)]
        rivals += taken.others(rules)
        best: dict[Any, Rival] = {}
        for rival in sorted(rivals, key=lambda each: -each.weight):
            if rival.state != after and rival.weight >= LEAST * record and len(rival.plays) <= LONGEST:
                best.setdefault(rival.state, rival)
        kept = [*best.values()][:MOST]
        return Rivals(
            tuple(replace(each, weight=each.weight / record, rest=at_rest(each.state)) for each in kept), rest
        )


def doubt(
    challenges: Sequence[Challenge], asked: Ask | None, record: Sequence[Play], settings: FollowSettings
) -> Reopen:
    """The question what was played instead of the last moves of a record, with the likeliest of what challenges it,
    and with the ways to go on that are `asked` about anyway."""
    told = _once(each for challenge in challenges for each in challenge.told())
    best = told[0]
    left = max(1.0 - sum(challenge.share for challenge in challenges), 0.0)
    ways = [] if asked is None else [way for way in asked.ways if way.illegal is None and way.plays]
    told += [(len(record), way.plays, left * way.likelihood) for way in ways]
    others = sorted((each for each in told if each is not best), key=lambda each: -each[2])
    kept = [best, *(each for each in others if each[2] >= settings.worth_asking)][: settings.asked]
    at = min(each[0] for each in kept)
    plays = tuple(((*record[at:since], *plays), share) for since, plays, share in kept)
    return Reopen(at, plays, rest=True, lasting=asked is None)


def _once(told: Iterable[tuple[int, tuple[Play, ...], float]]) -> list[tuple[int, tuple[Play, ...], float]]:
    """Each history that is told once, the likeliest first."""
    found: dict[tuple[int, tuple[Play, ...]], tuple[int, tuple[Play, ...], float]] = {}
    for each in sorted(told, key=lambda each: -each[2]):
        found.setdefault(each[:2], each)
    return list(found.values())


def _weight(ways: Sequence[Way]) -> float:
    return sum(way.weight for way in ways)


def _lawful(way: Way) -> tuple[Play, ...]:
    return way.plays if way.illegal is None else way.plays[:-1]


def _after(rules: AnyGame, state: Any, plays: Iterable[Play]) -> Any:
    return reduce(lambda now, play: rules.play(now, *play), plays, state)


def _learnt(rules: AnyGame, seating: Seating, plays: Sequence[Play], reaches: tuple[Reach, ...]) -> Seating:
    return seating.learnt([seat for seat, _ in reached_for(plays, rules.said)], reaches)
