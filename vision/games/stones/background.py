"""Where the picture of the board is as it was when the table was last accounted for: there nothing has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stones.board_pose import foot, stack_at
from vision.games.stones.settings import TABLE
from vision.observation import corners_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stones.board_pieces import BoardPiece, Box
    from vision.games.stones.board_pose import BoardPose
    from vision.recognise.stones.plane import Floats
    from vision.scene.memory.change import Change

CORNERS: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def came(change: Change, found: BoardPiece) -> float:
    """How likely a piece that is found where none was known has come since: not where the picture is the same."""
    left, top, right, bottom = found.box
    box = ((left, top), (right, top), (right, bottom), (left, bottom))
    return 1.0 if change.share(box) >= TABLE.changed else TABLE.turned_up


def bare(change: Change, pose: BoardPose, stack: int, over: Sequence[Box]) -> bool:
    """Whether surely no token was laid beside a stack. The picture is the same wherever one may lie, and all of that
    is in view. Only what the pieces in the boxes `over` occlude may not be."""
    if change.mask is None:
        return False
    height, width = np.array(change.mask.shape) * change.scale
    quads = [pose.pixels(place + CORNERS * TABLE.token / 2) for place in beside(stack)]
    middles = [quad.mean(axis=0) for quad in quads]
    if not all(_within(middle, (0.0, 0.0, width, height)) for middle in middles):
        return False
    lying = zip(quads, middles, strict=True)
    open_ = (quad for quad, middle in lying if not any(_within(middle, box) for box in over))
    return all(change.share(corners_of(quad)) < TABLE.laid for quad in open_)


def beside(stack: int) -> list[Floats]:
    """The places (mm on the board) where the middle of a token may be that lies beside a stack."""
    high = TABLE.token_reach[1]
    across = np.arange(-high, high + 1, TABLE.token / 2)
    places = (np.array([x, y]) for x in across for y in across)
    return [
        place
        for place in places
        if stack_at(place, TABLE.token_reach) == stack and np.hypot(*(place - foot(stack))) >= TABLE.beside
    ]


def _within(at: Floats, box: Box) -> bool:
    return bool(box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3])
