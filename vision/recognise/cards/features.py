"""Cards of an enrolled deck found by local features: each feature votes for a card's place, turn and size.

Votes are gathered as in D. Lowe, "Distinctive Image Features from Scale-Invariant Keypoints" (2004), section 7.3. Then
a homography is fitted to those that agree. What it explains votes no more, so that a picture may hold many cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import cv2
import numpy as np

from vision.geometry import area, overlap
from vision.recognise.cards.quads import clockwise, project
from vision.recognise.cards.settings import FEATURES
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.cards.deck import Deck
    from vision.recognise.cards.settings import FeatureSettings

    Floats = NDArray[np.float64]

UNIT_LENGTH = 512.0
"""RootSIFT descriptors of unit length are kept as bytes: times this, cut off at 255."""


class Features(NamedTuple):
    """Features: N×4 float32 of x, y, size (px) and angle (rad), and N×128 uint8 of RootSIFT."""

    points: NDArray[np.float32]
    descriptors: NDArray[np.uint8]


def features(picture: NDArray[np.uint8], most: int, contrast: float = 0.02) -> Features:
    """The strongest features of an H×W×3 BGR picture, in a fixed order."""
    sift = cv2.SIFT_create(nfeatures=most, contrastThreshold=contrast)  # type: ignore[attr-defined]
    keys, found = sift.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)
    if found is None or not len(keys):
        return Features(np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8))
    points = np.array([(*key.pt, key.size, np.deg2rad(key.angle)) for key in keys], np.float32)
    strength = np.array([key.response for key in keys])
    order = np.lexsort((points[:, 3], points[:, 1], points[:, 0], -strength))[:most]
    root = np.sqrt(found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6))
    return Features(points[order], np.clip(np.rint(root * UNIT_LENGTH), 0, 255).astype(np.uint8)[order])


@dataclass(frozen=True, slots=True, eq=False)
class FeatureFinder:
    """A `Detector` of the cards of one deck, by their local features: held, leaning, at a slant, partly covered."""

    name: ClassVar[str] = "card-features/1"

    deck: Deck
    settings: FeatureSettings = field(default=FEATURES)

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """Where cards of the deck seem to lie in an H×W×3 BGR picture, the surest first; corners clockwise."""
        if not len(self.deck.points):
            return ()
        scale = self.settings.side / max(picture.shape[:2])
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        sized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=interpolation).astype(np.uint8, copy=False)
        here, there = _matched(features(sized, self.settings.most_picture), self.deck, self.settings)
        found = _gathered(here, there, self.deck.aspect, self.settings)
        return tuple(
            Detection((corners + 0.5) / scale - 0.5, "card", min(1.0, votes / (4 * self.settings.least_votes)))
            for corners, votes in found
        )


def _matched(seen: Features, deck: Deck, settings: FeatureSettings) -> tuple[Floats, Floats]:
    """Pairs of like features, those of the picture (K×5, the last its number) and those of the deck (K×4)."""
    if not len(seen.points):
        return np.zeros((0, 5)), np.zeros((0, 4))
    one = _unit(seen.descriptors)
    other = _unit(deck.descriptors)
    likeness = one @ other.T
    count = min(settings.nearest, likeness.shape[1])
    nearest = np.argpartition(-likeness, count - 1, axis=1)[:, :count]
    nearest.sort(axis=1)
    rows = np.repeat(np.arange(len(one)), count)
    columns = nearest.reshape(-1)
    like = likeness[rows, columns] >= settings.least_likeness
    rows, columns = rows[like], columns[like]
    here = np.column_stack((seen.points[rows], rows)).astype(np.float64)
    return here, deck.points[columns].astype(np.float64)


def _unit(descriptors: NDArray[np.uint8]) -> NDArray[np.float32]:
    values = descriptors.astype(np.float32)
    unit: NDArray[np.float32] = values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-6)
    return unit


def _gathered(here: Floats, there: Floats, aspect: float, settings: FeatureSettings) -> list[tuple[Quad, int]]:
    """Cards and how many features each explains, the most first; a feature explains one card only."""
    middle = np.array([0.5, aspect / 2])
    size = here[:, 2] / np.maximum(there[:, 2], 1e-6)
    turn = here[:, 3] - there[:, 3]
    cosine, sine = np.cos(turn) * size, np.sin(turn) * size
    away = middle - there[:, :2]
    x = here[:, 0] + cosine * away[:, 0] - sine * away[:, 1]
    y = here[:, 1] + sine * away[:, 0] + cosine * away[:, 1]
    votes = np.column_stack((x, y, size, turn))
    free = np.ones(len(votes), bool)
    cards: list[tuple[Quad, int]] = []
    for _ in range(settings.most_cards):
        group = _best_group(votes, free, here[:, 4], settings)
        if group is None:
            break
        corners, explained = _fitted(here, there, group, aspect, settings)
        spent = group if corners is None else explained
        free[np.isin(here[:, 4], here[spent, 4])] = False
        free[group] = False
        if corners is not None and all(overlap(corners, other) < 0.6 for other, _ in cards):
            cards.append((corners, len(np.unique(here[explained, 4]))))
    return sorted(cards, key=lambda each: -each[1])


def _best_group(
    votes: Floats, free: NDArray[np.bool_], owners: Floats, settings: FeatureSettings
) -> NDArray[np.int64] | None:
    """The numbers of the votes that agree with those of the fullest bin of place, size and turn."""
    left = np.flatnonzero(free)
    if len(left) < settings.least_votes:
        return None
    own = votes[left]
    level = np.round(np.log(own[:, 2]) / np.log(settings.zoom))
    pitch = 2 * settings.reach * settings.zoom**level
    turn = np.mod(np.round(own[:, 3] / settings.turn), round(2 * np.pi / settings.turn))
    bins = np.column_stack((np.floor(own[:, 0] / pitch), np.floor(own[:, 1] / pitch), level, turn)).astype(np.int64)
    keys = (bins - bins.min(axis=0)) @ np.array([1, 1 << 14, 1 << 28, 1 << 36])
    _, number, counts = np.unique(keys, return_inverse=True, return_counts=True)
    x, y, size, angle = np.median(own[number == int(np.argmax(counts))], axis=0).tolist()
    near = np.hypot(own[:, 0] - x, own[:, 1] - y) < settings.reach * size
    near &= np.abs(np.log(own[:, 2] / size)) < np.log(settings.zoom)
    near &= np.cos(own[:, 3] - angle) > np.cos(settings.turn)
    group = left[near]
    return group if len(np.unique(owners[group])) >= settings.least_votes else None


def _fitted(
    here: Floats, there: Floats, group: NDArray[np.int64], aspect: float, settings: FeatureSettings
) -> tuple[Quad | None, NDArray[np.int64]]:
    """The corners of the card that a group of pairs makes, and the pairs that it explains; None where it makes none."""
    scale = float(np.median(here[group, 2] / np.maximum(there[group, 2], 1e-6)))
    matrix, inside = cv2.findHomography(there[group, :2], here[group, :2], cv2.RANSAC, settings.off * scale)
    if matrix is None or int(inside.sum()) < settings.least_votes:
        return None, group
    card = np.array([[0, 0], [1, 0], [1, aspect], [0, aspect]])
    corners = project(np.asarray(matrix, np.float64), card)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    convex = cv2.isContourConvex(corners.astype(np.float32).reshape(-1, 1, 2)) and clockwise(corners) is corners
    expected = scale * scale * aspect
    good = convex and 0.25 * expected < area(corners) < 4 * expected and float(sides.min()) > 0.25 * scale
    if not good:
        return None, group
    return corners, group[np.flatnonzero(inside.reshape(-1))]
