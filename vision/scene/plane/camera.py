"""A camera over flat tiles of one size: several cameras at once are laid against all quads.

The camera is a pinhole with radial distortion. Its principal point is the picture's middle. Camera axes are x right, y
down, z forward. The table plane goes through the top faces of the tiles on the table. As seen from above, its x lies
to the right of the picture and its y up. The origin is below the camera. Lengths are tile widths.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.scene.plane.least_squares import TINY, least, soft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Floats

    Places: TypeAlias = NDArray[np.complex128]
    Size: TypeAlias = tuple[int, int]

FOCAL, LEAN, SLOPE, DISTANCE, ASPECT, BEND = range(6)
"""The numbers of a camera: log focal length (px), the table plane's slopes to the right and down in the picture, log
distance from it. Then come log length of a tile, and the lens's first radial coefficient."""

_LEAST_FALL: Final = 1e-3
"""The sine of the least angle between the table plane and a line of sight."""
_WIDEST: Final = 2.0
"""The squared tangent of the angle to the axis beyond which distortion grows no more."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What is usual of a camera over a table and of a set of dominoes, and how a camera is fitted. Lengths are in tile
    widths where no unit is said. `…_spread` are standard deviations."""

    focal: float = 0.82
    """The usual focal length, of the picture's long side; this spread and those of other sizes are of logarithms."""
    focal_spread: float = 0.28
    slope: float = 0.5
    """The usual tangent of the tilt: the table is farther at the top of the picture."""
    slope_spread: float = 0.9
    lean_spread: float = 0.4
    turned: float = 3.0
    """A camera that is turned by quarters counts as unusual as a miss of so many standard deviations: one in ninety."""
    distance: float = 17.0
    distance_spread: float = 0.8
    aspect: float = 2.0
    """A tile's length."""
    aspect_spread: float = 0.02
    bend: float = -0.08
    """The first radial coefficient of a lens that sees 90°; one that sees 55° or less has none."""
    bend_spread: float = 0.05
    bend_least: float = 0.01
    straight: float = 55.0
    bent: float = 90.0
    noise: float = 0.6
    """The usual miss of a corner, px."""
    crooked: float = 0.01
    """By how much a corner misses its place because no tile is a perfect box."""
    outlier: float = 2.0
    """A miss of more than so many standard deviations counts little."""
    steps: int = 10
    """Steps of a fit at most."""
    enough: float = 3e-3
    """A fit ends when a step gains less than this part of what is left."""
    begins: tuple[float, ...] = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
    """Where a fit may begin: so many standard deviations from the usual tilt, and at most one from the usual lens."""


CAMERA: Final = CameraSettings()


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Quads (N) as cameras (P) have them; as one camera has them, the first axis is left out.

    - `centre` (P, N): the tiles' middles if they lay on the table plane.
    - `turn` (P, N): the unit directions from the first half to the second.
    - `log_size` (P, N): by how much each seems larger than a tile on the table plane.
    - `size_error` (P, N): its standard deviation for a noise of one px.
    - `miss` (P, N, 4, 2): what is left at the corners, px.
    - `most` (P, N): how many px a tile width is there in the best direction.
    """

    centre: Places
    turn: Places
    log_size: Floats
    size_error: Floats
    miss: Floats
    most: Floats

    def noise(self, px: float) -> Floats:
        """The standard deviation (P, N) of a corner, px, where the picture's own is `px`."""
        return np.hypot(px, CAMERA.crooked * self.most)

    @property
    def angle(self) -> Floats:
        """The directions (P, N) from the first half to the second, radians."""
        return np.angle(self.turn)

    @property
    def misfit(self) -> Floats:
        """By how much (P, N) corners and size miss those of a tile on the table plane, in tile widths."""
        off: Floats = np.linalg.norm(self.miss, axis=-1).mean(axis=-1) / self.most
        return off + np.abs(np.expm1(self.log_size))


def view(cameras: Floats, quads: Floats, size: Size) -> Views:
    """Quads (N, 4, 2), px, that begin with a short edge and go round clockwise, as cameras (P, 6) have them."""
    focal, distance = np.exp(cameras[:, FOCAL]), np.exp(cameras[:, DISTANCE])
    middle = (np.array(size, dtype=np.float64) - 1) / 2
    rays = _straight((quads[None] - middle) / focal[:, None, None, None], cameras[:, BEND][:, None, None, None])
    right, up, down = axes(cameras)
    depth = distance[:, None, None] / np.maximum(_along(rays, down), _LEAST_FALL)
    on_plane = depth * (_along(rays, right) + 1j * _along(rays, up))
    centre = on_plane.mean(axis=2)
    # How pixels change with places on the table plane, at the middle of each tile.
    ray = rays.mean(axis=2)
    scale = (focal[:, None] / depth.mean(axis=2))[..., None]
    steps = (
        scale * (right[:, None, :2] - ray * right[:, None, 2:]),
        scale * (up[:, None, :2] - ray * up[:, None, 2:]),
    )
    shape = _tile(np.exp(cameras[:, ASPECT, None, None]))
    return _laid(centre, on_plane - centre[..., None], shape, steps)


