"""Numbers as several scripts write them, in strokes 10 high like those of `datasets.art.letters`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from datasets.art.letters import STROKES
from datasets.art.path import path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.art.shape import Shape
    from datasets.decks.dice import Dice

Forms: TypeAlias = "tuple[tuple[str, str], ...]"

LATIN: Final = "latin"
ROMAN: Final = dict(zip("123456789", ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"), strict=True))

CHINESE: Final[Mapping[str, str]] = {
    "1": "M 0 5 H 8",
    "2": "M 1.2 2.2 H 6.8 M 0 8.8 H 8",
    "3": "M 0.6 1 H 7.4 M 1.4 5 H 6.6 M 0 9.4 H 8",
    "4": "M 0 1 H 8 V 9 H 0 Z M 3 1 V 4.6 L 2 6.4 M 5 1 V 6 H 6.8",
    "5": "M 0.5 0.4 H 7.5 M 4 0.4 L 2.8 9.6 M 1 4.6 H 6.2 V 9.6 M 0 9.6 H 8",
    "6": "M 4 0 V 2 M 0 3.4 H 8 M 3 5.2 L 0.6 10 M 5 5.2 L 7.4 10",
    "7": "M 0 4.8 L 8 3.4 M 3.4 0 V 8 C 3.4 9.8 4.2 9.8 7.8 9.4",
    "8": "M 3 1 C 2.8 5 2 8 0 10 M 4.8 1 C 5.2 5 6.2 8 8 10",
    "9": "M 0 3.4 H 5.4 V 8 C 5.4 9.9 6.4 9.8 8 9.2 M 2.8 0 C 2.8 5 2 8 0 10",
}

ARABIC: Final[Mapping[str, str]] = {
    "1": "M 0.4 0 C 1.6 3 2 6 1.8 10",
    "2": "M 0 0 C 0.8 3 1.2 6 1.2 10 M 0.4 1.2 C 2 3.6 4.8 3.2 5.2 0",
    "3": "M 0 0 C 0.8 3 1.2 6 1.2 10 M 0.3 0.8 C 1 3.2 3 3.2 3.4 0.4 C 3.8 3.2 6 3.2 6.4 0",
    "4": "M 5 0 C 2 0 1 2 2.6 3.6 C 3.4 4.2 4 4.4 5 4.4 C 1 5 0 8 2.4 9.4 C 3.6 10 5 10 6 9.4",
    "5": "M 3.2 3 A 3 3.5 0 0 0 3.2 10 A 3 3.5 0 0 0 3.2 3 Z",
    "6": "M 0 0.8 C 1.6 0 3.4 0 4.6 0.4 C 4.8 4 5 7 6 10",
    "7": "M 0 0 L 3.2 10 L 6.4 0",
    "8": "M 0 10 L 3.2 0 L 6.4 10",
    "9": "M 4.6 4.6 C 2 5.4 0 4.4 0 2.4 C 0 0.6 1.2 0 2.4 0 C 4 0 4.6 1.4 4.6 3 C 4.6 6 5 8 6 10",
}

SEGMENTS: Final[Mapping[str, str]] = {
    "1": "M 2 0 V 10",
    "2": "M 0 0 H 6 V 5 H 0 V 10 H 6",
    "3": "M 0 0 H 6 V 10 H 0 M 1.4 5 H 6",
    "4": "M 0 0 V 5 H 6 M 6 0 V 10",
    "5": "M 6 0 H 0 V 5 H 6 V 10 H 0",
    "6": "M 6 0 H 0 V 10 H 6 V 5 H 0",
    "7": "M 0 0 H 6 V 10",
    "8": "M 0 0 H 6 V 10 H 0 Z M 0 5 H 6",
    "9": "M 6 5 H 0 V 0 H 6 V 10 H 0",
    "0": "M 0 0 H 6 V 10 H 0 Z",
}

TALLY: Final[Mapping[str, str]] = {
    str(n): " ".join(
        [f"M {2 * i + (1.4 if i > 3 else 0)} 0 V 10" for i in range(n) if i != 4]
        + (["M -1.2 8 L 7.6 2"] if n > 4 else [])
    )
    for n in range(1, 10)
}

OTHER_FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    "1": ("M 2 0 V 10", "M 0 2.4 L 2.8 0 V 10 M 0 10 H 5.6", "M 0 4.4 L 4.4 0 V 10"),
    "2": ("M 0.2 2 C 1 0.6 2 0 3.2 0 C 5 0 6.2 1.2 6.2 3 C 6.2 5.4 2.6 7 0.2 10 C 2 8.6 4 10.6 6.6 9.4",),
    "3": (
        "M 0.2 1.6 C 1 0.5 2 0 3 0 C 5 0 5.9 1 5.9 2.5 C 5.9 4 5 4.7 3 4.7 C 5 4.7 6.4 5.6 6.4 7.3 C 6.4 9 5 10 3.1 10",
    ),
    "4": ("M 1.6 0 L 0.2 5.8 H 6.4 M 5 3 V 10", "M 4.4 0 L 0 6.6 H 6.6 M 4.8 4 V 10"),
    "5": ("M 6 0 H 0.8 V 4.8 H 3.2 C 5.2 4.8 6.4 5.8 6.4 7.4 C 6.4 9 5.2 10 3.2 10 H 0.2",),
    "6": (
        "M 5.6 1.2 C 5 0.4 4.2 0 3.4 0 C 1.2 0 0 2 0 5.4 V 6.8 A 3.1 3.2 0 0 0 6.2 6.8 A 3.1 3 0 0 0 0 6.6",
        "M 3.8 0 C 1.2 1.6 0 4 0 6.8 A 3.1 3.2 0 0 0 6.2 6.8 A 3.1 3 0 0 0 0 6.8",
    ),
    "7": ("M 0 0 H 6.4 L 2.2 10 M 1.6 5 H 6", "M 0 1.4 V 0 H 6.2 C 4.4 3 3 6 2.6 10"),
    "8": ("M 5.8 1.8 C 4 -1.4 0.2 0 0.6 2.4 C 1.2 5 6.4 5 6.2 7.6 C 6 10.8 0.2 10.8 0 7.6 C -0.2 5 5.4 4.6 5.8 1.8 Z",),
    "9": (
        "M 0.6 8.8 C 1.2 9.6 2 10 2.8 10 C 5 10 6.2 8 6.2 4.6 V 3.2 A 3.1 3.2 0 0 0 0 3.2 A 3.1 3 0 0 0 6.2 3.4",
        "M 6.2 0.4 V 10 M 6.2 3.2 A 3.1 3.2 0 1 0 6.2 3.4",
    ),
    "A": ("M 0 10 V 4 A 3.3 4 0 0 1 6.6 4 V 10 M 0 6 H 6.6",),
    "G": ("M 7 1.9 A 4.2 5 0 1 0 7.8 5.6 H 4.6",),
    "M": ("M 0 10 L 1 0 L 4.2 7 L 7.4 0 L 8.4 10",),
    "U": ("M 0 0 V 6.8 C 0 9 1.4 10 3.2 10 C 5 10 6.4 9 6.4 6.8 V 0 M 6.4 6 V 10",),
}
"""Other ways to draw a figure or a letter, as other founts have them."""

SCRIPTS: Final[Mapping[str, Mapping[str, str]]] = {
    LATIN: STROKES,
    "segments": {**STROKES, **SEGMENTS},
    "chinese": {**STROKES, **CHINESE},
    "arabic": {**STROKES, **ARABIC},
    "tally": {**STROKES, **TALLY},
    "roman": STROKES,
}
UNDERLINED_SCRIPTS: Final = (LATIN, "segments")


def glyphs(text: str, script: str, forms: Forms = ()) -> tuple[Shape, ...]:
    """A rank's or a name's glyphs in a script, each 10 high from x = 0; a blank is left out.

    `forms` names letters of the Latin script that are drawn in another way.
    """
    written = ROMAN.get(text, text) if script == "roman" else text
    other = dict(forms) if script == LATIN else {}
    return tuple(path(other.get(letter, SCRIPTS[script][letter])) for letter in written if letter != " ")


def random_forms(dice: Dice) -> Forms:
    """Some letters in another form: in half of all decks none."""
    if dice.chance(0.5):
        return ()
    return tuple((letter, dice.pick(forms)) for letter, forms in OTHER_FORMS.items() if dice.chance(0.5))
