"""A tile across two others that is read as the two: where one ends and the next begins is found where they touched.

What lies across a joint shows beside each other what the two seem to show on their inner halves, while their outer
halves look as they looked; a tile on one of the two would have changed its outer half too. So does what lies on a tile
across a joint.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.detect import Detection
from vision.geometry import area
from vision.observation import Piece, corners_of
from vision.tables.stackernoos.faces import BACK, read_halves
from vision.tables.stackernoos.grid import Spot
from vision.tables.stackernoos.hidden import share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.stackernoos.state import State
    from vision.geometry import Quad
    from vision.memory import Change
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.read import Reader
    from vision.tables.stackernoos.faces import Halves
    from vision.tables.stackernoos.grid import Grid

CHANGED: Final = 0.1
"""At least so much of the picture of a half changes when a tile is laid on it, if either is not blank, …"""
SAME: Final = 0.06
"""… and at most so much of the half beside it, …"""
SHADED: Final = 0.25
"""… or so much of that, where shadows fall."""
MATCH: Final = 0.5
"""The least part that a piece and a tile's place have in common, of both together."""


@dataclass(frozen=True, slots=True)
class Side:
    """The half of a tile beside a joint, on which alone something came to lie: where the tile lies, whether the half is
    its upper one, the half's number, and whether it is `sure` that nothing came to lie on the other half."""

    spot: Spot
    upper: bool
    inner: int
    sure: bool

    @property
    def joint(self) -> Spot:
        """Where a tile across the joint lies."""
        return _moved(self.spot, 1 if self.upper else -1)._replace(z=self.spot.z + 1)

    @property
    def beyond(self) -> Spot:
        """Where the tile on the other side of the joint lies."""
        return _moved(self.spot, 2 if self.upper else -2)

    def denied(self, halves: Halves) -> bool:
        """Whether the one of these halves across the joint that lies here, and here alone, is another than this one."""
        return self.sure and self.inner != halves[0 if self.upper else 1]


def halves_of(quad: Quad) -> tuple[Quad, Quad]:
    """The halves of a quad that begins with the short edge of its lower half."""
    one, other = (quad[1] + quad[2]) / 2, (quad[0] + quad[3]) / 2
    return np.stack([quad[0], quad[1], one, other]), np.stack([other, one, quad[2], quad[3]])


@dataclass(frozen=True, slots=True)
class Crossing:
    """A place where something came to lie across a joint, the places of the tiles that it may have been taken for, and
    the sides of the joint."""

    spot: Spot
    below: tuple[Spot, ...]
    sides: tuple[Side, ...] = ()

    def plain(self, halves: Halves) -> bool:
        """Whether these halves, there, can only be those of another tile."""
        return not self.sides or any(side.denied(halves) for side in self.sides)


def rejoined(
    picture: Picture, observation: Observation, ground: tuple[Grid, Change], state: State, reader: Reader
) -> Observation:
    """The observation of an H×W×3 BGR picture with the tiles that lie across joints in place of the two that they were
    taken for; the `ground` is the grid, and what differs since the table was accounted for."""
    grid, change = ground
    if change.mask is None:
        return observation
    on_table = {frozenset((tile.a, tile.b)) for tile in state.table.laid}
    crossings = [*_crossings(observation, grid, state, change), *_covered(grid, state, change)]
    for crossing in crossings:
        quad: Quad = grid.quads([crossing.spot])[0]
        if _found(observation, quad) is not None:
            continue
        reading = reader.read(picture, [Detection(quad, "domino", 1.0)])[0]
        halves = None if reading.label in (None, BACK) else read_halves(str(reading.label))
        if halves is None or frozenset(halves) in on_table or not crossing.plain(halves):
            continue
        taken = [_found(observation, place) for place in grid.quads(crossing.below)]
        kept = (piece for piece in observation.pieces if not any(piece is each for each in taken))
        across = Piece("domino", reading.label, reading.confidence, corners_of(quad), 0, reading.candidates)
        observation = replace(observation, pieces=(*kept, across))
    return observation


