"""The mat as it looks from straight above, a pixel a mm, and where something with print lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from vision.recognise.cards.known_plane import Spot
from vision.recognise.cards.look import colour
from vision.recognise.cards.mat_settings import BARE, PRINT, UNFOUND, ZONE
from vision.scene.mat import layouts, mat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.cards.known_plane import KnownPlane
    from vision.recognise.cards.mat_settings import BareSettings, UnfoundSettings
    from vision.scene.mat import Zone

    Mask: TypeAlias = "NDArray[np.uint8]"

UPWARDS: Final = (0.0, -1.0)
PILE: Final = "quarry"
"""The zone on which a pile grows high."""
COARSE: Final = 4
"""The colours of zones are looked at every so many mm."""
EDGE: Final = 3.0
"""A zone's edge is printed, and seen up to so many mm from its place."""
OPEN_PILE: Final = "brickyard"
"""The zone on which cards come and go."""


@dataclass(frozen=True, eq=False)
class Above:
    """The mat on a known plane in an H×W×3 picture."""

    picture: Picture
    known_plane: KnownPlane
    settings: UnfoundSettings = UNFOUND

    @cached_property
    def pixels(self) -> NDArray[np.uint8]:
        """The mat from above, height×width×3 in mm."""
        mat = self.known_plane.plane.mat
        size = (round(mat.width), round(mat.height))
        return np.asarray(cv2.warpPerspective(self.picture, self.known_plane.plane.homography, size), np.uint8)

    @cached_property
    def printed(self) -> Mask:
        """1 where there is contrast that is none of the markers', else 0. In dim light there is less of any."""
        grey = cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
        window = (self.settings.window, self.settings.window)
        spread = cv2.blur(grey * grey, window) - cv2.blur(grey, window) ** 2
        least = PRINT * self.known_plane.lightness
        shown = (spread > least**2).astype(np.uint8)
        for marker in self.known_plane.plane.mat.markers:
            blank(shown, np.array(marker.corners), self.settings.margin)
        return shown

    @cached_property
    def lying(self) -> Mask:
        """1 where something lies: where there is print, and where rows may lie and the mat's own colour is not seen.

        A vivid colour tinges what is beside it, so its rim does not count.
        """
        shown, rim = self.printed.copy(), np.ones((self.settings.window, self.settings.window), np.uint8)
        for zone in self.zones:
            part = _part(zone, inset=EDGE)
            usual = self._usual(part, 1 - self.printed) if zone.seat is not None else None
            if usual is not None:
                other = (~_alike(self.pixels[part], usual, ZONE)).astype(np.uint8)
                shown[part] |= np.asarray(cv2.erode(other, rim), np.uint8)
        return shown

    def share(self, spot: Spot) -> float:
        """How much of a card at a spot would be print, 0 … 1."""
        return share(self.printed, spot, self.known_plane)

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """The mat's zones. Markers do not tell for how many players they are; the evenest in colour are those."""
        seen = self.known_plane.plane.mat
        least, most = layouts()[seen.game].players
        mats = (mat(seen.game, count, seen.paper, seen.size) for count in range(least, most + 1))
        return min((each.zones for each in mats), key=self._unevenness)

    def _unevenness(self, zones: tuple[Zone, ...]) -> float:
        """How much the colours within zones, and outside of all of them, differ from the usual ones there."""
        outside = self.printed[::COARSE, ::COARSE] == 0
        tint = colour(np.ascontiguousarray(self.pixels[::COARSE, ::COARSE]))
        total = 0.0
        for zone in zones:
            part = _part(zone, COARSE)
            total += _spread(tint[part][outside[part]])
            outside[part] = False
        return total + _spread(tint[outside])

    def bare(self, spot: Spot, found: Sequence[Quad]) -> NDArray[np.uint8]:
        """The colours (1×2×3) of the mat at a spot: the usual one of its zone, and that of the paper beyond its edge.

        Print and cards that were found do not count. Where too little of a zone is left both are the paper's.
        """
        paper = np.array(self.known_plane.paper)
        usual = paper
        part = next((_part(zone) for zone in self.zones if zone.holds(spot.x, spot.y)), None)
        if part is not None:
            left = np.ascontiguousarray(1 - self.printed)
            for quad in found:
                blank(left, self.known_plane.plane.to_table(quad), self.settings.margin)
            seen = self._usual(part, left)
            usual = usual if seen is None else seen
        return np.asarray(np.rint([[usual, paper]]), np.uint8)

    def _usual(self, part: tuple[slice, slice], left: Mask) -> NDArray[np.float64] | None:
        """The usual colour (3) of what is `left` of a part of the mat; None where that is too little."""
        seen = self.pixels[part][left[part] > 0]
        return np.median(seen, axis=0) if len(seen) >= self.settings.least_area else None

    def is_bare(self, spot: Spot, settings: BareSettings = BARE) -> bool:
        """Whether nothing is seen but the mat where a card that lies straight would lie."""
        seen = self.pixels[_within(spot, self.known_plane, settings.inner)].reshape(-1, 3)
        if not seen.size:
            return False
        return bool(_alike(np.median(seen, axis=0), np.array(self.known_plane.paper), settings))


