"""The tiles that were found across joints: each lies there for as long as its picture is as it was.

What tells such a tile, that the far ends look as they looked, is lost once something is laid beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vision.games.stackernoos.joints import across
from vision.observation import corners_of
from vision.scene.memory import between, scene
from vision.scene.memory.change import shifted
from vision.scene.memory.settings import MemorySettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from engine.games.stackernoos.state import State
    from vision.games.stackernoos.grid import Spot
    from vision.games.stackernoos.joints import Across, Before
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.memory.change import Scene


@dataclass(frozen=True, slots=True, eq=False)
class JointTile:
    """A tile across a joint, and the small picture of the look that told it last."""

    across: Across
    picture: Scene

    def moved(self, motion: NDArray[np.float64], width: int) -> JointTile:
        """The same in the pictures of a camera that moved."""
        return JointTile(self.across.moved(motion), shifted(self.picture, motion, width))


@dataclass(frozen=True, slots=True, eq=False)
class JointTiles:
    """The tiles `found` across joints of one table, and where such tiles were `lying` in the last picture."""

    found: Mapping[Spot, JointTile] = field(default_factory=dict)
    lying: frozenset[Spot] = frozenset()

    def alone(
        self, picture: Picture, observation: Observation, before: Before, state: State, reader: Reader
    ) -> tuple[Observation, JointTiles]:
        """The observation of an H×W×3 BGR picture with the tiles that lie across joints, and the tiles after it. Each
        is in place of the two that it was taken for."""
        now, found = scene(picture), dict(self.found)
        for spot, each in across(picture, observation, before, state, reader):
            found[spot] = JointTile(each, now)
        lying = []
        for spot, tile in found.items():
            if _same(tile.picture, now, observation.width, tile.across):
                observation = tile.across.alone(observation)
                lying.append(spot)
        return observation, JointTiles(found, frozenset(lying))

    def moved(self, motion: NDArray[np.float64], width: int) -> JointTiles:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now, of a picture of
        that width."""
        return replace(self, found={spot: tile.moved(motion, width) for spot, tile in self.found.items()})


def _same(then: Scene, now: Scene, width: int, across: Across) -> bool:
    """Whether a joint looks in a picture, which is `width` pixels wide, as it did in another."""
    return between(then, now, width).share(corners_of(across.quads[0])) < MemorySettings().changed
