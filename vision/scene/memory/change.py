"""Which parts of the picture changed between two looks: small pictures, compared past changes of light."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from vision.geometry import resized
from vision.scene.masks import painted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Floats, Floats32, Mask
    from vision.geometry import Quad
    from vision.observation import Corners

    Thumbnail: TypeAlias = NDArray[np.uint8]

WIDTH: Final = 320
"""Pixels across of the small picture."""
STEP: Final = 16.0
"""A pixel of a small picture has changed if its grey (0 … 255) differs by more than this, past the light."""
SPECK: Final = 3
"""Less than so many pixels of a small picture, side by side, are noise."""
SPARSE: Final = 4
"""Of so many pixels one is enough to tell how bright the picture is."""
GAIN: Final = (0.3, 3.0)
"""By so much the light of one table changes, at least and at most."""
AROUND: Final = 53
"""Pixels across of what lies around a place of a small picture: more than most pieces have.

It was chosen by hand. What of a shadow still counts as a change grows with it, and a piece must not fill most of it."""
SHADED: Final = 0.1
"""Light (log) that changes by less is no shadow."""
STEEP: Final = 0.5
"""Light changes sharply if it does so by this part of its usual change: here from one pixel to the one after the next.

It and `SHADED` were chosen by hand. Here 0.35 and 0.7 change nothing in drawn shadows on stills of our own."""
WHITE: Final = 235.0
"""Greys above this, 0 … 255, are nearly white. A camera keeps them so in less light: that is no change.

