"""The place where the camera's process leaves its newest frame and the watcher takes it: nothing is ever queued.

One block of shared memory: a header and three frames that are written in turn. Only one process writes, only one reads.
The header's number of the newest frame is written last. A reader that was overtaken while it copied sees that the
number has grown by more than one. It copies again. The reader writes down what it has taken: a recording waits for it.
"""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.shared_memory import SharedMemory
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from types import TracebackType

    from numpy.typing import NDArray

FRAMES: Final = 3
_NUMBER: Final = struct.Struct("<q")  # the number of the newest frame, 0 before there is one
_BEAT: Final = struct.Struct("<d")  # when the writer last gave a sign of life, s
_SHAPE: Final = struct.Struct("<qqqd")  # of each frame: its number, height, width, time (s)
_BEAT_AT: Final = _NUMBER.size
_SHAPES_AT: Final = _BEAT_AT + _BEAT.size
_TAKEN_AT: Final = _SHAPES_AT + FRAMES * _SHAPE.size  # by the reader: the number of the frame that it took last
_FRAMES_AT: Final = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A frame, H×W×3 BGR; `number` counts the frames of this slot from 1. `time` (s) is when a camera took it, by the
    computer's monotonic clock; that of a recording is its own, from 0."""

    pixels: NDArray[np.uint8]
    time: float
    number: int


class Slot:
    """A block of shared memory, made by the reader and opened by the writer through its name."""

    def __init__(self, name: str, max_pixels: int, *, made: SharedMemory | None = None) -> None:
        """Open the slot of that name, or take one that was `made`. Raises `FileNotFoundError` where it is gone."""
        self.name = name
        self.max_pixels = max_pixels
        self._shared: SharedMemory | None = made or _attached(name)
        self._owned = made is not None
        self._memory: Any = self._shared.buf
        self._number = 0

    @classmethod
    def make(cls, max_pixels: int) -> Slot:
        """A new slot for frames of at most so many pixels; it is gone with the reader's process."""
        made = SharedMemory(create=True, size=_FRAMES_AT + FRAMES * 3 * max_pixels)
        return cls(made.name, max_pixels, made=made)

    def __enter__(self) -> Slot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back; twice does no harm."""
        shared, self._shared = self._shared, None
        if shared is not None:
            self._memory = None
            shared.close()
            if self._owned:
                shared.unlink()

    @property
    def newest(self) -> int:
        """The number of the newest frame, which is how many were put here."""
        number: int = _NUMBER.unpack_from(self._memory, 0)[0]
        return number

    @property
    def last_beat(self) -> float:
        """When the writer last gave a sign of life (s, monotonic); 0 before the first."""
        beat: float = _BEAT.unpack_from(self._memory, _BEAT_AT)[0]
        return beat

    @property
    def taken(self) -> bool:
        """Whether the reader has taken the newest frame, or there is none yet."""
        number: int = _NUMBER.unpack_from(self._memory, _TAKEN_AT)[0]
        return number == self.newest

    def beat(self, time: float | None = None) -> None:
        """Give a sign of life."""
        self._write(_BEAT_AT, _BEAT.pack(monotonic() if time is None else time))

    def put(self, pixels: NDArray[np.uint8], time: float) -> None:
        """Leave a frame (H, W, 3); `ValueError` if it has more than `max_pixels`."""
        height, width, _ = pixels.shape
        if height * width > self.max_pixels:
            raise ValueError(f"expected at most {self.max_pixels} pixels; got {width}×{height}")
        number = self.newest + 1
        place = number % FRAMES
        self._write(_SHAPES_AT + place * _SHAPE.size, _SHAPE.pack(number, height, width, time))
        self._frame(place, height, width)[:] = pixels
        self._write(0, _NUMBER.pack(number))
        self.beat()

    def take(self) -> Frame | None:
        """The newest frame, copied, or None if it was taken before."""
        while (number := self.newest) != self._number:
            place = number % FRAMES
            number_there, height, width, time = _SHAPE.unpack_from(self._memory, _SHAPES_AT + place * _SHAPE.size)
            if number_there != number:
                continue
            pixels = self._frame(place, height, width).copy()
            # The writer may have begun with the frame after the newest; this one is whole until that comes round.
            if self.newest - number < FRAMES - 1:
                self._number = number
                self._write(_TAKEN_AT, _NUMBER.pack(number))
                return Frame(pixels, time, number)
        return None

    def _write(self, at: int, data: bytes) -> None:
        """Write a number in one go: `pack_into` would write zeros first, which the other process may read."""
        self._memory[at : at + len(data)] = data

    def _frame(self, place: int, height: int, width: int) -> NDArray[np.uint8]:
        offset = _FRAMES_AT + place * 3 * self.max_pixels
        view = np.frombuffer(self._memory, np.uint8, height * width * 3, offset)
        return view.reshape(height, width, 3)


def _attached(name: str) -> SharedMemory:
    """Shared memory that another process has made, and that stays that one's to give back."""
    if sys.version_info >= (3, 13):
        return SharedMemory(name, track=False)
    # Older Pythons would take it for their own, and give it back when this process ends.
    register = resource_tracker.register
    resource_tracker.register = lambda *_name_and_kind: None
    try:
        return SharedMemory(name)
    finally:
        resource_tracker.register = register
