"""Which dominoes touch, and how: end to end, an end at a side, or crosswise.

A contact says where the second tile would lie if both lay exactly on the grid of the first. Lines are chained from
contacts, tile by tile, so that small gaps and turns never add up.
"""

from __future__ import annotations

from cmath import rect
from dataclasses import dataclass
from itertools import combinations
from math import degrees, pi, remainder
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

GAP: Final = 0.4
"""The widest gap (tile widths) between two tiles that a person would call touching."""
OVERLAP: Final = 0.3
"""How far (tile widths) two quads may reach into each other through noise."""
SHIFT: Final = 0.35
"""How far (tile widths) a tile may lie off the line."""
SKEW: Final = 15.0
"""How far it may be turned out of the line, in degrees."""
IN_LINE: Final = (-2.0 + 0j, 2.0 + 0j)
"""Where the centre of a tile in line lies; places are complex numbers, in tile widths, …"""
ACROSS: Final = tuple(
    place for along in (-0.5, 0.0, 0.5) for far in (-1.5, 1.5) for place in (complex(far, along), complex(along, far))
)
"""… and that of a tile at right angles: at a half's side, or centred."""


@dataclass(frozen=True, slots=True)
class OnPlane:
    """A tile on the plane: its centre, and its angle (radians) from the first half to the second."""

    centre: complex
    angle: float


@dataclass(frozen=True, slots=True)
class Contact:
    """Tile `b` as seen from tile `a`, whose halves lie at -0.5 and 0.5. `at` is the centre of `b` on that grid and
    `turn` its quarter turns counter-clockwise. `off` is how far the real tile is from there."""

    a: int
    b: int
    at: complex
    turn: int
    off: float

    @property
    def in_line(self) -> bool:
        """Whether the two touch end to end, along one line."""
        return self.at.imag == 0 and self.turn % 2 == 0

    @property
    def upper(self) -> bool:
        """Whether `b` lies beyond the second half of `a`, or beside it."""
        return self.at.real > 0

    @property
    def is_arm(self) -> bool:
        """Whether the end of `b` touches the side of `a`, at one half."""
        return self.turn % 2 == 1 and abs(self.at.imag) > abs(self.at.real) > 0

    def reverse(self) -> Contact:
        """The same contact as seen from `b`."""
        return Contact(self.b, self.a, -self.at * 1j ** (-self.turn % 4), -self.turn % 4, self.off)


def both_ways(found: Iterable[Contact]) -> Iterator[Contact]:
    """Every contact as seen from either tile."""
    return (each for contact in found for each in (contact, contact.reverse()))


def contacts(tiles: Mapping[int, OnPlane]) -> list[Contact]:
    """Every pair of numbered tiles that touches, nearest to the grid first."""
    found = (_contact(a, b, tiles[a], tiles[b]) for a, b in combinations(tiles, 2))
    return sorted((c for c in found if c is not None), key=lambda c: c.off)


def _contact(a: int, b: int, one: OnPlane, two: OnPlane) -> Contact | None:
    at, angle = (two.centre - one.centre) * rect(1.0, -one.angle), two.angle - one.angle
    turn, skew = round(angle / (pi / 2)), degrees(abs(remainder(angle, pi / 2)))
    near = [place for place in (ACROSS if turn % 2 else IN_LINE) if _touches(at, place)]
    if skew > SKEW or not near:
        return None
    ideal = min(near, key=lambda place: abs(at - place))
    return Contact(a, b, ideal, turn % 4, abs(at - ideal) + skew / SKEW * SHIFT)


def _touches(at: complex, place: complex) -> bool:
    """Whether a tile with its centre at a point may be one that lies at a place."""
    if abs(place.real) > 1:
        gap, shift = abs(at.real) - abs(place.real), at.imag - place.imag
    else:
        gap, shift = abs(at.imag) - abs(place.imag), at.real - place.real
    return -OVERLAP <= gap <= GAP and abs(shift) <= SHIFT
