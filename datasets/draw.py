"""Dominoes on a table, drawn: pictures with exact truth for tests and for the demo, needing OpenCV alone.

The world is in mm: x to the right, y away from the camera, z up, the table at z = 0. A tile is 50×25×8 mm. Everything
random comes from the scene's seed, so that the same scene is always the same picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from datasets.tables import TABLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float64]
    Pixels: TypeAlias = NDArray[np.uint8]

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 … 255."""

LENGTH: Final = 50.0
WIDTH: Final = 25.0
THICKNESS: Final = 8.0
FINE: Final = 2
"""Everything is drawn this much larger and scaled down in the end."""
FACE: Final = 160
"""Pixels across the drawing of a face."""
BESIDE: Final = 3.0
"""Pixels beside a tile that may show some of it."""
STRIDE: Final = 64
"""Pixels of a row that are drawn at once."""
LIGHT: Final = (0.55, -0.35)
"""How far a shadow falls, x and y, per mm of height."""

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
"""Places of the pips on a half, in steps of the lattice; x across the tile, y along it."""


@dataclass(frozen=True, slots=True)
class Make:
    """How the tiles of a set look. `pitch` and `radius` are of the pips, in tile widths."""

    face: Colour = (222, 238, 242)
    pip: Colour = (28, 24, 24)
    pitch: float = 0.29
    radius: float = 0.085
    bar: float = 0.74
    dimples: bool = False
    """All nine dimples of a half are embossed, the pips painted into some of them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the table: label (`a-b` or `back`), centre in mm, degrees by which a→b is turned from x to y."""

    label: str
    x: float
    y: float
    turn: float = 0.0
    make: Make = field(default_factory=Make)


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera that looks at a point of the table: distance in mm, tilt from straight down, degrees."""

    width: int = 1280
    height: int = 720
    x: float = 0.0
    y: float = 0.0
    distance: float = 600.0
    tilt: float = 0.0
    turn: float = 0.0
    focal: float = 1100.0
    """In pixels."""

    @property
    def pose(self) -> tuple[Array, Array]:
        """Rotation 3×3 and translation 3, world to camera, in OpenCV's axes."""
        tilt, turn = np.deg2rad([self.tilt, self.turn])
        forward = np.array([np.sin(turn) * np.sin(tilt), np.cos(turn) * np.sin(tilt), -np.cos(tilt)])
        right = np.array([np.cos(turn), -np.sin(turn), 0.0])
        rotation = np.stack([right, np.cross(forward, right), forward])
        eye = np.array([self.x, self.y, 0.0]) - self.distance * forward
        return rotation, -rotation @ eye

    def project(self, points: Array) -> Array:
        """Pixels, N×2, of points of the world, N×3."""
        rotation, translation = self.pose
        seen = points @ rotation.T + translation
        return self.focal * seen[:, :2] / seen[:, 2:] + self._middle

    @lru_cache(maxsize=4)  # noqa: B019 - views are plain values, and many scenes share one
    def table_points(self, fine: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Where the table shows at each pixel of a picture `fine` times as large: x and y in mm."""
        rotation, translation = self.pose
        plane = np.column_stack([rotation[:, 0], rotation[:, 1], translation])
        rows, columns = np.mgrid[: self.height * fine, : self.width * fine]
        across = ((columns + 0.5) / fine - 0.5 - self._middle[0]) / self.focal
        down = ((rows + 0.5) / fine - 0.5 - self._middle[1]) / self.focal
        points = np.stack([across, down, np.ones_like(across)], axis=-1) @ np.linalg.inv(plane).T
        return (points[..., 0] / points[..., 2]).astype(np.float32), (points[..., 1] / points[..., 2]).astype(
            np.float32
        )

    def truth(self) -> dict[str, Any]:
        """Intrinsics and pose for a truth file: pixels, mm, OpenCV's conventions."""
        rotation, translation = self.pose
        return {
            "width": self.width,
            "height": self.height,
            "fx": self.focal,
            "fy": self.focal,
            "cx": float(self._middle[0]),
            "cy": float(self._middle[1]),
            "distortion": [0.0] * 5,
            "rotation": [[round(float(value), 9) for value in row] for row in rotation],
            "translation": [round(float(value), 3) for value in translation],
        }

    @property
    def _middle(self) -> Array:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])


