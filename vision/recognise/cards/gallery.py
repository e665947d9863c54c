"""A deck made ready for comparing: its faces at the sizes and sharpnesses that the stages look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.observation import BACK
from vision.recognise.cards.compare import bent, flatness, view
from vision.recognise.cards.look import exposed, look, structure
from vision.recognise.cards.settings import ALIGN, COARSE, COMPARE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.recognise.cards.deck import Deck
    from vision.recognise.cards.settings import AlignSettings, CoarseSettings, CompareSettings

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Slope:
    """A face as the alignment wants it: P values of structure, and how they change with 8 parameters (P×8)."""

    values: Floats
    change: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The faces of one sharpness as the comparison wants them: N×P of structure, N×2×Q of colour.

    `flat` is the share of each face's contrast that a blank card would seem to show, N.
    """

    structures: Floats
    colours: Floats
    flat: Floats

    def only(self, faces: NDArray[np.intp]) -> Level:
        """The level of some of its faces."""
        return Level(self.structures[faces], self.colours[faces], self.flat[faces])


@dataclass(frozen=True, eq=False)
class Gallery:
    """The faces of a deck at each stage's size.

    `coarse` is C×N×D: for C cells the unit vectors of N faces. `slopes` are the N faces for alignment. `levels` are
    what the comparison looks at, from sharp to blurred. `tones` are the faces' usual colours, N×2.
    """

    deck: Deck
    coarse: Floats
    slopes: tuple[Slope, ...]
    levels: tuple[Level, ...]
    tones: Floats

    @cached_property
    def backs(self) -> tuple[int, ...]:
        """The faces that are backs: their fine print is lost in the first comparison, so that they are always tried."""
        return tuple(n for n, label in enumerate(self.deck.labels) if label == BACK)

    @property
    def aspect(self) -> float:
        """Height over width of a card."""
        return self.deck.aspect

    def height(self, width: int) -> int:
        """The height in px of a card so many px wide."""
        return round(width * self.deck.aspect)


def gallery(
    deck: Deck,
    coarse: CoarseSettings = COARSE,
    align: AlignSettings = ALIGN,
    compare: CompareSettings = COMPARE,
) -> Gallery:
    """The deck made ready; some 10 ms a face."""
    small = [look(_sized(face, coarse.width, deck.aspect)) for face in deck.faces]
    structures, colours = np.stack([each.structure for each in small]), np.stack([each.colour for each in small])
    cells = cell_vectors(structures, centred(colours), coarse)
    slopes = tuple(slope(structure_for(face, deck.aspect, align)) for face in deck.faces)
    levels = tuple(_level(deck, compare, blur) for blur in compare.blurs)
    return Gallery(deck, cells, slopes, levels, tone(colours))


def tone(colours: Floats, settings: CompareSettings = COMPARE) -> Floats:
    """The median colour (…×2) of cards (…×H×W×2), its strength bounded."""
    usual = np.median(colours, axis=(-3, -2)).reshape(-1, 2, 1).astype(np.float32)
    return bent(usual, settings.bend).reshape(*colours.shape[:-3], 2)


def centred(colours: Floats) -> Floats:
    """Colours (…×H×W×2) against the median of their card, so that the white balance drops out."""
    middle: Floats = colours - np.median(colours, axis=(-3, -2), keepdims=True)
    return middle


def cell_vectors(structures: Floats, colours: Floats, settings: CoarseSettings) -> Floats:
    """N looks (N×H×W, and N×H×W×2 centred) cut into cells: C×N×D, of length one, or less where contrast is small."""
    count, height, width = structures.shape
    across, down = settings.cells
    tall, wide = -(-height // down), -(-width // across)
    stack = np.concatenate((structures[..., None], colours * settings.colour), axis=-1)
    padded = np.zeros((count, tall * down, wide * across, 3), np.float32)
    padded[:, :height, :width] = stack
    cut = padded.reshape(count, down, tall, across, wide, 3).transpose(1, 3, 0, 2, 4, 5)
    vectors = cut.reshape(down * across, count, -1)
    lengths = np.linalg.norm(vectors, axis=2, keepdims=True)
    unit: Floats = (vectors / (lengths + settings.floor * np.sqrt(tall * wide))).astype(np.float32)
    return unit


def _level(deck: Deck, settings: CompareSettings, blur: float) -> Level:
    faces = [_blurred(_sized(face, settings.width, deck.aspect), blur) for face in deck.faces]
    views = [view(face, settings) for face in faces]
    structures = np.stack([each.light for each in views])
    return Level(structures, np.stack([each.tint for each in views]), flatness(structures, settings))


def _sized(face: NDArray[np.uint8], width: int, aspect: float) -> NDArray[np.uint8]:
    small = cv2.resize(face, (width, round(width * aspect)), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8, copy=False)


def _blurred(face: NDArray[np.uint8], blur: float) -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(face, (0, 0), blur, borderType=cv2.BORDER_REPLICATE)
    return soft.astype(np.uint8, copy=False)


def structure_for(face: NDArray[np.uint8], aspect: float, settings: AlignSettings = ALIGN) -> Floats:
    """The structure of a face as the alignment wants it, H×W."""
    return structure(exposed(_blurred(_sized(face, settings.width, aspect), settings.blur)))


def slope(values: Floats) -> Slope:
    """What the alignment needs of an H×W structure."""
    height, width = values.shape
    across = cv2.Sobel(values, cv2.CV_32F, 1, 0, scale=1 / 8, borderType=cv2.BORDER_REPLICATE) * (width / 2)
    down = cv2.Sobel(values, cv2.CV_32F, 0, 1, scale=1 / 8, borderType=cv2.BORDER_REPLICATE) * (width / 2)
    x, y = card_grid(width, height)
    parts = (across, down, x * across, y * across, x * down, y * down)
    lean = x * across + y * down
    change = np.stack((*parts, -x * lean, -y * lean), axis=-1).reshape(-1, 8)
    return Slope(values.reshape(-1), np.ascontiguousarray(change, dtype=np.float32))


def card_grid(width: int, height: int) -> tuple[Floats, Floats]:
    """Places of the pixels of an upright card in half widths from its middle, H×W each."""
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / (width / 2)
    grid_x, grid_y = np.meshgrid(x, y)
    return grid_x.astype(np.float32), grid_y.astype(np.float32)
