"""Who meets whom in a tournament, and who stands where."""

import itertools
import random
from dataclasses import replace

import pytest

from service.tournament.model import (
    DRAW,
    KNOCKOUT,
    ONE,
    OTHER,
    ROBIN,
    SWISS,
    AllPlayed,
    Entrant,
    Pairing,
    Round,
    RoundOpen,
    Tournament,
)
from service.tournament.pairing import bracket, next_round, planned
from service.tournament.standings import standings

pytestmark = pytest.mark.store


def cup(system, count, rounds=None):
    entrants = tuple(Entrant(n, f"P{n}") for n in range(1, count + 1))
    many = rounds or planned(system, count)
    return Tournament("id", "Cup", "stackernoos", {}, system, many, "tables", None, "", entrants)


def stronger(pairing):
    """The better seed wins."""
    return pairing if pairing.other is None else replace(pairing, result=ONE if pairing.one < pairing.other else OTHER)


def played(tournament, result=stronger):
    """All rounds, each with the results that a function gives."""
    while len(tournament.rounds) < tournament.planned:
        pairings = tuple(result(each) for each in next_round(tournament))
        tournament = replace(tournament, rounds=(*tournament.rounds, Round("", pairings)))
    return tournament


def meetings(tournament):
    return [frozenset((each.one, each.other)) for each in tournament.played() if each.other is not None]


def chosen(chance):
    """Any result."""
    return lambda p: p if p.other is None else replace(p, result=chance.choice([ONE, OTHER, DRAW]))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 20])
def test_everybody_meets_everybody_once_and_nobody_twice_a_round(count):
    done = played(cup(ROBIN, count))
    assert sorted(map(sorted, meetings(done))) == [
        list(pair) for pair in itertools.combinations(range(1, count + 1), 2)
    ]
    for each in done.rounds:
        there = [n for p in each.pairings for n in (p.one, p.other) if n is not None]
        assert sorted(there) == list(range(1, count + 1))
    first = [sum(p.one == n for p in done.played() if p.other) for n in range(1, count + 1)]
    assert max(first) - min(first) <= 2
    with pytest.raises(AllPlayed):
        next_round(done)


@pytest.mark.parametrize("count", [4, 7, 8, 16, 33])
def test_nobody_meets_twice_or_is_free_twice_in_a_swiss_one_and_equals_meet(count):
    for seed in range(3):
        done = played(cup(SWISS, count), chosen(random.Random(seed)))
        met = meetings(done)
        assert len(set(met)) == len(met)
        free = [each.one for each in done.played() if each.other is None]
        assert len(set(free)) == len(free) == (len(done.rounds) if count % 2 else 0)
    second = replace(played(cup(SWISS, 8, 1)), planned=2)
    points = {row.number: row.points for row in standings(second)}
    assert all(points[each.one] == points[each.other] for each in next_round(second))


def test_who_meets_whom_again_where_it_cannot_be_helped():
    done = played(cup(SWISS, 2, 3))
    assert meetings(done) == [frozenset((1, 2))] * 3
    assert [each.pairings[0].one for each in done.rounds] == [1, 2, 1]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_a_knock_out_ends_with_one_and_the_best_two_meet_last(count):
    done = played(cup(KNOCKOUT, count))
    last = done.rounds[-1].pairings
    assert len(last) == 1
    assert {last[0].one, last[0].other} == {1, 2}
    assert [row.number for row in standings(done)[:2]] == [1, 2]
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_round_waits_for_its_results_and_the_withdrawn_are_not_paired():
    begun = cup(SWISS, 5, 3)
    begun = replace(begun, rounds=(Round("", next_round(begun)),))
    with pytest.raises(RoundOpen):
        next_round(begun)
    out = replace(played(cup(SWISS, 5, 1)), planned=2)
    out = replace(out, entrants=(*out.entrants[:4], replace(out.entrants[4], out=True)))
    assert 5 not in {n for each in next_round(out) for n in (each.one, each.other)}


def test_ties_are_broken_as_they_are_by_hand():
    """Four meet once each: 1 beats 2 and 3, 4 beats 1 and 3, 2 beats 4, 3 draws with 2."""
    listed = [(1, 2, ONE), (1, 3, ONE), (4, 1, ONE), (4, 3, ONE), (2, 4, ONE), (3, 2, DRAW)]
    pairings = tuple(Pairing(n, one, other, result=r) for n, (one, other, r) in enumerate(listed, start=1))
    table = standings(replace(cup(SWISS, 4), rounds=(Round("", pairings),)))
    assert [(row.number, row.points) for row in table] == [(4, 2.0), (1, 2.0), (2, 1.5), (3, 0.5)]
    first = table[0].ties
    assert first["buchholz"] == 2.0 + 0.5 + 1.5 == table[1].ties["buchholz"]
    assert first["sonneborn"] == 2.0 + 0.5
    assert table[1].ties["sonneborn"] == 1.5 + 0.5
