"""Which stones stand on which base stone, from below upward.

Whatever stands on a base lies on one vertical line in space. So a stone's place in the picture tells how high its
middle is on each base's line, and how far beside it. Columns grow from below. The next stone is the one whose height
fits best on top of what stands. A stone may also lie on the table, but not within a base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.board import BASE, BASE_HEIGHT, RIVER
from vision.recognise.stones.settings import COLUMNS

if TYPE_CHECKING:
    from vision.recognise.stones.plane import Floats, Plane
    from vision.recognise.stones.settings import ColumnSettings


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Stones (N) against the vertical lines over bases (M).

    `heights` and `aside` (N, M) are in mm, and `noise` (N, M) is the standard deviation of the heights. `thick` (N, M)
    is half of a stone's thickness in mm if it stands there. `table_cost` (N) is what lying on the table costs.
    """

    heights: Floats
    aside: Floats
    noise: Floats
    thick: Floats
    table_cost: Floats


@dataclass(frozen=True, slots=True)
class Link:
    """A stone in a column: its index, its position from 1 upward, the height of its middle in mm, and its odds.

    `sureness` is 0 … 1 by how much better this place fits the stone than any other. `counted` is the same for this
    number of hidden stones right below it.
    """

    stone: int
    position: int
    height: float
    sureness: float
    counted: float = 1.0


@dataclass(slots=True)
class _Top:
    """What a column's next stone will stand on: its height, the variance of it, and how many stones are below."""

    height: float = BASE_HEIGHT
    variance: float = 1.0
    count: int = 0


def lines(
    plane: Plane, boxes: Floats, bases: Floats, middle: Floats | None, settings: ColumnSettings = COLUMNS
) -> Lines:
    """How stones with upright boxes (N, 4: centre, width, height in px) stand to bases (M, 2) on the plane.

    `middle` (2) is that of the board, where it is known.
    """
    rays = np.column_stack([(boxes[:, :2] - plane.middle) / plane.focal, np.ones(len(boxes))])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    x, y, up = plane.axes
    feet = bases[:, :1] * x + bases[:, 1:] * y + plane.distance * plane.normal
    across = feet[None] - (rays @ feet.T)[..., None] * rays[:, None]
    rise = up[None] - (rays @ up)[:, None] * rays
    slope = (rise**2).sum(axis=1)[:, None]
    weight = settings.usual_weight
    heights = (weight * settings.usual_height - np.einsum("nmk,nk->nm", across, rise)) / (slope + weight)
    aside = np.linalg.norm(across + heights[..., None] * rise[:, None], axis=2)
    noise = settings.height_noise / np.sqrt(np.maximum(slope, settings.least_slope))
    depth = feet[:, 2][None] + heights * up[2]
    thick = settings.thickness * boxes[:, 2:3] * np.maximum(depth, 1.0) / plane.focal / 2
    table_cost = _table_cost(plane, boxes, bases, middle, settings)
    return Lines(heights, aside, np.broadcast_to(noise, heights.shape), thick, table_cost)


def _table_cost(plane: Plane, boxes: Floats, bases: Floats, middle: Floats | None, settings: ColumnSettings) -> Floats:
    """What it costs a stone to lie on the table: more within a base, less in the river."""
    half = np.minimum(boxes[:, 2] / plane.scale(boxes[:, :2]) / 2, settings.largest)
    at = plane.places(boxes[:, :2], settings.thickness * half)
    away = np.linalg.norm(at[:, None] - bases[None], axis=2).min(axis=1, initial=1e3)
    within = np.maximum(BASE / 2 + settings.own_reach * half - away, 0)
    cost = (within / settings.collision) ** 2
    if middle is not None:
        cost = cost + np.where(np.linalg.norm(at - middle, axis=1) > RIVER, settings.strayed, 0.0)
    return np.asarray(cost)


