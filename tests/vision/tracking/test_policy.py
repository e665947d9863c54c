"""From shares of mass and waiting time to a decision."""

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
    asked,
    decided,
    hypothesis,
    play,
    posterior,
)
from told_looks import words

from engine.core import refusal
from vision.games.reading import Shown, TableReading
from vision.tracking import Alarm, Ask, Commit, Lost, Nothing, Reopen, TakeBack, Wait
from vision.tracking.belief import Belief, Pending, Segment
from vision.tracking.decision import Explanation
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import spot_of
from vision.tracking.numbers import SHOWN
from vision.tracking.policy import OTHER_SET, UNKNOWN, Chooser
from vision.tracking.seating import Seating


@pytest.mark.parametrize(
    ("shared", "kind", "told"),
    [
        ([(NOTHING, 0.95), (hypothesis(A), 0.05)], Nothing, ""),
        # commit
        ([(hypothesis(A), 0.97), (NOTHING, 0.03)], Commit, words(hypothesis(A))),
        ([(hypothesis(A, B), 0.97), (NOTHING, 0.03)], Commit, words(hypothesis(A, B))),
        ([(hypothesis(A, B), 0.6), (hypothesis(A), 0.38)], Commit, words(hypothesis(A))),
        ([(hypothesis(A), 0.93), (NOTHING, 0.07)], Wait, ""),
        ([(hypothesis(A), 0.5), (hypothesis(OTHER), 0.5)], Wait, ""),
        # nothing is committed where what none explains has the mass
        ([(hypothesis(A), 0.7), (NOTHING, 0.01)], Wait, ""),
        # alarm, by whichever seat
        ([(hypothesis(FALSE, false=True), 0.97)], Alarm, words(hypothesis(FALSE))),
        (
            [(hypothesis(FALSE, false=True), 0.5), (hypothesis((0, FALSE[1]), false=True), 0.47)],
            Alarm,
            words(hypothesis(FALSE)),
        ),
        ([(hypothesis(FALSE, false=True), 0.7), (hypothesis(A), 0.3)], Wait, ""),
        # lawful plays before a false one come first
        ([(hypothesis(A, FALSE, false=True), 0.98)], Commit, words(hypothesis(A))),
    ],
)
def test_one_look_decides_by_its_mass(shared, kind, told):
    _, decision = decided(*shared)
    assert isinstance(decision, kind)
    assert words(decision.explanation) == told if told else not hasattr(decision, "explanation")


@pytest.mark.parametrize(
    ("shared", "kind"),
    [
        ([(hypothesis(A), 0.93), (NOTHING, 0.07)], Commit),
        ([(hypothesis(FALSE, false=True), 0.85), (NOTHING, 0.15)], Alarm),
        ([(hypothesis(kept=2, back=True), 0.95), (NOTHING, 0.05)], TakeBack),
        ([(hypothesis(OTHER, kept=2), 0.85), (NOTHING, 0.15)], Reopen),
    ],
)
def test_what_is_less_sure_waits_for_a_second_look_that_agrees(shared, kind):
    pending, first = decided(*shared)
    assert isinstance(first, Wait)
    assert isinstance(first.expected, kind)
    assert isinstance(decided(*shared, pending=pending)[1], kind)
    assert isinstance(decided(*shared, pending=replace(pending, about=(B,)))[1], Wait)


def test_beside_a_hand_nothing_is_told_at_its_first_look():
    pending, first = decided((hypothesis(A), 0.99), clear=False)
    assert isinstance(first, Wait)
    assert isinstance(decided((hypothesis(A), 0.99), clear=False, pending=pending)[1], Commit)


