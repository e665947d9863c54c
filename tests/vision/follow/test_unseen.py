"""Moves that nobody saw, told by whose arms came in."""

from dataclasses import replace
from math import pi
from types import SimpleNamespace

import pytest

from engine.core import Explanation
from vision.follow import Ask, Commit, FollowSettings, Illegal, Wait
from vision.follow.decoder import Weighed
from vision.follow.reach import Reach
from vision.follow.seating import Seating
from vision.follow.unseen import Suspicion, Told, Unseen
from vision.follow.witness import Witness

ANGLES = (0.0, pi / 2, pi, -pi / 2)


def reaches(*seats):
    return tuple(Reach(ANGLES[seat], float(n), n + 0.5) for n, seat in enumerate(seats))


def seating(players, moves=4):
    known = Seating()
    for seat in range(players):
        for _ in range(moves):
            known = known.learnt([seat], reaches(seat))
    return known


def told(seats, *arms, explained=1.0):
    return Told(tuple(seats), reaches(*arms), explained)


def test_arms_of_those_who_move_speak_for_the_record():
    unseen = Unseen()
    for seat in (0, 1, 2, 0, 1, 2):
        unseen = unseen.then(told([seat], seat), seating(3), 3)
    assert unseen.odds < 0.1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_one_place_too_late_is_noticed_within_two_moves(players):
    unseen, known = Unseen().then(told([0], 0), seating(players), players), seating(players)
    unseen = unseen.then(told([1], 2 % players), known, players)  # the move of 1 was not seen
    unseen = unseen.then(told([2 % players], 3 % players), known, players)
    assert unseen.odds > 0.5


def test_an_arm_more_speaks_for_a_move_more_the_less_is_explained():
    first = Unseen().then(told([0], 0), seating(3), 3)
    plain = first.then(told([1], 1, 2), seating(3), 3)
    unexplained = first.then(told([1], 1, 2, explained=0.1), seating(3), 3)
    assert first.odds < plain.odds < 0.5 < unexplained.odds


def test_who_is_not_known_yet_sits_where_the_history_has_them():
    """Three play; the second's first move was not seen, so the third is called the second and the first the third."""
    unseen, known = Unseen(), Seating()
    for named, really in ((0, 0), (1, 2), (2, 0), (0, 1), (1, 2)):
        unseen = unseen.then(told([named], really), known, 3)
        known = known.learnt([named], reaches(really))
    assert unseen.odds > 0.5


def test_moves_without_arms_tell_nothing():
    unseen = Unseen().then(told([0], 0), seating(2), 2)
    assert unseen.then(told([1]), seating(2), 2) == unseen == unseen.then(told([-1], 1), seating(2), 2)


def committed(seat, *arms, moves=4):
    """A move of a seat that is committed, with what it was weighed from; each seat has made so many moves."""
    way = Explanation(((seat, SimpleNamespace()),), 1.0, None, 1.0)
    witness = Witness(reaches=reaches(*arms), seating=seating(3, moves))
    return Commit(way), Weighed(None, [way], SimpleNamespace(), witness)


def test_what_arms_speak_against_is_asked_rather_than_committed():
    suspicion, first, second = Suspicion(3, FollowSettings()), committed(1, 2, moves=1), committed(2, 0, moves=1)
    assert suspicion.decide(*first, 1.0) == first[0]
    suspicion.played()
    assert suspicion.decide(*second, 2.0) == Wait()
    assert isinstance(suspicion.decide(*second, 4.0), Ask)
    suspicion.confirmed()
    assert suspicion.decide(*second, 5.0) == second[0]


def test_who_is_known_to_sit_elsewhere_hardly_moved():
    suspicion, move = Suspicion(3, FollowSettings()), committed(1, 2)
    assert suspicion.decide(*move, 1.0) == Wait()
    assert isinstance(suspicion.decide(*move, 3.0), Ask)


