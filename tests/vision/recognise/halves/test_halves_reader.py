"""A read is sure where the network and the count agree; what is no domino is said to be none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from datasets.draw import Make, Scene, Tile, View
from models.halves.patch import BACK, CLASSES, NONE
from vision.geometry import quad
from vision.recognise.detect import Detection
from vision.recognise.halves import HalvesReader
from vision.recognise.halves.light import of_one_colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALL = View(640, 360, distance=300, focal=550)
"""A tile is about 90 px long."""


def spread(labels: tuple[str, ...], make: Make | None = None) -> tuple[Tile, ...]:
    """Six tiles apart from each other, each turned another way."""
    places = [(-80, 45), (0, 45), (80, 45), (-80, -45), (0, -45), (80, -45)]
    return tuple(Tile(label, *places[n], turn=17.0 + 52 * n, make=make or Make()) for n, label in enumerate(labels))


LABELS = ("0-1", "2-3", "4-5", "6-6", "0-0", "1-4")
TABLE = Scene(spread(LABELS), SMALL, "slate", seed=1)


class Says:
    """In the place of a network: for each half a class and its chance; the rest of the chance is that of none."""

    digest = "0123abcd"

    def __init__(self, *halves: tuple[int, float]) -> None:
        self.chances = np.zeros((len(halves), CLASSES), np.float32)
        for row, (which, chance) in zip(self.chances, halves, strict=True):
            row[NONE] = 1 - chance
            row[which] += chance
        self.seen: NDArray[np.float32] | None = None

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        self.seen = batch
        return self.chances


def tiles(scene: Scene, count: int | None = None) -> list[Detection]:
    pieces: list[dict[str, Any]] = scene.truth()["pieces"]
    return [Detection(quad(piece["corners"]), "domino", 1.0) for piece in pieces[:count]]


def read_first(network: Says) -> Any:
    """The reading of the first tile, which shows 0-1."""
    return HalvesReader(network).read(TABLE.draw(), tiles(TABLE, 1))[0]


def test_what_the_count_confirms_is_sure() -> None:
    reading = read_first(Says((0, 0.99), (1, 0.98)))
    assert reading.label == "0-1"
    assert reading.confidence == pytest.approx(0.99 * 0.98)
    assert reading.candidates[0].label == "0-1"


def test_what_the_count_denies_is_not_sure_however_sure_the_network_is() -> None:
    reading = read_first(Says((0, 1.0), (3, 1.0)))
    assert reading.label is None
    assert [each.label for each in reading.candidates] == ["0-3"]


def test_what_the_network_doubts_is_not_sure() -> None:
    reading = read_first(Says((0, 0.9), (1, 0.5)))
    assert reading.label is None
    assert reading.candidates[0].label == "0-1"


def test_what_looks_like_no_half_has_no_candidates() -> None:
    reading = read_first(Says((NONE, 1.0), (NONE, 1.0)))
    assert reading.label is None
    assert reading.candidates == ()
    assert reading.confidence == pytest.approx(1.0)


def test_a_half_that_is_covered_leaves_the_tile_unsure_but_a_domino() -> None:
    reading = read_first(Says((0, 0.99), (1, 0.2)))
    assert reading.label is None
    assert reading.candidates[0].label == "0-1"


def test_a_back() -> None:
    assert read_first(Says((BACK, 0.95), (BACK, 0.95))).label == "back"
    assert read_first(Says((BACK, 0.95), (0, 0.95))).label is None


def test_a_tile_that_leaves_the_picture_is_not_sure() -> None:
    cut = TABLE.draw()[:, int(tiles(TABLE, 1)[0].corners[:, 0].mean()) :]
    corners = tiles(TABLE, 1)[0].corners - [tiles(TABLE, 1)[0].corners[:, 0].mean(), 0]
    reading = HalvesReader(Says((0, 1.0), (1, 1.0))).read(cut, [Detection(quad(corners), "domino", 1.0)])[0]
    assert reading.label is None


def test_the_network_sees_all_halves_in_one_batch_as_blue_green_red_bytes() -> None:
    network = Says(*[(0, 1.0)] * 12)
    HalvesReader(network).read(TABLE.draw(), tiles(TABLE))
    assert network.seen is not None
    assert network.seen.shape == (12, 3, 48, 48)
    assert network.seen.dtype == np.float32
    assert 100 < network.seen.max() <= 255


def test_no_detections() -> None:
    reader = HalvesReader(Says())
    assert reader.read(TABLE.draw(), ()) == ()
    assert reader.name == "halves-read/0123abcd"


READER = HalvesReader()


@pytest.mark.parametrize(
    "make",
    [
        Make(),
        Make(face=(38, 34, 34), pip=(235, 238, 240)),
        Make(face=(40, 36, 36), pip=(240, 240, 240), dimples=True),
        Make(face=(150, 105, 225), pip=(70, 225, 250), radius=0.095),
    ],
    ids=["ivory", "black", "dimpled", "rose"],
)
def test_drawn_tables_are_read(make: Make) -> None:
    scene = Scene(spread(("9-8", "7-6", "5-3", "2-2", "1-4", "0-6"), make), SMALL, "wood", seed=4)
    found = READER.read(scene.draw(), tiles(scene))
    labels = [piece["label"] for piece in scene.truth()["pieces"]]
    assert all(reading.label in {label, None} for reading, label in zip(found, labels, strict=True))
    assert sum(reading.label == label for reading, label in zip(found, labels, strict=True)) >= 5


def test_the_other_end_first_turns_the_label_round() -> None:
    picture = TABLE.draw()
    found = READER.read(picture, tiles(TABLE))
    turned = [Detection(np.roll(each.corners, 2, axis=0), "domino", 1.0) for each in tiles(TABLE)]
    for one, other in zip(found, READER.read(picture, turned), strict=True):
        assert one.candidates[0].label.split("-") == other.candidates[0].label.split("-")[::-1]
        assert one.confidence == pytest.approx(other.confidence, abs=0.1)


def test_the_same_picture_gives_the_same_readings() -> None:
    picture = TABLE.draw()
    assert READER.read(picture, tiles(TABLE)) == READER.read(picture, tiles(TABLE))


def test_strange_pictures_get_no_label() -> None:
    """Letters on cards, a checked cloth, bare noise."""
    chance = np.random.default_rng(0)
    noise = chance.integers(0, 255, (300, 500, 3), np.uint8)
    check = np.kron(np.indices((10, 16)).sum(0) % 2, np.ones((32, 32))).astype(np.uint8)[..., None].repeat(3, 2) * 255
    card = np.full((300, 500, 3), 240, np.uint8)
    cv2.putText(card, "Q8", (150, 220), cv2.FONT_HERSHEY_SIMPLEX, 5, (20, 20, 200), 20)
    where = [Detection(quad([[150, 40], [250, 50], [245, 250], [150, 240]]), "domino", 1.0)]
    for picture in (noise, check, card):
        assert READER.read(picture, where)[0].label is None


def shaded(picture: NDArray[np.uint8], tile: Detection) -> NDArray[np.uint8]:
    """The picture with a shadow over the outer part of a tile's second half, its corner left in the light."""
    first, second, third, fourth = tile.corners
    outline = [
        0.38 * first + 0.62 * fourth,
        0.19 * (first + second) + 0.31 * (third + fourth),
        0.1 * second + 0.9 * third + 0.1 * (fourth - third),
        third + 0.3 * (third - second),
        fourth + 0.3 * (third - second),
    ]
    dark = cv2.fillPoly(np.ones(picture.shape[:2], np.float32), [np.array(outline).astype(np.int32)], 0.3)
    return (picture * dark[..., None]).astype(np.uint8)


