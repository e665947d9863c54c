"""One detection for each piece, though the picture was looked at in several sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.geometry import alike, meeting, overlap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.recognise.detect import Detection
    from vision.settings import TrainedDetectSettings

HIGH: Final = frozenset({"stone", "base", "hand"})
"""Classes that stand before and on others: what is much smaller there is another piece."""


def once_each(detections: Iterable[Detection], settings: TrainedDetectSettings) -> tuple[Detection, ...]:
    """The best of the detections, no two of which are the same piece.

    Flat pieces of a kind cannot cover each other and both be whole: they share little of the smaller one. What stands
    may be seen before another of its kind: it is the same piece only where the two cover nearly the same pixels. A
    stone may cover most of its base, but not all of it. A hand, a stone and a base lie over other kinds.
    """
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda each: (-each.score, tuple(each.corners[0]))):
        near = meeting(detection.corners, [other.corners for other in kept])
        if not any(_same(detection, kept[number], settings) for number in near):
            kept.append(detection)
    return tuple(kept)


def _same(one: Detection, other: Detection, settings: TrainedDetectSettings) -> bool:
    high = one.name in HIGH, other.name in HIGH
    if all(high):
        most = settings.most_alike if one.name == other.name else settings.most_standing
        return alike(one.corners, other.corners) > most
    if any(high):
        return alike(one.corners, other.corners) > settings.most_alike
    return overlap(one.corners, other.corners) > settings.most_overlap
