"""Drawn tables and how a reading is compared with their truth."""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from datasets.draw import Make, Scene, Tile, View
from vision import Observation, Photo, Piece, read_photo

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR = 12.0
"""Pixels within which a piece is taken for the tile of the truth."""

SMALL = View(640, 360, distance=300, focal=550)
"""Small enough to be drawn quickly; a tile is about 90 px long."""


def row(labels: Sequence[str], make: Make | None = None, gap: float = 0.4, turn: float = 0.0) -> tuple[Tile, ...]:
    """Tiles end to end, their middle at the origin, the row turned by degrees."""
    step, start = 50 + gap, -(len(labels) - 1) / 2
    along = np.deg2rad(turn)
    return tuple(
        Tile(label, (start + n) * step * np.cos(along), (start + n) * step * np.sin(along), turn, make or Make())
        for n, label in enumerate(labels)
    )


def spread(labels: Sequence[str], make: Make | None = None) -> tuple[Tile, ...]:
    """Up to six tiles apart from each other, each turned another way."""
    places = [(-80, 45), (0, 45), (80, 45), (-80, -45), (0, -45), (80, -45)]
    return tuple(Tile(label, *places[n], turn=17.0 + 52 * n, make=make or Make()) for n, label in enumerate(labels))


@functools.cache
def read(scene: Scene) -> Observation:
    """What is read of the drawn scene."""
    return read_photo(Photo.from_frame(scene.draw()), "stackernoos")


def labels_of(observation: Observation, scene: Scene) -> dict[str, str | None]:
    """For every tile of the truth, by its label, the label read there, its halves in the order of the truth."""
    return {
        truth["label"]: label_at(observation.pieces, np.array(truth["corners"])) for truth in scene.truth()["pieces"]
    }


def label_at(pieces: Sequence[Piece], corners: np.ndarray) -> str | None:
    """The label read at a tile, turned round where the piece begins at the other end; `nothing` without a piece."""
    for piece in pieces:
        found = np.array(piece.corners)
        if np.linalg.norm(found.mean(axis=0) - corners.mean(axis=0)) > NEAR:
            continue
        if piece.label is None or "-" not in piece.label:
            return piece.label
        same_end = np.linalg.norm(found[0] - corners[0]) < np.linalg.norm(found[0] - corners[2])
        return piece.label if same_end else "-".join(reversed(piece.label.split("-")))
    return "nothing"


def chain(numbers: Sequence[int]) -> list[str]:
    """Labels whose touching halves match."""
    return [f"{a}-{b}" for a, b in pairwise(numbers)]