@pytest.mark.parametrize(("place", "label"), [(3, "3-1"), (5, "1-2")])
def test_a_half_on_which_a_shadow_lies_is_read_under_even_light(place: int, label: str) -> None:
    scene = Scene(spread(("3-3", "2-2", "5-5", "3-1", "2-6", "1-2"), Make(bar=0.0)), SMALL, "slate", seed=2)
    tile = tiles(scene)[place]
    (reading,) = HalvesReader().read(shaded(scene.draw(), tile), [tile])
    assert reading.label == label


@pytest.mark.parametrize(("light", "sure"), [((0.6, 0.6, 0.6), True), ((0.6, 0.45, 0.6), False)])
def test_a_blank_half_has_the_colour_of_the_other_in_any_light(light: tuple[float, ...], sure: bool) -> None:
    (tile,) = tiles(TABLE, 1)
    first, second, third, fourth = tile.corners
    blank = np.array([first, second, (second + third) / 2, (first + fourth) / 2])
    inside = cv2.fillPoly(np.zeros((360, 640), np.uint8), [np.rint(blank).astype(np.int32)], 1)
    picture = np.where(inside[..., None], TABLE.draw() * np.array(light), TABLE.draw()).astype(np.uint8)
    (reading,) = HalvesReader().read(picture, [tile])
    assert reading.candidates[0].label == "0-1"
    assert (reading.label is not None) == sure


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((190, 215, 230), (255, 255, 255), True),  # ivory beside its glare
        ((28, 26, 25), (28, 30, 34), True),  # black, within a few greys
        ((190, 215, 230), (95, 108, 115), True),  # ivory in half the light
        ((56, 56, 56), (96, 79, 101), False),  # black beside a purple cloth
    ],
)
def test_bodies_of_one_colour(one: tuple[int, ...], other: tuple[int, ...], same: bool) -> None:
    pair = np.stack([np.full((48, 48, 3), each, np.uint8) for each in (one, other)])
    assert of_one_colour(pair) == same
