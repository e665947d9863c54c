"""Every threshold of the memory by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.scene.gate import GATE


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """Shares are 0 … 1, greys 0 … 255."""

    same_place: float = 0.45
    """Two quads that share at least so much of what both cover are one place."""
    covered: float = 0.3
    """A piece is occluded if something else lies over so much of it. What lies so over one that is accounted for,
    where the picture is the same, is no piece."""
    changed: float = 0.12
    """The picture of a piece has changed if so much of its pixels have."""
    came: float = 0.25
    """A piece was laid on a place only where so much of its picture has changed."""
    sure: float = 0.85
    """A label is told if it has at least so much of all that was read there."""
    fade: float = 0.6
    """What earlier looks count beside the newest one."""
    confirm: int = 2
    """A piece that turns up where nothing changed is believed after so many looks."""
    patience: int = 3
    """A piece is given up after so many looks that did not find it, although its picture did not change much."""
    glimpse: float = 12.0
    """So long (s) what was glimpsed while something moved is remembered."""
    laid: float = GATE.settle
    """A piece is laid over another, and the hand is gone, no sooner than so long (s) after the other was seen."""
    whole: float = 0.9
    """A card of which so much is covered shows no edge any more, and a domino no half."""
    same: float = 0.04
    """The picture of a piece is the same if less than this of its pixels has changed."""
    occlusions: int = 64
    """So many of the last occlusions are told. Each picture that is kept carries them."""


MEMORY: Final = MemorySettings()
