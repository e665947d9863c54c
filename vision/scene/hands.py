"""Hand entries: arms come over the edge of the picture from where their players sit.

While something moves, the pixels that changed along the edge say at which angles arms come in.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from math import atan2, cos, sin
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.scene.gate import GATE
from vision.scene.memory.change import SPARSE, STEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Grey: TypeAlias = NDArray[np.uint8]

MOST: Final = 2
"""More arms than this at once are none: the picture moved, or its light."""
NOISE: Final = 3
"""Fewer places along the edge that changed are noise."""
SWUNG: Final = 1.5
"""An arm that reaches far swings round by at most so much (radians) between two entries."""
ONE: Final = 0.7
"""Arms at angles (radians) no further apart than this are one player's."""

AGAIN: Final = 1.0
"""An arm that is back within so long (s) is the same, …"""
STAYED: Final = 0.5
"""… and stayed in view if it was gone for no longer than this (s): what left so lately has just left."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    """An arm that came in: its angle round the middle of the picture (radians), from when to when (s).

    It has `stayed` if it was in view since before the table was last accounted for. It may then belong to whoever had
    moved.
    """

    angle: float
    start: float
    end: float
    stayed: bool = False


class HandEntries:
    """The hand entries since the table was last accounted for. Frames are small grey pictures (h, w)."""

    def __init__(self) -> None:
        self._rest: Grey | None = None
        self._still: tuple[Grey, float] | None = None
        self._entries: list[HandEntry] = []
        self._before: list[HandEntry] = []
        self._now = 0.0

    def frame(self, grey: Grey, time: float, *, still: bool) -> None:
        """Take in a frame of that time (s). What rests in a still picture is an arm until it has lain too long."""
        self._now = time
        if self._rest is None or self._rest.shape != grey.shape:
            self._rest, self._still = grey, None
        seen = entry_angles(self._rest, grey)
        if len(seen) > MOST:
            self._rest, seen = (grey if still else self._rest), []
        if still and (not seen or self._stays(grey, time)):
            self._rest, seen = grey, []
        if not seen:
            self._still = None
        for angle in seen:
            self._add(angle, time)

    def _stays(self, grey: Grey, time: float) -> bool:
        """Whether what is seen at the edge of this still picture has been lying there for as long as what rests.

        An arm that moves for long and rests here and there has not.
        """
        if self._still is None or int(_edge(_differs(self._still[0], grey))[0].sum()) >= NOISE:
            self._still = (grey, time)
        return time - self._still[1] >= GATE.rests

    def entries(self) -> tuple[HandEntry, ...]:
        """The entries in their order. A fingertip that crosses the far edge during an entry is none itself."""
        return tuple(entry for entry in self._entries if not any(_during(entry, other) for other in self._entries))

    @property
    def just_left(self) -> bool:
        """Whether a hand has just left. What it laid may be seen for a moment before others reach over it."""
        return any(0.0 < self._now - entry.end <= STAYED for entry in self.entries())

    def settle(self) -> None:
        """What came in until now has been accounted for."""
        self._before, self._entries = self._entries, []

    def gone(self, time: float) -> HandEntries:
        """A copy with only the entries that had ended at that time (s), and with none where one may go on still."""
        gone = [each for each in self.entries() if each.end < time - GATE.settle]
        return self._with([] if any(map(self._goes_on, gone)) else gone)

    def _goes_on(self, entry: HandEntry) -> bool:
        """Whether the next arm came just where and when this one went. Then it is the same arm, swung round."""
        return any(
            abs(other.start - entry.end) <= GATE.settle and 0.0 < apart(other.angle, entry.angle) <= SWUNG
            for other in self._entries
        )

    def without(self, others: HandEntries) -> HandEntries:
        """A copy without the entries of `others`, nor the fingertips during these. They have been accounted for."""
        accounted = others.entries()
        left = self._with(
            [
                each
                for each in self._entries
                if each not in accounted and not any(_during(each, other) for other in accounted)
            ]
        )
        left._before = list(accounted)
        return left

    def _with(self, entries: list[HandEntry]) -> HandEntries:
        other = copy(self)
        other._entries = entries
        return other

    def settle_gone(self, time: float) -> None:
        """The entries that had ended at that time (s) have been accounted for."""
        self._entries = [entry for entry in self._entries if entry.end >= time]

    def _add(self, angle: float, time: float) -> None:
        for number, entry in enumerate(self._entries):
            if _goes_on(entry, angle, time, AGAIN):
                length = max(time - entry.start, 0.1)
                x, y = length * cos(entry.angle) + 0.1 * cos(angle), length * sin(entry.angle) + 0.1 * sin(angle)
                self._entries[number] = HandEntry(atan2(y, x), entry.start, time, entry.stayed)
                return
        stayed = any(_goes_on(entry, angle, time, STAYED) for entry in self._before)
        self._entries.append(HandEntry(angle, time, time, stayed))


def _goes_on(entry: HandEntry, angle: float, time: float, gone: float) -> bool:
    """Whether an arm goes on with this entry, which it does if it was `gone` for less than so long (s)."""
    return apart(angle, entry.angle) <= ONE and time - entry.end < gone


def _during(entry: HandEntry, other: HandEntry) -> bool:
    return other.start <= entry.start and entry.end <= other.end and entry.end - entry.start < other.end - other.start


def entry_angles(rest: Grey, grey: Grey) -> list[float]:
    """The angles (radians) at which something comes over the edge that is not in the picture at rest."""
    ring, angles = _edge(_differs(rest, grey))
    least = max(3, round(GATE.across * len(ring)))
    closed = cv2.morphologyEx(ring.astype(np.uint8).reshape(1, -1), cv2.MORPH_CLOSE, np.ones((1, 7), np.uint8))
    ring = np.array(closed > 0, dtype=np.bool_).ravel()
    if ring.all() or not ring.any():
        return []
    first = int(np.argmin(ring))  # begin where nothing comes in, so that no arm is cut in two
    ring, angles = np.roll(ring, -first), np.roll(angles, -first)
    bounds = np.flatnonzero(np.diff(np.concatenate([[0], ring.astype(np.int8), [0]])))
    runs = zip(bounds[::2], bounds[1::2], strict=True)
    return [_mean(angles[start:end]) for start, end in runs if end - start >= least]


def _differs(rest: Grey, grey: Grey) -> NDArray[np.bool_]:
    """The pixels that changed, past a change of light all over the table."""
    apart = grey.astype(np.int16) - rest
    return np.array(np.abs(apart - int(np.median(apart[::SPARSE, ::SPARSE]))) > STEP, dtype=np.bool_)


def _edge(mask: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """What is set along the edge, clockwise from the upper left corner, and the angle of each place."""
    height, width = mask.shape
    top, bottom = mask[: GATE.rim].max(axis=0), mask[-GATE.rim :].max(axis=0)
    left, right = mask[:, : GATE.rim].max(axis=1), mask[:, -GATE.rim :].max(axis=1)
    ring = np.concatenate([top, right, np.flip(bottom), np.flip(left)])
    x = np.concatenate([np.arange(width), np.full(height, width), np.arange(width)[::-1], np.zeros(height)])
    y = np.concatenate([np.zeros(width), np.arange(height), np.full(width, height), np.arange(height)[::-1]])
    return ring, np.arctan2((y - height / 2) / height, (x - width / 2) / width)


def bearing(x: float, y: float) -> float:
    """The angle (radians) of a point of the picture, in parts of its width and height, measured as an arm's is."""
    return atan2(y - 0.5, x - 0.5)


def _mean(angles: NDArray[np.float64]) -> float:
    return atan2(float(np.sin(angles).mean()), float(np.cos(angles).mean()))


def apart(one: float, other: float) -> float:
    """The angle between two directions, 0 … π."""
    return abs(atan2(sin(one - other), cos(one - other)))
