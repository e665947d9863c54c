"""A frozen value that a test follows: what follows from each call takes its place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from vision.games import LookContext, assembler

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.options import Options
    from vision.observation import Corners
    from vision.recognise.read import Reader
    from vision.scene.memory.change import Change


class Kept:
    """Calls go to the value. Of what a call gives, a value of the same type is kept, and the rest is given back."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.value, name)
        return partial(self._call, name) if callable(found) else found

    def _call(self, name: str, *args: Any, **named: Any) -> Any:
        given = getattr(self.value, name)(*args, **named)
        if isinstance(given, type(self.value)):
            self.value = given
            return None
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], type(self.value)):
            given, self.value = given
        return given


def kept_table(game: str, options: Options, faces: Reader | None = None) -> Kept:
    """The followed table of a game."""
    return Kept(assembler(game, options, faces))


def around(change: Change, unread: Iterable[Corners] = (), time: float = 0.0) -> LookContext:
    """What a look says beside its pieces."""
    return LookContext(time, change, tuple(unread))
