"""What could not be read where it was found is read again where tiles are known to lie.

The corners of a tile that touches others, or that lies on a stack, may be found wrong, and then its halves do not read.
Where the grid lies is told by all tiles together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stackernoos.places import fits
from vision.games.stackernoos.faces import BACK, BLANK, read_halves, top_label
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.known import known_tiles
from vision.games.stackernoos.occlusion import lies_at, share
from vision.observation import Piece, corners_of
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stackernoos.state import State
    from vision.games.stackernoos.grid import Grid
    from vision.geometry import Quad
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader, Reading

MOST: Final = 24
"""So many places are read at most."""
HALF: Final = (0.2, 0.8)
"""At least and at most so much of a tile lies under one across it, which shows what the hidden half does."""


@dataclass(frozen=True, slots=True, eq=False)
class Try:
    """A place where to read: that of a piece by its number or, where none was found, of a tile that is half hidden."""

    piece: int | Spot
    spot: Spot
    quad: Quad
    hidden: bool = False


def read_again(picture: Picture, observation: Observation, grid: Grid, state: State, reader: Reader) -> Observation:
    """The observation of an H×W×3 BGR picture with what reads surely at the places of the grid. That is a tile on top
    of a stack as the state has it, or a new one where the rules have a place. Half of a new one may lie under another,
    so that no piece was found there."""
    known = known_tiles(state)
    on_table = {frozenset(tile.label.split("-")) for tile in known}
    tops = {tile.spot: tile.label for tile in known if not tile.covered}
    places = {Spot.of(place): place for place in state.table.shape.places.values()}
    spots = [*tops, *sorted(places.keys() - tops.keys())]
    blanks = [k for k, label in enumerate(tops.values()) if label == BLANK]
    tries = _tries(observation, spots, list(grid.quads(spots)), blanks, new=len(tops))[:MOST]
    if not tries:
        return observation
    readings = reader.read(picture, [Detection(each.quad, "domino", 1.0) for each in tries])
    found: dict[int | Spot, Piece] = {}
    taken: set[object] = set()
    # The surest first: no piece is read twice, and no place or tile belongs to two pieces.
    for each, reading in sorted(zip(tries, readings, strict=True), key=lambda pair: -pair[1].confidence):
        bare = isinstance(each.piece, int) and top_label(observation.pieces[each.piece]) in (BACK, BLANK)
        blank = bare and tops.get(each.spot) == BLANK
        label = BLANK if reading.label in (None, BACK) and blank else reading.label
        halves = None if label is None else read_halves(label)
        if halves is None:
            continue
        name, top, place = frozenset(map(str, halves)), tops.get(each.spot), places.get(each.spot)
        lies = name not in on_table if top is None else label == top
        if each.hidden and place is not None:
            lies = lies and fits(place.need, place.a, place.b, *halves)
        if lies and taken.isdisjoint({each.piece, each.spot, name}):
            found[each.piece] = _piece(each.quad, replace(reading, label=label))
            taken |= {each.piece, each.spot, name}
    kept = [found.pop(n, piece) for n, piece in enumerate(observation.pieces)]
    return replace(observation, pieces=(*kept, *found.values()))


def _tries(
    observation: Observation, spots: Sequence[Spot], quads: Sequence[Quad], blanks: Sequence[int], new: int
) -> list[Try]:
    """What may be read where: pieces that were not read, and what looks like a back in the place of the double blank
    (`blanks`). Then tiles of which half is hidden, at the places that are `new` on the table, from that number on."""
    found = {n: np.array(piece.corners) for n, piece in enumerate(observation.pieces) if piece.kind != "hand"}
    unread = [n for n in found if _is_unread(observation.pieces[n])]
    read = [quad for n, quad in found.items() if n not in unread and observation.pieces[n].label != BACK]
    again = [Try(n, spots[k], quads[k]) for n in unread for k in range(len(spots)) if lies_at(found[n], quads[k])]
    backs = [n for n in found if observation.pieces[n].label == BACK]
    again += [Try(n, spots[k], quads[k]) for k in blanks for n in backs if lies_at(found[n], quads[k])]
    ground = [k for k in range(new, len(spots)) if spots[k].z == 0 and _is_half_hidden(quads[k], read)]
    return again + [Try(spots[k], spots[k], quads[k], hidden=True) for k in ground]


def _is_unread(piece: Piece) -> bool:
    """Whether a piece may be a tile whose face was not read."""
    return piece.kind == "unknown" or (piece.kind == "domino" and piece.label is None)


def _is_half_hidden(quad: Quad, read: Sequence[Quad]) -> bool:
    """Whether a part of what may lie at a place is under a tile that was read, and no such tile lies there itself."""
    shares = [share(quad, each) for each in read]
    return HALF[0] <= max(shares, default=0.0) <= HALF[1] and not any(lies_at(each, quad) for each in read)


def _piece(quad: Quad, reading: Reading) -> Piece:
    return Piece("domino", reading.label, reading.confidence, corners_of(quad), 0, reading.candidates)
