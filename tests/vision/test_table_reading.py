"""A reading is a position that the engine has looked at."""

import json

import pytest
from seen_tables import table_reading
from table_scenes import Tile, line, observe

from engine.errors import UnknownGame
from engine.judge import answer
from service.judging import meaning, reading
from vision.observation import Candidate

RUN = "1-1 1-5 5-3 3-9"


def faults(tiles):
    return reading(observe(tiles), "stackernoos")["faults"]


def test_a_clean_run_has_no_faults():
    seen = reading(observe(line(RUN)), "stackernoos")
    assert seen["faults"] == []
    assert seen["unjudged"] is None
    json.dumps(seen)


def test_other_spellings_of_the_game_will_do():
    assert reading(observe(line(RUN)), "Stackernoes") == reading(observe(line(RUN)), "stackernoos")


@pytest.mark.parametrize(
    ("tiles", "rule"),
    [
        (line("1-1 2-5"), {"SN-9"}),  # halves that do not match
        ([*line(RUN), Tile("9-4", 8, 0, "n")], {"SN-23"}),  # a corner
        ([*line("1-1 1-3 3-9"), Tile("9-9", 6, -0.5, "n")], {"SN-23", "SN-25"}),  # a double laid crosswise
        ([*line("1-1 1-3 3-9"), Tile("1-0", 0.5, 1, "n")], {"SN-23", "SN-25"}),  # a tile that splits a double
    ],
)
def test_faults_cite_the_rule(tiles, rule):
    assert rule & {name for fault in faults(tiles) for name in fault["rules"]}


def test_a_tile_that_lies_twice_is_a_fault():
    assert faults(line("1-1 1-5 5-1"))


def test_the_position_can_be_judged():
    position = reading(observe(line(RUN)), "stackernoos")["position"]
    told = answer({"game": "stackernoos", "options": {"players": 2}, "position": position, "seat": 0, "hand": ["9-0"]})
    assert "extend 9-0 @8,0,0:e" in {move["move"] for move in told["moves"]}


def test_a_tile_that_cannot_be_named_leaves_the_rest_judged():
    unsure = Tile(None, 2, 0, candidates=(Candidate("1-5", 0.5), Candidate("1-6", 0.4)))
    seen = reading(observe([*line("1-1"), unsure, *line("5-3 3-9", x=4)]), "stackernoos")
    assert seen["unsure"] == [1]
    assert seen["unjudged"] is None


def test_a_tile_without_any_candidate_is_no_error():
    seen = reading(observe([*line("1-1"), Tile(None, 2, 0), *line("5-3", x=4)]), "stackernoos")
    assert seen["unsure"] == [1]
    assert len(seen["position"]["tiles"]) == 3
    assert seen["faults"] == []
    assert "uncover it" in seen["unjudged"]


def test_an_empty_table_is_no_error():
    assert reading(observe([Tile("back", 0, 0)]), "stackernoos")["position"] == {"tiles": [], "boneyard": 1}


def test_a_game_that_there_is_not():
    with pytest.raises(UnknownGame, match="chess"):
        reading(observe(line(RUN)), "chess")


def test_a_game_whose_pieces_are_not_put_together_yet(monkeypatch):
    monkeypatch.setattr("service.judging.part_of", lambda game: None)
    seen = reading(observe(line(RUN)), "stones")
    assert (seen["position"], seen["loose"], seen["faults"]) == (None, [0, 1, 2, 3], [])
    assert "Stones" in seen["unjudged"]


def test_what_only_says_how_it_was_seen_is_no_part_of_the_position():
    tile = {"tile": "1-1", "at": [0, 0, 0], "dir": "e", "doubt": 0.001, "above": 0.2}
    told = meaning(table_reading("stackernoos", {"tiles": [tile], "boneyards": {"37": 0.6, "36": 0.4}}), "stackernoos")
    assert told["unjudged"] is None
    assert told["position"] == {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}]}
    told = meaning(table_reading("stonerow", {"rows": [], "quarry": 80, "first": "R5"}), "stonerow")
    assert told["unjudged"] is None
    assert told["position"] == {"rows": [], "quarry": 80}
