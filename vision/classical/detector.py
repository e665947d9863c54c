"""Finds dominoes: face-up ones by their dividing bar, then face-down ones by their likeness to those."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from vision.classical.backs import find_backs
from vision.classical.bars import find_bars
from vision.classical.face import look, rectify
from vision.classical.outline import outline
from vision.classical.picture import working
from vision.classical.refine import refine
from vision.classical.suppress import suppress
from vision.detect import Detection
from vision.geometry import centre, domino_quad
from vision.settings import BACKS, BARS, DETECT, FACE, OUTLINE, WORKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.classical.picture import Working
    from vision.photo import Picture
    from vision.settings import (
        BackSettings,
        BarSettings,
        DetectSettings,
        FaceSettings,
        OutlineSettings,
        WorkingSettings,
    )


@dataclass(frozen=True, slots=True)
class ClassicalDetector:
    """Bars, the outlines round them, and how well each reads as the face of a domino."""

    name: ClassVar[str] = "classical-detect/1"

    working: WorkingSettings = WORKING
    bars: BarSettings = BARS
    outline: OutlineSettings = OUTLINE
    face: FaceSettings = FACE
    backs: BackSettings = BACKS
    settings: DetectSettings = DETECT

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The dominoes in an H×W×3 BGR picture, from the top down."""
        small = working(picture, self.working)
        faces = suppress(self._faces(small), self.settings.most_overlap)
        backs = find_backs(small.lab, faces, self.backs, self.face)
        found = suppress((*faces, *backs), self.settings.most_overlap)
        placed = [self._refined(small, each) for each in found]
        return tuple(sorted(placed, key=lambda each: tuple(centre(each.corners)[::-1])))

    def _refined(self, small: Working, found: Detection) -> Detection:
        """The detection in pixels of the photo, its sides on the edges."""
        corners = domino_quad(refine(small.lab, found.corners, self.outline))
        return Detection(small.to_photo(corners), found.kind, found.score)

    def _faces(self, small: Working) -> Iterator[Detection]:
        for bar in find_bars(small.lab, self.bars)[: self.settings.most_bars]:
            around = outline(small.lab, bar, self.outline)
            if around is None:
                continue
            corners = domino_quad(around.corners)
            face = look(rectify(small.lab, corners), self.face)
            even = max(0.0, 1 - self.settings.unevenness_cost * face.unevenness / max(face.bar, 1.0))
            score = around.support * face.bar_share * face.fit * even
            if score >= self.settings.least_score:
                yield Detection(corners, "domino", min(1.0, score))
