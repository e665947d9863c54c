"""A tracker from picture to picture: what it takes up of the record, and how it goes on beside a false play."""

from dataclasses import replace

import numpy as np
import pytest
from told_looks import OPTIONS, RULES, plays, states, words

from vision.observation import Observation, Piece
from vision.scene.hands import HandEntries, HandEntry
from vision.tracking import Alarm, Commit, Nothing, Reopen, Tracker

PIXELS = np.full((360, 640, 3), 60, np.uint8)
START, FIVE, TWO = "start 1-1", "extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e"


def piece(label, x, y):
    return Piece("domino", label, 0.99, ((x, y + 15.0), (x, y), (x + 30.0, y), (x + 30.0, y + 15.0)))


class Table:
    """A table of told tiles, the tracker of it, and its record: what is committed is written down."""

    def __init__(self, *moves):
        self.tiles, self.record, self.now = {}, list(plays(*moves)), 0.0
        self.tracker = Tracker(RULES, OPTIONS, self.read)

    def read(self, photo, _known=None, /):
        backs = [piece("back", 30.0 + 35 * n, 20.0) for n in range(16)]
        tiles = [piece(label, 300.0 + 15 * x, 180.0) for x, label in self.tiles.items()]
        return Observation(photo.width, photo.height, photo.sha256, (*tiles, *backs))

    def pixels(self):
        """A picture that differs where tiles lie, and is no other's pixel for pixel."""
        pixels = PIXELS.copy()
        pixels[-1, -1] = 60 + round(self.now * 10) % 8
        for x, label in self.tiles.items():
            left = 300 + 15 * x
            pixels[180:195, left : left + 30] = 240 - 6 * sum(map(int, label.split("-")))
        return pixels

    def states(self):
        told = [RULES.start(OPTIONS)]
        for play in self.record:
            told.append(RULES.play(told[-1], *play))
        return told

    def decision(self):
        """The decision after one look, beside the record as it stands."""
        self.tracker.follow_record(self.states(), self.record)
        return self.tracker.look(self.pixels(), self.now).decision

    def look(self, count=1):
        """The decisions after so many looks."""
        told = []
        for _ in range(count):
            decision = self.decision()
            self.now += 0.3
            told.append(decision)
            if isinstance(decision, Commit):
                self.tracker.played(decision.explanation.plays)
                self.record += decision.explanation.plays
        return told


@pytest.fixture
def table():
    """A table on which 1-1 lies, as in the record."""
    table = Table(START)
    table.tiles = {0: "1-1"}
    assert table.look(3)[-1] == Nothing()
    return table


def kinds(decisions):
    return [type(decision).__name__ for decision in decisions if type(decision).__name__ != "Wait"]


# The record


def test_what_was_committed_is_the_record_of_the_belief(table):
    table.tiles[2] = "1-5"
    (decision,) = [each for each in table.look(3) if isinstance(each, Commit)]
    assert words(decision.explanation) == FIVE
    assert table.tracker.belief.state == states(START, FIVE)[-1]
    assert [each.start for each in table.tracker.belief.segments] == [0, 1]
    assert table.look()[-1] == Nothing()


def test_what_was_decided_and_not_written_down_is_not_accounted_for(table):
    accounted = table.tracker.table_state.memory.accounted_at
    table.tiles[2] = "1-5"
    told = []
    for _ in range(4):
        told.append(table.decision())
        table.now += 0.3
    assert kinds(told)[-1] == "Commit"
    assert table.tracker.table_state.memory.accounted_at == accounted
    table.tracker.played(told[-1].explanation.plays)
    assert table.tracker.table_state.memory.accounted_at == table.now - 0.3
    assert table.tracker.belief.committed_at == table.now - 0.3


def test_a_record_that_others_rewrote_is_believed_anew(table):
    table.tiles |= {2: "1-5", 4: "5-2"}
    table.record = list(plays(START, FIVE, TWO))
    assert table.look()[-1] == Nothing()
    assert table.tracker.belief.states == tuple(states(START, FIVE, TWO))


def test_plays_are_taken_back_once_and_nothing_is_believed_beside_the_shorter_record(table):
    table.tiles[2] = "1-5"
    table.look(3)
    del table.tiles[2]
    assert "TakeBack" in kinds(table.look(2))
    table.record.pop()
    table.tracker.taken_back()
    assert table.look()[-1] == Nothing()
    belief = table.tracker.belief
    assert (belief.states, belief.record, belief.hypotheses) == (tuple(states(START)), tuple(plays(START)), ())


def test_plays_are_taken_back_one_after_the_other(table):
    for x, label in ((2, "1-5"), (4, "5-2")):
        table.tiles[x] = label
        table.look(3)
    for x in (4, 2):
        del table.tiles[x]
        assert "TakeBack" in kinds(table.look(2))
        table.record.pop()
        table.tracker.taken_back()
        assert table.look()[-1] == Nothing()


