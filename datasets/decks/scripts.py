"""Numbers as several scripts write them, in strokes 10 high like those of `datasets.art.letters`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.art.letters import STROKES
from datasets.art.path import path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.art.shape import Shape

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

SCRIPTS: Final[Mapping[str, Mapping[str, str]]] = {
    LATIN: STROKES,
    "segments": {**STROKES, **SEGMENTS},
    "chinese": {**STROKES, **CHINESE},
    "arabic": {**STROKES, **ARABIC},
    "tally": {**STROKES, **TALLY},
    "roman": STROKES,
}
UNDERLINED_SCRIPTS: Final = (LATIN, "segments")


def glyphs(text: str, script: str) -> tuple[Shape, ...]:
    """A rank's or a name's glyphs in a script, each 10 high from x = 0; a gap for a blank is left out."""
    written = ROMAN.get(text, text) if script == "roman" else text
    return tuple(path(SCRIPTS[script][letter]) for letter in written if letter != " ")
