"""Where makers put the pips of a half."""

from __future__ import annotations

from typing import Final, TypeAlias

Spots: TypeAlias = tuple[tuple[float, float], ...]
"""Places in a square from -1 to 1, right and down."""


def _rows(*rows: str) -> Spots:
    """Spots from rows of text; each row is spread over the whole width, a blank leaves its place empty."""
    spots = []
    for number, row in enumerate(rows):
        y = 2 * number / (len(rows) - 1) - 1 if len(rows) > 1 else 0.0
        for place, mark in enumerate(row):
            if mark != " ":
                spots.append((2 * place / (len(row) - 1) - 1 if len(row) > 1 else 0.0, y))
    return tuple(spots)


LAYOUTS: Final[dict[int, tuple[Spots, ...]]] = {
    0: ((),),
    1: (_rows("o"),),
    2: (_rows("o  ", "   ", "  o"), _rows("o  ", "   ", "  o"), ((0.0, -0.8), (0.0, 0.8))),
    3: (_rows("o  ", " o ", "  o"), _rows("o  ", " o ", "  o"), _rows(" o ", "   ", "o o")),
    4: (_rows("o o", "   ", "o o"),),
    5: (_rows("o o", " o ", "o o"),),
    6: (_rows("ooo", "   ", "ooo"), _rows("ooo", "ooo")),
    7: (_rows("ooo", " o ", "ooo"), _rows("ooo", "o", "ooo")),
    8: (_rows("ooo", "o o", "ooo"), _rows("oooo", "    ", "oooo"), _rows("ooo", "oo", "ooo")),
    9: (_rows("ooo", "ooo", "ooo"), _rows("oooo", "o", "oooo")),
    10: (_rows("oooo", " oo ", "oooo"), _rows("ooooo", "     ", "ooooo"), _rows("ooo", "oooo", "ooo"),
         _rows("oooo", "o  o", "oooo")),
    11: (_rows("oooo", "ooo", "oooo"), _rows("ooooo", "o", "ooooo")),
    12: (_rows("oooo", "oooo", "oooo"), _rows("oooooo", "      ", "oooooo"), _rows("oooooo", "oooooo"),
         _rows("ooo", "ooo", "ooo", "ooo")),
}  # fmt: skip
"""Where pips lie in a square from -1 to 1, by number; any of them may lie turned a quarter or mirrored."""
