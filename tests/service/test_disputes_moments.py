"""A hypothesis held against the record: what bears it out, what denies it, and what says nothing of it."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from disputed import altered

from engine.core import Verdict
from engine.games import find_game
from service.disputes import decide
from service.disputes.case import Case, Frame
from service.disputes.evidence import PictureReading, evidence_of
from service.disputes.moments import Moment, Story
from service.disputes.weighing import says_as_much
from tests.benchmarks.staging import jpeg
from vision.observation import Observation, Piece
from vision.scene.memory.memory import Memory
from vision.tracking.hypothesis import Hypothesis

CORNERS = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
REFUSED = Verdict(legal=False, rules=("SN-1",), name="not_your_turn")
TOLD = {"tiles": [], "stacks": []}


def hypothesis(moment, *plays, refused=None):
    """The plays of a moment's game since its start; the last one may be refused."""
    state, made = moment.start, []
    for seat, text in plays:
        made.append((seat, moment.game.parse(text)))
        if refused is None or len(made) < len(plays):
            state = moment.game.play(state, *made[-1])
    return Hypothesis(0, tuple(made), state, refused=refused)


@pytest.fixture
def second(staged):
    """The second move of the staged game."""
    return Story.of(staged.record).moment(2)


def test_a_refused_play_after_what_is_recorded_bears_it_out(second):
    (play,) = second.plays
    recorded, wrong = (play.seat, play.move), (play.seat, "cap 9-9 @0,0,1:e")
    assert second.bears_out(hypothesis(second, recorded))
    assert second.bears_out(hypothesis(second, recorded, wrong, refused=REFUSED))
    assert not second.bears_out(hypothesis(second, wrong, refused=REFUSED))
    assert not second.bears_out(Hypothesis(0, (), second.start))


def test_another_piece_denies_the_record_and_the_same_one_a_level_higher_does_not(staged, second):
    (play,) = second.plays
    other = Story.of(altered(staged, 2, "extend 3-8 @-2,0,0:e").record).moment(2)
    assert other.denies(hypothesis(other, (play.seat, play.move)), TOLD)
    assert not other.denies(hypothesis(other, (play.seat, play.move)), {}), "a part that is not told denies nothing"
    assert not second.denies(hypothesis(second, (play.seat, play.move)), TOLD)
    assert not second.denies(Hypothesis(0, (), second.start), TOLD), "what nobody sees denies nothing"


def stones(state, _seat, move):
    """A game of one stone in the hand, chosen by its stack, which `place ok` puts there."""
    chosen, *stacks = state
    if move.startswith("choose"):
        return (int(move.split()[1]), *stacks)
    placed = [stack + ("small",) * (n == chosen and move == "place ok") for n, stack in enumerate(stacks)]
    return (chosen, *placed)


STONES = SimpleNamespace(
    name="stones",
    play=stones,
    parse=str,
    position=lambda state: {"stacks": [{"stones": list(stack)} for stack in state[1:]]},
)


def several(words, of):
    """A moment of several plays seen at once, asked about one of them, on two empty stacks."""
    plays = tuple(SimpleNamespace(move=move) for move in words)
    states = [(0, (), ())]
    for play in plays:
        states.append(stones(states[-1], 0, play.move))
    return Moment(STONES, None, plays[of], plays, states[0], *states[of : of + 2], states[-1], ())


def told(moment, *moves, refused=None):
    return hypothesis(moment, *((0, move) for move in moves), refused=refused)


def test_of_several_plays_seen_at_once_each_is_shown_by_what_plays_it_as_often():
    moment = several(("place ok", "take", "place ok"), 0)
    assert moment.bears_out(told(moment, "place ok", "place ok", "other"))
    assert not moment.bears_out(told(moment, "place ok", "take"))
    assert not moment.bears_out(told(moment, "place ok", "place ok", refused=REFUSED))


def test_a_play_that_means_another_piece_by_what_was_played_before_it_is_another_play():
    moment = several(("choose 1", "place ok"), 1)
    other = told(moment, "choose 0", "place ok")
    assert moment.bears_out(told(moment, "choose 1", "take", "place ok"))
    assert not moment.bears_out(other)
    assert moment.denies(other, TOLD)