def test_what_others_wrote_is_taken_back_once_it_was_seen(table):
    table.record += plays(START, FIVE)[1:]
    assert "TakeBack" not in kinds(table.look(4))
    table.tiles[2] = "1-5"
    assert table.look(2)[-1] == Nothing()
    del table.tiles[2]
    assert "TakeBack" in kinds(table.look(2))


@pytest.mark.parametrize("stood_by", [False, True])
def test_a_play_that_is_written_down_alone_leaves_the_hand_of_the_play_after_it(table, stood_by):
    """Both hands were the first play's. So nobody learnt where the players sit, and the next play was asked about. It
    is the same where people stood by the record between the look and the writing."""
    mine, theirs = HandEntry(-1.5, 0.2, 0.5), HandEntry(1.6, 0.6, 0.8)
    table.tiles |= {2: "1-5", 4: "5-2"}
    table.tracker.hands = HandEntries(all_entries=(mine, theirs))
    table.decision()
    first, second = table.tracker.table_state.step.posterior.hypotheses[0].plays
    if stood_by:
        table.tracker.confirmed()
    table.tracker.played([first])
    assert table.tracker.hands.entries() == (theirs,)
    assert list(table.tracker.table_state.seating.directions) == [first[0]]
    table.tracker.played([second])
    assert table.tracker.hands.entries() == ()
    assert set(table.tracker.table_state.seating.directions) == {first[0], second[0]}


def test_a_table_that_was_lost_is_followed_from_what_people_enter(table):
    table.tiles = {5: "3-3"}
    assert "Lost" in kinds(table.look(12))
    table.tracker.played(plays(START, FIVE)[1:])
    assert table.tracker.belief.state == states(START, FIVE)[-1]


def test_what_people_confirmed_is_doubted_no_more(table):
    table.tiles[2] = "1-5"
    table.look(3)
    table.tracker.confirmed()
    belief = table.tracker.belief
    assert (belief.first_in_doubt, belief.hypotheses) == (len(table.record), ())
    assert table.tracker.belief.state == table.states()[-1]


def test_a_play_in_doubt_is_numbered_as_in_the_whole_record(table):
    """The first play is doubted no more."""
    model = table.tracker.model
    table.tracker.model = replace(model, beam=replace(model.beam, lag=1))
    table.tiles[2] = "1-5"
    table.look(3)
    assert table.tracker.belief.first_in_doubt > 0
    del table.tiles[2]
    table.tiles |= {-2: "6-1", -4: "2-6"}
    (doubt, *_) = [each for each in table.look(4) if isinstance(each, Reopen)]
    assert doubt.at == 1
    assert [str(move) for _, move in doubt.explanations[0].plays] == ["extend 6-1 @-2,0,0:e", "extend 2-6 @-4,0,0:e"]


# A false play that lies there


def test_a_false_play_is_told_and_the_game_goes_on_beside_it(table):
    table.tiles[2] = "4-5"
    assert "Alarm" in kinds(table.look(2))
    table.tiles[-2] = "6-1"
    told = table.look(6)
    assert [words(each.explanation) for each in told if isinstance(each, Commit)] == ["extend 6-1 @-2,0,0:e"]
    assert (("4-5",), (2, 0, 0, "e")) in table.tracker.belief.standing
    assert told[-1] == Nothing()


def test_a_false_play_that_came_with_a_lawful_one_is_told_too(table):
    """It is not taken for one that the game went on from: nobody was told of it."""
    table.tiles |= {2: "1-5", 4: "4-6"}
    told = table.look(6)
    assert kinds(told)[:2] == ["Commit", "Alarm"]
    (decision, *_) = [each for each in told if isinstance(each, Alarm)]
    assert words(decision.explanation) == "extend 4-6 @4,0,0:e"


def test_a_false_play_that_was_lifted_is_told_again_where_it_is_laid_again(table):
    table.tiles[2] = "4-5"
    assert "Alarm" in kinds(table.look(2))
    del table.tiles[2]
    assert table.look(4)[-1] == Nothing()
    assert table.tracker.belief.alarmed == frozenset()
    table.tiles[2] = "4-5"
    assert "Alarm" in kinds(table.look(3))


def test_where_another_tile_lies_in_the_place_of_a_false_one_that_was_taken_away(table):
    """Nobody builds on what was told to be against the rules."""
    table.tiles[2] = "4-5"
    assert "Alarm" in kinds(table.look(2))
    table.tiles[2] = "1-5"
    told = table.look(4)
    assert [words(each.explanation) for each in told if isinstance(each, Commit)] == ["extend 1-5 @2,0,0:e"]
    assert told[-1] == Nothing()
