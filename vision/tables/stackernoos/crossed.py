"""The tiles that were found across joints: each lies there for as long as its picture is as it was.

What tells such a tile, that the far ends look as they looked, is lost once something is laid beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.memory import between, scene
from vision.memory.settings import MemorySettings
from vision.observation import corners_of
from vision.tables.stackernoos.grid import Spot
from vision.tables.stackernoos.joints import across

if TYPE_CHECKING:
    from engine.games.stackernoos.state import State
    from vision.memory.change import Scene
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.read import Reader
    from vision.tables.stackernoos.joints import Across, Before


class Crossed:
    """The tiles across joints of one table, each with the small picture of the look that told it."""

    def __init__(self) -> None:
        self._found: dict[Spot, tuple[Across, Scene]] = {}
        self.lying: frozenset[Spot] = frozenset()
        """Where such tiles lay in the last picture."""

    def alone(
        self, picture: Picture, observation: Observation, before: Before, state: State, reader: Reader
    ) -> Observation:
        """The observation of an H×W×3 BGR picture with the tiles that lie across joints in place of the two that they
        were taken for."""
        now = scene(picture)
        self._found.update((spot, (each, now)) for spot, each in across(picture, observation, before, state, reader))
        known = {Spot(tile.x, tile.y, tile.z, tile.axis): {tile.a, tile.b} for tile in state.table.laid}
        self._found = {spot: told for spot, told in self._found.items() if told[0].is_one_of(known.get(spot))}
        settings = MemorySettings()
        lying = []
        for spot, (each, then) in self._found.items():
            changed = between(then, now, observation.width, settings.step)
            if changed.share(corners_of(each.quads[0])) < settings.changed:
                observation = each.alone(observation)
                lying.append(spot)
        self.lying = frozenset(lying)
        return observation
