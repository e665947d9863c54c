"""What lay on the brickyard while the table rested, until the game is known to go on."""

from card_films import film, turns

from engine.games.stonerow.cards import label
from vision.games.stonerow.rested import LAY, Rested


def test_a_card_that_rested_between_two_others_is_told():
    state = next(turn.after for turn in turns(film(1, 2)) if turn.after.phase == "action" and turn.after.brickyard)
    known, rested = label(state.brickyard[-1]), Rested()
    for look in range(LAY):
        assert rested.told(state, {"brickyard": ["R3"]}) == {}, look
    assert rested.told(state, {"brickyard": ["R3"]}) == {}
    assert rested.told(state, {}) == {}  # a hand is over it
    assert rested.told(state, {"brickyard": [{"labels": {"Y8": 0.6}}]}) == {}
    for _ in range(2):
        assert rested.told(state, {"brickyard": ["Y8"]}) == {"rested": "R3"}
    assert rested.told(state, {"brickyard": [known]}) == {"rested": "Y8"}
    after = state.but(quarry=state.quarry - 1)
    assert rested.told(after, {"brickyard": ["Y8"]}) == {}


def test_one_look_alone_or_what_is_known_to_lie_there_is_none():
    state = next(turn.after for turn in turns(film(1, 2)) if turn.after.phase == "action" and turn.after.brickyard)
    known, rested = label(state.brickyard[-1]), Rested()
    for _ in range(LAY):
        rested.told(state, {"brickyard": [known]})
    rested.told(state, {"brickyard": ["R3"]})
    assert rested.told(state, {"brickyard": ["Y8"]}) == {}
