"""How far the table reaches in a camera's picture: as people said, else as far as the mat, else as pieces lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.scene.region import moved, of_mat, of_pieces, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.observation import Corners
    from vision.scene.plane.watch import PlaneState
    from vision.scene.region import TableRegion

    Size: TypeAlias = tuple[int, int]

WHOLE: Final = "table"
"""The size of a mat on which all of a game lies; beside a single sheet there is play too."""


class Bounds:
    """Follows the region of one table. Regions are those of the steady picture."""

    def __init__(self) -> None:
        self._given: TableRegion | None = None
        self._learnt: TableRegion | None = None
        self._motion = np.eye(3)
        self._begun = 0

    @property
    def region(self) -> TableRegion | None:
        """Where the play is; None: anywhere in the picture."""
        return self._given or self._learnt

    def give(self, region: TableRegion | None) -> None:
        """People say where the table is; None: it is to be learnt."""
        self._given = region

    def follow(self, plane: PlaneState, size: Size) -> None:
        """Take up where the table is in a frame of that width and height, px."""
        if plane.begun != self._begun:
            self._begun, self._learnt, self._motion = plane.begun, None, plane.motion
        if plane.state != "known":
            return
        if plane.motion is not self._motion and not np.allclose(plane.motion, self._motion):
            motion = plane.motion @ np.linalg.inv(self._motion)
            self._given, self._learnt = (moved(region, motion, size) for region in (self._given, self._learnt))
        self._motion = plane.motion
        mat = None if plane.plane is None else plane.plane.mat
        if mat is not None and mat.size == WHOLE and plane.homography is not None:
            self._learn(of_mat(mat, plane.homography, size))

    def see(self, pieces: Sequence[Corners], size: Size) -> None:
        """Take up pieces (quads, px of a picture of that width and height) that came to lie on the table."""
        if self._learnt is None or self._learnt.source == "pieces":
            self._learn(of_pieces(pieces, size, self._learnt))

    def _learn(self, region: TableRegion | None) -> None:
        """What differs by little is the same: a mask that flutters would be movement."""
        if region is not None and not same(region, self._learnt):
            self._learnt = region
