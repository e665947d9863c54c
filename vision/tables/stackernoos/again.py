"""What could not be read where it was found is read again where tiles are known to lie.

The corners of a tile that touches others, or that lies on a stack, may be found wrong, and then its halves do not read;
but where the grid lies is told by all tiles together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.detect import Detection
from vision.geometry import area
from vision.observation import Piece, corners_of
from vision.tables.stackernoos.faces import BACK, read_halves
from vision.tables.stackernoos.grid import Spot
from vision.tables.stackernoos.hidden import share
from vision.tables.stackernoos.known import known_tiles

if TYPE_CHECKING:
    from engine.games.stackernoos.state import State
    from vision.geometry import Quad
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.read import Reader, Reading
    from vision.tables.stackernoos.grid import Grid

MATCH: Final = 0.5
"""The least part that a piece and a tile's place have in common, of both together."""
MOST: Final = 24
"""So many places are read at most."""


def read_again(picture: Picture, observation: Observation, grid: Grid, state: State, reader: Reader) -> Observation:
    """The observation of an H×W×3 BGR picture with what reads surely at the places of the grid: a tile that lies on top
    of a stack as the state has it, or one that is new where the rules have a place for it."""
    unread = [n for n, piece in enumerate(observation.pieces) if _is_unread(piece)]
    if not unread:
        return observation
    known = known_tiles(state)
    on_table = {frozenset(tile.label.split("-")) for tile in known}
    tops = {tile.spot: tile.label for tile in known if not tile.covered}
    places = {Spot(place.x, place.y, place.z, place.axis) for place in state.table.shape.places.values()}
    spots = [*tops, *sorted(places - tops.keys())]
    quads = grid.quads(spots)
    found = [np.array(observation.pieces[n].corners) for n in unread]
    pairs = [(n, k) for n, each in zip(unread, found, strict=True) for k in range(len(spots)) if _fits(each, quads[k])]
    readings = reader.read(picture, [Detection(quads[k], "domino", 1.0) for _, k in pairs[:MOST]])
    pieces = list(observation.pieces)
    taken: set[object] = set()
    # The surest first: no piece is read twice, and no place or tile belongs to two pieces.
    for (n, k), reading in sorted(zip(pairs, readings, strict=False), key=lambda each: -each[1].confidence):
        label = reading.label
        if label is None or read_halves(label) is None:
            continue
        name = frozenset(label.split("-"))
        lies = label == tops[spots[k]] if spots[k] in tops else name not in on_table
        if lies and taken.isdisjoint({n, spots[k], name}):
            pieces[n] = _piece(quads[k], reading)
            taken |= {n, spots[k], name}
    return replace(observation, pieces=tuple(pieces))


def _is_unread(piece: Piece) -> bool:
    """Whether a piece may be a tile whose face was not read."""
    is_back = bool(piece.candidates) and piece.candidates[0].label == BACK
    return piece.kind == "unknown" or (piece.kind == "domino" and piece.label is None and not is_back)


def _fits(found: Quad, quad: Quad) -> bool:
    shared = share(found, quad) * area(found)
    return shared >= MATCH * (area(found) + area(quad) - shared)


def _piece(quad: Quad, reading: Reading) -> Piece:
    return Piece("domino", reading.label, reading.confidence, corners_of(quad), 0, reading.candidates)
