"""What is read again where tiles are known to lie, or may come to lie: all tiles together tell where the grid lies.

The corners of a tile that touches others, or that lies on a stack, may be found wrong, and then its halves do not read.

A tile across two others may be read as the two: it shows beside each other what they seem to show on their inner
halves. Their outer halves look as they looked, where a tile on one of the two would have changed its outer half too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from engine.games.stackernoos.moves import StackedBranch
from engine.games.stackernoos.tiles import BIT
from vision.games.stackernoos.changes import is_still
from vision.games.stackernoos.faces import BLANK, read_halves, top_label
from vision.games.stackernoos.grid import Spot, laid_tiles
from vision.games.stackernoos.occlusion import lies_at
from vision.games.stackernoos.registration import AS_LAID
from vision.geometry import part, share_within
from vision.observation import BACK, Piece, corners_of
from vision.recognise.detect import Detection
from vision.scene.memory.settings import MEMORY
from vision.settings import SETTLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from engine.games.stackernoos.state import State
    from vision.arrays import Floats
    from vision.games.stackernoos.faces import Halves
    from vision.games.stackernoos.grid import Grid
    from vision.geometry import Quad
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.memory.change import Change

    Read: TypeAlias = Callable[[Iterable[Quad]], list[Piece]]

CHANGED: Final = 0.1
"""At least so much of the picture of a half changes when a tile is laid on it, if either is not blank."""
ON: Final = (1 / 2, 5 / 6)
"""The part of a tile that tells whether something lies on its further half: not its end, as what is beyond hides it."""
OFF: Final = (1 / 6, 1 / 3)
"""The part that tells whether something lies on its other half."""
SAME: Final = 0.06
"""At most so much of that changes otherwise: what is higher occludes and shades what is beside it."""


@dataclass(frozen=True, slots=True)
class ChangedHalf:
    """The half of a tile beside a joint on which alone something came to lie: across the `joint` lies its place. It is
    the `upper` half or not, and shows the number `inner`. It is `sure` that nothing lies on the other half; `much`
    tells whether much of it changed."""

    joint: Spot
    upper: bool
    inner: int
    sure: bool
    much: bool

    def shows(self, halves: Halves) -> bool:
        """Whether the one of these halves that lies here is the same as this one."""
        return self.inner == halves[0 if self.upper else 1]


def read_at(picture: Picture, reader: Reader, quads: Iterable[Quad]) -> list[Piece]:
    """What reads as a tile at some places of an H×W×3 BGR picture."""
    places = [Detection(quad, "domino", 1.0) for quad in quads]
    return [
        Piece("domino", each.label, each.confidence, corners_of(place.corners), 0, each.candidates)
        for place, each in zip(places, reader.read(picture, places), strict=True)
    ]


def read_again(observation: Observation, state: State, grid: Grid, read: Read) -> Observation:
    """The observation with what reads surely at the places of the grid. That is a tile on top of a stack as the state
    has it, or a new one where the rules have a place."""
    tops = {tile.spot: tile.label for tile in laid_tiles(state) if not tile.covered}
    places = {Spot.of(place) for place in state.table.shape.places.values()}
    spots = [*tops, *sorted(places - tops.keys())]
    tries = list(_tries(observation, spots, grid.quads(spots), tops))[: SETTLE.most_again]
    pieces = list(observation.pieces)
    taken: set[object] = set()
    # The surest first: no piece is read twice, and no place or tile belongs to two pieces.
    found = zip(tries, read(quad for _, _, quad in tries), strict=True)
    for (n, spot, _), piece in sorted(found, key=lambda pair: -pair[1].confidence):
        top, label = tops.get(spot), piece.label
        if top == BLANK and label in (None, BACK) and top_label(observation.pieces[n]) in (BACK, BLANK):
            label = BLANK
        halves = _new_halves(label, state) if top is None else read_halves(label if label == top else None)
        if halves is not None and taken.isdisjoint({n, spot, frozenset(halves)}):
            pieces[n] = replace(piece, label=label)
            taken |= {n, spot, frozenset(halves)}
    return replace(observation, pieces=tuple(pieces))


def _tries(
    observation: Observation, spots: Sequence[Spot], quads: Floats, tops: Mapping[Spot, str]
) -> Iterator[tuple[int, Spot, Quad]]:
    """Which pieces may be tiles at which spots. They were not read, or look like a back in the blank's place."""
    for n, piece in enumerate(observation.pieces):
        unread = piece.kind == "unknown" or (piece.kind == "domino" and piece.label is None)
        for spot, quad in zip(spots, quads, strict=True):
            blank = piece.label == BACK and tops.get(spot) == BLANK
            if (unread or blank) and lies_at(piece.quad, quad):
                yield n, spot, quad


