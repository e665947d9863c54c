"""Stacks of dominoes as a pinhole camera sees their top faces, with their walls if a picture is wanted."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

SIZE = (1280, 720)


@dataclass(frozen=True)
class Tile:
    """A tile whose middle lies at x, y (tile widths) on a level, turned by degrees."""

    x: float
    y: float
    level: int = 0
    turn: float = 0.0


@dataclass(frozen=True)
class Camera:
    """A camera at a distance (tile widths) that looks at the origin, so many degrees above the table."""

    elevation: float = 45.0
    distance: float = 18.0
    focal: float = 1000.0
    spin: float = 25.0
    thick: float = 0.38

    def see(self, points: np.ndarray) -> np.ndarray:
        """Pixels (…, 2) of points (…, 3)."""
        spin, up = np.radians([self.spin, self.elevation])
        x = points[..., 0] * np.cos(spin) - points[..., 1] * np.sin(spin)
        y = points[..., 0] * np.sin(spin) + points[..., 1] * np.cos(spin)
        z = points[..., 2]
        depth = self.distance - z * np.sin(up) + y * np.cos(up)
        down = -y * np.sin(up) - z * np.cos(up)
        return np.stack([SIZE[0] / 2 + self.focal * x / depth, SIZE[1] / 2 + self.focal * down / depth], axis=-1) - 0.5

    def box(self, tile: Tile, length: float = 2.0) -> np.ndarray:
        """The corners (2, 4, 2) of a tile's top and bottom, px, clockwise on screen from a short edge on."""
        turn = np.radians(tile.turn)
        shape = np.array([[-length / 2, -0.5], [-length / 2, 0.5], [length / 2, 0.5], [length / 2, -0.5]])
        c, s = np.cos(turn), np.sin(turn)
        flat = shape @ np.array([[c, s], [-s, c]]) + (tile.x, tile.y)
        heights = self.thick * np.array([tile.level + 1, tile.level])
        return self.see(np.stack([np.column_stack([flat, np.full(4, height)]) for height in heights]))


def quads(tiles: list[Tile], camera: Camera, noise: float = 0.0, seed: int = 1) -> list[np.ndarray]:
    """The top faces with noise of so many px."""
    rng = np.random.default_rng(seed)
    return [camera.box(tile)[0] + rng.normal(0, noise, (4, 2)) for tile in tiles]


def picture(tiles: list[Tile], camera: Camera) -> np.ndarray:
    """Plain tiles with darker walls on a dark table, the lower and the farther ones first."""
    drawn = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    boxes = [(camera.box(tile), tile.level) for tile in tiles]
    for box, _ in sorted(boxes, key=lambda each: (each[1], each[0][0][:, 1].mean())):
        outline = cv2.convexHull(np.concatenate(box).astype(np.float32))
        cv2.fillConvexPoly(drawn, np.rint(outline).astype(np.int32), (150, 150, 150))
        cv2.fillConvexPoly(drawn, np.rint(box[0]).astype(np.int32), (230, 230, 230))
    return drawn


def game() -> list[Tile]:
    """A run of eight with stacks of two and three on it, a span, a branch's arm, and three loose tiles."""
    run = [Tile(2.0 * k, 0.0) for k in (-4, -3, -1, 0, 3)]
    stacked = [Tile(-4.0, 0.0, 2), Tile(3.0, 0.0, 1), Tile(4.0, 0.0, 3)]
    arm = [Tile(1.5, 1.5, 0, 90.0), Tile(1.5, 3.5, 0, 90.0)]
    loose = [Tile(-5.0, 4.0, 0, 20.0), Tile(5.0, -4.0, 0, -65.0), Tile(-1.0, -4.2, 0, 130.0)]
    return [run[0], run[1], run[3], run[4], *stacked, *arm, *loose]
