"""What a ruling was made with: the release, and all code and models that decide it, by their SHA-256."""

from __future__ import annotations

import functools
import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final


def versions(game: str) -> dict[str, Any]:
    """The versions that rulings of a game depend on, without the user's own pieces."""
    return {
        "tableside": release(),
        "rules": tree("engine"),
        "reading": tree("vision"),
        "deciding": tree("service/disputes", "service/spelling.py"),
        "models": dict(models()),
        "game": game,
    }


@functools.cache
def release() -> str:
    """The version of Tableside. Python looks through the folders of all packages for it."""
    return version("tableside")


DECIDING: Final = frozenset({".py", ".toml", ".json", ".png"})
"""The endings of files that decide: code, and the numbers and pictures that it loads."""


@functools.cache
def models() -> tuple[tuple[str, str], ...]:
    """The weights and decks that come with Tableside, each with its SHA-256."""
    from models import WEIGHTS

    decks = WEIGHTS.parent / "decks"
    files = sorted((*WEIGHTS.glob("*.onnx"), *decks.glob("*.npz")))
    return tuple((f"{file.parent.name}/{file.name}", hashlib.sha256(file.read_bytes()).hexdigest()) for file in files)


@functools.cache
def tree(*places: str) -> str:
    """One hash over files and the files of folders, by name and content."""
    root, whole = Path(__file__).resolve().parents[2], hashlib.sha256()
    inside = (file for place in places for file in ((root / place), *(root / place).rglob("*")))
    for file in sorted(file for file in inside if file.suffix in DECIDING):
        whole.update(f"{file.relative_to(root).as_posix()}\0".encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()
