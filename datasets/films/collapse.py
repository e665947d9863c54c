"""Stacked dominoes that are knocked over: which fall, and where gravity lays them."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from datasets.films.script import Spot
from datasets.scenes.physics import Solid, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.films.stage import Stage
    from datasets.optics.pose import Pose

NEAR: Final = 130.0
"""Tiles within so many mm may be hit by what falls."""
SPEED: Final = (0.35, 0.75)
"""m/s that a sleeve gives to what it knocks over, from … to."""
TRIES: Final = 5
FAR: Final = 12.0
"""A tile that ends within so many mm of its place has not fallen."""
DEEP: Final = 2
"""So many tiles of a stack fall at most, from the top."""
FALLING: Final = 0.35
"""How long they fall, s."""


def above(stage: Stage, top: int) -> list[int]:
    """The tiles of a stack that a blow against its top moves: the top, and what carries it over the lowest."""
    found = [top]
    while len(found) < DEEP and (below := stage.now[found[-1]].on) and (stage.now[below[0]].level or 0) > 0:
        if len(below) > 1:
            break
        found.append(below[0])
    return found


def fall(stage: Stage, falling: Sequence[int], size: tuple[float, float, float]) -> dict[int, Pose] | None:
    """Where the tiles of a size (mm) come to rest that are knocked off their stack; None where they would stay.

    What lies near them stays as it is.
    """
    rng = stage.rng
    x, y, _ = stage.now[falling[0]].pose.at
    around = [
        piece
        for piece in stage.laid()
        if piece not in falling and abs(stage.now[piece].pose.at[0] - x) + abs(stage.now[piece].pose.at[1] - y) < NEAR
    ]
    for _ in range(TRIES):
        angle, speed = float(rng.uniform(0, 2 * pi)), float(rng.uniform(*SPEED))
        push = (speed * cos(angle), speed * sin(angle), 0.0)
        solids = [Solid(stage.now[piece].pose, size, free=False) for piece in around]
        solids += [Solid(stage.now[piece].pose, size, push=push) for piece in falling]
        rest = settle(solids, seconds=1.5)
        ends = dict(zip(falling, rest.poses[len(around) :], strict=True))
        if rest.still and all(_away(stage.now[piece].pose, pose) > FAR for piece, pose in ends.items()):
            return ends
    return None


def knock(stage: Stage, ends: dict[int, Pose], time: float) -> None:
    """Let the tiles fall to where they come to rest."""
    for piece, pose in ends.items():
        stage.slide(piece, Spot(pose, None, (), {"fallen": True}), time, FALLING)


def _away(a: Pose, b: Pose) -> float:
    return float(sum((p - q) ** 2 for p, q in zip(a.at, b.at, strict=True)) ** 0.5)