@pytest.mark.parametrize(
    ("shared", "alarmed", "whole"),
    [
        ([(hypothesis(A), 0.97)], (), True),
        ([(hypothesis(A, B), 0.5), (hypothesis(A), 0.48)], (), False),  # more may have been played
        ([(hypothesis(A, FALSE, false=True), 0.98)], (), False),  # what is false is to be told yet
        ([(hypothesis(A, FALSE, false=True), 0.98)], (spot_of(FALSE),), True),
    ],
)
def test_a_commit_is_the_whole_where_it_leaves_nothing_to_tell(shared, alarmed, whole):
    assert decided(*shared, alarmed=alarmed)[1].explains_all == whole


@pytest.mark.parametrize(
    "shared", [[(hypothesis(FALSE, false=True), 0.98)], [(hypothesis(A, FALSE, false=True), 0.98)]]
)
def test_a_false_play_that_is_only_guessed_is_no_alarm_and_leaves_the_rest_open(shared):
    assert decided(*shared, guesses=("4-5", "5-4"))[1] == Wait()


def test_a_broken_rule_is_told_though_it_is_open_by_which_play_and_stays_told_as_it_was():
    other = play(1, "extend 4-6 @6,0,0:e")
    shared = [(hypothesis(FALSE, false=True), 0.5), (hypothesis(other, false=True), 0.45), (hypothesis(A), 0.05)]
    pending, first = decided(*shared)
    assert isinstance(first, Wait)
    assert decided(*shared, pending=pending)[1].explanation.plays == (FALSE,)
    # Now the other play is likelier.
    turned = [(hypothesis(FALSE, false=True), 0.3), (hypothesis(other, false=True), 0.65)]
    assert decided(*turned, pending=pending)[1].explanation.plays == (other,)
    assert decided(*turned, pending=pending, alarmed=(spot_of(FALSE),))[1].explanation.plays == (FALSE,)
    # Now it is sure.
    sure = [(hypothesis(FALSE, false=True), 0.04), (hypothesis(other, false=True), 0.94)]
    pending, _ = decided(*sure, alarmed=(spot_of(FALSE),))
    assert decided(*sure, pending=pending, alarmed=(spot_of(FALSE),))[1].explanation.plays == (other,)


def test_two_looks_that_read_quite_different_false_plays_accuse_nobody():
    other = play(1, "extend 4-6 @6,0,0:e")
    pending, _ = decided((hypothesis(FALSE, false=True), 0.85))
    assert isinstance(decided((hypothesis(other, false=True), 0.85), pending=pending)[1], Wait)


def test_a_false_play_is_told_though_it_breaks_one_rule_or_another_by_who_made_it():
    seat, move = FALSE
    late = replace(hypothesis((1 - seat, move), false=True), refused=refusal("not_your_turn", "It is not.", "SN-2"))
    _, decision = decided((hypothesis(FALSE, false=True), 0.5), (late, 0.47))
    assert decision.explanation.plays == (FALSE,)


def test_a_piece_that_is_laid_against_one_rule_here_or_another_there_is_told():
    seat, move = FALSE
    elsewhere = play(seat, str(move).replace("@6", "@8"))
    assert elsewhere[1].pieces == move.pieces
    assert elsewhere[1].place != move.place
    other = replace(hypothesis(elsewhere, false=True), refused=refusal("no_match", "It does not.", "SN-5"))
    shared = [(hypothesis(FALSE, false=True), 0.6), (other, 0.38)]
    pending, _ = decided(*shared)
    assert decided(*shared, pending=pending)[1].explanation.plays == (FALSE,)


@pytest.mark.parametrize(
    ("two", "one", "told"),
    [
        (0.95, 0.03, TakeBack(2, 0.95, explains_all=True)),
        (0.5, 0.45, TakeBack(1, 0.95, explains_all=False)),  # the second one is for the next look to tell
        (0.02, 0.93, TakeBack(1, 0.95, explains_all=True)),
    ],
)
def test_as_many_plays_were_taken_back_as_are_surely_gone(two, one, told):
    shared = [(hypothesis(kept=1, back=True), two), (hypothesis(kept=2, back=True), one)]
    pending, _ = decided(*shared)
    decision = decided(*shared, pending=pending)[1]
    assert replace(decision, likelihood=round(decision.likelihood, 9)) == told


