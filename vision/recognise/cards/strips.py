"""Cards of which only a strip is seen, for the next card of their row lies on them.

Beside a card that was read, strips of all widths are compared with those of every face, and with the bare mat. Where a
face explains what the mat does not, its place and turn are fitted. A strip says less than a card: what it may be is
told with likelihoods, and the rules of the game tell the rest.
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
from vision.recognise.cards.known_plane import Spot
from vision.recognise.cards.look import brightened, colour, exposed, exposure, quiet, shrunk, structure
from vision.recognise.cards.mat_settings import ROUGH_STRIPS, STRIPS
from vision.recognise.cards.settings import LOOK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.above import Above
    from vision.recognise.cards.gallery import Gallery
    from vision.recognise.cards.known_plane import KnownPlane
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.mat_settings import StripSettings
    from vision.recognise.cards.settings import LookSettings

    Picture = NDArray[np.uint8]
    Colour = NDArray[np.uint8]
    Faces = NDArray[np.intp]

LEFT, RIGHT = -1, 1
EIGHTHS: Final = 8
"""Of a card's height that is partly hidden whole eighths are compared: parts of faces are made ready but once."""
STEPS: Final = 12
"""A strip is moved by at most so many steps in one direction."""
ACROSS: Final = (0.15, 0.5, 0.85)
"""Where a strip's width is looked at, so that a card which reaches into it from the side hides it too."""
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
    """A part of a card compared with some faces, at a spot and a sharpness.

    `likelihoods` are those of the faces, `top` is the highest, `shown` what is shown of that face. `bare` is that of
    the mat without a card. All likelihoods are mean logs of a pixel.
    """

    spot: Spot
    part: Part
    blur: int
    faces: Faces
    likelihoods: NDArray[np.float32]
    shown: float
    bare: float

    @property
    def top(self) -> float:
        """The highest likelihood of a face."""
        return float(self.likelihoods.max())

    def likely(self, count: int) -> Faces:
        """The faces that fit best, at most so many."""
        return self.faces[np.argsort(-self.likelihoods)[:count]]

    def is_card(self, settings: StripSettings) -> bool:
        """Whether a face explains what is seen, and leaves little of what the bare mat leaves unexplained."""
        return self.top >= settings.most_left * self.bare and self.shown >= settings.least_shown


