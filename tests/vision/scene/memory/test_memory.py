"""What is remembered of a table, look after look."""

from dataclasses import replace

import numpy as np
import pytest
from dominoes_seen import changed, domino, labels, quad, seen

from vision.observation import Candidate, Piece
from vision.scene.memory.change import between
from vision.scene.memory.memory import Memory
from vision.scene.memory.settings import MEMORY

NOWHERE = changed()


def test_the_first_look_is_believed():
    assert labels(Memory().looked(seen(domino("3-5"), domino("1-1", 100)), 0.0)) == ["3-5", "1-1"]


def test_a_piece_that_is_not_found_is_still_there_where_nothing_changed():
    memory = Memory().looked(seen(domino("3-5")), 0.0).looked(seen(), 1.0, NOWHERE)
    assert labels(memory) == ["3-5"]
    assert memory.restless


def test_a_foreign_thing_needs_no_more_looks_and_an_unsure_piece_does():
    unsure = replace(domino("3-5"), label=None, candidates=(Candidate("3-5", 0.4),))
    assert Memory().looked(seen(unsure), 0.0).restless
    assert not Memory().looked(seen(replace(unsure, kind="unknown", candidates=())), 0.0).restless


@pytest.mark.parametrize("kind", ["card", "domino"])
def test_a_piece_that_nobody_can_read_needs_no_more_looks(kind):
    foreign = Piece(kind, None, 0.7, quad(0, 0))
    assert not Memory().looked(seen(foreign), 0.0).restless
    assert Memory().looked(seen(replace(foreign, candidates=(Candidate("R3", 0.4),))), 0.0).restless


def test_what_no_look_has_read_surely_is_a_guess():
    unsure = replace(domino("3-5", 100), label=None, candidates=(Candidate("3-5", 0.3), Candidate("1-1", 0.1)))
    memory = Memory().looked(seen(domino("1-1"), unsure), 0.0)
    assert memory.guesses() == {"3-5"}  # 1-1 is read surely elsewhere
    assert not memory.looked(seen(domino("1-1"), domino("3-5", 100)), 1.0).guesses()


def test_it_is_given_up_after_some_looks():
    memory = Memory().looked(seen(domino("3-5")), 0.0)
    for time in range(1, 6):
        memory = memory.looked(seen(), float(time), NOWHERE)
    assert labels(memory) == []


def test_a_piece_is_gone_where_the_picture_changed():
    memory = Memory().looked(seen(domino("3-5"), domino("1-1", 100)), 0.0)
    assert labels(memory.looked(seen(domino("1-1", 100)), 1.0, changed((0, 0, 45, 25)))) == ["1-1"]


def test_where_a_known_piece_went_is_remembered_until_the_table_is_accounted_for():
    place = domino("3-5").corners
    settled = Memory().looked(seen(domino("3-5"), domino("1-1", 100)), 0.0).accounted_for()
    memory = settled.looked(seen(domino("1-1", 100)), 1.0, changed((0, 0, 45, 25)), changed((0, 0, 45, 25)))
    assert memory.gone == (place,)
    assert memory.accounted_for().gone == ()


def test_what_was_glimpsed_where_nothing_changed_was_seen_once():
    memory = Memory().looked(seen(), 0.0).glimpsed(seen(domino("3-5")), 0.5)
    assert labels(memory.looked(seen(domino("3-5")), 1.0, NOWHERE)) == ["3-5"]
    assert labels(memory.looked(seen(domino("1-1", 100)), 1.0, NOWHERE)) == []


def test_what_turns_up_where_nothing_changed_needs_a_second_look():
    memory = Memory().looked(seen(), 0.0).looked(seen(domino("3-5")), 1.0, NOWHERE)
    assert labels(memory) == []
    assert memory.restless
    assert labels(memory.looked(seen(domino("3-5")), 2.0, NOWHERE)) == ["3-5"]


