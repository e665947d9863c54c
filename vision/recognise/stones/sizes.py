"""Which stone is small, medium or large: stones of one colour are of one size.

Stones are grouped by colour. Two things give the size of a group of stones: how large they look together, and how like
its colour is to a known set's. All ways to give sizes to the groups are weighed against each other. So two groups
seldom get one size, and doubt about a group is doubt about each of its stones. A stone that is mostly hidden is judged
by the colours that show in it and by its own size.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.stones.colour import LEAST_SEEN
from vision.recognise.stones.palette import SIZES
from vision.recognise.stones.settings import STONES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.recognise.stones.palette import StoneSet
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import StoneSettings

COUNT: Final = len(SIZES)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """How stones (N) look.

    `colours` (N, 3) and the share `seen` (N) of each are from `samples` (N, S, 3). Some of these lie `bare` (N, S) of
    nearer stones, as `vision.recognise.stones.colour` has them. `extents` (N, 2) are half the width and the height of a
    stone's picture in mm. `error` (N) is the relative error of an extent. `steepness` (N) is the sine of the angle at
    which the camera looks down. `scaled` says whether mm are known.
    """

    colours: Floats
    seen: Floats
    samples: Floats
    bare: NDArray[np.bool_]
    extents: Floats
    steepness: Floats
    error: Floats
    scaled: bool = True


def chances(looks: Looks, known: StoneSet, settings: StoneSettings = STONES) -> Floats:
    """The chances (N, 3) that each stone is small, medium or large; `known` colours may be those of no size."""
    if len(looks.seen) == 0:
        return np.zeros((0, COUNT))
    group = groups(looks.colours, looks.seen, settings)
    fits = _fits(looks, known, settings)
    count = int(group.max()) + 1
    assignments = np.array(list(product(range(COUNT), repeat=count)))
    middles = np.array([np.median(looks.colours[group == g], axis=0) for g in range(count)])
    weights = np.asarray(np.bincount(group, np.minimum(looks.seen / settings.seen_enough, 1.0)), dtype=np.float64)
    log_weights = _alike(middles, weights, assignments, settings) + _palette(middles, assignments, known, settings)
    # What is wrong with all sizes at once, the scale, is tried over a range; each try is weighed.
    sums = np.stack([fits[:, group == g].sum(axis=1) for g in range(count)], axis=1)
    joint = log_weights[None] + sum(sums[:, g][:, assignments[:, g]] for g in range(count))
    joint += np.log(_tries(looks, settings)[1])[:, None]
    joint = np.exp(joint - joint.max())
    joint /= joint.sum()
    by_group = np.array([[joint[:, assignments[:, g] == size].sum() for size in range(COUNT)] for g in range(count)])
    own = np.tensordot(joint.sum(axis=1), np.exp(fits), axes=1)
    return _each(looks, group, by_group, own / own.sum(axis=1, keepdims=True), settings)


def groups(colours: Floats, seen: Floats, settings: StoneSettings = STONES) -> NDArray[np.int64]:
    """The group (N) of each stone by its colour, the densest first; few groups, strays join the nearest."""
    apart = _apart(colours[:, None], colours[None], settings)
    weight = np.maximum(seen, settings.least_weight)
    group = np.full(len(colours), -1)
    for number in range(settings.most_groups):
        free = group < 0
        if not free.any():
            break
        near = np.exp(-0.5 * apart**2) @ (weight * free)
        heart = int(np.where(free, near, -1.0).argmax())
        member = free & (apart[heart] < settings.radius)
        middle = np.median(colours[member], axis=0)
        member = free & (_apart(colours, middle, settings) < settings.radius)
        member[heart] = True
        group[member] = number
    middles = np.array([np.median(colours[group == g], axis=0) for g in range(int(group.max()) + 1)])
    nearest = _apart(colours[:, None], middles[None], settings).argmin(axis=1)
    group = np.where(group < 0, nearest, group)
    return np.unique(group, return_inverse=True)[1].astype(np.int64)


def _apart(one: Floats, other: Floats, settings: StoneSettings) -> Floats:
    return np.asarray(np.linalg.norm((one - other) / np.array(settings.colour_scale), axis=-1))


def _tries(looks: Looks, settings: StoneSettings) -> tuple[Floats, Floats]:
    """Errors of the scale, as logarithms, and the weight of each."""
    spread = settings.scale_error if looks.scaled else settings.scale_unknown
    tries = np.linspace(-2.5, 2.5, settings.tries)
    weights = np.exp(-0.5 * tries**2)
    return spread * tries, weights / weights.sum()


def _fits(looks: Looks, known: StoneSet, settings: StoneSettings) -> Floats:
    """The logarithm of how well each stone's extents fit each size, under each error of the scale: (T, N, 3)."""
    usual = np.log(np.array(known.widths) / 2)
    lower = np.interp(looks.steepness, *settings.height_by_steepness)
    offset = np.array([[0.0, 0.0]]) + np.column_stack([np.zeros_like(lower), lower])
    spread = np.hypot(np.array(settings.extent_spread), looks.error[:, None])
    tries = _tries(looks, settings)[0]
    miss = np.log(looks.extents)[None, :, None] - usual[None, None, :, None] - offset[None, :, None]
    miss = (miss - tries[:, None, None, None]) / spread[None, :, None]
    # Student's distribution: a hidden or strange stone says little.
    degrees = settings.degrees
    return np.asarray((-(degrees + 1) / 2 * np.log1p(miss**2 / degrees)).sum(axis=3))


