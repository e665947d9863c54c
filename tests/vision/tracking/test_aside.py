"""What is told while somebody else reaches over the table already."""

from functools import partial

import numpy as np
import pytest

from engine.games import find_game
from vision.observation import Observation, Piece
from vision.scene.attention import Notice
from vision.scene.gate import GateState
from vision.scene.plane.watch import PlaneState
from vision.scene.quality import small
from vision.tracking import Alarm, Commit, Tracker

GAME = find_game("stackernoos")
OPTIONS = GAME.options_type(players=2)
STATES = [GAME.start(OPTIONS)]
RECORD = ((0, GAME.parse("start 1-1")),)
STATES.append(GAME.play(STATES[0], *RECORD[0]))
FIRST, SECOND = (300, 180), (330, 180)
HAND = (90, 120, 190)


def domino(label, at):
    x, y = at
    return Piece("domino", label, 0.99, ((x, y + 15.0), (x, y), (x + 30.0, y), (x + 30.0, y + 15.0)))


def read(photo, _known=None, /, label="1-5"):
    """Reads white as the second tile, lying where it is played."""
    pixels, (x, y) = photo.pixels, SECOND
    second = pixels[y : y + 15, x : x + 30].mean() > 200
    hands = [Piece("hand", None, 0.9, ((0.0, 250.0), (0.0, 210.0), (150.0, 210.0), (150.0, 250.0)))]
    seen = [domino("1-1", FIRST), *([domino(label, SECOND)] if second else [])]
    seen += hands if tuple(pixels[225, 20]) == HAND else []
    seen += [domino("back", (30.0 + 35 * n, 20.0)) for n in range(16)]
    return Observation(photo.width, photo.height, photo.sha256, tuple(seen))


def table(*, tile=False, arm=0, above=0, right=0):
    """The table with the second tile, an arm from the left, one from above, or one from the right (px)."""
    pixels = np.full((360, 640, 3), 60, np.uint8)
    x, y = SECOND
    if tile:
        pixels[y : y + 15, x : x + 30] = 240
    pixels[210:250, :arm] = HAND
    pixels[:above, 310:350] = HAND
    pixels[100:140, 640 - right :] = HAND
    return pixels


class Film:
    """A tracker that is shown frames, a tenth of a second apart."""

    def __init__(self, reads=read):
        self.tracker, self.now = Tracker(GAME, OPTIONS, reads), 0.0
        self.tracker.follow_record(STATES, RECORD)

    def noisy(self, pixels):
        """A picture that is no other's, pixel for pixel."""
        taken = pixels.copy()
        taken[SECOND[1] + 1, SECOND[0] + 1] += np.uint8(round(self.now * 10) % 8)
        return taken

    def show(self, pixels, state="moving"):
        gate, plane = GateState(state, self.now), PlaneState("unknown")
        self.tracker.frame(Notice(self.now, small(pixels), gate, plane, ""))
        self.now += 0.1

    def rest(self, pixels, looks=3):
        """The table at rest, looked at a few times."""
        for _ in range(looks):
            for _ in range(3):
                self.show(pixels, "still")
            look = self.tracker.look(self.noisy(pixels), self.now - 0.1)
        return look

    def pass_by(self, pictures):
        """Something moves: of every fourth frame a glimpse; the looks that told a move."""
        told = []
        for number, pixels in enumerate(pictures):
            self.show(pixels)
            if number % 4 == 3:
                look = self.tracker.glimpse(self.noisy(pixels), self.now - 0.1)
                told += [] if look is None else [look]
        return told


@pytest.fixture
def film():
    """One that has seen the first tile."""
    film = Film()
    film.rest(table())
    return film


def came_and_went():
    """An arm from above lays the second tile, and leaves."""
    came = [table(above=at) for at in range(30, 200, 30)]
    return [*came, *[table(tile=True, above=at) for at in range(170, 0, -30)]]


def reaching(tile):
    """Another arm comes from the left, and stays for a while, moving."""
    return [table(tile=tile, arm=at) for at in [*range(10, 150, 20), *[140, 150] * 6]]