def test_one_wrong_read_does_not_stick():
    memory = Memory().looked(seen(domino("3-6", confidence=0.9)), 0.0)
    for time in (1.0, 2.0, 3.0):
        memory = memory.looked(seen(domino("3-5", confidence=0.97)), time, NOWHERE)
    assert labels(memory) == ["3-5"]


def test_of_several_pieces_alike_the_newest_tells_when_one_came():
    """A second Mason is laid where another piece lay: the first one has been lying there for long."""
    first, second = (Piece("card", "Ma", 0.99, quad(x, 0)) for x in (200, 0))
    before = Piece("card", "R3", 0.99, quad(0, 0))
    memory = Memory().looked(seen(before), 0.0).looked(seen(before, first), 1.0, changed((190, 0, 300, 90)))
    memory = memory.looked(seen(second, first), 2.0, changed((0, 0, 90, 90)))
    assert memory.arrivals()["Ma"] == 2.0


def test_readings_that_disagree_are_candidates():
    memory = Memory().looked(seen(domino("3-6")), 0.0).looked(seen(domino("3-5")), 1.0, NOWHERE)
    (piece,) = memory.observation(seen()).pieces
    assert piece.label is None
    assert {each.label for each in piece.candidates} == {"3-5", "3-6"}
    # Each look leaves a little open: one in twenty reads is of another tile.
    assert sum(each.confidence for each in piece.candidates) == pytest.approx(0.95)


def test_what_a_read_names_no_label_for_stays_open():
    """Four labels of many are told of a card that hardly shows: it may well be a fifth."""
    unsure = replace(domino("3-6"), label=None, candidates=(Candidate("3-6", 0.3), Candidate("3-5", 0.2)))
    memory = Memory().looked(seen(unsure), 0.0).looked(seen(unsure), 1.0, NOWHERE)
    (piece,) = memory.observation(seen()).pieces
    assert [(each.label, each.confidence) for each in piece.candidates] == [
        ("3-6", pytest.approx(0.3)),
        ("3-5", pytest.approx(0.2)),
    ]


def test_a_domino_told_from_its_other_end_is_the_same():
    turned = Piece("domino", "5-3", 0.95, (*quad(0, 0)[2:], *quad(0, 0)[:2]))
    memory = Memory().looked(seen(domino("3-5")), 0.0).looked(seen(turned), 1.0, NOWHERE)
    (piece,) = memory.observation(seen()).pieces
    first = piece.corners[0]
    assert (piece.label, first) in {("3-5", (0.0, 20.0)), ("5-3", (40.0, 0.0))}


def test_unsure_reads_add_up_but_are_not_sure():
    unsure = domino(None, confidence=0.6, candidates=(Candidate("3-5", 0.6), Candidate("3-6", 0.3)))
    memory = Memory().looked(seen(unsure), 0.0).looked(seen(unsure), 1.0, NOWHERE)
    (piece,) = memory.observation(seen()).pieces
    assert piece.label is None
    assert piece.candidates[0].label == "3-5"


def test_a_tile_laid_on_another_buries_it_and_its_lifting_is_a_fact():
    whole = changed((0, 0, 45, 25))
    memory = Memory().looked(seen(domino("3-5")), 1.0).looked(seen(domino("2-2")), 4.0, whole)
    assert labels(memory) == ["3-5", "2-2"]  # it was read surely, and nobody has accounted for it yet
    assert [(fact.label, fact.since, fact.until) for fact in memory.occlusions()] == [("3-5", 4.0, None)]
    assert labels(memory.accounted_for()) == ["2-2"]
    memory = memory.looked(seen(domino("3-5")), 9.0, whole)
    assert labels(memory) == ["3-5"]
    assert ("3-5", 4.0, 9.0) in {(fact.label, fact.since, fact.until) for fact in memory.occlusions()}


