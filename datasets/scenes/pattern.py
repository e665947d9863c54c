"""Patterns that are printed on cloths, papers and the backs of cards; they repeat at their edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from datasets.optics.colour import faded
from datasets.optics.noise import clouds

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Colours = NDArray[np.float32]


def draw_pattern(rng: Generator, side: int) -> Colours:
    """A pattern of two to four colours, sRGB values 0 … 255, (side, side, 3)."""
    colours = [np.array(faded(rng, (0.15, 0.97)), np.float32) for _ in range(4)]
    makers = (_checks, _stripes, _dots, _flowers, _camouflage, _diamonds, _figures)
    return makers[int(rng.integers(len(makers)))](rng, side, colours)


def _checks(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    """Gingham and tartan: stripes both ways, mixed where they cross."""
    count = int(rng.integers(2, 14))
    wave = (np.arange(side) * count // side) % 2
    fine = (np.arange(side) * count * 4 // side) % 8 == 0
    share = (wave[:, None] + wave[None, :])[..., None] / 2
    out = colours[0] * (1 - share) + colours[1] * share
    if rng.random() < 0.5:
        lines = (fine[:, None] | fine[None, :])[..., None]
        out = np.where(lines, 0.5 * out + 0.5 * colours[2], out)
    return out.astype(np.float32)


def _stripes(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    widths = rng.integers(1, 6, 4)
    order = np.repeat(np.arange(4), widths)
    count = int(rng.integers(2, 7))
    row = order[(np.arange(side) * count * len(order) // side) % len(order)]
    out = np.stack(colours)[row]
    return np.broadcast_to(out[:, None], (side, side, 3)).astype(np.float32)


def _dots(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    """Dots in rows: the pattern that is most like pips."""
    count = int(rng.integers(4, 22))
    step = side / count
    y, x = np.mgrid[:side, :side].astype(np.float32) / step
    if rng.random() < 0.6:
        x = x + 0.5 * (np.floor(y) % 2)
    away = np.hypot(x % 1 - 0.5, y % 1 - 0.5) * step
    cover = np.clip(step * rng.uniform(0.14, 0.38) - away, 0, 1)[..., None]
    return np.asarray(colours[0] * (1 - cover) + colours[1] * cover, np.float32)


def _flowers(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    out = np.ones((side, side, 3), np.float32) * colours[0]
    for _ in range(int(rng.integers(10, 60))):
        x, y = rng.uniform(0, side, 2)
        size = rng.uniform(0.02, 0.07) * side
        petals, turn = int(rng.integers(4, 9)), rng.uniform(0, 2 * np.pi)
        tint = [float(v) for v in colours[int(rng.integers(1, 3))]]
        for petal in range(petals):
            angle = turn + 2 * np.pi * petal / petals
            at = (x + size * np.cos(angle), y + size * np.sin(angle))
            _wrapped_ellipse(out, at, (size * 0.7, size * 0.38), angle, tint)
        _wrapped_ellipse(out, (x, y), (size * 0.4, size * 0.4), 0, [float(v) for v in colours[3]])
    return out


def _wrapped_ellipse(
    out: Colours, at: tuple[float, float], axes: tuple[float, float], angle: float, tint: list[float]
) -> None:
    side = len(out)
    for dx in (0, -side if at[0] > side / 2 else side):
        for dy in (0, -side if at[1] > side / 2 else side):
            middle = (round(at[0] + dx), round(at[1] + dy))
            size = (max(1, round(axes[0])), max(1, round(axes[1])))
            cv2.ellipse(out, middle, size, float(np.degrees(angle)), 0, 360, tint, -1, cv2.LINE_AA)


def _camouflage(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    field = clouds(rng, side, side, int(rng.integers(2, 7)), 4)
    steps = np.digitize(field, np.quantile(field[::8, ::8], [0.25, 0.5, 0.75]))
    return np.stack(colours)[steps].astype(np.float32)


def _diamonds(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    count = int(rng.integers(2, 12))
    y, x = np.mgrid[:side, :side] / side * count
    across = (np.floor(x + y) + np.floor(x - y)) % 2
    return np.where(across[..., None] > 0, colours[0], colours[1]).astype(np.float32)


def _figures(rng: Generator, side: int, colours: list[Colours]) -> Colours:
    """Rectangles, lines and rings at random, as on modern cloths and magazine pages."""
    out = np.ones((side, side, 3), np.float32) * colours[0]
    for _ in range(int(rng.integers(8, 50))):
        tint = [float(v) for v in colours[int(rng.integers(1, 4))]]
        x, y = (int(v) for v in rng.integers(0, side, 2))
        w, h = (int(v) for v in rng.integers(side // 60, side // 6, 2))
        kind = int(rng.integers(3))
        if kind == 0:
            cv2.rectangle(out, (x, y), (x + w, y + h), tint, -1)
        elif kind == 1:
            cv2.line(out, (x, y), (x + w, y + h), tint, int(rng.integers(1, 6)), cv2.LINE_AA)
        else:
            cv2.circle(out, (x, y), w // 2 + 2, tint, int(rng.integers(1, 5)), cv2.LINE_AA)
    return out
