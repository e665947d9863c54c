"""A detector that finds again what it found where the picture looks as it did, and looks at the rest alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.observation import Piece, corners_of
from vision.recognise.detect import from_top_down
from vision.scene.memory.change import between, lit_as, thumbnail
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.stationary import Stationary, changed_boxes

if TYPE_CHECKING:
    from vision.photo import Picture
    from vision.recognise.detect import Detection, PartialDetector
    from vision.scene.memory.change import Change, Thumbnail
    from vision.scene.memory.stationary import Box

LOOKS: Final = 3
"""What changed is looked at so often: a piece that one picture hardly shows is found in the next."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a picture of a size (height and width, px). `looked_at` are small pictures of the last looks.
    They show each place as it was when it was last looked at. `whole` is whether all of it was since it changed."""

    detections: tuple[Detection, ...] = ()
    looked_at: tuple[Thumbnail, ...] = ()
    size: tuple[int, ...] = ()
    whole: bool = False


class LastingDetector:
    """A `Detector` that remembers one picture. Tables may share it, though each then has little of its own to find."""

    def __init__(self, detector: PartialDetector) -> None:
        self.detector = detector
        self._last = Found()

    @property
    def name(self) -> str:
        """That of the detector."""
        return self.detector.name

    def fresh(self) -> LastingDetector:
        """The same detector without what it remembers."""
        return LastingDetector(self.detector)

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces in an H×W×3 BGR picture. Hands are looked for in all of it."""
        size, now = picture.shape[:2], thumbnail(picture)
        last = self._last if self._last.size == size else Found()
        changes = [between(each, now, size[1], shadows=True) for each in last.looked_at]
        boxes = [box for each in changes for box in changed_boxes(each)]
        # A part of a picture shows less than all of it. So all of it is looked at once, when nothing changes any more.
        if len(changes) < LOOKS or not (boxes or last.whole):
            found, shown = self.detector.detect(picture), now
        else:
            found = self._beside(picture, last.detections, changes, boxes)
            shown = _renewed(last.looked_at[-1], now, boxes, size[1] / now.shape[1])
        self._last = Found(found, (*last.looked_at, shown)[-LOOKS:], size, whole=not boxes)
        return found

    def _beside(
        self, picture: Picture, last: tuple[Detection, ...], changes: list[Change], boxes: list[Box]
    ) -> tuple[Detection, ...]:
        """What was found and did not change, and what is found beside it."""
        kept = [
            each
            for each in last
            if each.kind != "hand" and all(change.share(each.corners) < MEMORY.same for change in changes)
        ]
        known = [Piece(each.kind, None, each.score, corners_of(each.corners)) for each in kept]
        return from_top_down([*kept, *self.detector.beside(picture, Stationary(tuple(known), tuple(boxes)))])


def _renewed(before: Thumbnail, now: Thumbnail, boxes: list[Box], scale: float) -> Thumbnail:
    """The small picture of before, as it is now within the boxes, all in the light of before."""
    shown, now = before.copy(), lit_as(now, before)
    for box in boxes:
        left, top, right, bottom = (round(side / scale) for side in box)
        shown[top:bottom, left:right] = now[top:bottom, left:right]
    return shown
