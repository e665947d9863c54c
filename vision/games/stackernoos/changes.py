"""Where the picture changed since the table was accounted for, and where it is as it was.

The backs of a boneyard look alike. There the change tells more than what is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.geometry import part
from vision.scene.memory.settings import MEMORY

if TYPE_CHECKING:
    from vision.geometry import Quad
    from vision.scene.memory.change import Change

UNTOUCHED: Final = 0.01
"""Of each end of a place more than this changes where a tile is laid, even a blank one on a blank one; …"""
END: Final = 1 / 3
"""… that is so much of it."""


def is_still(change: Change, quad: Quad) -> bool:
    """Whether a place looks as it did when all was accounted for."""
    return change.share(quad) < MEMORY.same


def lies_on(change: Change, quad: Quad, alike: tuple[bool, bool] = (False, False)) -> bool:
    """Whether no tile came to a place of one: it is still, or one of its ends is just as it was. An end that is `alike`
    shows what lay there: one that is laid on it may leave it as it was."""
    ends = (part(quad, 0.0, END), part(quad, 1.0 - END, 1.0))
    others = [end for end, same in zip(ends, alike, strict=True) if not same]
    return is_still(change, quad) or any(change.share(end) <= UNTOUCHED for end in others)


def tile_came(change: Change, quad: Quad) -> bool:
    """Whether so much of a place changed as by a tile that is laid; not where nothing is known."""
    return change.mask is not None and change.share(quad) >= MEMORY.came
