"""The printed mat below a table of Stones: its markers tell the plane far better than pieces do.

Markers travel in an observation as `unknown` pieces, for they are none of the game's, with labels such as `mat:33`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import centre
from vision.observation import Piece, corners_of
from vision.recognise.stones.plane import Figure, fit_figure
from vision.recognise.stones.settings import PLANE
from vision.scene.plane.markers import find_markers, mat_of, pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats, Gauges, Plane
    from vision.scene.plane.markers import Markers

PREFIX: Final = "mat:"
LEAST: Final = 8
"""So many corners at least tell a plane: those of two markers."""


def markers_in(picture: Picture) -> dict[int, Quad]:
    """The corners (4, 2), px, of the markers of a mat in an H×W×3 BGR picture, by their ids; none of other paper's."""
    found = find_markers(picture)
    mat = mat_of(found)
    ours = set() if mat is None else {marker.id for marker in mat.markers}
    return {number: corners for number, corners in found.items() if number in ours}


def with_markers(pieces: Sequence[Piece], printed: Mapping[int, int], markers: Markers) -> tuple[Piece, ...]:
    """Pieces of an observation with the markers: `printed` ones (by index, with the marker's id) become markers, the
    other markers follow."""
    markers_read = {number: piece_for(number, corners) for number, corners in markers.items()}
    found = (markers_read[printed[n]] if n in printed else piece for n, piece in enumerate(pieces))
    return (*found, *(markers_read[number] for number in sorted(set(markers_read) - set(printed.values()))))


def piece_for(number: int, corners: Quad) -> Piece:
    """A marker as a piece of an observation."""
    return Piece("unknown", f"{PREFIX}{number}", 1.0, corners_of(corners), None)


def markers_among(pieces: Iterable[Piece]) -> dict[int, Quad]:
    """The markers that an observation's pieces tell of."""
    printed = ((str(piece.label).removeprefix(PREFIX), piece.quad) for piece in pieces if piece.printed)
    return {int(number): corners for number, corners in printed if number.isdecimal()}


def figure_of(markers: Markers) -> Figure | None:
    """The markers' corners as they lie on the mat, from its upper left corner, y up; None where too few are seen."""
    mat = mat_of(markers)
    if mat is None:
        return None
    pixels, places = pairs(markers, mat)
    return Figure(pixels, places * np.array([1.0, -1.0]), 0.0, *PLANE.printed) if len(pixels) >= LEAST else None


def plane_below(gauges: Gauges, markers: Markers, plane: Plane | None) -> Plane | None:
    """The plane that markers tell; None where they do not. `plane` is what the gauges alone say."""
    figure = None if plane is None else figure_of(markers)
    if plane is None or figure is None:
        return None
    return fit_figure(gauges, figure, plane)[0]


def on_markers(quads: Sequence[Quad], markers: Markers) -> dict[int, int]:
    """Which quads (4, 2) are found where a marker is printed: their numbers, each with the marker's id."""
    corners = {number: np.asarray(each, dtype=np.float32) for number, each in markers.items()}
    return {n: number for n, quad in enumerate(quads) for number, each in corners.items() if _holds(each, centre(quad))}


def _holds(corners: np.ndarray[tuple[int, ...], np.dtype[np.float32]], at: Floats) -> bool:
    return cv2.pointPolygonTest(corners, (float(at[0]), float(at[1])), False) >= 0
