"""Looks that contradict a move put it in question again."""

from told_looks import OPTIONS, RULES, states

from vision.games import Misread
from vision.tracking.numbers import Policy
from vision.tracking.reopen import Reopening

MOVES = ("start 1-1", "extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e")
STATES = states(*MOVES)
PLAYS = [(seat, RULES.parse(text)) for seat, text in zip((0, 1, 0), MOVES, strict=True)]


def decided(*looks, states=STATES, plays=PLAYS):
    """What is decided at the last of the looks, half a second apart; each is what is read in the place of what."""
    reopening, decision = Reopening(RULES, Policy()), None
    for n, look in enumerate(looks):
        decision = reopening.decide([Misread(known, labels) for known, labels in look.items()], states, plays, 0.5 * n)
    return decision


def test_looks_that_agree_ask_about_the_move_that_laid_the_piece():
    decision = decided(*[{"5-2": {"5-3": 0.9, "5-4": 0.1}}] * 3)
    assert decision.at == 2
    assert [(seat, str(move)) for each in decision.explanations for seat, move in each.plays] == [
        (0, "extend 5-3 @4,0,0:e"),
        (0, "extend 5-4 @4,0,0:e"),
    ]


def test_few_looks_or_looks_that_differ_ask_nothing():
    look, other = {"5-2": {"5-3": 1.0}}, {"5-2": {"5-4": 1.0}}
    assert decided(look, look) is None
    assert decided(look, {}, look, look) is None
    assert decided(look, look, other, other) is None
    assert OPTIONS.players == 2


def test_what_the_rules_refuse_is_not_proposed():
    decision = decided(*[{"5-2": {"4-2": 1.0}}] * 3)
    assert (decision.at, decision.explanations) == (2, ())


def test_a_move_far_back_may_be_another_though_the_game_could_not_have_gone_on():
    decision = decided(*[{"1-5": {"1-6": 1.0}}] * 3)
    assert decision.at == 1
    (explanation,) = decision.explanations
    assert explanation.likelihood < 0.1