@dataclass(frozen=True, slots=True)
class Scene:
    """Tiles on a table under a camera. `table` is a name in `datasets.tables.TABLES`; the rest are faults."""

    tiles: tuple[Tile, ...] = ()
    view: View = field(default_factory=View)
    table: str = "wood"
    seed: int = 0
    noise: float = 2.0
    """Standard deviation, grey levels."""
    blur: float = 0.6
    """Standard deviation, pixels."""
    exposure: float = 1.0
    shade: float = 0.0
    """How much darker the right part of the picture lies, behind a soft edge: 0 … 1."""

    def draw(self) -> Pixels:
        """The picture, H×W×3 BGR."""
        rng = np.random.default_rng(self.seed)
        bare, rng.bit_generator.state = _bare(self.table, self.seed, self.view)
        picture = _shadows(bare, self)
        for tile in sorted(self.tiles, key=lambda each: -each.y):
            picture = _tile(picture, tile, self.view)
        picture = cv2.resize(picture, (self.view.width, self.view.height), interpolation=cv2.INTER_AREA).astype(
            np.float32
        )
        return _camera(picture, self, rng)

    def truth(self, game: str = "stackernoos") -> dict[str, Any]:
        """The truth file of the picture."""
        return {"game": game, "camera": self.view.truth(), "pieces": [_piece(tile, self.view) for tile in self.tiles]}


@lru_cache(maxsize=2)
def _bare(table: str, seed: int, view: View) -> tuple[NDArray[np.float32], Any]:
    """The table alone, and where chance goes on from: scenes often differ by what lies there."""
    rng = np.random.default_rng(seed)
    return TABLES[table](rng, *view.table_points(FINE)), rng.bit_generator.state


def corners(tile: Tile, view: View, height: float = THICKNESS) -> Array:
    """Pixels of the four corners of the tile at a height, 4×2: the first half's short edge, then clockwise."""
    return view.project(_outline(tile, 0.0, height))


def _piece(tile: Tile, view: View) -> dict[str, Any]:
    quad = corners(tile, view)
    frame = np.array([[0, 0], [view.width, 0], [view.width, view.height], [0, view.height]], np.float32)
    seen, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return {
        "kind": "domino",
        "label": tile.label,
        "confidence": 1.0,
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in quad],
        "level": 0,
        "visible": round(min(1.0, float(seen) / float(cv2.contourArea(quad.astype(np.float32)))), 3),
    }


def _outline(tile: Tile, radius: float, height: float) -> Array:
    """The tile's edge in the world, N×3: four corners, or rounded ones where there is a radius in mm."""
    along, across = LENGTH / 2 - radius, WIDTH / 2 - radius
    # The first half's end, then round so that it is clockwise on screen, where y points the other way.
    centres = np.array([[-along, -across], [-along, across], [along, across], [along, -across]])
    angles = np.deg2rad([[180.0, 270.0], [90.0, 180.0], [0.0, 90.0], [270.0, 360.0]])
    if radius == 0:
        points = centres
    else:
        arcs = [np.linspace(stop, start, 6) for start, stop in angles]
        points = np.concatenate(
            [
                centre + radius * np.column_stack([np.cos(arc), np.sin(arc)])
                for centre, arc in zip(centres, arcs, strict=True)
            ]
        )
    turn = np.deg2rad(tile.turn)
    spun = points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.column_stack([spun + np.array([tile.x, tile.y]), np.full(len(spun), height)])


def _shadows(picture: NDArray[np.float32], scene: Scene) -> NDArray[np.float32]:
    """The table with the tiles' shadows: a long soft one away from the light, a short dark one where they stand."""
    long_mask = np.zeros(picture.shape[:2], np.float32)
    short_mask = np.zeros(picture.shape[:2], np.float32)
    for tile in scene.tiles:
        foot = _outline(tile, 2.0, 0.0)
        cast = foot + np.array([LIGHT[0] * THICKNESS, LIGHT[1] * THICKNESS, 0.0])
        _fill(long_mask, scene.view.project(np.concatenate([foot, cast])))
        _fill(short_mask, scene.view.project(foot))
    per_mm = FINE * scene.view.focal / scene.view.distance
    far = cv2.GaussianBlur(long_mask, (0, 0), 1.6 * per_mm)
    near = cv2.GaussianBlur(short_mask, (0, 0), 0.7 * per_mm)
    dimmed: NDArray[np.float32] = picture * (1 - 0.45 * far - 0.3 * near)[..., None]
    return dimmed


def _fill(mask: NDArray[np.float32], points: Array) -> None:
    hull = cv2.convexHull((points * FINE).astype(np.float32))
    cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 1.0)


