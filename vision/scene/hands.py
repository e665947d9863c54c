"""Hand entries: hands come over the edge of the picture from where their players sit.

While something moves, the pixels that changed along the edge say at which angles they come in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, cos, sin
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from vision.scene.gate import GATE
from vision.scene.memory.change import SPARSE, STEP

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Grey: TypeAlias = NDArray[np.uint8]

MOST: Final = 2
"""More hands than this at once are none: the picture moved, or its light."""
NOISE: Final = 3
"""Fewer places along the edge that changed are noise."""
SWUNG: Final = 1.5
"""A hand that reaches far swings round by at most so much (radians) between two entries."""
ONE: Final = 0.7
"""Hands at angles (radians) no further apart than this are one player's."""

SHARP: Final = 4
"""Within so many pixels along the edge of the small picture …"""
ENDS: Final = 0.5
"""… a hand makes so much of its usual difference from the table. A shadow does so little by little."""

AGAIN: Final = 1.0
"""A hand that is back within so long (s) is the same, …"""
STAYED: Final = 0.5
"""… and stayed in view if it was gone for no longer than this (s): what left so lately has just left."""
MOST_ENTRIES: Final = 32
"""So many of the last entries are remembered. Whoever shuffles for an hour leaves thousands."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand that came in: its angle round the middle of the picture (radians), from when to when (s).

    It has `stayed` if it was in view since before the table was last accounted for. It may then belong to whoever had
    moved.
    """

    angle: float
    start: float
    end: float
    stayed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class HandEntries:
    """The hand entries since the table was last accounted for. Frames are small grey pictures (h, w).

    `rest` is the table without hands. `lying` is the picture in which a hand lies, and since when (s). `all_entries`
    are all that came in, and `before` are those of the plays before. `now` is the time of the last frame (s).
    """

    rest: Grey | None = None
    lying: tuple[Grey, float] | None = None
    all_entries: tuple[HandEntry, ...] = ()
    before: tuple[HandEntry, ...] = ()
    now: float = 0.0

    def frame(self, grey: Grey, time: float, *, still: bool) -> HandEntries:
        """The same after a frame of that time (s). What rests in a still picture is a hand until it has lain too
        long."""
        rest, lying = self.rest, self.lying
        if rest is None or rest.shape != grey.shape:
            rest, lying = grey, None
        angles = entry_angles(rest, grey)
        if len(angles) > MOST:
            rest, angles = (grey if still else rest), []
        if still and angles:
            lying = _lying(lying, grey, time)
        if still and (lying is None or not angles or time - lying[1] >= GATE.rests):
            rest, angles = grey, []
        all_entries = self.all_entries
        for angle in angles:
            all_entries = self._with_entry(all_entries, angle, time)
            if len(all_entries) > MOST_ENTRIES:
                first = min(all_entries, key=lambda entry: entry.end)
                all_entries = tuple(entry for entry in all_entries if entry is not first)
        return replace(self, rest=rest, lying=lying if angles else None, all_entries=all_entries, now=time)

    def entries(self) -> tuple[HandEntry, ...]:
        """The entries in their order. A fingertip that crosses the far edge during an entry is none itself."""
        return tuple(
            entry for entry in self.all_entries if not any(_during(entry, other) for other in self.all_entries)
        )

    @property
    def just_left(self) -> bool:
        """Whether a hand has just left. What it laid may be seen for a moment before others reach over it."""
        return any(0.0 < self.now - entry.end <= STAYED for entry in self.entries())

    def settled(self) -> HandEntries:
        """The same once what came in until now has been accounted for."""
        return replace(self, before=self.all_entries, all_entries=())

    def gone(self, time: float) -> HandEntries:
        """The same with only the entries that had ended at that time (s), and with none where one may go on still."""
        gone = tuple(each for each in self.entries() if each.end < time - GATE.settle)
        return replace(self, all_entries=() if any(map(self._swings_on, gone)) else gone)

    def _swings_on(self, entry: HandEntry) -> bool:
        """Whether the next hand came just where and when this one went. Then it is the same hand, swung round."""
        return any(
            abs(other.start - entry.end) <= GATE.settle and 0.0 < apart(other.angle, entry.angle) <= SWUNG
            for other in self.all_entries
        )

    def without(self, accounted: tuple[HandEntry, ...]) -> HandEntries:
        """The same without entries that have been accounted for, nor the fingertips during these."""
        left = (
            entry
            for entry in self.all_entries
            if entry not in accounted and not any(_during(entry, other) for other in accounted)
        )
        return replace(self, all_entries=tuple(left), before=accounted)

    def since(self, time: float) -> HandEntries:
        """The same without the entries that had ended at that time (s). They have been accounted for."""
        return replace(self, all_entries=tuple(entry for entry in self.all_entries if entry.end >= time))

    def _with_entry(self, all_entries: tuple[HandEntry, ...], angle: float, time: float) -> tuple[HandEntry, ...]:
        """The entries with a hand seen at that angle (radians) and time (s): one goes on, or a new one begins."""
        for number, entry in enumerate(all_entries):
            if _goes_on(entry, angle, time, AGAIN):
                length = max(time - entry.start, 0.1)
                x, y = length * cos(entry.angle) + 0.1 * cos(angle), length * sin(entry.angle) + 0.1 * sin(angle)
                longer = replace(entry, angle=atan2(y, x), end=time)
                return (*all_entries[:number], longer, *all_entries[number + 1 :])
        stayed = any(_goes_on(entry, angle, time, STAYED) for entry in self.before)
        return (*all_entries, HandEntry(angle, time, time, stayed))