def test_a_move_is_told_while_the_next_player_reaches_in(film):
    film.pass_by(came_and_went())
    told = film.pass_by(reaching(tile=True))
    assert isinstance(told[0].decision, Commit)
    assert [(seat, str(move)) for seat, move in told[0].decision.explanation.plays] == [(1, "extend 1-5 @2,0,0:e")]
    assert "1-5" in {piece.label for piece in told[0].observation.pieces}


def test_whoever_has_just_laid_a_tile_may_still_move_it(film):
    laying = [table(tile=True, above=at) for at in [150, 140] * 8]
    assert film.pass_by([*came_and_went()[:6], *laying]) == []


def test_an_arm_that_did_nothing_tells_nothing_and_leaves_no_trace(film):
    film.pass_by([table(above=at) for at in [*range(30, 100, 30), *range(90, 0, -30)]])
    memory, background = film.tracker.table_state.memory.tracks, film.tracker.table_state.background
    assert film.pass_by(reaching(tile=False)) == []
    assert film.tracker.table_state.memory.tracks is memory
    assert film.tracker.table_state.background is background


def test_a_look_long_ago_does_not_count_as_the_first_of_two(film):
    """Seen once beside a hand, then taken back: the same tile is looked at twice again before it is told."""
    film.pass_by(came_and_went())
    assert film.pass_by(reaching(tile=True)[:5]) == []
    film.pass_by([table(above=at) for at in range(170, 0, -30)])
    film.rest(table())
    film.pass_by(came_and_went())
    assert film.pass_by(reaching(tile=True)[:5]) == []


def test_two_arms_came_for_more_than_one_move(film):
    """Another arm came and left between: what it laid may lie under the third."""
    film.pass_by(came_and_went())
    film.pass_by([table(tile=True)] * 5)
    film.pass_by([table(tile=True, right=at) for at in [*range(20, 120, 20), *range(100, -20, -20)]])
    film.pass_by([table(tile=True)] * 5)
    assert film.pass_by(reaching(tile=True)) == []


def test_a_hand_that_holds_still_is_looked_past(film):
    """The gate calls the table still while a hand rests on it: the look sees the hand, and what lies beside it."""
    film.pass_by(came_and_went())
    film.pass_by(reaching(tile=True)[:3])
    held = table(tile=True, arm=150)
    looks = []
    for _ in range(4):
        for _ in range(3):
            film.show(held, "still")
        looks.append(film.tracker.look(held, film.now - 0.1))
    assert [type(look.decision).__name__ for look in looks].count("Commit") == 1


def test_a_first_look_that_tells_a_move_asks_for_a_second_one_soon(film):
    film.pass_by(came_and_went())
    assert not film.tracker.promising
    assert film.pass_by(reaching(tile=True)[:5]) == []
    assert film.tracker.promising
    assert film.pass_by(reaching(tile=True)[5:9]) != []
    assert not film.tracker.promising


def test_a_play_against_the_rules_is_reported_while_the_next_player_reaches_in():
    film = Film(partial(read, label="4-5"))
    film.rest(table())
    film.pass_by(came_and_went())
    told = film.pass_by(reaching(tile=True))
    assert [type(look.decision) for look in told] == [Alarm]
    assert str(told[0].decision.explanation.plays[-1][1]) == "extend 4-5 @2,0,0:e"
    assert not film.tracker.hands.gone(film.now).entries()  # whose arm that was is settled
    film.pass_by([table(tile=True, arm=at) for at in range(140, 0, -20)])
    look = film.rest(table(tile=True), looks=1)
    assert isinstance(look.decision, Alarm)  # as it lies there still


def test_what_is_taken_up_again_is_gone_though_the_next_player_reaches_in():
    """No look sees the bare place before something else is laid there."""
    film = Film(partial(read, label="4-5"))
    film.rest(table())
    film.pass_by(came_and_went())
    assert isinstance(film.rest(table(tile=True)).decision, Alarm)
    assert "4-5" in film.tracker.table_state.memory.names()
    film.pass_by([*[table(tile=True, above=at) for at in range(30, 200, 30)], *came_and_went()[:6][::-1]])
    film.pass_by(reaching(tile=False))
    assert "4-5" not in film.tracker.table_state.memory.names()