def _tile(picture: NDArray[np.float32], tile: Tile, view: View) -> NDArray[np.float32]:
    """The picture with the tile on it: its walls, then its face."""
    low, high = view.project(_outline(tile, 2.0, 0.0)), view.project(_outline(tile, 2.0, THICKNESS))
    hull = np.rint(cv2.convexHull((np.concatenate([low, high]) * FINE).astype(np.float32))).astype(np.int32)
    cv2.fillConvexPoly(picture, hull, [0.62 * value for value in tile.make.face], cv2.LINE_AA)
    face = _face(tile)
    size = face.shape[1], face.shape[0]
    source = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    target = ((corners(tile, view) + 0.5) * FINE - 0.5).astype(np.float32)
    homography = cv2.getPerspectiveTransform(source, target)
    part = _around(target, picture.shape)
    # Only as far as the tile lies, but from the picture's own corner: a moved one would be rounded in another way.
    whole = min(-(-part[1].stop // STRIDE) * STRIDE, picture.shape[1]), part[0].stop
    if part[0].start < part[0].stop and part[1].start < part[1].stop:
        colour = cv2.warpPerspective(face, homography, whole, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(_rounded(), homography, whole, flags=cv2.INTER_LINEAR)[part][..., None]
        picture[part] = picture[part] * (1 - alpha) + colour[part] * alpha
    return picture


def _around(quad: NDArray[np.float32], shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The part of a picture that holds all of a quad."""
    (x0, y0), (x1, y1) = quad.min(0) - BESIDE, quad.max(0) + BESIDE
    left, right = (min(max(int(x), 0), shape[1]) for x in (x0, x1))
    top, bottom = (min(max(int(y), 0), shape[0]) for y in (y0, y1))
    return slice(top, bottom), slice(left, right)


@cache
def _rounded() -> NDArray[np.float32]:
    """How opaque a face is: 1 inside its rounded corners."""
    mask = np.zeros((2 * FACE, FACE), np.float32)
    radius = round(0.08 * FACE)
    cv2.rectangle(mask, (radius, 0), (FACE - 1 - radius, 2 * FACE - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (FACE - 1, 2 * FACE - 1 - radius), 1.0, -1)
    for x in (radius, FACE - 1 - radius):
        for y in (radius, 2 * FACE - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1)
    return mask


def _face(tile: Tile) -> NDArray[np.float32]:
    """The drawing of a face, upright, the first half on top: 2F×F×3."""
    make = tile.make
    face = np.empty((2 * FACE, FACE, 3), np.float32)
    face[:] = make.face
    edge = round(0.03 * FACE)
    bright = tuple(min(255.0, 1.06 * value + 6) for value in make.face)
    cv2.rectangle(face, (0, 0), (FACE - 1, 2 * FACE - 1), [0.82 * value for value in make.face], edge)
    cv2.rectangle(face, (edge, edge), (FACE - 1 - edge, 2 * FACE - 1 - edge), bright, max(1, edge // 2))
    face = cv2.GaussianBlur(face, (0, 0), 0.01 * FACE).astype(np.float32)
    if tile.label != "back":
        reach = round(make.bar * FACE / 2)
        top, bottom = round((1 - 0.025) * FACE), round((1 + 0.025) * FACE)
        cv2.rectangle(face, (FACE // 2 - reach, top), (FACE // 2 + reach, bottom), make.pip, -1)
        for which, number in enumerate(tile.label.split("-")):
            _half(face, which, int(number), make)
    return face.astype(np.float32)


def _half(face: NDArray[np.float32], which: int, number: int, make: Make) -> None:
    middle = np.array([FACE / 2, FACE / 2 + which * FACE + (0.015 if which else -0.015) * FACE])
    radius = round(make.radius * FACE)
    if make.dimples:
        for step in PIPS[9]:
            _dot(face, middle + np.array(step) * make.pitch * FACE, radius, [0.93 * value for value in make.face])
    for step in PIPS[number]:
        at = middle + np.array(step) * make.pitch * FACE
        _dot(face, at, radius, make.pip)
        # A hollow is lit on the side away from the light.
        _dot(face, at + 0.3 * radius, round(0.45 * radius), [0.85 * value + 30 for value in make.pip])


def _dot(face: NDArray[np.float32], at: Array, radius: int, colour: Any) -> None:
    cv2.circle(
        face, (round(float(at[0])), round(float(at[1]))), radius, tuple(float(v) for v in colour), -1, cv2.LINE_AA
    )


def _camera(picture: NDArray[np.float32], scene: Scene, rng: np.random.Generator) -> Pixels:
    """What a camera makes of it: uneven light, blur, noise."""
    height, width = picture.shape[:2]
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = scene.exposure * (1 - 0.10 * (across**2 + down**2) - 0.05 * across)
    if scene.shade:
        light = light * (1 - scene.shade / (1 + np.exp(-(across + 0.3 * down - 0.1) * 40)))
    picture = (picture * light[..., None]).astype(np.float32)
    if scene.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), scene.blur).astype(np.float32)
    grain = rng.normal(0.0, scene.noise, picture.shape)
    return np.clip(np.rint(picture + grain), 0, 255).astype(np.uint8)
