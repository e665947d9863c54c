"""Colours between sRGB bytes and linear light."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator


def linear(srgb: Sequence[float]) -> tuple[float, float, float]:
    """Linear light 0 … 1 of three sRGB bytes."""
    r, g, b = (
        value / 255 / 12.92 if value / 255 <= 0.04045 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in srgb
    )
    return (r, g, b)


def faded(rng: Generator, value: tuple[float, float]) -> tuple[int, int, int]:
    """An sRGB colour as dyed cloth and print have it: mostly muted, now and then strong."""
    return hue(rng, (0.45, 0.8) if rng.random() < 0.22 else (0.02, 0.45), value)


def hue(rng: Generator, saturation: tuple[float, float], value: tuple[float, float]) -> tuple[int, int, int]:
    """An sRGB colour of any hue, its saturation and value within the ranges (0 … 1)."""
    h, s, v = rng.random() * 6, rng.uniform(*saturation), rng.uniform(*value)
    waves = ((turn + h) % 6 for turn in (5, 3, 1))
    r, g, b = (round(255 * v * (1 - s * max(0.0, min(k, 4 - k, 1.0)))) for k in waves)
    return (r, g, b)
