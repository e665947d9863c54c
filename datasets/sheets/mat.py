"""The mat: markers at its corners, zones between them, drawn whole and cut into sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.art.drawing import Drawing, Fill, Line, Window, placed
from datasets.art.letters import Pen, fitted, write
from datasets.art.place import Place
from datasets.art.shape import box, polygon, regular
from datasets.sheets.grid import note

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.art.drawing import Marks
    from datasets.art.shape import Shape
    from datasets.sheets.layout import Layout, Marker, Zone
    from datasets.sheets.paper import Paper

DICTIONARY: Final = cv2.aruco.DICT_5X5_100
MODULES: Final = 7
BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
BACKGROUND: Final = "#f3efe4"
SHARED: Final = "#e4ecdf"
SEATS: Final = ("#f3ddd6", "#dbe4f2", "#dcecdd", "#f6ebc8", "#e8def0", "#dcecee")
EDGE: Final = "#b7ab94"
INK: Final = "#6b6252"
TRIM: Final = 3.0
"""How far a sheet's picture runs on beyond its cut, mm."""


def marker_shape(marker: Marker) -> Shape:
    """The outlines round a marker's black modules (even-odd), in mm: no seams, so that no reader shows any."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    bits = cv2.aruco.generateImageMarker(dictionary, marker.id, MODULES) == 0
    unit = marker.side / MODULES
    return tuple(np.array(loop) * unit + np.array([marker.x, marker.y]) for loop in _loops(np.pad(bits, 1)))


def _loops(bits: NDArray[np.bool_]) -> list[list[tuple[int, int]]]:
    """Loops round the set cells, black at the right hand; `bits` has a blank rim, which counts as -1."""
    ahead: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in np.argwhere(bits).tolist():
        x, y = column - 1, row - 1
        sides = (
            (bits[row - 1, column], (x, y), (x + 1, y)),
            (bits[row, column + 1], (x + 1, y), (x + 1, y + 1)),
            (bits[row + 1, column], (x + 1, y + 1), (x, y + 1)),
            (bits[row, column - 1], (x, y + 1), (x, y)),
        )
        for neighbour, start, end in sides:
            if not neighbour:
                ahead.setdefault(start, []).append(end)
    loops = []
    while ahead:
        loop = [next(iter(ahead))]
        while loop[-1] in ahead:
            ends = ahead[loop[-1]]
            step = ends.pop()
            if not ends:
                del ahead[loop[-1]]
            loop.append(step)
        loops.append(loop[:-1])
    return loops


def _marker(marker: Marker) -> Marks:
    """A marker on its white quiet zone, one module wider all round."""
    unit = marker.side / MODULES
    quiet_zone = box(marker.x - unit, marker.y - unit, marker.side + 2 * unit, marker.side + 2 * unit)
    return Fill(quiet_zone, WHITE), Fill(marker_shape(marker), BLACK)


def _zone(zone: Zone) -> Marks:
    """A zone's background, edge and name, the name at the reader's upper left."""
    area = box(zone.x, zone.y, zone.width, zone.height, 3.0)
    colour = SHARED if zone.seat is None else SEATS[zone.seat]
    words = zone.name if zone.seat is None else f"{zone.name} {zone.seat + 1}"
    across, down = (zone.width, zone.height) if zone.turn in (0, 180) else (zone.height, zone.width)
    pen = fitted(words.upper(), Pen(4.2, 0.6, INK, spacing=1.2), across - 8.0)
    text = write(words.upper(), pen, 4.5 - across / 2, 4.5 - down / 2, "start")
    middle = Place(zone.x + zone.width / 2, zone.y + zone.height / 2, turn=float(zone.turn))
    return (Fill(area, colour), Line(area, 0.5, EDGE, closed=True), *placed(text, middle))


def drawing(layout: Layout) -> Drawing:
    """The whole mat."""
    outline = box(0, 0, layout.width, layout.height)
    zones = tuple(mark for zone in layout.zones for mark in _zone(zone))
    markers = tuple(mark for marker in layout.markers for mark in _marker(marker))
    return Drawing(layout.width, layout.height, outline, (Fill(outline, BACKGROUND), *zones, *markers))


def mat_sheets(layout: Layout, paper: Paper) -> tuple[Drawing, ...]:
    """The mat's sheets, each on a page that lies on its long side, row by row from the top left."""
    whole = drawing(layout)
    width, height = layout.width / layout.columns, layout.height / layout.rows
    if width > paper.height or height > paper.width:
        raise ValueError(f"sheets of {width:g} × {height:g} mm do not fit on {paper.name} lying on its long side")
    pages = []
    for row in range(layout.rows):
        for column in range(layout.columns):
            marks = _sheet(layout, paper, whole.marks, (column, row))
            pages.append(Drawing(paper.height, paper.width, box(0, 0, paper.height, paper.width), marks))
    return tuple(pages)


def _sheet(layout: Layout, paper: Paper, marks: Marks, spot: tuple[int, int]) -> Marks:
    """One sheet's part of the mat, where to cut it, and marks that meet its neighbours'."""
    column, row = spot
    width, height = layout.width / layout.columns, layout.height / layout.rows
    left, top = (paper.height - width) / 2, (paper.width - height) / 2
    x, y = left - column * width, top - row * height
    inside = {
        "left": column > 0,
        "right": column < layout.columns - 1,
        "top": row > 0,
        "bottom": row < layout.rows - 1,
    }
    grown = box(
        left - TRIM * inside["left"],
        top - TRIM * inside["top"],
        width + TRIM * (inside["left"] + inside["right"]),
        height + TRIM * (inside["top"] + inside["bottom"]),
    )
    middles = {
        "left": (left, top + height / 2),
        "right": (left + width, top + height / 2),
        "top": (left + width / 2, top),
        "bottom": (left + width / 2, top + height),
    }
    diamonds = tuple(
        Line(regular(mx, my, 4, 2.0), 0.25, INK, closed=True) for side, (mx, my) in middles.items() if inside[side]
    )
    name = f"{'ABC'[row]}{column + 1}"
    words = f"Tableside mat, {layout.game} - sheet {name} - print at 100 %, cut at the corner lines, join the diamonds"
    lying = type(paper)(paper.name, paper.height, paper.width)
    return (
        Window(grown, (*placed(marks, Place(x, y)), *diamonds)),
        *_corner_lines((left, top, width, height)),
        *note(lying, words),
    )


def _corner_lines(area: tuple[float, float, float, float]) -> Marks:
    """Lines beyond the corners along which the sheet is cut."""
    left, top, width, height = area
    lines = []
    for x, outward in ((left, -1), (left + width, 1)):
        for y, away in ((top, -1), (top + height, 1)):
            lines.append(polygon((x + outward * 3.4, y), (x + outward * 6.4, y)))
            lines.append(polygon((x, y + away * 3.4), (x, y + away * 6.4)))
    return tuple(Line(line, 0.15, BLACK) for line in lines)
