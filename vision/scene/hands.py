"""Hand entries: hands come over the edge of the picture from where their players sit.

While something moves, the pixels that changed along the edge say at which angles they come in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, cos, sin
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.scene.gate import GATE
from vision.scene.memory.change import SPARSE, SPECK, STEP
from vision.scene.memory.settings import MEMORY
from vision.scene.rim import Rim

if TYPE_CHECKING:
    from vision.arrays import Floats, Grey, Mask

MOST: Final = 2
"""More hands than this at once are none: the picture moved, or its light."""
ONE: Final = 0.7
"""Hands at angles (radians) no further apart than this are one player's."""

AGAIN: Final = 1.0
"""A hand that is back within so long (s) is the same, …"""
STAYED: Final = 0.5
"""… and stayed in view if it was gone for no longer than this (s): what left so lately has just left."""
MOST_ENTRIES: Final = MEMORY.occlusions
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

    `rest` is the table without hands. `lying` is the picture in which a hand lies, or a shadow, and since when (s).
    `all_entries` are all that came in, `before` are those of the plays before. `now` is the time of the last frame (s).
    """

    rest: Grey | None = None
    lying: tuple[Grey, float] | None = None
    all_entries: tuple[HandEntry, ...] = ()
    before: tuple[HandEntry, ...] = ()
    now: float = 0.0

    def frame(self, grey: Grey, time: float, *, still: bool) -> HandEntries:
        """The same after a frame of that time (s). What rests in a still picture is a hand until it has lain too
        long. Then it is part of the table, as is a shadow: the one that comes before a hand goes with it."""
        rest, lying = self.rest, self.lying
        if rest is None or rest.shape != grey.shape:
            rest, lying = grey, None
        differs = _differs(rest, grey)
        angles = _entry_angles(differs, rest, grey)
        if len(angles) > MOST:
            rest, angles, differs = (grey if still else rest), [], np.zeros_like(differs)
        touched = bool(angles) or _reaches_edge(differs)
        # A hand that moves for long and rests here and there does not lie.
        if still and touched and (lying is None or (angles and _reaches_edge(_differs(lying[0], grey)))):
            lying = grey, time
        if still and (lying is None or not touched or time - lying[1] >= GATE.rests):
            rest, angles, touched = grey, [], False
        all_entries = self.all_entries
        for angle in angles:
            all_entries = self._with_entry(all_entries, angle, time)
            if len(all_entries) > MOST_ENTRIES:
                first = min(all_entries, key=lambda entry: entry.end)
                all_entries = tuple(entry for entry in all_entries if entry is not first)
        return replace(self, rest=rest, lying=lying if touched else None, all_entries=all_entries, now=time)

    def entries(self) -> tuple[HandEntry, ...]:
        """The entries in their order. A fingertip that crosses the far edge during an entry is none itself."""
        return tuple(
            entry for entry in self.all_entries if not any(_during(entry, other) for other in self.all_entries)
        )

    @property
    def just_left(self) -> bool:
        """Whether a hand has just left. What it laid may be seen for a moment before others reach over it."""
        return any(0.0 < self.now - entry.end <= STAYED for entry in self.entries())

    def accounted_for(self) -> HandEntries:
        """The same once what came in until now has been accounted for."""
        return replace(self, before=self.all_entries, all_entries=())

    def gone(self, time: float) -> HandEntries:
        """The same with only the entries that had ended at that time (s)."""
        return replace(self, all_entries=tuple(each for each in self.entries() if each.end < time - GATE.settle))

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
        for entry in all_entries:
            if _goes_on(entry, angle, time, AGAIN):
                length = max(time - entry.start, 0.1)
                x, y = length * cos(entry.angle) + 0.1 * cos(angle), length * sin(entry.angle) + 0.1 * sin(angle)
                longer = replace(entry, angle=atan2(y, x), end=time)
                return tuple(longer if each is entry else each for each in all_entries)
        stayed = any(_goes_on(entry, angle, time, STAYED) for entry in self.before)
        return (*all_entries, HandEntry(angle, time, time, stayed))


def _reaches_edge(differs: Mask) -> bool:
    """Whether the edge has changed where a picture (h, w) differs."""
    return int(_rim(*differs.shape).at(differs).sum()) >= SPECK


def _goes_on(entry: HandEntry, angle: float, time: float, gone: float) -> bool:
    """Whether a hand goes on with this entry. It does if it was `gone` for less than so long (s)."""
    return apart(angle, entry.angle) <= ONE and time - entry.end < gone


def _during(entry: HandEntry, other: HandEntry) -> bool:
    return other.start <= entry.start and entry.end <= other.end and entry.end - entry.start < other.end - other.start


def _entry_angles(differs: Mask, rest: Grey, grey: Grey) -> list[float]:
    """The angles (radians) at which something comes over the edge that is not in the picture at rest."""
    height, width = grey.shape
    rim = _rim(height, width)
    crossings = rim.crossings(differs, rest, grey)
    return [_mean(each / (width, height) - 0.5) for each in crossings if each is not rim.points]


@lru_cache(maxsize=4)
def _rim(height: int, width: int) -> Rim:
    """The edge of a picture."""
    return Rim.of(np.ones((height, width), np.bool_))


def _differs(rest: Grey, grey: Grey) -> Mask:
    """The pixels that changed, past a change of light all over the table."""
    apart = grey.astype(np.int16) - rest
    return np.array(np.abs(apart - int(np.median(apart[::SPARSE, ::SPARSE]))) > STEP, dtype=np.bool_)


def bearing(x: float, y: float) -> float:
    """The angle (radians) of a point of the picture, in parts of its width and height, measured as a hand's is."""
    return atan2(y - 0.5, x - 0.5)


def _mean(away: Floats) -> float:
    """The mean angle (radians) of places (n, 2) beside the middle of the picture."""
    angles = np.arctan2(away[:, 1], away[:, 0])
    return atan2(float(np.sin(angles).mean()), float(np.cos(angles).mean()))


def apart(one: float, other: float) -> float:
    """The angle between two directions, 0 … π."""
    return abs(atan2(sin(one - other), cos(one - other)))
