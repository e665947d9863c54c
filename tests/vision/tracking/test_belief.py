"""What is believed after plays were written down."""

from dataclasses import replace

import pytest
from told_looks import RULES, plays, states, words

from vision.scene.hands import HandEntry
from vision.tracking.belief import Belief, Segment
from vision.tracking.hypothesis import Hypothesis
from vision.tracking.seating import Seating

MOVES = ("start 1-1", "extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e", "extend 2-6 @6,0,0:e", "extend 6-3 @8,0,0:e")
PLAYS, STATES = plays(*MOVES), states(*MOVES)
SIX = RULES.parse("extend 1-6 @2,0,0:e")


def segment(start, time=0.0):
    return Segment(start, (HandEntry(0.0, time, time + 1.0),), Seating())


def committed(*counts, lag=4, others=(), others_after=0):
    """The belief after so many plays at a time; after the first few of those the hypotheses are `others`."""
    belief, done = Belief((STATES[0],)), 0
    for number, count in enumerate(counts):
        if number == others_after:
            belief = Belief(belief.states, belief.record, belief.segments, tuple(others))
        made, after = PLAYS[done : done + count], STATES[done + 1 : done + count + 1]
        belief = belief.committed(after, made, segment(done, float(number)), lag)
        done += count
    return belief


@pytest.mark.parametrize(
    ("counts", "lag", "starts"),
    [
        ((1, 1, 1), 4, (0, 1, 2)),  # few plays: all may be doubted
        ((1, 1, 1, 1, 1), 4, (1, 2, 3, 4)),  # the first is settled
        ((1, 1, 1, 1, 1), 2, (3, 4)),
        ((2, 2, 1), 4, (0, 2, 4)),  # what was committed together is settled together
        ((2, 2, 1), 3, (2, 4)),
        ((5,), 4, (0,)),
    ],
)
def test_the_last_plays_stay_in_doubt_by_what_was_committed_together(counts, lag, starts):
    belief = committed(*counts, lag=lag)
    assert tuple(each.start for each in belief.segments) == starts
    assert belief.first_in_doubt == starts[0]
    assert belief.record == PLAYS[: sum(counts)]
    assert belief.states == tuple(STATES[: sum(counts) + 1])


@pytest.mark.parametrize(("lag", "settled"), [(1, 3), (2, 3), (4, 1), (9, 0)])
def test_settled_plays_may_be_doubted_again(lag, settled):
    belief = committed(1, 1, 1, 1, 1, lag=2).reaching_back(lag, Seating())
    assert [each.start for each in belief.segments] == list(range(settled, 5))


def other(kept, *made, prior=-2.0, log_ratio=-0.5, unseen=0.0, back=False):
    return Hypothesis(kept, made, STATES[0], prior, log_ratio, unseen, back=back)


def test_what_no_table_says_again_is_part_of_the_prior_once_the_record_is_longer():
    (moved,) = committed(1, 1, others=[other(1, (1, SIX), unseen=1.5)], others_after=1).hypotheses
    assert (moved.kept, words(moved)) == (1, "extend 1-6 @2,0,0:e")
    assert (moved.prior, moved.log_ratio, moved.earlier_log_ratio) == (-0.5, 0.0, 0.0)


@pytest.mark.parametrize(
    ("priors", "prior", "log_ratio"),
    [
        ({PLAYS[1:2]: (-1.5, 4.0)}, -0.5, -3.0),
        ({}, -2.0, 0.0),
        ({PLAYS[1:3]: (-9.0, 9.0)}, -2.0, 0.0),
        ({PLAYS[1:2]: (-1.5, None)}, -0.5, 0.0),
    ],
)
def test_hypotheses_are_weighed_beside_what_became_the_record(priors, prior, log_ratio):
    """With what the last table said of both. Where nothing is known of the record's plays, that is dropped."""
    rival = replace(other(1, (1, SIX), prior=-2.0, log_ratio=1.0), denial=-3.9)
    belief = replace(committed(1), hypotheses=(rival,), priors=priors)
    (moved,) = belief.committed(STATES[2:3], PLAYS[1:2], segment(1), 4).hypotheses
    assert (moved.prior, moved.log_ratio) == (pytest.approx(prior), pytest.approx(log_ratio))
    assert moved.denial == 0.0  # what an earlier look denied is part of the prior


@pytest.mark.parametrize(
    ("hypothesis", "kept", "left"),
    [
        (other(1, PLAYS[1]), None, ""),  # it is the record now
        (other(1, *PLAYS[1:3]), 2, "extend 5-2 @4,0,0:e"),  # it is ahead of the record
        (other(0, PLAYS[0], (1, SIX)), 1, "extend 1-6 @2,0,0:e"),  # it agrees with the record for longer
        (other(0), None, ""),  # it is a shorter record
        (other(1, (1, SIX), back=True), None, ""),  # it was taken back, and something was played
    ],
)
def test_how_a_hypothesis_stands_to_the_longer_record(hypothesis, kept, left):
    others = committed(1, 1, others=[hypothesis], others_after=1).hypotheses
    assert [(each.kept, words(each)) for each in others] == ([] if kept is None else [(kept, left)])


def test_a_hypothesis_that_left_the_record_before_what_is_settled_is_given_up():
    early, late = other(0, (1, SIX)), other(2, (0, SIX))
    belief = committed(1, 1, 1, 1, lag=2, others=[early, late], others_after=3)
    assert belief.first_in_doubt == 2
    assert [(each.kept, words(each)) for each in belief.hypotheses] == [(2, "extend 1-6 @2,0,0:e")]
