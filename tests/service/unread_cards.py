"""A table on which cards of an unknown deck lie, and what is published of it."""

from __future__ import annotations

import cv2
import numpy as np

from service.following.tables import Health
from vision.observation import Piece, corners_of

PLACES = ((200, 200), (440, 200), (680, 200))
SIZE = (126, 176)
"""Pixels of a card, across and down."""
QUADS = [
    np.array([(x, y), (x + SIZE[0], y), (x + SIZE[0], y + SIZE[1]), (x, y + SIZE[1])], np.float64) for x, y in PLACES
]


def picture():
    """An H×W×3 BGR picture of three cards, each with a drawing of its own."""
    table = np.full((720, 1280, 3), (60, 90, 70), np.uint8)
    for number, (x, y) in enumerate(PLACES):
        blocks = np.random.default_rng(number).integers(0, 255, (11, 8, 3), dtype=np.uint8)
        face = cv2.resize(blocks, SIZE, interpolation=cv2.INTER_NEAREST)
        cv2.rectangle(face, (0, 0), (SIZE[0] - 1, SIZE[1] - 1), (245, 245, 245), 6)
        table[y : y + SIZE[1], x : x + SIZE[0]] = face
    return table


def jpeg():
    """That picture as a camera's table publishes it."""
    return cv2.imencode(".jpg", picture(), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def shown(table, game="stonerow"):
    """Publish the picture and its three cards, which nobody can read."""
    pieces = [Piece("card", None, 0.1, corners_of(quad), None).to_json() for quad in QUADS]
    image = {"width": 1280, "height": 720, "sha256": ""}
    observation = {
        "schema": "tableside/observation@1",
        "image": image,
        "pieces": pieces,
        "warnings": [],
        "model": "a test",
    }
    table.publish(game=game, health=Health("ok", ""), picture=jpeg(), observation=observation)
