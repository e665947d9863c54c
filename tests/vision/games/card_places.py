"""Cards that lie somewhere on a mat, without a picture."""

from __future__ import annotations

import numpy as np

from vision.games.stonerow.cards import Card, rectangle
from vision.games.stonerow.zones import Zones
from vision.scene.mat import mat
from vision.scene.plane.pose import Plane

SCALE = 1.1
"""Pixels a mm."""
ZONES = Zones(Plane(np.diag([1 / SCALE, 1 / SCALE, 1.0]), mat("stonerow", 2)))


def top(x=0.0, y=0.0, up=np.pi / 2):
    rect = rectangle(x, y, up, (63.0, 88.0))
    return Card(0, "back", {"back": 1.0}, x, y, up, rect * SCALE, rect)