@dataclass(frozen=True, slots=True, eq=False)
class StripReader:
    """Looks for strips beside cards. `light` is that on the cards of the picture, `labels` are those of cards that may
    lie under others."""

    source: Pyramid
    ready: Gallery
    above: Above
    light: Light
    labels: frozenset[str]
    settings: StripSettings = STRIPS
    rough: StripSettings = ROUGH_STRIPS

    @property
    def known_plane(self) -> KnownPlane:
        """Where the mat lies."""
        return self.above.known_plane

    def beside(self, spot: Spot, covers: Sequence[Quad]) -> Iterator[Strip]:
        """The cards that lie under a card at a spot, to its left and right, one under the other. `covers` are the
        corners of all other cards that were found."""
        mat = self.above.bare(spot, [*covers, self.known_plane.quad(spot)])
        for side in (LEFT, RIGHT):
            below = spot
            for _ in range(self.settings.most):
                strip = self._next(below, side, covers, mat)
                if strip is None:
                    break
                yield strip
                below = strip.spot

    def _next(self, spot: Spot, side: int, covers: Sequence[Quad], mat: Colour) -> Strip | None:
        """The card directly under the one at a spot, on one of its sides; None where there is none."""
        settings = self.settings
        rough = replace(self, settings=self.rough)
        reads, fine = list[Read](), list[Part]()
        for apart in np.arange(settings.least_apart, settings.most_apart, settings.step).tolist():
            if apart > settings.enough and all(read.bare > read.top for read in reads):
                return None
            under = spot.aside(side * apart)
            rows = self._open(under, side, apart, covers)
            if rows is not None:
                share = apart / self.known_plane.width
                reads.append(rough._read(under, _part(side, share, rows, rough._size), self._wanted, mat))
                fine.append(_part(side, share, rows, self._size))
        found = [self._settled(reads[n], fine[n], mat) for n in _peaks(reads, settings.tries)]
        cards = [each for each in found if each.is_card(settings)]
        return self._strip(max(cards, key=lambda each: each.top), side, mat) if cards else None

    def whole(self, spot: Spot) -> Read:
        """All of the card at a spot."""
        width, height = self._size
        return self._read(spot, (slice(0, height), slice(0, width)), self._wanted, self.above.bare(spot, ()))

    def covered(self, spot: Spot, covers: Sequence[Quad]) -> Strip | None:
        """The card near a spot, of which cards with the corners `covers` hide an end, read by the rest of its height.
        None where there is none, or where nothing of it is hidden."""
        rows = self._open(spot, LEFT, self.known_plane.width, covers)
        if rows is None or rows[1] - rows[0] >= 1.0:
            return None
        mat = self.above.bare(spot, covers)
        part = _part(LEFT, 1.0, rows, self._size)
        best = self._read(spot, part, self._wanted, mat)
        for times in (4, 2):
            best = self._moved(best, times * self.settings.shift, mat)
        best = self._settled(best, part, mat)
        return self._strip(best, LEFT, mat) if best.is_card(self.settings) else None

    def _settled(self, rough: Read, part: Part, mat: Colour) -> Read:
        """A reading made finer: its spot and turn move to where one of its likeliest faces fits best."""
        best = self._read(rough.spot, part, rough.likely(self.settings.likely), mat)
        for step in (self.settings.shift, self.settings.shift / 2):
            best = self._moved(best, step, mat)
        return best

    def _moved(self, best: Read, step: float, mat: Colour) -> Read:
        """The best reading of the same strip found by steps (mm) aside, up and down, and by turns."""
        turn = step / self.settings.arm
        for move in (Spot.aside, Spot.up_by, Spot.turned):
            by = turn if move is Spot.turned else step
            for signed in (-by, by):
                for _ in range(STEPS):
                    found = self._read(move(best.spot, signed), best.part, best.faces, mat)
                    if found.top <= best.top:
                        break
                    best = found
        return best

    def _strip(self, best: Read, side: int, mat: Colour) -> Strip:
        """The strip of a card by all faces, at the sharpness that suits it best."""
        blurs = range(len(self.settings.compare.blurs))
        reads = (self._read(best.spot, best.part, self._wanted, mat, blur) for blur in blurs)
        read = max(reads, key=lambda each: each.top)
        return Strip(self.known_plane.quad(read.spot), self._labels(read), read.spot, side, read.top)

    @property
    def _size(self) -> tuple[int, int]:
        return self.settings.width, self.ready.height(self.settings.width)

    def _open(self, under: Spot, side: int, apart: float, covers: Sequence[Quad]) -> tuple[float, float] | None:
        """Which part of the strip's height no other card covers, from 0 (top) to 1, in whole eighths. None where too
        little is left."""
        middle = under.aside(side * (self.known_plane.width - apart) / 2)
        strip = replace(self.known_plane, width=apart).quad(middle)
        number = self.settings.samples
        downs = (np.arange(number) + 0.5)[:, None, None] / number
        places = strip[0] + downs * (strip[3] - strip[0]) + np.array(ACROSS)[:, None] * (strip[1] - strip[0])
        covered = np.zeros(number, bool)
        for quad in covers:
            outline = quad.astype(np.float32)
            near = ((places >= outline.min(axis=0)) & (places <= outline.max(axis=0))).all(axis=2) & ~covered[:, None]
            for down, across in np.argwhere(near):
                point = places[down, across].tolist()
                covered[down] |= cv2.pointPolygonTest(outline.reshape(-1, 1, 2), point, False) >= 0
        runs = np.split(np.arange(number), np.flatnonzero(np.diff(covered.astype(int))) + 1)
        longest = max((run for run in runs if not covered[run[0]]), key=len, default=np.arange(0))
        if len(longest) < self.settings.least_open * number:
            return None
        top, bottom = longest[0] / number * EIGHTHS, (longest[-1] + 1) / number * EIGHTHS
        return ceil(top - HIDDEN_SHARE) / EIGHTHS, floor(bottom + HIDDEN_SHARE) / EIGHTHS

    def _read(self, under: Spot, part: Part, faces: Faces, mat: Colour, blur: int | None = None) -> Read:
        """A part of a card at a spot against faces, and against the bare mat."""
        settings = self.settings
        blur = settings.blur if blur is None else blur
        card = self.source.rectified(self.known_plane.quad(under), *self._size)[part]
        seen, light = _view(card, settings)
        level = _level(self.ready, settings, blur, part).only(faces)
        found, shown = likelihoods(seen, level, self.light, settings.compare)
        bare = _bare(seen, colour(brightened(mat, light))[0].T, settings)
        return Read(under, part, blur, faces, found, float(shown[found.argmax()]), bare)

    @property
    def _wanted(self) -> Faces:
        """The faces, upright and upside down, that can lie under a card."""
        wanted = [label in self.labels for label in self.ready.deck.labels]
        return np.flatnonzero(wanted * 2)

    def _labels(self, read: Read) -> tuple[tuple[str, float], ...]:
        """The chances of the labels, likeliest first; a face may lie either way up."""
        names = self.ready.deck.labels
        best: dict[str, float] = {}
        for at, value in zip(read.faces.tolist(), read.likelihoods.tolist(), strict=True):
            name = names[at % len(names)]
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


