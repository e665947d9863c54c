"""The thresholds of the reader of halves, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CountSettings:
    """How pips are counted without the network. Lengths in widths of the half, contrast in CIELAB units.

    Halves are compared at `half` pixels with every layout, moved by up to `shift` pixels, in a `window` that leaves out
    the tile's edges. The layouts come at these reaches (from the middle to the outer pips) and radii of pips (up to a
    number). A half is blank where the best layout explains it too badly or stands out too little. Of other numbers
    those are not denied whose best layout correlates less by no more than `tie` than the best of all. From `sure_fit`
    on what is seen is pips and no unevenness of the background.
    """

    half: int = 27
    window: int = 24
    shift: int = 2
    reaches: tuple[float, ...] = (0.24, 0.275, 0.31, 0.34)
    radii: tuple[tuple[int, tuple[float, ...]], ...] = (
        (6, (0.065, 0.09, 0.115)),
        (9, (0.055, 0.075, 0.095)),
        (12, (0.045, 0.065, 0.08)),
    )
    least_fit: float = 0.6
    sure_fit: float = 0.8
    least_contrast: float = 10.0
    tie: float = 0.04


COUNT: Final = CountSettings()


@dataclass(frozen=True, slots=True)
class HalvesSettings:
    """When a reading is sure, and when a piece is no domino. A tile is cut where it lies outside by tile widths."""

    least_confidence: float = 0.6
    least_none: float = 0.5
    most_cut: float = 0.06
    candidates: int = 8
    least_candidate: float = 0.005


HALVES: Final = HalvesSettings()


@dataclass(frozen=True, slots=True)
class LightSettings:
    """When light is uneven on a half. A square `wider` than any pip, px of the patch, takes pips off the background.

    The background is lit unevenly where its lightness at the `high` percentile is at least `least_step` times the one
    at the `low` percentile. Values below `darkest` of 255 are noise. Bodies have the same colour where no channel of
    one is a share of more than `most_tinted` from where one light takes the other. That is three times the most in 96
    rendered tiles. Beside it `noise` of 255 is allowed. From `burnt` on a channel has no tone left.
    """

    wider: int = 9
    low: float = 10.0
    high: float = 90.0
    least_step: float = 1.3
    darkest: float = 8.0
    most_tinted: float = 0.1
    noise: float = 2.0
    burnt: float = 250.0


LIGHT: Final = LightSettings()
