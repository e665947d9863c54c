"""How a picture moved as a whole: points that are followed from a key picture into later ones.

Light that changes is taken out first, so that what is compared is structure alone. Points that hands cover or pieces
leave do not look alike any more and have no say. Of those that do, most must agree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.geometry import frame_of
from vision.scene.gate import GATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Floats, Floats32, Grey


STAYED: Final = np.eye(3)
"""The motion of what is where it was."""
SURROUNDINGS: Final = 25
"""Pixels across of the surroundings that a pixel's light is compared with."""
FAINT: Final = 6.0
"""Structure of less than this many greys is noise."""
SMOOTHED: Final = (5, 5)
"""Over so many pixels noise is averaged away, …"""
UNLIKE: Final = 14
"""… and structure that differs by more than this, in its units, is another."""
CLEAR: Final = 12.0
"""A point whose surroundings vary by less than this, in units of `structure`, is a sensor's noise."""
CELLS: Final = 4
"""A picture has so many parts along each side. Points are followed in each, of which those of one part are enough."""
STRETCH: Final = (0.4, 2.5)
"""A camera that was pushed shows nothing larger or smaller than this, in areas."""
SIMPLE: Final = 0.9
"""A simpler motion is believed where it explains so large a part of what more would explain."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How the place of the table in the picture is watched. Lengths are parts of the picture's width, times seconds,
    shares 0 … 1."""

    width: int = 480
    """Pixels across of the small grey picture that is looked at."""
    every: float = 0.09
    """How often it is looked at; frames between are told what the last one was."""
    patch: int = 11
    """Pixels across of what must look alike around each, in the small picture."""
    alike: float = 0.8
    """It looks alike from this correlation on."""
    apart: float = 0.0012
    """A point has moved if it is further than this from where it was: 1.5 px of 1280."""
    least_points: int = 10
    least_share: float = 0.12
    """So many points, and such a share of all, must agree before anything is said of the table's place."""
    least_reach: float = 0.3
    """What moved together must reach across so much of the picture's width, but for a tenth of it at each end. What one
    hand holds or moves does not."""
    stationary: float = 0.65
    """Where nothing tells of a motion, the table is where it was if so large a share of the picture is as it was."""
    settle: float = GATE.settle
    """A new place counts once it has been held for so long."""
    lose: float = GATE.block
    """A picture at rest that nothing agrees with is lost after this time."""
    patience: float = 2.5
    """So is one that does not come to rest, after this time."""
    fresh: float = 0.6
    """Fewer of the points than this share are found again where they were: time for others."""
    refresh: float = 1.0
    """How long points are kept at least."""
    grain: float = 12.0
    """A picture is as it was if so few of its pixels as `GATE.share` differ by more than this many greys."""
    ratio: float = 0.8
    """A feature's best match must be nearer than this part of its second best."""


WATCH: Final = WatchSettings()


def is_same(one: Grey, other: Grey) -> bool:
    """Whether hardly a pixel of a picture differs from another: neither the camera nor anything on the table moved."""
    return float((np.asarray(cv2.absdiff(one, other)) > WATCH.grain).mean()) <= GATE.share


def unlike(one: Grey, other: Grey) -> float:
    """The share of pixels in which the structure of one picture is not that of another."""
    return float((np.asarray(cv2.absdiff(cv2.blur(one, SMOOTHED), cv2.blur(other, SMOOTHED))) > UNLIKE).mean())


