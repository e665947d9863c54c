"""What two tiles say about each other's levels.

Tiles of a game lie on a grid: end to end, exactly on each other, or astride two. Where a tile lies on the plane depends
on its level, for a higher one is nearer to the camera; so only some levels put it on its neighbours' grid. Two tiles of
one level are never in one place, and what lies under another tile is not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from vision.levels.settings import STACK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.levels.settings import StackSettings

    Floats: TypeAlias = NDArray[np.floating]
    Places: TypeAlias = NDArray[np.complexfloating]
    Whole: TypeAlias = NDArray[np.int64]

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """Tiles (N) on the ground under a camera at `distance`: middles, unit directions, length `aspect` of each (widths).

    `error` (N) is the standard deviation of a middle. Levels are `levels` many.
    """

    centre: Places
    turn: Places
    error: Floats
    aspect: float
    distance: float
    levels: int

    def at(self, thick: Floats) -> Places:
        """The middles (H, N, L) as seen from above if tiles `thick` (H) lay at each level."""
        heights = np.minimum(np.arange(self.levels) * thick[:, None] / self.distance, 1.0)
        return self.centre[:, None] * (1.0 - heights)[:, None, :]


def near(flat: Flat, settings: StackSettings = STACK) -> tuple[Whole, Whole]:
    """The pairs (E), (E) of tiles near each other, each once."""
    apart = np.abs(flat.centre[:, None] - flat.centre[None])
    np.fill_diagonal(apart, np.inf)
    close = apart < settings.near
    if len(apart) > settings.neighbours:
        last = np.partition(apart, settings.neighbours - 1, axis=1)[:, settings.neighbours - 1]
        close &= (apart <= last[:, None]) | (apart <= last[None])
    one, two = np.nonzero(np.triu(close))
    return one, two


def lonely(flat: Flat, one: Whole, two: Whole, settings: StackSettings = STACK) -> NDArray[np.bool_]:
    """Which tiles (N) have no other of the pairs (E) near them that could belong to the same stacks."""
    turn = flat.turn[two] * np.conj(flat.turn[one])
    skew = np.minimum(np.abs(turn.real), np.abs(turn.imag))
    apart = np.abs(flat.centre[two] - flat.centre[one])
    company = (apart < settings.company) & (skew < settings.company_skew)
    found = np.ones(len(flat.centre), dtype=bool)
    found[one[company]] = found[two[company]] = False
    return found


def odds(flat: Flat, one: Whole, two: Whole, thick: Floats, settings: StackSettings = STACK) -> Floats:
    """Log odds (H, E, L, L) of the levels of pairs of tiles, for each thickness (H)."""
    # Single precision is ample here, and twice as fast.
    at, turns = flat.at(thick).astype(np.complex64), flat.turn.astype(np.complex64)
    gap = at[:, two, None, :] - at[:, one, :, None]
    turn = turns[two] * np.conj(turns[one])
    facing = _column(np.abs(turn.real)), _column(np.abs(turn.imag))
    seen = (gap * _column(np.conj(turns[one])), gap * _column(np.conj(turns[two])))
    clash = _clash(seen, facing, flat, settings)
    error = flat.error.astype(np.float32) ** 2
    variance = settings.hand**2 + _column(error[one] + error[two])
    grid = _grid(seen, facing, variance + (settings.drift * np.abs(gap)) ** 2, flat, settings)
    together = grid - np.log1p(-settings.in_line)
    able = np.clip(together.max(axis=(2, 3)) / 3.0, 0.0, 1.0)
    voice = _voice(able, one, two, len(flat.centre), settings)
    return np.asarray(grid * voice.astype(np.float32)[..., None, None] + clash)


def _voice(able: Floats, one: Whole, two: Whole, count: int, settings: StackSettings) -> Floats:
    """How much each pair (H, E) counts, so that the many neighbours of a tile do not repeat each other."""
    heard = np.zeros((len(able), count))
    for world, each in enumerate(able):
        heard[world] = np.bincount(one, each, count) + np.bincount(two, each, count)
    fewer = np.minimum(heard[:, one], heard[:, two])
    return np.minimum(1.0, settings.voices / np.maximum(fewer, settings.voices))


def _column(values: NDArray[Number]) -> NDArray[Number]:
    """Values of pairs (E) beside their levels (E, L, L)."""
    return values[:, None, None]


def _clash(seen: tuple[Places, Places], facing: tuple[Floats, Floats], flat: Flat, settings: StackSettings) -> Floats:
    """Log odds of lying where another tile is: not at one level, and not out of sight under a higher one."""
    half = flat.aspect / 2
    reach_x, reach_y = half * facing[0] + 0.5 * facing[1], half * facing[1] + 0.5 * facing[0]
    (x, y), (x2, y2) = ((np.abs(each.real), np.abs(each.imag)) for each in seen)
    over_x, over_y = half + reach_x - x, 0.5 + reach_y - y
    into = np.minimum(np.minimum(over_x, over_y), np.minimum(half + reach_x - x2, 0.5 + reach_y - y2))
    share_x = np.clip(over_x, 0, 2 * np.minimum(half, reach_x))
    share = share_x * np.clip(over_y, 0, 2 * np.minimum(0.5, reach_y)) / flat.aspect
    same = np.eye(flat.levels, dtype=bool)
    excess = np.where(same, into - settings.slack, share - settings.hidden)
    clash: Floats = -settings.clash * np.clip(excess / settings.slack, 0.0, 1.5)
    return clash


def _grid(
    seen: tuple[Places, Places], facing: tuple[Floats, Floats], variance: Floats, flat: Flat, settings: StackSettings
) -> Floats:
    """Log odds of lying on one grid."""
    half = flat.aspect / 2
    crosswise = facing[1] > facing[0]
    skew = np.minimum(*facing)
    if crosswise.any():
        off, steps = np.minimum(_off_cross(seen[0], half), _off_cross(seen[1], half)), np.abs(np.rint(seen[0].real))
        off_line, steps_line = _off_line(seen, half)
        off, steps = np.where(crosswise, off, off_line), np.where(crosswise, 0.0, steps_line)
    else:
        off, steps = _off_line(seen, half)
    good = -0.5 * off / variance - np.log(2 * np.pi * variance / (half * settings.room))
    good -= 0.5 * (skew / settings.skew_spread) ** 2
    level = np.arange(flat.levels)
    low, same = np.minimum(level[:, None], level) == 0, level[:, None] == level
    allowed = np.where(crosswise, low, ~same | (steps >= 2))
    alone = np.log1p(-settings.in_line)
    mixed = np.log1p(settings.in_line * np.expm1(np.minimum(good, 20.0)))
    mixed = np.where(allowed, mixed, alone)
    # Tiles on the table that share a line touch end to end all along it.
    odd = (low & same) & ~crosswise & (steps % 2 == 1) & (steps > 1)
    odds: Floats = np.where(odd, -0.5 * settings.odd * np.clip(mixed - alone, 0.0, 2.0), mixed)
    return odds


def _off_line(seen: tuple[Places, Places], half: float) -> tuple[Floats, Floats]:
    """How far (squared) parallel tiles are from a common line and its steps, and how many steps apart they are."""
    steps = np.rint(seen[0].real / half)
    other = np.rint(seen[1].real / half)
    one = (seen[0].real - steps * half) ** 2 + seen[0].imag ** 2
    two = (seen[1].real - other * half) ** 2 + seen[1].imag ** 2
    return 0.5 * (one + two), np.abs(steps)


def _off_cross(seen: Places, half: float) -> Floats:
    """How far (squared) a tile at right angles is from an arm that begins at one of the other's halves."""
    x, y = seen.real / half, np.abs(seen.imag)
    beside = (x - np.rint(x - 0.5) - 0.5) * half
    beyond = y - 0.5 - half
    beyond = beyond - 2 * half * np.maximum(np.rint(beyond / (2 * half)), 0)
    off: Floats = beside**2 + beyond**2
    return off