def out_of_turn(seat, weight, players=3):
    """A report that a seat moved, by its arm, though it was the turn of seat 1; with the legal way beside it."""
    move, witness = SimpleNamespace(), Witness(reaches=reaches(seat), seating=seating(players))
    refused = Explanation(((seat, move),), 0.0, SimpleNamespace(legal=False), weight)
    ways = witness.weigh([refused, Explanation(((1, move),), 0.0, None, 1.0)])
    return Illegal(next(way for way in ways if way.illegal)), Weighed(None, ways, SimpleNamespace(), witness)


@pytest.mark.parametrize(
    ("seat", "weight", "players", "idle", "accused"),
    [
        (0, 0.005, 3, (), True),  # who has just moved goes on
        (0, 0.005, 3, (1,), True),  # and the others would have to have moved unseen
        (2, 0.002, 3, (), False),  # one move that was not seen explains it as well
        (0, 0.007, 2, (), True),
        (0, 0.007, 2, (1,), False),  # whose turn it is reached in before
    ],
)
def test_who_plays_out_of_turn_is_accused_unless_a_move_may_not_have_been_seen(seat, weight, players, idle, accused):
    (report, weighed), suspicion = out_of_turn(seat, weight, players), Suspicion(players, FollowSettings())
    assert report.way is weighed.ways[0]
    suspicion.idle(reaches(*idle))
    assert isinstance(suspicion.decide(report, weighed, 1.0), Illegal if accused else Ask)


def test_nobody_is_accused_at_once_where_arms_tell_of_a_move_more():
    (commit, weighed), refused = committed(1, 1, 2), SimpleNamespace(legal=False)
    way = replace(commit.way, illegal=refused, weight=1e-5)
    suspicion, weighed = Suspicion(3, FollowSettings()), replace(weighed, ways=[way])
    assert suspicion.decide(Illegal(way), weighed, 1.0) == Wait()
    assert suspicion.decide(Illegal(way), weighed, 3.0) == Illegal(way)
    alone = replace(weighed, witness=replace(weighed.witness, reaches=reaches(1)))
    assert suspicion.decide(Illegal(way), alone, 3.3) == Illegal(way)


def test_the_arm_of_whoever_is_accused_next_is_none_of_a_move_that_nobody_saw():
    commit, weighed = committed(1, 1, 2)
    best = replace(commit.way, plays=(*commit.way.plays, (2, SimpleNamespace())), illegal=SimpleNamespace(legal=False))
    plain = replace(weighed, ways=[replace(commit.way, weight=1e-5)])
    assert Suspicion(3, FollowSettings()).decide(commit, plain, 1.0) == Wait()
    accusing = replace(weighed, ways=[replace(best, weight=1e-5)])
    assert Suspicion(3, FollowSettings()).decide(commit, accusing, 1.0) == commit


def test_who_takes_back_what_was_against_the_rules_raises_no_suspicion():
    suspicion, move = Suspicion(3, FollowSettings()), committed(1, 2)
    suspicion.look(disturbed=True)
    for time in (1.0, 2.0):
        assert suspicion.decide(*move, time) == move[0]
        suspicion.played()
    suspicion.look(disturbed=False)
    assert suspicion.decide(*move, 3.0) == move[0]
    suspicion.played()
    assert suspicion.decide(*move, 4.0) == Wait()


def test_once_people_have_spoken_nothing_is_suspected():
    suspicion, (commit, weighed) = Suspicion(3, FollowSettings()), committed(1, 1, 2)
    move = commit, replace(weighed, ways=[replace(commit.way, weight=1e-5)])
    suspicion.look(disturbed=True)
    suspicion.confirmed()
    assert suspicion.decide(*move, 1.0) == Wait()  # the arms count again
    assert suspicion.decide(*move, 60.0) == Wait()  # and what was in doubt long ago is doubted anew
    assert isinstance(suspicion.decide(*move, 62.0), Ask)
