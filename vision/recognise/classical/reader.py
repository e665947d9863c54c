"""Reads dominoes by the lattice of their pips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from vision.geometry import sides
from vision.observation import Candidate
from vision.recognise.classical.face import NUMBERS, look, rectify
from vision.recognise.classical.picture import working
from vision.recognise.read import Reading
from vision.settings import FACE, READ, WORKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.classical.face import Face
    from vision.recognise.classical.picture import Working
    from vision.recognise.detect import Detection
    from vision.settings import FaceSettings, ReadSettings, WorkingSettings

BACK: Final = "back"


@dataclass(frozen=True, slots=True)
class ClassicalReader:
    """The likeliest pattern of pips on each half."""

    name: ClassVar[str] = "classical-read/1"

    working: WorkingSettings = WORKING
    face: FaceSettings = FACE
    settings: ReadSettings = READ

    def read(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Reading, ...]:
        """What the dominoes of an H×W×3 BGR picture say, the first half being the one beside the edge 0→1."""
        small = working(picture, self.working)
        return tuple(self._read(small, each) for each in detections)

    def _read(self, small: Working, detection: Detection) -> Reading:
        corners = small.from_photo(detection.corners)
        face = look(rectify(small.lab, corners), self.face)
        candidates = tuple(
            Candidate(label, chance * detection.score)
            for label, chance in self._chances(face)
            if chance * detection.score >= self.settings.least_candidate
        )
        best = candidates[0].confidence if candidates else 0.0
        sure = best >= self.settings.least_confidence and not self._is_cut(corners, small)
        return Reading(candidates[0].label if sure else None, best, candidates)

    def _chances(self, face: Face) -> list[tuple[str, float]]:
        """The likeliest labels, best first."""
        if max(face.bar, *face.pip) < self.settings.most_back_contrast:
            return [(BACK, 1.0)]
        joint = np.outer(face.halves[0], face.halves[1]) * face.fit
        order = np.argsort(-joint, axis=None, kind="stable")[: self.settings.candidates]
        pairs = [divmod(int(flat), NUMBERS) for flat in order]
        return [(f"{a}-{b}", float(joint[a, b])) for a, b in pairs]

    def _is_cut(self, corners: Quad, small: Working) -> bool:
        """Whether part of the tile lies outside the picture, so that pips may be out of sight."""
        height, width = small.lab.shape[:2]
        tolerance = self.settings.most_cut * min(sides(corners))
        inside = (corners >= -tolerance) & (corners <= np.array([width, height]) - 1 + tolerance)
        return not bool(inside.all())
