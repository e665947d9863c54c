"""The four guilds' symbols, each about 0, 0 with a reach of 10: arch, waves, leaf and sun."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from datasets.art.drawing import Fill, Line
from datasets.art.path import path
from datasets.art.shape import circle, polygon, star

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Marks


def arch(colour: str, background: str) -> Marks:
    """Bricklayers: a round arch of cut stones."""
    body = Fill(
        path("M -9.6 9.4 V 0.2 A 9.6 9.6 0 0 1 9.6 0.2 V 9.4 H 4.4 V 0.2 A 4.4 4.4 0 0 0 -4.4 0.2 V 9.4 Z"), colour
    )
    joints = tuple(
        (4.0 * math.cos(turn), 0.2 - 4.0 * math.sin(turn), 10.2 * math.cos(turn), 0.2 - 10.2 * math.sin(turn))
        for turn in map(math.radians, (0, 38, 71, 109, 142, 180))
    )
    return (body, *(Line(polygon((x0, y0), (x1, y1)), 0.9, background) for x0, y0, x1, y1 in joints))


def waves(colour: str, background: str) -> Marks:
    """Waterwrights: three waves."""
    del background
    crest = "M -9 {0} C -7 {1} -5 {1} -3 {0} C -1 {2} 1 {2} 3 {0} C 5 {1} 7 {1} 9 {0}"
    return tuple(Line(path(crest.format(y, y - 3.6, y + 3.6)), 2.8, colour) for y in (-6.2, 0, 6.2))


def leaf(colour: str, background: str) -> Marks:
    """Carpenters: a leaf on its stalk."""
    blade = Fill(
        path(
            "M 0 -10 C 5 -6.5 8.4 -2.6 8 1.6 C 7.6 5.2 4 7.2 0 7.2 C -4 7.2 -7.6 5.2 -8 1.6 C -8.4 -2.6 -5 -6.5 0 -10 Z"
        ),
        colour,
    )
    veins = Line(
        path("M 0 -6 V 6.6 M 0 2.8 L 4.6 -0.8 M 0 2.8 L -4.6 -0.8 M 0 -1.6 L 3.2 -4.2 M 0 -1.6 L -3.2 -4.2"),
        1.0,
        background,
    )
    return blade, veins, Line(polygon((0, 6.4), (0, 9.4)), 1.7, colour)


def sun(colour: str, background: str) -> Marks:
    """Gilders: a sun with twelve rays."""
    rays = Fill(star(0, 0, 12, (10.2, 6.6)), colour)
    return rays, Fill(circle(0, 0, 6.0), background), Fill(circle(0, 0, 4.7), colour)


SYMBOLS: dict[str, Callable[[str, str], Marks]] = {"R": arch, "B": waves, "G": leaf, "Y": sun}
