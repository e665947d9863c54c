"""The time as records and the store write it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time now: UTC, to the millisecond, as in RFC 3339."""
    return written(datetime.now(UTC))


def written(time: datetime) -> str:
    """A time in UTC as they write it."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
