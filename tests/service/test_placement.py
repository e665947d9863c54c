"""Does the camera stand well? Each check on a picture that is good in all but one way."""

import cv2
import numpy as np
import pytest

from service.capture.placement import placement
from tests.vision.scene.plane.plane_scenes import camera, grain, shown


def checks(frame, game=None):
    return {each.name: (each.state, each.why) for each in placement(frame, game)}


def at(tilt, **more):
    return shown(camera(tilt, **more), noise=2)


def test_a_camera_that_stands_well_has_nothing_to_change():
    result = checks(at(25), "stonerow")
    assert {state for state, _ in result.values()} == {"good"}, result


@pytest.mark.parametrize(
    ("frame", "name", "why"),
    [
        (lambda: at(25, at=(240.0, 0.0)), "view", "cut"),
        (lambda: at(60), "angle", "flat"),
        (lambda: at(0), "angle", "steep"),
        (lambda: cv2.GaussianBlur(at(25), (0, 0), 9), "sharp", "blur"),
        (lambda: (at(25) * 0.12).astype(np.uint8), "light", "dark"),
    ],
)
def test_what_is_wrong_is_told(frame, name, why):
    assert checks(frame())[name] == ("change", why)


def test_the_mat_of_another_game_is_told():
    assert checks(at(25), "stones")["mat"] == ("change", "other")


def test_without_a_mat_a_person_looks():
    result = checks(np.ascontiguousarray(grain()[:720, :1280]))
    assert result["view"] == ("open", "look")
    assert result["angle"] == ("open", "look")
    assert result["mat"] == ("open", "none")


def test_every_answer_has_its_words():
    from service.page.language import languages
    from service.page.views import PLACEMENTS

    known = {name: dict(whys) for name, whys in PLACEMENTS}
    for result in (checks(at(25)), checks(at(60), "stones"), checks(np.zeros((90, 160, 3), np.uint8))):
        for name, (state, why) in result.items():
            assert known[name][why] == state
    for language in languages().values():
        assert all(language(f"placement.{name}.{why}") for name, whys in PLACEMENTS for why, _ in whys)
