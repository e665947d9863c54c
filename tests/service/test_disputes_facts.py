"""What lies on the table, piece by piece, and ways that no picture tells apart."""

from pathlib import Path

import pytest

from engine.core import Verdict
from service.disputes import versions
from service.disputes.ways import likeliest, of_one_order
from vision.games.model import Explanation
from vision.tracking.facts import among, apart_from_height, facts, told_apart


@pytest.mark.parametrize(
    ("code", "file"),
    [
        ("rules", "engine/record.py"),
        ("reading", "vision/tracking/step.py"),
        ("deciding", "service/disputes/decide.py"),
        ("deciding", "service/spelling.py"),
    ],
)
def test_the_versions_of_a_bundle_cover_all_code_that_decides(code, file, monkeypatch):
    changed, read = Path(versions.__file__).parents[2] / file, Path.read_bytes
    assert changed.is_file()
    versions._tree.cache_clear()
    before = versions.versions("stackernoos")[code]
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"# changed" * (path == changed))
    versions._tree.cache_clear()
    assert versions.versions("stackernoos")[code] != before
    monkeypatch.undo()
    versions._tree.cache_clear()


ROW = {"id": "r1", "layers": [{"owner": 0, "cards": ["B4", "G4"]}, {"owner": 1, "cards": ["Y4"]}], "markers": ["Ma"]}


def test_cards_in_layers_are_those_that_a_camera_sees_side_by_side():
    seen = {"rows": [{"id": "r1", "cards": ["G4", "Y4", "B4"], "markers": ["Ma"]}]}
    assert facts({"rows": [ROW]}) == facts(seen)


def test_a_row_without_a_name_is_a_new_one():
    laid = facts({"rows": [ROW]})
    assert among(laid, facts({"rows": [{"cards": ["Y4", "B4", "G4"], "markers": ["Ma"]}]})) == laid
    named = facts({"rows": [{"id": "r1", "cards": []}, {"id": "r1", "cards": ["R1"]}, {"cards": ["Y4"]}]})
    assert not among(laid, named)  # r1 is told, and has no such cards


def test_the_same_tile_a_level_higher_is_no_other():
    tile, higher = ({"tile": "9-8", "at": [2, 0, z], "dir": "e"} for z in (2, 3))
    other, aside = higher | {"tile": "0-8"}, higher | {"at": [4, 0, 3]}
    found = facts({"tiles": [tile, other, aside]})
    assert apart_from_height(found, facts({"tiles": [higher]})) == facts({"tiles": [other, aside]})


@pytest.mark.parametrize(("there", "lies"), [(0.997, True), (0.4, False)])
def test_a_tile_that_hardly_lies_there_is_none(there, lies):
    seen = facts({"display": [{"label": "S/2", "there": there}]})
    assert (("display", "S/2", 0) in seen) is lies


def test_of_a_pile_the_topmost_card_is_in_sight():
    assert facts({"brickyard": ["Y5", "BGM"]}) == facts({"brickyard": ["BGM"]})


@pytest.mark.parametrize(
    ("guesses", "lies"),
    [
        ({"B9": 0.6, "B6": 0.3}, True),
        ({"B9": 0.6, "R9": 0.2}, False),  # it may be what the record says
        ({"B6": 0.6, "B9": 0.3}, False),  # it is rather something else
        ({"B9": 0.4, "B6": 0.3}, False),  # it is hardly read at all
        ({}, False),
    ],
)
def test_an_unsure_card_is_taken_for_the_likely_one_of_two(guesses, lies):
    seen = {"rows": [{"cards": ["Y9", {"labels": guesses}], "markers": []}]}
    told = told_apart(seen, frozenset({"B9"}), frozenset({"R9"}))
    assert (told == {"rows": [{"cards": ["Y9", "B9"], "markers": []}]}) is lies
    assert lies or told == seen


def test_an_unsure_domino_is_taken_for_one_whichever_half_is_told_first():
    tile = {"labels": {"5-1": 0.8, "5-2": 0.15}, "at": [2, 0, 0], "dir": "e"}
    told = told_apart({"tiles": [tile]}, frozenset({"1-5"}), frozenset({"2-6"}))
    assert facts(told) == facts({"tiles": [{"tile": "5-1", "at": [2, 0, 0], "dir": "e"}]})


def test_two_orders_are_one_way_but_for_what_the_rules_refuse():
    refused = Verdict(legal=False, rules=("SN-1",), name="not_your_turn")
    ways = [
        Explanation(((0, "a"), (1, "b")), 0.45),
        Explanation(((0, "b"), (1, "a")), 0.40),
        Explanation(((0, "a"), (0, "b")), 0.10, refused),
        Explanation((), 0.05),
    ]
    one = of_one_order(ways)
    assert [way.likelihood for way in one] == pytest.approx([0.85, 0.10, 0.05])
    assert one[0].plays == ways[0].plays


def test_a_way_is_as_likely_as_all_that_play_it_and_more():
    refused = Verdict(legal=False, rules=("SN-1",), name="not_your_turn")
    ways = [
        Explanation(((0, "a"),), 0.60),
        Explanation(((0, "a"), (1, "b")), 0.20),
        Explanation(((0, "a"), (0, "b")), 0.10, refused),
        Explanation(((0, "c"),), 0.05),
    ]
    best = likeliest(ways)
    assert best is not None
    assert (best.plays, best.likelihood) == (ways[0].plays, pytest.approx(0.80))
    assert likeliest([]) is None


def test_that_nothing_was_played_is_not_said_by_what_was():
    best = likeliest([Explanation((), 0.5), Explanation(((0, "a"),), 0.3)])
    assert best is not None
    assert best.likelihood == 0.5
