"""What was seen in a photo that was decoded smaller than it was taken, in the pixels of either."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.observation import MatLies, Notice, Piece, corners_of

if TYPE_CHECKING:
    from vision.observation import Observation, Region
    from vision.photo import Photo


def as_taken(seen: Observation, photo: Photo) -> Observation:
    """The observation in the pixels of the photo as it was taken; that of a photo decoded whole as it is."""
    return seen if photo.taken is None else _resized(seen, photo.taken)


def as_decoded(seen: Observation, photo: Photo) -> Observation:
    """The observation in the pixels of the photo as it was decoded."""
    return seen if photo.taken is None else _resized(seen, (photo.width, photo.height))


def _resized(seen: Observation, size: tuple[int, int]) -> Observation:
    """The same on a picture of another size; pixel centres lie at half pixels."""
    by = np.array([size[0] / seen.width, size[1] / seen.height])
    pieces = tuple(_moved(piece, by) for piece in seen.pieces)
    warnings = tuple(replace(each, region=_region(each, by)) for each in seen.warnings)
    mat = None if seen.mat is None else _lies(seen.mat, by)
    return replace(seen, width=size[0], height=size[1], pieces=pieces, warnings=warnings, mat=mat)


def _moved(piece: Piece, by: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Piece:
    return replace(piece, corners=corners_of((piece.quad + 0.5) * by - 0.5))


def _region(notice: Notice, by: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Region | None:
    if notice.region is None:
        return None
    x0, y0, x1, y1 = (float(each) for each in np.array(notice.region) * np.tile(by, 2))
    return x0, y0, x1, y1


def _lies(mat: MatLies, by: np.ndarray[tuple[int], np.dtype[np.float64]]) -> MatLies:
    back = np.diag([*(1 / by), 1.0])
    back[:2, 2] = 0.5 / by - 0.5
    turned = np.array(mat.homography).reshape(3, 3) @ back
    return MatLies(mat.sort, tuple(float(each) for each in (turned / turned[2, 2]).ravel()))
