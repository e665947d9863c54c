"""The pixels of a picture of evidence: what a watched table keeps is a frame, and nothing larger is decoded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.photo import PhotoError, load
from vision.settings import FRAME_LIMITS

if TYPE_CHECKING:
    from vision.photo import Picture

KEPT: Final = replace(FRAME_LIMITS, formats=("JPEG", "PNG"), min_side=1)
"""JPEG is what is kept; PNG is what looks at it are made in."""


def pixels_of(picture: bytes | None) -> Picture | None:
    """H×W×3 BGR; None of what is no picture, or is none that a table keeps."""
    try:
        return load(picture, KEPT).pixels if picture else None
    except PhotoError:
        return None
