"""Cards of which only a strip is seen, for the next card of their row lies on them.

Beside a card that was read, what is no table is looked at. Where its print ends tells how far the cards lie apart. The
strip is compared with the same strip of every face. A strip says less than a card: what it may be is told with
likelihoods, and the rules of the game tell the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.recognise.cards.compare import Light, View, flatness, likelihoods
from vision.recognise.cards.gallery import Level
from vision.recognise.cards.look import look, shrunk
from vision.recognise.cards.settings import LOOK, PRINT, STRIPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.gallery import Gallery
    from vision.recognise.cards.known_plane import KnownPlane, Spot
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import StripSettings

    Picture = NDArray[np.uint8]

LEFT, RIGHT = -1, 1
EIGHTHS: Final = 8
"""Of a card's height that is partly hidden whole eighths are compared: parts of faces are made ready but once."""
HIDDEN_SHARE: Final = 0.2
"""So much of an eighth may be hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A card under another: its corners, how likely each label is (0 … 1, at most 1 in all), and its spot. It has the
    side of the other that it lies at, and how well the best face fits (log likelihood)."""

    corners: Quad
    labels: tuple[tuple[str, float], ...]
    spot: Spot
    side: int
    fit: float = 0.0


Part: TypeAlias = tuple[slice, slice]
"""Rows and columns of a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A part of a card compared with all faces: the highest likelihood, what is shown of that face, and where."""

    top: float
    shown: float
    likelihoods: NDArray[np.float32]
    blur: int
    spot: Spot
    part: Part


@dataclass(frozen=True, slots=True, eq=False)
class StripReader:
    """Looks for strips beside cards. `light` is that on the cards of the picture, `labels` are those of cards that may
    lie under others."""

    source: Pyramid
    ready: Gallery
    known_plane: KnownPlane
    light: Light
    labels: frozenset[str]
    settings: StripSettings = STRIPS

    def beside(self, spot: Spot, covers: Sequence[Quad]) -> Iterator[Strip]:
        """The cards that lie under a card at a spot, to its left and right, one under the other. `covers` are the
        corners of all other cards that were found."""
        for side in (LEFT, RIGHT):
            below = spot
            for _ in range(self.settings.most):
                strip = self._next(below, side, covers)
                if strip is None:
                    break
                yield strip
                below = strip.spot

    def _next(self, spot: Spot, side: int, covers: Sequence[Quad]) -> Strip | None:
        """The card directly under the one at a spot, on one of its sides; None where there is none."""
        end = self._printed(spot, side)
        best: Read | None = None
        for apart in self._steps(end):
            under = spot.aside(side * apart)
            rows = self._open(under, side, apart, covers)
            if rows is not None:
                part = _part(side, apart / self.known_plane.width, rows, self._size)
                found = self._read(under, part, [self.settings.blur])
                best = found if best is None or found.top > best.top else best
        if best is None:
            return None
        best = self._read(best.spot, best.part, range(len(self.settings.compare.blurs)))
        for step in (self.settings.shift, self.settings.shift / 2):
            best = self._nearby(best, step)
        if best.top < self.settings.least_likelihood or best.shown < self.settings.least_shown:
            return None
        return Strip(self.known_plane.quad(best.spot), self._labels(best.likelihoods), best.spot, side)

    def covered(self, spot: Spot, covers: Sequence[Quad]) -> Strip | None:
        """The card near a spot, of which cards with the corners `covers` hide an end, read by the rest of its height.
        None where there is none, or where nothing of it is hidden."""
        rows = self._open(spot, LEFT, self.known_plane.width, covers)
        if rows is None:
            return None
        eighth = 1 / EIGHTHS
        rows = ceil(rows[0] / eighth - HIDDEN_SHARE) * eighth, floor(rows[1] / eighth + HIDDEN_SHARE) * eighth
        if not self.settings.least_open <= rows[1] - rows[0] < 1.0:
            return None
        best = self._read(spot, _part(LEFT, 1.0, rows, self._size), [self.settings.blur])
        for step in (2 * self.settings.shift, self.settings.shift, self.settings.shift / 2):
            best = self._nearby(best, step)
        if best.top < self.settings.least_likelihood or best.shown < self.settings.least_shown:
            return None
        return Strip(self.known_plane.quad(best.spot), self._labels(best.likelihoods), best.spot, LEFT, best.top)

    def _nearby(self, best: Read, step: float) -> Read:
        """The best reading of the same strip within a step (mm) in all directions."""
        middle = best.spot
        for down in (-step, 0.0, step):
            for more in (-step, 0.0, step):
                if down or more:
                    found = self._read(middle.aside(more).up_by(down), best.part, [best.blur])
                    best = found if found.top > best.top else best
        return best

    @property
    def _size(self) -> tuple[int, int]:
        return self.settings.width, self.ready.height(self.settings.width)

    def _steps(self, end: float) -> list[float]:
        """How far (mm) the next card may lie aside, if print is seen up to `end` mm: there may be several under it."""
        rim, least, most = self.settings.rim, self.settings.least_apart, self.settings.most_apart
        steps = [(end + rim + more) / count for count in range(1, self.settings.most + 1) for more in (-1.0, 0.0, 1.0)]
        return [step for step in steps if least <= step <= most]

    def _printed(self, spot: Spot, side: int) -> float:
        """How far (mm) from the edge of a card something is printed beside it, without a gap."""
        reach, fine = self.settings.reach, self.settings.fine
        beside = spot.aside(side * (self.known_plane.width + reach) / 2)
        band = replace(self.known_plane, width=reach)
        seen = self.source.rectified(band.quad(beside), round(reach * fine), round(self.known_plane.height * fine))
        inner = round(self.settings.inner * len(seen))
        columns = seen[inner:-inner].astype(np.float32).std(axis=0).max(axis=1)
        if side == LEFT:
            columns = columns[::-1]
        least = PRINT * self.known_plane.lightness
        blank = np.flatnonzero(columns < least)
        gap, last = self.settings.gap * fine, -1
        for column in np.flatnonzero(columns >= least).tolist():
            if column - last - 1 > gap:
                break
            last = column
        return (last + 1) / fine if len(blank) or last >= 0 else reach

    def _open(self, under: Spot, side: int, apart: float, covers: Sequence[Quad]) -> tuple[float, float] | None:
        """Which part of the strip's height no other card covers, from 0 (top) to 1; None where too little is left."""
        middle = under.aside(side * (self.known_plane.width - apart) / 2)
        strip = replace(self.known_plane, width=apart).quad(middle)
        number = self.settings.samples
        downs = (np.arange(number) + 0.5)[:, None] / number
        points = strip[0] + downs * (strip[3] - strip[0]) + 0.5 * (strip[1] - strip[0])
        covered = np.zeros(number, bool)
        for quad in covers:
            outline = quad.astype(np.float32).reshape(-1, 1, 2)
            covered |= np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points])
        runs = np.split(np.arange(number), np.flatnonzero(np.diff(covered.astype(int))) + 1)
        longest = max((run for run in runs if not covered[run[0]]), key=len, default=np.arange(0))
        if len(longest) < self.settings.least_open * number:
            return None
        return longest[0] / number, (longest[-1] + 1) / number

    def _read(self, under: Spot, part: Part, blurs: Iterable[int]) -> Read:
        """A part of a card at a spot against that of every face, at the sharpness that suits it best."""
        card = self.source.rectified(self.known_plane.quad(under), *self._size)
        seen = _view(card[part], self.settings)
        reads = []
        for blur in blurs:
            level = _level(self.ready, self.settings, blur, part)
            found, shown = likelihoods(seen, level, self.light, self.settings.compare)
            masked = np.where(self._wanted, found, -np.inf)
            top = int(masked.argmax())
            reads.append(Read(float(masked[top]), float(shown[top]), masked, blur, under, part))
        return max(reads, key=lambda read: read.top)

    @property
    def _wanted(self) -> NDArray[np.bool_]:
        """Which faces, upright and upside down, can lie under a card."""
        wanted = [label in self.labels for label in self.ready.deck.labels]
        return np.array(wanted * 2)

    def _labels(self, found: NDArray[np.float32]) -> tuple[tuple[str, float], ...]:
        """The chances of the labels, likeliest first; a face may lie either way up."""
        names = self.ready.deck.labels
        best: dict[str, float] = {}
        for at, value in enumerate(found.tolist()):
            name = names[at % len(names)]
            if value > -np.inf:
                best[name] = max(best.get(name, value), value)
        values = np.array(list(best.values()))
        chances = np.exp((values - values.max()) / self.settings.temperature)
        chances /= chances.sum()
        ranked = sorted(zip(best, chances.tolist(), strict=True), key=lambda each: -each[1])
        return tuple(each for each in ranked[: self.settings.candidates] if each[1] >= self.settings.least_candidate)


