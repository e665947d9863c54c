"""Stills of games: pictures with the truth of scenes; a run that was cut off goes on and draws the same."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from at_hand import AtHand
from typer.testing import CliRunner

from datasets.films.stills import PER_FILM, Order, render
from datasets.scenes.errors import SceneError
from models.detector.dataset import write_windows
from service.cli_render import app

SIZE = (320, 180)


@pytest.fixture(scope="module")
def order(tmp_path_factory):
    asked = Order("stackernoos", 2, PER_FILM + 2, 40, tmp_path_factory.mktemp("stills"), SIZE)
    assert {one.state for one in render(asked, 1)} == {"drawn"}
    return asked


def truths(order):
    return [json.loads(order.paths(index)[1].read_text()) for index in range(order.count)]


def test_every_still_is_a_picture_with_the_truth_of_a_scene(order):
    result = truths(order)
    assert [truth["scene"] for truth in result] == list(range(order.count))
    assert [truth["seed"] for truth in result] == [40] * PER_FILM + [41] * 2
    for index, truth in enumerate(result):
        assert cv2.imread(str(order.paths(index)[0])).shape == (SIZE[1], SIZE[0], 3)
        assert (truth["camera"]["width"], truth["camera"]["height"]) == SIZE
        assert {"domino"} <= {piece["kind"] for piece in truth["pieces"]} <= {"domino", "hand"}
    assert len({len(truth["pieces"]) for truth in result}) > 1


def test_a_detector_can_learn_from_stills(order, tmp_path):
    assert write_windows([order.out], tmp_path, 2) == order.count
    lines = [path.read_text() for path in (tmp_path / "labels" / "train").iterdir()]
    assert sum(bool(text) for text in lines) > len(lines) / 2


def test_a_run_goes_on_where_it_stopped_and_draws_the_same(order):
    picture, truth = order.paths(3)
    before = picture.read_bytes(), truth.read_bytes()
    truth.unlink()
    states = {one.index: one.state for one in render(order, 1, AtHand)}
    assert states == {index: "drawn" if index == 3 else "there" for index in range(order.count)}
    assert truth.read_bytes() == before[1]
    assert np.array_equal(cv2.imdecode(np.frombuffer(before[0], np.uint8), 1), cv2.imread(str(picture)))


def test_a_folder_of_other_stills_is_left_alone(order):
    with pytest.raises(SceneError, match="choose another folder"):
        list(render(replace(order, seed=7), 1))


def test_the_command_says_what_is_wrong(tmp_path):
    refused = CliRunner().invoke(app, ["stills", "--game", "chess", "--out", str(tmp_path / "stills")])
    assert refused.exit_code == 2
    assert "There is no game “chess”" in refused.output
