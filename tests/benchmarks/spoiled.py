"""Pictures of a staged game that show a move no more, and where its pieces lie by the film's truth."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left, bisect_right
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine import record
from tests.benchmarks.staging import jpeg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from engine.record import Event
    from tests.benchmarks.staging import Staged

MARGIN: Final = 0.6
"""A cover reaches beyond the piece by so much of its size."""
NEAR: Final = 8.0
"""Pixels that a piece may seem to have moved though nobody touched it."""
SEEN: Final = "seen"
"""What was read from a picture when it was kept: of one that is changed nothing was."""
SKIN: Final = (116, 150, 205)


def repainted(game: Staged, names: Iterable[str], paint: Callable[[Any], Any], how: Mapping[str, Any]) -> Staged:
    """The game with other pictures for some, under their hashes, of which nothing was read then.

    `how` tells those who see by the truth.
    """
    pictures, about, now = dict(game.pictures), dict(game.about), {}
    for sha256 in names:
        if sha256 not in game.pictures:
            continue
        pixels = cv2.imdecode(np.frombuffer(game.pictures[sha256], np.uint8), cv2.IMREAD_COLOR)
        data = jpeg(paint(pixels))
        name = hashlib.sha256(data).hexdigest()
        said = {key: value for key, value in game.about[sha256].items() if key != SEEN}
        pictures[name], about[name], now[sha256] = data, {**said, **how}, name
    empty = record.Record(game.record.header)
    for event in game.record.events:
        empty = record.append(empty, replace(event, frames=tuple(now.get(name, name) for name in event.frames)))
    return replace(game, record=empty, pictures=pictures, about=about)


def spots(folder: Path, staged: Staged, move: Event) -> list[Any]:
    """Where the pieces lie that a move puts on the table or takes from it: those that one of its pictures has not."""
    numbers = [staged.about[sha256]["number"] for sha256 in move.frames if sha256 in staged.about]
    if not numbers:
        return []
    before, after = ([piece for piece in listed if piece["label"] != "back"] for listed in around(folder, numbers))
    new = [piece for piece in after if not any(_same(piece, old) for old in before)]
    gone = [piece for piece in before if not any(_same(piece, left) for left in after)]
    return [np.array(piece["corners"]) for piece in (*new, *gone)]


def around(folder: Path, numbers: Sequence[int]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The pieces by a film's truth, which is not told of every frame: up to the first of some frames, from the last."""
    result = _pieces(folder)
    frames = sorted(result)
    first, last = bisect_right(frames, numbers[0]) - 1, bisect_left(frames, numbers[-1])
    return result[frames[max(first, 0)]], result[frames[min(last, len(frames) - 1)]]


@cache
def _pieces(folder: Path) -> dict[int, list[dict[str, Any]]]:
    """The pieces of every frame by its number, by a film's truth."""
    result: dict[int, list[dict[str, Any]]] = {}
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            result[frame["frame"]] = result[frame["as"]] if "as" in frame else frame["pieces"]
    return result


def _same(piece: dict[str, Any], old: dict[str, Any]) -> bool:
    """Whether two pieces of a film's truth are one that was not moved, by label and place."""
    centre, there = (np.array(each["corners"]).mean(axis=0) for each in (piece, old))
    return piece["label"] == old["label"] and bool(np.linalg.norm(centre - there) <= NEAR)


def cover(quad: Any) -> Any:
    """What covers a quad and what lies close by."""
    centre = quad.mean(axis=0)
    return cv2.convexHull((centre + (quad - centre) * (1.0 + MARGIN)).astype(np.int32))[:, 0]


def covered(pixels: Any, covers: Sequence[Any]) -> Any:
    """The picture with something of the colour of skin over these places."""
    painted = pixels.copy()
    for each in covers:
        cv2.fillConvexPoly(painted, each, SKIN, cv2.LINE_AA)
    return painted
