"""How far the table reaches in a camera's picture: as people said, else as far as the mat, else as pieces lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.geometry import through
from vision.scene.plane.markers import find_markers
from vision.scene.plane.pose import plane_of_markers
from vision.scene.region import TableRegion, inside, moved, of_pieces, same
from vision.scene.steady import STEADY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Floats
    from vision.observation import Corners
    from vision.photo import Picture

    Size: TypeAlias = tuple[int, int]

SEEK: Final = 1.5
"""How often the mat is looked for while nothing moves, s; it is looked for at each new rest as well."""
FEWEST_MARKERS: Final = 2
"""One marker alone may have been taken by a hand."""
WHOLE: Final = "table"
"""The size of a mat on which all of a game lies; beside a single sheet there is play too."""
MARGIN: Final = 15.0
"""Round the mat lies so much room, mm: what hangs over its edge belongs to it."""


class Bounds:
    """Follows the region of one table. Regions are those of the steady picture."""

    def __init__(self) -> None:
        self._sought = -np.inf  # when the mat was looked for last, s
        self._rested = -np.inf  # since when all was at rest then, s
        self._outline: Floats | None = None  # the mat and the room round it (4, 2), px, as it was told last
        self._markers = 0  # by so many markers
        self._given: TableRegion | None = None
        self._learnt: TableRegion | None = None

    @property
    def region(self) -> TableRegion | None:
        """Where the play is; None: anywhere in the picture."""
        return self._given or self._learnt

    def give(self, region: TableRegion | None) -> None:
        """People say where the table is; None: it is to be learnt."""
        self._given = region

    def follow(self, size: Size, *, jump: Floats | None = None, anew: bool = False) -> None:
        """Take up where the table is in a frame of that width and height, px. It made a `jump` (3, 3) since the frame
        before, or it is followed `anew`."""
        if anew:
            self._learnt = self._outline = None
        if jump is not None:
            self._given, self._learnt = (moved(region, jump, size) for region in (self._given, self._learnt))
            self._outline = None if self._outline is None else through(jump, self._outline)

    def look(self, picture: Picture, time: float, rested: float) -> Floats | None:
        """Take up the mat of a table at rest since `rested`, in a picture (H, W, 3, BGR) taken at `time` (s). It is
        looked for now and then, and taken up where as much of it is seen as before. Where the mat slipped under a
        camera that stands: the jump (3, 3) that it made, px."""
        if rested == self._rested and 0.0 <= time - self._sought < SEEK:
            return None
        self._sought, self._rested = time, rested
        found, size = find_markers(picture), (picture.shape[1], picture.shape[0])
        plane = plane_of_markers(found)
        if plane is None or plane.mat.size != WHOLE:
            return None
        markers = sum(marker.id in found for marker in plane.mat.markers)
        if markers < (self._markers if self._outline is not None else FEWEST_MARKERS):
            return None
        low, right, bottom = -MARGIN, plane.mat.width + MARGIN, plane.mat.height + MARGIN
        outline = plane.to_image(np.array([[low, low], [right, low], [right, bottom], [low, bottom]]))
        before = self._outline
        far = 0.0 if before is None else float(np.median(np.linalg.norm(outline - before, axis=1)))
        slipped = far > STEADY.calm * size[0]
        # One that slips little by little is measured from where it was told last.
        jump: Floats | None = None
        if before is not None and slipped and markers == self._markers:
            jump = np.asarray(cv2.getPerspectiveTransform(before.astype(np.float32), outline.astype(np.float32)))
            self.follow(size, jump=jump)
        if before is None or slipped or markers > self._markers:
            self._outline, self._markers = outline, markers
        self._learn(inside(outline, size, "mat"))
        return jump

    def see(self, pieces: Sequence[Corners], size: Size) -> None:
        """Take up pieces (quads, px of a picture of that width and height) that came to lie on the table."""
        if self._learnt is None or self._learnt.source == "pieces":
            self._learn(of_pieces(pieces, size, self._learnt))

    def _learn(self, region: TableRegion | None) -> None:
        """What differs by little is the same: a mask that flutters would be movement."""
        if region is not None and not same(region, self._learnt):
            self._learnt = region
