"""What a reading process does: it looks at one photo after another, each within its memory."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any, Final

from service.memory import bounded, give_back, ran_out, resident
from service.reading import TooCostly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vision import Observation
    from vision.settings import PhotoLimits

MEMORY: Final = "reading this photo needs more memory than it may: send a smaller or plainer one"
_WARM: Final[set[tuple[str, Path | None]]] = set()


def begin(threads: int) -> None:
    """Make a new process ready; Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import cv2

    import vision  # noqa: F401 - to have it loaded

    cv2.setNumThreads(threads)


def warm(games: Sequence[tuple[str, Path | None]]) -> tuple[None, float]:
    """Load all that a first photo of these games needs; own pieces that cannot be used are told to who sends one."""
    from vision import NotEnrolled

    for game, own in games:
        try:
            _load(game, own)
        except NotEnrolled:
            continue
    give_back()
    return None, resident()


def observe(data: bytes, game: str, own: Path | None, limits: PhotoLimits, more: float) -> tuple[Observation, float]:
    """What a photo shows, and the memory that the process holds afterwards, MiB.

    The photo may take `more` MiB. Raises what `vision.load` and `vision.read_photo` do, and `TooCostly`.
    """
    return _within(more, game, own, lambda: _seen(data, game, own, limits))


def read(data: bytes, game: str, own: Path | None, limits: PhotoLimits, more: float) -> tuple[dict[str, Any], float]:
    """The same as the document of the API, with what the pieces mean as a position."""

    def document() -> dict[str, Any]:
        from vision.games import reading

        seen = _seen(data, game, own, limits)
        return seen.to_json() | {"table": reading(seen, game).to_json()}

    return _within(more, game, own, document)


def _within(more: float, game: str, own: Path | None, work: Callable[[], Any]) -> tuple[Any, float]:
    _load(game, own)
    try:
        with bounded(more):
            done = work()
    except Exception as wrong:
        if not ran_out(wrong):
            raise
        raise TooCostly(MEMORY) from None
    finally:
        give_back()
    return done, resident()


def _seen(data: bytes, game: str, own: Path | None, limits: PhotoLimits) -> Observation:
    import vision

    return vision.read_photo(vision.load(data, limits), game, own)


def _load(game: str, own: Path | None) -> None:
    """Load networks and tables, which are no part of what a photo takes."""
    import vision

    if (game, own) not in _WARM:
        vision.recogniser_for(game, own).warm()
        _WARM.add((game, own))
