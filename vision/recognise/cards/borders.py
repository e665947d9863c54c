"""How the outlines of cards are bordered: by edges along their sides, and by a rim of one colour within them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.photo import Picture
    from vision.recognise.cards.settings import FindSettings

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """Of N quads, by what of their sides is not covered.

    - `support` (N): how well they are bordered, 0 … 1.
    - `rim` and `around` (N×3): the CIELAB colours just within and just outside.
    - `covered` (N×4): the share of each side that is covered.
    """

    support: Floats
    rim: Floats
    around: Floats
    covered: Floats


def borders(picture: Picture, quads: Floats, cover: NDArray[np.bool_] | None, settings: FindSettings) -> Borders:
    """The borders of quads (N×4×2 px) in an H×W×3 BGR picture; nothing is told by pixels of the `cover`, H×W."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.int16)
    along = np.linspace(settings.corner, 1 - settings.corner, settings.samples)
    side = np.roll(quads, -1, axis=1) - quads
    length = np.maximum(np.hypot(side[..., 0], side[..., 1]), 1e-6)
    normal = np.stack((-side[..., 1], side[..., 0]), axis=-1) / length[..., None]
    points = quads[:, :, None] + along[:, None] * side[:, :, None]
    shown = np.ones(points.shape[:3], bool) if cover is None else ~_at(cover, points)
    best = np.zeros(points.shape[:3])
    for reach in range(-settings.reach, settings.reach + 1):
        inner = _at(lab, points + (reach + 1.5) * normal[:, :, None])
        outer = _at(lab, points + (reach - 1.5) * normal[:, :, None])
        best = np.maximum(best, np.abs(inner - outer).max(axis=-1))
    edge = np.clip(best / settings.full_edge, 0, 1) * shown
    support = edge.sum(axis=(1, 2)) / np.maximum(shown.sum(axis=(1, 2)), 1)
    weakest = np.where(shown.any(axis=2), edge.sum(axis=2) / np.maximum(shown.sum(axis=2), 1), 1.0).min(axis=1)
    least = np.clip(weakest / settings.least_side_support, 0, 1)
    inset = np.maximum(2.0, settings.rim * length.min(axis=1))[:, None, None, None] * normal[:, :, None]
    within, outside = (_shown(_at(lab, points + side * inset), shown) for side in (1, -1))
    rim = np.nanmedian(within, axis=1)
    off = np.linalg.norm(np.abs(within - rim[:, None]) / settings.rim_spread, axis=2)
    uniform = np.nanmean(np.clip(1.5 - off, 0, 1), axis=1)
    whole = support * least * (1 - settings.rim_share * (1 - uniform))
    return Borders(whole, rim, np.nanmedian(outside, axis=1), 1 - shown.mean(axis=2))


def _shown(colours: NDArray[Any], shown: NDArray[np.bool_]) -> Floats:
    """Colours (N×4×S×3) as N×4S×3, those of covered places not a number; what is covered all round is black."""
    flat = np.where(shown[..., None], colours, np.nan).reshape(len(colours), -1, 3)
    flat[np.isnan(flat).all(axis=(1, 2))] = 0.0
    return np.asarray(flat, np.float64)


def _at(plane: NDArray[Any], points: Floats) -> NDArray[Any]:
    """What an H×W… plane holds at points (…, 2), px."""
    rows = np.clip(np.rint(points[..., 1]).astype(np.int64), 0, plane.shape[0] - 1)
    columns = np.clip(np.rint(points[..., 0]).astype(np.int64), 0, plane.shape[1] - 1)
    return np.asarray(plane[rows, columns])
