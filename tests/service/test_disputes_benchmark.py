"""The benchmark of disputes: what it stages is what it says, and its figures count it."""

import json
import random

import pytest
from disputed import FILM, Faultless, drawn

from engine import record
from service.disputes.decide import decide
from service.disputes.moments import Story
from service.disputes.question import read
from tests.benchmarks import disputes, spoiled
from tests.benchmarks.dispute_recognisers import Truthful
from tests.benchmarks.followed import true_part
from tests.benchmarks.staging import stage


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
    recogniser = Faultless(staged)
    assert made
    for each in made:
        assert decide(each.game.case(recogniser), read(each.asked))["verdict"] == "inconclusive"


def test_another_piece_is_recorded_where_it_could_have_lain(staged):
    story = Story.of(staged.record)
    move = next(move for move in story.moves if move.seq == 2)
    altered = disputes._altered(staged, story, move, random.Random(1))
    last = altered.record.events[-1]
    assert last.move != move.move
    assert last.move.partition("@")[2] == move.move.partition("@")[2]
    assert last.frames == move.frames


def test_a_game_goes_on_after_a_wrong_piece_as_far_as_the_rules_allow(staged):
    story = Story.of(staged.record)
    goes_on = 0
    for move in story.moves:
        altered = disputes._altered(staged, story, move, random.Random(1))
        if altered is None:
            continue
        now = Story.of(altered.record)
        assert now.fault is None
        assert now.moment(move.seq).event.move != move.move
        last = max(play.seq for play in story.moment(move.seq).plays)
        goes_on += len(altered.record.events) > last
        for event in altered.record.events[last:]:
            assert event.kind == record.MOVE
    assert goes_on


def test_no_picture_shows_what_cannot_be_decided(staged):
    for each in disputes._staged(staged, FILM, 30):
        if each.right != "inconclusive":
            continue
        seq = int(each.asked.split()[2])
        later = {name for event in each.game.record.events if event.seq >= seq for name in event.frames}
        assert later
        if each.kind == "pictures gone":
            assert not later & set(each.game.pictures)
        else:
            assert not later & set(staged.pictures)


def test_the_figures():
    listed = [
        *[disputes.Decided("stones", "as played", "upheld", "upheld")] * 6,
        disputes.Decided("stones", "as played", "upheld", "overturned"),
        disputes.Decided("stonerow (truth)", "as played", "upheld", "inconclusive"),
        *[disputes.Decided("stones", "pictures gone", "inconclusive", "inconclusive")] * 3,
        disputes.Decided("stones", "pictures gone", "inconclusive", "overturned"),
    ]
    figures = {each.name: (each.value, each.n) for each in disputes.figures(listed)}
    assert figures["right"] == (9 / 12, 12)
    assert figures["false overturns"] == (2 / 12, 12)
    assert figures["undecidable called inconclusive"] == (3 / 4, 4)
    assert figures["decidable called inconclusive"] == (1 / 8, 8)
    assert figures["stonerow (truth)/right"] == (0, 1)
    assert figures["stones/right"] == (9 / 11, 11)
    assert figures["right: pictures gone"] == (3 / 4, 4)


def test_of_a_followed_game_only_what_was_played_is_disputed():
    kept = record.new("stones", {"players": 2}, None, {})
    for seat, move in ((0, "place 1"), (1, "place 2"), (0, "place 3")):
        kept = record.append(kept, record.Event(0, "2026-01-01T00:00:00.000Z", seat, move))
    true = ((0, "place 1"), (1, "place 2"), (0, "place 3"))
    assert true_part(kept, true) == kept
    assert [event.seq for event in true_part(kept, (true[0], (1, "place 4"), true[2])).events] == [1]
    assert [event.seq for event in true_part(kept, true[:2]).events] == [1, 2]


def test_of_a_followed_game_what_was_corrected_is_told_with_its_first_pictures():
    kept = record.new("stones", {"players": 2}, None, {})
    for seat, move, frames in ((0, "place 1", "ab"), (1, "place 9", "bc"), (0, "place 3", "cd"), (1, "place 7", "cd")):
        kept = record.append(kept, record.Event(0, "2026-01-01T00:00:00.000Z", seat, move, frames=tuple(frames)))
    mended = record.Event(0, "2026-01-01T00:00:09.000Z", 1, "place 2", kind=record.CORRECT, of=2, frames=("x", "y"))
    part = true_part(record.append(kept, mended), ((0, "place 1"), (1, "place 2"), (0, "place 3"), (1, "place 4")))
    listed = [(event.seq, event.kind, event.move, event.frames) for event in part.events]
    # The third was seen with the fourth, which was not played so.
    assert listed == [(1, "move", "place 1", ("a", "b")), (2, "move", "place 2", ("b", "c"))]


def test_pieces_are_told_of_the_frames_around_where_those_of_a_picture_are_not(tmp_path):
    frames = [{"frame": at, "pieces": [{"label": str(at)}]} for at in (0, 15, 30, 45)]
    (tmp_path / "frames.jsonl").write_text("\n".join(map(json.dumps, frames)))
    for pictures, result in (((15, 30), "15 30"), ((16, 29), "15 30"), ((31, 44), "30 45"), ((50, 60), "45 45")):
        around = spoiled.around(tmp_path, pictures)
        assert " ".join(piece["label"] for pieces in around for piece in pieces) == result


OTHERS = FILM.parent / "stonerow"


@pytest.fixture(scope="module")
def cards():
    return stage(OTHERS, drawn)


def test_the_table_turns_up_what_nobody_dealt(cards):
    assert cards.record.header.seed is None
    assert [event.move for event in cards.record.events if event.seat == -1] == ["keystone B9", "brickyard G3"]
    assert Story.of(cards.record).fault is None


def test_a_mistaken_card_is_overturned_and_what_is_covered_is_not(cards):
    recognisers = Truthful(OTHERS)
    for kind, right in (("another piece recorded", "overturned"), ("pieces covered", "inconclusive")):
        made = next(each for each in disputes._staged(cards, OTHERS, 30) if each.kind == kind)
        assert decide(made.game.case(recognisers.at(made.game)), read(made.asked))["verdict"] == right == made.right
