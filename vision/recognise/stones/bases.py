"""Stones that a detector takes for the base below them: a wide stone hides its base, but has another colour.

All bases of a set are alike. One that looks like the set's stones and not like the other bases is a stone. One that is
covered by something else than a base is unsurely one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.colour import colours, sample, within
from vision.recognise.stones.gauges import box
from vision.recognise.stones.settings import BASES, STONES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import BaseSettings


@dataclass(frozen=True, slots=True, eq=False)
class Stones:
    """What was found to be stones: upright `boxes` (N, 4), their `colours` (N, 3), the `chances` (N, 3) of sizes."""

    boxes: Floats
    colours: Floats
    chances: Floats


def stones_on(
    picture: Picture, bases: Sequence[Quad], stones: Stones, settings: BaseSettings = BASES
) -> dict[int, Floats]:
    """The bases in an H×W×3 BGR picture that are stones, by their number, with the chances (3) of their sizes.

    A base on which a stone was found is a base.
    """
    if len(bases) < settings.least_bases or len(stones.boxes) == 0:
        return {}
    boxes = np.array([box(quad) for quad in bases])
    samples = sample(picture, boxes)
    own, _ = colours(samples, boxes, np.zeros(len(boxes)))
    bare = ~within(stones.boxes[None, :, :2], boxes)[0].any(axis=0)
    if bare.sum() < settings.least_bases:
        return {}
    usual = np.median(own[bare], axis=0)
    scale = np.array(STONES.colour_scale)
    strange = np.linalg.norm((own - usual) / scale, axis=1)
    found = {}
    for number in np.flatnonzero(bare & (strange > settings.strange)):
        covered = np.linalg.norm((samples.colours[number] - usual) / scale, axis=1) > settings.strange
        sizes = _like(own[number], stones, settings.nearer * float(strange[number]), settings)
        if sizes is None and covered.mean() >= settings.covered:
            sizes = _covering(own[number], usual, stones, settings)
        if sizes is not None and sizes.argmax() == len(sizes) - 1:  # none but a large stone is wide enough
            found[int(number)] = sizes
    return found


def _like(own: Floats, stones: Stones, nearer: float, settings: BaseSettings) -> Floats | None:
    """The chances (3) of the sizes of the stones that look like a base's `own` colour; None where none does."""
    alike = np.linalg.norm((stones.colours - own) / np.array(STONES.colour_scale), axis=1)
    if alike.min() >= min(settings.alike, nearer):
        return None
    near = [n for n in np.argsort(alike)[: settings.neighbours] if alike[n] < settings.alike]
    return np.asarray(stones.chances[near].mean(axis=0), dtype=np.float64)


def _covering(own: Floats, usual: Floats, stones: Stones, settings: BaseSettings) -> Floats | None:
    """The chances (3) of the sizes of a stone that covers most of a base of the `usual` colour and looks like its
    `own`. Light falls otherwise on it than on the stones beside the board, so they are unsure. None where it looks
    rather like a base in another light."""
    shade = np.array(STONES.shade_scale)
    apart = np.full(len(settings.wide), np.inf)
    for size in range(len(apart)):
        sure = stones.chances[:, size] >= settings.sure_size
        if sure.any():
            apart[size] = np.linalg.norm((own - np.median(stones.colours[sure], axis=0)) / shade)
    if apart.min() >= min(settings.in_shade, float(np.linalg.norm((own - usual) / shade))):
        return None
    weights = np.array(settings.wide) * np.exp(-0.5 * (apart**2 - apart.min() ** 2))
    return np.asarray(settings.trusted * weights / weights.sum() + (1 - settings.trusted) / len(weights))