def _peaks(reads: Sequence[Read], most: int) -> list[int]:
    """Where a face fits better than the bare mat, and than the next widths; the best first, at most so many."""
    tops = [-np.inf, *(read.top for read in reads), -np.inf]
    peaks = [n for n, read in enumerate(reads) if read.top > read.bare and tops[n] < read.top >= tops[n + 2]]
    return sorted(peaks, key=lambda n: -reads[n].top)[:most]


def _bare(seen: View, mat: NDArray[np.float32], settings: StripSettings) -> float:
    """The mean log likelihood of a pixel where nothing lies on a mat, each of one of its K colours (2×K)."""
    odd, off = settings.compare.odd, seen.tint[:, :, None] - mat[:, None]
    structure = np.log((1 - odd) * np.exp(seen.light**2 / (-2 * settings.compare.structure**2)) + odd)
    tint = np.log((1 - odd) * np.exp((off**2).sum(axis=0).min(axis=-1) / (-2 * settings.mat_colour**2)) + odd)
    return float(structure.mean() + tint.mean())


def _view(crop: Picture, settings: StripSettings) -> tuple[View, float]:
    """The view of a part of a card, as that of the whole would be there, and by how much it was brightened."""
    share = settings.width / crop.shape[1]
    own = _look_settings(share)
    whole = np.ascontiguousarray(crop)
    rough = shrunk(whole, max(settings.least_colours, round(settings.colour_width / share)))
    gain = exposure(rough, own)
    tint = colour(quiet(brightened(rough, gain), own), own).reshape(-1, 2).T
    return View(structure(quiet(exposed(whole, own), own), own).reshape(-1), np.ascontiguousarray(tint)), gain


@lru_cache(maxsize=256)
def _look_settings(share: float) -> LookSettings:
    """How the part of a card is looked at of whose width the card's is such a share."""
    return replace(LOOK, window=LOOK.window * share)


class Cut:
    """A part of the faces of a gallery, first upright, then upside down; each is made ready once it is asked for."""

    def __init__(self, faces: tuple[Picture, ...], settings: StripSettings, part: Part) -> None:
        self._faces, self._settings, self._part = faces, settings, part
        first, count = _view(faces[0][part], settings)[0], len(faces)
        self._level = Level(
            np.empty((count, *first.light.shape), np.float32),
            np.empty((count, *first.tint.shape), np.float32),
            np.empty(count, np.float32),
        )
        self._ready = np.zeros(count, bool)

    def only(self, faces: Faces) -> Level:
        """The level of some of its faces."""
        missing = faces[~self._ready[faces]]
        if len(missing):
            views = [_view(self._faces[face][self._part], self._settings)[0] for face in missing.tolist()]
            structures = np.stack([each.light for each in views])
            self._level.structures[missing] = structures
            self._level.colours[missing] = np.stack([each.tint for each in views])
            self._level.flat[missing] = flatness(structures, self._settings.compare)
            self._ready[missing] = True  # at last: another thread may ask for the same
        return self._level.only(faces)


def _level(ready: Gallery, settings: StripSettings, blur: int, part: Part) -> Cut:
    rows, columns = part
    return _cut(ready, settings, blur, (rows.start, rows.stop, columns.start, columns.stop))


@lru_cache(maxsize=128)
def _cut(ready: Gallery, settings: StripSettings, blur: int, part: tuple[int, int, int, int]) -> Cut:
    top, bottom, left, right = part
    faces = _faces(ready, settings.width, settings.compare.blurs[blur])
    return Cut(faces, settings, (slice(top, bottom), slice(left, right)))


@lru_cache(maxsize=8)
def _faces(ready: Gallery, width: int, blur: float) -> tuple[Picture, ...]:
    """All faces of a gallery at a size and sharpness, first upright, then upside down."""
    size = (width, ready.height(width))
    small = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in ready.deck.faces]
    soft = [cv2.GaussianBlur(face, (0, 0), blur, borderType=cv2.BORDER_REPLICATE) for face in small]
    upright = [np.asarray(face, np.uint8) for face in soft]
    return (*upright, *(np.ascontiguousarray(face[::-1, ::-1]) for face in upright))