def with_joint_tiles(observation: Observation, state: State, grid: Grid, change: Change, read: Read) -> Observation:
    """The observation with the tiles that lie across joints or on such tiles. `change` is what differs since the table
    was accounted for. Each is in place of those that it was taken for."""
    if change.mask is None:
        return observation
    found = [*_across(observation, state, grid, change, read), *_on_tops(observation, state, grid, change, read)]
    # What they were taken for may be found beside them.
    kept = (
        piece
        for piece in observation.pieces
        if not any(piece is made or _reaches_into(quad, piece) for made, quad in found)
    )
    return replace(observation, pieces=(*kept, *(piece for piece, _ in found)))


def _reaches_into(quad: Quad, piece: Piece) -> bool:
    """Whether a piece is a domino face up, a good part of which lies within a quad."""
    return piece.kind == "domino" and piece.label != BACK and share_within(piece.quad, quad) >= MEMORY.covered


def _across(
    observation: Observation, state: State, grid: Grid, change: Change, read: Read
) -> Iterator[tuple[Piece, Quad]]:
    """What lies across joints in a picture, and its place, whether or not it was taken for two tiles."""
    for sides in _crossings(state, grid, change):
        quad: Quad = grid.quads([sides[0].joint])[0]
        piece = _found(observation, quad) or read([quad])[0]
        halves = _new_halves(piece.label, state)
        if halves is not None and _is_certain(sides, halves):
            yield piece, quad


def _new_halves(label: str | None, state: State) -> Halves | None:
    """The halves of a label, if it is no tile that lies on the table."""
    halves = read_halves(label)
    return None if halves is None or BIT[halves[0]][halves[1]] & state.table.shape.tiles else halves


def _on_tops(
    observation: Observation, state: State, grid: Grid, change: Change, read: Read
) -> Iterator[tuple[Piece, Quad]]:
    """What lies on tiles of a stack, and its place, whose halves were taken for halves of what is beside it."""
    tops = [each for each in laid_tiles(state) if each.spot.z and not each.covered]
    for tile in tops[-SETTLE.most_again :]:
        quads = grid.quads([tile.spot, tile.spot.up()])
        split = any(_reaches_into(quads[1], piece) for piece in observation.pieces)
        if is_still(change, quads[0]) or not split or any(_found(observation, quad) for quad in quads):
            continue
        below, piece = read(quads)
        if _new_halves(top_label(piece), state) and piece.confidence >= AS_LAID and top_label(below) != tile.label:
            yield piece, quads[1]


def _is_certain(sides: Sequence[ChangedHalf], halves: Halves) -> bool:
    """Whether these halves can only be those of a tile across a joint of which these sides changed, or on one there."""
    if len(sides) == 1:
        # What lies on both halves and looks like both would be the same tile again.
        return sides[0].sure or sides[0].shows(halves)
    same = all(side.much and side.shows(halves) for side in sides)
    # A side on which alone the tile would lie shows another half than the one that would lie there.
    denied = any(side.sure and not side.shows(halves) for side in sides)
    return denied or (same and any(side.sure for side in sides))


def _crossings(state: State, grid: Grid, change: Change) -> Iterator[tuple[ChangedHalf, ...]]:
    """The changed sides of joints between two tiles, or beside a root on which a stacked branch may begin."""
    places = state.table.shape.places.values()
    branches = {Spot.of(each) for each in places if each.kind is StackedBranch}
    changed = {(side.joint, side.upper): side for side in _changed_halves(state, grid, change)}
    for (joint, upper), side in changed.items():
        other = changed.get((joint, not upper))
        if other is not None and side.upper:
            yield side, other
        elif other is None and joint in branches:
            yield (side,)


def _changed_halves(state: State, grid: Grid, change: Change) -> Iterator[ChangedHalf]:
    """The halves on which something came to lie, as far as the picture tells."""
    tops = state.table.shape.tops
    for number, tile in enumerate(state.table.laid):
        spot = Spot.of(tile)
        quad: Quad = grid.quads([spot])[0]
        shown = [tops[cell] for cell in spot.cells]
        for inner, outer in ((0, 1), (1, 0)):
            # Shares of the tile's length are counted from its outer end.
            outwards = quad if inner else np.roll(quad, 2, axis=0)
            on, off = (change.share(part(outwards, *each)) for each in (ON, OFF))
            if shown[inner].tile == number and on >= CHANGED and off <= SAME:
                # A blank on a blank changes nothing: there a tile on both halves looks as if it lay on one. What covers
                # the other half tells as well that nothing came there.
                sure = shown[outer].n > 0
                # The middle bar comes where the joint was, the ends where the bars were.
                joint = Spot.at(spot.centre + spot.ahead * (1 if inner else -1), spot.z + 1, spot.axis)
                yield ChangedHalf(joint, bool(inner), (tile.a, tile.b)[inner], sure, on >= MEMORY.came)


def _found(observation: Observation, quad: Quad) -> Piece | None:
    """The domino that lies just where a quad is."""
    face_up = (piece for piece in observation.pieces if piece.kind == "domino" and piece.label != BACK)
    return next((piece for piece in face_up if lies_at(piece.quad, quad)), None)
