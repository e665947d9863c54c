"""What can go wrong while a film is made and what a person can do about it."""

from __future__ import annotations

from datasets.scenes.errors import SceneError


class FilmError(SceneError):
    """One clear line that says what to do."""
