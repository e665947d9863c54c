"""The truth of a rendered film as observations: what a faultless recogniser sees while the table is still."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vision.observation import Observation, Piece, corners_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LEAST_VISIBLE: Final = 0.12
"""Pieces of which less is in sight are not seen."""
MODEL: Final = "truth"


@dataclass(frozen=True, slots=True)
class Still:
    """A frame in which nothing moves. It has its number, its time (s), how many plays of the record were finished
    before it, whether something lies there against the rules, and what is seen of the pieces."""

    frame: int
    time: float
    events: int
    illegal: bool
    observation: Observation


def stills(folder: Path, least_visible: float = LEAST_VISIBLE) -> Iterator[Still]:
    """The still frames of a film's `frames.jsonl` whose pieces it tells, in their order."""
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            if frame["phase"] == "still" and not frame.get("hands") and "pieces" in frame:
                yield Still(
                    frame["frame"], frame["time"], frame["events"], frame["illegal"], observed(frame, least_visible)
                )


def observations(folder: Path, least_visible: float = LEAST_VISIBLE) -> Iterator[tuple[float, Observation]]:
    """Every frame whose pieces the truth tells, hands or not: its time (s) and what is seen of the pieces."""
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            if "pieces" in frame:
                yield frame["time"], observed(frame, least_visible)


def observed(frame: dict[str, Any], least_visible: float = LEAST_VISIBLE) -> Observation:
    """A frame's truth as the observation of a faultless recogniser."""
    camera = frame["camera"]
    pieces = tuple(_piece(piece) for piece in frame["pieces"] if piece["visible"] >= least_visible)
    pieces += tuple(_hand(hand) for hand in frame.get("hands", ()) if hand["part"] == "hand")
    return Observation(camera["width"], camera["height"], "", pieces, (), MODEL)


def _hand(told: dict[str, Any]) -> Piece:
    return Piece("hand", None, 1.0, corners_of(told["corners"]), None)


def _piece(told: dict[str, Any]) -> Piece:
    return Piece(
        kind=told["kind"],
        label=told["label"],
        confidence=1.0,
        corners=corners_of(told["corners"]),
        level=told.get("level"),
        stack=told.get("stack"),
        position=told.get("position"),
    )
