"""Frames that are read once in each way: the same pixels show the same pieces, however often they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.observation import Observation
    from vision.photo import Photo
    from vision.scene.memory import Stationary
    from vision.scene.memory.stationary import Box
    from vision.tracking.look import Read


class ReadOnce:
    """Reads frames as `read` does, and keeps what the last frame showed, as a whole and where something changed."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._frame = ""
        self._shown: dict[tuple[Box, ...] | None, Observation] = {}

    def __call__(self, photo: Photo, known: Stationary | None = None, /) -> Observation:
        """What the photo shows; what is `known` of it may be taken as seen, and only the rest is looked at."""
        if photo.sha256 != self._frame:
            self._frame, self._shown = photo.sha256, {}
        looked_at = None if known is None else known.boxes
        if looked_at not in self._shown:
            self._shown[looked_at] = self._read(photo) if known is None else self._read(photo, known)
        return self._shown[looked_at]