def test_a_tile_that_differs_in_a_pip_from_the_one_it_lies_on_is_a_new_one():
    memory = Memory().looked(seen(domino("0-0")), 0.0).accounted_for()
    pip = changed((0, 0, 6, 10))
    assert 0.04 <= pip.share(quad(0, 0)) < 0.12
    memory = memory.looked(seen(domino("0-1")), 5.0, pip, pip)
    assert labels(memory) == ["0-1"]
    assert memory.arrivals()["0-1"] == 5.0


def test_a_tile_laid_on_one_that_was_not_read_surely_is_a_new_one():
    whole, unsure = changed((0, 0, 20, 20)), domino(None, candidates=(Candidate("0-8", 0.8), Candidate("1-8", 0.1)))
    memory = Memory().looked(seen(unsure), 0.0).accounted_for()
    assert labels(memory.looked(seen(domino("3-8")), 5.0, whole, whole)) == ["3-8"]
    assert memory.looked(seen(domino("1-8")), 5.0, whole, whole).arrivals()["1-8"] == 0.0  # it may have been that


def told(memory):
    return [(fact.label, fact.until) for fact in memory.occlusions()]


def test_a_tile_carried_elsewhere_lies_under_nothing():
    both = changed((0, 0, 45, 25), (200, 0, 245, 25))
    memory = Memory().looked(seen(domino("3-5")), 1.0).looked(seen(domino("2-2"), domino("5-3", 200)), 4.0, both)
    assert told(memory) == []
    late = Memory().looked(seen(domino("3-5")), 1.0).looked(seen(domino("2-2")), 4.0, both)
    assert told(late) == [("3-5", None)]
    assert told(late.looked(seen(domino("2-2"), domino("5-3", 200)), 5.0, both)) == []


def test_a_tile_taken_off_another_that_is_not_read_surely_is_not_below_it():
    whole = changed((0, 0, 45, 25))
    memory = Memory().looked(seen(domino("3-5")), 1.0).looked(seen(domino("2-2")), 4.0, whole)
    unsure = domino(None, confidence=0.6, candidates=(Candidate("3-5", 0.5), Candidate("3-4", 0.5)))
    assert ("2-2", None) not in told(memory.looked(seen(unsure), 9.0, whole))


def test_what_was_hidden_before_the_table_was_accounted_for_is_told_no_more():
    whole = changed((0, 0, 45, 25))
    memory = Memory().looked(seen(domino("3-5")), 1.0).looked(seen(domino("2-2")), 4.0, whole)
    memory = memory.looked(seen(domino("3-5")), 9.0, whole)
    assert told(memory) == [("3-5", 9.0)]
    assert told(memory.accounted_for()) == []


def test_what_lies_under_a_hand_is_hidden_not_gone():
    hand = Piece("hand", None, 0.9, quad(-10, -10, 80, 60))
    whole = changed((0, 0, 90, 70))
    memory = Memory().looked(seen(domino("3-5")), 1.0).looked(seen(hand), 4.0, whole)
    assert labels(memory) == ["3-5"]
    (fact,) = memory.occlusions()
    assert (fact.label, fact.since, fact.until, fact.by) == ("3-5", 4.0, None, "hand")
    memory = memory.looked(seen(domino("3-5")), 6.0, whole)
    (fact,) = memory.occlusions()
    assert (fact.since, fact.until) == (4.0, 6.0)
    assert fact.to_json()["until"] == 6.0


def test_a_camera_that_moved_takes_the_places_along():
    motion = np.array([[1.0, 0, 30], [0, 1, 7], [0, 0, 1]])
    memory = Memory().looked(seen(domino("3-5")), 0.0).moved(motion)
    assert memory.observation(seen()).pieces[0].corners[1] == pytest.approx((30.0, 7.0))
    assert labels(memory.looked(seen(domino("3-5", 30, 7)), 1.0, NOWHERE)) == ["3-5"]


