"""What lies beside the table is told no more: a picture that is kept, or sent away, shows hands and pieces alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import through
from vision.scene.memory.readings import unturned
from vision.scene.region import MARGIN
from vision.tracking.hypothesis import labels_laid

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from vision.arrays import Floats, Mask
    from vision.observation import Observation
    from vision.photo import Picture as Pixels
    from vision.scene.attention import Notice
    from vision.scene.region import TableRegion
    from vision.tracking.hypothesis import Play
    from vision.tracking.look import Look

CELLS: Final = 24
"""Into so many cells a picture's width is divided beside the table. A face at a table is two or three of them wide."""
PEOPLE: Final = "people"
LYING: Final = frozenset({"domino", "card", "stone", "tile", "marker"})
"""Kinds that tell where the table is. What could not be read may be anything, such as the pattern of a shirt."""
QUALITY: Final = 90
"""The JPEG quality of evidence, 0 … 100."""


class Sharp:
    """The part of a camera's pictures that is kept as it is: the table, with all round pieces that lie beside it.

    It grows by pieces that were read or that a play laid, and goes along with a camera that is moved. Where neither is
    known it is empty. People who drew the table's edge said where pieces lie.
    """

    def __init__(self) -> None:
        self._region: TableRegion | None = None
        self._round: Floats = np.empty((0, 3))
        """Middles and radii (N, 3) of the room round pieces that lie beside the region, px."""
        self._mask: Mask | None = None

    def frame(self, notice: Notice) -> None:
        """Take up where the table is in a frame."""
        if notice.anew:
            self._round, self._mask = np.empty((0, 3)), None
        if notice.jump is not None:
            self._round[:, :2] = through(notice.jump, self._round[:, :2])
            self._mask = None
        if notice.region is not self._region:
            self._region, self._mask = notice.region, None

    def see(self, seen: Observation, laid: Collection[int]) -> None:
        """Take up pieces that lie beside what is known as the table. `laid` are the numbers of those that a play laid,
        though no look may have read them surely."""
        if self._is_drawn:
            return
        mask = self.mask((seen.height, seen.width))
        lying = ((n, each) for n, each in enumerate(seen.pieces) if each.kind in LYING)
        quads = (each.quad for n, each in lying if n in laid or each.label is not None)
        beside = [quad for quad in quads if not _holds(mask, quad)]
        if beside:
            self._round = np.concatenate([self._round, [_room(quad) for quad in beside]])
            self._mask = None

    def mask(self, shape: tuple[int, ...]) -> Mask:
        """The pixels of a picture (h, w) that are kept as they are; the same object as long as nothing is added."""
        height, width = shape[:2]
        if self._mask is None or self._mask.shape != (height, width):
            rooms = self._round[:0] if self._is_drawn else self._round
            inside = _joined(rooms, (height, width))
            self._mask = inside if self._region is None else inside | self._region.mask((height, width))
        return self._mask

    @property
    def _is_drawn(self) -> bool:
        return self._region is not None and self._region.source == PEOPLE


def _holds(mask: Mask, quad: Floats) -> bool:
    """Whether all corners (4, 2; px) lie in the mask; what is out of the picture is at its edge."""
    height, width = mask.shape
    x, y = np.clip(np.round(quad), 0, (width - 1, height - 1)).astype(np.intp).T
    return bool(mask[y, x].all())


def _room(quad: Floats) -> tuple[float, float, float]:
    """Middle and radius of the room round a piece (4, 2; px) that holds the next one, too."""
    x, y = quad.mean(axis=0)
    return float(x), float(y), MARGIN * float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())


def _joined(rooms: Floats, shape: tuple[int, int]) -> Mask:
    """A mask (h, w) of rooms (N, 3; px). All lies in it that is between those that touch."""
    canvas = np.zeros(shape, np.uint8)
    for x, y, radius in np.round(rooms).astype(int).tolist():
        cv2.circle(canvas, (x, y), radius, 1, cv2.FILLED)
    for outline in cv2.findContours(canvas, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        cv2.fillConvexPoly(canvas, cv2.convexHull(outline), 1)
    return np.asarray(canvas > 0, np.bool_)


def veiled(pixels: Pixels, sharp: Mask) -> Pixels:
    """A picture (H×W×3) with all made coarse that the mask (H×W) leaves out."""
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (CELLS, max(1, round(CELLS * height / width))), interpolation=cv2.INTER_AREA)
    coarse = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.copyTo(pixels, sharp.astype(np.uint8), coarse), np.uint8)


@dataclass(slots=True)
class Picture:
    """A frame (H×W×3, BGR) with what is said of it. It becomes a JPEG where somebody asks for one."""

    pixels: Pixels
    about: dict[str, Any]
    _whole: bytes | None = None
    _kept: tuple[Mask, bytes] | None = None

    def whole(self) -> bytes:
        """The JPEG with all that is on it, for those who watch."""
        self._whole = self._whole or _jpeg(self.pixels)
        return self._whole

    def kept(self, sharp: Mask | None) -> bytes:
        """The JPEG that is kept, sharp where the mask is; None: everywhere."""
        if sharp is None:
            return self.whole()
        if self._kept is None or self._kept[0] is not sharp:
            self._kept = sharp, _jpeg(veiled(self.pixels, sharp))
        return self._kept[1]


def _jpeg(pixels: Pixels) -> bytes:
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def laid_by(plays: Sequence[Play], look: Look) -> set[int]:
    """The numbers of a look's pieces that plays laid. Each is at a place of the game, and may be one of theirs."""
    labels, cells = labels_laid(plays), look.reading.cells
    pieces = ((n, piece) for n, piece in enumerate(look.observation.pieces) if n in cells)
    return {n for n, piece in pieces if labels & {unturned(each.label) for each in piece.candidates}}
