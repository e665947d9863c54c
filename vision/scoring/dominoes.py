"""Dominoes read in photos whose labels a person made.

A detection matches a labelled tile if the tile's centre lies in its quad, or within 0.35 tile lengths of the quad's
centre. Labelled centres are good to about 0.1 lengths. The nearest pairs are matched first, one to one. In photos of a
single tile any detection matches, the surest first. Where the places of several tiles are not known, those that read
right are matched first. Detections on a listed face-down tile are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.geometry import centre, contains
from vision.scoring.pairs import pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.observation import Observation, Piece

NEAR: Final = 0.35
"""Of a tile's length: how far the labelled centre may lie from the centre of a quad."""


@dataclass(slots=True)
class DominoCounts:
    """Counts over some photos.

    `sure_pieces` are detections with a label, matched or not; `exact` tiles were found, read surely and read right.
    """

    photos: int = 0
    tiles: int = 0
    detections: int = 0
    sure_pieces: int = 0
    matched: int = 0
    halves: int = 0
    exact: int = 0
    sure: int = 0
    sure_wrong: int = 0
    photos_with_pieces: int = 0

    @property
    def sure_false(self) -> int:
        """Detections with a label that is not that of a tile there: wrong ones, and those on no tile at all."""
        return self.sure_pieces - self.exact

    def add(self, entry: dict[str, Any], observation: Observation) -> None:
        """Count one photo."""
        dominoes = (piece for piece in observation.pieces if piece.kind == "domino")
        pieces = [piece for piece in dominoes if not _face_down(piece, entry)]
        tiles = labelled(entry)
        self.photos += 1
        self.tiles += len(tiles)
        self.detections += len(pieces)
        self.sure_pieces += sum(piece.label is not None for piece in pieces)
        self.photos_with_pieces += bool(pieces)
        for t, p in pairs(tiles, pieces, _distance):
            right = right_halves(tiles[t]["halves"], pieces[p])
            self.matched += 1
            self.halves += right
            self.sure += pieces[p].label is not None
            self.exact += pieces[p].label is not None and right == 2
            self.sure_wrong += pieces[p].label is not None and right < 2


def labelled(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The tiles that a label lists: many with their places, one without, or those of a board and a hand without."""
    if "tiles" in entry:
        return list(entry["tiles"])
    if "board" in entry:
        return [{"halves": pair, "among": True} for pair in (*entry["board"], *entry.get("hand", ()))]
    return [{"halves": entry["halves"]}] if "halves" in entry else []


def right_halves(halves: Sequence[int], piece: Piece) -> int:
    """How many halves are right, as an unordered pair; an unsure reading counts by its best candidate."""
    label = piece.label or (piece.candidates[0].label if piece.candidates else "")
    left = [str(half) for half in halves]
    right = 0
    for half in label.split("-"):
        if half in left:
            left.remove(half)
            right += 1
    return right


def _face_down(piece: Piece, entry: dict[str, Any]) -> bool:
    return any(contains(piece.quad, back["centre"]) for back in entry.get("face_down", []))


def _distance(tile: dict[str, Any], piece: Piece) -> float | None:
    """How far the piece is from the tile in tile lengths, or None where it is no match."""
    if "centre" not in tile:
        return -piece.confidence - (right_halves(tile["halves"], piece) if tile.get("among") else 0)
    corners = piece.quad
    distance = float(np.linalg.norm(centre(corners) - np.array(tile["centre"]))) / tile["length_px"]
    return distance if distance <= NEAR or contains(corners, tile["centre"]) else None
