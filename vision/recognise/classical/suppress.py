"""One detection for each place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.geometry import overlap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.recognise.detect import Detection


def suppress(detections: Iterable[Detection], most_overlap: float) -> tuple[Detection, ...]:
    """The best detections of which no two share more than the given part of the smaller one."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda each: (-each.score, tuple(each.corners[0]))):
        if all(overlap(detection.corners, other.corners) <= most_overlap for other in kept):
            kept.append(detection)
    return tuple(kept)
