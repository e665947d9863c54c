"""The pieces of an observation on the board: what each may be, where it lies, and which stack it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stones.tile import SIZES
from vision.games.stones.board_pose import BASE, FIVE, stack_at
from vision.games.stones.model.likelihood import MISREAD
from vision.games.stones.model.reading import RATHER
from vision.observation import BACK
from vision.recognise.stones.columns import columns, lines
from vision.recognise.stones.gauges import box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.games.stones.board_pose import BoardPose
    from vision.geometry import Quad
    from vision.observation import Observation, Piece
    from vision.recognise.stones.plane import Floats

COLOURS: Final = ("red", "blue", "green", "yellow")
"""The colours of the seats, in their order."""
GOLD: Final = "token:gold"
LABELS: Final = {"stone": SIZES, "token": (*(f"token:{colour}" for colour in COLOURS), GOLD, FIVE)}
BASE_REACH: Final = 0.3
"""What is called a base is one if it is within so much of its width of a base's place."""
CORNERS: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""Those of an upright box, from its middle in halves of its size."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPiece:
    """A piece as seen: its index in the observation, its place on the board (mm; as if it lay on the table), its box.
    The box is upright, in pixels. `chances` are those of its labels. `stack` is the one that it stands on or lies
    beside, or points at. `position` counts the stones of a stack from 1."""

    index: int
    kind: str
    chances: Mapping[str, float]
    sure: bool
    at: Floats
    box: Quad
    stack: int | None
    position: int | None = None

    @property
    def label(self) -> str | None:
        """The likeliest label; None where nobody can tell."""
        return max(self.chances, key=self.chances.__getitem__) if self.chances else None

    @property
    def tile(self) -> str | None:
        """The label of a tile that lies face up and rather bears it; None of anything else."""
        label = self.label if self.kind == "tile" else None
        return None if label in {None, BACK} or self.chances[str(label)] < RATHER else label

    @property
    def labels(self) -> dict[str, float]:
        """The likelihoods of what it may show, if it lies face up."""
        return {label: chance for label, chance in self.chances.items() if label != BACK}

    @property
    def size(self) -> Floats:
        """How wide and high the box is (2)."""
        return np.asarray(self.box[2] - self.box[0])


def board_pieces(observation: Observation, pose: BoardPose) -> list[BoardPiece]:
    """The pieces of the game but its bases, in the order of the observation."""
    pieces = observation.pieces
    bases = _bases(pieces, pose)
    kept = [n for n, p in enumerate(pieces) if p.kind in {"stone", "token", "tile", "marker"} and n not in bases]
    boxes = np.array([box(pieces[n].quad) for n in kept]).reshape(-1, 4)
    middles = np.array([pieces[n].quad.mean(axis=0) for n in kept]).reshape(-1, 2)
    places = pose.at(middles)
    standing = _standing(pieces, kept, boxes, pose)
    found = []
    for n, place, each in zip(kept, places, boxes, strict=True):
        piece, outline = pieces[n], upright(each[:2], each[2:])
        stack = standing.get(n) if piece.kind == "stone" else stack_at(place, piece.kind)
        sure = piece.label not in {None, BASE}
        found.append(BoardPiece(n, piece.kind, _chances(piece), sure, place, outline, stack, piece.position))
    return found


def _bases(pieces: Sequence[Piece], pose: BoardPose) -> set[int]:
    """The pieces that are bases: of those called so, the one next to each base place. Others are stones."""
    called = [n for n, piece in enumerate(pieces) if piece.label == BASE]
    if not called:
        return set()
    boxes = np.array([box(pieces[n].quad) for n in called])
    feet = pose.bases()
    apart = np.linalg.norm(boxes[:, None, :2] - feet[None], axis=2)
    near = apart < BASE_REACH * boxes[:, None, 2]
    return {called[int(apart[:, place].argmin())] for place in range(len(feet)) if near[:, place].any()}


def covers(observation: Observation) -> list[Quad]:
    """The boxes of hands, which may occlude pieces."""
    hands = (box(piece.quad) for piece in observation.pieces if piece.kind == "hand")
    return [upright(each[:2], each[2:]) for each in hands]


def upright(middle: Floats, size: Floats) -> Quad:
    """The corners of a box with this middle (2) and size (2)."""
    corners: Quad = middle + CORNERS * size / 2
    return corners


def _standing(pieces: Sequence[Piece], kept: Sequence[int], boxes: Floats, pose: BoardPose) -> dict[int, int]:
    """The stacks of stones, as the reader tells them; where it could number none, by where they are seen."""
    stones = [k for k, n in enumerate(kept) if pieces[n].kind == "stone"]
    if not stones:
        return {}
    if any(piece.stack is not None for piece in pieces):
        return {kept[k]: stack for k in stones if (stack := pieces[kept[k]].stack) is not None}
    board = pose.board
    grown = columns(lines(board.plane, boxes[stones], board.places(), board.centre))
    return {
        kept[stones[link.stone]]: (place - pose.first) % len(grown)
        for place, links in enumerate(grown)
        for link in links
    }


def _chances(piece: Piece) -> dict[str, float]:
    """The labels that a piece may bear: nearly sure of its label, else as its candidates say."""
    labels = LABELS.get(piece.kind, ())
    if piece.label == BASE:
        return dict.fromkeys(labels, 1 / len(labels))
    if piece.label is not None:
        return dict.fromkeys(labels, MISREAD / max(len(labels) - 1, 1)) | {piece.label: 1 - MISREAD}
    candidates = {each.label: each.confidence for each in piece.candidates}
    missing = [label for label in labels if label not in candidates]
    rest = (1 - sum(candidates.values())) / max(len(missing), 1)
    return dict.fromkeys(missing, max(rest, MISREAD)) | candidates