def columns(lines: Lines, settings: ColumnSettings = COLUMNS) -> tuple[tuple[Link, ...], ...]:
    """The stones on each base, from below upward. Positions count stones that must be there though none is seen."""
    count = lines.heights.shape[1]
    grown: list[list[Link]] = [[] for _ in range(count)]
    tops = [_Top() for _ in range(count)]
    free = set(range(len(lines.heights)))
    while free and count:
        costs = {(n, m): _step(lines, n, m, tops[m], settings) for n in free for m in range(count)}
        fitting = [_lowest(lines, costs, m, free, settings) for m in range(count)]
        if not any(each is not None for each in fitting):
            break
        stone, base = min(
            ((n, m) for m, n in enumerate(fitting) if n is not None),
            key=lambda link: costs[link][0] - lines.table_cost[link[0]],
        )
        cost, hidden = costs[stone, base]
        others = [costs[stone, m][0] for m in range(count) if m != base] + [float(lines.table_cost[stone])]
        sureness = float(1 / (1 + np.exp(-np.clip((min(others) - cost) / 2, -20, 20))))
        counted = _counted(_steps(lines, stone, base, tops[base], settings))
        _grow(tops[base], lines, (stone, base), hidden, settings)
        grown[base].append(
            Link(stone, tops[base].count, tops[base].height - lines.thick[stone, base], sureness, counted)
        )
        free.remove(stone)
    return tuple(tuple(column) for column in grown)


def _lowest(
    lines: Lines, costs: dict[tuple[int, int], tuple[float, int]], base: int, free: set[int], settings: ColumnSettings
) -> int | None:
    """The lowest of the stones that rather stand on a base than lie on the table."""
    fit = [n for n in free if costs[n, base][0] < lines.table_cost[n] + settings.most_excess_cost]
    return min(fit, key=lambda n: lines.heights[n, base], default=None)


def _step(lines: Lines, stone: int, base: int, top: _Top, settings: ColumnSettings) -> tuple[float, int]:
    """What it costs that a stone is the next one on a base, and with how many hidden stones below it."""
    costs = _steps(lines, stone, base, top, settings)
    hidden = int(np.argmin(costs))
    return costs[hidden], hidden


def _steps(lines: Lines, stone: int, base: int, top: _Top, settings: ColumnSettings) -> list[float]:
    """What it costs that a stone is the next one on a base, for each number of hidden stones below it."""
    height, noise = lines.heights[stone, base], lines.noise[stone, base]
    beside = (lines.aside[stone, base] / (settings.aside + settings.lean * abs(height))) ** 2
    if beside > settings.most_aside:
        return [float("inf")] * (settings.most_hidden + 1)
    costs = []
    for hidden in range(settings.most_hidden + 1):
        above = height - top.height - lines.thick[stone, base] - hidden * settings.usual_stone
        variance = noise**2 + top.variance + _seat(lines, stone, base, settings) + hidden * settings.stone_spread**2
        cost = beside + above**2 / variance + np.log(variance / settings.seat**2) + hidden * settings.hidden_cost
        costs.append(float(cost))
    return costs


def _counted(costs: list[float]) -> float:
    """The chance of the cheapest way among all."""
    return float(1 / np.exp(-(np.array(costs) - min(costs)) / 2).sum())


def _seat(lines: Lines, stone: int, base: int, settings: ColumnSettings) -> float:
    """The variance of a stone's height over what it stands on."""
    return settings.seat**2 + float(settings.thickness_spread * lines.thick[stone, base]) ** 2


def _grow(top: _Top, lines: Lines, link: tuple[int, int], hidden: int, settings: ColumnSettings) -> None:
    """Put a stone on a column: where it should be and where it is seen, each by its variance."""
    stone, base = link
    height, noise = lines.heights[stone, base], lines.noise[stone, base]
    expected = top.height + lines.thick[stone, base] + hidden * settings.usual_stone
    variance = top.variance + _seat(lines, stone, base, settings) + hidden * settings.stone_spread**2
    gain = variance / (variance + noise**2)
    top.height = expected + gain * (height - expected) + lines.thick[stone, base]
    top.variance = variance * (1 - gain)
    top.count += hidden + 1
