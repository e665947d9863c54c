"""What a ruling was made with: the release, the rules, the code that reads, the models, by their SHA-256."""

from __future__ import annotations

import functools
import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def versions(game: str, own: Path | None = None) -> dict[str, Any]:
    """The versions that rulings of a game depend on; `own` is the file of the user's own pieces."""
    return {
        "tableside": version("tableside"),
        "rules": _tree("engine", (".py", ".toml")),
        "reading": _tree("vision", (".py", ".json", ".png")),
        "models": dict(_models()),
        "own": None if own is None else hashlib.sha256(own.read_bytes()).hexdigest(),
        "game": game,
    }


@functools.cache
def _models() -> tuple[tuple[str, str], ...]:
    from models import WEIGHTS

    decks = WEIGHTS.parent / "decks"
    files = sorted((*WEIGHTS.glob("*.onnx"), *decks.glob("*.npz")))
    return tuple((f"{file.parent.name}/{file.name}", hashlib.sha256(file.read_bytes()).hexdigest()) for file in files)


@functools.cache
def _tree(package: str, suffixes: tuple[str, ...]) -> str:
    """One hash over the files of a package, by name and content."""
    root = Path(__file__).resolve().parents[2] / package
    files: Iterable[Path] = sorted(file for file in root.rglob("*") if file.suffix in suffixes)
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.relative_to(root).as_posix()}\0".encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()