def test_a_change_of_light_is_no_change():
    before = np.full((48, 64), 100, np.uint8)
    after = before + 30
    after[10:20, 10:20] = 10
    change = between(before, after, 640)
    assert change.share(quad(300, 300)) == 0.0
    assert change.share(quad(110, 110)) == 1.0
    assert between(None, after, 640).share(quad(0, 0)) == 1.0


def test_a_glimpse_tells_when_a_piece_came():
    memory = Memory().looked(seen(domino("1-1", 200)), 0.0)
    memory = memory.glimpsed(seen(domino("3-5")), 2.0).glimpsed(seen(domino("3-5"), domino("2-2", 100)), 3.0)
    assert labels(memory) == ["1-1"]
    memory = memory.looked(seen(domino("1-1", 200), domino("2-2", 100), domino("3-5")), 5.0)
    arrivals = memory.arrivals()
    assert (arrivals["1-1"], arrivals["3-5"], arrivals["2-2"]) == (0.0, 2.0, 3.0)


def test_a_look_that_misses_a_piece_does_not_forget_when_it_came():
    memory = Memory().looked(seen(domino("1-1", 200)), 0.0).accounted_for().glimpsed(seen(domino("3-5")), 2.0)
    there = changed((0, 0, 40, 20))
    for moved, came in ((there, 2.0), (NOWHERE, 4.0)):  # where nothing changed, it was only carried past
        missed = memory.looked(seen(domino("1-1", 200)), 3.0, NOWHERE, moved)
        assert missed.looked(seen(domino("1-1", 200), domino("3-5")), 4.0, there, there).arrivals()["3-5"] == came
    assert memory.accounted_for().glimpses == ()


def card(label, x):
    return Piece("card", label, 0.95, quad(x, 0, 60.0, 90.0))


def test_a_card_that_is_covered_in_part_is_still_told():
    memory = Memory().looked(seen(card("R7", 0)), 0.0).looked(seen(card("R8", 20)), 2.0, changed((20, 0, 80, 90)))
    assert labels(memory) == ["R7", "R8"]
    everywhere = changed((0, 0, 200, 200))
    assert set(labels(memory.looked(seen(card("G1", 0), card("R8", 20)), 4.0, everywhere))) == {"G1", "R8"}


def test_a_card_that_is_covered_whole_is_told_no_more():
    memory = Memory().looked(seen(card("R7", 0)), 0.0).looked(seen(card("R8", 1)), 2.0, changed((0, 0, 90, 90)))
    assert labels(memory) == ["R8"]


def test_a_card_laid_and_covered_between_two_looks_was_glimpsed():
    memory = Memory().looked(seen(), 0.0)
    memory = memory.glimpsed(seen(card("R7", 0)), 1.0).glimpsed(seen(card("R7", 0)), 1.5)
    assert labels(memory.looked(seen(card("R8", 20)), 3.0, changed((0, 0, 200, 200)))) == ["R7", "R8"]
    assert memory.looked(seen(card("R8", 20)), 3.0).arrivals() == {"R8": 3.0}


def test_a_domino_laid_and_covered_between_two_looks_was_glimpsed():
    memory = Memory().looked(seen(domino("1-1")), 0.0).accounted_for()
    memory = memory.glimpsed(seen(domino("0-3")), 1.0).glimpsed(seen(domino("0-3")), 1.5)
    memory = memory.glimpsed(seen(domino("3-6")), 2.5)
    covered = memory.looked(seen(domino("3-6")), 3.0, changed((0, 0, 40, 20)))
    assert labels(covered) == ["0-3", "3-6"]
    assert (covered.arrivals()["0-3"], covered.arrivals()["3-6"]) == (1.0, 2.5)
    taken = memory.looked(seen(domino("1-1")), 3.0, changed((0, 0, 40, 20)))
    assert labels(taken) == ["1-1"]  # what came to lie there is gone, and what lay there before is no cover


