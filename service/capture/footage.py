"""Recordings frame by frame, as fast as they can be read: a video, or pictures in the order of their names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine.said import Said
from service.capture.frame_size import unfit
from service.capture.source import UNPLAYABLE, SourceError
from vision.header import refused
from vision.photo import PhotoError, load
from vision.settings import FRAME_LIMITS, PHOTO_LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from service.capture.source import Source

PICTURE_SECONDS: Final = 3.0
"""How long each picture of a folder counts for."""
PICTURE_RATE: Final = 5.0
"""Frames a second of a picture that counts for some seconds."""
STILLS: Final = replace(PHOTO_LIMITS, max_decoded_pixels=FRAME_LIMITS.max_pixels)
"""What is taken of a folder's pictures: they are followed as frames are."""
FALLBACK_RATE: Final = 30.0
"""Frames a second of a video that does not say."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A frame (H×W×3, BGR), its number and its time in the recording (s), and how far that is (0 … 1)."""

    pixels: NDArray[np.uint8]
    number: int
    time: float
    share: float


def footage(source: Source, rate: float, begin: float = 0.0) -> Iterator[Shot]:
    """The frames of a recording from `begin` (s) on, at most `rate` a second.

    Raises `SourceError` for what is no recording, or one that ends before.
    """
    if source.live:
        raise SourceError(f"{source} is no recording: give a video or a folder of pictures, or use tableside watch")
    return _pictures(source, begin) if source.kind == "pictures" else _video(source, rate, begin)


def _video(source: Source, rate: float, begin: float) -> Iterator[Shot]:
    capture = cv2.VideoCapture(source.name)
    try:
        if not capture.isOpened():
            raise SourceError(Said(UNPLAYABLE, source=source))
        if line := unfit(capture):
            raise SourceError(f"{source} has {line}")
        fps = capture.get(cv2.CAP_PROP_FPS) or FALLBACK_RATE
        count = max(capture.get(cv2.CAP_PROP_FRAME_COUNT), 1.0)
        number, due = _passed_over(capture, fps, begin), begin
        last: Shot | None = None
        while capture.grab():
            time = number / fps
            if time + 0.5 / fps >= due:
                due = max(due + 1.0 / rate, time)
                last = _shot(_frame(capture, source, time), number, time, (number + 1) / count)
                yield last
            number += 1
        if last is None:
            raise SourceError(_short(source, begin) if number else Said(UNPLAYABLE, source=source))
    finally:
        capture.release()


def _passed_over(capture: cv2.VideoCapture, fps: float, begin: float) -> int:
    """The number of the frame that comes next: near `begin`, where the film can be entered there.

    What was filmed before is hardly decoded then, which would take as long as to look at the rest.
    """
    wanted = max(int(begin * fps) - 1, 0)
    if wanted and capture.set(cv2.CAP_PROP_POS_FRAMES, wanted):
        return max(round(capture.get(cv2.CAP_PROP_POS_FRAMES)), 0)
    return 0


def _frame(capture: cv2.VideoCapture, source: Source, time: float) -> NDArray[np.uint8]:
    """The frame that was grabbed; a film may go over to frames of another size."""
    there, pixels = capture.retrieve()
    if not there or pixels is None:
        raise SourceError(f"{source} is damaged at {time:.1f} s: what came later cannot be played")
    if line := refused(pixels.shape[1], pixels.shape[0], FRAME_LIMITS):
        raise SourceError(f"{source} has frames of {line}")
    return np.asarray(pixels, dtype=np.uint8)


def _short(source: Source, begin: float) -> str:
    return f"{source} ends before {begin:g} s; begin at an earlier time"


def _shot(pixels: Any, number: int, time: float, share: float) -> Shot:
    return Shot(np.asarray(pixels, dtype=np.uint8), number, time, share)


def _pictures(source: Source, begin: float) -> Iterator[Shot]:
    repeats = round(PICTURE_SECONDS * PICTURE_RATE)
    first = int(begin * PICTURE_RATE)
    if first >= len(source.pictures) * repeats:
        raise SourceError(_short(source, begin))
    for at, name in enumerate(source.pictures):
        left = range(max(first - at * repeats, 0), repeats)
        if not left:
            continue
        try:
            pixels = load(name, STILLS).pixels
        except PhotoError as wrong:
            raise SourceError(f"{name}: {wrong}, or take it out of the folder") from None
        for repeat in left:
            number = at * repeats + repeat
            yield _shot(pixels, number, number / PICTURE_RATE, (number + 1) / (len(source.pictures) * repeats))
