"""What may have been played instead of the last moves: histories searched anew from before them."""

from told_looks import OPTIONS, RULES, sight, states
from vision.follow import Commit, Decoder, TakenBack
from vision.follow.past import Past, Supposed, Told, histories
from vision.follow.witness import Witness

from engine.core import Explanation
from vision.scene.hands import Reach
from vision.tracking.seating import Seating

ARM, LATER = Reach(0.0, 1.0, 2.0), Reach(3.0, 4.0, 5.0)
FIVE = ("1-1 0 0 0 e", "1-5 2 0 0 e", "5-2 4 0 0 e", "2-6 6 0 0 e", "6-3 8 0 0 e", "3-4 10 0 0 e")


def words(way):
    return [str(move) for _, move in way.plays]


def test_what_was_told_is_found_again_with_the_arms_since():
    past = Past().then(1, [ARM], Seating()).then(2, [LATER], Seating({0: (1.0, 0.0, 1)}))
    assert past.before(1) == Told(2, (LATER,), Seating({0: (1.0, 0.0, 1)}))
    assert past.before(2) == past.before(1)
    assert past.before(3) == Told(3, (ARM, LATER), Seating())
    assert past.before(4) is None


def test_as_many_moves_as_lie_there_are_found_in_their_order():
    decoder, (state,) = Decoder(RULES, OPTIONS), states("start 1-1")[-1:]
    best = decoder.histories(state, sight(*FIVE), Witness())[0]
    assert words(best)[::4] == ["extend 1-5 @2,0,0:e", "extend 3-4 @10,0,0:e"]
    assert len(best.plays) == 5
    decision = decoder.decide([state], sight(*FIVE), 0.0)
    assert isinstance(decision, Commit)
    assert decision.way.plays == best.plays


def test_the_search_ends_where_nothing_can_be_explained():
    (state,) = states("start 1-1")[-1:]
    assert histories(RULES, state, lambda _state: [], lambda _plays: 1.0, 0.01) == []


def test_a_move_that_was_taken_back_and_played_upon_is_told_from_its_own_sight():
    """1-6 is gone, 1-5 lies in its place: what the record makes of the picture is 1-6, unread."""
    known = states("start 1-1", "extend 1-6 @2,0,0:e")
    moves = [(1, RULES.parse("extend 1-6 @2,0,0:e"))]
    by_record, truly = sight("1-1 0 0 0 e", "5-2 4 0 0 e", "2-6 6 0 0 e", "6-3 8 0 0 e"), sight(*FIVE[:5])
    decoder = Decoder(RULES, OPTIONS)
    supposed = Supposed(moves, lambda _state: truly)
    told = [decoder.decide(known, by_record, 0.3 * look, None, supposed) for look in range(2)]
    assert isinstance(told[-1], TakenBack)
    assert told[-1].count == 1


def test_what_still_lies_there_was_not_taken_back():
    one, other = ((1, RULES.parse(text)) for text in ("extend 1-6 @2,0,0:e", "draw"))
    assert Supposed([one]).lie(1, Explanation(((0, one[1]),), 1.0))
    assert not Supposed([one]).lie(1, Explanation((), 1.0))
    assert Supposed([one, other]).lie(2, Explanation((one,), 1.0))
    assert Supposed([one, other]).lie(2, Explanation(((0, other[1]), (1, one[1])), 1.0))
    assert not Supposed([one, other]).lie(2, Explanation((other,), 1.0))
