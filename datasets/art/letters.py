"""Letters and figures of our own as strokes: capitals 10 high, baseline at y = 10, each as wide as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Line
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import bounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.art.drawing import Marks

CAPITAL: Final = 10.0
GAP: Final = 2.4
BLANK: Final = 4.0

STROKES: Final[Mapping[str, str]] = {
    "A": "M 0 10 L 3.7 0 L 7.4 10 M 1.3 6.7 H 6.1",
    "B": "M 0 0 V 10 H 3.6 A 2.7 2.7 0 0 0 3.6 4.6 H 0 M 0 0 H 3.2 A 2.3 2.3 0 0 1 3.2 4.6",
    "C": "M 7.2 1.9 A 4.3 5 0 1 0 7.2 8.1",
    "D": "M 0 0 V 10 H 2.6 A 4.6 5 0 0 0 2.6 0 Z",
    "E": "M 5.8 0 H 0 V 10 H 5.8 M 0 4.9 H 4.8",
    "F": "M 5.8 0 H 0 V 10 M 0 4.9 H 4.8",
    "G": "M 7.4 1.9 A 4.4 5 0 1 0 8 7.6 V 5.4 H 5",
    "H": "M 0 0 V 10 M 7 0 V 10 M 0 4.9 H 7",
    "I": "M 0 0 V 10",
    "J": "M 4.4 0 V 7.3 A 2.3 2.7 0 0 1 0 8",
    "K": "M 0 0 V 10 M 6.2 0 L 0 6.2 M 2.4 3.9 L 6.6 10",
    "L": "M 0 0 V 10 H 5.4",
    "M": "M 0 10 V 0 L 4.1 6.4 L 8.2 0 V 10",
    "N": "M 0 10 V 0 L 7 10 V 0",
    "O": "M 4.5 0 A 4.5 5 0 0 0 4.5 10 A 4.5 5 0 0 0 4.5 0 Z",
    "P": "M 0 10 V 0 H 3.4 A 2.8 2.8 0 0 1 3.4 5.6 H 0",
    "Q": "M 4.5 0 A 4.5 5 0 0 0 4.5 10 A 4.5 5 0 0 0 4.5 0 Z M 5.6 7 L 8.8 10.4",
    "R": "M 0 10 V 0 H 3.4 A 2.8 2.8 0 0 1 3.4 5.6 H 0 M 3.2 5.6 L 6.4 10",
    "S": "M 5.9 1.8 C 5.2 0.6 4.2 0 3.1 0 C 1.4 0 0.3 1 0.3 2.5 C 0.3 5.8 6.2 4.2 6.2 7.4 C 6.2 9 5 10 3.1 10 "
    "C 1.7 10 0.6 9.3 0 8.1",
    "T": "M 0 0 H 7 M 3.5 0 V 10",
    "U": "M 0 0 V 6.6 A 3.4 3.4 0 0 0 6.8 6.6 V 0",
    "V": "M 0 0 L 3.6 10 L 7.2 0",
    "W": "M 0 0 L 2.6 10 L 5.3 1.4 L 8 10 L 10.6 0",
    "X": "M 0 0 L 6.6 10 M 6.6 0 L 0 10",
    "Y": "M 0 0 L 3.5 4.9 L 7 0 M 3.5 4.9 V 10",
    "Z": "M 0 0 H 6.4 L 0 10 H 6.6",
    "0": "M 3.3 0 A 3.3 5 0 0 0 3.3 10 A 3.3 5 0 0 0 3.3 0 Z",
    "1": "M 0 2.4 L 2.8 0 V 10",
    "2": "M 0.2 3 C 0.2 1.2 1.5 0 3.2 0 C 5 0 6.2 1.2 6.2 2.9 C 6.2 5.4 2.2 7.4 0 10 H 6.5",
    "3": "M 0.4 0 H 6 L 2.8 4 C 5 3.9 6.4 5 6.4 6.9 C 6.4 8.8 5 10 3.1 10 C 1.6 10 0.5 9.3 0 8.1",
    "4": "M 5 10 V 0 L 0 7 H 7",
    "5": "M 5.8 0 H 1.2 L 0.7 4.4 C 1.4 3.8 2.2 3.6 3.1 3.6 C 5.1 3.6 6.4 4.8 6.4 6.7 C 6.4 8.7 5 10 3 10 "
    "C 1.6 10 0.6 9.4 0 8.3",
    "6": "M 4.7 0 C 3.2 1.6 1.6 3.4 0.6 5 A 3.3 3.3 0 1 0 3.3 3.4 C 2.2 3.4 1.2 4 0.6 5",
    "7": "M 0 0 H 6.4 L 2.2 10",
    "8": "M 3.2 0 A 2.5 2.3 0 0 0 3.2 4.6 A 2.5 2.3 0 0 0 3.2 0 Z M 3.2 4.6 A 3.2 2.7 0 0 0 3.2 10 "
    "A 3.2 2.7 0 0 0 3.2 4.6 Z",
    "9": "M 1.9 10 C 3.4 8.4 5 6.6 6 5 A 3.3 3.3 0 1 0 3.3 6.6 C 4.4 6.6 5.4 6 6 5",
    "-": "M 0 5.4 H 3.6",
    ".": "M 0 9.9 L 0.1 10",
    "/": "M 0 10.6 L 3.8 -0.6",
    "+": "M 0 5.4 H 5 M 2.5 2.9 V 7.9",
    "(": "M 2.2 -0.6 C 0 2 0 8.4 2.2 11",
    ")": "M 0 -0.6 C 2.2 2 2.2 8.4 0 11",
    "%": "M 0.6 10 L 6.8 0 M 1.6 0.2 A 1.6 2 0 0 0 1.6 4.2 A 1.6 2 0 0 0 1.6 0.2 Z "
    "M 5.8 5.8 A 1.6 2 0 0 0 5.8 9.8 A 1.6 2 0 0 0 5.8 5.8 Z",
    ":": "M 0 3.2 L 0.1 3.3 M 0 9.3 L 0.1 9.4",
    ",": "M 0.6 9.6 L 0 11.4",
}


@dataclass(frozen=True, slots=True)
class Pen:
    """How text is written: `height` of capitals and `width` of the stroke in mm, colour, and letters' own width."""

    height: float
    width: float
    colour: str
    stretch: float = 1.0
    spacing: float = 1.0
    slant: float = 0.0


