"""Stills as other cameras would take them: the same each time, and never of another game."""

import cv2
import numpy as np
import pytest

from tests.benchmarks.changed import KINDS, main

SIZES = {"upright": (60, 40), "small": (24, 36)}


@pytest.fixture
def games(tmp_path):
    game = tmp_path / "games" / "stones_1"
    game.mkdir(parents=True)
    across = np.linspace(0, 255, 60, dtype=np.uint8)
    cv2.imwrite(str(game / "000.jpg"), np.tile(across, (40, 1))[..., None].repeat(3, axis=2))
    (game / "truth.json").write_text("{}", encoding="utf-8")
    return tmp_path / "games"


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_is_changed_the_same_each_time_and_keeps_its_truth(games, tmp_path, kind):
    for out in ("one", "two"):
        main([str(games), str(tmp_path / out), kind])
    one, two = (tmp_path / out / kind / "stones_1" for out in ("one", "two"))
    assert (one / "000.jpg").read_bytes() == (two / "000.jpg").read_bytes() != (games / "stones_1/000.jpg").read_bytes()
    assert (one / "truth.json").read_text(encoding="utf-8") == "{}"
    assert cv2.imread(str(one / "000.jpg")).shape[:2] == SIZES.get(kind, (40, 60))


def test_what_is_no_picture_and_no_game_is_said(games, tmp_path, capsys):
    (games / "stones_1" / "001.jpg").write_bytes(b"no picture")
    with pytest.raises(SystemExit, match=r"001\.jpg is no picture"):
        main([str(games), str(tmp_path / "out"), "dim"])
    with pytest.raises(SystemExit):
        main([str(games / "stones_1"), str(tmp_path / "out"), "dim"])
    assert "no folder of stills" in capsys.readouterr().err
