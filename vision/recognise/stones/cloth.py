"""Print of a patterned cloth that a detector took for pieces: petals for stones, leaves for tokens and tiles.

Pieces have the sizes of their kinds, and print seldom has. A set has few stones of one colour, a cloth many dots; none
of them shows where the board hides the cloth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.board import SIDE, find_board
from vision.recognise.stones.colour import colours, sample
from vision.recognise.stones.doubts import OTHER, discs_on_bases
from vision.recognise.stones.gauges import box, gauges
from vision.recognise.stones.palette import WIDTHS
from vision.recognise.stones.plane import fit
from vision.recognise.stones.settings import CLOTH
from vision.recognise.stones.sizes import groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.board import Board
    from vision.recognise.stones.plane import Floats, Gauges, Plane
    from vision.recognise.stones.settings import ClothSettings


def without_print(
    kinds: Sequence[str], quads: Sequence[Quad], picture: Picture, settings: ClothSettings = CLOTH
) -> list[str]:
    """The kinds of pieces in an H×W×3 BGR picture, `other` for what is print of the cloth."""
    size = (picture.shape[1], picture.shape[0])
    kept = list(kinds)
    for n in _missized(kept, quads, size, settings):
        kept[n] = OTHER
    stones = np.array([n for n, kind in enumerate(kept) if kind == "stone"], dtype=np.int64)
    if len(stones) <= settings.most_stones:
        return kept
    boxes = np.array([box(quads[n]) for n in stones])
    board = _board(kept, quads, size)
    if board is not None:
        beside = np.linalg.norm(board.plane.places(boxes[:, :2]) - board.centre, axis=1) > SIDE / 2
        narrow = boxes[:, 2] / board.plane.scale(boxes[:, :2]) < settings.narrow * WIDTHS[0]
        for n in stones[beside & narrow]:
            kept[n] = OTHER
        stones, boxes = stones[beside & ~narrow], boxes[beside & ~narrow]
    for n in stones[_dots(boxes, picture, settings)]:
        kept[n] = OTHER
    return kept


def _missized(kinds: Sequence[str], quads: Sequence[Quad], size: tuple[int, int], settings: ClothSettings) -> list[int]:
    """The bases, tokens and tiles that are far from the size of their kind in a picture of `size` (width, height).

    A disc on a base is a stone rather than print.
    """
    known, used = gauges(kinds, quads)
    plane = _plane(known, np.array([kinds[n] == "base" for n in used], dtype=np.bool_), size, settings)
    if plane is None:
        return []
    # A circle on the table is seen as wide as the scale says, and the lower the flatter the view.
    usual = np.log(plane.scale(known.pixels)) + np.log(plane.steepness(known.pixels)) / 2
    strange = np.abs(np.log(known.across * known.down) / 2 - usual) > settings.missized
    stones = set(discs_on_bases(kinds, quads))
    return [used[k] for k in np.flatnonzero(strange) if used[k] not in stones]


def _plane(known: Gauges, bases: NDArray[np.bool_], size: tuple[int, int], settings: ClothSettings) -> Plane | None:
    """The plane by the bases, and where too few are seen by all that tells the scale. Of bases of several sizes those
    are bases of which most stand on a ring; None where none do."""
    if bases.sum() < settings.least_bases:
        return fit(known, size)
    alike = _alike(known, bases, settings)
    if len(alike) == 1:
        return fit(known.among(bases), size)
    planes = [plane for each in alike if (plane := fit(known.among(each), size)) is not None]
    standing = [_standing(known, bases, plane) for plane in planes]
    return planes[int(np.argmax(standing))] if any(standing) else None


def _alike(known: Gauges, bases: NDArray[np.bool_], settings: ClothSettings) -> list[NDArray[np.bool_]]:
    """Groups (N each) of bases that may be of one size: for each base those that look about as large."""
    sizes = np.log(known.across * known.down) / 2
    groups = dict.fromkeys(tuple(bases & (np.abs(sizes - sizes[n]) < settings.alike)) for n in np.flatnonzero(bases))
    return [np.array(each) for each in groups if sum(each) >= settings.least_bases] or [bases]


def _standing(known: Gauges, bases: NDArray[np.bool_], plane: Plane) -> int:
    """How many bases stand on a ring, by a plane."""
    board = find_board(known, np.flatnonzero(bases), plane)
    return 0 if board is None else sum(base >= 0 for base in board.bases)


def _board(kinds: Sequence[str], quads: Sequence[Quad], size: tuple[int, int]) -> Board | None:
    known, used = gauges(kinds, quads)
    plane = fit(known, size)
    standing = np.array([k for k, n in enumerate(used) if kinds[n] == "base"], dtype=np.int64)
    return None if plane is None else find_board(known, standing, plane)


def _dots(boxes: Floats, picture: Picture, settings: ClothSettings) -> NDArray[np.bool_]:
    """Which of stones with upright `boxes` (N, 4) are of a colour that too many have, or as large as these."""
    none = np.zeros(len(boxes), dtype=np.bool_)
    if len(boxes) <= settings.most_alike:
        return none
    group = groups(colours(sample(picture, boxes), boxes, np.zeros(len(boxes)))[0], np.ones(len(boxes)))
    many = group == int(np.bincount(group).argmax())
    if many.sum() <= settings.most_alike:
        return none
    usual = np.median(boxes[many, 2:], axis=0)
    return np.asarray(many | (np.abs(np.log(boxes[:, 2:] / usual)).max(axis=1) < settings.as_large))
