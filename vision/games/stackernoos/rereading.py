"""What could not be read where it was found is read again where tiles are known to lie.

The corners of a tile that touches others, or that lies on a stack, may be found wrong, and then its halves do not read.
Where the grid lies is told by all tiles together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stackernoos.faces import BLANK, read_halves, top_label
from vision.games.stackernoos.grid import Spot, known_tiles
from vision.games.stackernoos.occlusion import lies_at
from vision.observation import BACK, Piece, corners_of
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.games.stackernoos.state import State
    from vision.games.stackernoos.grid import Grid
    from vision.geometry import Quad
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.plane.camera import Floats

MOST: Final = 24
"""So many places are read at most."""


def read_again(picture: Picture, observation: Observation, grid: Grid, state: State, reader: Reader) -> Observation:
    """The observation of an H×W×3 BGR picture with what reads surely at the places of the grid. That is a tile on top
    of a stack as the state has it, or a new one where the rules have a place."""
    known = known_tiles(state)
    on_table = {frozenset(tile.halves) for tile in known}
    tops = {tile.spot: tile.label for tile in known if not tile.covered}
    places = {Spot.of(place) for place in state.table.shape.places.values()}
    spots = [*tops, *sorted(places - tops.keys())]
    tries = list(_tries(observation, spots, grid.quads(spots), tops))[:MOST]
    if not tries:
        return observation
    readings = reader.read(picture, [Detection(quad, "domino", 1.0) for _, _, quad in tries])
    pieces = list(observation.pieces)
    taken: set[object] = set()
    # The surest first: no piece is read twice, and no place or tile belongs to two pieces.
    for (n, spot, quad), reading in sorted(zip(tries, readings, strict=True), key=lambda pair: -pair[1].confidence):
        top, label = tops.get(spot), reading.label
        if top == BLANK and label in (None, BACK) and top_label(observation.pieces[n]) in (BACK, BLANK):
            label = BLANK
        halves = None if label is None else read_halves(label)
        if label is None or halves is None:
            continue
        name = frozenset(halves)
        lies = name not in on_table if top is None else label == top
        if lies and taken.isdisjoint({n, spot, name}):
            pieces[n] = Piece("domino", label, reading.confidence, corners_of(quad), 0, reading.candidates)
            taken |= {n, spot, name}
    return replace(observation, pieces=tuple(pieces))


def _tries(
    observation: Observation, spots: Sequence[Spot], quads: Floats, tops: Mapping[Spot, str]
) -> Iterator[tuple[int, Spot, Quad]]:
    """Which pieces may be tiles at which spots. They were not read, or look like a back in the blank's place."""
    for n, piece in enumerate(observation.pieces):
        unread = piece.kind == "unknown" or (piece.kind == "domino" and piece.label is None)
        for spot, quad in zip(spots, quads, strict=True):
            blank = piece.label == BACK and tops.get(spot) == BLANK
            if (unread or blank) and lies_at(np.array(piece.corners), quad):
                yield n, spot, quad
