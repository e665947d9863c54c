"""Dominoes that are seen, and what changed, without a picture."""

import numpy as np

from vision.observation import Observation, Piece
from vision.scene.memory.change import Change


def quad(x, y, width=40.0, height=20.0):
    return ((x, y + height), (x, y), (x + width, y), (x + width, y + height))


def domino(label, x=0.0, y=0.0, **told):
    return Piece("domino", label, told.pop("confidence", 0.95), quad(x, y), **told)


def seen(*pieces):
    return Observation(640, 480, "", tuple(pieces))


def changed(*boxes):
    """A change within the boxes (x0, y0, x1, y1) alone, one pixel a pixel."""
    mask = np.zeros((480, 640), bool)
    for x0, y0, x1, y1 in boxes:
        mask[y0:y1, x0:x1] = True
    return Change(mask)


def labels(memory):
    return [piece.label for piece in memory.observation(seen()).pieces]
