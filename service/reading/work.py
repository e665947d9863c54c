"""What a reading process does: it looks at one photo after another, each within its memory."""

from __future__ import annotations

import contextlib
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.memory import bounded, give_back, ran_out, resident
from service.reading import TooCostly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vision import Observation
    from vision.settings import PhotoLimits


@dataclass(frozen=True, slots=True)
class Costs:
    """What one photo may take: memory in MiB, and seconds of processor."""

    memory: float = 400.0
    seconds: float = 20.0


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


def observe(data: bytes, game: str, own: Path | None, limits: PhotoLimits, costs: Costs) -> tuple[Observation, float]:
    """What a photo shows, and the memory that the process holds afterwards, MiB.

    The photo may take so much. Raises what `vision.load` and `vision.read_photo` do, and `TooCostly`.
    """
    return _within(costs, game, own, lambda: _seen(data, game, own, limits))


def read(data: bytes, game: str, own: Path | None, limits: PhotoLimits, costs: Costs) -> tuple[dict[str, Any], float]:
    """The same as the document of the API, with what the pieces mean as a position."""

    def document() -> dict[str, Any]:
        from service.judging import reading

        seen = _seen(data, game, own, limits)
        return seen.to_json() | {"table": reading(seen, game)}

    return _within(costs, game, own, document)


def _within(costs: Costs, game: str, own: Path | None, work: Callable[[], Any]) -> tuple[Any, float]:
    _load(game, own)
    try:
        with bounded(costs.memory), _timed(costs.seconds):
            done = work()
    except Exception as wrong:
        if not ran_out(wrong):
            raise
        raise TooCostly(MEMORY) from None
    finally:
        give_back()
    return done, resident()


@contextlib.contextmanager
def _timed(seconds: float) -> Iterator[None]:
    """Let the work take so many seconds of processor; after them the system ends this process.

    Seconds of a clock would be few on a busy machine. `Pool.do` counts those, too, for what hangs. Where the system
    does not count a process's seconds, those of the clock are all.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _seen(data: bytes, game: str, own: Path | None, limits: PhotoLimits) -> Observation:
    import vision

    return vision.read_photo(vision.load(data, limits), game, own)


def _load(game: str, own: Path | None) -> None:
    """Load networks and tables, which are no part of what a photo takes."""
    import vision

    if (game, own) not in _WARM:
        vision.recogniser_for(game, own).warm()
        _WARM.add((game, own))