def test_a_doubt_shows_what_was_played_instead_from_the_first_play_in_doubt():
    shared = [(hypothesis(OTHER, kept=2), 0.5), (hypothesis(A, B, kept=1), 0.35), (NOTHING, 0.1)]
    pending, _ = decided(*shared)
    decision = decided(*shared, pending=pending)[1]
    assert decision.at == 1
    assert decision.explanations == (Explanation((RECORD[1], OTHER), 0.5), Explanation((A, B), 0.35))


# Questions, and waiting for them


def test_what_splits_the_mass_is_asked_with_what_is_worth_showing():
    split = [(hypothesis(A), 0.55), (hypothesis(OTHER), 0.4), (hypothesis(B), 0.01), (hypothesis(OTHER, kept=2), 0.04)]
    time, question = asked(lambda _: split, 9.0)
    assert POLICY.wait <= time < POLICY.wait + 0.5
    assert [(words(explanation), explanation.likelihood) for explanation in question.explanations] == [
        (words(hypothesis(A)), 0.55),
        (words(hypothesis(OTHER)), 0.4),
    ]


def test_a_question_shows_so_many_plays_and_no_more():
    many = [(hypothesis(play(1, f"extend 2-{n} @{x},0,0:e")), 0.07) for n in range(6) for x in (6, 8)]
    assert len(asked(lambda _: many, 9.0)[1].explanations) == SHOWN


def test_what_is_asked_is_about_most_of_the_mass():
    """Other pasts have more of it than all that the record may go on by, and not enough to be likely."""
    shared = [(PAST, 0.6), (hypothesis(A), 0.15), (hypothesis(OTHER), 0.15), (NOTHING, 0.1)]
    pending, decisions = Pending(), []
    for time in (0.0, 0.9, 1.8):
        pending, decision = decided(*shared, time=time, pending=pending)
        decisions.append(type(decision))
    assert decisions == [Wait, Wait, Reopen]


def test_a_question_about_the_record_ends_once_more_is_laid_and_nobody_answers():
    """It was asked with less mass than is likely, and nothing that came since tells which past it was."""
    pasts = [((OTHER,), KEPT - 1, 0.6), ((A,), KEPT, 0.15), ((OTHER,), KEPT, 0.15), ((), KEPT, 0.1)]
    pending, told = Pending(), []
    for time, more in ((0.0, ()), (1.8, ()), (2.4, ()), (3.0, (B,))):
        shared = [(hypothesis(*made, *more, kept=kept), share) for made, kept, share in pasts]
        pending, decision = decided(*shared, time=time, pending=pending)
        doubted = pending.doubted_since or (time if isinstance(decision, Reopen) else None)
        pending = replace(pending, doubted_since=doubted)
        told.append(type(decision))
    assert told == [Wait, Reopen, Wait, Commit]


def test_what_is_not_explained_puts_no_record_in_question():
    """Other pasts have more of the mass than the record, and not most of it."""
    shared = [(PAST, 0.28), (hypothesis(A), 0.15), (NOTHING, 0.12)]
    time, _ = asked(lambda _: shared, 4.0)
    assert time >= POLICY.wait


def test_what_changes_is_asked_later():
    def turns(time):
        first, second = (A, OTHER) if round(time / 0.3) % 2 else (OTHER, A)
        return [(hypothesis(first), 0.6), (hypothesis(second), 0.4)]

    time, _ = asked(turns, 9.0)
    assert POLICY.wait_changing <= time < POLICY.wait_changing + 0.5


def test_players_may_leave_a_move_unfinished_for_longer():
    reading = replace(READING, patience=3.0)
    time, _ = asked(lambda _: [(hypothesis(A), 0.5), (hypothesis(OTHER), 0.5)], 9.0, reading=reading)
    assert POLICY.wait + 3.0 <= time < POLICY.wait + 3.5


