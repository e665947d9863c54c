"""Where a film's camera stands: so that all that shall be seen is in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, degrees, pi, radians, sin
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.films.script import View

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

EDGE: Final = 0.03
"""The share of the picture that stays free at its edges."""
WIDE: Final = (960, 540)
NEAREST: Final = 250.0
"""The least distance (mm) of a camera."""
ABOVE: Final = 0.4
"""The share of films that look straight down, nearly."""
STRAIGHT, WIDEST = 55.0, 90.0
"""Angles of view (degrees) up to which lenses do not bend lines, and at which they do most."""
TALLEST: Final = 60.0
"""The height (mm) up to which things shall be seen."""


@dataclass(frozen=True, slots=True)
class Stance:
    """The direction from which a camera looks: its height over the horizon, azimuth, angle of view, roll; radians.

    `bend` is the first coefficient of its lens's distortion.
    """

    steep: float
    azimuth: float
    angle: float
    roll: float
    bend: float

    def view(self, away: float, aim: tuple[float, float]) -> View:
        """From `away` mm towards a point of the table."""
        flat = away * cos(self.steep)
        eye = (aim[0] + flat * cos(self.azimuth), aim[1] + flat * sin(self.azimuth), away * sin(self.steep))
        return View(eye, (*aim, 0.0), self.angle, self.roll, self.bend)


def draw_view(rng: Generator, half: tuple[float, float]) -> View:
    """A view from chance of a table of half width and depth (mm) about the origin, from above or from seat 0's side."""
    stance = Stance(
        steep=radians(rng.uniform(74, 82) if rng.random() < ABOVE else rng.uniform(52, 74)),
        azimuth=-pi / 2 + float(rng.normal(0, 0.06)),
        angle=(angle := radians(float(rng.uniform(48, 70)))),
        roll=float(rng.normal(0, 0.02)),
        bend=_bend(rng, angle),
    )
    corners = np.array([[x * half[0], y * half[1], z] for x in (-1, 1) for y in (-1, 1) for z in (0.0, TALLEST)])
    aim = (0.0, 0.0)
    for _ in range(3):
        away = NEAREST
        while not _fits(view := stance.view(away, aim), corners):
            away *= 1.02
        aim = _towards(view, corners)
    return view


def _bend(rng: Generator, angle: float) -> float:
    """Wide lenses bend straight lines outwards, as the cameras of scenes do."""
    wide = max(0.0, degrees(angle) - STRAIGHT) / (WIDEST - STRAIGHT)
    return float(rng.uniform(-0.16, 0.02) * wide + rng.normal(0, 0.008))


def _fits(view: View, corners: Array) -> bool:
    low, high = _extent(view, corners)
    return bool((low >= EDGE * np.array(WIDE)).all() and (high <= (1 - EDGE) * np.array(WIDE)).all())


def _extent(view: View, corners: Array) -> tuple[Array, Array]:
    pixels = view.camera(WIDE).project(corners)
    if np.isnan(pixels).any():
        return np.full(2, -np.inf), np.full(2, np.inf)
    return pixels.min(0), pixels.max(0)


def _towards(view: View, corners: Array) -> tuple[float, float]:
    """Where (mm) on the table the middle of what shall be seen appears."""
    low, high = _extent(view, corners)
    x, y = view.camera(WIDE).ground(((low + high) / 2)[None], 0.0)[0]
    return float(x), float(y)
