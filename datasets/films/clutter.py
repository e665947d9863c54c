"""What else lies on a film's table: low things beyond what is played on, where no arm comes and the camera looks."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.optics.pose import Pose
from datasets.pieces.clutter import MAKERS
from datasets.pieces.hand import LENGTH
from datasets.scenes.floor import Floor

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from datasets.films.script import Script
    from datasets.optics.world import Thing

CLUTTERED: Final = 0.6
"""The share of films with clutter."""
MOST: Final = 5
TRIES: Final = 60
LOW: Final = 32.0
"""Nothing that is higher (mm) is left where hands pass."""
NEAR: Final = 8.0
"""mm between clutter and what is played on."""
ARM: Final = 80.0
"""mm on either side of an arm's middle that stay free."""
BEYOND: Final = 260.0
"""How far (mm) beyond what is played on clutter lies at most."""
WIDE: Final = (960, 540)
SHARED: Final = 1000
"""So many foreign decks there are to leave a card of."""


def strewn(script: Script, rng: Generator) -> list[tuple[Thing, Pose]]:
    """Things that are no pieces, each with its place; often none."""
    if rng.random() >= CLUTTERED:
        return []
    floor, arms = Floor(), _arms(script)
    shares = np.array([share for _, share in MAKERS])
    found: list[tuple[Thing, Pose]] = []
    for _ in range(int(rng.integers(1, MOST + 1))):
        make = MAKERS[int(rng.choice(len(MAKERS), p=shares / shares.sum()))][0]
        shared = (int(rng.integers(SHARED)),) if "shared" in make.__annotations__ else ()
        thing, length, width = make(rng, *shared)
        # Crumbs are strewn wider than the room that they claim.
        across, along = 2 * np.abs(thing.mesh.points[:, :2]).max(axis=0)
        size = max(length, float(across)), max(width, float(along))
        spot = _place(script, arms, floor, size, rng)
        if spot is not None and float(thing.mesh.points[:, 2].max()) <= LOW:
            found.append((thing, spot))
    return found


def _place(
    script: Script, arms: NDArray[np.float64], floor: Floor, size: tuple[float, float], rng: Generator
) -> Pose | None:
    """A free place for a thing of this length and width, mm."""
    camera, radius = script.camera(WIDE, 0.0), hypot(*size) / 2
    half = np.array(script.area)
    for _ in range(TRIES):
        at = rng.uniform(-1, 1, 2) * (half + BEYOND)
        yaw = float(rng.uniform(0, 2 * pi))
        x, y = float(at[0]), float(at[1])
        if hypot(*np.maximum(np.abs(at) - half, 0.0)) < radius + NEAR or _nearest(arms, at) < radius + ARM:
            continue
        column, row = camera.project(np.array([[x, y, 0.0]]))[0]
        if 0 <= column < WIDE[0] and 0 <= row < WIDE[1] and floor.free(x, y, yaw, *size):
            floor.add(x, y, yaw, *size)
            return Pose.flat(x, y, 0.0, yaw)
    return None


def _arms(script: Script) -> NDArray[np.float64]:
    """Where arms are at the keys of their paths: fingertip and elbow, (n, 2, 2) in mm."""
    keys = [key for reach in script.reaches for key in reach.path.keys]
    yaws = [2 * float(np.arctan2(key.pose.turn[3], key.pose.turn[0])) for key in keys]
    tips = [(key.pose.at[0], key.pose.at[1]) for key in keys]
    ends = [(x - LENGTH * cos(yaw), y - LENGTH * sin(yaw)) for (x, y), yaw in zip(tips, yaws, strict=True)]
    return np.array([tips, ends]).reshape(2, -1, 2).transpose(1, 0, 2)


def _nearest(arms: NDArray[np.float64], at: NDArray[np.float64]) -> float:
    """The distance (mm) of a point from the nearest arm's middle line."""
    start, along = arms[:, 0], arms[:, 1] - arms[:, 0]
    share = np.clip(((at - start) * along).sum(1) / np.maximum((along**2).sum(1), 1e-9), 0, 1)[:, None]
    return float(np.linalg.norm(start + share * along - at, axis=1).min(initial=np.inf))
