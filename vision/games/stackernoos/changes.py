"""What came or went without being read: the picture changed there, and the rules leave few tiles that it can be.

A tile across two others shows just what they show beside their joint, and the backs of a boneyard look alike. There the
change tells more than what is read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine.games.stackernoos import tiles
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.joints import part
from vision.games.stackernoos.occlusion import MATCH, SAME
from vision.geometry import alike, area
from vision.geometry import sides as edges
from vision.observation import corners_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.games.stackernoos.places import Place
    from engine.games.stackernoos.state import State
    from vision.games.stackernoos.grid import Grid
    from vision.geometry import Quad
    from vision.observation import Corners
    from vision.scene.memory import Change

UNTOUCHED: Final = 0.01
"""Of each end of a place more than this changes where a tile is laid, even a blank one on a blank one; …"""
END: Final = 1 / 3
"""… that is so much of it."""
LAID: Final = 0.25
"""The least share of a tile's picture that changes when another is laid there."""
SIZES: Final = 3.0
"""What changes where a tile is taken is at most so many times larger or smaller than it."""
THIN: Final = 0.5
"""What is thinner than this part of a tile's width is the edge of something that moved."""
AROUND: Final = 2.0
"""How far (of the root of a tile's area) from tiles of the run their shadows and sides may reach."""
NO_TILE: Final = 0.06
"""How likely such a change is no tile, beside one that it is, …"""
NAMELESS: Final = 0.005
"""… and how likely, where something lies that cannot be read."""

KEPT: Final = 4096
"""So many places in the picture are kept for the histories of one look."""


@dataclass(frozen=True, slots=True)
class Changes:
    """`change` is what differs since the table was last accounted for, `boxes` are round what was not read of it."""

    change: Change | None = None
    boxes: tuple[Corners, ...] = ()

    @property
    def known(self) -> bool:
        """Whether anything is known of what changed."""
        return self.change is not None and self.change.mask is not None

    def still(self, quad: Quad) -> bool:
        """Whether a place looks as it did when all was accounted for."""
        return self.change is not None and self.known and self.change.share(corners_of(quad)) < SAME

    def lies_on(self, quad: Quad) -> bool:
        """Whether no tile came to a place of one: it is still, or one of its ends is just as it was."""
        ends = (part(quad, 0.0, END), part(quad, 1.0 - END, 1.0))
        return self.still(quad) or (
            self.change is not None
            and self.known
            and min(self.change.share(corners_of(end)) for end in ends) <= UNTOUCHED
        )

    def came(self, quad: Quad) -> bool:
        """Whether so much of a place changed as by a tile that is laid."""
        return self.change is not None and self.known and self.change.share(corners_of(quad)) >= LAID

    def apart(self, run: Iterable[Quad]) -> Changes:
        """The same without the boxes that lie beside tiles of the run: what they are is told by its places."""
        quads = list(run)
        reach = AROUND * max((area(quad) for quad in quads), default=0.0) ** 0.5
        boxes = (box for box in self.boxes if all(_far(box, quad) > reach for quad in quads))
        return replace(self, boxes=tuple(boxes))

    def within(self, outline: Quad, piece: float, reach: float) -> tuple[Corners, ...]:
        """The boxes of about one piece (its area, px) whose middles lie in an outline (N, 2) or near it (px)."""
        contour = outline.astype(np.float32).reshape(-1, 1, 2)
        wide = (piece / 2) ** 0.5
        return tuple(
            box
            for box in self.boxes
            if piece / SIZES <= area(np.array(box)) <= SIZES * piece
            and min(edges(np.array(box))) >= THIN * wide
            and cv2.pointPolygonTest(contour, tuple(map(float, np.mean(box, axis=0))), True) >= -reach
        )

    def nameless(
        self, pieces: Iterable[Corners], grid: Grid, state: State, taken: Sequence[Spot]
    ) -> Iterator[tuple[Corners, dict[str, Any]]]:
        """The pieces that lie there but cannot be read, where the rules have places for tiles, as entries of a
        position. Each is any of the tiles that fit."""
        for piece in pieces:
            entry = self._entry(piece, grid, state, taken)
            if entry is not None:
                yield piece, entry | {"doubt": NAMELESS}

    def upon(self, lost: Iterable[Spot], grid: Grid, state: State, taken: Sequence[Spot]) -> Iterator[dict[str, Any]]:
        """What lies on known tiles that are `lost`, in sight and not seen any more, where the picture changed. It is
        any of the tiles that fit there. Where but one fits nothing is told: a picture that changed is no reading of
        it."""
        taken = list(taken)
        for spot in lost:
            over = [
                place
                for place in state.table.shape.places.values()
                if place.z == spot.z + 1 and Spot.of(place).overlaps(spot) and not _over(place, taken)
            ]
            place = max(over, key=lambda each: self._changed(grid, each), default=None)
            if place is not None and self._changed(grid, place) >= LAID and len(labels := _labels(place, state)) > 1:
                taken.append(Spot.of(place))
                yield {"labels": labels, "at": [place.x, place.y, place.z], "dir": place.axis, "doubt": NO_TILE}

    def _entry(self, box: Corners, grid: Grid, state: State, taken: Sequence[Spot]) -> dict[str, Any] | None:
        """What was laid where the picture changed; None where nothing was by the rules."""
        places = [place for place in state.table.shape.places.values() if not _over(place, taken)]
        best = max(places, key=lambda place: _alike(box, grid, place), default=None)
        if best is None or _alike(box, grid, best) < MATCH or self._changed(grid, best) < LAID:
            return None
        labels = _labels(best, state)
        return {"labels": labels, "at": [best.x, best.y, best.z], "dir": best.axis} if labels else None

    def _changed(self, grid: Grid, place: Place) -> float:
        """How much of a place changed, 0 … 1."""
        return 0.0 if self.change is None else self.change.share(corners_of(_quad(grid, place)))


def _far(box: Corners, quad: Quad) -> float:
    return float(np.linalg.norm(np.mean(box, axis=0) - quad.mean(axis=0)))


def _quad(grid: Grid, place: Place) -> Quad:
    return _quad_at(grid, Spot.of(place))


@lru_cache(maxsize=KEPT)
def _quad_at(grid: Grid, spot: Spot) -> Quad:
    """The quad of a spot: every history that lies on the same grid asks for the same ones."""
    quad: Quad = grid.quads([spot])[0]
    return quad


def _labels(place: Place, state: State) -> dict[str, float]:
    """The tiles that fit a place and are nowhere in sight, all alike."""
    fit = tiles.each(place.tiles & state.out_of_sight())
    halves = [(move.a, move.b) for bit in fit for move in place.moves[bit]]
    return {f"{a}-{b}": 1 / len(halves) for a, b in halves}


def _over(place: Place, taken: Sequence[Spot]) -> bool:
    """Whether a place lies over something; what lies higher may lie on a tile there."""
    return any(Spot.of(place).overlaps(spot) and spot.z <= place.z for spot in taken)


def _alike(box: Corners, grid: Grid, place: Place) -> float:
    """What a box and a place have in common, of both together."""
    return _common(box, grid, Spot.of(place))


@lru_cache(maxsize=KEPT)
def _common(box: Corners, grid: Grid, spot: Spot) -> float:
    return alike(np.array(box), _quad_at(grid, spot))