def _alike(pixels: NDArray[Any], usual: NDArray[np.float64], settings: BareSettings) -> NDArray[np.bool_]:
    """Which of some pixels (…×3) have a colour (3) of the mat, in its light or in a little more or less of it."""
    ratio = pixels / np.maximum(usual, 1.0)
    low, high = ratio.min(axis=-1), ratio.max(axis=-1)
    alike: NDArray[np.bool_] = (settings.dimmest <= low) & (high <= settings.brightest) & (high - low <= settings.tint)
    return alike


def _part(zone: Zone, step: int = 1, inset: float = 0.0) -> tuple[slice, slice]:
    """The rows and columns of a zone, each of so many mm, without what is `inset` mm from its edge and less."""
    (top, bottom), (left, right) = (zone.y, zone.y + zone.height), (zone.x, zone.x + zone.width)
    top, bottom, left, right = top + inset, bottom - inset, left + inset, right - inset
    return slice(round(top / step), round(bottom / step)), slice(round(left / step), round(right / step))


def _spread(tints: NDArray[np.float32]) -> float:
    """How much N×2 colours differ from their median, in all."""
    return float(np.abs(tints - np.median(tints, axis=0)).sum()) if len(tints) else 0.0


def share(shown: Mask, spot: Spot, known_plane: KnownPlane) -> float:
    """How much of a mask (mm) is set where a card that lies straight would lie, 0 … 1."""
    part = shown[_within(spot, known_plane)]
    return float(part.mean()) if part.size else 0.0


def _within(spot: Spot, known_plane: KnownPlane, inner: float = 1.0) -> tuple[slice, slice]:
    """The rows and columns (mm) of a card that lies straight, or of the inner part of one."""
    across, down = (
        (known_plane.width, known_plane.height) if is_upright(spot) else (known_plane.height, known_plane.width)
    )
    across, down = inner * across, inner * down
    left, top = max(0, round(spot.x - across / 2)), max(0, round(spot.y - down / 2))
    return slice(top, top + round(down)), slice(left, left + round(across))


def is_upright(spot: Spot) -> bool:
    """Whether a card at a spot lies along the mat's height rather than across it."""
    return abs(spot.up[1]) >= abs(spot.up[0])


def blank(shown: Mask, corners: Quad, margin: float) -> None:
    """Take a card or marker (corners in mm) and a margin round it out of a mask."""
    middle = corners.mean(axis=0)
    away = corners - middle
    grown = middle + away * (1 + margin / np.maximum(np.abs(away).max(axis=0), 1.0))
    cv2.fillConvexPoly(shown, np.rint(grown).astype(np.int32), 0)


def places(known_plane: KnownPlane) -> Iterator[tuple[str, Spot]]:
    """Where the mat wants single cards, by its zones: on its piles, and side by side in the tower."""
    zones = known_plane.plane.mat.zones
    pitch = next(zone.width for zone in zones if zone.name == PILE)
    for zone in zones:
        if zone.seat is None:
            count = max(1, round(zone.width / pitch))
            for number in range(count):
                across = zone.x + (number + 0.5) * zone.width / count
                yield zone.name, Spot(across, zone.y + zone.height / 2, UPWARDS)
