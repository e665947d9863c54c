"""The lens: there and back, other sizes, and files that are none."""

import json

import numpy as np
import pytest
from plane_scenes import points

from vision.scene.plane.lens import Lens, LensError, lens_of, load_lens

LENS = Lens(1280, 720, 1100.0, 1098.0, 645.0, 355.0, (-0.2, 0.06, 0.001, -0.0005, 0.0), 0.31, 12)


def test_bent_undoes_straight():
    assert LENS.bent(LENS.straight(points())) == pytest.approx(points(), abs=0.02)
    assert np.abs(LENS.straight(points()) - points()).max() > 5


def test_a_lens_without_distortion_leaves_points_alone():
    plain = Lens(1280, 720, 1100.0, 1100.0, 640.0, 360.0)
    assert plain.straight(points()) is points() or np.array_equal(plain.straight(points()), points())
    assert LENS.straight(np.zeros((0, 2))).shape == (0, 2)


def test_another_size_of_the_same_cut_bends_alike():
    half = LENS.scaled(640, 360)
    there = (points() + 0.5) / 2 - 0.5
    assert half.straight(there) == pytest.approx((LENS.straight(points()) + 0.5) / 2 - 0.5, abs=0.01)
    assert LENS.scaled(1280, 720) is LENS


def test_another_cut_of_the_sensor_is_refused():
    with pytest.raises(LensError, match="calibrate"):
        LENS.scaled(640, 480)


def test_a_lens_is_kept_in_a_file(tmp_path):
    path = tmp_path / "lens.json"
    assert load_lens(path) is None
    path.write_text(json.dumps(LENS.to_json()))
    assert load_lens(path) == LENS


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"schema": "tableside/lens@9"}', json.dumps(LENS.to_json() | {"fx": 0}),
     json.dumps(LENS.to_json() | {"distortion": [1]}), json.dumps(LENS.to_json() | {"cx": float("nan")})],
)  # fmt: skip
def test_a_damaged_file_is_one_line(tmp_path, text):
    path = tmp_path / "lens.json"
    path.write_text(text)
    with pytest.raises(LensError) as wrong:
        load_lens(path)
    assert "calibrate" in str(wrong.value)
    assert "\n" not in str(wrong.value)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LensError):
        load_lens(path)
    assert lens_of(LENS.to_json()) == LENS
