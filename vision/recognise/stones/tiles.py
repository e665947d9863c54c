"""Stone tiles: which way a tile lies, how well its quad fits, the stones on it and the figure of its steps.

A tile is rectified and laid against the artwork in four turns, and the better of them is fitted closer. Then the parts
that differ from tile to tile are compared one by one: stones above and a figure below.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.observation import BACK
from vision.recognise.stones.art import CELL, SIZES, STEPS, cells
from vision.recognise.stones.settings import TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import TileSettings

STONES: Final = (slice(5, 36), slice(5, 59))
"""The rows and columns of a cell that show the stones …"""
FIGURE: Final = (slice(41, 59), slice(23, 41))
"""… and those that show the figure."""
SQUARE: Final = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], dtype=np.float32) - np.float32(0.5)


@dataclass(frozen=True, slots=True, eq=False)
class TileLook:
    """How like a tile is to each set of stones (7) and each figure (10), and to any `front` and the `back`: −1 … 1."""

    stones: Floats
    steps: Floats
    front: float
    back: float


@dataclass(frozen=True, slots=True, eq=False)
class _Art:
    """The artwork at one sharpness: whole `faces` (8, CELL·CELL·3) of the sets of stones and the back, each without its
    mean and of length 1. `grey` has the same in grey. The parts that differ follow."""

    faces: NDArray[np.float32]
    grey: tuple[NDArray[np.float32], ...]
    stones: tuple[NDArray[np.float32], ...]
    steps: tuple[NDArray[np.float32], ...]


@lru_cache(maxsize=16)
def _art(blur: float) -> _Art:
    art = {name: np.asarray(cell[..., :3] / 255, dtype=np.float32) for name, cell in cells().items()}
    figure = np.mean([art[f"M/{steps}"][FIGURE] for steps in STEPS], axis=0).astype(np.float32)
    whole: list[NDArray[np.float32]] = [art[f"{sizes}/1"].copy() for sizes in SIZES] + [art[BACK]]
    for face in whole[:-1]:
        face[FIGURE] = figure
    whole = [_soft(face, blur) for face in whole]
    return _Art(
        np.stack([_unit(face) for face in whole]),
        tuple(np.ascontiguousarray(face.mean(axis=2)) for face in whole),
        tuple(np.ascontiguousarray(face[STONES]) for face in whole[:-1]),
        tuple(np.ascontiguousarray(_soft(art[f"M/{steps}"], blur)[FIGURE]) for steps in STEPS),
    )


def _unit(face: NDArray[np.float32]) -> NDArray[np.float32]:
    flat = (face - face.mean(axis=(0, 1))).ravel()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6), dtype=np.float32)


def _soft(image: NDArray[np.float32], blur: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), blur), dtype=np.float32) if blur > 0 else image


def look(picture: Picture, guesses: Sequence[Quad], settings: TileSettings = TILES) -> TileLook:
    """How like the tile in an H×W×3 BGR picture is to the artwork; `guesses` are where its corners may be, any turn.

    The first guess is used unless another one fits better.
    """
    looks = []
    for corners in guesses:
        looks.append(_look(picture, corners, settings))
        if max(looks[-1].front, looks[-1].back) > settings.clear:
            break
    return max(looks, key=lambda each: max(each.front, each.back))


def _look(picture: Picture, corners: Quad, settings: TileSettings) -> TileLook:
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    wanted = settings.blur * CELL / max(side, 1.0)
    art = _art(min(settings.blurs, key=lambda blur: abs(np.log(blur / wanted))))
    one, two = corners[1] - corners[0], corners[2] - corners[1]
    if one[0] * two[1] - one[1] * two[0] < 0:
        corners = corners[::-1]
    turned = [rectified(picture, np.roll(corners, turn, axis=0)) for turn in range(4)]
    alike = art.faces @ np.stack([_unit(each) for each in turned], axis=1)
    face, front = turned[0], -1.0
    for chosen, turn in _likeliest(alike[:-1], settings.tries):
        fitted, fit = _fitted(picture, np.roll(corners, turn, axis=0), turned[turn], (art, chosen), settings)
        if fit > front:
            face, front = fitted, fit
        if front > settings.clear:
            break
    back = float(alike[-1].max())
    if back > front - settings.near:
        back = max(back, _fitted(picture, corners, turned[0], (art, len(SIZES)), settings)[1])
    stones = np.array([_best(face, STONES, each, settings.shift) for each in art.stones])
    steps = np.array([_best(face, FIGURE, each, settings.shift) for each in art.steps])
    return TileLook(stones, steps, front, back)


def _likeliest(alike: NDArray[np.float32], count: int) -> list[tuple[int, int]]:
    """The likeliest faces and turns, best first, the best turn twice at most."""
    best = [divmod(int(n), 4) for n in np.argsort(-alike, axis=None)]
    first = best[0]
    return [first, *[each for each in best if each[1] != first[1]][: count - 1]]


def rectified(picture: Picture, corners: Quad) -> NDArray[np.float32]:
    """What an H×W×3 BGR picture shows within corners, as a cell of CELL×CELL×3, 0 … 1."""
    return _warped(picture, _matrix(corners))


def _matrix(corners: Quad) -> Floats:
    """What takes a cell to the picture (3, 3)."""
    return np.asarray(cv2.getPerspectiveTransform(SQUARE, corners.astype(np.float32)), dtype=np.float64)


def _warped(picture: Picture, matrix: Floats) -> NDArray[np.float32]:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpPerspective(picture, matrix, (CELL, CELL), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.asarray(face) / 255, dtype=np.float32)


def _fitted(
    picture: Picture, corners: Quad, face: NDArray[np.float32], art: tuple[_Art, int], settings: TileSettings
) -> tuple[NDArray[np.float32], float]:
    """The face again with corners that fit a piece of artwork, and how well; as it was where none fit better."""
    as_it_is = float(art[0].faces[art[1]] @ _unit(face))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, settings.steps, settings.enough)
    grey = np.ascontiguousarray(face.mean(axis=2))
    try:
        start, whole = np.eye(3, dtype=np.float32), np.ones((CELL, CELL), dtype=np.uint8)
        _, warp = cv2.findTransformECC(
            art[0].grey[art[1]], grey, start, cv2.MOTION_HOMOGRAPHY, stop, whole, settings.fit_blur
        )
    except cv2.error:
        return face, as_it_is
    moved = cv2.perspectiveTransform(SQUARE[None], np.asarray(warp, dtype=np.float64))[0]
    if np.abs(moved - SQUARE).max() > settings.most_moved * CELL:
        return face, as_it_is
    closer = _warped(picture, _matrix(corners) @ np.asarray(warp, dtype=np.float64))
    fit = float(art[0].faces[art[1]] @ _unit(closer))
    return (closer, fit) if fit > as_it_is else (face, as_it_is)


def _best(face: NDArray[np.float32], part: tuple[slice, slice], art: NDArray[np.float32], shift: int) -> float:
    """How like a part of the face is to artwork that may lie a little off."""
    rows, columns = (slice(max(0, each.start - shift), each.stop + shift) for each in part)
    return float(cv2.matchTemplate(np.ascontiguousarray(face[rows, columns]), art, cv2.TM_CCOEFF_NORMED).max())