@pytest.mark.parametrize(("first", "second", "buried"), [(None, "0-3", 0), ("0-3", "3-0", 1), ("0-3", "0-4", 0)])
def test_what_was_glimpsed_lies_below_once_it_was_read_twice_from_whichever_end(first, second, buried):
    memory = Memory().looked(seen(domino("1-1", 200)), 0.0).accounted_for()
    (a, b, c, d), told = quad(0, 0), domino(second)
    turned = replace(told, corners=(c, d, a, b)) if second == "3-0" else told
    memory = memory.glimpsed(seen(domino(first)), 1.0).glimpsed(seen(turned), 1.5)
    memory = memory.looked(seen(domino("3-6"), domino("1-1", 200)), 3.0)
    assert len(memory.buried) == buried


@pytest.mark.parametrize(("last", "buried"), [(1.5, ["0-3"]), (2.8, [])])
def test_what_was_glimpsed_a_moment_ago_is_what_lies_there_read_otherwise(last, buried):
    """It counted as a third tile between the two of a stack, and two tiles below were said to be taken back."""
    memory = Memory().looked(seen(domino("1-1", 200)), 0.0).accounted_for()
    memory = memory.glimpsed(seen(domino("0-3")), 1.0).glimpsed(seen(domino("0-3")), last)
    memory = memory.looked(seen(domino("3-6"), domino("1-1", 200)), 3.0)
    assert [track.readings.piece.label for track in memory.buried] == buried


def test_a_domino_glimpsed_on_its_way_lies_under_nothing():
    memory = Memory().looked(seen(), 0.0).accounted_for()
    once = memory.glimpsed(seen(domino("0-3")), 1.0)
    assert labels(once.looked(seen(domino("3-6")), 3.0)) == ["3-6"]
    elsewhere = once.glimpsed(seen(domino("0-3")), 1.5).looked(seen(domino("3-6"), domino("3-0", 100)), 3.0)
    assert sorted(labels(elsewhere)) == ["3-0", "3-6"]


def test_what_is_lifted_off_two_others_lies_under_neither():
    below = (domino("2-2", 0), domino("2-3", 40))
    memory = Memory().looked(seen(*below), 0.0).accounted_for()
    memory = memory.looked(seen(domino("0-3", 20)), 1.0, changed((0, 0, 80, 20)))
    memory = memory.looked(seen(*below), 2.0, changed((0, 0, 80, 20)))
    assert sorted(labels(memory)) == ["2-2", "2-3"]
    assert memory.buried == ()
    assert "0-3" not in memory.names()
    assert "2-3" in memory.names()


def test_what_is_lifted_off_what_shows_beside_it_does_not_lie_under_that():
    row, everywhere = card("B8", 20), changed((0, 0, 200, 200))
    edge = replace(card("R8", 0), label=None, candidates=(Candidate("R5", 0.1),))
    memory = Memory().looked(seen(row), 0.0).accounted_for()
    memory = memory.looked(seen(row, card("G2", 40)), 2.0, everywhere).accounted_for()
    for below in ((row,), (row, edge)):  # of the card below the row's nothing but its edge shows, and only now
        lifted = memory.looked(seen(*reversed(below)), 4.0, everywhere)
        assert lifted.buried == ()
        assert "G2" not in labels(lifted)
    unread = replace(card("Y2", 30), label=None, candidates=(Candidate("Y5", 0.1),))
    for left, over in ((50, (row, card("Y2", 50))), (30, (unread,))):
        covered = memory.looked(seen(*over), 4.0, changed((left, 0, left + 60, 90)))
        assert [track.readings.piece.label for track in covered.buried] == ["G2"]


def test_what_was_covered_at_once_is_known_to_have_come():
    memory = Memory().looked(seen(domino("1-1")), 0.0).accounted_for()
    memory = memory.looked(seen(domino("0-3")), 1.0, changed((0, 0, 40, 20)))
    memory = memory.looked(seen(domino("0-3")), 1.5, NOWHERE)
    memory = memory.looked(seen(domino("6-6")), 2.0, changed((0, 0, 40, 20)))
    assert (memory.arrivals()["0-3"], memory.arrivals()["6-6"]) == (1.0, 2.0)
    assert "1-1" not in memory.arrivals()


