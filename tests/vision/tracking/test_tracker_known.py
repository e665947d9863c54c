"""What a tracker reads of a picture, and what it takes for a hand."""

from dataclasses import replace

import numpy as np
import pytest

from engine.games import find_game
from vision.observation import Observation, Piece
from vision.photo import Photo
from vision.scene.attention import Notice
from vision.scene.gate import GateState
from vision.scene.memory.stationary import MOVING, READ, Stationary
from vision.scene.plane.watch import PlaneState
from vision.scene.quality import small
from vision.tracking import Commit, Tracker, Wait
from vision.tracking.look import ReadOnce

GAME = find_game("stackernoos")
OPTIONS = GAME.options_type(players=2)
RECORD = ((0, GAME.parse("start 1-1")),)
STATES = (GAME.start(OPTIONS), GAME.play(GAME.start(OPTIONS), *RECORD[0]))


def piece(label, x, y):
    return Piece("domino", label, 0.99, ((x, y + 30.0), (x, y), (x + 60.0, y), (x + 60.0, y + 30.0)))


def frame(number):
    """A frame of a plain table; no two of a camera are the same to the bit."""
    picture = np.full((720, 1280, 3), 60, np.uint8)
    picture[0, 0] = number
    return picture


def notice(state, time):
    """A frame of the plain table as the gate calls it."""
    return Notice(time, small(frame(0)), GateState(state, time), PlaneState("unknown"), "")


def test_a_look_reads_the_whole_picture_and_what_changed_once_more():
    """Closely: small pieces are missed in a whole picture. A glimpse reads only what changed."""
    pieces = (piece("1-1", 600.0, 360.0), *(piece("back", 60.0 + 70 * n, 40.0) for n in range(16)))
    told = []

    def read(photo, known=None, /):
        told.append(known)
        return Observation(photo.width, photo.height, photo.sha256, pieces)

    tracker = Tracker(GAME, OPTIONS, read)
    tracker.follow_record(STATES, RECORD)
    for n in range(READ):
        tracker.look(frame(n), 0.3 * n)
    assert told == [None] * READ
    tracker.look(frame(READ), 3.0)
    whole, close = told[READ:]
    assert whole is None
    assert len(close.pieces) == len(pieces)
    tracker.glimpse(frame(READ + 1), 4.0)
    assert told[READ + 2 :] == [close]


@pytest.mark.parametrize("played", [True, False])
def test_the_first_look_after_something_moved_reads_what_changed_where_that_tells_a_play(played):
    """It is told sooner. What only the whole picture shows is not lost: the next look, or else this one, reads it."""
    start, boneyard = piece("1-1", 600.0, 360.0), [piece("back", 60.0 + 70 * n, 40.0) for n in range(16)]
    shown, told = [start, *boneyard], []

    def read(photo, known=None, /):
        told.append(known)
        return Observation(photo.width, photo.height, photo.sha256, tuple(shown))

    tracker = Tracker(GAME, OPTIONS, read)
    tracker.follow_record(STATES, RECORD)
    for n in range(READ + 1):
        tracker.look(frame(n), 0.3 * n)
    assert not tracker.restless
    tracker.frame(notice("moving", 2.0))
    tracker.frame(notice("still", 2.5))
    told.clear()
    after, later = frame(READ + 1), frame(READ + 2)
    if played:
        shown.append(piece("1-5", 664.0, 360.0))
        after[360:390, 664:724] = later[360:390, 664:724] = 220
    look = tracker.look(after, 2.5)
    assert isinstance(look.decision, Commit) == played
    assert [known is None for known in told] == ([False] if played else [False, True])
    assert tracker.restless == played
    tracker.look(later, 2.8)
    assert told[-2] is None


def test_a_picture_is_read_once_where_a_close_reading_shows_no_more():
    """Cards and stones are read from the whole picture, whatever is known of it."""
    for name in ("stonerow", "stones"):
        rules, told = find_game(name), []

        def read(photo, known=None, /, told=told):
            told.append(known)
            lying = (replace(piece("R7", 600.0, 360.0), kind="card"),)
            return Observation(photo.width, photo.height, photo.sha256, lying)

        options = rules.options_type(players=2)
        tracker = Tracker(rules, options, read)
        tracker.accounted()
        for n in range(READ + 3):
            tracker.look(frame(n), 0.3 * n)
            tracker.accounted()
        assert told == [None] * (READ + 3)


def test_the_same_pixels_are_read_once():
    """What they show is the same: a still of a recording is looked at for seconds."""
    told = []

    def read(photo, known=None, /):
        told.append(photo.sha256)
        return Observation(photo.width, photo.height, photo.sha256, (piece("1-1", 600.0, 360.0),))

    tracker = Tracker(GAME, OPTIONS, read)
    for n in range(3):
        tracker.look(frame(0), 0.3 * n)
    assert len(told) == 1
    tracker.look(frame(1), 1.0)
    tracker.look(frame(0), 1.3)
    assert len(told) == 3


