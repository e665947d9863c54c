"""Training from the order to the weights, where PyTorch is installed; without it, one line says what is missing."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import numpy as np
import pytest

from models.halves import stock as stocks
from models.halves import train as training
from models.halves.gather import SOURCE, Halves
from models.halves.patch import BACK, CLASSES, NONE, NUMBERS
from models.halves.stock import chances, drawn
from models.order import TrainingError, TrainingOrder
from vision.recognise.network import Network

if TYPE_CHECKING:
    from pathlib import Path

TORCH = importlib.util.find_spec("torch") is not None


def some(count: int) -> Halves:
    """Halves of noise, a few of each class."""
    chance = np.random.default_rng(0)
    pixels = chance.integers(0, 255, (count, SOURCE.side, SOURCE.side, 3), np.uint8)
    return Halves(pixels, np.arange(count) % CLASSES)


def order(folder: Path, **other: object) -> TrainingOrder:
    return TrainingOrder(folder / "work", folder / "out", **{"scenes": 4, "epochs": 2, **other})


@pytest.mark.skipif(TORCH, reason="PyTorch is installed")
def test_without_pytorch_one_line_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="pip install") as refused:
        training.train(order(tmp_path), print)
    assert "\n" not in str(refused.value)


def test_scenes_that_show_too_little_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="more scenes"):
        stocks.stock(order(tmp_path), {tmp_path: 4}, print)


def test_scenes_of_other_games_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {}

    def render(what: TrainingOrder, _: object, games: tuple[str, ...]) -> list[Path]:
        asked[games[0]] = what.scenes
        return [tmp_path / games[0]]

    monkeypatch.setattr(training, "render_scenes", render)
    monkeypatch.setattr(training, "OTHERS", {"stonerow": 5, "stones": 20})
    folders = training._scenes(order(tmp_path, scenes=12), print)
    assert asked == {"stackernoos": 12, "stonerow": 5, "stones": 12}
    assert list(folders.values()) == [12, 5, 12]


def test_rare_classes_are_drawn_as_often_as_common_ones() -> None:
    classes = np.array([0] * 90 + [12] * 10 + [BACK] * 5 + [NONE] * 200)
    share = chances(classes)
    assert share.sum() == pytest.approx(1)
    assert share[classes == 0].sum() == pytest.approx(share[classes == 12].sum())
    assert share[classes == NONE].sum() == pytest.approx(stocks.STRENGTH["none"] * share[classes == BACK].sum())


def test_all_numbers_are_drawn() -> None:
    extra = drawn(some(30), np.random.default_rng(0), each=2, none=3)
    assert np.bincount(extra.classes, minlength=CLASSES).tolist() == [2] * NUMBERS + [0, 3]
    assert extra.pixels.shape == (29, SOURCE.side, SOURCE.side, 3)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two batches an epoch, of noise."""
    halves = stocks.Stock(some(90), some(30))
    monkeypatch.setattr(training, "STEPS", 2)
    monkeypatch.setattr(training, "BATCH", 16)
    monkeypatch.setattr(training, "render_scenes", lambda *_: [])
    monkeypatch.setattr(training, "stock", lambda *_: halves)


@pytest.mark.training
@pytest.mark.usefixtures("short")
def test_a_resumed_run_gives_the_weights_of_one_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = training.train(order(tmp_path / "a"), lambda _: None).read_bytes()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(training, "_share", stop)  # after the first epoch has been saved
        training.train(order(tmp_path / "b"), lambda _: None)
    said: list[str] = []
    resumed = training.train(order(tmp_path / "b", resume=True), said.append)
    assert said[0] == "resumed after epoch 1"
    assert resumed.read_bytes() == whole


@pytest.mark.training
@pytest.mark.usefixtures("short")
def test_a_checkpoint_of_another_order_is_refused(tmp_path: Path) -> None:
    training.train(order(tmp_path), lambda _: None)
    with pytest.raises(TrainingError, match="without --resume"):
        training.train(order(tmp_path, resume=True, epochs=3), lambda _: None)


@pytest.mark.training
@pytest.mark.usefixtures("short")
def test_a_run_may_be_shortened_before_its_rate_falls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FALL", 1)
    whole = training.train(order(tmp_path / "a", epochs=2), lambda _: None).read_bytes()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(training, "_share", stop)
        training.train(order(tmp_path / "b", epochs=5), lambda _: None)
    assert training.train(order(tmp_path / "b", resume=True, epochs=2), lambda _: None).read_bytes() == whole


@pytest.mark.training
@pytest.mark.usefixtures("short")
def test_the_weights_give_chances_for_any_number_of_halves(tmp_path: Path) -> None:
    weights = training.train(order(tmp_path), lambda _: None)
    network = Network(weights)
    for count in (1, 7):
        found = network.run(np.full((count, 3, 48, 48), 128, np.float32))
        assert found.shape == (count, CLASSES)
        assert found.sum(axis=1) == pytest.approx(np.ones(count), abs=1e-5)


@pytest.mark.training
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("device", ["99", "gpu", "-1", ""])
def test_a_device_that_there_is_not_is_one_line(tmp_path: Path, device: str) -> None:
    with pytest.raises(TrainingError, match="--device takes one of: auto, cpu"):
        training.train(order(tmp_path, device=device), lambda _: None)
