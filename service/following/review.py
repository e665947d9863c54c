"""A recording followed from its first frame to its last, faster than it was filmed."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from service.capture.footage import footage
from vision.scene.attention import Attention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.capture.footage import Shot
    from service.capture.source import Source
    from service.following.session import Session
    from vision.scene.attention import Notice
    from vision.tracking import Look

    Seen: TypeAlias = Callable[[Shot, Look | None], None]

Item = TypeVar("Item")

END: Final = object()
AHEAD: Final = 8
"""So many frames are read, and judged by the gate, while one is looked at."""
LAST_LOOKS: Final = 8
"""So often the last frame is looked at where something stays open: as long as a table is watched before one asks."""
LAST_APART: Final = 0.3
"""s; as if the recording went on."""


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a recording is gone through."""

    rate: float = 15.0
    """So many frames a second go through the gate."""
    begin: float = 0.0
    """What was filmed before is passed over, s."""


class FilmClock:
    """The time of the frame that is looked at, in ISO and UTC: that of the recording's start, and its own."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self.time = 0.0

    def __call__(self) -> str:
        """The time now."""
        now = (self._start + timedelta(seconds=self.time)).astimezone(UTC)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(slots=True)
class Count:
    """What a review went through: frames, looks, the time of the last frame (s), and its share (0 … 1) of the length
    that the file gives."""

    frames: int = 0
    looks: int = 0
    seconds: float = 0.0
    share: float = 0.0


def review(  # noqa: PLR0913, PLR0917 - what a recording is followed with
    source: Source,
    session: Session,
    clock: FilmClock,
    settings: ReviewSettings | None = None,
    seen: Seen | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Count:
    """Follow a recording, until `stopped` says so; `seen` is told of every frame, with its look if there was one.

    Raises `SourceError`.
    """
    settings = settings or ReviewSettings()
    attention, count = Attention(), Count()
    clock.time = settings.begin
    for shot, noticed in ahead(_noticed(source, settings, attention), AHEAD):
        if stopped():
            return count
        clock.time = shot.time
        notice = attention.due(noticed, restless=session.restless, promising=session.promising)
        session.frame(notice)
        look = session.look(shot.pixels, shot.time) if notice.due == "look" else None
        if notice.due == "glimpse":
            look = session.glimpse(shot.pixels, shot.time)
        count.looks += notice.due != ""
        count.frames += 1
        count.seconds, count.share = shot.time, shot.share
        if seen is not None:
            seen(shot, look)
        last = (shot, notice)
    _last(*last, session, seen)
    session.end()
    return count


def _noticed(source: Source, settings: ReviewSettings, attention: Attention) -> Iterator[tuple[Shot, Notice]]:
    """The frames, as a camera that does not sway would have seen them, with what the gate and the plane say of them."""
    for shot in footage(source, settings.rate, settings.begin):
        notice = attention.notice(shot.pixels, shot.time)
        yield replace(shot, pixels=notice.steadied.undo(shot.pixels)), notice


def _last(shot: Shot, notice: Notice, session: Session, seen: Seen | None) -> None:
    """What a recording shows at its end is looked at, however short it lay there."""
    if not notice.at_rest:
        return
    for look in range(LAST_LOOKS):
        if not session.restless and look:
            break
        looked = session.look(shot.pixels, shot.time + look * LAST_APART)
        if seen is not None:
            seen(shot, looked)


def ahead(items: Iterator[Item], most: int) -> Iterator[Item]:
    """The items in their order, at most so many of them ready before they are asked for; what they raise is raised."""
    thread = ThreadPoolExecutor(1, thread_name_prefix="ahead")
    try:
        coming = deque(thread.submit(_next, items) for _ in range(most))
        while (item := coming.popleft().result()) is not END:
            coming.append(thread.submit(_next, items))
            yield item
    finally:
        thread.shutdown(cancel_futures=True)


def _next(items: Iterator[Any]) -> Any:
    return next(items, END)
