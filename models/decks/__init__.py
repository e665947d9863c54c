"""Enrolled decks that come with Tableside, a file each: `tableside enroll printed --out models/decks/stonerow.npz`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STONEROW: Final = Path(__file__).parent / "stonerow.npz"
"""The deck that `tableside print deck` prints."""
