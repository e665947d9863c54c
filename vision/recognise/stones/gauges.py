"""Pieces of known size, as gauges of the table's plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.stones.board import BASE, BASE_HEIGHT
from vision.recognise.stones.plane import Gauges
from vision.recognise.stones.settings import PLANE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.recognise.stones.plane import Floats, Plane
    from vision.recognise.stones.settings import PlaneSettings

TILE: Final = 40.0
TILES: Final = frozenset({"tile", "tile_back"})
ROUND: Final = {"base": (BASE, BASE_HEIGHT), "token": (20.0, 2.0)}
"""Diameter and thickness in mm of round pieces, which a detector gives an upright box."""


def gauges(kinds: Sequence[str], quads: Sequence[Quad], settings: PlaneSettings = PLANE) -> tuple[Gauges, list[int]]:
    """The gauges among pieces, and which piece each is: round pieces have upright boxes, tiles lie flat in quads."""
    used = [n for n, kind in enumerate(kinds) if kind in ROUND or kind in TILES]
    rows = [_of_round(quads[n], *ROUND[kinds[n]]) if kinds[n] in ROUND else _of_flat(quads[n], TILE) for n in used]
    table = np.array(rows, dtype=np.float64).reshape(-1, 7)
    noise = np.hypot(settings.corner / np.maximum(table[:, 6], 1.0), settings.relative)
    return Gauges(table[:, :2], table[:, 2], table[:, 3], table[:, 4], table[:, 5], noise), used


def box(corners: Quad) -> Floats:
    """Centre x, y, width and height (4) of the upright box around corners, px."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    return np.concatenate([(low + high) / 2, np.maximum(high - low, 1.0)])


def _of_round(corners: Quad, diameter: float, thickness: float) -> tuple[float, ...]:
    x, y, width, height = box(corners)
    return (x, y, width / diameter, height / diameter, np.nan, 2 * thickness / diameter, min(width, height))


def _of_flat(corners: Quad, side: float) -> tuple[float, ...]:
    x, y = corners.mean(axis=0)
    one = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    two = (corners[2] - corners[1] + corners[3] - corners[0]) / 2
    square = np.outer(one, one) + np.outer(two, two)
    across, down = np.sqrt(np.maximum(np.diag(square), 1e-6))
    least = min(float(np.linalg.norm(one)), float(np.linalg.norm(two)))
    return (x, y, across / side, down / side, float(square[0, 1] / (across * down)), 0.0, least)


def squared(corners: Quad, plane: Plane) -> Quad:
    """The corners of the square on the plane that lie nearest to corners, going round as they do. It is what four noisy
    corners of a tile have in common."""
    middle, ring = _square(plane.places(corners))
    return plane.project(middle + ring)


def laid_tiles(corners: Quad, plane: Plane) -> tuple[Quad, ...]:
    """Where a tile of the usual size may lie that a detector gives these corners: about their middle, and at each of
    their sides. Where tiles lie in a row, a detector's corners reach from one into the next or leave a part out."""
    places = plane.places(corners)
    middle, ring = _square(places)
    ring *= TILE / np.sqrt(2) / max(float(np.linalg.norm(ring[0])), 1e-6)
    sides = (places + np.roll(places, -1, axis=0)) / 2 - (ring + np.roll(ring, -1, axis=0)) / 2
    return tuple(plane.project(at + ring) for at in (middle, *sides))


def _square(places: Floats) -> tuple[Floats, Floats]:
    """The middle (2) of the square nearest to four places, and its corners (4, 2) from there."""
    middle = places.mean(axis=0)
    arms = (places - middle) @ np.array([1, 1j])
    sense = np.sign(float(np.imag(np.conj(arms) * np.roll(arms, -1)).sum())) or 1.0
    arm = (arms * np.exp(-1j * sense * np.pi / 2 * np.arange(4))).mean()
    ring = arm * np.exp(1j * sense * np.pi / 2 * np.arange(4))
    return middle, np.column_stack([ring.real, ring.imag])
