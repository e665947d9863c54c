"""A second look: the corners of dominoes that were not read for sure, laid anew with what the others tell.

All tiles of a picture have one shape and lie flat before one camera. The quads of many thus tell how a tile looks at
any place. What is left to find for each is where it lies, how it is turned and how large it seems. The edges round it
tell that. A network's corners are right on the whole and a tenth of a tile off alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import domino_quad, quad, sides
from vision.recognise.classical.outline import edge_strength
from vision.recognise.classical.picture import working
from vision.recognise.classical.refine import refine
from vision.scene.plane import camera as cameras
from vision.settings import AGAIN, OUTLINE, WORKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.settings import AgainSettings

    Floats = NDArray[np.float64]

WIDTH: Final = 64
"""Pixels across the upright face; it is twice as high."""
MARGIN: Final = 20
"""Pixels round the upright face that are looked at too."""


def again(
    picture: Picture,
    doubtful: Sequence[Quad],
    known: Sequence[Quad],
    aspect: float | None = None,
    settings: AgainSettings = AGAIN,
) -> tuple[Quad, ...]:
    """The doubtful quads of an H×W×3 BGR picture, laid anew.

    `known` are quads that tell the camera, those that were read for sure; where they are few, the doubtful ones tell
    it too. `aspect` is the length of a tile in widths where it is known.
    """
    if not doubtful:
        return ()
    few = len(known) < settings.enough
    telling = np.array([_clockwise(each) for each in ([*known, *doubtful] if few else known)])
    size = (picture.shape[1], picture.shape[0])
    camera = _camera(telling, size, aspect, settings)
    small = working(picture, WORKING)
    laid = ideal(camera, np.array([_clockwise(each) for each in doubtful]), size)
    fine = replace(OUTLINE, refine_reach=settings.reach_alone)

    def anew(guess: Quad, first: Quad) -> Quad:
        if not _is_tile(guess):
            return first  # the camera is none that could see a tile there
        moved = refine(small.lab, _snapped(small.lab, domino_quad(small.from_photo(guess)), settings), fine)
        return small.to_photo(moved) if _is_tile(moved) else first

    return tuple(anew(guess, first) for guess, first in zip(laid, doubtful, strict=True))


def sizes(picture: Picture, quads: Sequence[Quad], known: Sequence[Quad], aspect: float | None = None) -> Floats:
    """How many times as large as tiles among the `known` ones quads of an H×W×3 BGR picture would be there (N)."""
    if not quads:
        return np.zeros(0)
    size = (picture.shape[1], picture.shape[0])
    camera = _camera(np.array([_clockwise(each) for each in known]), size, aspect, AGAIN)
    seen = cameras.flat(camera, np.array([_clockwise(each) for each in quads]), size)
    return np.asarray(np.exp(seen.log_size), np.float64)


def _camera(quads: Floats, size: tuple[int, int], aspect: float | None, settings: AgainSettings) -> Floats:
    """The camera over tiles (N, 4, 2) whose length in widths may be known."""
    usual = (
        cameras.CAMERA
        if aspect is None
        else replace(cameras.CAMERA, aspect=aspect, aspect_spread=settings.aspect_spread)
    )
    return cameras.fit(quads, size, settings=usual)


def ideal(camera: Floats, quads: Floats, size: tuple[int, int]) -> Floats:
    """Quads (N, 4, 2) as a camera of `vision.scene.plane.camera` sees tiles of the right shape at their places, px."""
    seen = cameras.flat(camera, quads, size)
    times = np.exp(seen.log_size)
    # What seems larger than a tile on the table lies nearer to the camera.
    heights = np.exp(camera[cameras.DISTANCE]) * (1 - 1 / times)
    places = cameras.corners(seen.centre / times, seen.turn, float(np.exp(camera[cameras.ASPECT])))
    return cameras.project(camera, places, np.broadcast_to(-heights[:, None], places.shape), size)


def _snapped(lab: NDArray[np.uint8], corners: Quad, settings: AgainSettings) -> Quad:
    """The quad shifted, turned and scaled to where most of its outline lies on edges of an H×W×3 CIELAB picture."""
    looks = [_look(lab, _turned(corners, degrees), settings) for degrees in settings.turns]
    scores = [score - settings.turn_cost * abs(turn) for (score, _), turn in zip(looks, settings.turns, strict=True)]
    return looks[int(np.argmax(scores))][1]


def _look(lab: NDArray[np.uint8], corners: Quad, settings: AgainSettings) -> tuple[float, Quad]:
    """How well the quad lies at its best shift and scale, and the quad there."""
    inner = np.array([[0, 0], [WIDTH, 0], [WIDTH, 2 * WIDTH], [0, 2 * WIDTH]], np.float32) + (MARGIN - 0.5)
    to_picture = cv2.getPerspectiveTransform(inner, corners.astype(np.float32))
    size = (WIDTH + 2 * MARGIN, 2 * (WIDTH + MARGIN))
    interpolation = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(lab, to_picture, size, flags=interpolation, borderMode=cv2.BORDER_REPLICATE)
    upright, lying = edge_strength(patch.astype(np.uint8, copy=False), OUTLINE)
    # The rounded corners belong to no side, and an edge a little askew spreads over some px.
    columns = cv2.blur(upright[MARGIN + 6 : -MARGIN - 6].mean(axis=0)[None], (3, 1))[0]
    rows = cv2.blur(lying[:, MARGIN + 4 : -MARGIN - 4].mean(axis=1)[None], (3, 1))[0]
    scales, longer = np.array(settings.scales), np.array(settings.longer)
    across = _along(columns, WIDTH * scales, settings)
    along = _along(rows, 2 * WIDTH * np.outer(scales, longer).ravel(), settings)
    score = across[0][:, None] + along[0].reshape(len(scales), len(longer))
    score -= settings.scale_cost * (np.abs(np.log(scales))[:, None] + np.abs(np.log(longer))[None])
    i, j = np.unravel_index(int(score.argmax()), score.shape)
    (left, right), (top, bottom) = across[1][i], along[1][i * len(longer) + j]
    found = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5
    return float(score[i, j]), quad(cv2.perspectiveTransform(found.reshape(-1, 1, 2), to_picture).reshape(4, 2))


def _along(profile: NDArray[Any], lengths: Floats, settings: AgainSettings) -> tuple[Floats, Floats]:
    """For lengths (N) of a profile: the score (N) of the best place of both ends, and that place (N, 2)."""
    shifts = np.arange(-settings.reach, settings.reach + 1)
    middle = len(profile) / 2 + shifts
    low, high = (np.rint(middle[None] + sign * lengths[:, None] / 2).astype(np.int64) for sign in (-1, 1))
    inside = (low >= 0) & (high < len(profile))
    ends = profile[np.clip(low, 0, len(profile) - 1)] + profile[np.clip(high, 0, len(profile) - 1)]
    score = np.where(inside, ends, -np.inf) - settings.shift_cost * np.abs(shifts)
    best = score.argmax(axis=1)
    place = middle[best][:, None] + lengths[:, None] / 2 * np.array([-1, 1])
    return score.max(axis=1), place


def _turned(corners: Quad, degrees: float) -> Quad:
    """The quad turned as its tile would be, about its middle."""
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
    along = (corners[3] - corners[0] + corners[2] - corners[1]) / 4
    sine, less = np.sin(np.radians(degrees)), np.cos(np.radians(degrees)) - 1
    x, y = np.array([-1.0, 1, 1, -1]), np.array([-2.0, -2, 2, 2])
    moved: Quad = corners + np.outer(less * x - sine * y, across) + np.outer(sine * x + less * y, along / 2)
    return moved


def _is_tile(corners: Quad) -> bool:
    """Whether a quad is one that a tile may have: finite, convex, and no sliver."""
    return bool(
        np.isfinite(corners).all()
        and cv2.isContourConvex(corners.astype(np.float32).reshape(-1, 1, 2))
        and min(sides(corners)) > 1
    )


def _clockwise(corners: Quad) -> Quad:
    x, y = corners[:, 0], corners[:, 1]
    turned = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return corners if turned > 0 else corners[[1, 0, 3, 2]]
