"""From photo to observation: names, games, the same result twice, warnings, the drawing."""

from __future__ import annotations

import json
import re

import cv2
import numpy as np
import pytest
from drawn_tables import SMALL, label_at, row

import vision
from datasets.demo_pictures import FOLDER, PAGES
from datasets.draw import Scene, Tile
from vision import GameNotReadable, Observation, Photo, Piece, Reading, Recogniser, annotate, load, read_photo
from vision.games.stackernoos.recogniser import KINDS
from vision.geometry import domino_quad, overlap, quad, share_within
from vision.recognise.detect import Detection
from vision.recognise.dominoes.table import DominoTable


@pytest.fixture(scope="module")
def photo() -> Photo:
    return Photo.from_frame(Scene(row(("1-1", "1-4")), SMALL, "slate").draw())


def test_the_public_names_are_what_they_seem() -> None:
    assert list(vision.__all__) == sorted(vision.__all__, key=lambda name: (not name.isupper(), name))
    for name in vision.__all__:
        assert getattr(vision, name).__doc__


@pytest.mark.parametrize("game", ["chess", "pipeline"])
def test_a_game_that_cannot_be_read_is_one_line(photo: Photo, game: str) -> None:
    with pytest.raises(GameNotReadable, match="choose") as caught:
        read_photo(photo, game)
    assert "\n" not in str(caught.value)


def test_the_same_photo_gives_the_same_observation(photo: Photo) -> None:
    assert read_photo(photo, "stackernoos") == read_photo(photo, "stackernoos")


def test_the_model_names_the_stages(photo: Photo) -> None:
    named = r"yolo26n-pose/[0-9a-f]{8}\+classical-detect/1 halves-read/[0-9a-f]{8}"
    assert re.fullmatch(named, read_photo(photo, "stackernoos").model)


def test_any_stage_may_be_replaced(photo: Photo) -> None:
    class Everything:
        name = "everything/1"

        def detect(self, picture: np.ndarray) -> tuple[Detection, ...]:
            height, width = picture.shape[:2]
            return (Detection(quad([[0, 0], [width, 0], [width, height], [0, height]]), "domino", 1.0),)

    class Nothing:
        name = "nothing/1"

        def read(self, picture: np.ndarray, detections: tuple[Detection, ...]) -> tuple[Reading, ...]:
            return tuple(Reading(None, 0.0, ()) for _ in detections)

    seen = Recogniser(Everything(), DominoTable(Nothing()), KINDS).see(photo)
    assert seen.model == "everything/1 nothing/1"
    # What reads as nothing is no domino.
    assert [(piece.kind, piece.label) for piece in seen.pieces] == [("unknown", None)]


@pytest.mark.parametrize(
    ("scene", "warning"),
    [
        (Scene((Tile("1-4", 0, 0),), SMALL, "wood", exposure=0.15), "dark"),
        (Scene((Tile("1-4", 0, 0),), SMALL, "wood", blur=12.0, noise=0.0), "blur"),
        (Scene((Tile("1-4", 0, 0),), SMALL, "paper", exposure=1.6), "glare"),
    ],
)
def test_what_makes_reading_hard_is_named(scene: Scene, warning: str) -> None:
    found = {notice.name: notice for notice in read_photo(Photo.from_frame(scene.draw()), "stackernoos").warnings}
    assert warning in found
    assert (found[warning].region is not None) == (warning == "glare")


def test_a_good_photo_has_no_warnings(photo: Photo) -> None:
    assert read_photo(photo, "stackernoos").warnings == ()


@pytest.mark.parametrize("size", [(1, 1), (3, 400), (400, 3), (20, 20)])
def test_pictures_too_small_for_a_tile_show_nothing(size: tuple[int, int]) -> None:
    assert read_photo(Photo.from_frame(np.full((*size, 3), 90, np.uint8)), "stackernoos").pieces == ()


