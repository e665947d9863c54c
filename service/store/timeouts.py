"""How long the store waits, and with how many connections: a file of its own, for the settings are loaded first."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waits:
    """How many connections a process has, and how long it waits: for a free one or another writer, for a statement."""

    connections: int = 10
    busy_seconds: float = 10.0
    statement_seconds: float = 30.0
