"""Cameras over a table of Stones, and what lies there as they see it."""

from __future__ import annotations

import numpy as np

from vision.recognise.stones.board import PLACES, RING, STEP
from vision.recognise.stones.plane import Plane

SIZE = (1280, 720)
MIDDLE = (np.array(SIZE) - 1) / 2


def view(elevation: float, focal: float = 1100.0, distance: float = 560.0) -> Plane:
    """A camera that looks at the table under an elevation in degrees."""
    e = np.radians(elevation)
    return Plane(focal, MIDDLE, np.array([0.02, np.cos(e), np.sin(e)]) / np.hypot(1, 0.02), distance * np.sin(e))


def boxed(plane: Plane, place: np.ndarray, radius: float, thickness: float) -> np.ndarray:
    """The upright box of a round piece that lies at a place on the plane."""
    angle = np.linspace(0, 2 * np.pi, 72)
    ring = place + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    points = np.concatenate([plane.project(ring), plane.project(ring, np.full(72, thickness))])
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def ring_places(plane: Plane, turn: float) -> np.ndarray:
    """Six base places, clockwise as seen from above, about what the camera looks at."""
    angles = turn - STEP * np.arange(PLACES)
    return plane.places(MIDDLE[None]) + RING * np.column_stack([np.cos(angles), np.sin(angles)])
