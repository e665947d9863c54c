"""What one pair of readings says of a move: what counts as the record, as a hand, as too few plays."""

from types import SimpleNamespace

import numpy as np
import pytest

from engine.core import Verdict
from engine.games import find_game
from service.disputes import decide, weighing
from service.disputes.moments import Story
from service.disputes.ways import playing, recorded, without
from vision.games import TableReading
from vision.games.model import Explanation
from vision.observation import Observation, Piece
from vision.scene.memory import Change

CORNERS = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
REFUSED = Verdict(legal=False, rules=("SN-1",), name="not_your_turn")


def changed(share):
    """A picture of which so much of the corners' place has changed."""
    mask = np.zeros((60, 60), np.bool_)
    mask[10 : 10 + round(40 * share), 10:50] = True
    return Change(mask, 1.0)


@pytest.mark.parametrize(
    ("change", "kept"),
    [(changed(0.0), ["domino"]), (changed(0.3), ["hand", "domino"]), (None, ["hand", "domino"])],
    ids=["a pattern of the cloth", "a hand", "one picture"],
)
def test_what_lies_on_both_pictures_pixel_for_pixel_is_no_hand(change, kept):
    seen = Observation(60, 60, "", (Piece("hand", None, 0.8, CORNERS), Piece("domino", "3-5", 0.9, CORNERS)))
    assert [piece.kind for piece in weighing._without_things(change, seen).pieces] == kept


def test_what_came_and_is_not_read_is_where_the_picture_changed():
    lying, new = (Piece("domino", label, 0.9, CORNERS) for label in ("back", "3-5"))
    for before, after, boxes in (((lying,), (lying,), 1), ((), (new,), 0)):
        seen = [Observation(60, 60, "", pieces) for pieces in (before, after)]
        assert len(weighing._came_or_went(changed(0.9), seen)) == boxes


def test_a_refused_play_after_all_that_is_recorded_is_a_matter_of_its_own(staged):
    moment = Story.of(staged.record).moment(2)
    (play,) = moment.plays
    wrong = moment.game.parse("cap 9-9 @0,0,1:e")
    move = moment.game.parse(play.move)
    after = Explanation(((play.seat, move), (0, wrong)), 0.5, REFUSED)
    instead = Explanation(((0, wrong),), 0.3, REFUSED)
    late = Explanation(((0, wrong), (play.seat, move)), 0.2, REFUSED)
    assert recorded(moment, TableReading({"tiles": []}, (), (), {}), [after, instead, late]) == [after]


@pytest.mark.parametrize(("later", "is_record"), [((1, "reaction"), True), ((0, "another"), False)])
def test_a_play_of_the_record_is_none_that_somebody_else_makes_later(later, is_record):
    """Where the record ends, others may have reacted; but what they play is not what it has."""
    game = SimpleNamespace(position=lambda _state: {}, play=lambda *_: None)
    plays = (SimpleNamespace(move="draw"), SimpleNamespace(move="build"))
    moment = SimpleNamespace(game=game, start=None, end=None, plays=plays, then=())
    ways = [
        Explanation(((1, "build"), (0, "draw"), later), 0.5),
        Explanation(((0, "build"), (1, "other"), (2, "draw")), 0.5),
    ]
    assert recorded(moment, TableReading({}, (), (), {}), ways) == (ways[:1] if is_record else [])


def stones(state, _seat, move):
    """A game of one stone in the hand, chosen by its stack, which `place ok` puts there."""
    chosen, *stacks = state
    if move.startswith("choose"):
        return (int(move.split()[1]), *stacks)
    placed = [stack + ("small",) * (n == chosen and move == "place ok") for n, stack in enumerate(stacks)]
    return (chosen, *placed)


STONES = SimpleNamespace(
    play=stones,
    position=lambda state: {"stacks": [{"stones": list(stack)} for stack in state[1:]]},
    judge=lambda _state, _seat, move: SimpleNamespace(legal=move != "refused"),
)


def several(words, of):
    """A moment of several plays seen at once, asked about one of them, on two empty stacks."""
    plays = tuple(SimpleNamespace(move=move) for move in words)
    states = [(0, (), ())]
    for play in plays:
        states.append(stones(states[-1], 0, play.move))
    return SimpleNamespace(
        game=STONES, plays=plays, event=plays[of], start=states[0], before=states[of], after=states[of + 1]
    )


