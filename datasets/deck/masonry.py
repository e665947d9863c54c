"""Walls of cut stone: courses, joints and small heaps of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.art.drawing import Fill, Line
from datasets.art.shape import box, polygon

if TYPE_CHECKING:
    from datasets.art.drawing import Marks

ROWS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (2, 2, 3), 8: (2, 3, 3), 9: (3, 3, 3)}


def joints(area: tuple[float, float, float, float], stone: tuple[float, float], width: float, colour: str) -> Marks:
    """The joints of a wall over x, y, width and height mm, of stones of the given width and height."""
    x, y, across, down = area
    courses = round(down / stone[1])
    lines: list[Line] = []
    for course in range(courses + 1):
        level = y + down * course / courses
        lines.append(Line(polygon((x, level), (x + across, level)), width, colour))
        start = x + across / 2 + (stone[0] / 2 if course % 2 else 0)
        count = int(across / stone[0]) + 1
        if course < courses:
            lower = y + down * (course + 1) / courses
            edges = [start + stone[0] * step for step in range(-count, count + 1)]
            lines += [Line(polygon((e, level), (e, lower)), width, colour) for e in edges if x < e < x + across]
    return tuple(lines)


def blocks(number: int, x: float, bottom: float, stone: tuple[float, float], colour: str) -> Marks:
    """As many blocks as `number`, laid in courses about x and standing on `bottom`, the widest course below."""
    width, height = stone
    gap = height * 0.2
    marks: list[Fill] = []
    for course, count in enumerate(reversed(ROWS[number])):
        top = bottom - (course + 1) * height - course * gap
        row = count * width + (count - 1) * gap
        marks += [
            Fill(box(x - row / 2 + place * (width + gap), top, width, height, height * 0.22), colour)
            for place in range(count)
        ]
    return tuple(marks)
