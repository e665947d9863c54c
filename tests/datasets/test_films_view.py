"""What a film's camera sees: bent by its lens, neither too dark nor too bright, with other things at the edge."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from datasets.films.clutter import LOW, strewn
from datasets.films.plan import plan, stream
from datasets.films.script import View
from datasets.films.shoot import Meter
from datasets.films.window import Window
from datasets.optics.studio import Shot
from datasets.optics.webcam import Webcam, expose

SEEDS = range(10)
SIZE = (960, 540)


@functools.cache
def scripts():
    return [plan("stackernoos", 2, seed, {}, 12.0) for seed in SEEDS]


def test_a_part_of_the_picture_is_bent_as_the_whole_is():
    camera = View((0, -500, 600), (0, 0, 0), 1.2, 0.02, -0.13).camera(SIZE)
    points = np.random.default_rng(1).uniform(-600, 600, (500, 3)) * [1, 1, 0]
    part = Window(320, 96, 640, 384).camera(camera)
    assert (part.width, part.height) == (320, 288)
    np.testing.assert_allclose(part.project(points), camera.project(points) - [320, 96], atol=1e-9)


def test_lenses_bend_and_all_that_is_played_on_is_in_the_picture():
    cameras = [film.camera(SIZE, 0.0) for film in scripts()]
    assert len({camera.k1 for camera in cameras}) == len(cameras)
    assert min(camera.k1 for camera in cameras) < -0.01
    for film, camera in zip(scripts(), cameras, strict=True):
        corners = np.array([[x, y, 0.0] for x in (-1, 1) for y in (-1, 1)]) * [*film.area, 0]
        pixels = camera.project(corners)
        assert (pixels > 0).all()
        assert (pixels < SIZE).all()


@pytest.mark.parametrize("exposure", [0.16, 0.36, 0.62])
@pytest.mark.parametrize("table", [0.02, 0.2, 0.7])
def test_what_is_bright_keeps_its_print_and_is_well_lit(exposure, table):
    light = np.full((180, 320, 3), table, np.float32)
    light[60:120, 60:260] = 0.8
    light[80:100, 100:200] = 0.65
    shot = Shot(light, np.zeros((360, 640), np.int32))
    webcam = Webcam(exposure, 0.9, blur=0.0, noise=(0.0, 0.0, 0.0), vignette=0.0, sharpen=0.0)
    picture = expose(light, Meter.of(webcam, [shot]).webcam(shot), np.random.default_rng(0))
    paper, print_ = picture[70, 70].mean(), picture[90, 150].mean()
    assert 150 < paper <= 255
    assert paper - print_ > 8


def test_clutter_lies_flat_off_what_is_played_on_and_not_in_every_film():
    found = [strewn(film, stream(film.seed, "clutter")) for film in scripts()]
    assert 0 < sum(map(bool, found)) < len(found)
    for film, things in zip(scripts(), found, strict=True):
        camera = film.camera(SIZE, 0.0)
        for thing, pose in things:
            points = pose.points(thing.mesh.points)
            assert points[:, 2].max() <= LOW
            assert (np.abs(points[:, :2]) > film.area).any(1).all()
            column, row = camera.project(np.array([pose.at]))[0]
            assert 0 <= column < SIZE[0]
            assert 0 <= row < SIZE[1]


def test_no_arm_reaches_over_clutter():
    for film in scripts():
        for _, pose in strewn(film, stream(film.seed, "clutter")):
            for reach in film.reaches:
                for time in np.linspace(reach.path.start, reach.path.end, 12):
                    hand = reach.path.pose(float(time))
                    arm = hand.points(np.column_stack([np.linspace(0, -600, 40), np.zeros(40), np.zeros(40)]))
                    assert np.linalg.norm(arm[:, :2] - pose.at[:2], axis=1).min() > 60
