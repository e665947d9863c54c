"""What changed on a still table though no movement was noticed: a small play, or a hand that came and went too fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.scene.gate import changed_pixels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene.gate import GateSettings


@dataclass(frozen=True, slots=True)
class UnnoticedSettings:
    """When a part of a small grey picture has changed, and for how long."""

    window: int = 7
    """Pixels across of the part that is looked at. The smaller side of a domino far away covers as many."""
    share: float = 0.16
    """The share of a part that differs where something was laid. An edge that moved by a pixel gives 0.14. Of the plays
    in 29 games of stills one gave less. Of 350 frames at rest in the demo films, 95 % gave no more than 0.04."""
    lasts: float = 0.3
    """The time (s) for which it has to differ. Within it a hand that comes in is noticed as movement."""


class Unnoticed:
    """Holds the frames of a still table against the frame that was looked at last."""

    def __init__(self, gate: GateSettings, settings: UnnoticedSettings | None = None) -> None:
        self._gate, self._settings = gate, settings or UnnoticedSettings()
        self._looked: NDArray[np.float32] | None = None
        self._since: float | None = None

    def looked(self, grey: NDArray[Any]) -> None:
        """A look was taken at this frame (h, w), small and grey."""
        self._looked, self._since = grey.astype(np.float32), None

    def forget(self) -> None:
        """The frame that was looked at last tells nothing any more: the camera or the table moved."""
        self._looked = self._since = None

    def lasts(self, grey: NDArray[Any], time: float, inside: NDArray[np.bool_] | None) -> bool:
        """Whether some part of a frame (h, w) at `time` (s) has differed for long enough; only `inside` counts."""
        if self._looked is None or self._looked.shape != grey.shape or not self._differs(grey, inside):
            self._since = None
            return False
        self._since = time if self._since is None else self._since
        return time - self._since >= self._settings.lasts

    def _differs(self, grey: NDArray[Any], inside: NDArray[np.bool_] | None) -> bool:
        assert self._looked is not None
        changed = changed_pixels(self._looked, grey.astype(np.float32), self._gate)
        if inside is not None:
            changed &= inside
        size = (self._settings.window, self._settings.window)
        return float(cv2.boxFilter(changed.astype(np.float32), -1, size).max()) >= self._settings.share
