"""The board in a picture: where its stacks are, and where on it something lies.

Places are mm from the board's middle, with the first base at (0, 99): the same wherever the camera stands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import through
from vision.observation import BACK
from vision.recognise.stones.board import BASE_HEIGHT, PLACES, RING, STEP, find_board
from vision.recognise.stones.gauges import box, gauges
from vision.recognise.stones.paper import markers_among, plane_below
from vision.recognise.stones.plane import fit, turned
from vision.recognise.stones.settings import STACKS

if TYPE_CHECKING:
    from vision.observation import Observation, Piece
    from vision.recognise.stones.board import Board
    from vision.recognise.stones.plane import Floats

BASE: Final = "base"
FIVE: Final = "five"
STEADY: Final = 5.0
"""The board has moved in the picture if its bases are farther than this from where they were, px."""
REACHES: Final = {"token": STACKS.token_reach, "marker": STACKS.marker_reach}
"""How far (mm) from the board's middle what lies beside a stack, or points at it, lies."""
FEET: Final = RING * np.array([(np.cos(angle), np.sin(angle)) for angle in np.pi / 2 - STEP * np.arange(PLACES)])
"""Where the middles of the stacks' bases are (6, 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPose:
    """A board of which the place `first` has the mark, as it lay before a `motion` (3×3) of the camera."""

    board: Board
    first: int
    motion: Floats = field(default_factory=lambda: np.eye(3))

    def moved(self, motion: Floats) -> BoardPose:
        """The same after the camera moved on: `motion` (3×3) maps the pixels of before to those of now."""
        return replace(self, motion=motion @ self.motion)

    def at(self, pixels: Floats) -> Floats:
        """Places (N, 2) of pixels (N, 2) on the table."""
        return turned(self.board.plane.places(pixels) - self.board.centre, self._turn)

    def pixels(self, places: Floats) -> Floats:
        """The pixels (N, 2) of places (N, 2) on the table: the other way round."""
        return self.board.plane.project(turned(places, -self._turn) + self.board.centre)

    @property
    def _turn(self) -> float:
        """What turns places of the plane into those of the board (radians)."""
        return np.pi / 2 - (self.board.turn - STEP * self.first)

    def bases(self) -> Floats:
        """The pixels (6, 2) of the bases, that of stack 0 first."""
        places = np.roll(self.board.places(), -self.first, axis=0)
        return self.board.plane.project(places, BASE_HEIGHT / 2)

    def bases_now(self) -> Floats:
        """The pixels (6, 2) to which the camera's motion has taken the bases."""
        return through(self.motion, self.bases())

    @property
    def down(self) -> float:
        """The direction (radians) on the board that is down in the picture."""
        middle = self.board.plane.project(self.board.centre[None])[0]
        one, two = self.at(np.array([middle, middle + np.array([0.0, 10.0])]))
        return float(np.arctan2(*(two - one)[::-1]))


def stack_at(place: Floats, kind: str) -> int | None:
    """The stack beside which a piece of a kind lies at a place: that of its bearing from the middle. None elsewhere."""
    nearest, farthest = REACHES.get(kind, (np.inf, np.inf))
    if not nearest <= float(np.hypot(*place)) <= farthest:
        return None
    return round((np.pi / 2 - float(np.arctan2(place[1], place[0]))) / STEP) % PLACES


def find_board_pose(observation: Observation, known: BoardPose | None = None) -> BoardPose | None:
    """The board; `known` is where it was when it was last seen. None where it is not in view."""
    pieces = observation.pieces
    seen = np.array([box(p.quad)[:2] for p in pieces if p.label == BASE]).reshape(-1, 2)
    if known is not None and _stands(known, seen):
        return replace(known, motion=np.eye(3)) if len(seen) else known
    kinds = [_gauge_of(piece) for piece in pieces]
    used_gauges, used = gauges(kinds, [piece.quad for piece in pieces])
    plane = fit(used_gauges, (observation.width, observation.height))
    exact = plane_below(used_gauges, markers_among(pieces), plane)
    plane = plane if exact is None else exact
    standing = np.array([k for k, n in enumerate(used) if kinds[n] == BASE], dtype=np.int64)
    board = None if plane is None else find_board(used_gauges, standing, plane, exact=exact is not None)
    if board is None:
        return None
    numbers = {place: pieces[used[k]].stack for place, k in enumerate(board.bases) if k >= 0}
    votes = Counter((place - number) % PLACES for place, number in numbers.items() if number is not None)
    if votes:
        return BoardPose(board, votes.most_common(1)[0][0])
    # Where nothing is numbered, the mark is nearest to where it was.
    return None if known is None else BoardPose(board, board.nearest(tuple(known.bases_now()[0])))


def _stands(known: BoardPose, seen: Floats) -> bool:
    """Whether the bases that are seen stand where they stood; without any, whether the camera has hardly moved."""
    there = seen if len(seen) else known.bases_now()
    apart = np.linalg.norm(there[:, None] - known.bases()[None], axis=2).min(axis=1)
    return bool(np.median(apart) < STEADY)


def _gauge_of(piece: Piece) -> str:
    """What gives the scale: bases, tokens and tiles have known sizes."""
    if piece.label == BASE:
        return BASE
    if piece.kind == "tile" and piece.label == BACK:
        return "tile_back"
    return "other" if piece.label == FIVE else piece.kind
