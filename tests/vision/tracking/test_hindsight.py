"""What looks from after a play say of it together."""

from dataclasses import replace

import pytest
from told_looks import likely, model, plays, reading, states, words

from vision.tracking.evidence import Evidence
from vision.tracking.hindsight import Hindsight
from vision.tracking.hypothesis import Hypothesis

ROOT, NEXT = "1-1 0 0 0 e", "1-5 2 0 0 e"
BEFORE = states("start 1-1", "extend 1-5 @2,0,0:e")[-1]
ONE, OTHER = "extend 5-2 @4,0,0:e", "extend 5-3 @4,0,0:e"
SURE, WRONG = (reading(ROOT, NEXT, f"{label} 4 0 0 e") for label in ("5-2", "5-3"))


def after(*readings, played=False):
    """What is believed after looks at tables; others may have played before the last one."""
    belief = Hindsight(BEFORE)
    for number, each in enumerate(readings, start=1):
        evidence = Evidence(0.0, lambda _, seen=each: seen)
        belief = belief.looked(model(), evidence, played=played and number == len(readings))
    return belief


def share(belief, moves):
    """The share of the mass of these moves."""
    return belief.share(lambda each: words(each) == moves)


def test_two_looks_say_more_than_one():
    """Each picture counts once, and all together."""
    seen = likely("5-2", 0.7, "5-3")
    once, twice = after(seen), after(seen, seen)
    assert share(once, ONE) == pytest.approx(0.7, abs=0.02)
    assert share(twice, ONE) / share(twice, OTHER) == pytest.approx((0.7 / 0.3) ** 2, rel=0.05)


def test_looks_that_contradict_each_other_settle_nothing_in_whatever_order():
    for readings in ((SURE, WRONG), (WRONG, SURE)):
        assert max(share(after(*readings), each) for each in (ONE, OTHER)) < 0.6


def test_a_look_that_nothing_explains_speaks_for_and_against_nothing():
    seen = likely("5-2", 0.7, "5-3")
    told = after(seen, reading(trouble="The grid is lost."), seen)
    assert share(told, ONE) == pytest.approx(share(after(seen, seen), ONE), abs=0.02)


def test_what_others_played_since_goes_on_from_what_was_there():
    later = reading(ROOT, NEXT, "5-2 4 0 0 e", "2-6 6 0 0 e")
    told = after(SURE, later, played=True)
    assert share(told, f"{ONE}; extend 2-6 @6,0,0:e") > 0.8


def test_what_the_rules_refuse_leaves_the_state_as_it_was():
    hypothesis = after(reading(ROOT, NEXT, "3-6 4 0 0 e")).hypotheses[0]
    assert hypothesis.refused is not None
    assert (hypothesis.lawful, hypothesis.state) == ((), BEFORE)


def test_what_is_proposed_is_weighed_though_nobody_would_look_for_it():
    """One play more than a look thinks of at once, against a table that explains it."""
    moves = ("extend 5-2 @4,0,0:e", "extend 2-6 @6,0,0:e")
    state = states("start 1-1", "extend 1-5 @2,0,0:e", *moves)[-1]
    seen = Evidence(0.0, lambda _: reading(ROOT, NEXT, "5-2 4 0 0 e", "2-6 6 0 0 e"))
    proposed = Hypothesis(0, plays("start 1-1", "extend 1-5 @2,0,0:e", *moves)[2:], state)
    none = replace(model(), beam=replace(model().beam, plies=1, width=0))
    assert share(Hindsight(BEFORE).looked(none, seen), "; ".join(moves)) == 0.0
    assert share(Hindsight(BEFORE).looked(none, seen, proposed=[proposed]), "; ".join(moves)) > 0.1
