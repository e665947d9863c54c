"""Decisions where the record itself is in question, or more was laid than is known."""

from dataclasses import replace

import pytest
from policy_looks import (
    ARMS,
    FALSE,
    KEEP,
    KEPT,
    NOTHING,
    OTHER,
    PAST,
    POLICY,
    READING,
    RECORD,
    STATES,
    A,
    B,
    decided,
    hypothesis,
    play,
    posterior,
)
from told_looks import RULES, words

from vision.tracking import Ask, Commit, Lost, Nothing, Reopen, Revise, Wait
from vision.tracking.belief import Belief, Pending
from vision.tracking.decision import Explanation
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import spot_of
from vision.tracking.policy import Chooser


def test_another_past_that_lived_before_is_nothing_new():
    shared = [(NOTHING, 0.6), (PAST, 0.38)]
    assert decided(*shared, others=[PAST])[1] == Nothing()
    assert decided(*shared)[1] == Wait()


def test_a_play_is_committed_whatever_the_past_was():
    shared = [(hypothesis(A), 0.6), (hypothesis(OTHER, A, kept=KEPT - 1), 0.38)]
    assert words(decided(*shared, others=[PAST])[1].explanation) == words(hypothesis(A))
    assert decided(*shared, entries=ARMS)[1] == Wait()


def test_a_play_that_the_record_cannot_take_is_not_committed():
    shared = [(NOTHING, 0.02), (hypothesis(OTHER, A, kept=KEPT - 1), 0.97)]
    assert not isinstance(decided(*shared, others=[PAST])[1], Commit)


def test_another_past_that_has_the_mass_reopens_the_record():
    shared = [(NOTHING, 0.1), (PAST, 0.88)]
    pending, _ = decided(*shared, others=[PAST])
    assert isinstance(decided(*shared, others=[PAST], pending=pending)[1], Reopen)


NEW = play(0, "extend 7-8 @8,0,0:e")
"""A play that goes on from the other past alone."""


def doubted(*shared, asked=1.0, time=2.0, came=1.5):
    """The decision where another past was asked about, and 7-8 came at `came` (s)."""
    belief = Belief(STATES, RECORD, hypotheses=(PAST,), pending=Pending(doubted_since=asked))
    evidence = Evidence(time, lambda _: READING, arrivals={"7-8": came}, clear=False)
    return Chooser(belief, evidence, posterior(*shared), POLICY).decide()[1]


@pytest.mark.parametrize(("entries", "kind"), [((), Wait), (ARMS, Reopen)])
def test_nobody_is_asked_who_made_what_was_laid_where_no_hand_was_seen(entries, kind):
    """The other player drew and laid it. What is laid next tells more."""
    last = RECORD[-1]
    other = hypothesis(play(last[0], "draw"), KEEP, (1 - last[0], last[1]), kept=KEPT - 1)
    shared, pending, told = [(other, 0.9), (NOTHING, 0.1)], Pending(), []
    for time in (0.0, 0.5, 9.0):
        pending, decision = decided(*shared, time=time, pending=pending, entries=entries)
        told.append(type(decision))
    assert told == ([Wait] * 3 if kind is Wait else [Wait, Reopen, Reopen])


def test_what_was_most_likely_taken_back_is_asked_once_no_look_tells_it():
    gone, draw = hypothesis(kept=KEPT - 1, back=True), hypothesis(play(0, "draw"), kept=KEPT - 1)
    shared, pending, told = [(gone, 0.84), (draw, 0.06), (NOTHING, 0.04), (hypothesis(A), 0.06)], Pending(), []
    for time in (0.0, 0.5, 1.7):
        pending, decision = decided(*shared, time=time, pending=pending, entries=ARMS)
        told.append(type(decision))
    assert told == [Wait, Wait, Reopen]
    assert decision.explanations[0] == Explanation((), 0.84)


def test_a_record_that_is_lost_meanwhile_is_not_put_right_unasked():
    belief = Belief(STATES, RECORD, hypotheses=(PAST,), pending=Pending(doubted_since=1.0))
    chooser = Chooser(belief, Evidence(2.0, lambda _: READING), posterior((PAST, 0.9), (NOTHING, 0.1)), POLICY)
    assert chooser.record_doubted_since(Lost("")) is None
    assert chooser.record_doubted_since(Wait()) == 1.0


def test_a_record_that_is_asked_about_is_put_right_once_more_is_laid_and_nobody_answers():
    shared = [(replace(PAST, plays=(*PAST.plays, NEW)), 0.95), (NOTHING, 0.04)]
    revised = doubted(*shared)
    assert revised == Revise(KEPT - 1, Explanation((*PAST.plays, NEW), 0.95))
    assert not isinstance(doubted(*shared, asked=None), Revise)  # nobody was asked yet
    assert not isinstance(doubted(*shared, came=0.5), Revise)  # all of it lay there when they were asked


