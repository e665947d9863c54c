"""How thick tiles are, by the lower edges of their walls that look towards the camera.

Below a side of a top face, by a thickness, there is an edge: of the table, of a shadow, or of the next tile. One alone
says little, for pips and patterns have edges too; all walls of a picture together mostly agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from vision.levels.camera import ASPECT, corners, project
from vision.levels.settings import WALLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.levels.camera import Views
    from vision.levels.settings import WallSettings
    from vision.photo import Picture

    Floats: TypeAlias = NDArray[np.float64]
    Places: TypeAlias = NDArray[np.complex128]


def thickness(  # noqa: PLR0913, PLR0917 - a picture and all that is known of it
    picture: Picture, quads: Floats, camera: Floats, seen: Views, thick: Floats, settings: WallSettings = WALLS
) -> Floats:
    """Log odds (H) of thicknesses (H), from the H×W×3 picture of quads (N, 4, 2) as a camera (6) has them."""
    starts, sides, scale = _near_sides(camera, seen, settings)
    drops = np.geomspace(*settings.range, settings.drops)
    along = np.linspace(settings.margin, 1 - settings.margin, settings.samples)
    places = starts[:, None, None] + sides[:, None, None] * along
    depths = drops[:, None] * scale[:, None, None]
    size = (picture.shape[1], picture.shape[0])
    pixels = project(camera, np.broadcast_to(places, (*depths.shape[:2], len(along))), depths, size)
    deep = np.linalg.norm(pixels[:, -1] - pixels[:, 0], axis=-1).min(axis=1) if len(pixels) else np.zeros(0)
    pixels = pixels[deep >= settings.least]
    if not len(pixels):
        return np.zeros(len(thick))
    edges = _edges(picture, quads, pixels, settings)
    share = (edges / np.maximum(edges.max(axis=1, keepdims=True), settings.faint)).mean(axis=0)
    share /= max(float(share.max()), 1e-9)
    where = np.log(thick)[:, None] + settings.rounding + np.array([-1.0, 0.0, 1.0]) * settings.slack
    odds: Floats = np.log(np.exp(settings.weight * np.interp(where, np.log(drops), share)).mean(axis=1))
    return odds


def _near_sides(camera: Floats, seen: Views, settings: WallSettings) -> tuple[Places, Places, Floats]:
    """The sides (S) that look towards the camera: where each begins, where it goes, its tile's apparent size."""
    size = np.exp(seen.log_size[0])
    first = corners(seen.centre[0], seen.turn[0] * size, float(np.exp(camera[ASPECT])))
    side = np.roll(first, -1, axis=1) - first
    middle = first + side / 2
    outward = 1j * side / np.abs(side)
    facing = -(outward.conj() * middle).real / np.maximum(np.abs(middle), 1e-9)
    tile, corner = np.nonzero(facing > settings.facing)
    largest = np.argsort(-seen.most[0][tile], kind="stable")[: settings.sides]
    tile, corner = tile[largest], corner[largest]
    return first[tile, corner], side[tile, corner], size[tile]


def _edges(picture: Picture, quads: Floats, pixels: Floats, settings: WallSettings) -> Floats:
    """How strong the edge is along each line of pixels (S, G, U, 2), where no top face hides it: (S, G)."""
    height, width = picture.shape[:2]
    faces = np.zeros((height, width), np.uint8)
    cv2.rectangle(faces, (0, 0), (width - 1, height - 1), 1, settings.border)
    for each in quads:
        cv2.fillConvexPoly(faces, np.rint(each).astype(np.int32), 1)
    free = 1.0 - _sampled(faces, pixels, cv2.INTER_NEAREST)[..., 0]
    ways = pixels[:, -1:] - pixels[:, :1]
    ways = ways / np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-9)
    change = sum(_sampled(picture, pixels + step * ways) - _sampled(picture, pixels - step * ways) for step in (1, 2))
    count = free.sum(axis=2)
    mean = (change * free[..., None]).sum(axis=2) / np.maximum(count, 1)[..., None]
    strength: Floats = np.where(count >= settings.least_free * pixels.shape[2], np.abs(mean).sum(axis=2), 0.0)
    return strength


def _sampled(picture: Picture, pixels: Floats, way: int = cv2.INTER_LINEAR) -> Floats:
    """The picture at pixels (S, G, U, 2): (S, G, U, channels); what lies outside is as at the rim."""
    at = pixels.reshape(len(pixels), -1, 2).astype(np.float32)
    values = cv2.remap(picture, at[..., 0], at[..., 1], way, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float64).reshape(*pixels.shape[:3], -1)
