"""Questions in words."""

from types import SimpleNamespace

from engine.core import Explanation
from service.following.asking import doubt_of, question_of
from vision.tracking import Ask, Reopen

DRAW, KEEP, PLAY = (1, "draw"), (1, "keep"), (0, "extend 1-5 @2,0,0:e")
STANDING = [SimpleNamespace(seq=4, seat=1, move="draw"), SimpleNamespace(seq=5, seat=1, move="extend 1-5 @2,0,0:e")]


def test_what_two_candidates_have_in_common_is_not_said_twice():
    ways = (Explanation((DRAW, KEEP, PLAY), 0.6), Explanation((DRAW,), 0.4))
    question = question_of(Ask(ways), 3, ())
    assert question.text == "Was it keep by player 2 then extend 1-5 @2,0,0:e by player 1, or nothing more?"
    assert [len(each.plays) for each in question.candidates] == [3, 1]


def test_a_doubt_says_from_where_it_differs_on():
    text = doubt_of(Reopen(0, (((DRAW, KEEP, PLAY), 0.9),), rest=True), STANDING)
    assert text.startswith("Was it keep by player 2 then extend 1-5")
    assert text.endswith("rather than extend 1-5 @2,0,0:e by player 2?")


def test_that_nothing_was_played_is_said_in_english():
    ways = (Explanation((), 0.5), Explanation((PLAY,), 0.5))
    assert question_of(Ask(ways), 3, ()).text == "Was it nothing, or extend 1-5 @2,0,0:e by player 1?"


def test_one_candidate_is_an_open_question():
    assert question_of(Ask((Explanation((DRAW,), 1.0),)), 3, ()).text == "What was played?"
    assert question_of(Ask(()), 3, ()).text.endswith("say what was played.")