def flat(camera: Floats, quads: Floats, size: Size) -> Views:
    """Quads (N, 4, 2), px, that begin with a short edge and go round clockwise, as one camera (6) has them."""
    seen = view(camera[None], quads, size)
    return Views(seen.centre[0], seen.turn[0], seen.log_size[0], seen.size_error[0], seen.miss[0], seen.most[0])


def axes(cameras: Floats) -> tuple[Floats, Floats, Floats]:
    """The x and y of the table plane and the way down, in camera axes: (…, 3) each, of cameras (…, 6)."""
    lean, slope = cameras.T[LEAN], cameras.T[SLOPE]
    z = (lean * lean + slope * slope + 1.0) ** -0.5
    x, y = lean * z, slope * z
    wide = (1.0 - x * x) ** 0.5
    a, b, c = wide, -x * y / wide, -x * z / wide
    up = (b * z - c * y, c * x - a * z, a * y - b * x)
    # Arrays are made of numbers in a tenth of the time that a stack takes.
    return np.array((a, b, c)).T, np.array(up).T, np.array((x, y, z)).T


def corners(centre: Places, turn: Places, aspect: float | Floats) -> Places:
    """The corners (…, N, 4) of tiles of one width on the table plane, clockwise as seen from above, a short edge first.
    `aspect` is the length of all tiles, or that of several sets (…, 1, 1)."""
    return np.asarray(centre[..., None] + turn[..., None] * _tile(aspect), np.complex128)


def _tile(aspect: float | Floats) -> Places:
    """The corners (…, 4) of a tile of such a length, or of several (…, 1), about its middle."""
    return 0.5 * aspect * np.array([-1, -1, 1, 1]) + 0.5j * np.array([-1, 1, 1, -1])


def project(camera: Floats, places: Places, depths: Floats, size: Size) -> Floats:
    """Pixels (…, 2) of places (…) at depths (…) below the table plane, by one camera (6) or several (…, 6)."""
    right, up, down = axes(camera)
    below = np.exp(camera[..., DISTANCE]) + depths
    points = below[..., None] * down + places.real[..., None] * right + places.imag[..., None] * up
    ray = points[..., :2] / np.maximum(points[..., 2:], _LEAST_FALL)
    square = camera[..., BEND, None] * np.minimum((ray * ray).sum(axis=-1, keepdims=True), _WIDEST)
    longer = np.exp(camera[..., FOCAL, None]) * ray * (1 + square * (1 + 0.25 * square))
    return np.asarray(longer + (np.array(size) - 1) / 2, np.float64)


def _laid(centre: Places, spread: Places, shape: Places, steps: tuple[Floats, Floats]) -> Views:
    """The tile of any size that lies nearest to each quad, in px."""
    along, across = _pixels(shape, steps), _pixels(1j * shape, steps)
    seen = _pixels(spread, steps)
    aa, bb, ab = (along**2).sum((2, 3)), (across**2).sum((2, 3)), (along * across).sum((2, 3))
    a, b = (along * seen).sum((2, 3)), (across * seen).sum((2, 3))
    whole = np.maximum(aa * bb - ab * ab, TINY)
    times = (bb * a - ab * b + 1j * (aa * b - ab * a)) / whole
    length = np.maximum(np.abs(times), TINY)
    turn = times / length
    variance = (bb * turn.real**2 - 2 * ab * turn.real * turn.imag + aa * turn.imag**2) / whole
    miss = seen - times.real[..., None, None] * along - times.imag[..., None, None] * across
    xx, yy, xy = (steps[0] ** 2).sum(-1), (steps[1] ** 2).sum(-1), (steps[0] * steps[1]).sum(-1)
    most = np.sqrt((xx + yy) / 2 + np.hypot((xx - yy) / 2, xy))
    return Views(centre, turn, np.log(length), np.sqrt(variance) / length, miss, most)


