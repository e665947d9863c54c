"""Tools of the trades, each about 0, 0 with a reach of about 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.art.drawing import Fill, Line
from datasets.art.path import path
from datasets.art.shape import box, circle, polygon

if TYPE_CHECKING:
    from datasets.art.drawing import Marks


def trowel(ink: str, blade: str, wood: str) -> Marks:
    """A pointed trowel, point up."""
    return (
        Fill(path("M 0 -11 L 5.4 0.6 C 5.4 2.4 2 3 0 3 C -2 3 -5.4 2.4 -5.4 0.6 Z"), blade),
        Fill(path("M 0 -11 L 5.4 0.6 C 5.4 2.4 2 3 0 3 Z"), "#c3b599"),
        Line(path("M 0 2 V 5.4"), 1.5, ink),
        Fill(box(-1.9, 5, 3.8, 8.4, 1.7), wood),
    )


def plumb_level(wood: str, brass: str, string: str) -> Marks:
    """A mason's level: a frame like an A with a plumb bob."""
    return (
        Line(path("M -10 9 L 0 -9 L 10 9 M -5.6 3.2 H 5.6"), 2.2, wood),
        Line(path("M 0 -8 V 6"), 0.6, string),
        Fill(path("M -1.9 4.6 H 1.9 L 1.5 7.4 L 0 10 L -1.5 7.4 Z"), brass),
        Fill(circle(0, -9, 1.5), brass),
    )


def dividers(brass: str, hinge: str) -> Marks:
    """Open dividers, points down."""
    return (
        Fill(path("M -1.5 -9 L 0.6 -8.6 L -4.6 10.6 L -6 12.6 L -6.2 10 Z"), brass),
        Fill(path("M 1.5 -9 L -0.6 -8.6 L 4.6 10.6 L 6 12.6 L 6.2 10 Z"), brass),
        Line(path("M -3.9 2.6 C -2 4 2 4 3.9 2.6"), 0.9, hinge),
        Line(path("M 0 -10 V -13"), 1.8, brass),
        Fill(circle(0, -9.4, 2.4), hinge),
        Fill(circle(0, -9.4, 0.9), brass),
    )


def hammer(head: str, wood: str) -> Marks:
    """A mason's hammer, head up."""
    return (
        Fill(box(-1.3, -5, 2.6, 15, 1.1), wood),
        Fill(polygon((-7, -8.6), (5, -8.6), (8.4, -6.4), (5, -4.2), (-7, -4.2)), head),
    )
