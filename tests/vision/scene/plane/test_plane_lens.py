"""The lens: there and back, other sizes, and files that are none."""

import json

import pytest

from vision.scene.plane.lens import Lens, LensError, lens_of, load_lens

LENS = Lens(1280, 720, 1100.0, 1098.0, 645.0, 355.0, (-0.2, 0.06, 0.001, -0.0005, 0.0), 0.31, 12)


def test_pictures_of_another_size_have_the_same_lens_in_their_pixels():
    half = LENS.scaled(640, 360)
    assert (half.width, half.fx, half.fy, half.error) == (640, LENS.fx / 2, LENS.fy / 2, LENS.error / 2)
    assert (half.cx + 0.5, half.cy + 0.5) == ((LENS.cx + 0.5) / 2, (LENS.cy + 0.5) / 2)
    assert LENS.scaled(1280, 720) == LENS


def test_another_cut_of_the_sensor_has_another_lens():
    assert LENS.scaled(640, 480) is None


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
