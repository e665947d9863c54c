"""Drawn dominoes on a dark table, for films and folders of a test."""

import cv2
import numpy as np

TILE = 64
PIPS = {
    0: [], 1: [(1, 1)], 2: [(0, 0), (2, 2)], 3: [(0, 0), (1, 1), (2, 2)], 4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)], 6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}  # fmt: skip


def table(labels="", at=(300, 330), size=(1280, 720)):
    """A table with a run of tiles from left to right, such as `"1-1 1-5"`; `at` is the run's upper left corner."""
    frame = np.full((size[1], size[0], 3), (60, 90, 40), np.uint8)
    for n, label in enumerate(labels.split()):
        _tile(frame, label, at[0] + n * (2 * TILE + 3), at[1])
    return frame


def _tile(frame, label, x, y):
    cv2.rectangle(frame, (x, y), (x + 2 * TILE - 1, y + TILE - 1), (235, 240, 240), -1, cv2.LINE_AA)
    cv2.line(frame, (x + TILE, y + 6), (x + TILE, y + TILE - 7), (40, 40, 40), 2, cv2.LINE_AA)
    for half, pips in enumerate(label.split("-")):
        for column, row in PIPS[int(pips)]:
            where = x + half * TILE + 15 + 17 * column, y + 15 + 17 * row
            cv2.circle(frame, where, 6, (30, 30, 30), -1, cv2.LINE_AA)


def hand(frame):
    """The same with a hand over it."""
    covered = frame.copy()
    cv2.ellipse(covered, (600, 700), (160, 420), 20, 0, 360, (120, 150, 200), -1)
    return covered
