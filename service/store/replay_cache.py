"""Games that were replayed already: what is added to them is played on from there, and nothing is replayed twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from service.store.entry import Entry

MOST: Final = 10_000
"""Lines of games that are remembered together; the game that was asked for least lately makes room."""


@dataclass(frozen=True, slots=True)
class Known:
    """A game that was replayed, and the lines of the store that it was replayed from."""

    entry: Entry
    lines: tuple[str, ...]


class Remembered:
    """Some games by their ids. Safe to use from many threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lines = 0
        self._lock = threading.Lock()

    def get(self, game_id: str) -> Known | None:
        """What is remembered of a game."""
        with self._lock:
            known = self._known.get(game_id)
            if known is not None:
                self._known.move_to_end(game_id)
            return known

    def put(self, known: Known) -> None:
        """Remember a game."""
        with self._lock:
            self._drop(known.entry.id)
            self._known[known.entry.id] = known
            self._lines += _size(known)
            while self._lines > MOST and len(self._known) > 1:
                self._drop(next(iter(self._known)))

    def forget(self, game_id: str) -> None:
        """Remember a game no more."""
        with self._lock:
            self._drop(game_id)

    def _drop(self, game_id: str) -> None:
        known = self._known.pop(game_id, None)
        if known is not None:
            self._lines -= _size(known)


def _size(known: Known) -> int:
    """The lines of a game, its header among them."""
    return len(known.lines) + 1
