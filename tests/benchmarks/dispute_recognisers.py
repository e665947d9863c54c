"""Who looks at the pictures of a staged game: the recogniser of its pieces, or its film's truth."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol

import cv2
import numpy as np

from vision.photo import load
from vision.pipeline import read_photo
from vision.scoring.films import observed

if TYPE_CHECKING:
    from pathlib import Path

    from service.disputes.case import Look
    from tests.benchmarks.staging import Staged
    from vision.observation import Observation, Piece

HIDDEN: Final = 0.5
"""A piece of which so much is covered is not seen."""


class Looker(Protocol):
    """Who looks."""

    def at(self, game: Staged) -> Look:
        """What reads the pictures of a game."""


class Real:
    """The recogniser that people would have; it reads each picture once.

    `enrolled` is the file of the pieces that the film shows, as its players would enrol them.
    """

    def __init__(self, enrolled: Path | None) -> None:
        self._enrolled = enrolled
        self._seen: dict[str, Observation] = {}

    def at(self, game: Staged) -> Look:
        """Reads any picture as one of this game."""

        def look(picture: bytes) -> Observation:
            sha256 = hashlib.sha256(picture).hexdigest()
            if sha256 not in self._seen:
                self._seen[sha256] = read_photo(load(picture), game.game, self._enrolled)
            return self._seen[sha256]

        return look


class Truthful:
    """Sees what a film's truth says of its pictures, but for what was painted over."""

    def __init__(self, folder: Path) -> None:
        self._frames = cache(lambda: _frames(folder))

    def at(self, game: Staged) -> Look:
        """Reads the pictures of this game."""

        def look(picture: bytes) -> Observation:
            return self._shown(game, hashlib.sha256(picture).hexdigest())

        return look

    def _shown(self, game: Staged, sha256: str) -> Observation:
        about = game.about[sha256]
        seen: Observation = self._frames()[about["number"]]
        if about.get("black"):
            return replace(seen, pieces=())
        covers = [np.array(cover, np.float32) for cover in about.get("covers", ())]
        return replace(seen, pieces=tuple(piece for piece in seen.pieces if not _under(piece, covers)))


def _frames(folder: Path) -> dict[int, Observation]:
    """The observation of every frame by its number."""
    result: dict[int, Observation] = {}
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            result[frame["frame"]] = result[frame["as"]] if "as" in frame else observed(frame)
    return result


def _under(piece: Piece, covers: list[Any]) -> bool:
    quad = np.array(piece.corners, np.float32)
    area = cv2.contourArea(quad)
    hidden = max((cv2.intersectConvexConvex(quad, cover)[0] for cover in covers), default=0.0)
    return area > 0 and hidden / area >= HIDDEN
