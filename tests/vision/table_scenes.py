"""Dominoes laid on a plane and seen by a camera, as quads with their truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.observation import Candidate, Observation, Piece

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True)
class Tile:
    """A tile at the cell of its first half, which has the smaller x or y, as in a position."""

    label: str | None
    x: float
    y: float
    direction: str = "e"
    kind: str = "domino"
    level: int | None = 0
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Camera:
    """A pinhole camera over the table: tilt from straight down and spin of the table in degrees, size in px."""

    spin: float = 0.0
    tilt: float = 0.0
    lean: float = 0.0
    tile: float = 36.0
    focal: float = 1100.0

    def see(self, points: np.ndarray) -> np.ndarray:
        """Pixels of points on the table (…, 2), in tile widths, y up; the middle of the table is in the middle."""
        spin, tilt, lean = np.radians([self.spin, self.tilt, self.lean])
        x = points[..., 0] * np.cos(spin) - points[..., 1] * np.sin(spin)
        y = -(points[..., 0] * np.sin(spin) + points[..., 1] * np.cos(spin))
        distance = self.focal / self.tile
        across = np.stack([x, y * np.cos(tilt), -y * np.sin(tilt)], -1)
        u = across[..., 0] * np.cos(lean) + across[..., 2] * np.sin(lean)
        depth = distance + across[..., 2] * np.cos(lean) - across[..., 0] * np.sin(lean)
        return np.stack([WIDTH / 2 + self.focal * u / depth, HEIGHT / 2 + self.focal * across[..., 1] / depth], -1)


def line(text: str, x: int = 0, y: int = 0) -> list[Tile]:
    """A run along x: `line("1-1 1-5 5-3")`."""
    return [Tile(label, x + 2 * k, y) for k, label in enumerate(text.split())]


def arm(text: str, x: int, y: int) -> list[Tile]:
    """An arm along y, from its lowest cell up."""
    return [Tile(label, x, y + 2 * k, "n") for k, label in enumerate(text.split())]


def observe(
    tiles: list[Tile],
    *,
    camera: Camera | None = None,
    seed: int = 0,
    noise: float = 0.0,
    turn: float = 0.0,
    gap: float = 0.0,
    shuffle: bool = False,
) -> Observation:
    """What a perfect reader would report of tiles, with corner noise (px), turns (degrees) and gaps (tile widths)."""
    rng = np.random.default_rng(seed)
    camera = camera or Camera()
    middle = np.mean([[t.x, t.y] for t in tiles], axis=0)
    pieces = []
    for tile in tiles:
        corners = _corners(tile, rng.uniform(-turn, turn), 1 + gap / 2)
        label = tile.label
        if rng.integers(2):  # a reader may begin at either half
            corners = np.roll(corners, 2, axis=0)
            label = label if label in (None, "back") else "-".join(reversed(label.split("-")))
            candidates = tuple(Candidate("-".join(reversed(c.label.split("-"))), c.confidence) for c in tile.candidates)
        else:
            candidates = tile.candidates
        pixels = camera.see(corners - middle) + (rng.normal(0, noise, (4, 2)) if noise else 0.0)
        quad = tuple((float(x), float(y)) for x, y in pixels)
        pieces.append(Piece(tile.kind, label, 0.9, quad, tile.level, candidates))
    if shuffle:
        rng.shuffle(pieces)
    return Observation(WIDTH, HEIGHT, "0" * 64, tuple(pieces))


def _corners(tile: Tile, turn: float, cell: float) -> np.ndarray:
    box = np.array([[-1, 0.5], [-1, -0.5], [1, -0.5], [1, 0.5]])
    angle = np.radians(turn + (90 if tile.direction == "n" else 0))
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    centre = [tile.x, tile.y + 0.5] if tile.direction == "n" else [tile.x + 0.5, tile.y]
    return box @ rotation.T + np.array(centre) * cell


def truth(tiles: list[Tile]) -> list[tuple]:
    """The tiles in the shape of `seen`."""
    return sorted((t.label, t.x, t.y, t.direction) for t in tiles)


def seen(position: dict) -> list[tuple]:
    """The tiles of a position as comparable tuples."""
    return sorted((t.get("tile"), t["at"][0], t["at"][1], t["dir"]) for t in position["tiles"])


def half_turn(tiles: list[tuple]) -> list[tuple]:
    """The same tiles from the other side of the table, the first tile still on (0, 0), (1, 0)."""
    told = []
    for label, x, y, direction in tiles:
        far_x, far_y = (x, y + 1) if direction == "n" else (x + 1, y)
        told.append(("-".join(reversed(label.split("-"))), 1 - far_x, -far_y, direction))
    return sorted(told)
