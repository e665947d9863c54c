"""Corners that a detector gave, fitted to the face that lies there.

Inverse compositional alignment: S. Baker and I. Matthews, "Lucas-Kanade 20 Years On" (2004), with a homography's
eight parameters and weights that forget pixels which do not fit (a finger, glare, another card).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import area
from vision.recognise.cards.look import brightened, exposure, structure
from vision.recognise.cards.quads import NEXT, project
from vision.recognise.cards.settings import ALIGN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.gallery import Slope
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import AlignSettings

LEAST_AREA_KEPT, MOST_AREA_KEPT = 0.6, 1.6
"""How much an aligned quad's area may differ from the one it began with."""


def align(source: Pyramid, corners: Quad, slope: Slope, settings: AlignSettings = ALIGN) -> Quad:
    """The corners moved so that the face with that slope fits; as they were where it fits nowhere near."""
    width, height = settings.width, len(slope.values) // settings.width
    half = height / width
    card = np.array([[-1, -half], [1, -half], [1, half], [-1, half]], np.float32)
    at = np.asarray(cv2.getPerspectiveTransform(card, corners.astype(np.float32)), np.float64)
    gain = exposure(source.rectified(corners, width, height))
    for _ in range(settings.steps):
        now = project(at, card)
        seen = brightened(source.rectified(now, width, height), gain)
        error = structure(seen).reshape(-1) - slope.values
        step = _step(error, slope.change, settings)
        at = np.asarray(at @ np.linalg.inv(_warp(step)), np.float64)
        at = at / at[2, 2]
        if float(np.abs(step).max()) < settings.settled:
            break
    moved = project(at, card)
    return moved if _sane(moved, corners, settings) else corners


def _step(error: NDArray[np.float32], change: NDArray[np.float32], settings: AlignSettings) -> NDArray[np.float64]:
    weight = 1 / (1 + (error / settings.scale) ** 2) ** 2
    weighted = change * weight[:, None]
    normal = (weighted.T @ change).astype(np.float64)
    normal += np.eye(8) * settings.damping * (np.trace(normal) / 8 + 1e-6)
    return np.asarray(np.linalg.solve(normal, (weighted.T @ error).astype(np.float64)), np.float64)


def _warp(step: NDArray[np.float64]) -> NDArray[np.float64]:
    tx, ty, a, b, c, d, g, h = step
    return np.array([[1 + a, b, tx], [c, 1 + d, ty], [g, h, 1.0]])


def _sane(moved: Quad, corners: Quad, settings: AlignSettings) -> bool:
    edges = np.linalg.norm(corners[NEXT] - corners, axis=1)
    reach = settings.most_shift * float(min(edges[0] + edges[2], edges[1] + edges[3])) / 2
    if not np.isfinite(moved).all() or float(np.linalg.norm(moved - corners, axis=1).max()) > reach:
        return False
    return LEAST_AREA_KEPT < area(moved) / max(area(corners), 1e-6) < MOST_AREA_KEPT
