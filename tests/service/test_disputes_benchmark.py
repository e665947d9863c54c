"""The benchmark of disputes: what it stages is what it says, and its figures count it."""

import random
from collections import Counter

import pytest
from disputed import FILM, Faultless, a_game

from service.disputes.decide import decide
from service.disputes.moments import Story
from service.disputes.question import read
from tests.benchmarks import disputes


@pytest.fixture(scope="module")
def staged():
    return a_game()


def test_a_third_cannot_be_decided_and_every_question_is_one(staged):
    made = list(disputes._staged(staged, FILM, 30))
    assert len(made) >= 28
    assert sum(each.right == "inconclusive" for each in made) == 10
    assert len({each.kind for each in made}) >= 9
    for each in made:
        assert read(each.asked)
        assert Story.of(each.game.record).fault is None


def test_pictures_that_are_gone_are_gone(staged):
    made = [each for each in disputes._staged(staged, FILM, 30) if each.kind == "pictures gone"]
    eye = Faultless(staged)
    assert made
    for each in made:
        assert decide(each.game.case(eye), read(each.asked))["verdict"] == "inconclusive"


def test_another_piece_is_recorded_where_it_could_have_lain(staged):
    story = Story.of(staged.record)
    move = next(move for move in story.moves if move.seq == 2)
    altered = disputes._altered(staged, story, move, random.Random(1))
    last = altered.record.events[-1]
    assert last.move != move.move
    assert last.move.partition("@")[2] == move.move.partition("@")[2]
    assert last.frames == move.frames


def test_the_figures():
    told = Counter(
        {
            ("as played", "upheld", "upheld"): 6,
            ("as played", "upheld", "overturned"): 1,
            ("as played", "upheld", "inconclusive"): 1,
            ("pictures gone", "inconclusive", "inconclusive"): 3,
            ("pictures gone", "inconclusive", "overturned"): 1,
        }
    )
    figures = {each.name: (each.value, each.n) for each in disputes._results(told, 24.0)}
    assert figures["right"] == (9 / 12, 12)
    assert figures["false overturns"] == (2 / 12, 12)
    assert figures["undecidable called inconclusive"] == (3 / 4, 4)
    assert figures["decidable called inconclusive"] == (1 / 8, 8)
    assert figures["processor time a dispute"] == (2.0, 12)
