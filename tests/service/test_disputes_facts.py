"""What lies on the table, piece by piece, and the versions of a bundle."""

from pathlib import Path

import pytest

from service.disputes import versions
from vision.games.model import observation_model
from vision.tracking.facts import among, apart_from_height, facts


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
    versions.tree.cache_clear()
    before = versions.versions("stackernoos")[code]
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"# changed" * (path == changed))
    versions.tree.cache_clear()
    assert versions.versions("stackernoos")[code] != before
    monkeypatch.undo()
    versions.tree.cache_clear()


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
    piles = observation_model("stonerow").piles
    assert facts({"brickyard": ["Y5", "BGM"]}, piles) == facts({"brickyard": ["BGM"]}, piles)