def test_the_same_pixels_are_read_anew_once_a_known_piece_has_another_label():
    """What is known is given as it is known. How sure it is changes with every look, and tells nothing new."""

    def read(photo, known=None, /):
        return Observation(photo.width, photo.height, photo.sha256, known.pieces)

    reads, photo = ReadOnce(read), Photo.from_frame(frame(0))
    one, other = piece("1-1", 600.0, 360.0), piece("1-2", 600.0, 360.0)
    for known in (one, other, one):
        assert reads(photo, Stationary((known,), ())).pieces == (known,)
    assert reads(photo, Stationary((replace(one, confidence=0.9),), ())).pieces == (one,)


@pytest.mark.parametrize(("name", "known"), [("stackernoos", [None]), ("stonerow", [MOVING]), ("stones", [])])
def test_what_moves_is_looked_at_where_pieces_can_be_told_apart(name, known):
    looked = []

    def read(photo, known=None, /):
        looked.append(known)
        return Observation(photo.width, photo.height, photo.sha256, ())

    rules = find_game(name)
    options = rules.options_type(players=2)
    picture = np.full((72, 128, 3), 60, np.uint8)
    Tracker(rules, options, read).glimpse(picture, 1.0)
    assert looked == known


def test_what_looks_like_a_hand_since_the_first_picture_is_none_that_plays():
    """The pattern of a table, or who rests an arm on it; a hand that moved since then has something to do."""
    hand = Piece("hand", None, 0.8, ((100.0, 400.0), (100.0, 300.0), (260.0, 300.0), (260.0, 400.0)))

    def read(photo, _known=None, /):
        return Observation(photo.width, photo.height, photo.sha256, (hand, piece("1-1", 600.0, 360.0)))

    still = np.full((720, 1280, 3), 60, np.uint8)
    moved = still.copy()
    moved[300:400, 100:260] = 200
    for later, decided in ((still, True), (moved, False)):
        tracker = Tracker(GAME, OPTIONS, read)
        first, second = (tracker.look(each, time) for time, each in ((0.0, still), (0.3, later)))
        assert isinstance(first.decision, Wait)
        assert (tracker.table_state.step is not None) == decided, second.decision


def test_what_looks_like_a_hand_where_nothing_changed_since_the_table_was_accounted_for_is_none():
    """A pattern that is taken for a hand now and then; one that comes has something to do."""
    hand = Piece("hand", None, 0.8, ((100.0, 400.0), (100.0, 300.0), (260.0, 300.0), (260.0, 400.0)))
    pieces = (piece("1-1", 600.0, 360.0), *(piece("back", 60.0 + 70 * n, 40.0) for n in range(16)))
    still = np.full((720, 1280, 3), 60, np.uint8)
    moved = still.copy()
    moved[300:400, 100:260] = 200
    for later, decided in ((still, True), (moved, False)):
        shown = [*[pieces] * 3, (*pieces, hand)]

        def read(photo, _known=None, /, shown=shown):
            return Observation(photo.width, photo.height, photo.sha256, shown.pop(0))

        tracker = Tracker(GAME, OPTIONS, read)
        tracker.follow_record(STATES, RECORD)
        for n, picture in enumerate((still, still, still, later)):
            picture[0, 0] = n
            look = tracker.look(picture, 0.3 * n)
        assert (not isinstance(look.decision, Wait)) == decided


def test_what_people_said_accounts_for_the_table_that_was_seen():
    """Once people said what was played, what is read otherwise than the game has it stands for no move any more."""
    pieces = (piece("1-1", 600.0, 360.0), piece("4-5", 664.0, 360.0))

    def read(photo, _known=None, /):
        return Observation(photo.width, photo.height, photo.sha256, pieces)

    tracker, picture = Tracker(GAME, OPTIONS, read), np.full((720, 1280, 3), 60, np.uint8)
    tracker.accounted()
    assert tracker.table_state.background.picture is None
    for n in range(3):
        tracker.look(picture, 0.3 * n)
    before = tracker.table_state.background
    tracker.accounted()
    assert tracker.table_state.background is not before
    assert all(place.accounted for place in tracker.table_state.memory.tracks)


def test_what_lay_there_unread_is_waited_for_anew_once_people_said_what_was_played():
    """They were asked while it lay there: to tell them of it at once is to ask twice."""
    tracker = Tracker(GAME, OPTIONS, lambda photo, _=None, /: Observation(photo.width, photo.height, photo.sha256, ()))
    tracker.table_state = tracker.table_state.with_unknown([piece("back", 60.0, 40.0).corners], 1.0)
    assert tracker.table_state.lay_unknown(4.0, 2.5)
    tracker.overtaken([(0, GAME.parse("start 1-1"))])
    assert not tracker.table_state.lay_unknown(4.0, 2.5)
