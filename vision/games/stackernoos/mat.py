"""What the mat of Stackernoos has: the run, the boneyard, and before each player a hand."""

from __future__ import annotations

from typing import Final

from vision.scene.mat import GAP, Layout, Mat, Zone

RING: Final = 44.0
"""How much (mm) a table's mat leaves round run and boneyard for the hands: a domino, standing, and its shadow."""


def _middle(blank: Mat) -> tuple[Zone, ...]:
    """The run with room for its branches, and the boneyard."""
    aside = blank.inset + (0.0 if blank.size == "sheet" else RING)
    width, height = blank.width - 2 * aside, blank.height - 2 * aside
    boneyard = width / 5
    run = Zone("run", aside, aside, width - boneyard - GAP, height)
    return run, Zone("boneyard", aside + width - boneyard, aside, boneyard, height)


LAYOUT: Final = Layout(1, (2, 6), _middle, ("hand",))
