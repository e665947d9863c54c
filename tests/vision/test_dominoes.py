"""An odd set of dominoes, learnt from one picture of known pieces."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from drawn_tables import SMALL, labels_of, spread

from datasets.draw import Make, Scene
from vision import Photo, recogniser_for
from vision.games.stackernoos.recogniser import recogniser_of_set
from vision.geometry import quad
from vision.recognise.detect import Detection
from vision.recognise.dominoes import DominoSet, DominoSetError, KnownReader, NotEnough, enroll_dominoes
from vision.recognise.halves import HalvesReader

LABELS = ("0-1", "2-3", "4-5", "6-6", "3-5", "1-4")
ROSE = Make(face=(150, 130, 230), pip=(60, 20, 20))


@pytest.fixture(scope="module")
def photo() -> Photo:
    return Photo.from_frame(Scene(spread(LABELS, ROSE), SMALL, "slate", seed=4).draw())


@pytest.fixture(scope="module")
def known(photo: Photo) -> DominoSet:
    made, found = enroll_dominoes(photo.pixels, recogniser_for("stackernoos").see(photo).pieces, LABELS, "rose", 6)
    assert found >= 5
    return made


def test_a_picture_tells_proportions_and_colours(known: DominoSet) -> None:
    assert known.aspect == pytest.approx(2.0, abs=0.05)
    lightness, red, yellow = known.background
    assert red > 150, "rose is red"
    assert abs(yellow - 128) < 25
    pips = dict(known.pips)
    assert set(pips) >= {2, 3, 4, 5, 6}
    assert all(colour[0] < -40 for colour in pips.values()), "pips are darker"
    assert lightness > 100


def test_labels_may_come_in_any_order(photo: Photo, known: DominoSet) -> None:
    pieces = recogniser_for("stackernoos").see(photo).pieces
    turned = ["-".join(reversed(label.split("-"))) for label in reversed(LABELS)]
    assert enroll_dominoes(photo.pixels, pieces, turned, "rose", 6)[0] == known


def test_standing_tiles_tell_how_thick_they_are(photo: Photo) -> None:
    pieces = recogniser_for("stackernoos").see(photo).pieces
    side = Detection(quad([[0, 0], [8, 0], [8, 40], [0, 40]]), "domino", 0.9, "domino_side")
    made, _ = enroll_dominoes(photo.pixels, pieces, LABELS, "rose", 6, [side])
    assert made.thickness == pytest.approx(0.2 * made.aspect)


def test_other_pieces_than_were_named_are_not_learnt_from(photo: Photo) -> None:
    pieces = recogniser_for("stackernoos").see(photo).pieces
    with pytest.raises(NotEnough, match="of the 4 pieces are found"):
        enroll_dominoes(photo.pixels, pieces, ["9-9", "8-9", "7-7", "0-9"], "rose")


def test_a_known_set_is_read_as_well(known: DominoSet) -> None:
    scene = Scene(spread(("6-1", "2-2", "0-5", "3-3", "4-4", "5-6"), ROSE), SMALL, "wood", seed=7)
    seen = recogniser_of_set(known).see(Photo.from_frame(scene.draw()))
    assert sum(told == label for label, told in labels_of(seen, scene).items()) >= 5
    assert "rose" in seen.model


def test_what_has_another_colour_is_no_piece_of_the_set(known: DominoSet) -> None:
    scene = Scene(spread(("6-1",), Make(face=(90, 200, 90))), SMALL, "slate", seed=7)
    detections = [Detection(np.array(scene.truth()["pieces"][0]["corners"], float), "domino", 1.0)]
    (reading,) = KnownReader(HalvesReader(), known).read(scene.draw(), detections)
    assert (reading.label, reading.candidates) == (None, ())


def test_no_number_beyond_the_highest_is_read() -> None:
    scene = Scene(spread(("6-9",)), SMALL, "slate", seed=7)
    detections = [Detection(np.array(scene.truth()["pieces"][0]["corners"], float), "domino", 1.0)]
    (whole,) = HalvesReader().read(scene.draw(), detections)
    (low,) = HalvesReader(highest=6).read(scene.draw(), detections)
    assert whole.label == "6-9"
    assert low.label is None
    assert all("9" not in each.label for each in low.candidates)


def test_a_set_is_kept_as_it_is(known: DominoSet, tmp_path) -> None:
    thick = replace(known, thickness=0.31, aspect=round(known.aspect, 4))
    thick.save(tmp_path / "rose.json")
    assert DominoSet.load(tmp_path / "rose.json") == thick
    assert [each.name for each in tmp_path.iterdir()] == ["rose.json"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema": "tableside/stone-set@1"}, "schema"),
        ({"name": 3}, "name"),
        ({"highest": 13}, "highest"),
        ({"highest": True}, "highest"),
        ({"length_in_widths": 9}, "length_in_widths"),
        ({"length_in_widths": "2"}, "length_in_widths"),
        ({"thickness_in_widths": -1}, "thickness_in_widths"),
        ({"ground": [1, 2]}, "ground"),
        ({"ground": [1, 2, None]}, "ground"),
        ({"pips": {"0": [1, 2, 3]}}, "pips"),
        ({"pips": {"1": 3}}, r"pips\.1"),
        ({"pips": []}, "pips"),
    ],
)
def test_a_file_that_is_no_set_is_one_line(known: DominoSet, tmp_path, change, told) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps(known.to_json() | change))
    with pytest.raises(DominoSetError, match=told) as caught:
        DominoSet.load(file)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "null", "[" * 100_000, '{"schema": NaN}'])
def test_a_file_of_something_else_is_one_line(tmp_path, text) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(DominoSetError):
        DominoSet.load(tmp_path / "x.json")
    with pytest.raises(DominoSetError):
        DominoSet.load(tmp_path / "none.json")