def _crossings(observation: Observation, grid: Grid, state: State, change: Change) -> Iterator[Crossing]:
    """The joints across which something came to lie: between two tiles, or beside one beyond which a tile came just
    now, too."""
    changed = {(side.joint, side.upper): side for side in sides(grid, state, change)}
    for (joint, upper), side in changed.items():
        other = changed.get((joint, not upper))
        if other is not None and side.upper:
            yield Crossing(joint, (side.spot, other.spot), (side, other))
        elif other is None and side.spot.z == 0 and _is_new(side.beyond, observation, grid, state):
            yield Crossing(joint, (side.spot,), (side,))


def _covered(grid: Grid, state: State, change: Change) -> Iterator[Crossing]:
    """The tiles across joints on which something came to lie, and nothing beside them."""
    tops = state.table.shape.tops
    lying = {Spot(tile.x, tile.y, tile.z, tile.axis): number for number, tile in enumerate(state.table.laid)}
    for spot, number in lying.items():
        below = tuple(_moved(spot, cells)._replace(z=spot.z - 1) for cells in (-1, 1))
        if lying.keys() >= set(below) and all(tops[cell].tile == number for cell in _cells(spot)):
            (before, low), (high, after) = (_shares(each, grid, change) for each in below)
            if min(low, high) >= CHANGED and max(before, after) <= max(SAME, SHADED * min(low, high)):
                yield Crossing(spot._replace(z=spot.z + 1), below)


def sides(grid: Grid, state: State, change: Change) -> Iterator[Side]:
    """The halves on which something came to lie, as far as the picture tells."""
    tops = state.table.shape.tops
    for number, tile in enumerate(state.table.laid):
        spot = Spot(tile.x, tile.y, tile.z, tile.axis)
        free = [tops[cell].tile == number for cell in _cells(spot)]
        if not any(free):
            continue
        shares = _shares(spot, grid, change)
        for inner, outer in ((0, 1), (1, 0)):
            if free[inner] and shares[inner] >= CHANGED and shares[outer] <= max(SAME, SHADED * shares[inner]):
                # A blank on a blank changes nothing: there a tile on both halves looks as if it lay on one.
                sure = shares[outer] <= SAME and free[outer] and (tile.a, tile.b)[outer] > 0
                yield Side(spot, bool(inner), (tile.a, tile.b)[inner], sure)


def _shares(spot: Spot, grid: Grid, change: Change) -> tuple[float, float]:
    """How much of the picture of a tile's lower half, and of its upper half, has changed."""
    low, high = halves_of(grid.quads([spot])[0])
    return change.share(corners_of(low)), change.share(corners_of(high))


def _is_new(spot: Spot, observation: Observation, grid: Grid, state: State) -> bool:
    """Whether a tile is read surely where none is known to lie."""
    tops = state.table.shape.tops
    piece = None if any(cell in tops for cell in _cells(spot)) else _found(observation, grid.quads([spot])[0])
    return piece is not None and piece.label not in (None, BACK)


def _found(observation: Observation, quad: Quad) -> Piece | None:
    """The domino that lies just where a quad is."""
    for piece in observation.pieces:
        found = np.array(piece.corners)
        if piece.kind == "domino" and piece.label != BACK:
            shared = share(found, quad) * area(found)
            if shared >= MATCH * (area(found) + area(quad) - shared):
                return piece
    return None


def _cells(spot: Spot) -> tuple[tuple[float, float], tuple[float, float]]:
    """The cells that a tile lies on."""
    return (spot.x, spot.y), ((spot.x + 1, spot.y) if spot.axis == "e" else (spot.x, spot.y + 1))


def _moved(spot: Spot, cells: int) -> Spot:
    """A spot so many cells further on in its own direction."""
    return spot._replace(x=spot.x + cells) if spot.axis == "e" else spot._replace(y=spot.y + cells)
