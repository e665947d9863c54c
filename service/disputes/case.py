"""All that a dispute is decided from: the record, the pictures, and what was said of them when they were kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from service.settings import Settings
from vision.settings import FRAME_LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.record import Record
    from vision.observation import Observation
    from vision.recognise.read import Reader

    Look: TypeAlias = Callable[[bytes], Observation]
    """Reads a picture (a JPEG's bytes); `ValueError`, one line, where it cannot."""

USUAL: Final = Settings.model_fields
KEPT: Final = replace(FRAME_LIMITS, formats=("JPEG",), min_side=1)
"""What a watched table keeps is a frame: nothing larger is decoded."""


@dataclass(frozen=True, slots=True)
class DisputeSettings:
    """When the pictures are clear enough, by name; shares of the mass are 0 … 1. The settings have the usual ones."""

    uphold: float = USUAL["dispute_uphold"].default
    """What is played by hypotheses with at least so much of the mass is believed."""
    overturn: float = USUAL["dispute_overturn"].default
    """Something else than the record is believed only where all else has at least so much of the mass."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture by its hash: its JPEG if it is there, and what was said of it."""

    sha256: str
    picture: bytes | None
    about: Mapping[str, Any]

    @property
    def time(self) -> str:
        """When it was taken (ISO), empty if nobody said."""
        return str(self.about.get("time", ""))


@dataclass(frozen=True, slots=True)
class Case:
    """A record, where its pictures are found, and what reads single faces of the user's own set."""

    record: Record
    frame: Callable[[str], Frame]
    look: Look
    settings: DisputeSettings = DisputeSettings()
    faces: Reader | None = None