def advance(letter: str) -> float:
    """Width of a letter without the gap after it, at a capital height of 10."""
    return bounds(path(STROKES[letter]))[2] if letter != " " else BLANK


def length(text: str, pen: Pen) -> float:
    """Width of a text in mm, from the middle of its first stroke to the middle of its last."""
    scale = pen.height / CAPITAL
    inner = sum(advance(letter) for letter in text) * pen.stretch + GAP * pen.spacing * (len(text) - 1)
    return inner * scale + (pen.width * max(0, len(text) - 1))


def write(text: str, pen: Pen, x: float, y: float, anchor: str = "middle") -> Marks:
    """Text whose capitals stand between y and y + height mm; `anchor` start, middle or end is what x means."""
    scale = pen.height / CAPITAL
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    left = x - length(text, pen) * share
    marks = []
    for letter in text:
        if letter != " ":
            spot = Place(left + pen.slant * pen.height, y, scale, stretch=pen.stretch, shear=pen.slant)
            marks.append(Line(spot.shape(path(STROKES[letter])), pen.width, pen.colour))
        left += (advance(letter) * pen.stretch + GAP * pen.spacing) * scale + pen.width
    return tuple(marks)


def fitted(text: str, pen: Pen, room: float) -> Pen:
    """The pen, made smaller where the text would be wider than `room` mm."""
    wide = length(text, pen) + pen.width
    if wide <= room:
        return pen
    share = room / wide
    return Pen(pen.height * share, pen.width * share, pen.colour, pen.stretch, pen.spacing, pen.slant)