def _part(side: int, share: float, rows: tuple[float, float], size: tuple[int, int]) -> Part:
    width, height = size
    across = max(4, round(share * width))
    columns = slice(0, across) if side == LEFT else slice(width - across, width)
    return slice(round(rows[0] * height), round(rows[1] * height)), columns


def _view(crop: Picture, settings: StripSettings) -> View:
    """The view of a part of a card, as that of the whole would be there."""
    share = settings.width / crop.shape[1]
    own = replace(LOOK, window=LOOK.window * share)
    whole = np.ascontiguousarray(crop)
    rough = shrunk(whole, max(settings.least_colours, round(settings.colour_width / share)))
    tint = look(rough, own).colour.reshape(-1, 2).T
    return View(look(whole, own).structure.reshape(-1), np.ascontiguousarray(tint))


def _level(ready: Gallery, settings: StripSettings, blur: int, part: Part) -> Level:
    rows, columns = part
    return _cut(ready, settings, blur, (rows.start, rows.stop, columns.start, columns.stop))


@lru_cache(maxsize=256)
def _cut(ready: Gallery, settings: StripSettings, blur: int, part: tuple[int, int, int, int]) -> Level:
    """The strips of all faces of a gallery, first upright, then upside down."""
    top, bottom, left, right = part
    views = [
        _view(face[top:bottom, left:right], settings)
        for face in _faces(ready, settings.width, settings.compare.blurs[blur])
    ]
    structures = np.stack([each.light for each in views])
    return Level(structures, np.stack([each.tint for each in views]), flatness(structures, settings.compare))


@lru_cache(maxsize=8)
def _faces(ready: Gallery, width: int, blur: float) -> tuple[Picture, ...]:
    """All faces of a gallery at a size and sharpness, first upright, then upside down."""
    size = (width, ready.height(width))
    small = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in ready.deck.faces]
    soft = [cv2.GaussianBlur(face, (0, 0), blur, borderType=cv2.BORDER_REPLICATE) for face in small]
    upright = [np.asarray(face, np.uint8) for face in soft]
    return (*upright, *(np.ascontiguousarray(face[::-1, ::-1]) for face in upright))
