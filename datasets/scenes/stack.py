"""Stones on stones: put up one by one by hand, held by gravity and friction, or fallen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.pose import Pose, about, product
from datasets.scenes.physics import Rest, Solid, compiled, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.optics.world import Thing

    Points = tuple[tuple[float, float, float], ...]

FRICTION: Final = 0.95
NEAR: Final = 3
"""So many bodies at the top of a stack are within a new stone's reach."""
TRIES: Final = 3
"""How often a stone is tried before a stack is left as it is."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The stones that are up (from below), their poses, and where each touches what is below it (mm)."""

    stones: tuple[Thing, ...]
    poses: tuple[Pose, ...]
    contacts: tuple[Points, ...]


def lowest(thing: Thing, pose: Pose) -> float:
    """The height of the thing's lowest point, mm."""
    return float(pose.points(thing.mesh.points)[:, 2].min())


def highest(thing: Thing, pose: Pose) -> float:
    """The height of the thing's highest point, mm."""
    return float(pose.points(thing.mesh.points)[:, 2].max())


def lying(rng: Generator, thing: Thing, x: float, y: float, tilt: float = 0.08) -> Pose:
    """A stone on the table at rest on its flat side, turned by chance."""
    turn = product(about((0.0, 0.0, 1.0), rng.uniform(0, 2 * np.pi)), about((1.0, 0.0, 0.0), rng.normal(0, tilt)))
    flip = about((1.0, 0.0, 0.0), np.pi if rng.random() < 0.5 else 0.0)
    pose = Pose((x, y, 0.0), product(turn, flip))
    return Pose((x, y, -lowest(thing, pose)), pose.turn)


def build_stack(rng: Generator, base: tuple[Thing, Pose], stones: Sequence[Thing]) -> Stack:
    """Put stones up on a base as long as they stay."""
    up: list[tuple[Thing, Pose]] = []
    contacts: list[Points] = []
    for stone in stones:
        found = _try(rng, base, up, stone)
        if found is None:
            break
        rest, pose = found
        up.append((stone, pose))
        last = len(rest.poses) - 1
        contacts.append(tuple(touch.at for touch in rest.touches if last in (touch.a, touch.b)))
    return Stack(tuple(thing for thing, _ in up), tuple(pose for _, pose in up), tuple(contacts))


def _try(
    rng: Generator, base: tuple[Thing, Pose], up: list[tuple[Thing, Pose]], stone: Thing
) -> tuple[Rest, Pose] | None:
    """Where the stone comes to rest on the stack, or None if it would not stay."""
    under, under_pose = up[-1] if up else base
    top = highest(under, under_pose)
    fixed = [_solid(thing, pose, free=False) for thing, pose in (base, *up)[-NEAR:]]
    model = compiled([*fixed, _solid(stone, Pose())], FRICTION)
    for _ in range(TRIES):
        aside = rng.normal(0, 1.2, 2)
        pose = lying(rng, stone, under_pose.at[0] + float(aside[0]), under_pose.at[1] + float(aside[1]))
        start = Pose((pose.at[0], pose.at[1], pose.at[2] + top + 0.3), pose.turn)
        rest = settle([*fixed, _solid(stone, start)], seconds=0.6, friction=FRICTION, model=model)
        there = rest.poses[-1]
        if rest.still and highest(stone, there) > top + 1.5 and lowest(stone, there) > top - 8.0:
            return rest, there
    return None


def topple(rng: Generator, base: tuple[Thing, Pose], stack: Stack) -> tuple[Pose, ...]:
    """Push a stack over; where its stones come to rest."""
    angle, pushed = rng.uniform(0, 2 * np.pi), int(rng.integers(max(1, len(stack.stones))))
    speed = rng.uniform(0.2, 0.5)
    push = (float(speed * np.cos(angle)), float(speed * np.sin(angle)), 0.0)
    solids = [_solid(*base, free=False)]
    solids += [
        Solid(
            pose,
            thing.piece.size if thing.piece else (1.0, 1.0, 1.0),
            thing.mesh,
            push=push if i >= pushed else (0, 0, 0),
        )
        for i, (thing, pose) in enumerate(zip(stack.stones, stack.poses, strict=True))
    ]
    return settle(solids, seconds=1.5, friction=0.6).poses[1:]


def _solid(thing: Thing, pose: Pose, free: bool = True) -> Solid:
    assert thing.piece is not None
    if thing.piece.round:
        return Solid(pose, thing.piece.size, thing.mesh, free)
    return Solid(pose, thing.piece.size, None, free)
