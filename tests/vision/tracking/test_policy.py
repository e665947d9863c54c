"""From shares of mass and waiting time to a decision."""

from dataclasses import replace

import pytest
from told_looks import RULES, plays, states, words

from engine.core import refusal
from vision.games.model import Explanation
from vision.games.reading import Shown, TableReading
from vision.scene.hands import HandEntry
from vision.tracking import Alarm, Ask, Commit, Lost, Nothing, Reopen, Revise, TakeBack, Wait
from vision.tracking.belief import Belief, Pending
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import Hypothesis, Posterior, spot_of
from vision.tracking.numbers import SHOWN, Policy
from vision.tracking.policy import OTHER_SET, UNKNOWN, Chooser

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
    assert decided(*shared, alarmed=alarmed)[1].whole == whole


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
        (0.95, 0.03, TakeBack(2, 0.95, whole=True)),
        (0.5, 0.45, TakeBack(1, 0.95, whole=False)),  # the second one is for the next look to tell
        (0.02, 0.93, TakeBack(1, 0.95, whole=True)),
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
    assert (decision.at, decision.rest) == (1, True)
    assert decision.alternatives == (((RECORD[1], OTHER), 0.5), ((A, B), 0.35))


# Questions, and waiting for them


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


# Another past


PAST = hypothesis(OTHER, kept=KEPT - 1)


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
    assert decision.alternatives[0] == ((), 0.84)


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
    assert (commit.explanation.plays, commit.whole) == ((A, B), True)
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
    assert (commit.explanation.plays, commit.explanation.likelihood, commit.whole) == ((A,), 0.5, False)
    assert decided(*further, time=time, entries=ARMS)[1] == Wait()


def test_the_game_goes_on_though_the_past_is_in_doubt_once_it_is_sure_that_more_was_laid():
    pending = Pending(asked_spots=(spot_of(A),))
    past = replace(PAST, plays=(RECORD[-1], A, B))
    _, commit = decided((hypothesis(A, B), 0.6), (past, 0.38), time=9.0, pending=pending, entries=ARMS)
    assert (commit.explanation.plays, commit.explanation.likelihood, commit.whole) == ((A,), 0.6, False)
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


def test_an_unanswered_question_which_piece_it_was_lets_the_game_go_on():
    """Once more is laid, the likelier piece is written down, and the other lives on beside it."""
    pending = Pending(changing_since=0.0, unclear_since=0.0, likeliest=(A,), asked_spots=(spot_of(A),))
    further = [(hypothesis(A, B), 0.55), (hypothesis(OTHER, B), 0.43)]
    _, commit = decided(*further, time=9.0, pending=pending, entries=ARMS)
    assert (commit.explanation.plays, commit.explanation.likelihood, commit.whole) == ((A,), 0.55, False)
    unsure = [(hypothesis(A, B), 0.55), (hypothesis(), 0.43)]
    assert not isinstance(decided(*unsure, time=9.0, pending=pending, entries=ARMS)[1], Commit)


def test_where_no_hand_was_seen_nobody_waits_to_see_whose_turn_it_was():
    shared = [(hypothesis(A), 0.6), (hypothesis(KEEP, (0, A[1])), 0.39)]
    _, commit = decided(*shared)
    assert (commit.explanation.plays, commit.whole) == ((A,), True)
    assert commit.explanation.likelihood == pytest.approx(0.6)
    assert isinstance(decided((hypothesis(A), 0.6), (hypothesis(OTHER), 0.39))[1], Wait)
    assert isinstance(decided((hypothesis(A, B), 0.6), (hypothesis(B, A), 0.39))[1], Wait)


def test_what_was_laid_is_written_down_though_a_past_is_likelier_by_which_another_laid_the_same_before():
    """Who laid the play before stays in question beside it."""
    seat, move = RECORD[-1]
    past = hypothesis((1 - seat, move), kept=KEPT - 1)
    shared = [(replace(past, plays=(*past.plays, (0, A[1]))), 0.6), (hypothesis(A), 0.39)]
    _, commit = decided(*shared, others=[past])
    assert (commit.explanation.plays, commit.whole) == ((A,), False)
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
    belief = Belief(STATES[-len(record) - 1 :], record, pending=Pending(changing_since=0.0, unclear_since=0.0))
    evidence = Evidence(POLICY.lost, lambda _: READING, unread=unread)
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