def lost(shared, until=9.0, step=0.3):
    """The time at which a table is said to be lost, and how."""
    pending, time = Pending(), 0.0
    while time <= until:
        pending, decision = decided(*shared, time=time, pending=pending)
        if isinstance(decision, Lost):
            return time, decision
        assert decision == Wait()
        time += step
    return None


def test_a_table_that_nothing_explains_is_lost_within_three_seconds():
    time, decision = lost([(NOTHING, 0.001)])
    assert POLICY.lost <= time <= 3.0
    assert decision == Lost("")


def test_a_table_that_hardly_anything_explains_is_lost_with_what_may_have_been_played():
    time, decision = lost([(hypothesis(A), 0.4), (NOTHING, 0.01)])
    assert time <= 3.0
    assert [words(explanation) for explanation in decision.explanations] == [words(hypothesis(A)), ""]


def test_a_question_always_offers_something():
    """Two plays back or one: that is no play to choose."""
    shared = [(hypothesis(kept=1), 0.5), (hypothesis(kept=0), 0.45)]
    pending, time, decision = Pending(), 0.0, Wait()
    while isinstance(decision, Wait) and time < 9.0:
        pending, decision = decided(*shared, time=time, pending=pending)
        time += 0.3
    assert not isinstance(decision, Ask) or decision.explanations


# The same pixels


@pytest.mark.parametrize(
    ("picture", "time", "kind"),
    [("other", 0.3, Commit), ("one", 0.3, Wait), ("one", 0.5, Wait), ("one", POLICY.still, Commit)],
)
def test_the_same_pixels_are_no_second_look_but_what_stands_for_a_while_stands(picture, time, kind):
    shared = [(hypothesis(A), 0.93), (NOTHING, 0.07)]
    pending, first = decided(*shared)
    assert isinstance(first, Wait)
    pending = replace(pending, picture="one")
    assert isinstance(decided(*shared, time=time, pending=pending, picture=picture)[1], kind)


# Lost


@pytest.mark.parametrize(("time", "decision"), [(0.0, Wait()), (2.4, Wait()), (2.5, Lost("The mat is covered."))])
def test_a_table_that_is_not_found_is_lost_within_three_seconds(time, decision):
    reading = replace(READING, trouble="The mat is covered.")
    pending, first = decided(reading=reading)
    assert first == Wait()
    assert decided(time=time, reading=reading, pending=pending)[1] == decision
    assert POLICY.lost <= 3.0


@pytest.mark.parametrize(
    ("unread", "record", "told"),
    [
        (("card",) * 3, (), UNKNOWN["card"]),
        (("domino", "domino", "card"), (), UNKNOWN["domino"]),
        (("unknown",) * 3, (), OTHER_SET),
        (("card",) * 2, (), None),
        (("card",) * 3, RECORD, None),
    ],
)
def test_pieces_that_nobody_can_read_are_told_before_a_game_begins(unread, record, told):
    segments = tuple(Segment(number, (), Seating()) for number in range(len(record)))
    pending = Pending(changing_since=0.0, unclear_since=0.0)
    belief = Belief(STATES[: len(record) + 1], record, segments, pending=pending)
    evidence = Evidence(POLICY.lost, lambda _: READING, unreadable_kinds=unread)
    _, decision = Chooser(belief, evidence, posterior((hypothesis(kept=len(record)), 1.0)), POLICY).decide()
    assert decision == (Lost(told) if told else Nothing())


def test_what_is_told_one_way_and_then_another_is_asked_in_the_end():
    pending, decision, time = Pending(), None, 0.0
    while not isinstance(decision, Ask) and time < 20.0:
        first, second = (A, OTHER) if int(time * 4) % 2 else (OTHER, A)
        shared = (hypothesis(first), 0.93), (hypothesis(second), 0.05)
        pending, decision = decided(*shared, time=time, pending=pending)
        assert not isinstance(decision, Commit)
        time += 0.25
    assert POLICY.wait_changing <= time < 2 * POLICY.wait_changing


