"""Tables of Stackernoos before a camera that stands upright, hangs on its head, or looks from any side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from domino_scenes import SIZE, camera

from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.registration import EDGES, posed
from vision.scene.plane.camera import FOCAL, LEAN, SLOPE, fit

ROW = [Spot(2 * n, 0, 0, "e") for n in range(-2, 2)]


def tilts(grid):
    """The slopes of a grid's camera to the right and down in the picture."""
    return grid.camera[[LEAN, SLOPE]]


@pytest.mark.parametrize(("lean", "slope"), [(0.0, 0.9), (0.0, -0.9), (0.7, 0.1), (-0.7, 0.1)])
def test_a_camera_that_was_taken_to_look_from_the_other_side_is_righted(lean, slope):
    grid = camera(lean=lean, slope=slope, distance=16.0)
    quads = grid.quads(ROW) + np.random.default_rng(2).normal(0, 0.5, (len(ROW), 4, 2))
    wrong = grid.camera.copy()
    wrong[[LEAN, SLOPE]] *= -1
    begun = replace(grid, camera=wrong, shift=complex(-grid.shift.real, -grid.shift.imag))
    found = posed(begun, dict(zip(ROW, quads, strict=True)))
    assert tilts(found) == pytest.approx((lean, slope), abs=0.25)
    assert found.quads([Spot(0, 0, 2, "e")]) == pytest.approx(grid.quads([Spot(0, 0, 2, "e")]), abs=8)


def test_a_picture_that_stands_upright_tells_the_same_camera():
    grid = camera(slope=0.1)
    quads = grid.quads(ROW)
    turned = np.stack([SIZE[1] - 1 - quads[..., 1], quads[..., 0]], axis=-1)
    lying, upright = fit(quads, SIZE, settings=EDGES), fit(turned, SIZE[::-1], settings=EDGES)
    assert upright[FOCAL] == pytest.approx(lying[FOCAL], abs=0.05)
