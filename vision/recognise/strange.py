"""Strange things: what a detector took for a piece of ours, and a network of crops takes for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from models.strange.crop import CLASSES, STRANGE, crop
from vision.recognise.network import network
from vision.settings import STRANGENESS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.settings import StrangeSettings

    Believed = Callable[[Picture, Sequence[Quad], str], list[bool]]
    """Says of quads in a picture whether they look like a class of the network of crops."""

BATCH: Final = 64
"""Crops that go through the network at once."""


def chances(picture: Picture, quads: Sequence[Quad]) -> NDArray[np.float64]:
    """The chances (N, classes) of what lies at N quads of an H×W×3 BGR picture; the last is that of something strange.

    Classes are those of `models.strange.crop`.
    """
    if not quads:
        return np.zeros((0, len(CLASSES)))
    crops = np.stack([crop(picture, corners) for corners in quads]).transpose(0, 3, 1, 2).astype(np.float32)
    batches = [network("strange").run(crops[at : at + BATCH]) for at in range(0, len(crops), BATCH)]
    return np.concatenate(batches).astype(np.float64)


def believed(picture: Picture, quads: Sequence[Quad], name: str, settings: StrangeSettings = STRANGENESS) -> list[bool]:
    """Whether what lies at each quad looks like the class that it was taken for, rather than like something else."""
    class_chances = chances(picture, quads)
    own = class_chances[:, CLASSES.index(name)]
    like = (class_chances[:, STRANGE] <= settings.most_strange) & (own >= settings.least_own)
    return [bool(each) for each in like]
