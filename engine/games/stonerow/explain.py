"""Placeholder."""

from __future__ import annotations

from typing import Any


def explain(game: Any, state: Any, seen: Any, plies: int) -> list[Any]:
    """Placeholder."""
    return []
