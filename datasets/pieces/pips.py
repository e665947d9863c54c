"""Where the pips of a domino half lie, 0 to 12, across and along, as makers print them."""

from __future__ import annotations

from typing import Final

PIPS = tuple[tuple[float, float], ...]
"""Places in a half whose sides run from -1 to 1: u from the outer edge to the middle line, v across."""

L, C, R = -1.0, 0.0, 1.0
_DICE: Final[dict[int, PIPS]] = {
    0: (),
    1: ((C, C),),
    2: ((L, L), (R, R)),
    3: ((L, L), (C, C), (R, R)),
    4: ((L, L), (L, R), (R, L), (R, R)),
    5: ((L, L), (L, R), (C, C), (R, L), (R, R)),
    6: ((L, L), (L, C), (L, R), (R, L), (R, C), (R, R)),
    7: ((L, L), (L, C), (L, R), (C, C), (R, L), (R, C), (R, R)),
    8: ((L, L), (L, C), (L, R), (C, L), (C, R), (R, L), (R, C), (R, R)),
    9: ((L, L), (L, C), (L, R), (C, L), (C, C), (C, R), (R, L), (R, C), (R, R)),
}
_FOUR: Final = (-1.0, -1 / 3, 1 / 3, 1.0)
_CROWDED: Final[dict[int, PIPS]] = {
    10: (*((row, v) for row in (L, R) for v in _FOUR), (C, -1 / 3), (C, 1 / 3)),
    11: (*((row, v) for row in (L, R) for v in _FOUR), (C, L), (C, C), (C, R)),
    12: tuple((row, v) for row in (L, C, R) for v in _FOUR),
}
_CROWDED_ROWS: Final[dict[int, PIPS]] = {
    10: tuple((u, v) for u in (L, R) for v in (-1.0, -0.5, 0.0, 0.5, 1.0)),
    11: (*((u, v) for u in (L, R) for v in (-1.0, -0.5, 0.0, 0.5, 1.0)), (C, C)),
    12: tuple((u, v) for u in (L, R) for v in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)),
}
GRID: Final[PIPS] = _DICE[9]
"""The nine places that some makers dent on every half, painted or not."""


def layout(number: int, along: bool, mirrored: bool, rows: bool = False) -> PIPS:
    """The pips of a number.

    Rows of three (as in six) lie across the half, beside its outer edge and its middle line, or `along` it. `mirrored`
    swaps the diagonal of two and three. `rows` crowds ten to twelve into two long rows instead of three.
    """
    pips = _DICE.get(number) or (_CROWDED_ROWS if rows else _CROWDED).get(number, ())
    if along:
        pips = tuple((v, u) for u, v in pips)
    if mirrored:
        pips = tuple((u, -v) for u, v in pips)
    return pips
