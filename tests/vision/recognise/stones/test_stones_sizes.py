"""Sizes of stones: by what has one colour, by how large it looks, by a known set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.recognise.stones.colour import SAMPLES, feature
from vision.recognise.stones.palette import SIZES, UNKNOWN, WIDTHS, StoneSet, StoneSetError, of_hex, own_artwork
from vision.recognise.stones.reader import calibrated
from vision.recognise.stones.sizes import Looks, chances, groups

if TYPE_CHECKING:
    from pathlib import Path

PALE, RUST, SLATE = (feature(np.array(bgr, np.float64)) for bgr in ((143, 196, 220), (59, 87, 180), (102, 88, 74)))


def looks(colours: list[np.ndarray], widths: list[float], seen: float = 1.0, scaled: bool = True) -> Looks:
    """Stones of these colours and widths in mm, seen from above."""
    count = len(widths)
    samples = np.repeat(np.array(colours)[:, None], SAMPLES, axis=1)
    extents = np.column_stack([np.array(widths) / 2, np.array(widths) / 2])
    bare = np.broadcast_to(np.arange(SAMPLES) < seen * SAMPLES, (count, SAMPLES))
    each = np.ones(count)
    return Looks(np.array(colours), seen * each, samples, bare, extents, each, 0.05 * each, scaled)


def test_three_colours_of_usual_widths_are_told() -> None:
    told = chances(looks([PALE, PALE, RUST, RUST, SLATE, SLATE], [17, 18, 24, 25, 33, 34]), UNKNOWN)
    assert told.argmax(axis=1).tolist() == [0, 0, 1, 1, 2, 2]
    assert told.max(axis=1).min() > 0.9
    assert np.allclose(told.sum(axis=1), 1)


def test_a_stone_of_odd_width_is_what_its_colour_is() -> None:
    odd = looks([PALE, PALE, PALE, RUST, RUST, RUST, RUST], [17, 18, 17, 24, 25, 24, 19.5])
    assert chances(odd, UNKNOWN).argmax(axis=1).tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_shade_is_no_other_colour() -> None:
    shaded = PALE - np.array([1.2, 0.0, 0.0])
    told = chances(looks([PALE, PALE, shaded, shaded, SLATE, SLATE], [17, 18, 18, 17, 33, 33]), UNKNOWN)
    assert told.argmax(axis=1).tolist() == [0, 0, 0, 0, 2, 2]


def test_one_lone_stone_between_two_sizes_is_not_sure() -> None:
    between = float(np.sqrt(WIDTHS[0] * WIDTHS[1]))
    assert chances(looks([RUST], [between]), UNKNOWN).max() < 0.7


def test_a_known_set_decides_where_width_cannot() -> None:
    between = float(np.sqrt(WIDTHS[0] * WIDTHS[1]))
    stones = looks([RUST, SLATE], [between, 33.0])
    told = chances(stones, own_artwork())
    assert told.argmax(axis=1).tolist() == [1, 2]
    assert told[0].max() > 0.9 > chances(stones, UNKNOWN)[0].max()


def test_a_known_set_is_known_in_warm_light_too() -> None:
    warm = np.array([-0.4, 0.35, -0.35])
    without_scale = looks([PALE + warm, RUST + warm, SLATE + warm], [24.0, 24.0, 24.0], scaled=False)
    assert chances(without_scale, own_artwork()).argmax(axis=1).tolist() == [0, 1, 2]


def test_without_a_scale_relative_widths_tell_three_colours() -> None:
    told = chances(looks([PALE, RUST, SLATE] * 3, [12, 17, 23] * 3, scaled=False), UNKNOWN)
    assert told.argmax(axis=1).tolist() == [0, 1, 2] * 3


def test_no_stones_have_no_chances() -> None:
    assert chances(Looks(*(np.zeros((0, 3)), np.zeros(0)), np.zeros((0, SAMPLES, 3)), np.zeros((0, SAMPLES), bool),
                         np.zeros((0, 2)), np.zeros(0), np.zeros(0)), UNKNOWN).shape == (0, 3)  # fmt: skip


def test_colours_fall_into_groups() -> None:
    rng = np.random.default_rng(0)
    colours = np.concatenate([one + rng.normal(0, 0.03, (5, 3)) for one in (PALE, RUST, SLATE)])
    group = groups(colours, np.ones(15))
    assert [len(set(group[k : k + 5].tolist())) for k in (0, 5, 10)] == [1, 1, 1]
    assert len(set(group.tolist())) == 3


def test_a_set_is_kept_as_json(tmp_path: Path) -> None:
    mine = StoneSet("mine", ((-0.5, 0.1, -0.2), None, (-3.0, 0.0, 0.4)), (17.0, 24.0, 33.5), 0.52)
    mine.save(tmp_path / "mine.json")
    assert StoneSet.load(tmp_path / "mine.json") == mine


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.pop("schema"), "schema"),
        (lambda d: d["sizes"].pop("small"), "sizes"),
        (lambda d: d["sizes"]["small"].update(colour=[1, 2]), "sizes.small.colour"),
        (lambda d: d["sizes"]["large"].update(colour=[1, 2, float("nan")]), "sizes.large.colour"),
        (lambda d: d["sizes"]["large"].update(width_mm=-3), "sizes.large.width_mm"),
        (lambda d: d.update(name=7), "name"),
        (lambda d: d.update(flatness="thin"), "flatness"),
    ],
)
def test_a_file_that_is_no_set_names_its_fault(tmp_path: Path, change, words: str) -> None:
    document = own_artwork().to_json()
    change(document)
    file = tmp_path / "set.json"
    file.write_text(json.dumps(document))
    with pytest.raises(StoneSetError, match=words) as wrong:
        StoneSet.load(file)
    assert str(file) in str(wrong.value)


def test_a_file_that_is_missing_or_no_json_is_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for file in (broken, tmp_path / "missing.json"):
        with pytest.raises(StoneSetError) as wrong:
            StoneSet.load(file)
        assert "\n" not in str(wrong.value)


def test_hex_colours_make_a_set() -> None:
    made = of_hex("own", "#dcc48f", "#b4573b", "#4a5866")
    assert np.allclose(made.known(), [PALE, RUST, SLATE])
    assert len(made.colours) == len(SIZES)


def test_chances_are_calibrated_and_add_up_to_one() -> None:
    given = np.array([[0.999, 0.0006, 0.0004], [0.93, 0.05, 0.02], [0.4, 0.35, 0.25], [1.0, 0.0, 0.0]])
    told = calibrated(given)
    assert np.allclose(told.sum(axis=1), 1.0)
    assert (told.argmax(axis=1) == given.argmax(axis=1)).all()
    assert told[0, 0] > 0.98
    assert told[1, 0] < 0.8
    assert told[1, 1] / told[1, 2] == pytest.approx(2.5)
    assert calibrated(np.zeros((0, 3))).shape == (0, 3)