def way(*moves, illegal=None):
    return Explanation(tuple((0, move) for move in moves), 0.5, illegal)


def test_of_several_plays_seen_at_once_each_is_shown_by_the_ways_that_play_it_as_often():
    words = ("place ok", "take", "place ok")
    twice, once = way("place ok", "place ok", "other"), way("place ok", "take")
    refused = way("place ok", "refused", "place ok", illegal=REFUSED)
    assert playing(several(words, 0), [twice, once, refused]) == [twice]
    assert playing(several(words, 1), [twice, once, refused]) == [once]


def test_a_play_that_means_another_piece_by_what_was_played_before_it_is_another_play():
    moment = several(("choose 1", "place ok"), 1)
    same, other = way("choose 1", "take", "place ok"), way("choose 0", "place ok")
    assert playing(moment, [same, other]) == [same]
    assert playing(several(("choose 1", "place ok"), 0), [same, other]) == [same]


def test_a_table_may_be_laid_out_at_once_but_a_picture_of_nothing_shows_nothing():
    few, many, none = (Observation(60, 60, "", (Piece("card", "R4", 0.9, CORNERS),) * count) for count in (2, 9, 0))
    assert weighing.poor([few, many], 0.5, start=0) == ""
    assert weighing.poor([few, many], 0.5, start=8)
    assert weighing.poor([few, many], 0.5)
    assert weighing.poor([many, few], 0.5, start=0)
    assert weighing.poor([none, many], 0.5, start=0)


def test_where_so_little_lies_that_the_table_is_lost_the_newer_picture_says_where_it_is(monkeypatch):
    class Lost:
        taught = tells_unread = False

        def settled(self):
            self.taught = True

        def interpret(self, seen, state, around=None):
            self.taught = self.taught or state == "end"
            return TableReading(
                {"of": state}, (), (), {}, trouble="" if self.taught or len(seen.pieces) > 1 else "lost"
            )

    monkeypatch.setattr(weighing, "assembler", lambda *_: Lost())
    moment = SimpleNamespace(game=SimpleNamespace(name="any"), options=None, start="start", end="end")
    hearing = weighing.Hearing(SimpleNamespace(faces=None), moment, (None, None))
    one, two = (Observation(60, 60, "", (Piece("domino", "3-5", 0.9, CORNERS),) * count) for count in (1, 2))
    assert [sight.trouble for sight in weighing._sights(hearing, [one, two])] == ["", ""]
    assert all(sight.position == {"of": "start"} for sight in weighing._sights(hearing, [one, two]))


@pytest.mark.parametrize(
    ("then", "poor", "asked"), [(("next",), True, [1, 2]), (("next",), False, [1]), ((), True, [1])]
)
def test_the_picture_may_show_what_the_record_has_next(then, poor, asked, monkeypatch):
    counts = []

    def explain(_state, _setup, count):
        counts.append(count)
        return [Explanation((), 1.0, None, 1e-6 if poor and count == 1 else 1.0)]

    monkeypatch.setattr(weighing, "observation_model", lambda _: SimpleNamespace(explain=explain))
    moment = SimpleNamespace(game=SimpleNamespace(name="any"), options=None, start=None, plays=("one",), then=then)
    ways = weighing._ways(moment, TableReading({}, (), (), {}))
    assert counts == asked
    assert ways[0].weight == (1e-6 if poor and not then else 1.0)


def test_a_hammer_lies_there_since_the_move_that_names_it():
    moves = [
        SimpleNamespace(seq=seq, move=move) for seq, move in ((1, "build G3 G4"), (2, "break B5 r1"), (3, "decline"))
    ]
    rules = find_game("stonerow")
    game = SimpleNamespace(under=lambda state, name: (name,) if name in state else (), parse=rules.parse)
    states = [set(), {"G3", "G4"}, {"G3", "G4"}, {"G3", "G4", "B5"}]
    story = SimpleNamespace(game=game, states=states, moves=moves)
    assert [decide._laid(story, 3, name) for name in ("B5", "G4")] == [2, 1]


def test_of_equal_ways_only_those_that_are_meant_are_left_out():
    ways = [Explanation((), 0.5), Explanation((), 0.5)]
    (left,) = without(ways, ways[:1])
    assert left is ways[1]
