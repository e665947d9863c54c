"""What rests on tiles that were not read surely is said to, and what does not is not."""

from __future__ import annotations

from engine.core import Setup
from engine.games import find_game
from service.judging import answer
from vision.games.stackernoos.model import MODEL, MOST


def unsure(x, **labels):
    return {
        "labels": {name.replace("_", "-")[1:]: share for name, share in labels.items()},
        "at": [x, 0, 0],
        "dir": "e",
    }


def sure(tile, x):
    return {"tile": tile, "at": [x, 0, 0], "dir": "e"}


def ask(tiles, hand=None):
    document = {"game": "stackernoos", "options": {"players": 2}, "position": {"tiles": list(tiles)}}
    told = answer(document | ({} if hand is None else {"hand": hand.split()}))
    rests = {each.get("detail", each.get("move")): each.get("if") for each in [*told["faults"], *told["moves"]]}
    return told, rests


def test_a_fault_of_an_unsure_tile_alone_rests_on_it():
    told, _ = ask([unsure(0, t0_1=0.75)])
    (fault,) = told["faults"]
    assert (fault["name"], fault["if"]) == ("first_is_no_double", ["0-1"])


def test_moves_at_an_unsure_end_rest_on_it_and_those_at_a_sure_end_do_not():
    _, rests = ask([sure("1-1", 0), unsure(2, t1_5=0.6, t1_6=0.3)], "0-1 5-7")
    assert rests["extend 0-1 @-2,0,0:e"] is None
    assert rests["extend 5-7 @4,0,0:e"] == ["1-5"]
    assert rests["draw"] is None


def test_a_fault_between_sure_tiles_rests_on_nothing():
    _, rests = ask([sure("1-1", 0), unsure(2, t1_5=0.9), sure("4-4", 4), sure("3-6", 6)])
    at_unsure, between = (next(rests[each] for each in rests if each.startswith(tile)) for tile in ("4-4", "3-6"))
    assert (at_unsure, between) == (["1-5"], None)


def test_an_unsure_tile_is_none_that_is_seen_elsewhere():
    game = find_game("stackernoos")
    setup = Setup(game.options_type(), {"tiles": [sure("1-1", 0), unsure(2, t1_5=0.9)]}, 0, ("9-9", "5-7"))
    (doubt,) = MODEL.doubts(setup)
    others = {other.position["tiles"][1]["tile"] for other in doubt.alternatives}
    assert not others & {"1-1", "9-9", "1-5"}
    for number in range(10):
        assert any(each.startswith(f"{number}-") for each in others)
        assert any(each.endswith(f"-{number}") for each in others)


def test_what_is_sure_is_not_asked_twice():
    told, rests = ask([sure("1-1", 0), sure("4-4", 2)], "1-5 4-6")
    assert told["faults"]
    assert set(rests.values()) == {None}


def test_of_too_many_unsure_tiles_everything_rests_on_the_last():
    tiles = [sure("1-1", 0), *(unsure(20 + 4 * n, t5_6=0.5) for n in range(MOST + 1))]
    told, _ = ask(tiles, "0-1")
    assert all("if" in move for move in told["moves"])
