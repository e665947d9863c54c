"""So many tries in so much time, for each who tries and for all together; what is counted stays small."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE: Final = 60.0


class TooMany(Exception):  # noqa: N818 - reads as the sentence it is
    """More tries than are allowed; the text is one line that says what to do."""


class Attempts:
    """At most `each` tries a minute of one address, and `together` of all."""

    def __init__(self, each: int, together: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each, self._together, self._clock = each, together, clock
        self._made: deque[tuple[float, str]] = deque(maxlen=together)
        self._lock = threading.Lock()

    def check(self, address: str) -> None:
        """Whether one more may be tried. Raises `TooMany`."""
        with self._lock:
            self._forget()
            mine = sum(other == address for _, other in self._made)
            if mine >= self._each or len(self._made) >= self._together:
                raise TooMany("too many tries in a minute; wait a minute, then try again")

    def count(self, address: str) -> None:
        """Count one."""
        with self._lock:
            self._made.append((self._clock(), address))

    def _forget(self) -> None:
        old = self._clock() - MINUTE
        while self._made and self._made[0][0] <= old:
            self._made.popleft()
