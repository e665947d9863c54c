"""A recording followed from its first frame to its last, faster than it was filmed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from service.footage import footage
from vision.follow import Attention
from vision.gate import GateSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.capture_source import Source
    from service.footage import Shot
    from service.session import Session
    from vision.follow import Look


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a recording is gone through."""

    rate: float = 15.0
    """So many frames a second go through the gate."""
    gate: GateSettings = field(default_factory=GateSettings)


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
    """What a review went through: frames, looks, and the time of the last frame (s)."""

    frames: int = 0
    looks: int = 0
    seconds: float = 0.0


def review(
    source: Source,
    session: Session,
    clock: FilmClock,
    settings: ReviewSettings | None = None,
    seen: Callable[[Shot, Look | None], None] | None = None,
) -> Count:
    """Follow a recording; `seen` is told of every frame, with its look if there was one. Raises `SourceError`."""
    settings = settings or ReviewSettings()
    attention, count = Attention(settings.gate), Count()
    for shot in footage(source, settings.rate):
        clock.time = shot.time
        notice = attention.frame(shot.pixels, shot.time, restless=session.restless)
        session.frame(notice)
        look = session.look(shot.pixels, shot.time) if notice.due == "look" else None
        if notice.due == "glimpse":
            session.glimpse(shot.pixels, shot.time)
        count.looks += notice.due != ""
        count.frames += 1
        count.seconds = shot.time
        if seen is not None:
            seen(shot, look)
    return count