def test_a_part_of_the_record_at_another_place_denies_nothing():
    """The rest may have come after the picture."""
    moment = several(("place ok", "place ok", "choose 1"), 0)
    assert not moment.denies(told(moment, "choose 1", "place ok"), TOLD)
    assert moment.denies(told(moment, "choose 1", "place ok", "place ok"), TOLD)


def test_a_later_move_is_one_more_than_the_record_has_by_then():
    moment = several(("place ok",), 0)
    assert moment.goes_beyond(told(moment, "place ok", "place ok"), "place ok")
    assert not moment.goes_beyond(told(moment, "place ok"), "place ok")


def test_a_hypothesis_says_as_much_as_one_whose_plays_it_has():
    moment = several(("place ok",), 0)
    best = told(moment, "place ok")
    assert says_as_much(told(moment, "take", "place ok"), best)
    assert not says_as_much(told(moment, "take"), best)
    assert not says_as_much(told(moment, "place ok", "other", refused=REFUSED), best)


@pytest.mark.parametrize(("moved", "hand"), [(False, False), (True, True)], ids=["a pattern of the cloth", "a hand"])
def test_what_lies_on_both_pictures_pixel_for_pixel_is_no_hand(staged, second, moved, hand):
    """Nor does it keep a picture from denying the record."""
    cloth = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    after = cloth.copy()
    if moved:
        after[10:50, 10:50] = 255 - after[10:50, 10:50]
    seen = Observation(60, 60, "", (Piece("hand", None, 0.8, CORNERS), Piece("domino", "8-8", 0.9, CORNERS)))
    base, later = (PictureReading(Frame(name, jpeg(pixels), {}), seen) for name, pixels in (("a", cloth), ("b", after)))
    case = Case(staged.record, lambda name: Frame(name, None, {}), lambda _: seen)
    assert (evidence_of(case, second, base, later)[1].hand is not None) is hand


def test_readings_of_one_picture_count_alike_and_none_of_them_is_the_newer(staged, second, monkeypatch):
    told = []
    monkeypatch.setattr(Memory, "observation", lambda memory, seen: told.append(memory) or seen)
    picture = jpeg(np.full((60, 60, 3), 200, np.uint8))
    kept, now = (Observation(60, 60, "", (Piece("domino", label, 0.9, CORNERS),)) for label in ("3-5", "3-6"))
    case = Case(staged.record, lambda name: Frame(name, None, {}), lambda _: now)
    base = PictureReading(Frame("a", picture, {}), kept)
    evidence_of(case, second, base, PictureReading(Frame("b", picture, {"seen": kept.to_json()}), now))
    (track,) = told[-1].tracks
    assert track.readings.weights == pytest.approx({"3-5": 1.8, "3-6": 0.9})


def test_a_hammer_lies_there_since_the_move_that_names_it():
    moves = [
        SimpleNamespace(seq=seq, move=move) for seq, move in ((1, "build G3 G4"), (2, "break B5 r1"), (3, "decline"))
    ]
    rules = find_game("stonerow")
    game = SimpleNamespace(under=lambda state, name: (name,) if name in state else (), parse=rules.parse)
    states = [set(), {"G3", "G4"}, {"G3", "G4"}, {"G3", "G4", "B5"}]
    story = SimpleNamespace(game=game, states=states, moves=moves)
    assert [decide._laid(story, 3, name) for name in ("B5", "G4")] == [2, 1]


def test_the_nearest_picture_from_before_comes_first(staged):
    """Where two moves were told since the same picture, that after the first of them is nearer to the second."""
    story = Story.of(staged.record)
    second = story.moment(2)
    first = staged.record.events[0].frames
    assert next(name for name, _ in story.before(second)) == second.frames[0]
    since = replace(second, frames=(first[0], second.frames[-1]))
    assert [name for name, _ in story.before(since)] == [first[-1], first[0]]


def test_what_is_out_of_sight_again_is_weighed_in_any_case():
    """A card that was discarded and drawn at once leaves nothing to see; a tile stays."""
    stays, gone = several(("place ok", "take"), 0), several(("place ok", "take"), 0)
    moment = Moment(STONES, None, stays.event, stays.plays[:1], stays.start, stays.start, stays.after, stays.after, ())
    then = SimpleNamespace(seat=0, move="take")
    assert replace(moment, then=((then, stays.after),), plays=()).occluded_again == ()
    (result,) = replace(moment, then=((then, gone.start),), plays=()).occluded_again
    assert (result.state, result.plays) == (gone.start, ((0, "take"),))
