"""What was taken back, told by whose arm came in, and what a turn of several moves may leave to a guess."""

from math import pi

import pytest
from vision.follow import Commit, Decoder, TakenBack
from vision.follow.past import Supposed
from vision.follow.witness import Witness

from engine.core import TABLE, Explanation
from engine.games import find_game
from vision.scene.hands import Reach
from vision.tables.sight import Sight
from vision.tracking.seating import Seating

NEAR, FAR = pi / 2, -pi / 2
SEATING = Seating({0: (0.0, 5.0, 5), 1: (0.0, -5.0, 5)})
GAME = find_game("stonerow")
OPTIONS = GAME.options_type(players=2)
DISCARDED = ("keystone R7", "brickyard G4", "draw quarry", "discard Y1")


def states(*moves):
    """The states of a game from its start, those of the table first."""
    told = [GAME.start(OPTIONS, None)]
    for text in moves:
        state, move = told[-1], GAME.parse(text)
        seat = next(s for s in (TABLE, *GAME.actors(state)) if GAME.judge(state, s, move).legal)
        told.append(GAME.play(state, seat, move))
    return told


@pytest.mark.parametrize(("arm", "taken_back"), [(NEAR, True), (FAR, False)])
def test_a_discard_that_is_gone_was_taken_back_or_drawn_as_the_arm_tells(arm, taken_back):
    known = states(*DISCARDED)
    seen = Sight({"rows": [], "brickyard": ["G4"], "golddiggers": 0, "deflectors": [0, 0]}, (), (), {})
    witness = Witness(reaches=(Reach(arm, 1.0, 2.0),), seating=SEATING)
    supposed = Supposed(((0, GAME.parse("draw quarry")), (0, GAME.parse("discard Y1"))))
    decoder = Decoder(GAME, OPTIONS)
    for look in range(2):
        decision = decoder.decide(known, seen, 2.0 + 0.3 * look, witness, supposed)
    if taken_back:
        assert isinstance(decision, TakenBack)
        assert decision.count == 1
    else:
        assert isinstance(decision, Commit)
        assert [(seat, str(move)) for seat, move in decision.way.plays] == [(1, "draw brickyard")]


def test_an_arm_takes_back_no_less_likely_than_it_does_nothing():
    ways = [Explanation((), 1.0, None, 1.0)]
    move = (0, GAME.parse("discard Y1"))
    weights = {}
    for name, angle in (("own", NEAR), ("other", FAR)):
        witness = Witness(reaches=(Reach(angle, 1.0, 2.0),), seating=SEATING)
        weights[name] = witness.taken_back([move], ways)[0].weight
        assert weights[name] >= witness.weigh(ways)[0].weight
    assert weights["own"] > 2 * weights["other"]


def test_a_guess_of_one_card_stands_though_the_next_player_has_drawn():
    """Each move of a turn makes a way less likely by itself; that leaves nothing unexplained."""
    known = states(*DISCARDED[:3])
    cards = [{"labels": {"RAp": 0.5, "RGM": 0.4}}, "BGM"]
    position = {"rows": [{"cards": cards, "markers": [], "holder": 0}], "brickyard": [], "golddiggers": 0}
    witness = Witness(guesses=frozenset({"RAp", "RGM"}))
    decider = Decoder(GAME, OPTIONS)
    for look in range(2):
        decision = decider.decide(known, Sight(position, (), (), {}), 1.0 + 0.3 * look, witness)
    assert isinstance(decision, Commit)
    told = [(seat, str(move)) for seat, move in decision.way.plays]
    assert told == [(0, "build RGM BGM"), (1, "draw brickyard")]
    assert decider.weighed.ways[0].weight < decider.settings.whole
