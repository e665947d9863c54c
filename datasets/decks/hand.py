"""A way of writing: the same strokes in many weights, widths, slants, corners and finishes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line
from datasets.art.place import Place
from datasets.art.shape import bounds

if TYPE_CHECKING:
    from datasets.art.drawing import Marks
    from datasets.art.shape import Points, Shape
    from datasets.decks.dice import Dice

BODIES: Final = ("round", "angular", "wobbly")
FINISHES: Final = ("plain", "plain", "plain", "inline", "outline", "shadow", "nib", "slab", "double")
HOLLOW: Final = ("inline", "outline", "double")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: `weight` and `spacing` are shares of the height, `nib` the broad pen's angle in degrees."""

    body: str
    finish: str
    weight: float
    stretch: float
    slant: float
    spacing: float
    nib: float

    def write(
        self, text: tuple[Shape, ...], box: tuple[float, float, float, float], ink: str, background: str
    ) -> Marks:
        """Glyphs about the middle of x, y with at most the given width and height, mm; outlines show `background`."""
        x, y, across, height = box
        unit, lines = self._laid(text, height)
        left, top, right, bottom = bounds(lines)
        wide, tall = right - left + self.weight * height, bottom - top + self.weight * height
        share = min(1.0, across / wide, height / tall)
        spot = Place(x - share * (left + right) / 2, y - share * (top + bottom) / 2, share)
        return self._finished(spot.shape(lines), self.weight * height * share, (ink, background), unit * share)

    def _laid(self, text: tuple[Shape, ...], height: float) -> tuple[float, Shape]:
        """Millimetres a glyph's unit, and the strokes of all glyphs side by side."""
        unit = height / 10
        laid: list[Points] = []
        left = 0.0
        for glyph in text:
            bent = tuple(self._bent(outline) for outline in glyph)
            start, _, end, _ = bounds(bent)
            spot = Place(left - start * unit * self.stretch, 0, unit, stretch=self.stretch, shear=self.slant)
            laid += spot.shape(bent)
            left += ((end - start) * self.stretch + 10 * (self.spacing + self.weight)) * unit
        return unit, tuple(laid)

    def _bent(self, outline: Points) -> Points:
        if self.body == "angular":
            whole = bool(np.allclose(outline[0], outline[-1]))
            simple = cv2.approxPolyDP(outline.astype(np.float32).reshape(-1, 1, 2), 0.5, closed=whole)
            corners = np.asarray(simple, np.float64).reshape(-1, 2)
            return np.concatenate([corners, corners[:1]]) if whole else corners
        if self.body == "wobbly":
            phase = outline[:, ::-1] * 0.9
            swayed: Points = outline + 0.28 * np.sin(phase + np.array([0.4, 1.7]))
            return swayed
        return outline

    def _finished(self, lines: Shape, width: float, colours: tuple[str, str], unit: float) -> Marks:
        ink, background = colours
        solid = Line(lines, width, ink)
        if self.finish == "inline":
            return solid, Line(lines, width * 0.2, mix(ink, background, 0.7))
        if self.finish == "outline":
            return solid, Line(lines, width * 0.5, background)
        if self.finish == "double":
            return solid, Line(lines, width * 0.55, background), Line(lines, width * 0.22, ink)
        if self.finish == "shadow":
            offset = Place(width * 0.3, width * 0.3).shape(lines)
            return Line(offset, width, mix(ink, background, 0.55)), solid
        if self.finish == "nib":
            return (Line(lines, width * 0.35, ink), *self._swept(lines, width, ink))
        if self.finish == "slab":
            return (Line(lines, width * 0.8, ink), *_serifs(lines, (width * 0.6, unit * 1.5), ink))
        return (solid,)

    def _swept(self, lines: Shape, width: float, ink: str) -> Marks:
        """What a broad nib held at one angle leaves along the strokes."""
        turn = math.radians(self.nib)
        reach = np.array([math.cos(turn), math.sin(turn)]) * width * 0.62
        pieces = []
        for line in lines:
            for a, b in pairwise(line):
                pieces.append(Fill((np.array([a + reach, b + reach, b - reach, a - reach]),), ink))
        return tuple(pieces)


def _serifs(lines: Shape, size: tuple[float, float], ink: str) -> Marks:
    """Bars across the free ends that stand at the top or on the baseline."""
    width, half = size
    top, bottom = bounds(lines)[1], bounds(lines)[3]
    ends = [end for line in lines for end in (line[0], line[-1]) if not np.allclose(line[0], line[-1])]
    flush = [end for end in ends if min(abs(end[1] - top), abs(end[1] - bottom)) < half]
    return tuple(Line((end + np.array([[-half, 0.0], [half, 0.0]]),), width, ink) for end in flush)


def random_hand(dice: Dice) -> Hand:
    """Some hand; one with a finish inside its strokes is bold enough to show it."""
    finish = dice.pick(FINISHES)
    thin, thick = (0.17, 0.25) if finish in HOLLOW else (0.1, 0.24)
    return Hand(
        body=dice.pick(("round", "round", *BODIES)),
        finish=finish,
        weight=dice.between(thin, thick),
        stretch=dice.between(0.72, 1.25),
        slant=dice.between(0.0, 0.3) if dice.chance(0.25) else 0.0,
        spacing=dice.between(0.08, 0.24),
        nib=dice.between(-50.0, 50.0),
    )
