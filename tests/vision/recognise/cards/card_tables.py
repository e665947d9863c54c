"""Some faces of our deck, and tables on which they lie."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.deck.faces import raster

LABELS = ("R7", "B7", "G7", "Y7", "R1", "R6", "R9", "BSu", "GSu", "Hw", "Ma", "T3", "back")
ASPECT = 88 / 63


def face(label, px_per_mm=4.0):
    """A face on white paper, H×W×3 BGR."""
    drawn = raster(label, px_per_mm)
    alpha = drawn[..., 3:] / 255
    return np.rint(drawn[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def laid(table, label, corners):
    """The table with a card within the corners (upper left first as the card is read), its round corners cut."""
    return laid_drawing(table, raster(label, 4.0), corners)


def laid_drawing(table, drawn, corners):
    """The table with a card, H×W×4 BGRA of 4 px a mm, within the corners."""
    height, width = drawn.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, np.asarray(corners, np.float32))
    size = table.shape[1], table.shape[0]
    scale = 4 * 63 / np.linalg.norm(np.subtract(corners[1], corners[0]))
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.3, 0.4 * scale))
    moved = cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_AREA).astype(np.float64)
    alpha = moved[..., 3:] / 255
    return np.rint(moved[..., :3] * alpha + table * (1 - alpha)).astype(np.uint8)


def turned_card(x, y, width, degrees):
    """Corners of a card about a middle, px, turned clockwise."""
    half = np.array([[-1, -ASPECT], [1, -ASPECT], [1, ASPECT], [-1, ASPECT]]) * width / 2
    angle = np.deg2rad(degrees)
    return half @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + [x, y]


def cloth(height=480, width=640, colour=(70, 90, 60), seed=0):
    """A plain table with a little noise."""
    noise = np.random.default_rng(seed).normal(0, 3, (height, width, 3))
    return np.clip(np.array(colour) + noise, 0, 255).astype(np.uint8)
