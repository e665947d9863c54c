"""Whether the computer keeps up with a camera, which cannot wait: enough frames are seen, pictures are read soon."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from service.capture.slot import Frame

BEHIND_LINE: Final = "The computer is too busy, and a move may be missed: close other programs."


@dataclass(frozen=True, slots=True)
class PaceSettings:
    """Times in seconds. Where the figures are from: docs/results/following.md, “A busy computer”."""

    frames: float = 4.0
    """Fewer frames a second are too few, where more are left out. At 3, one of a demo film's three false plays was
    told; from 4 on, two or more."""
    look: float = 1.0
    """A look that takes longer comes too late. With looks of 1 s all 17 plays of that film were told, with 1.5 s 15."""
    lasting: float = 5.0
    """How long it must be so before it is said, and be over before it is said no more."""
    window: float = 1.8
    """The time before the newest frame over which frames are counted."""


PACE: Final = PaceSettings()


class Pace:
    """Frames and looks of one camera, and whether the computer is `behind` with them."""

    def __init__(self) -> None:
        self.behind = False
        self._seen: deque[tuple[float, int]] = deque()
        self._looking: float | None = None  # since when a look is under way, s
        self._took = 0.0  # how long the last look took, s
        self._turned: float | None = None  # since when it has been otherwise than is said, s

    def see(self, frame: Frame, looking: float | None) -> None:
        """A frame that is seen, and since when a look is under way then (s); None: none is."""
        if self._looking is not None and looking != self._looking:
            self._took = frame.time - self._looking
        self._looking = looking
        self._seen.append((frame.time, frame.number))
        while len(self._seen) > 2 and self._seen[1][0] < frame.time - PACE.window:
            self._seen.popleft()
        if (self._is_late(frame.time) or self._is_blind()) == self.behind:
            self._turned = None
        elif self._turned is None:
            self._turned = frame.time
        elif frame.time - self._turned >= PACE.lasting:
            self.behind, self._turned = not self.behind, None

    def _is_late(self, time: float) -> bool:
        """Whether the last look took too long, or the one that is under way does."""
        lasts = 0.0 if self._looking is None else time - self._looking
        return max(self._took, lasts) > PACE.look

    def _is_blind(self) -> bool:
        """Whether too few frames are seen, and more are left out."""
        (began, first), (ended, last) = self._seen[0], self._seen[-1]
        seconds, seen = ended - began, len(self._seen) - 1
        few = seconds >= PACE.window and seen < PACE.frames * seconds
        return few and last - first > 2 * seen
