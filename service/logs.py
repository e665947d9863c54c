"""Log lines with names and values go to standard error: standard output belongs to answers."""

from __future__ import annotations

import contextlib
import functools
import logging
import sys
from typing import TYPE_CHECKING, Any, TextIO

import structlog

from service.limits.log_lines import limit_lines, limited_event, short

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping


@functools.cache
def logger() -> Any:
    """The service's logger, set up at its first use."""
    to_standard_error()
    return structlog.get_logger("service")


def to_standard_error(level: int = logging.INFO) -> None:
    """Send structlog's lines of this level and above to standard error, in colour on a terminal alone."""
    limit_lines()
    structlog.configure(
        processors=[
            limited_event(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *_renderers(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # Standard error as it is when a line is written: whoever runs this may have put another in its place.
        logger_factory=lambda *_names: _Lines(sys.stderr),
    )


def _renderers() -> list[Any]:
    """What makes a line: words for people, or JSON for programs, as `TABLESIDE_LOG_FORMAT` says."""
    from service.settings import Settings

    if Settings().log_format == "json":
        return [_short_traceback, structlog.processors.JSONRenderer(ensure_ascii=False)]
    # A plain traceback: the rich one takes seconds and prints what variables hold.
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_end_of_traceback)]


def _short_traceback(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """An exception as the end of its traceback, in a value of its own."""
    wrong = line.pop("exc_info", None)
    wrong = sys.exc_info()[1] if wrong is True else wrong
    return line if wrong is None else {**line, "exception": short(wrong)}


def _end_of_traceback(out: TextIO, wrong: Any) -> None:
    out.write("\n" + short(wrong[1]))


class _Lines:
    """Prints lines to a file. One that takes none, as on a full disk, loses them: no game ends for want of a log."""

    def __init__(self, file: TextIO) -> None:
        # It writes a line with its end at once: other threads write to the file, too.
        self._printer = structlog.WriteLogger(file)

    def msg(self, line: str) -> None:
        """Print a line, if it can be."""
        with contextlib.suppress(OSError):
            self._printer.msg(line)

    debug = info = warning = error = critical = msg