def structure(grey: Grey) -> Grey:
    """A grey picture without its light: each pixel against its surroundings, in units of their contrast."""
    values = grey.astype(np.float32)
    apart = values - cv2.blur(values, (SURROUNDINGS, SURROUNDINGS))
    spread = cv2.sqrt(cv2.blur(apart * apart, (SURROUNDINGS, SURROUNDINGS)))
    return np.asarray(cv2.convertScaleAbs(apart / (spread + FAINT), alpha=48.0, beta=128.0), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What most points say: `model` (3, 3) takes pixels of the key picture to the new one. A `share` of all points says
    so; `stayed` says that they have not moved."""

    model: Floats
    share: float
    stayed: bool


@dataclass(frozen=True, eq=False)
class KeyFrame:
    """A picture's structure (h, w), to be followed into others."""

    picture: Grey

    @cached_property
    def points(self) -> Floats32:
        """The points (N, 1, 2) to follow, a like number in each part: pieces must not outvote the table."""
        picture, (height, width) = self.picture, self.picture.shape
        found = []
        for row in range(CELLS):
            for column in range(CELLS):
                top, left = row * height // CELLS, column * width // CELLS
                part = picture[top : top + height // CELLS, left : left + width // CELLS]
                corners = cv2.goodFeaturesToTrack(part, WATCH.least_points, qualityLevel=0.02, minDistance=7)
                if corners is not None:
                    found.append(np.asarray(corners, np.float32).reshape(-1, 2) + np.array([left, top], np.float32))
        points = np.concatenate(found) if found else np.zeros((0, 2), np.float32)
        points = points[_around(picture, points).std(axis=1) >= CLEAR]
        inside = ((points > WATCH.patch) & (points < (width - WATCH.patch, height - WATCH.patch))).all(axis=1)
        return np.asarray(points[inside].reshape(-1, 1, 2), np.float32)

    @cached_property
    def patches(self) -> Floats32:
        """What is around each point (N, patch²), with mean 0 and length 1."""
        return _patches(self.picture, self.points.reshape(-1, 2))

    @cached_property
    def features(self) -> tuple[Floats32, NDArray[np.uint8]]:
        """Where the picture's features are (M, 2), and their descriptors (M, 32)."""
        points, looks = cv2.ORB.create().detectAndCompute(self.picture, None)
        if not points:
            return np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8)
        return np.array([point.pt for point in points], np.float32), np.asarray(looks, np.uint8)

    def follow(self, other: KeyFrame, guess: Floats | None = None) -> Motion | None:
        """How another picture moved against this one; None where too few points agree on it. `guess` (3, 3) is about
        how."""
        if len(self.points) < WATCH.least_points:
            return None
        if guess is None:
            return self._agreed(*self.matched(other))
        # Brought back first: what was turned would look like nothing that is known.
        size, flags = self.picture.shape[::-1], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = np.asarray(cv2.warpPerspective(other.picture, guess, size, flags=flags), np.uint8)
        rest = self._agreed(*self.matched(KeyFrame(back)))
        return None if rest is None else replace(rest, model=guess @ rest.model, stayed=False)

    def matched(self, other: KeyFrame) -> tuple[Floats32, Floats32]:
        """The points (N, 2) that are found again in another picture, and where; around each both look alike."""
        if not len(self.points):
            return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
        found, status, _ = cv2.calcOpticalFlowPyrLK(
            self.picture,
            other.picture,
            self.points,
            self.points.copy(),
            winSize=(15, 15),
            maxLevel=2,
            criteria=(cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.005),
        )
        places = np.asarray(found, np.float32).reshape(-1, 2)
        likeness = (self.patches * _patches(other.picture, places)).sum(axis=1)
        alike = (np.asarray(status).ravel() > 0) & (likeness >= WATCH.alike)
        return self.points.reshape(-1, 2)[alike], places[alike]

    def search(self, other: KeyFrame) -> Motion | None:
        """The same for a picture that may have moved by any length, by features that look alike."""
        ours, theirs = self.features, other.features
        if min(len(ours[0]), len(theirs[0])) < WATCH.least_points:
            return None
        matches = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(ours[1], theirs[1], k=2)
        good = [m[0] for m in matches if len(m) == 2 and m[0].distance < WATCH.ratio * m[1].distance]
        before = ours[0][[match.queryIdx for match in good]]
        after = theirs[0][[match.trainIdx for match in good]]
        model, agree = together(before, after, 3.0, other.picture.shape)
        return None if model is None or int(agree.sum()) < WATCH.least_points else self.follow(other, model)

    def _agreed(self, before: Floats32, after: Floats32) -> Motion | None:
        """What most of the points (N, 2) say; None where too few do, or what moved together does not reach far."""
        width = self.picture.shape[1]
        stayed = np.linalg.norm(after - before, axis=1) <= WATCH.apart * width
        model, moved = together(before[~stayed], after[~stayed], 2 * WATCH.apart * width, self.picture.shape)
        is_at_rest = model is None or int(stayed.sum()) >= int(moved.sum())
        agreed = before[stayed] if is_at_rest else before[~stayed][moved]
        share = len(agreed) / len(self.points)
        if len(agreed) < WATCH.least_points or share < WATCH.least_share:
            return None
        if model is None or is_at_rest:
            return Motion(STAYED, share, stayed=True)
        reach = float(np.ptp(np.percentile(agreed, (10, 90), axis=0), axis=0).max())
        return Motion(model, share, stayed=False) if reach >= WATCH.least_reach * width else None


def together(
    before: Floats32, after: Floats32, apart: float, shape: tuple[int, ...]
) -> tuple[Floats | None, NDArray[np.bool_]]:
    """The motion (3, 3) that most points (N, 2) agree on up to `apart` px, and which do (N). None where they are too
    few, or no camera that was pushed can show it in a picture of that shape."""
    if len(before) < WATCH.least_points:
        return None, np.zeros(len(before), np.bool_)
    model, agree = simplest(before, after, apart, horizon=True)
    return (model if sound(model, shape) else None), agree


def simplest(
    before: Floats32, after: Floats32, apart: float, *, horizon: bool = False
) -> tuple[Floats, NDArray[np.bool_]]:
    """The simplest motion (3, 3) that explains nearly as many points (N, 2) as any, up to `apart` px, and which (N). It
    is a shift, a turn and scale too, or any of a plane with a `horizon`. Few points in a corner or along a line tell no
    more."""
    shifts, shift = after - before, np.eye(3)
    near = np.linalg.norm(shifts - np.median(shifts, axis=0), axis=1) <= apart
    shift[:2, 2] = shifts[near].mean(axis=0) if near.any() else 0.0
    fits: list[tuple[Any, Any]] = [(shift, near)]
    turned, agree = cv2.estimateAffinePartial2D(before, after, ransacReprojThreshold=apart)
    if turned is not None:
        fits.append((np.vstack([turned, STAYED[2]]), agree))
    if horizon:
        fits.append(cv2.findHomography(before, after, cv2.RANSAC, apart))
    explained = [(model, np.asarray(agree, np.bool_).ravel()) for model, agree in fits if model is not None]
    most = max(int(agree.sum()) for _, agree in explained)
    return next((model, agree) for model, agree in explained if agree.sum() >= SIMPLE * most)


def sound(model: Floats, shape: tuple[int, ...]) -> bool:
    """Whether a camera that was pushed can show such a change: no mirror, no flight, no fall over the horizon."""
    if not np.isfinite(model).all() or abs(model[2, 2]) < 1e-9:
        return False
    given = model / model[2, 2]
    depth = frame_of(shape) @ given[2, :2] + 1.0
    if (depth <= 0).any():
        return False
    stretch = np.linalg.det(given) / depth**3  # how much larger what lies there is seen
    return bool(((STRETCH[0] < stretch) & (stretch < STRETCH[1])).all())


def _patches(picture: Grey, places: Floats32) -> Floats32:
    """What is around each place (N, patch²), with mean 0 and length 1; nothing (0) outside of the picture."""
    seen = _around(picture, places)
    about = seen - seen.mean(axis=1, keepdims=True)
    return np.asarray(about / np.maximum(np.linalg.norm(about, axis=1, keepdims=True), 1.0), np.float32)


def _around(picture: Grey, places: Floats32) -> Floats32:
    down, across = np.indices((WATCH.patch, WATCH.patch), np.float32).reshape(2, 1, -1) - WATCH.patch // 2
    if not len(places):
        return np.zeros((0, WATCH.patch**2), np.float32)
    seen = cv2.remap(picture, places[:, :1] + across, places[:, 1:] + down, cv2.INTER_LINEAR)
    return np.asarray(seen, np.float32)
