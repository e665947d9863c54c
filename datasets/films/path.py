"""How a thing or a hand gets from place to place: poses at times, and smooth motion between them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from math import acos, sin

from datasets.optics.pose import Pose

Turn = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Key:
    """Where something is at a time (s)."""

    time: float
    pose: Pose


@dataclass(frozen=True)
class Path:
    """Keys in the order of their times, at least one. Between keys the motion neither jumps nor overshoots."""

    keys: tuple[Key, ...]

    @property
    def start(self) -> float:
        """When the motion begins, s."""
        return self.keys[0].time

    @property
    def end(self) -> float:
        """When it ends, s."""
        return self.keys[-1].time

    @cached_property
    def _times(self) -> list[float]:
        return [key.time for key in self.keys]

    @cached_property
    def _speeds(self) -> list[tuple[float, ...]]:
        """Velocities (mm/s) at the keys: nought at both ends and wherever a coordinate turns back."""
        still = (0.0, 0.0, 0.0)
        inner = [
            tuple(_speed(a, b, c, axis) for axis in range(3))
            for a, b, c in zip(self.keys, self.keys[1:], self.keys[2:], strict=False)
        ]
        return [still, *inner, still]

    def pose(self, time: float) -> Pose:
        """The pose at a time; before and after the motion, that of its ends."""
        last = len(self.keys) - 1
        at = bisect_right(self._times, time) - 1
        if at < 0 or at >= last:
            return self.keys[0 if at < 0 else last].pose
        a, b = self.keys[at], self.keys[at + 1]
        span = b.time - a.time
        share = (time - a.time) / span
        speeds = zip(self._speeds[at], self._speeds[at + 1], strict=True)
        ends = zip(a.pose.at, b.pose.at, strict=True)
        x, y, z = (_hermite(p, q, u * span, v * span, share) for (p, q), (u, v) in zip(ends, speeds, strict=True))
        return Pose((x, y, z), between(a.pose.turn, b.pose.turn, share * share * (3 - 2 * share)))


def _speed(a: Key, b: Key, c: Key, axis: int) -> float:
    before = (b.pose.at[axis] - a.pose.at[axis]) / (b.time - a.time)
    after = (c.pose.at[axis] - b.pose.at[axis]) / (c.time - b.time)
    if before * after <= 0:
        return 0.0
    return 2 * before * after / (before + after)


def _hermite(p: float, q: float, u: float, v: float, s: float) -> float:
    """From p to q with the slopes u and v at the ends, at the share s of the way."""
    t = s * s
    return p + t * (3 - 2 * s) * (q - p) + s * (1 - s) ** 2 * u + t * (s - 1) * v


def between(a: Turn, b: Turn, share: float) -> Turn:
    """The turn that lies at a share of the shortest way from one to another."""
    dot = sum(p * q for p, q in zip(a, b, strict=True))
    if dot < 0:
        b, dot = (-b[0], -b[1], -b[2], -b[3]), -dot
    if dot > 0.9999:
        wa, wb = 1 - share, share
    else:
        angle = acos(dot)
        wa, wb = sin((1 - share) * angle) / sin(angle), sin(share * angle) / sin(angle)
    w, x, y, z = (wa * p + wb * q for p, q in zip(a, b, strict=True))
    size = (w * w + x * x + y * y + z * z) ** 0.5
    return (w / size, x / size, y / size, z / size)
