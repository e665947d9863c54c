"""What a card looks like, free of the light on it: local contrast of its lightness, log ratios of its colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.recognise.cards.quads import NEXT
from vision.recognise.cards.settings import LOOK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.settings import LookSettings

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A card as H×W float32 of normalised lightness and H×W×2 of colour (log red and log blue over green)."""

    structure: Floats
    colour: Floats


def look(face: NDArray[np.uint8], settings: LookSettings = LOOK) -> Look:
    """The look of an upright H×W×3 BGR card."""
    bright = quiet(exposed(face, settings), settings)
    return Look(structure(bright, settings), colour(bright, settings))


def exposed(face: NDArray[np.uint8], settings: LookSettings = LOOK) -> NDArray[np.uint8]:
    """The H×W×3 card made so bright that its lightest parts are nearly white; a bright one is left as it is."""
    return brightened(face, exposure(face, settings))


def exposure(face: NDArray[np.uint8], settings: LookSettings = LOOK) -> float:
    """By how much an H×W×3 card must be brightened for that, at least 1. Red is light, though its green is dark."""
    lights = np.max(cv2.split(face), axis=0)  # across the channels of each pixel it takes ten times as long
    lightest = _percentile(lights, settings.light_share)
    return max(1.0, settings.white / max(lightest, settings.least_light))


def _percentile(values: NDArray[np.uint8], percent: float) -> float:
    """As `np.percentile`, which takes many times as long for the few values of a card."""
    place = percent / 100 * (values.size - 1)
    low = int(place)
    high = min(low + 1, values.size - 1)
    ordered = np.partition(values, (low, high), axis=None)
    below, above, share = float(ordered[low]), float(ordered[high]), place - low
    step = above - below
    return below + step * share if share < 0.5 else above - step * (1 - share)


def brightened(face: NDArray[np.uint8], gain: float) -> NDArray[np.uint8]:
    """The H×W×3 card, all its values times the gain, 255 at most."""
    return cv2.convertScaleAbs(face, alpha=gain).astype(np.uint8, copy=False) if gain > 1 else face


def quiet(face: NDArray[np.uint8], settings: LookSettings = LOOK) -> NDArray[np.uint8]:
    """The H×W×3 card, blurred so much that noise is contrast that counts as none. Dim light leaves much of it."""
    noise = _noise(np.asarray(cv2.transform(face, _LIGHT), np.uint8))
    if noise <= settings.floor:
        return face
    width = noise / (settings.floor * _QUIETED)
    return cv2.GaussianBlur(face, (0, 0), width).astype(np.uint8, copy=False)


def _noise(light: NDArray[np.uint8]) -> float:
    """The spread of noise in H×W of lightness: what a difference of differences leaves at most places.

    J. Immerkaer, "Fast Noise Variance Estimation" (1996), with a median in place of the mean, for print is no noise.
    """
    left = cv2.filter2D(light, cv2.CV_32F, _DIFFERENCES)[1:-1, 1:-1]
    if not left.size:
        return 0.0
    low, high = (left.size - 1) // 2, left.size // 2
    ordered = np.partition(np.abs(left), (low, high), axis=None)  # half the time of NumPy's median
    return float((ordered[low] + ordered[high]) / 2) / _SPREAD_OF_DIFFERENCES


_DIFFERENCES = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
_SPREAD_OF_DIFFERENCES = 6 * 0.6745
"""The median of the differences of noise of spread 1: their own spread is 6, and a normal's median is 0.6745 of it."""
_QUIETED = 2 * np.sqrt(np.pi)
"""A blur of width w leaves 1 / (w times this) of the spread of noise that pixels do not share."""


def structure(face: NDArray[np.uint8], settings: LookSettings = LOOK) -> Floats:
    """Lightness of an H×W×3 BGR card against its surroundings there, in units of the contrast there, H×W float32."""
    light = cv2.transform(face, _LIGHT).astype(np.float32)
    size = max(3, int(settings.window * face.shape[1]) | 1)
    mean = cv2.blur(light, (size, size), borderType=cv2.BORDER_REFLECT)
    away = light - mean
    spread = cv2.blur(away * away, (size, size), borderType=cv2.BORDER_REFLECT)
    whole = float(np.sqrt(max(0.0, float(spread.mean()))))
    normal = away / (np.sqrt(np.maximum(spread, 0)) + (settings.floor + settings.share * whole))
    return np.clip(normal, -settings.most, settings.most).astype(np.float32, copy=False)


_LIGHT = np.array([[0.2, 0.5, 0.3]], np.float32)
"""Weights of blue, green and red: nearer to even than the eye's, for blue and red print is read too."""


def colour(face: NDArray[np.uint8], settings: LookSettings = LOOK) -> Floats:
    """Log red over green and log blue over green of an H×W×3 BGR card, H×W×2 float32."""
    logs = cv2.LUT(face, _table(settings.dark))
    return np.asarray(logs[..., 2::-2] - logs[..., 1:2], np.float32)


@cache
def _table(dark: float) -> Floats:
    logs: Floats = np.log(np.arange(256, dtype=np.float32) + np.float32(dark))
    return logs


def shrunk(face: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """An upright H×W×3 card made `width` px wide, its proportions kept."""
    height = round(face.shape[0] * width / face.shape[1])
    small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8, copy=False)


@dataclass(frozen=True, slots=True, eq=False)
class Pyramid:
    """A picture and its halves, so that a card may be sampled at any size without aliasing."""

    levels: tuple[NDArray[np.uint8], ...]

    def rectified(self, corners: Quad, width: int, height: int) -> NDArray[np.uint8]:
        """The card within the corners (the first two its top edge), upright, height×width×3."""
        edges = np.linalg.norm(corners[NEXT] - corners, axis=1)
        scale = max(float(edges[0] + edges[2]) / 2 / width, float(edges[1] + edges[3]) / 2 / height)
        level = min(max(0, round(float(np.log2(max(scale, 1.0))))), len(self.levels) - 1)
        source = corners.astype(np.float64) / 2**level + (0.5 / 2**level - 0.5)
        target = unit_corners(width, height)
        matrix = cv2.getPerspectiveTransform(target, source.astype(np.float32))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        out = cv2.warpPerspective(
            self.levels[level], matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return out.astype(np.uint8, copy=False)


def pyramid(picture: NDArray[np.uint8], levels: int = 5) -> Pyramid:
    """The picture, and each time half of it."""
    made = [np.ascontiguousarray(picture)]
    while len(made) < levels and min(made[-1].shape[:2]) >= 16:
        height, width = (side // 2 for side in made[-1].shape[:2])
        even = made[-1][: 2 * height, : 2 * width]
        half = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
        made.append(half.astype(np.uint8, copy=False))
    return Pyramid(tuple(made))


def unit_corners(width: float, height: float) -> Floats:
    """The corners of an upright card of a size in px, centres of pixels at whole numbers, from the upper left, 4×2."""
    return np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32)
