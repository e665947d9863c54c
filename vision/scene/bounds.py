"""How far the table reaches in a camera's picture: as people said, else as far as the mat, else as pieces lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from vision.scene.region import moved, of_mat, of_pieces, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vision.observation import Corners
    from vision.scene.plane.watch import PlaneState
    from vision.scene.region import TableRegion

    Floats: TypeAlias = NDArray[np.float64]
    Size: TypeAlias = tuple[int, int]


class Bounds:
    """Follows the region of one table. Regions are those of the steady picture."""

    def __init__(self) -> None:
        self._given: TableRegion | None = None
        self._learnt: TableRegion | None = None

    @property
    def region(self) -> TableRegion | None:
        """Where the play is; None: anywhere in the picture."""
        return self._given or self._learnt

    def give(self, region: TableRegion | None) -> None:
        """People say where the table is; None: it is to be learnt."""
        self._given = region

    def follow(self, plane: PlaneState, size: Size, *, jump: Floats | None = None, anew: bool = False) -> None:
        """Take up where the table is in a frame of that width and height, px. It made a `jump` (3, 3) since the frame
        before, or it is followed `anew`."""
        if anew:
            self._learnt = None
        if jump is not None:
            self._given, self._learnt = (moved(region, jump, size) for region in (self._given, self._learnt))
        if plane.state == "known" and plane.outline is not None:
            self._learn(of_mat(plane.outline, size))

    def see(self, pieces: Sequence[Corners], size: Size) -> None:
        """Take up pieces (quads, px of a picture of that width and height) that came to lie on the table."""
        if self._learnt is None or self._learnt.source == "pieces":
            self._learn(of_pieces(pieces, size, self._learnt))

    def _learn(self, region: TableRegion | None) -> None:
        """What differs by little is the same: a mask that flutters would be movement."""
        if region is not None and not same(region, self._learnt):
            self._learnt = region
