"""The table's plane and the camera above it, from pieces whose size is known.

A piece of known size says how many pixels a millimetre is where it lies and how much it is foreshortened. Over a plane
the pixels a millimetre are an affine function of the place in the picture. A few pieces thus give the plane, and by its
foreshortening the camera's focal length. Lens distortion is left out; the principal point is the picture's middle.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.recognise.stones.settings import PLANE
from vision.scene.plane.least_squares import least, soft

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.recognise.stones.settings import PlaneSettings

Floats: TypeAlias = "NDArray[np.float64]"

OUTLIER: Final = 2.0
"""A miss of more than so many standard deviations counts little: a strange piece pulls little."""
NEAR: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The edges of the picture at which the table may be nearest: the lower one first, for most cameras stand upright."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A pinhole camera over a plane: `focal` and `middle` (2) in px, unit `normal` (3) from the camera into the table.

    `distance` is from the camera to the plane in mm. Camera axes are x right, y down, z forward. Places on the plane
    are mm as seen from above, x to the right and y up in the picture, heights mm above it.
    """

    focal: float
    middle: Floats
    normal: Floats
    distance: float

    @property
    def axes(self) -> Floats:
        """The plane's x, y and up in camera axes (3, 3), a row each."""
        x = np.array([1.0, 0.0, 0.0]) - self.normal[0] * self.normal
        x /= np.linalg.norm(x)
        (x0, x1, x2), (u0, u1, u2) = x, -self.normal  # their product by hand: `np.cross` takes ten times as long
        return np.array([x, (u1 * x2 - u2 * x1, u2 * x0 - u0 * x2, u0 * x1 - u1 * x0), (u0, u1, u2)])

    def project(self, places: Floats, heights: Floats | float = 0.0) -> Floats:
        """Pixels (N, 2) of places (N, 2) at heights (N,)."""
        x, y, up = self.axes
        points = places[:, :1] * x + places[:, 1:] * y + np.broadcast_to(heights, len(places))[:, None] * up
        points = points + self.distance * self.normal
        depth = np.maximum(points[:, 2:], PLANE.nearest)
        return np.asarray(points[:, :2] / depth * self.focal + self.middle)

    def places(self, pixels: Floats, heights: Floats | float = 0.0) -> Floats:
        """Places (N, 2) of pixels (N, 2) known to lie at heights (N,); far away beyond the horizon."""
        rays = np.column_stack([(pixels - self.middle) / self.focal, np.ones(len(pixels))])
        depth = (self.distance - heights) / np.maximum(rays @ self.normal, PLANE.least_slope)
        x, y, _ = self.axes
        points = rays * depth[:, None] - self.distance * self.normal
        return np.column_stack([points @ x, points @ y])

    def scale(self, pixels: Floats, heights: Floats | float = 0.0) -> Floats:
        """Pixels a millimetre (N,), across the line of sight, at pixels (N, 2) that lie at heights (N,)."""
        rays = np.column_stack([(pixels - self.middle) / self.focal, np.ones(len(pixels))])
        return np.asarray(self.focal * np.maximum(rays @ self.normal, PLANE.least_slope) / (self.distance - heights))

    def steepness(self, pixels: Floats) -> Floats:
        """The sine of the angle (N,) between the plane and the line of sight at pixels (N, 2)."""
        rays = np.column_stack([(pixels - self.middle) / self.focal, np.ones(len(pixels))])
        return np.asarray(np.clip(rays @ self.normal / np.linalg.norm(rays, axis=1), PLANE.least_slope, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Gauges:
    """Pieces of known size: `pixels` (N, 2) where they lie, how far a circle of one mm radius reaches there.

    `across`, `down` (N,) are half the width and the height of that circle's picture in px. `tilt` (N,) is the
    correlation of the two: 0 for a circle with upright axes, NaN where it is not known. `rise` (N,) is by how many mm
    the piece's thickness adds to its height, per mm of radius. `noise` (N,) is the relative error of across and down.
    """

    pixels: Floats
    across: Floats
    down: Floats
    tilt: Floats
    rise: Floats
    noise: Floats

    def __len__(self) -> int:
        return len(self.pixels)

    def among(self, kept: NDArray[np.bool_]) -> Gauges:
        """Those that are `kept` (N)."""
        return Gauges(*(getattr(self, each.name)[kept] for each in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """Points that lie on the plane as is known. `pixels` (N, 2) are theirs. `places` (N, 2) are in mm on a sheet of
    their own, as seen from above, x right and y up; it lies anyhow. All are at one `height` in mm.

    A point errs by `noise` px, and by `placing` mm of its place.
    """

    pixels: Floats
    places: Floats
    height: float
    noise: float
    placing: float


def plane_of(parameters: Floats, middle: Floats) -> Plane:
    """The plane of parameters: log focal length, two slopes, log px a mm at the picture's middle."""
    focal = float(np.exp(parameters[0]))
    normal = np.array([parameters[1], parameters[2], 1.0])
    normal /= np.linalg.norm(normal)
    return Plane(focal, middle, normal, focal * float(normal[2]) / float(np.exp(parameters[3])))


def fit(gauges: Gauges, size: tuple[int, int], settings: PlaneSettings = PLANE) -> Plane | None:
    """The plane that the gauges lie on in a picture of `size` (width, height); None where there are no gauges."""
    if len(gauges) == 0:
        return None
    middle = (np.array(size, dtype=np.float64) - 1) / 2
    first = _first(gauges, size, settings)
    return plane_of(_least(lambda p: _misfit(p, gauges, middle, first, settings), first, settings), middle)


def misfits(gauges: Gauges, size: tuple[int, int], settings: PlaneSettings = PLANE) -> list[float]:
    """How badly gauges, one at least, are met if the table is nearest at each edge of `NEAR`: squared standard
    deviations. A table that is seen from straight above is nearest at none, and costs the same at all."""
    middle, costs = (np.array(size, dtype=np.float64) - 1) / 2, []
    for near in NEAR:
        usual = _tilted(gauges, middle, near, settings.focal * max(size), settings)
        towards, aside = np.array(near), np.array(near)[::-1]

        def miss(q: Floats, usual: Floats = usual, towards: Floats = towards, aside: Floats = aside) -> Floats:
            # Nearest at this edge: the slope towards it is the steeper one, and is never negative.
            slope = np.exp(min(q[1], 3.0)) * (towards + np.tanh(q[2]) * aside)
            p = np.array([q[0], *slope, q[3]])
            return _misfit(p, gauges, middle, usual, settings)

        first = np.array([usual[0], np.log(usual[1:3] @ towards), 0.0, usual[3]])
        best = _least(miss, first, settings)
        costs.append(float((miss(best) ** 2).sum()))
    return costs


def _cost(p: Floats, gauges: Gauges, middle: Floats, usual: Floats, settings: PlaneSettings) -> float:
    return float((_misfit(p, gauges, middle, usual, settings) ** 2).sum())


def fit_figure(
    gauges: Gauges, figure: Figure, plane: Plane, settings: PlaneSettings = PLANE
) -> tuple[Plane, Floats, float]:
    """The plane again, now that a figure is known to lie on it; the figure's origin (2) and turn on that plane."""
    start = _parameters(plane)
    heights = np.full(len(figure.pixels), figure.height)
    centre, turn = laid(plane, figure)
    first = np.concatenate([start, plane.project(centre[None])[0] / plane.focal, [turn]])
    usual = np.array([np.log(settings.focal * (2 * plane.middle.max() + 1)), *start[1:]])

    def misfit(p: Floats) -> Floats:
        now = plane_of(p[:4], plane.middle)
        at = now.places(p[None, 4:6] * plane.focal) + turned(figure.places, p[6])
        deviation = np.hypot(figure.noise, figure.placing * now.scale(figure.pixels))
        miss = (now.project(at, heights) - figure.pixels) / deviation[:, None]
        return np.concatenate([_misfit(p[:4], gauges, plane.middle, usual, settings), soft(miss.ravel(), OUTLIER)])

    best = _least(misfit, first, settings)
    fitted = plane_of(best[:4], plane.middle)
    return fitted, fitted.places(best[None, 4:6] * plane.focal)[0], float(best[6])


def laid(plane: Plane, figure: Figure) -> tuple[Floats, float]:
    """Where the origin (2) of a figure lies on a plane, and how it is turned there (radians): least squares."""
    at = plane.places(figure.pixels, np.full(len(figure.pixels), figure.height))
    a, b = figure.places - figure.places.mean(axis=0), at - at.mean(axis=0)
    turn = float(np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum()))
    return at.mean(axis=0) - turned(figure.places.mean(axis=0)[None], turn)[0], turn


def turned(places: Floats, turn: float) -> Floats:
    """Places (N, 2) turned about the origin by an angle (radians)."""
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(places @ np.array([[c, s], [-s, c]]))


def _parameters(plane: Plane) -> Floats:
    tilt = plane.normal[:2] / plane.normal[2]
    scale = np.log(plane.focal * plane.normal[2] / plane.distance)
    return np.array([np.log(plane.focal), tilt[0], tilt[1], scale])


def _first(gauges: Gauges, size: tuple[int, int], settings: PlaneSettings) -> Floats:
    """The best of some guesses: the usual lens, a table that grows farther towards one edge of the picture, tilted as
    the flattest pieces say."""
    middle = (np.array(size, dtype=np.float64) - 1) / 2
    guesses = [_tilted(gauges, middle, near, settings.focal * max(size), settings) for near in NEAR]
    return min(guesses, key=lambda guess: _cost(guess, gauges, middle, guess, settings))


def _tilted(gauges: Gauges, middle: Floats, near: tuple[int, int], focal: float, settings: PlaneSettings) -> Floats:
    """The guess by which the table comes nearer towards one side (2) of the picture."""
    flattened, whole = (gauges.down, gauges.across) if near[1] else (gauges.across, gauges.down)
    flat = float(np.median(np.clip(flattened / whole, settings.least_flat, 0.999)))
    slope = np.sqrt(1 - flat**2) / flat * np.array(near)
    grown = np.maximum(1 + (gauges.pixels - middle) @ slope / focal, PLANE.least_slope)
    return np.array([np.log(focal), *slope, float(np.median(np.log(whole / grown)))])


def _misfit(p: Floats, gauges: Gauges, middle: Floats, usual: Floats, settings: PlaneSettings) -> Floats:
    """How badly the gauges and the usual camera are met, in standard deviations, outliers damped."""
    normal = np.array([p[1], p[2], 1.0])
    normal /= np.linalg.norm(normal)
    u = (gauges.pixels - middle) / np.exp(p[0])
    scale = np.exp(p[3]) * np.maximum(1 + u @ p[1:3], PLANE.least_slope)
    lean = normal[:2] - u * normal[2]
    square = 1 + u**2 - lean**2
    cross = u[:, 0] * u[:, 1] - lean[:, 0] * lean[:, 1]
    reach = scale[:, None] * (np.sqrt(np.maximum(square, 1e-6)) + 0.5 * gauges.rise[:, None] * np.abs(lean))
    tilt = cross / np.sqrt(np.maximum(square.prod(axis=1), 1e-9))
    miss = np.concatenate(
        [
            np.log(reach[:, 0] / gauges.across) / gauges.noise,
            np.log(reach[:, 1] / gauges.down) / gauges.noise,
            np.nan_to_num(tilt - gauges.tilt) / gauges.noise,
        ]
    )
    prior = (p[:4] - usual) / np.array([settings.focal_spread, settings.slope_spread, settings.slope_spread, 9.0])
    return np.concatenate([soft(miss, OUTLIER), prior])


def _least(misfit: Callable[[Floats], Floats], first: Floats, settings: PlaneSettings) -> Floats:
    """The unknowns (N) with the least sum of squares, from `first`; `misfit` takes one set of them."""
    fitted = least(lambda many: np.stack([misfit(one) for one in many]), first[None], settings.steps, settings.enough)
    return np.asarray(fitted[0], np.float64)
