"""Where the pieces of a picture are in space: the table's plane, the board, the columns of stones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.stones.board import BASE_HEIGHT, Board, find_board, find_mark
from vision.stones.colour import sample
from vision.stones.columns import columns, lines
from vision.stones.gauges import box, gauges
from vision.stones.order import ordered
from vision.stones.plane import fit
from vision.stones.settings import BOARD, COLUMNS, ORDER, PLANE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.stones.colour import Samples
    from vision.stones.columns import Link
    from vision.stones.plane import Floats, Plane


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The table below a picture's pieces; pieces are told by their index.

    `feet` (M, 2) are the places in mm of the base stones `bases`, `columns` the links on each of them, whose `stone`
    counts along `stones`. `heights` (N) are those of the stones' middles in mm, `scales` (N) px a mm there and `depths`
    (N) their distance from the camera in mm. `plane` is None where nothing tells the size of things.
    """

    plane: Plane | None
    board: Board | None
    bases: tuple[int, ...]
    feet: Floats
    stones: tuple[int, ...]
    boxes: Floats
    columns: tuple[tuple[Link, ...], ...]
    heights: Floats
    scales: Floats
    depths: Floats
    samples: Samples


def lay_out(kinds: Sequence[str], quads: Sequence[Quad], picture: Picture) -> Layout:
    """The layout of pieces (`base`, `stone`, `token`, `tile`, `marker`, …) with their quads in an H×W×3 picture."""
    height, width = picture.shape[:2]
    known, used = gauges(kinds, quads, PLANE)
    plane = fit(known, (width, height), PLANE)
    standing = np.array([k for k, n in enumerate(used) if kinds[n] == "base"], dtype=np.int64)
    board = find_board(known, standing, plane, BOARD) if plane is not None else None
    if board is not None:
        covers = [quad for kind, quad in zip(kinds, quads, strict=True) if kind != "base"]
        board = find_mark(picture, board, covers, BOARD)
        plane = board.plane
    return _stones(picture, kinds, quads, (plane, board), (known.pixels[standing], tuple(used[k] for k in standing)))


def _stones(
    picture: Picture,
    kinds: Sequence[str],
    quads: Sequence[Quad],
    ground: tuple[Plane | None, Board | None],
    bases: tuple[Floats, tuple[int, ...]],
) -> Layout:
    plane, board = ground
    stones = tuple(n for n, kind in enumerate(kinds) if kind == "stone")
    boxes = np.array([box(quads[n]) for n in stones]).reshape(-1, 4)
    samples = sample(picture, boxes)
    if plane is None:
        flat, nowhere = np.ones(len(stones)), np.zeros((0, 2))
        return Layout(None, None, (), nowhere, stones, boxes, (), 0 * flat, flat, -boxes[:, 1], samples)
    feet = plane.places(bases[0], np.full(len(bases[0]), BASE_HEIGHT / 2))
    told = lines(plane, boxes, feet, None if board is None else board.centre, COLUMNS)
    grown = tuple(
        ordered(column, (told.heights[:, base], told.noise[:, base]), boxes, samples, ORDER)
        for base, column in enumerate(columns(told, COLUMNS))
    )
    half = np.minimum(boxes[:, 2] / plane.scale(boxes[:, :2]) / 2, COLUMNS.largest)
    heights = COLUMNS.thickness * half
    for link in (link for column in grown for link in column):
        heights[link.stone] = link.height
    scales = plane.scale(boxes[:, :2], heights)
    slant = np.sqrt(1 + (((boxes[:, :2] - plane.middle) / plane.focal) ** 2).sum(axis=1))
    depths = plane.focal * slant / scales
    for column in grown:
        depths[[link.stone for link in column]] = np.sort(depths[[link.stone for link in column]])[::-1]
    return Layout(plane, board, bases[1], feet, stones, boxes, grown, heights, scales, depths, samples)