def test_a_record_is_put_right_as_far_as_it_is_sure_what_was_laid():
    shared = [(replace(PAST, plays=(*PAST.plays, NEW)), 0.55), (PAST, 0.4), (NOTHING, 0.04)]
    revised = doubted(*shared)
    assert (revised.at, revised.explanation.plays) == (KEPT - 1, PAST.plays)
    assert revised.explanation.likelihood == pytest.approx(0.95)


def test_since_when_the_record_is_asked_about_is_kept_while_it_is_doubted():
    def since(shared, pending, decision):
        belief = Belief(STATES, RECORD, hypotheses=(PAST,), pending=pending)
        return Chooser(belief, Evidence(3.0, lambda _: READING), posterior(*shared), POLICY).record_doubted_since(
            decision
        )

    away = [(PAST, 0.9), (NOTHING, 0.1)]
    assert since(away, Pending(), Wait()) is None
    assert since(away, Pending(), Reopen(0, ())) == 3.0
    assert (
        since(away, Pending(doubted_since=1.0), Wait()) == since(away, Pending(doubted_since=1.0), Reopen(0, ())) == 1.0
    )
    assert since([(NOTHING, 0.9), (PAST, 0.1)], Pending(doubted_since=1.0), Wait()) is None


def test_plays_whose_order_alone_is_unknown_go_on_after_they_were_asked():
    shared = [(hypothesis(A, B), 0.5), (hypothesis(B, A), 0.48)]
    pending, told, time = Pending(), [], 0.0
    while time < 7.0 and not (told and isinstance(told[-1][1], Commit)):
        pending, decision = decided(*shared, time=time, pending=pending)
        told.append((time, decision))
        time += 0.3
    kinds = [type(decision).__name__ for _, decision in told]
    assert kinds == sorted(kinds, key=["Wait", "Ask", "Commit"].index)
    assert set(kinds) == {"Wait", "Ask", "Commit"}
    time, commit = told[-1]
    assert POLICY.wait_changing <= time < POLICY.wait_changing + 0.5
    assert (commit.explanation.plays, commit.explains_all) == ((A, B), True)
    assert commit.explanation.likelihood == 0.5


def test_what_was_asked_and_not_answered_goes_on_as_it_is_likeliest_once_more_is_laid():
    shared = [(hypothesis(A), 0.6), (hypothesis(KEEP, (0, A[1])), 0.39)]
    pending, time, decision = Pending(), 0.0, None
    while not isinstance(decision, Ask) and time < 10.0:
        pending, decision = decided(*shared, time=time, pending=pending, entries=ARMS)
        time += 0.3
    assert pending.asked_spots == (spot_of(A),)
    further = [(hypothesis(A, B), 0.5), (hypothesis(KEEP, (0, A[1]), (1, B[1])), 0.48)]
    pending, commit = decided(*further, time=time, pending=pending, entries=ARMS)
    assert (commit.explanation.plays, commit.explanation.likelihood, commit.explains_all) == ((A,), 0.5, False)
    assert decided(*further, time=time, entries=ARMS)[1] == Wait()


def test_what_goes_on_from_an_open_question_is_no_question_of_its_own():
    """Where the search ran out of steps it is asked about, and the first question stands."""
    vague = [(hypothesis(A, B), 0.3), (hypothesis(KEEP, (0, A[1]), (1, B[1])), 0.25)]
    pending = Pending(changing_since=0.0, unclear_since=0.0, likeliest=(A, B), asked_spots=(spot_of(A),))
    pending, decision = decided(*vague, time=9.0, pending=pending, entries=ARMS)
    assert isinstance(decision, Ask)
    assert pending.asked_spots == (spot_of(A),)


def test_the_game_goes_on_though_the_past_is_in_doubt_once_it_is_sure_that_more_was_laid():
    pending = Pending(asked_spots=(spot_of(A),))
    past = replace(PAST, plays=(RECORD[-1], A, B))
    _, commit = decided((hypothesis(A, B), 0.6), (past, 0.38), time=9.0, pending=pending, entries=ARMS)
    assert (commit.explanation.plays, commit.explanation.likelihood, commit.explains_all) == ((A,), 0.6, False)
    nothing_new = replace(PAST, plays=(RECORD[-1],))
    held = decided((hypothesis(A, B), 0.6), (nothing_new, 0.38), time=9.0, pending=pending, entries=ARMS)[1]
    assert not isinstance(held, Commit)


def test_nobody_is_asked_about_a_false_play_that_was_told():
    """It lies there, or it was taken back: nobody has moved by either."""
    false, pending = hypothesis(FALSE, false=True), Pending(unclear_since=0.0, changing_since=0.0, likeliest=(FALSE,))
    shared = [(false, 0.6), (NOTHING, 0.39)]
    assert isinstance(decided(*shared, time=9.0, pending=pending)[1], Ask)
    assert decided(*shared, time=9.0, pending=pending, alarmed=frozenset({spot_of(FALSE)}))[1] == Wait()


def test_what_is_sure_again_after_a_while_waits_for_a_second_look_and_is_not_asked():
    pending = Pending(changing_since=0.0, unclear_since=0.0)
    pending, first = decided((hypothesis(A), 0.93), time=9.0, pending=pending, entries=ARMS)
    assert isinstance(first, Wait)
    assert isinstance(decided((hypothesis(A), 0.93), time=9.3, pending=pending, entries=ARMS)[1], Commit)


