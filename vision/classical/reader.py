"""Reads dominoes by the lattice of their pips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from vision.classical.face import NUMBERS, look, rectify
from vision.classical.picture import working
from vision.observation import Candidate
from vision.read import Reading
from vision.settings import FACE, READ, WORKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.classical.face import Face
    from vision.detect import Detection
    from vision.photo import Picture
    from vision.settings import FaceSettings, ReadSettings, WorkingSettings

BACK = "back"


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
        quads = (small.from_photo(each.corners) for each in detections)
        return tuple(self._reading(look(rectify(small.lab, corners), self.face)) for corners in quads)

    def _reading(self, face: Face) -> Reading:
        joint = np.outer(face.halves[0], face.halves[1]) * face.fit
        order = np.argsort(-joint, axis=None, kind="stable")[: self.settings.candidates]
        pairs = [divmod(int(flat), NUMBERS) for flat in order]
        candidates = tuple(
            Candidate(f"{a}-{b}", float(joint[a, b])) for a, b in pairs if joint[a, b] >= self.settings.least_candidate
        )
        best = float(joint.max())
        sure = bool(candidates) and best >= self.settings.least_confidence
        return Reading(candidates[0].label if sure else None, best, candidates)
