"""Finds dominoes: face-up ones by their dividing bar, then face-down ones by their likeness to those."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from vision.geometry import centre, domino_quad
from vision.recognise.classical.backs import find_backs
from vision.recognise.classical.bars import find_bars
from vision.recognise.classical.face import look, rectify
from vision.recognise.classical.outline import outline
from vision.recognise.classical.picture import working
from vision.recognise.classical.refine import refine
from vision.recognise.classical.suppress import suppress
from vision.recognise.detect import Detection
from vision.settings import BACKS, BARS, DETECT, FACE, OUTLINE, WORKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.classical.picture import Working
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
        faces = tuple(each for each in faces if each.score >= self.settings.least_score)
        backs = find_backs(small.lab, faces, self.backs, self.face)
        found = suppress((*faces, *backs), self.settings.most_overlap)
        placed = (Detection(small.to_photo(each.corners), each.kind, each.score) for each in found)
        return tuple(sorted(placed, key=lambda each: tuple(centre(each.corners)[::-1])))

    def _faces(self, small: Working) -> Iterator[Detection]:
        for bar in find_bars(small.lab, self.bars)[: self.settings.most_bars]:
            around = outline(small.lab, bar, self.outline)
            if around is None:
                continue
            rough = domino_quad(around.corners)
            likeness = self._likeness(small, rough)
            if around.support * likeness < self.settings.least_rough_score:
                continue
            corners = domino_quad(refine(small.lab, rough, self.outline))
            refined = self._likeness(small, corners)
            # Pips near a faint edge may draw a side off it.
            if refined < self.settings.kept_likeness * likeness:
                corners = rough
            yield Detection(corners, "domino", min(1.0, around.support * max(likeness, refined)))

    def _likeness(self, small: Working, corners: Quad) -> float:
        """How much the quad looks like the face of a domino, 0 … 1."""
        face = look(rectify(small.lab, corners), self.face)
        even = max(0.0, 1 - self.settings.unevenness_cost * face.unevenness / max(face.bar, 1.0))
        return face.bar_share * face.fit * even
