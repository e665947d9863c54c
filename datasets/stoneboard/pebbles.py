"""Pebbles as pictures: a size is told by how large it is, by its colour and by its veins, one, two or three."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line, Window
from datasets.art.path import path
from datasets.art.place import Place

if TYPE_CHECKING:
    from datasets.art.drawing import Marks
    from datasets.art.shape import Shape

VEINS: Final = {"small": 1, "medium": 2, "large": 3}
RADII: Final = {"small": 4.4, "medium": 6.4, "large": 8.6}


def outline(x: float, y: float, radius: float, phase: float = 0.0) -> Shape:
    """A smooth pebble a fifth wider than high; `phase` in radians makes another one."""
    turn = np.linspace(0, 2 * np.pi, 73)[:-1]
    reach = radius * (1 + 0.055 * np.cos(2 * turn + phase) + 0.045 * np.cos(3 * turn - 2 * phase))
    return (np.stack([x + 1.1 * reach * np.cos(turn), y + 0.88 * reach * np.sin(turn)], axis=1),)


def pebble(size: str, colour: str, x: float, y: float, radius: float) -> Marks:
    """A pebble of a size about x, y, its radius in mm; its place decides its form."""
    phase = x
    shape = outline(x, y, radius, phase)
    gaps = {1: (0.0,), 2: (-0.26, 0.26), 3: (-0.42, 0.0, 0.42)}[VEINS[size]]
    veins = tuple(
        Line(Place(x, y + gap * radius).shape(path(f"M {-1.3 * radius} 0.8 Q 0 -1.6 {1.3 * radius} 0.6")), 0.5, vein)
        for gap in gaps
        for vein in (mix(colour, "#ffffff", 0.45),)
    )
    shade = Fill(outline(x, y + radius * 0.16, radius, phase), mix(colour, "#000000", 0.35))
    return (shade, Fill(shape, colour), Window(shape, veins))
