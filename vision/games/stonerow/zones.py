"""The printed mat under the cards: where its piles are, and before whom a place lies.

Units: mm from the mat's upper left corner, x right and y up, so that everything on the mat has y below zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stonerow.plane import of_mat
from vision.games.stonerow.tracks import BRICKYARD, KEYSTONE, QUARRY
from vision.games.table import PUSHED
from vision.scene.hands import bearing
from vision.scene.mat import MatError, mat
from vision.scene.plane.pose import Plane

if TYPE_CHECKING:
    from engine.core import Seat
    from vision.arrays import Floats
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.plane import TablePlane
    from vision.games.stonerow.tracks import StateCard
    from vision.observation import MatLies
    from vision.scene.mat import Mat

PILES: Final = (QUARRY, BRICKYARD, KEYSTONE)
"""They lie side by side."""
TOWER, GOLDDIGGERS = "tower", "golddiggers"
BESIDE: Final = 0.8
"""The cosine of how far from the middle of its player's side a hand may come in."""


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """The zones of a mat for so many players as it lies in a picture. `plane` is the mat's (y down)."""

    plane: Plane

    def moved(self, motion: Floats) -> Zones:
        """The same in another picture: `motion` (3×3) maps the pixels of this to those of that."""
        return Zones(replace(self.plane, homography=self.plane.homography @ np.linalg.inv(motion)))

    @property
    def mat(self) -> Mat:
        """The mat."""
        return self.plane.mat

    @property
    def under_cards(self) -> TablePlane:
        """The plane on which cards lie."""
        return of_mat(self.plane.homography)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the mat."""
        return self.mat.width / 2, -self.mat.height / 2

    def piles(self) -> dict[StateCard | str, tuple[float, float]]:
        """The middles of the piles."""
        return {zone.name: (zone.middle[0], -zone.middle[1]) for zone in self.mat.zones if zone.name in PILES}

    def quad(self, pile: str) -> Floats:
        """The corners (4, 2) of a pile's zone in pixels."""
        zone = next(zone for zone in self.mat.zones if zone.name == pile)
        return self._corners(zone.x, zone.y, zone.width, zone.height)

    def outline(self) -> Floats:
        """The mat's corners (4, 2) in pixels."""
        return self._corners(0.0, 0.0, self.mat.width, self.mat.height)

    def _corners(self, x: float, y: float, width: float, height: float) -> Floats:
        return self.plane.to_image(np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)]))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where on the mat (mm) a pixel is."""
        across, down = self.plane.to_table(np.array([(x, y)]))[0]
        return float(across), -float(down)

    def holds(self, name: str, card: Card) -> bool:
        """Whether a card lies in the zone of that name."""
        return any(zone.name == name and zone.holds(card.x, -card.y) for zone in self.mat.zones)

    def seat(self, x: float, y: float) -> Seat | None:
        """The seat before which a place lies, as the mat numbers them; None in the middle and between two seats."""
        away = [(zone.away(x, -y), zone.seat) for zone in self.mat.zones if zone.seat is not None]
        nearest, seat = min(away, default=(PUSHED, None))
        return seat if nearest < PUSHED and all(other == seat or far > nearest for far, other in away) else None

    def beside(self, x: float, y: float) -> Seat | None:
        """The mat's seat where a hand comes in over the border at a place (mm); None between two seats."""
        along, down = x / self.mat.width - 0.5, -y / self.mat.height - 0.5
        least = BESIDE * hypot(along, down)
        edges = self._edges().items()
        return next((seat for seat, (right, low) in edges if (along * right + down * low) * 2 > least), None)

    def sides(self, size: tuple[int, int]) -> dict[Seat, float]:
        """The angle (radians) round the middle of a picture of `size` (width, height) at which each seat reaches in."""
        edges = self._edges()
        places = np.array([*edges.values()]).reshape(-1, 2) + 0.5
        pixels = self.plane.to_image(places * (self.mat.width, self.mat.height)) / size
        return {seat: bearing(x, y) for seat, (x, y) in zip(edges, pixels.tolist(), strict=True)}

    def _edges(self) -> dict[Seat, tuple[float, float]]:
        """The middle of the edge at which each seat sits, from the middle of the mat, as shares of its size."""
        turns = {zone.seat: radians(zone.turn) for zone in self.mat.zones if zone.seat is not None}
        return {seat: (-sin(turn) / 2, cos(turn) / 2) for seat, turn in turns.items()}


def zones_of(lies: MatLies | None, players: int) -> Zones | None:
    """The zones of the mat that a recogniser saw; None where it is another game's, or has no places for so many."""
    if lies is None or lies.sort[0] != "stonerow":
        return None
    try:
        layout = mat(lies.sort[0], players, *lies.sort[1:])
    except MatError:
        return None
    return Zones(Plane(np.array(lies.homography, np.float64).reshape(3, 3), layout))
