"""Colours as `#rrggbb`: mixing, lightness, distance, and how colour-blind eyes see them.

Sources: CIE 1976 L*a*b* (D65) for lightness and distance. The simulation matrices are those of Machado, Oliveira and
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLINDNESS: Final = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 … 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hexed(red: float, green: float, blue: float) -> str:
    """The colour of three channels 0 … 255, rounded and held to that range."""
    return "#" + "".join(f"{min(255, max(0, round(value))):02x}" for value in (red, green, blue))


def mix(one: str, other: str, share: float) -> str:
    """`share` 0 gives the first colour, 1 the other."""
    return hexed(*(a + (b - a) * share for a, b in zip(channels(one), channels(other), strict=True)))


def _linear(colour: str) -> NDArray[np.float64]:
    encoded = np.array(channels(colour)) / 255
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def _encoded(linear: NDArray[np.float64]) -> str:
    held = np.clip(linear, 0, 1)
    return hexed(*(255 * np.where(held <= 0.0031308, held * 12.92, 1.055 * held ** (1 / 2.4) - 0.055)))


def lab(colour: str) -> tuple[float, float, float]:
    """L* (0 black … 100 white), a* and b*."""
    xyz = np.array(_TO_XYZ) @ _linear(colour) / np.array(_WHITE)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def lightness(colour: str) -> float:
    """L*, 0 black … 100 white."""
    return lab(colour)[0]


def distance(one: str, other: str) -> float:
    """Euclidean distance in L*a*b*: 2 is just seen, 20 is plain across a table."""
    return float(np.linalg.norm(np.subtract(lab(one), lab(other))))


def seen_with(blindness: str, colour: str) -> str:
    """The colour as seen with `protanopia`, `deuteranopia` or `tritanopia`."""
    return _encoded(np.array(BLINDNESS[blindness]) @ _linear(colour))


def readable_on(background: str, *inks: str) -> str:
    """The ink whose lightness differs most from the background's."""
    return max(inks, key=lambda ink: abs(lightness(ink) - lightness(background)))
