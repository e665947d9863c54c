"""What lies on the table against the rules is no move later."""

import pytest

from engine.core import Explanation, Verdict
from vision.follow.accused import Accused

FALSE = "cap 3-7 @-2,0,1:e"
LATER = "stack 3-7 @-2,0,1:e"
OTHER = "extend 5-1 @-4,0,0:e"
CAME = {"3-7": 4.0, "7-3": 4.0}
REFUSED = Verdict(False, "run_too_short", ("SN-13",), "The run is too short.")


def way(*moves, illegal=None):
    return Explanation(tuple((n % 2, move) for n, move in enumerate(moves)), 0.5, illegal, 0.5)


@pytest.mark.parametrize("arrivals", [{"3-7": 4.0, "7-3": 4.0}, {"7-3": 4.0}, {}])
def test_what_was_reported_is_no_legal_move_where_it_lies(arrivals):
    accused = Accused().report([(0, FALSE)], 5.0, CAME)
    assert accused.likelihood(way(OTHER), arrivals) == 1.0
    assert accused.likelihood(way(OTHER, LATER), arrivals) < 1e-5
    assert accused.likelihood(way(FALSE, illegal=REFUSED), arrivals) == 1.0
    assert accused.likelihood(way(OTHER, FALSE, illegal=REFUSED), arrivals) == 1.0
    assert accused.beside(way(OTHER, FALSE, illegal=REFUSED))


def test_it_is_not_reported_again_once_the_game_went_on():
    accused = Accused().report([(0, FALSE)], 5.0, CAME).go_on()
    assert accused.is_left(way(FALSE, illegal=REFUSED))
    assert accused.beside(way(FALSE, illegal=REFUSED))
    assert accused.likelihood(way(LATER), {"3-7": 4.0}) < 1e-5
    assert accused.slack({"3-7": 4.0, "7-3": 4.0}) == pytest.approx(1e-5)
    assert accused.explains(["7-3"])
    assert not accused.explains(["5-1"])


def test_what_is_laid_again_is_a_move_as_any():
    accused = Accused().report([(0, FALSE)], 5.0, CAME).go_on()
    assert accused.likelihood(way(LATER), {"3-7": 9.0}) == 1.0
    assert accused.slack({"3-7": 9.0}) == 1.0
    assert accused.slack({}) == 1.0


def test_a_row_that_is_made_whole_is_a_move():
    came = {"G5": 1.0, "BAr": 1.0, "GGM": 1.0}
    accused = Accused().report([(0, "build G5 BAr GGM")], 2.0, came)
    assert accused.likelihood(way("build G5 BAr GGM"), came) < 1e-5
    assert accused.likelihood(way("build G5 GGM"), came) == 1.0
    assert accused.likelihood(way("build G5 BAr GGM G7"), came | {"G7": 1.0}) == 1.0
    assert Accused().report([(0, "build G5 BAr")], 2.0, {}) == Accused()


def test_what_was_taken_back_is_played_later_by_who_took_it():
    accused = Accused().report([(0, FALSE)], 5.0, CAME)
    assert accused.lying({"3-7"}) == accused
    back = accused.lying({"5-1"}).go_on()
    assert back.likelihood(way(LATER), {}) == 1.0
    assert back.likelihood(way(OTHER, LATER), {}) == pytest.approx(0.1)
    assert back.slack({"3-7": 4.0}) == 1.0


def test_what_was_taken_back_after_the_game_went_on_is_reported_anew_where_it_is_laid_again():
    accused = Accused().report([(0, FALSE)], 5.0, CAME).go_on()
    assert accused.lying({"3-7"}) == accused
    back = accused.lying({"5-1"})
    assert not back.is_left(way(FALSE, illegal=REFUSED))
    assert not back.known(way(FALSE, illegal=REFUSED))
    again = back.report([(0, FALSE)], 9.0, CAME)
    assert again.known(way(FALSE, illegal=REFUSED))
    assert back.likelihood(way(OTHER, LATER), {}) == pytest.approx(0.1)


def test_what_was_reported_after_a_draw_lies_there_after_it():
    accused = Accused().report([(1, "draw quarry"), (1, FALSE)], 5.0, CAME)
    assert accused.likelihood(way("draw quarry", FALSE, illegal=REFUSED), CAME) == 1.0
    assert accused.likelihood(way(FALSE, illegal=REFUSED), CAME) == 1.0
    assert accused.beside(way(OTHER, FALSE, illegal=REFUSED))
    assert not accused.beside(way("draw quarry", FALSE, illegal=REFUSED))
    assert accused.likelihood(way("draw quarry", LATER), CAME) < 1e-5


def test_what_is_not_read_surely_is_another_play_in_another_cell():
    accused = Accused().report([(0, "cap 1-1 @-4,0,1:e")], 5.0, {"1-1": 4.0})
    assert accused.likelihood(way("span 1-1 @-3,0,1:e"), {}) == 1.0
    assert accused.likelihood(way("stack 1-1 @-4,0,2:e"), {}) < 1e-5
    assert accused.likelihood(way("span 1-1 @-3,0,1:e"), {"1-1": 4.0}) < 1e-5


def test_whose_arm_laid_what_was_reported_is_settled():
    accused = Accused().report([(0, FALSE)], 5.0, CAME)
    assert accused.known(way(FALSE, illegal=REFUSED))
    assert not accused.known(way(FALSE))
    assert not accused.known(way(OTHER, illegal=REFUSED))
