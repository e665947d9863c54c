"""Tiles and tokens: the printed artwork, laid in any turn, is read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from stones_art import sheet

from datasets.stoneboard.pieces import raster
from vision.recognise.detect import Detection
from vision.recognise.stones import StoneReader, art, tokens
from vision.recognise.stones.colour import GAMMA
from vision.recognise.stones.reader import tile_chances
from vision.recognise.stones.tiles import look
from vision.recognise.stones.tokens import LABELS, WeightsBroken
from vision.recognise.stones.white import white_of

GROUND = (70, 96, 120)
SQUARE = 30 * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])


def laid(label: str, turn: float, side: float, slant: float = 0.7) -> tuple[np.ndarray, np.ndarray]:
    """A picture of a piece on a table, turned by degrees, `side` px wide, flattened; and its corners."""
    piece = raster(label, 8.0)
    height, width = piece.shape[:2]
    own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    ring = (own - (width / 2, height / 2)) * side / width @ np.array([[c, s], [-s, c]]) * (1, slant)
    corners = (ring + np.array([110, 90])).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(own, corners)
    soft = cv2.GaussianBlur(piece, (0, 0), 0.5 * width / side)
    warped = cv2.warpPerspective(soft, matrix, (220, 180), flags=cv2.INTER_AREA).astype(np.float32)
    alpha = warped[..., 3:] / 255
    picture = warped[..., :3] * alpha + np.array(GROUND) * (1 - alpha)
    return picture.astype(np.uint8), corners.astype(np.float64)


def boxed(corners: np.ndarray) -> np.ndarray:
    across, along = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    x, y = np.hypot(across, along)
    return corners.mean(axis=0) + np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def test_the_sheet_is_the_printed_artwork() -> None:
    stored = cv2.imread(str(art.FILE), cv2.IMREAD_UNCHANGED)
    assert stored is not None
    assert np.array_equal(stored, sheet())


@pytest.mark.parametrize("label", ["S/2", "M/5", "L/1", "SM/3", "SL/4", "ML/2", "SML/5", "back"])
def test_a_tile_is_read_in_any_turn_whichever_corner_comes_first(label: str) -> None:
    rng = np.random.default_rng(len(label))
    for turn in (10, 100, 215):
        picture, corners = laid(label, turn, 70)
        noisy = np.roll(corners, turn, axis=0) + rng.normal(0, 1.5, (4, 2))
        name = "tile_back" if label == "back" else "tile"
        piece = StoneReader().see(picture, [Detection(noisy, "tile", 0.9, name)])[0]
        assert (piece.kind, piece.label) == ("tile", label)


def test_a_tile_too_far_away_is_not_read_surely() -> None:
    picture, corners = laid("SM/3", 30, 14)
    blurred = cv2.GaussianBlur(picture, (0, 0), 2)
    piece = StoneReader().see(blurred, [Detection(corners, "tile", 0.9)])[0]
    assert piece.label is None


def test_steps_that_no_known_tile_has_need_more_proof() -> None:
    picture, corners = laid("M/7", 0, 90)
    seven = tile_chances(look(picture, [corners]))[1]
    assert seven.argmax() == 7
    assert 0.9 < seven.sum() < 1.1


@pytest.mark.parametrize("label", LABELS)
def test_a_token_is_read_in_any_turn(label: str) -> None:
    for turn in (0, 77, 200):
        picture, corners = laid(label, turn, 40)
        reading = StoneReader().read(picture, [Detection(boxed(corners), "token", 0.9)])[0]
        assert reading.candidates[0].label == label


@pytest.mark.parametrize("cast", [(0.6, 1.0, 1.2), (0.45, 0.9, 1.0), (1.25, 1.0, 0.75)], ids=["warm", "candle", "cold"])
@pytest.mark.parametrize("label", LABELS)
def test_a_token_in_tinted_light_is_read_by_the_paper_of_a_tile(label: str, cast: tuple[float, float, float]) -> None:
    (tile, corners), (token, disc) = laid("SM/3", 10, 70), laid(label, 77, 40)
    beside = np.concatenate([tile, token], axis=1)
    tinted = np.clip(beside * np.array(cast), 0, 255).astype(np.uint8)
    found = [Detection(corners, "tile", 0.9), Detection(boxed(disc) + np.array([tile.shape[1], 0]), "token", 0.9)]
    assert StoneReader().read(tinted, found)[1].label == label


def test_white_is_what_tiles_say_together_and_none_where_no_paper_is_told() -> None:
    picture, corners = laid("M/5", 10, 70)
    warm = (picture * np.array([0.6, 1.0, 1.2]) * 0.8).astype(np.uint8)
    bare = np.full((4, 2), 3.0) + SQUARE
    as_it_is = white_of(picture, [corners])
    assert as_it_is == pytest.approx([0, 0], abs=0.05)
    assert white_of(warm, [corners, bare, corners]) == pytest.approx(GAMMA * np.log([1.2, 0.6]), abs=0.1)
    assert white_of(warm, []).tolist() == [0, 0]
    assert white_of(np.full_like(picture, 255), [corners]).tolist() == [0, 0]
    assert white_of(np.zeros_like(picture), [corners]).tolist() == [0, 0]
    assert white_of(np.full_like(picture, (40, 200, 40)), [corners]).tolist() == [0, 0]  # no tile, and no paper


def test_a_plain_disc_is_no_token_and_a_plain_square_no_tile() -> None:
    picture = np.full((180, 220, 3), GROUND, np.uint8)
    cv2.circle(picture, (110, 90), 20, (90, 120, 90), -1)
    cv2.rectangle(picture, (20, 20), (60, 60), (140, 60, 160), -1)
    disc = Detection(np.array([[90.0, 70], [130, 70], [130, 110], [90, 110]]), "token", 0.8)
    square = Detection(np.array([[20.0, 20], [60, 20], [60, 60], [20, 60]]), "tile", 0.8)
    for piece in StoneReader().see(picture, [disc, square]):
        assert (piece.kind, piece.label, piece.candidates) == ("unknown", None, ())


def test_broken_files_of_the_package_say_so(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tokens.json").write_text("{}")
    monkeypatch.setattr(tokens, "FILE", tmp_path / "tokens.json")
    monkeypatch.setattr(art, "FILE", tmp_path / "none.png")
    with pytest.raises(WeightsBroken, match="install"):
        tokens.weights.__wrapped__()
    with pytest.raises(art.ArtBroken, match="install"):
        art.cells.__wrapped__()