def _pixels(places: Places, steps: tuple[Floats, Floats]) -> Floats:
    """What shifts (P, N or 1, 4) on the table plane are in px, (P, N, 4, 2)."""
    moved: Floats = places.real[..., None] * steps[0][:, :, None] + places.imag[..., None] * steps[1][:, :, None]
    return moved


def _straight(bent: Floats, bend: Floats) -> Floats:
    """Rays as a lens without distortion would see them."""
    ray = bent
    for _ in range(3):
        square = bend * (ray * ray).sum(axis=-1, keepdims=True)
        ray = bent / np.maximum(1 + square * (1 + 0.25 * square), 0.3)
    return ray


def _along(rays: Floats, axis: Floats) -> Floats:
    return rays[..., 0] * axis[:, None, None, 0] + rays[..., 1] * axis[:, None, None, 1] + axis[:, None, None, 2]


def fit(quads: Floats, size: Size, settings: CameraSettings = CAMERA) -> Floats:
    """The likeliest camera (6) over quads (N, 4, 2) of tiles that lie on the table plane."""
    first = _first(quads, size, settings)
    fitted = least(lambda many: _misfit(many, quads, size, settings), first[None], settings.steps, settings.enough)
    return np.asarray(fitted[0], np.float64)


def _first(quads: Floats, size: Size, settings: CameraSettings) -> Floats:
    """The best of some usual cameras, as far away as most of the tiles say."""
    one = np.array([-1.0, 0.0, 1.0])
    begins = np.meshgrid(settings.focal_spread * one, settings.lean_spread * one, settings.begins, indexing="ij")
    wider, lean, steeper = (each.ravel() for each in begins)
    cameras = np.zeros((len(lean), 6))
    cameras[:, FOCAL], cameras[:, ASPECT] = wider + np.log(settings.focal * max(size)), np.log(settings.aspect)
    cameras[:, LEAN], cameras[:, SLOPE] = lean, settings.slope + settings.slope_spread * steeper
    cameras[:, BEND] = _usual_bend(cameras[:, FOCAL], size, settings)
    cameras[:, DISTANCE] -= np.median(view(cameras, quads, size).log_size, axis=1)
    cost = (_misfit(cameras, quads, size, settings) ** 2).sum(axis=1)
    best: Floats = cameras[int(cost.argmin())]
    return best


def _usual_bend(log_focal: Floats, size: Size, settings: CameraSettings) -> Floats:
    wide = 2 * np.degrees(np.arctan(0.5 * max(size) / np.exp(log_focal)))
    share: Floats = np.clip((wide - settings.straight) / (settings.bent - settings.straight), 0, 1)
    return settings.bend * share


def _misfit(cameras: Floats, quads: Floats, size: Size, settings: CameraSettings) -> Floats:
    """By how many standard deviations (P, M) quads and the usual camera are missed, outliers damped."""
    seen = view(cameras, quads, size)
    noise = seen.noise(settings.noise)
    shape = (seen.miss / noise[..., None, None]).reshape(len(cameras), -1)
    away = seen.log_size / np.maximum(seen.size_error * noise, TINY)
    usual = unusual(cameras, size, settings)
    return np.concatenate([soft(shape, settings.outlier), soft(away, settings.outlier), usual], axis=1)


def unusual(cameras: Floats, size: Size, settings: CameraSettings) -> Floats:
    """By how many standard deviations (P, 7) cameras differ from the usual one."""
    bend = _usual_bend(cameras[:, FOCAL], size, settings)
    return np.column_stack(
        [
            (cameras[:, FOCAL] - np.log(settings.focal * max(size))) / settings.focal_spread,
            _unusual_tilt(cameras[:, LEAN], cameras[:, SLOPE], settings),
            (cameras[:, DISTANCE] - np.log(settings.distance)) / settings.distance_spread,
            (cameras[:, ASPECT] - np.log(settings.aspect)) / settings.aspect_spread,
            (cameras[:, BEND] - bend) / (settings.bend_least + settings.bend_spread * bend / settings.bend),
        ]
    )


def _unusual_tilt(lean: Floats, slope: Floats, settings: CameraSettings) -> Floats:
    """The same (P, 3) of how cameras are tilted, by the quarter turn that makes it the most usual."""
    ways = np.stack([(lean, slope), (slope, -lean), (-lean, -slope), (-slope, lean)], axis=-1)
    turned = np.zeros(ways.shape[1:]) + settings.turned * np.array([0, 1, 1, 1])
    misses = np.stack([ways[0] / settings.lean_spread, (ways[1] - settings.slope) / settings.slope_spread, turned])
    best = (misses**2).sum(axis=0).argmin(axis=1)
    return np.asarray(misses[:, np.arange(len(best)), best].T)