def test_what_is_not_read_surely_came_as_all_that_it_may_be():
    unsure = replace(domino("0-1", 100), label=None, candidates=(Candidate("0-1", 0.5), Candidate("5-1", 0.4)))
    memory = (
        Memory().looked(seen(domino("5-1")), 0.0).looked(seen(domino("5-1"), unsure), 1.0, changed((100, 0, 140, 20)))
    )
    assert memory.arrivals() == {"1-5": 0.0, "0-1": 1.0}


def test_what_was_glimpsed_is_carried_along_with_a_moved_camera():
    glimpsed = Memory().glimpsed(seen(domino("3-5", 100.0)), 0.0)
    motion = np.array([[1.0, 0.0, 40.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    (before,), (after,) = glimpsed.glimpses, glimpsed.moved(motion).glimpses
    assert np.allclose(np.array(after.piece.corners) - np.array(before.piece.corners), (40.0, 0.0))


def test_of_what_is_in_sight_a_hand_tells_that_it_hides_the_rest():
    hand = Piece("hand", None, 0.9, quad(-10, -10, 80, 60))
    look = seen(hand, domino("1-1", 300))
    memory = Memory().looked(seen(domino("3-5"), domino("1-1", 300)), 1.0).looked(look, 4.0, changed((0, 0, 70, 50)))
    assert {piece.label for piece in memory.observation(look).pieces} == {"3-5", "1-1"}
    assert [(piece.kind, piece.label) for piece in memory.in_sight(look).pieces] == [("domino", "1-1"), ("hand", None)]


def test_a_piece_that_is_first_read_where_the_picture_is_as_it_was_lay_there_when_all_was_accounted_for():
    place, both = changed((100, 0, 145, 25)), seen(domino("1-1"), domino("0-5", 100))
    memory = Memory().looked(seen(domino("1-1")), 0.0).accounted_for(2.0)
    hand = memory.looked(seen(domino("1-1"), Piece("hand", None, 0.9, quad(100, 0))), 4.0, place, place)
    assert hand.looked(both, 5.0, place, NOWHERE).arrivals()["0-5"] == 2.0
    assert memory.looked(both, 5.0, place, place).arrivals()["0-5"] == 5.0


def test_a_piece_came_when_the_picture_changed_at_its_place_though_it_is_read_later():
    tile, other = changed((100, 0, 145, 25)), changed((200, 0, 245, 25))
    memory = Memory().looked(seen(domino("1-1")), 0.0).accounted_for(0.0)
    memory = memory.looked(seen(domino("1-1")), 3.0, tile, tile)
    memory = memory.looked(seen(domino("1-1"), domino("1-4", 200)), 6.0, other)
    memory = memory.looked(seen(domino("1-1"), domino("1-4", 200), domino("0-5", 100)), 7.0, NOWHERE)
    assert (memory.arrivals()["0-5"], memory.arrivals()["1-4"]) == (3.0, 6.0)
    moved = memory.moved(np.eye(3)).looked(seen(), 9.0, NOWHERE).looked(seen(domino("2-2", 300)), 12.0, NOWHERE)
    assert moved.arrivals()["2-2"] == 9.0  # what a camera saw before it was moved does not tell when


def test_hands_that_pass_again_and_again_leave_no_endless_list():
    memory, hand = Memory().looked(seen(domino("3-5")), 0.0), Piece("hand", None, 0.9, quad(0, 0))
    for n in range(2 * MEMORY.occlusions):
        memory = memory.looked(seen(hand), 2.0 * n + 1).looked(seen(domino("3-5")), 2.0 * n + 2)
    assert len(memory.occlusions()) == MEMORY.occlusions
    assert memory.occlusions()[-1].until == 4.0 * MEMORY.occlusions