def _alike(middles: Floats, weights: Floats, assignments: NDArray[np.int64], settings: StoneSettings) -> Floats:
    """What each way gains that gives one size to groups of different colours: nothing, or less.

    Light and shade are no other colour, and a group of few stones may be a misread one.
    """
    apart = np.linalg.norm((middles[:, None] - middles[None]) / np.array(settings.shade_scale), axis=2)
    gain = np.zeros(len(assignments))
    for a in range(len(middles)):
        for b in range(a):
            most = settings.lone_cost + settings.stone_cost * min(weights[a], weights[b], settings.many)
            gain -= np.where(assignments[:, a] == assignments[:, b], min(most, apart[a, b] ** 2 / 2), 0.0)
    return gain


def _palette(middles: Floats, assignments: NDArray[np.int64], known: StoneSet, settings: StoneSettings) -> Floats:
    """How well the groups' colours fit the known ones under each way, up to a shift that is common to all."""
    colours = known.known()
    if np.isnan(colours).all():
        return np.zeros(len(assignments))
    miss = middles[None] - colours[assignments]
    compared = ~np.isnan(miss[..., 0])
    spread, cast = np.array(settings.palette_spread), np.array(settings.cast_spread)
    weight = compared.sum(axis=1)[:, None]
    shift = np.nansum(miss, axis=1) / (weight + (spread / cast) ** 2)
    residual = np.where(compared[..., None], (miss - shift[:, None]) / spread, 0.0)
    cost = 0.5 * np.minimum((residual**2).sum(axis=2), settings.most_miss).sum(axis=1) + 0.5 * (
        (shift / cast) ** 2
    ).sum(axis=1)
    return np.asarray(-cost)


def _each(looks: Looks, group: NDArray[np.int64], by_group: Floats, own: Floats, settings: StoneSettings) -> Floats:
    """A stone is what its group is. One that is mostly hidden may be of any group whose colour shows in it, and the
    chances by its `own` size count too."""
    middles = np.array([np.median(looks.colours[group == g], axis=0) for g in range(len(by_group))])
    away = np.linalg.norm((looks.samples[:, :, None] - middles) / np.array(settings.sample_scale), axis=3)
    like = (away.argmin(axis=2)[..., None] == np.arange(len(by_group))) & (away < settings.sample_radius)
    shows = (like & looks.bare[..., None]).sum(axis=1) / np.maximum(looks.bare.sum(axis=1), LEAST_SEEN)[:, None]
    shows = (shows + settings.faint) ** settings.sample_power
    shows /= shows.sum(axis=1, keepdims=True)
    hidden = 1 - (looks.seen - settings.seen_least) / (settings.seen_whole - settings.seen_least)
    doubt = np.clip(hidden, settings.stray, 1.0)[:, None]
    mixed = ((1 - doubt) * np.eye(len(by_group))[group] + doubt * shows) @ by_group
    sized = (mixed + settings.floor) * own
    out = (1 - doubt) * mixed + doubt * sized / sized.sum(axis=1, keepdims=True)
    return np.asarray(out / out.sum(axis=1, keepdims=True))
