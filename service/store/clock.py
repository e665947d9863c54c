"""The time as records and the store write it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time now: UTC, to the millisecond, as in RFC 3339."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
