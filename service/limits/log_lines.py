"""Lines of the log: what is said again and again is counted, and a traceback has an end."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping

MINUTE: Final = 60.0
A_MINUTE: Final = 20
"""Lines of one kind in a minute."""
MOST_KINDS: Final = 500
FRAMES: Final = 12
"""Of a traceback, the last ones."""
LONGEST: Final = 4000
"""Characters of a line."""
LOUD: Final = ("asyncio", "uvicorn.error", "uvicorn.asgi")
"""Loggers of libraries that speak for every client."""


class LineLimiter:
    """Counts lines by kind; those beyond `A_MINUTE` are kept back, and the next one says how many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: dict[str, tuple[float, int]] = {}
        self._lock = threading.Lock()

    def more(self, kind: str) -> int | None:
        """None where a line is to be kept back, else how many were since the last one that was said."""
        now = self._clock()
        with self._lock:
            if len(self._said) > MOST_KINDS:
                self._said.clear()
            since, count = self._said.get(kind, (now, 0))
            if now - since >= MINUTE:
                self._said[kind] = (now, 1)
                return max(0, count - A_MINUTE)
            self._said[kind] = (since, count + 1)
            return 0 if count < A_MINUTE else None


class LimitedLines(logging.Filter):
    """The same for a logger of the standard library."""

    def __init__(self) -> None:
        super().__init__()
        self._limiter = LineLimiter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is said; what it says is cut to its length."""
        more = self._limiter.more(f"{record.name} {str(record.msg)[:80]}")
        if more is None:
            return False
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text, record.exc_info = short(record.exc_info[1]), None
        text = record.getMessage()
        record.msg, record.args = text[:LONGEST] + (f" ({more} more like it)" if more else ""), ()
        return True


def limit_lines() -> None:
    """Have the loggers of libraries say no more than they may."""
    for name in LOUD:
        logger = logging.getLogger(name)
        if not any(isinstance(each, LimitedLines) for each in logger.filters):
            logger.addFilter(LimitedLines())


def short(wrong: BaseException) -> str:
    """The end of a traceback, without what a chain of causes repeats."""
    return "".join(traceback.format_exception(wrong, limit=-FRAMES, chain=False))[-LONGEST:]


def limited_event() -> Callable[[Any, str, MutableMapping[str, Any]], Mapping[str, Any]]:
    """A processor of structlog that keeps back what is said too often."""
    import structlog

    limiter = LineLimiter()

    def processor(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Mapping[str, Any]:
        more = limiter.more(str(line.get("event", ""))[:80])
        if more is None:
            raise structlog.DropEvent
        return {**line, "more": more} if more else line

    return processor