def test_no_label_is_drawn_over_a_piece() -> None:
    """Pips have to be seen to be compared with what was read."""
    photo = load(FOLDER / "05-loose-tile.jpg")
    seen = read_photo(photo, "stackernoos")
    assert len(seen.pieces) == 7
    drawn, inside = annotate(photo, seen), np.zeros(photo.pixels.shape[:2], np.uint8)
    for piece in seen.pieces:
        cv2.fillConvexPoly(inside, np.rint(piece.corners).astype(np.int32), 1)
    inside = cv2.erode(inside, np.ones((21, 21), np.uint8))  # without the outlines
    for piece in seen.pieces:
        cv2.polylines(inside, [np.rint(piece.corners).astype(np.int32)], isClosed=True, color=0, thickness=21)
    assert inside.sum() > 7 * 2000
    assert (drawn[inside == 1] == photo.pixels[inside == 1]).all()
    assert (drawn != photo.pixels).any(axis=2)[inside == 0].sum() > 7 * 500


def test_the_drawing_marks_what_is_unsure_by_more_than_colour(photo: Photo) -> None:
    corners = ((100.0, 100.0), (100.0, 50.0), (200.0, 50.0), (200.0, 100.0))
    sure, unsure = (
        Observation(photo.width, photo.height, "", (Piece("domino", label, 0.9, corners),)) for label in ("1-4", None)
    )
    grey = [cv2.cvtColor(annotate(photo, seen), cv2.COLOR_BGR2GRAY) for seen in (sure, unsure)]
    assert (grey[0] != grey[1]).any()
    # Along the upper edge the sure line is whole, the dashed one broken.
    edges = [(each[50, 110:190] > 80).mean() for each in grey]
    assert edges[0] == 1.0
    assert 0.2 < edges[1] < 0.8
    assert (photo.pixels != annotate(photo, sure)).any()


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_demo_pictures_are_read_whole(page: object) -> None:
    path = FOLDER / f"{page.name}.jpg"  # type: ignore[attr-defined]
    assert path.stat().st_size < 300_000
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    seen = read_photo(load(path), "stackernoos")
    read_labels = {piece["label"]: label_at(seen.pieces, np.array(piece["corners"])) for piece in truth["pieces"]}
    assert read_labels == {label: label for label in read_labels}
    assert len(seen.pieces) == len(truth["pieces"])


def test_a_domino_quad_starts_at_the_left_or_upper_short_edge() -> None:
    lying = [[0, 0], [20, 0], [20, 10], [0, 10]]
    for shift in range(4):
        for ring in (np.roll(lying, shift, axis=0), np.roll(lying, shift, axis=0)[::-1]):
            assert domino_quad(quad(ring)).tolist() == [[0, 10], [0, 0], [20, 0], [20, 10]]


def test_overlap_is_of_the_smaller_quad() -> None:
    large, small = quad([[0, 0], [10, 0], [10, 10], [0, 10]]), quad([[5, 0], [15, 0], [15, 5], [5, 5]])
    assert overlap(large, small) == pytest.approx(0.5)
    assert overlap(large, quad([[20, 0], [30, 0], [30, 5], [20, 5]])) == 0


@pytest.mark.parametrize(
    ("outline", "share"),
    [
        ([[5, 0], [15, 0], [15, 10], [5, 10]], 0.5),
        ([[5, 0], [15, 10], [15, 0], [5, 10]], 0.5),  # its corners go to and fro
        ([[-5, -5], [25, -5], [-5, 25]], 1.0),  # no quad
        ([[20, 0], [30, 0], [30, 10], [20, 10]], 0.0),
    ],
)
def test_the_share_of_a_quad_lies_within_the_hull_of_an_outline(outline, share):
    assert share_within(quad([[0, 0], [10, 0], [10, 10], [0, 10]]), np.array(outline, float)) == pytest.approx(share)
    assert share_within(quad([[0, 0]] * 4), np.array(outline, float)) == 0.0