def test_nobody_is_asked_whether_somebody_drew():
    """What is laid next tells it."""
    draw = play(1, "draw")
    assert (
        decided(
            (hypothesis(draw), 0.6), (NOTHING, 0.39), time=9.0, pending=Pending(unclear_since=0.0, likeliest=(draw,))
        )[1]
        == Wait()
    )
    laid = decided((hypothesis(A), 0.6), (NOTHING, 0.39), time=9.0, pending=Pending(unclear_since=0.0, likeliest=(A,)))
    assert isinstance(laid[1], Ask)


def test_nobody_is_asked_about_what_cannot_be_seen_though_more_is_in_doubt():
    pending = Pending(unclear_since=0.0, likeliest=(KEEP,))
    shared = [(hypothesis(KEEP), 0.5), (NOTHING, 0.3), (PAST, 0.2)]
    assert isinstance(decided(*shared, time=9.0, pending=pending, entries=ARMS)[1], Wait)
    laid = [(hypothesis(A), 0.5), (NOTHING, 0.3), (PAST, 0.2)]
    pending = Pending(unclear_since=0.0, likeliest=(A,))
    assert isinstance(decided(*laid, time=9.0, pending=pending, entries=ARMS)[1], Ask)


def test_nobody_is_asked_beside_a_hand_whether_a_draw_was_taken_back():
    """A hand came in, and the table shows what it showed: nothing tells that draw from none, and nothing is wrong."""
    belief = Belief((*STATES, STATES[-1]), (*RECORD, play(1, "draw")), pending=Pending(unclear_since=0.0))
    evidence = Evidence(9.0, lambda _: READING, drawn=RULES.drawn, announced=RULES.announced, entries=ARMS)
    shared = posterior((hypothesis(kept=KEPT + 1), 0.77), (hypothesis(), 0.22))
    assert Chooser(belief, evidence, shared, POLICY).decide()[1] == Wait()


def test_an_unanswered_question_which_piece_it_was_lets_the_game_go_on():
    """Once more is laid, the likelier piece is written down, and the other lives on beside it."""
    pending = Pending(changing_since=0.0, unclear_since=0.0, likeliest=(A,), asked_spots=(spot_of(A),))
    further = [(hypothesis(A, B), 0.55), (hypothesis(OTHER, B), 0.43)]
    _, commit = decided(*further, time=9.0, pending=pending, entries=ARMS)
    assert (commit.explanation.plays, commit.explanation.likelihood, commit.explains_all) == ((A,), 0.55, False)
    unsure = [(hypothesis(A, B), 0.55), (hypothesis(), 0.43)]
    assert not isinstance(decided(*unsure, time=9.0, pending=pending, entries=ARMS)[1], Commit)


def test_where_no_hand_was_seen_nobody_waits_to_see_whose_turn_it_was():
    shared = [(hypothesis(A), 0.6), (hypothesis(KEEP, (0, A[1])), 0.39)]
    _, commit = decided(*shared)
    assert (commit.explanation.plays, commit.explains_all) == ((A,), True)
    assert commit.explanation.likelihood == pytest.approx(0.6)
    assert isinstance(decided((hypothesis(A), 0.6), (hypothesis(OTHER), 0.39))[1], Wait)
    assert isinstance(decided((hypothesis(A, B), 0.6), (hypothesis(B, A), 0.39))[1], Wait)


def test_what_was_laid_is_written_down_though_a_past_is_likelier_by_which_another_laid_the_same_before():
    """Who laid the play before stays in question beside it."""
    seat, move = RECORD[-1]
    past = hypothesis((1 - seat, move), kept=KEPT - 1)
    shared = [(replace(past, plays=(*past.plays, (0, A[1]))), 0.6), (hypothesis(A), 0.39)]
    _, commit = decided(*shared, others=[past])
    assert (commit.explanation.plays, commit.explains_all) == ((A,), False)
    assert commit.explanation.likelihood == pytest.approx(0.39)
    assert not isinstance(decided(shared[0], (hypothesis(B), 0.39), others=[past])[1], Commit)
    denied = replace(PAST, plays=(*PAST.plays, A))
    assert not isinstance(decided((denied, 0.6), (hypothesis(A), 0.39))[1], Commit)


def test_plays_that_may_be_others_do_not_go_on():
    shared = [(hypothesis(A, B), 0.5), (hypothesis(OTHER, B), 0.48)]
    pending = Pending(changing_since=0.0, unclear_since=0.0, likeliest=(A, B))
    assert isinstance(decided(*shared, time=9.0, pending=pending)[1], Ask)


def test_many_histories_of_which_none_is_worth_showing_doubt_nothing():
    others = [(hypothesis((1, RULES.parse(f"extend 2-6 @{x},0,0:e")), kept=1), 0.015) for x in range(60)]
    assert decided(*others)[1] == Wait()
