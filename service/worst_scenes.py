"""The scenes that were read worst, as pictures with what is true beside what was read, and a sheet of them all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision import Observation, Piece, annotate, load
from vision.observation import corners_of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.scoring.scenes import Mistakes

MOST: Final = 12
"""Scenes that are kept."""
WIDE: Final = 640
"""Width of either picture of a scene on the sheet, px: the sheet is two scenes wide."""
SHEET_BYTES: Final = 300_000
QUALITY: Final = 88
SMALL: Final = 40.0
"""Pieces with a shorter long side, px, are called small."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture, what is true of it, what was read, and what went wrong."""

    file: Path
    truth: Observation
    seen: Observation
    mistakes: Mistakes

    @property
    def line(self) -> str:
        """One line: what went wrong, and what the picture suffers from."""
        causes = [notice.name for notice in self.seen.warnings]
        sides = [
            float(np.linalg.norm(np.subtract(p.corners[i], p.corners[i - 1])))
            for p in self.truth.pieces
            for i in (1, 2)
        ]
        long = float(np.median(np.maximum(sides[::2], sides[1::2]))) if sides else 0.0
        if 0 < long < SMALL:
            causes.append(f"pieces {long:.0f} px long")
        return f"{self.file.parent.name}/{self.file.stem}: {self.mistakes}" + (
            f" ({', '.join(causes)})" if causes else ""
        )


@dataclass(slots=True)
class Worst:
    """The worst of the scenes that were added."""

    cases: list[Case] = field(default_factory=list)

    def add(self, file: Path, truth: dict[str, Any], seen: Observation, mistakes: Mistakes) -> None:
        """Keep a scene if it is among the worst so far."""
        if not mistakes.cost:
            return
        self.cases.append(Case(file, _observation(truth, seen), seen, mistakes))
        self.cases.sort(key=lambda case: (-case.mistakes.cost, str(case.file)))
        del self.cases[MOST:]

    def write(self, folder: Path) -> list[str]:
        """Write a picture a scene, `sheet.jpg` and `worst.txt`; the lines of the latter. Raises `OSError`."""
        folder.mkdir(parents=True, exist_ok=True)
        lines, rows = [], []
        for number, case in enumerate(self.cases, 1):
            photo = load(case.file)
            both = np.hstack([annotate(photo, case.truth), annotate(photo, case.seen)])
            (folder / f"{number:02d}.jpg").write_bytes(_encoded(both, QUALITY))
            lines.append(f"{number:02d} {case.line}")
            rows.append(_captioned(both, lines[-1]))
        (folder / "worst.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if rows:
            (folder / "sheet.jpg").write_bytes(_sheet(rows))
        return lines


def _observation(truth: dict[str, Any], seen: Observation) -> Observation:
    """What is true, as an observation of the same picture."""
    pieces = tuple(
        Piece(each["kind"], each["label"], 1.0, corners_of(each["corners"]))
        for each in truth["pieces"]
        if each.get("part", "hand") == "hand" and each["visible"] > 0
    )
    return Observation(seen.width, seen.height, seen.sha256, pieces)


def _captioned(both: NDArray[np.uint8], line: str) -> NDArray[np.uint8]:
    """Both pictures at the sheet's width with their line below."""
    high = round(both.shape[0] * 2 * WIDE / both.shape[1])
    small = cv2.resize(both, (2 * WIDE, high), interpolation=cv2.INTER_AREA)
    below = np.full((26, 2 * WIDE, 3), 255, np.uint8)
    plain = line.encode("ascii", "replace").decode()
    cv2.putText(below, plain, (6, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    return np.vstack([small, below]).astype(np.uint8, copy=False)


def _sheet(rows: list[NDArray[np.uint8]]) -> bytes:
    """All rows as one JPEG that is no larger than `SHEET_BYTES`: made smaller and coarser until it fits."""
    whole = np.vstack(rows)
    for scale in (0.75, 0.6, 0.5, 0.4, 0.3):
        small = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for quality in (85, 75, 60, 45):
            data = _encoded(small, quality)
            if len(data) <= SHEET_BYTES:
                return data
    return data


def _encoded(picture: NDArray[Any], quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done, "OpenCV encodes every picture of bytes"
    return data.tobytes()
