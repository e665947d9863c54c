"""Who meets whom in the next round, by each system.

A Swiss round is a matching of greatest weight. Nobody meets twice while that can be helped. Then points are as equal as
can be. Then the upper half of those with equal points meets the lower. NetworkX finds it: a well-kept library with
Edmonds' algorithm, which is not a thing to write again.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Final

from engine.said import Said
from service.tournament.model import KNOCKOUT, ROBIN, AllPlayed, NotNow, Pairing, RoundOpen
from service.tournament.standings import standings, winners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.tournament.model import Tournament

AGAIN: Final = 10**9
"""What it costs that two meet again: more than all else in a round together."""
APART: Final = 10**4
"""What each half point between two costs, squared: more than any places between them."""


def planned(system: str, count: int) -> int:
    """The rounds of a tournament of so many, where nobody says another number."""
    if system == ROBIN:
        return count - 1 + count % 2
    return max(1, math.ceil(math.log2(count)))


def next_round(tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings of the next round. Raises `RoundOpen`, `AllPlayed` and `NotNow`."""
    if tournament.rounds and not tournament.rounds[-1].done:
        raise RoundOpen(Said("round {round} has tables without a result", round=len(tournament.rounds)))
    if tournament.system == KNOCKOUT and any(each.is_open for each in tournament.rulings):
        raise RoundOpen("an appeal is open, and it may change who goes on; decide it first")
    if len(tournament.rounds) >= tournament.planned:
        raise AllPlayed(Said("all {rounds} rounds were played", rounds=tournament.planned))
    pairs = {ROBIN: _robin, KNOCKOUT: _knockout}.get(tournament.system, _swiss)(tournament)
    if not any(other is not None for _, other in pairs):
        raise NotNow("fewer than two are left to play")
    real = sorted(pairs, key=lambda pair: pair[1] is None) if tournament.system != KNOCKOUT else pairs
    return tuple(Pairing(n, one, other) for n, (one, other) in enumerate(real, start=1))


Pair = tuple[int, int | None]


def _robin(tournament: Tournament) -> list[Pair]:
    """One round of the circle: all turn by one place, but for the last."""
    ring: list[int | None] = [each.number for each in tournament.entrants]
    if len(ring) % 2:
        ring.append(None)
    turned = len(tournament.rounds) % (len(ring) - 1)
    *moving, fixed = ring
    moving = moving[turned:] + moving[:turned]
    ring = [*moving, fixed]
    out = {each.number for each in tournament.entrants if each.out}
    pairs: list[Pair] = []
    for n in range(len(ring) // 2):
        one, other = ring[n], ring[-1 - n]
        if turned % 2 and n == 0:
            one, other = other, one  # who is fixed begins every other time
        here = [each for each in (one, other) if each is not None and each not in out]
        if here:
            pairs.append((here[0], here[1] if len(here) == 2 else None))
    return pairs


def _knockout(tournament: Tournament) -> list[Pair]:
    """The first round by seeds, so that the first two meet last; byes go to the best. Then winners in their order."""
    out = {each.number for each in tournament.entrants if each.out}
    if not tournament.rounds:
        size = 2 ** planned(KNOCKOUT, len(tournament.entrants))
        order = bracket(size)
        there = [n if n <= len(tournament.entrants) else None for n in order]
        listed = list(zip(there[::2], there[1::2], strict=True))
    else:
        through = winners(tournament.rounds[-1].pairings)
        listed = list(itertools.zip_longest(through[::2], through[1::2]))
    pairs: list[Pair] = []
    for one, other in listed:
        here = [each for each in (one, other) if each is not None]
        stay = [each for each in here if each not in out] or here[:1]
        pairs.append((stay[0], stay[1] if len(stay) == 2 else None))
    return pairs


def bracket(size: int) -> list[int]:
    """The seeds of a knock-out of so many places (a power of two), in the order of their tables."""
    order = [1]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


def _swiss(tournament: Tournament) -> list[Pair]:
    out = {each.number for each in tournament.entrants if each.out}
    ranked = [(row.number, row.points) for row in standings(tournament) if row.number not in out]
    pairs: list[Pair] = []
    if len(ranked) % 2:
        free = {each.one for each in tournament.played() if each.other is None}
        bye = next((each for each in reversed(ranked) if each[0] not in free), ranked[-1])
        ranked.remove(bye)
        pairs.append((bye[0], None))
    met = [frozenset((each.one, each.other)) for each in tournament.played() if each.other is not None]
    first = [each.one for each in tournament.played() if each.other is not None]
    for one, other in _matched(ranked, met):
        begins = sorted((one, other), key=lambda number: (first.count(number), number))
        pairs.append((begins[0], begins[1]))
    place = {number: n for n, (number, _) in enumerate(ranked)}
    return sorted(pairs, key=lambda pair: min(place.get(pair[0], len(place)), place.get(pair[1] or 0, len(place))))


def _matched(ranked: Sequence[tuple[int, float]], met: Sequence[frozenset[int | None]]) -> list[tuple[int, int]]:
    """Everybody with somebody, at the least cost."""
    import networkx as nx  # loaded when a round is paired: a server should start fast

    points = dict(ranked)
    place = {number: n for n, (number, _) in enumerate(ranked)}
    graph = nx.Graph()
    for one, other in itertools.combinations(place, 2):
        group = [number for number in place if points[number] == points[one]]
        halves = abs(abs(place[one] - place[other]) - len(group) // 2) if points[one] == points[other] else 0
        apart = round(2 * abs(points[one] - points[other])) ** 2
        cost = AGAIN * met.count(frozenset((one, other))) + APART * apart + halves
        graph.add_edge(one, other, weight=-cost)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)