It was chosen by hand, after one rendered film and drawn cards on light cloths."""
REGISTERED: Final = 0.3
"""Edges of a picture that was registered are off by a part of a pixel. A grey changed there if it differs by more than
`STEP` and this part of the contrast beside it. It was chosen by hand for the gate. With it a picture that is carried
along after a bump differs just where one of a fixed camera does."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A mask (h, w) of the pixels that changed, and how many pixels of the picture one of its pixels is.

    Without a mask nothing is known to be as it was.
    """

    mask: Mask | None = None
    scale: float = 1.0

    def share(self, corners: Corners | Quad) -> float:
        """How much of a quad (pixels of the picture) has changed, 0 … 1; 1 where nothing is known."""
        if self.mask is None:
            return 1.0
        inside = painted(self.mask.shape, corners, self.scale)
        return float(self.mask[inside].mean()) if inside.any() else 0.0


UNKNOWN: Final = Change()


@dataclass(frozen=True, slots=True, eq=False)
class LastChange:
    """When each pixel (h, w) of the small picture last changed from one look to the next, s. Before that is known pixel
    by pixel, all of them did at one time."""

    times: Floats | float = inf
    scale: float = 1.0

    def after(self, change: Change, time: float) -> LastChange:
        """The same after a look at `time` (s); `change` is what differs since the look before."""
        if change.mask is None:
            return LastChange(time)
        unknown = isinstance(self.times, float) and self.times == inf  # what came by now may have come now
        return LastChange(np.where(change.mask, time, time if unknown else self.times), change.scale)

    def of(self, corners: Corners, share: float) -> float:
        """When at least that share of a quad (pixels of the picture) last changed, s."""
        if isinstance(self.times, float):
            return self.times
        inside = painted(self.times.shape, corners, self.scale)
        return float(np.quantile(self.times[inside], 1.0 - share, method="higher")) if inside.any() else inf


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The small picture (h, w, 3) of a table, to compare later ones with; None before there is any.

    Once it was carried along with the camera it does not fit to the pixel, and shows the table where it was `seen`
    (h, w). None stands for all of it, to the pixel.
    """

    picture: Thumbnail | None = None
    seen: Mask | None = None

    def change(self, now: Thumbnail, width: int) -> Change:
        """What differs from it now; `width` is that of the whole picture in pixels."""
        return between(self.picture, now, width, seen=self.seen, shadows=True)

    def moved(self, motion: Floats, width: int) -> Snapshot:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now, of a picture of
        that width."""
        if self.picture is None:
            return self
        size = (self.picture.shape[1], self.picture.shape[0])
        small = resized(motion, (width * size[1] / size[0], width), self.picture.shape)
        seen = np.ones(size[::-1], np.uint8) if self.seen is None else self.seen.astype(np.uint8)
        picture = cv2.warpPerspective(self.picture, small, size, borderMode=cv2.BORDER_REPLICATE)
        seen = cv2.warpPerspective(seen, small, size, flags=cv2.INTER_NEAREST)
        return Snapshot(np.asarray(picture, np.uint8), np.asarray(seen, np.bool_))


def thumbnail(pixels: NDArray[Any], width: int = WIDTH) -> Thumbnail:
    """A picture (H, W) or (H, W, 3, BGR) as the small one (h, w) or (h, w, 3) that is compared."""
    height = max(1, round(pixels.shape[0] * width / pixels.shape[1]))
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def between(
    before: Thumbnail | None, after: Thumbnail, width: int, seen: Mask | None = None, *, shadows: bool = False
) -> Change:
    """What changed from one small picture (h, w) or (h, w, 3) to the next; `width` is that of the picture in pixels.

    The light may have become brighter or darker, or of another colour, all over the table. With `shadows` a part of it
    may lie in the shadow of somebody who leans over, and that is no change. Edges of a picture that was carried along
    may be off by a part of a pixel. Only what it has `seen` (h, w) may have changed.
    """
    if before is None or before.shape != after.shape:
        return Change()
    old, new = (np.atleast_3d(each).astype(np.float32) for each in (before, after))
    lit = _lit_as(old, new)
    apart = _apart(old, lit, new)
    if shadows and (apart > STEP).any():  # else nothing changed, with a shadow or without
        shaded = np.minimum(lit * _shade(lit, new)[..., None], 255.0)
        apart = np.minimum(apart, _apart(old, shaded, new))
    if seen is not None:
        apart -= REGISTERED * np.atleast_3d(contrast(lit))
    # A comparison a channel takes a third of the time of a maximum across them.
    far = np.logical_or.reduce([apart[:, :, channel] > STEP for channel in range(apart.shape[2])])
    return Change(far if seen is None else far & seen, width / after.shape[1])


def _apart(old: Floats32, lit: Floats32, new: Floats32) -> Floats32:
    """By how much greys (h, w, c) differ from those of an `old` picture, which the light of now makes `lit` ones."""
    bright = old > WHITE
    low, high = np.where(bright, np.minimum(lit, old), lit), np.where(bright, np.maximum(lit, old), lit)
    return np.maximum(low - new, new - high)


def _shade(lit: Floats32, new: Floats32) -> Floats32:
    """How much of the light of before falls on each place (h, w): what most of what is around it has.

    A piece that covers most of what is around it ends sharply. So it is none.
    """
    # A mean of whole channels takes a sixth of the time of one across them.
    dim, now = (np.mean(cv2.split(each), axis=0) + 1.0 for each in (lit, new))
    reach = log(GAIN[1])
    level = np.clip(np.log(now / dim) / reach, -1.0, 1.0)
    around = cv2.medianBlur(np.rint(127.5 * (level + 1.0)).astype(np.uint8), AROUND)
    light = np.asarray((around / 127.5 - 1.0) * reach, np.float32)
    return np.asarray(np.exp(np.where(_has_sharp_ends(light), 0.0, light)), np.float32)


def _has_sharp_ends(light: Floats32) -> Mask:
    """Whether the light (log) of what each place (h, w) belongs to changes sharply at most of its outline."""
    shaded = (np.abs(light) >= SHADED).astype(np.uint8)
    count, marks = cv2.connectedComponents(shaded)
    size = np.maximum(np.bincount(marks.ravel(), minlength=count), 1)
    usual = np.bincount(marks.ravel(), np.abs(light).ravel(), count) / size
    outline = shaded > cv2.erode(shaded, np.ones((3, 3), np.uint8))
    ends = marks[outline]
    sharp = np.bincount(ends, contrast(light)[outline] >= STEEP * usual[ends], count)
    return np.asarray((2 * sharp > np.bincount(ends, minlength=count))[marks], np.bool_)


def contrast(picture: NDArray[Any], across: int = 3) -> Floats32:
    """By how much greys differ in so many pixels `across` each one, of a picture (h, w) or (h, w, 3)."""
    near = np.ones((across, across), np.uint8)
    return np.asarray(cv2.dilate(picture, near) - cv2.erode(picture, near), np.float32)


def lit_as(picture: NDArray[Any], other: NDArray[Any]) -> NDArray[np.uint8]:
    """A picture (h, w, 3) in the light of another of the same table."""
    return np.asarray(np.rint(_lit_as(picture.astype(np.float32), other)), np.uint8)


def _lit_as(picture: Floats32, other: NDArray[Any]) -> Floats32:
    sparse = np.s_[::SPARSE, ::SPARSE]
    dim = np.maximum(np.median(picture[sparse], axis=(0, 1)), 1.0)
    gain = np.clip(np.median(other[sparse], axis=(0, 1)) / dim, *GAIN)
    return np.asarray(np.minimum(picture * gain, 255.0), np.float32)
