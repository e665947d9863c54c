"""Shapes from short path texts, in the notation of SVG: `M L H V C Q A Z`, absolute, numbers apart by spaces."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np

from datasets.art.shape import STEP_DEGREES, Points, Shape, points

CURVE_STEPS = 20
_OPERANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


class PathError(ValueError):
    """A path text that cannot be read; the message names the command."""


@lru_cache(maxsize=4096)
def path(text: str) -> Shape:
    """The outlines of a path text; `Z` returns to an outline's start, and every `M` begins another."""
    outlines: list[list[Points]] = []
    for command, numbers in _commands(text):
        if command == "M":
            outlines.append([points([numbers])])
            continue
        if not outlines:
            raise PathError(f"a path begins with M, not with {command}")
        start, here = outlines[-1][0][0], outlines[-1][-1][-1]
        outlines[-1].append(_segment(command, numbers, here, start))
    return tuple(np.concatenate(pieces) for pieces in outlines)


def _commands(text: str) -> list[tuple[str, list[float]]]:
    words = text.replace(",", " ").split()
    found: list[tuple[str, list[float]]] = []
    at = 0
    command = ""
    while at < len(words):
        if words[at] in _OPERANDS:
            command, at = words[at], at + 1
        elif command in ("", "Z"):
            raise PathError(f"expected a command of {' '.join(_OPERANDS)}, got {words[at]!r}")
        count = _OPERANDS[command]
        numbers = [float(word) for word in words[at : at + count]]
        if len(numbers) < count:
            raise PathError(f"{command} needs {count} numbers, got {len(numbers)}")
        found.append((command, numbers))
        at += count
    return found


def _segment(command: str, numbers: list[float], here: Points, start: Points) -> Points:
    """The points after `here` up to the segment's end."""
    if command == "Z":
        return start[None]
    if command == "L":
        return points([numbers])
    if command == "H":
        return points([(numbers[0], here[1])])
    if command == "V":
        return points([(here[0], numbers[0])])
    if command == "A":
        return _arc(here, numbers)
    return _bezier([here, *points(np.reshape(numbers, (-1, 2)))])


def _bezier(controls: list[Points]) -> Points:
    share = np.linspace(0, 1, CURVE_STEPS + 1)[1:, None]
    layers: list[Points] = [np.repeat(control[None], CURVE_STEPS, axis=0) for control in controls]
    while len(layers) > 1:
        layers = [one + (other - one) * share for one, other in pairwise(layers)]
    return layers[0]


def _arc(here: Points, numbers: list[float]) -> Points:
    """An elliptical arc with upright axes; source: SVG 1.1, F.6.5, without the axis' rotation."""
    across, down, _, large, sweep, x, y = numbers
    radii = np.array([across, down])
    half = (here - np.array([x, y])) / 2 / radii
    reach = float(half @ half)
    if reach > 1:
        radii = radii * math.sqrt(reach)
        half = half / math.sqrt(reach)
        reach = 1.0
    sign = -1.0 if bool(large) == bool(sweep) else 1.0
    offset = sign * math.sqrt(max(0.0, 1 / reach - 1)) * np.array([half[1], -half[0]])
    middle = (here + np.array([x, y])) / 2 + offset * radii
    start = math.atan2(half[1] - offset[1], half[0] - offset[0])
    end = math.atan2(-half[1] - offset[1], -half[0] - offset[0])
    turn = (end - start) % (2 * math.pi) if sweep else -((start - end) % (2 * math.pi))
    count = max(2, math.ceil(abs(math.degrees(turn)) / STEP_DEGREES))
    angles = start + turn * np.linspace(0, 1, count + 1)[1:]
    return np.stack([middle[0] + radii[0] * np.cos(angles), middle[1] + radii[1] * np.sin(angles)], axis=1)