def test_what_was_not_explored_is_not_understood():
    belief = Belief(STATES, RECORD, pending=Pending(unexplained_since=0.0))
    found = replace(posterior((hypothesis(A), 0.3)), unexplained=0.1, unexplored=0.6)
    _, decision = Chooser(belief, Evidence(POLICY.lost, lambda _: READING), found, POLICY).decide()
    assert isinstance(decision, Lost)


def test_a_draw_is_not_committed_before_it_is_known_who_laid_what_lies_there():
    """A boneyard that was counted wrong would be believed for ever."""
    draw = play(1, "draw")
    both = [(hypothesis(draw, A), 0.58), (hypothesis(draw, KEEP, (0, A[1])), 0.4), (hypothesis(A), 0.02)]
    assert isinstance(decided(*both)[1], Wait)
    # A draw alone is committed.
    assert isinstance(decided((hypothesis(draw), 0.97), (NOTHING, 0.03))[1], Commit)


def test_a_table_that_only_other_hypotheses_can_read_is_not_lost():
    blind = TableReading(Shown(), trouble="The tiles are not where they lay.")
    assert isinstance(decided((hypothesis(A), 0.97), (NOTHING, 0.03), reading=blind)[1], Commit)
    _, decision = decided((hypothesis(A), 0.3), time=9.0, reading=blind, pending=Pending(changing_since=1.0))
    assert decision == Lost(blind.trouble)


def test_what_was_laid_is_sure_though_its_past_and_its_height_are_not():
    """What nobody sees before a play, such as a draw, and how high its piece lies, leave nothing to wait for."""
    higher = play(1, "stack 2-6 @4,0,1:e")
    again = play(1, "extend 5-9 @4,0,0:e"), play(0, "stack 2-6 @2,0,2:e")
    shared = [(hypothesis(higher), 0.6), (hypothesis(*again, kept=KEPT - 1), 0.2), (hypothesis(KEEP, higher), 0.19)]
    assert isinstance(decided(*shared)[1], Wait)
    more = play(1, "extend 5-9 @4,0,0:e"), play(0, "stack 2-6 @4,0,2:e")
    shared[1] = (hypothesis(*more, kept=KEPT - 1), 0.2)
    assert decided(*shared)[1].explanation.plays == (higher,)
    same = play(0, "extend 5-2 @4,0,0:e"), play(1, "keep"), play(0, "stack 2-6 @4,0,2:e")
    shared[1] = (hypothesis(*same, kept=KEPT - 1), 0.2)
    _, commit = decided(*shared)
    assert (commit.explanation.plays, commit.explanation.likelihood) == ((higher,), pytest.approx(0.6))
    assert isinstance(decided(*shared, entries=ARMS)[1], Wait)


def test_what_was_not_explained_before_hands_came_says_nothing_of_the_table_after_them():
    pending, _ = decided((hypothesis(A), 0.3), time=0.0)
    pending = replace(pending, looked=0.0)
    pending, decision = decided((hypothesis(A), 0.93), time=10.0, pending=pending)
    assert isinstance(decision, Wait)
    _, decision = decided((hypothesis(A), 0.3), time=10.3, pending=replace(pending, looked=10.0))
    assert decision == Wait()


def test_a_table_that_is_now_nearly_clear_and_now_not_explained_is_lost_all_the_same():
    pending, told = None, []
    for look in range(20):
        shared = (hypothesis(A), 0.3 if look % 2 else 0.93)
        pending, decision = decided(shared, time=0.3 * look, pending=pending)
        told.append(decision)
    assert any(isinstance(decision, Lost) for decision in told[:12])
