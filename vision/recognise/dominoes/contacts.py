"""Where tiles may lie that touch a tile: end to end, across its ends, and off its sides, as chains of dominoes do.

A detector that was trained on tables of chance leaves out tiles in bends, or takes two halves that meet for a tile. A
tile that was read tells where its neighbours would lie. Places whose colour is not that of the tiles hold none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import covered, meeting, overlap
from vision.recognise.dominoes.look import background, lab
from vision.settings import CONTACTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.settings import ContactSettings

    Floats = NDArray[np.float64]

ALONG: Final = ((0.0, -2.0), (0.0, 2.0))
"""Middles of tiles that lie on in the same direction, in widths across and along from the tile's own middle."""
ACROSS: Final = (
    *((x, y) for y in (-1.5, 1.5) for x in (-0.5, 0.0, 0.5)),
    *((x, y) for x in (-1.5, 1.5) for y in (-0.5, 0.0, 0.5)),
)
"""The same of tiles at a right angle: along its ends, and with an end at its side."""
GRID: Final = np.stack(np.meshgrid(np.linspace(0.15, 0.85, 6), np.linspace(0.08, 0.92, 12)), axis=-1).reshape(-1, 2)
"""Where a place's colour is looked at: shares of its width and length."""
ACROSS_PICTURE: Final = 40
"""Points along both sides of a picture that tell its usual colour."""


def neighbours(
    picture: Picture, faces: Sequence[Quad], taken: Sequence[Quad], settings: ContactSettings = CONTACTS
) -> list[Quad]:
    """Places in an H×W×3 BGR picture that may hold a tile that touches one of the `faces`; all of them are tiles.

    Places that `taken` quads cover are left out, and so is what has not the colour of the faces.
    """
    bare = [background(lab(picture, corners)) for corners in faces]
    table = _usual(picture)
    found: list[Quad] = []
    height, width = picture.shape[:2]
    for corners, colour in zip(faces, bare, strict=True):
        for place in touching(corners):
            inside = ((place >= 0) & (place <= np.array([width, height]) - 1)).all()
            if not inside or covered(place, taken) > settings.most_covered:
                continue
            if alike(picture, place, (colour, table), settings) < settings.least_alike:
                continue
            if all(overlap(place, found[n]) < settings.same for n in meeting(place, found)):
                found.append(place)
    return found[: settings.most]


def touching(corners: Quad) -> list[Quad]:
    """Where tiles would lie that touch a tile, each beginning with a short edge."""
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    along = (corners[3] - corners[0] + corners[2] - corners[1]) / 4
    middle = corners.mean(axis=0)
    upright = np.array([[-0.5, -1.0], [0.5, -1.0], [0.5, 1.0], [-0.5, 1.0]])
    lying = np.array([[-1.0, 0.5], [-1.0, -0.5], [1.0, -0.5], [1.0, 0.5]])
    places = [upright + at for at in ALONG] + [lying + at for at in ACROSS]
    return [middle + np.outer(each[:, 0], across) + np.outer(each[:, 1], along) for each in places]


def alike(
    picture: Picture, corners: Quad, colours: tuple[Floats, Floats], settings: ContactSettings = CONTACTS
) -> float:
    """The share of a place whose colour is that of bare tiles rather than the table's (3 each, CIELAB); pips are of
    another one."""
    x, y = GRID[:, :1], GRID[:, 1:]
    points = (1 - y) * ((1 - x) * corners[0] + x * corners[1]) + y * ((1 - x) * corners[3] + x * corners[2])
    seen = _colours(picture, points)
    if np.ptp(seen[:, 0]) < settings.least_marked:
        return 0.0
    bare, table = (np.linalg.norm(seen - colour, axis=1) for colour in colours)
    return float(((bare < settings.colour_reach) & (bare < table)).mean())


def unlike(
    picture: Picture, places: Sequence[Quad], others: Sequence[Quad], settings: ContactSettings = CONTACTS
) -> list[bool]:
    """Which places of an H×W×3 BGR picture have another colour than every one of the others."""
    colours = np.stack([background(lab(picture, corners)) for corners in others])
    own = [background(lab(picture, corners)) for corners in places]
    return [bool(np.linalg.norm(colours - each, axis=1).min() > settings.colour_reach) for each in own]


def _usual(picture: Picture) -> Floats:
    """The usual colour (3) of a picture, which is the table's."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(0, width - 1, ACROSS_PICTURE), np.linspace(0, height - 1, ACROSS_PICTURE))
    return np.asarray(np.median(_colours(picture, np.column_stack([x.ravel(), y.ravel()])), axis=0))


def _colours(picture: Picture, points: Floats) -> Floats:
    """The colours (N, 3) at points (N, 2), CIELAB."""
    at = np.clip(np.rint(points), 0, np.array(picture.shape[1::-1]) - 1).astype(np.int64)
    seen = np.ascontiguousarray(picture[at[:, 1], at[:, 0]][None])
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB)[0], np.float64)
