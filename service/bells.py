"""Bells: whoever adds to a game rings its bell, in any thread; whoever follows it in an event loop wakes."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

HALL: Final = "hall"
"""The bell of all tables together: it rings with every other one. No game has such an id."""


class Bell:
    """One listener's ear: it stays rung until `heard` is awaited, so that nothing between is missed."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake the listener, from any thread."""
        with contextlib.suppress(RuntimeError):  # its loop has ended, and the listener with it
            self._loop.call_soon_threadsafe(self._rung.set)

    async def heard(self, timeout: float) -> bool:
        """Wait for a ring; False when none came within `timeout` seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), timeout)
        except TimeoutError:
            return False
        self._rung.clear()
        return True


class Bells:
    """The bells of all games by name. Once closed, every listener is woken and `open` is False."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: defaultdict[str, set[Bell]] = defaultdict(set)
        self.open = True

    @contextlib.contextmanager
    def listen(self, name: str) -> Iterator[Bell]:
        """An ear for one name, while the context lasts."""
        bell = Bell()
        with self._lock:
            self._ears[name].add(bell)
        try:
            yield bell
        finally:
            with self._lock:
                self._ears[name].discard(bell)
                if not self._ears[name]:
                    del self._ears[name]

    def ring(self, name: str) -> None:
        """Wake all who listen to a name."""
        with self._lock:
            ears = {*self._ears.get(name, ()), *self._ears.get(HALL, ())}
        for ear in ears:
            ear.ring()

    def ring_all(self) -> None:
        """Wake everyone: what changed is not known."""
        with self._lock:
            names = tuple(self._ears)
        for name in names:
            self.ring(name)

    def close(self) -> None:
        """Wake everyone for the last time."""
        self.open = False
        self.ring_all()
