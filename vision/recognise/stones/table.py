"""Where the pieces of a picture are in space: the table's plane, the board, the columns of stones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.board import BASE_HEIGHT, PLACES, Board, find_board, find_mark
from vision.recognise.stones.cloth import without_print
from vision.recognise.stones.colour import sample
from vision.recognise.stones.columns import columns, lines
from vision.recognise.stones.doubts import OTHER, sorted_out, strays
from vision.recognise.stones.gauges import box, gauges
from vision.recognise.stones.order import ordered
from vision.recognise.stones.paper import markers_in, on_markers, plane_below
from vision.recognise.stones.plane import fit
from vision.recognise.stones.settings import BOARD, COLUMNS, ORDER, PLANE
from vision.recognise.stones.white import white_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.colour import Samples
    from vision.recognise.stones.columns import Link
    from vision.recognise.stones.plane import Floats, Plane


@dataclass(frozen=True, slots=True)
class Column:
    """What stands on one base. There is the base's piece, -1 where none is detected on a place of the board, and that
    `place`. Then the stack's number clockwise from the board's mark, None where that is not known. Then the stones from
    below upward."""

    base: int
    place: int | None
    stack: int | None
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The table below a picture's pieces; pieces are told by their index.

    `stones` (N) are the pieces that are stones, with their upright `boxes` (N, 4); a link's `stone` counts along them.
    `heights` (N) are those of the stones' middles in mm, `scales` (N) px a mm there, `depths` (N) their distances from
    the camera in mm. `plane` is None where nothing tells the size of things. `kinds` are those of all pieces, `other`
    for what is none after all. `markers` are those of a mat below it all, corners by id. `printed` are the pieces that
    are no more than these, each with its id. `white` (2) is the picture's, as `vision.recognise.stones.white` has it.
    """

    plane: Plane | None
    board: Board | None
    columns: tuple[Column, ...]
    stones: tuple[int, ...]
    boxes: Floats
    heights: Floats
    scales: Floats
    depths: Floats
    samples: Samples
    markers: Mapping[int, Quad] = field(default_factory=dict)
    printed: Mapping[int, int] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    white: Floats = field(default_factory=lambda: np.zeros(2))

    @property
    def loose(self) -> list[int]:
        """Those along the stones that stand on no base; none where no board tells what stands."""
        if self.board is None:
            return []
        standing = {link.stone for column in self.columns for link in column.links}
        return [stone for stone in range(len(self.stones)) if stone not in standing]


def lay_out(kinds: Sequence[str], quads: Sequence[Quad], picture: Picture) -> Layout:
    """The layout of pieces (`base`, `stone`, `token`, `tile`, …) with their quads in an H×W×3 BGR picture."""
    markers = markers_in(picture)
    printed = {n: number for n, number in on_markers(quads, markers).items() if kinds[n] != "hand"}
    kinds = without_print([OTHER if n in printed else kind for n, kind in enumerate(kinds)], quads, picture)
    laid = _settled(sorted_out(kinds, quads, picture), quads, picture, markers)
    white = white_of(picture, (quad for kind, quad in zip(laid.kinds, quads, strict=True) if kind == "tile"))
    return replace(laid, markers=markers, printed=printed, white=white)


def relaid(layout: Layout, kinds: Sequence[str], quads: Sequence[Quad], picture: Picture) -> Layout:
    """The layout of the same pieces with other kinds, which are not doubted again."""
    laid = _settled(kinds, quads, picture, layout.markers)
    return replace(laid, markers=layout.markers, printed=layout.printed, white=layout.white)


def _settled(kinds: Sequence[str], quads: Sequence[Quad], picture: Picture, markers: Mapping[int, Quad]) -> Layout:
    """A layout, with another kind for bases that stand nowhere on the board."""
    layout = _laid_out(kinds, quads, picture, markers)
    if layout.board is not None:
        standing = [column.base for column in layout.columns if column.base >= 0 and column.place is not None]
        wrong = strays(picture, kinds, quads, standing)
        if wrong:
            kinds = [wrong.get(n, kind) for n, kind in enumerate(kinds)]
            layout = _laid_out(kinds, quads, picture, markers)
    return replace(layout, kinds=tuple(kinds))


def _laid_out(kinds: Sequence[str], quads: Sequence[Quad], picture: Picture, markers: Mapping[int, Quad]) -> Layout:
    height, width = picture.shape[:2]
    stones = tuple(n for n, kind in enumerate(kinds) if kind == "stone")
    boxes = np.array([box(quads[n]) for n in stones]).reshape(-1, 4)
    samples = sample(picture, boxes)
    known, used = gauges(kinds, quads, PLANE)
    plane = fit(known, (width, height), PLANE)
    if plane is None:
        one = np.ones(len(stones))
        return Layout(None, None, (), stones, boxes, 0 * one, one, -boxes[:, 1], samples)
    exact = plane_below(known, markers, plane)
    plane = plane if exact is None else exact
    standing = np.array([k for k, n in enumerate(used) if kinds[n] == "base"], dtype=np.int64)
    board = find_board(known, standing, plane, BOARD, exact=exact is not None)
    if board is not None:
        covers = [quad for kind, quad in zip(kinds, quads, strict=True) if kind != "base"]
        board = find_mark(picture, board, covers, BOARD)
        plane = board.plane
    feet = plane.places(known.pixels[standing], np.full(len(standing), BASE_HEIGHT / 2))
    bases = [(used[k], None if board is None or k not in board.bases else board.bases.index(k)) for k in standing]
    if board is not None:
        unseen = [place for place in range(PLACES) if board.bases[place] < 0]
        feet = np.concatenate([feet, board.places()[unseen]])
        bases += [(-1, place) for place in unseen]
    measured = lines(plane, boxes, feet, None if board is None else board.centre, COLUMNS)
    grown = columns(measured, COLUMNS)
    stacks = tuple(
        Column(
            base,
            place,
            None if board is None or place is None else board.number(place),
            ordered(links, (measured.heights[:, n], measured.noise[:, n]), boxes, samples, ORDER),
        )
        for n, ((base, place), links) in enumerate(zip(bases, grown, strict=True))
    )
    return _in_space(plane, board, stacks, (stones, boxes, samples))


def _in_space(
    plane: Plane, board: Board | None, stacks: tuple[Column, ...], seen: tuple[tuple[int, ...], Floats, Samples]
) -> Layout:
    """How high and how far away every stone is: those in columns where they stand, others on the table."""
    stones, boxes, samples = seen
    half = np.minimum(boxes[:, 2] / plane.scale(boxes[:, :2]) / 2, COLUMNS.largest)
    heights = COLUMNS.thickness * half
    for link in (link for column in stacks for link in column.links):
        heights[link.stone] = link.height
    scales = plane.scale(boxes[:, :2], heights)
    slant = np.sqrt(1 + (((boxes[:, :2] - plane.middle) / plane.focal) ** 2).sum(axis=1))
    depths = plane.focal * slant / scales
    for column in stacks:
        one = [link.stone for link in column.links]
        depths[one] = np.sort(depths[one])[::-1]
    return Layout(plane, board, stacks, stones, boxes, heights, scales, depths, samples)
