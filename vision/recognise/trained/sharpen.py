"""Corners of dominoes to a fraction of a pixel: a network's guess is moved onto the edges that lie near it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import domino_quad, sides
from vision.recognise.classical.picture import working
from vision.recognise.classical.refine import refine
from vision.settings import OUTLINE, TRAINED_DETECT, WORKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.detect import Detection

FLAT = frozenset({"domino", "domino_back"})
"""Classes with straight edges all round and twice as long as wide, which is what `refine` looks for."""


def sharpened(picture: Picture, detections: Iterable[Detection]) -> tuple[Detection, ...]:
    """The detections, dominoes that lie flat with their sides on edges of the H×W×3 BGR picture."""
    given = tuple(detections)
    if not any(each.name in FLAT for each in given):
        return given
    small = working(picture, WORKING)

    def sharp(corners: Quad) -> Quad:
        rough = domino_quad(small.from_photo(corners))
        fine = rough
        for _ in range(TRAINED_DETECT.rounds):
            fine = refine(small.lab, fine, OUTLINE)
        moved = float(np.linalg.norm(fine - rough, axis=1).max())
        # An edge far away is another thing's.
        return small.to_photo(fine if moved <= TRAINED_DETECT.most_moved * min(sides(rough)) else rough)

    return tuple(replace(each, corners=sharp(each.corners)) if each.name in FLAT else each for each in given)
