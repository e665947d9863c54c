"""What is true of a picture: every piece with its corners, how much of it is seen, where it lies and on what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.optics import silhouette
from datasets.optics.studio import FINE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from datasets.optics.camera import Camera
    from datasets.optics.studio import Shot
    from datasets.optics.world import Placed, World

    Array = NDArray[np.float64]

LEAST: Final = 0.02
"""Pieces of which less is seen are left out of the truth; a hand of which anything is seen is told."""

INSET: Final = 0.2
"""How far inside of a corner, along both of its edges, it is looked for: a share of the shorter edge."""
LEAST_INSET: Final = 2.0
"""… and at least so many pixels: corners are rounded, and seen at any size."""

FACES: Final = {
    "up": ((-1, -1, 1), (-1, 1, 1), (1, 1, 1), (1, -1, 1)),
    "down": ((-1, 1, -1), (-1, -1, -1), (1, -1, -1), (1, 1, -1)),
    "end_a": ((-1, -1, -1), (-1, 1, -1), (-1, 1, 1), (-1, -1, 1)),
    "end_b": ((1, 1, -1), (1, -1, -1), (1, -1, 1), (1, 1, 1)),
    "long_a": ((-1, -1, -1), (-1, -1, 1), (1, -1, 1), (1, -1, -1)),
    "long_b": ((-1, 1, 1), (-1, 1, -1), (1, 1, -1), (1, 1, 1)),
}
"""The corners of a box's faces, clockwise as seen from outside; those of the top begin with the first half's edge."""
NORMALS: Final = {
    "up": (0, 0, 1),
    "down": (0, 0, -1),
    "end_a": (-1, 0, 0),
    "end_b": (1, 0, 0),
    "long_a": (0, -1, 0),
    "long_b": (0, 1, 0),
}
CARD_FACES: Final = {
    "up": ((-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)),
    "down": ((1, 1, -1), (-1, 1, -1), (-1, -1, -1), (1, -1, -1)),
}
"""A card's top edge lies towards +y."""


def shown_face(placed: Placed) -> str:
    """Which face of a piece looks up: `up`, `down`, or one of its narrow sides."""
    rotation = placed.pose.rotation
    flat = ("up", "down") if placed.thing.piece is not None and placed.thing.piece.kind != "domino" else tuple(NORMALS)
    return max(flat, key=lambda face: float(rotation[2] @ np.array(NORMALS[face], np.float64)))


def top_corners(placed: Placed, face: str) -> Array:
    """The corners (4, 3) of a face in the world, mm."""
    piece = placed.thing.piece
    assert piece is not None
    if piece.corners:
        own = np.array(piece.corners, np.float64)
        return placed.pose.points(own if face == "up" else own[[1, 0, 3, 2]])
    faces = FACES if piece.kind == "domino" else CARD_FACES
    return placed.pose.points(np.array(faces[face], np.float64) * np.array(piece.size) / 2)


def describe(
    world: World, camera: Camera, shot: Shot, game: str, extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The truth of a picture as the contract has it: game, camera and pieces in the order of the world."""
    counts = np.bincount(shot.seen.ravel() + 1, minlength=len(world.placed) + 1)[1:]
    entries: dict[int, dict[str, Any]] = {}
    for index, placed in enumerate(world.placed):
        if placed.thing.piece is None:
            continue
        entry = _entry(placed, camera, int(counts[index]), shot, index)
        if entry is not None:
            entries[index] = entry
    order = {index: number for number, index in enumerate(entries)}
    for index, entry in entries.items():
        entry["on"] = [order[below] for below in world.placed[index].on if below in order]
    return {"game": game, "camera": camera.truth(), **(extra or {}), "pieces": list(entries.values())}


def _entry(placed: Placed, camera: Camera, seen: int, shot: Shot, index: int) -> dict[str, Any] | None:
    piece = placed.thing.piece
    assert piece is not None
    hand = piece.kind == "hand"
    outline_of = silhouette.hull_before if hand else silhouette.hull
    outline = outline_of(placed.thing.mesh, placed.pose, camera)
    if outline is None or (hand and not seen):
        return None
    visible = min(1.0, seen / max(silhouette.area(outline, FINE), 1))
    if hand:
        visible = max(visible, LEAST)
    elif visible < LEAST:
        return None
    entry: dict[str, Any] = {"kind": piece.kind, "label": piece.label}
    if piece.round:
        corners = _box_of(shot.seen == index) if hand else _around(outline)
    else:
        face = shown_face(placed)
        entry["face"] = face if face in {"up", "down"} else "side"
        entry["label"] = {"up": piece.label, "down": piece.back}.get(face)
        if entry["label"] != piece.label:
            entry["piece"] = piece.label
        corners = camera.project(top_corners(placed, face))
    entry["corners"] = _rounded(corners, 2)
    if not piece.round:
        entry["corners_visible"] = _corners_seen(corners, shot, index)
    entry["level"] = placed.level
    entry["visible"] = round(visible, 2)
    entry["at"] = [round(v, 3) + 0.0 for v in placed.pose.at]
    entry["size"] = [round(v, 3) for v in piece.size]
    entry["turn"] = [round(v, 6) + 0.0 for v in placed.pose.turn]
    if placed.contacts:
        entry["contacts"] = [[round(v, 1) + 0.0 for v in point] for point in placed.contacts]
    return entry | piece.facts | placed.facts


def _corners_seen(corners: Array, shot: Shot, index: int) -> list[int]:
    """For every corner 1 if the piece is seen there, looked at a little inside of it, else 0."""
    edges = [np.roll(corners, turn, axis=0) - corners for turn in (1, -1)]
    lengths = [np.linalg.norm(edge, axis=1, keepdims=True) for edge in edges]
    inset = np.maximum(INSET * np.minimum(*lengths), LEAST_INSET)
    inside = corners + sum(
        edge * np.minimum(0.5, inset / np.maximum(length, 1e-6)) for edge, length in zip(edges, lengths, strict=True)
    )
    height, width = shot.seen.shape
    samples = np.floor((inside + 0.5) * FINE).astype(int)
    return [int(0 <= x < width and 0 <= y < height and int(shot.seen[y, x]) == index) for x, y in samples.tolist()]


def _around(outline: Array) -> Array:
    """The upright rectangle around a silhouette, clockwise from its upper left."""
    (x0, y0), (x1, y1) = outline.min(0), outline.max(0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def _box_of(mask: NDArray[np.bool_]) -> Array:
    """The box around all samples of a mask, in pixels, clockwise from its upper left."""
    xs, ys = (np.flatnonzero(mask.any(axis)) for axis in (0, 1))
    span = np.array([[xs[0], ys[0]], [xs[-1], ys[-1]]], np.float64) + 0.5
    return _around(span / FINE - 0.5)


def _rounded(points: Array, digits: int) -> list[list[float]]:
    return [[round(float(v), digits) + 0.0 for v in point] for point in points]
