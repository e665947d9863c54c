"""A game to stage disputes on, its record with its pictures: those that a faultless session would keep of a film."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import cv2

from engine import record
from engine.core import TABLE
from service.disputes.case import Case, Frame
from tests.benchmarks import unseeded
from tests.benchmarks.films import Film

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.record import Record
    from vision.observation import Observation

START: Final = datetime(2026, 1, 1, tzinfo=UTC)
QUALITY: Final = 90
"""Of the JPEGs, as a session keeps them."""


@dataclass(frozen=True, slots=True)
class Still:
    """A frame in which nothing moves: its number and time (s), and how many plays lie on the table by then."""

    frame: int
    time: float
    events: int
    illegal: bool


@dataclass(frozen=True, slots=True)
class Staged:
    """A game as it was kept, or as a faultless session would have kept it: its record, its pictures by their hash.

    `pictured` are the numbers of the moves that had been made by the last of their pictures; None: all of them.
    """

    name: str
    record: Record
    pictures: Mapping[str, bytes]
    about: Mapping[str, Mapping[str, Any]]
    pictured: frozenset[int] | None = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.record.header.game

    def case(self, look: Callable[[bytes], Observation]) -> Case:
        """The game as a case."""

        def frame(sha256: str) -> Frame:
            return Frame(sha256, self.pictures.get(sha256), self.about.get(sha256, {}))

        return Case(self.record, frame, look)


def stage(folder: Path, frames: Callable[[Path, Sequence[int]], Iterator[tuple[int, bytes]]] | None = None) -> Staged:
    """The game of a film: each move with the last quiet frame before it and the first one after it.

    `frames` gives those of some numbers as JPEGs; without it they are taken from the film. Nobody knows the deal, as on
    a real table: what was turned up is a move of the table, pictured when it lay open.
    """
    film = Film(folder)
    stills = tuple(_stills(folder))
    pairs = {0: stills[:1], **dict(enumerate(_pairs(stills, len(film.record.events)), start=1))}
    wanted = sorted({still.frame for pair in pairs.values() for still in pair})
    jpegs = dict((frames or frames_of)(folder, wanted))
    hashes = {frame: hashlib.sha256(jpeg).hexdigest() for frame, jpeg in jpegs.items()}
    times = {still.frame: still.time for still in stills}
    staged = unseeded.empty(film.record)
    for result in unseeded.told(film.record, film.called):
        pair = _of_the_table(pairs, result.of) if result.event.seat == TABLE else pairs[result.of]
        time = iso(pair[-1].time) if pair else result.event.time
        shown = tuple(hashes[still.frame] for still in pair)
        staged = record.append(staged, replace(result.event, frames=shown, by="camera", confidence=1.0, time=time))
    about = {
        hashes[frame]: {"time": iso(times[frame]), "why": "after", "hidden": [], "number": frame} for frame in jpegs
    }
    return Staged(folder.name, staged, {hashes[frame]: jpeg for frame, jpeg in jpegs.items()}, about)


def iso(time: float) -> str:
    """A time of a film as records have it."""
    return (START + timedelta(seconds=time)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _stills(folder: Path) -> Iterator[Still]:
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for result in map(json.loads, lines):
            if result.get("phase") == "still" and not result.get("hands"):
                yield Still(result["frame"], result["time"], result["events"], result["illegal"])


def _pairs(stills: Sequence[Still], count: int) -> Iterator[tuple[Still, ...]]:
    """For every move the quiet frames before and after it; moves without one between them share theirs."""
    for seq in range(1, count + 1):
        before = [still for still in stills if still.events < seq and not still.illegal]
        after = [still for still in stills if still.events >= seq and not still.illegal]
        yield (before[-1], after[0]) if before and after else ()


def _of_the_table(pairs: Mapping[int, tuple[Still, ...]], of: int) -> tuple[Still, ...]:
    """The frames of what was turned up after a move: the one after it, both where the next move was seen with it."""
    return pairs[of] if pairs[of] == pairs.get(of + 1) else pairs[of][-1:]


def frames_of(folder: Path, wanted: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """The frames of a film of those numbers as JPEGs."""
    video, due = cv2.VideoCapture(str(folder / "film.mp4")), set(wanted)
    number = 0
    while due and video.grab():
        if number in due:
            due.discard(number)
            yield number, jpeg(video.retrieve()[1])
        number += 1
    video.release()


def jpeg(pixels: Any) -> bytes:
    """A picture as a session keeps it."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
