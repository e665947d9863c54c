"""Hypotheses with their shares of the mass, and what the policy decides on them."""

from dataclasses import replace

from told_looks import RULES, plays, states

from engine.core import refusal
from vision.games.reading import Shown, TableReading
from vision.scene.hands import HandEntry
from vision.tracking import Ask, Wait
from vision.tracking.belief import Belief, Pending
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import Hypothesis, Posterior
from vision.tracking.numbers import Policy
from vision.tracking.policy import Chooser

RECORD = plays("start 1-1", "extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e")
STATES = tuple(states("start 1-1", "extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e"))
READING = TableReading(Shown())
REFUSED = refusal("no_match", "The end shows 5.", "SN-9")
POLICY = Policy()


def play(seat, text):
    return seat, RULES.parse(text)


KEEP = play(1, "keep")
ARMS = (HandEntry(0.0, 0.0, 1.0),)
A, B = play(1, "extend 2-6 @6,0,0:e"), play(0, "extend 6-1 @-2,0,0:e")
OTHER, FALSE = play(1, "extend 2-7 @6,0,0:e"), play(1, "extend 4-5 @6,0,0:e")


KEPT = len(RECORD)


def hypothesis(*made, kept=KEPT, false=False, back=False):
    return Hypothesis(kept, made, STATES[-1], refused=REFUSED if false else None, back=back)


NOTHING = hypothesis()


def posterior(*shared, reading=READING):
    """Hypotheses with their shares; what is left is unexplained."""
    ranked = tuple(sorted(shared, key=lambda pair: -pair[1]))
    return Posterior(ranked, 1.0 - sum(share for _, share in ranked), reading, 0.0)


def decided(
    *shared,
    time=0.0,
    reading=READING,
    pending=None,
    alarmed=(),
    others=(),
    clear=True,
    guesses=(),
    picture="",
    entries=(),
    policy=POLICY,
):
    belief = Belief(STATES, RECORD, hypotheses=tuple(others), alarmed=frozenset(alarmed))
    belief = replace(belief, pending=pending or Pending())
    evidence = Evidence(
        time,
        lambda _: reading,
        announced=RULES.announced,
        drawn=RULES.drawn,
        guesses=frozenset(guesses),
        clear=clear,
        picture=picture,
        entries=entries,
    )
    return Chooser(belief, evidence, posterior(*shared, reading=reading), policy).decide()


PAST = hypothesis(OTHER, kept=KEPT - 1)


def asked(shared, until, step=0.3, **given):
    """The time of the first question, and the question; None where none is asked until then (s)."""
    pending, time = Pending(), 0.0
    while time <= until:
        pending, decision = decided(*shared(time), time=time, pending=pending, **given)
        if isinstance(decision, Ask):
            return time, decision
        assert isinstance(decision, Wait)
        time += step
    return None