def _lying(before: tuple[Grey, float] | None, grey: Grey, time: float) -> tuple[Grey, float]:
    """The picture in which a hand lies, and since when (s): since before, where nothing at the edge has changed.

    A hand that moves for long and rests here and there does not lie.
    """
    changed = before is None or int(_edge(_differs(before[0], grey))[0].sum()) >= NOISE
    return (grey, time) if before is None or changed else before


def _goes_on(entry: HandEntry, angle: float, time: float, gone: float) -> bool:
    """Whether a hand goes on with this entry. It does if it was `gone` for less than so long (s)."""
    return apart(angle, entry.angle) <= ONE and time - entry.end < gone


def _during(entry: HandEntry, other: HandEntry) -> bool:
    return other.start <= entry.start and entry.end <= other.end and entry.end - entry.start < other.end - other.start


def entry_angles(rest: Grey, grey: Grey) -> list[float]:
    """The angles (radians) at which something comes over the edge that is not in the picture at rest, nor a shadow."""
    ring, angles = _edge(_differs(rest, grey))
    shortest_run = round(GATE.across * len(ring))
    closed = cv2.morphologyEx(ring.astype(np.uint8).reshape(1, -1), cv2.MORPH_CLOSE, np.ones((1, 7), np.uint8))
    ring = np.array(closed > 0, dtype=np.bool_).ravel()
    if ring.all() or not ring.any():
        return []
    first = int(np.argmin(ring))  # begin where nothing comes in, so that no hand is cut in two
    ring, angles, light = (np.roll(each, -first) for each in (ring, angles, _light(rest, grey)))
    bounds = np.flatnonzero(np.diff(np.concatenate([[0], ring.astype(np.int8), [0]])))
    runs = zip(bounds[::2], bounds[1::2], strict=True)
    return [
        _mean(angles[start:end]) for start, end in runs if end - start >= shortest_run and _is_sharp(light, start, end)
    ]


def _light(rest: Grey, grey: Grey) -> NDArray[np.float32]:
    """How much lighter than at rest each place of the edge is (log), beside most of it."""
    before, now = (_ring(each.astype(np.float32) + GATE.glow, np.mean) for each in (rest, grey))
    light = np.log(now / before)
    return np.asarray(light - np.median(light), np.float32)


def _is_sharp(light: NDArray[np.float32], start: int, end: int) -> bool:
    """Whether what is lighter or darker along a part of the edge ends as sharply as a hand, not as a shadow does."""
    around = light[max(start - SHARP, 0) : end + SHARP]
    steepest = np.abs(around[SHARP:] - around[:-SHARP]).max()
    return bool(steepest >= ENDS * np.median(np.abs(light[start:end])))


def _differs(rest: Grey, grey: Grey) -> NDArray[np.bool_]:
    """The pixels that changed, past a change of light all over the table."""
    apart = grey.astype(np.int16) - rest
    return np.array(np.abs(apart - int(np.median(apart[::SPARSE, ::SPARSE]))) > STEP, dtype=np.bool_)


def _edge(mask: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """What is set along the edge, clockwise from the upper left corner, and the angle of each place."""
    height, width = mask.shape
    x = np.concatenate([np.arange(width), np.full(height, width), np.arange(width)[::-1], np.zeros(height)])
    y = np.concatenate([np.zeros(width), np.arange(height), np.full(width, height), np.arange(height)[::-1]])
    return _ring(mask, np.max), np.arctan2((y - height / 2) / height, (x - width / 2) / width)


def _ring(picture: NDArray[Any], of: Callable[..., Any]) -> NDArray[Any]:
    """What lies along the edge of a picture (h, w), clockwise from the upper left corner: the maximum or mean of it."""
    top, bottom = of(picture[: GATE.rim], axis=0), of(picture[-GATE.rim :], axis=0)
    left, right = of(picture[:, : GATE.rim], axis=1), of(picture[:, -GATE.rim :], axis=1)
    return np.concatenate([top, right, np.flip(bottom), np.flip(left)])


def bearing(x: float, y: float) -> float:
    """The angle (radians) of a point of the picture, in parts of its width and height, measured as a hand's is."""
    return atan2(y - 0.5, x - 0.5)


def _mean(angles: NDArray[np.float64]) -> float:
    return atan2(float(np.sin(angles).mean()), float(np.cos(angles).mean()))


def apart(one: float, other: float) -> float:
    """The angle between two directions, 0 … π."""
    return abs(atan2(sin(one - other), cos(one - other)))
