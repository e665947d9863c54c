"""Which stone of a column lies on which, where the camera looks down so steeply that heights hardly show.

Where two stones cover each other in the picture, what is seen there is the upper one's colour. A stone whose outline
lies within another's is above it, or it would not be seen. Heights count by their error.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.colour import within
from vision.recognise.stones.settings import ORDER, STONES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.stones.colour import Samples
    from vision.recognise.stones.columns import Link
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import OrderSettings


def ordered(
    column: Sequence[Link],
    seen: tuple[Floats, Floats],
    boxes: Floats,
    samples: Samples,
    settings: OrderSettings = ORDER,
) -> tuple[Link, ...]:
    """The stones of a column from below upward; `seen` are each stone's height (N) as it looks, and its error, in mm.

    Positions and heights stay as they are, from below upward; which stone has them may change.
    """
    if len(column) < 2:
        return tuple(column)
    stones = [link.stone for link in column]
    above = _above(np.array(stones), seen, boxes, samples, settings)
    order = list(range(len(stones)))
    for _ in order:
        for k in range(len(order) - 1):
            if above[order[k], order[k + 1]] > 0:
                order[k], order[k + 1] = order[k + 1], order[k]
    sureness = [_sureness(above, order, k) for k in range(len(order))]
    return tuple(
        replace(column[k], stone=stones[n], sureness=column[n].sureness * sureness[k]) for k, n in enumerate(order)
    )


def _sureness(above: Floats, order: Sequence[int], k: int) -> float:
    """How sure it is that the stone at k is rightly above the one before and below the one after."""
    beside = [above[order[k], order[k - 1]]] if k else []
    beside += [above[order[k + 1], order[k]]] if k + 1 < len(order) else []
    return float(np.prod(1 / (1 + np.exp(-np.array(beside)))))


def _above(
    stones: np.ndarray, seen: tuple[Floats, Floats], boxes: Floats, samples: Samples, settings: OrderSettings
) -> Floats:
    """The logarithm of the odds (n, n) that a stone is above another one."""
    heights, noise = seen[0][stones], seen[1][stones]
    weight = np.interp(noise, settings.steep_noise, settings.height_weights)[:, None]
    higher = np.clip((heights[:, None] - heights[None]) / noise[:, None], -settings.most, settings.most)
    covers = within(samples.points[stones], boxes[stones]).transpose(0, 2, 1)
    share = covers.mean(axis=2)
    inside = np.clip((share - settings.inside) / (1 - settings.inside), 0, 1)
    log_odds = (
        weight * higher + settings.inside_weight * (inside - inside.T) + settings.share_weight * (share - share.T)
    )
    shrunk = boxes[stones] * np.array([1.0, 1.0, settings.border, settings.border])
    crossing = within(samples.outline[stones], shrunk).transpose(0, 2, 1)
    alone = covers.sum(axis=1) == 1
    for a in range(len(stones)):
        for b in range(a):
            lean = _by_colour(samples.colours[stones], covers, alone, (a, b), settings)
            lean += _by_edge(samples.edges[stones], crossing, (a, b), settings)
            log_odds[a, b], log_odds[b, a] = log_odds[a, b] + lean, log_odds[b, a] - lean
    return np.asarray((log_odds - log_odds.T) / 2)


def _by_edge(edges: Floats, crossing: np.ndarray, pair: tuple[int, int], settings: OrderSettings) -> float:
    """How much clearer the outline of the first stone is on the second than the other way round."""
    a, b = pair
    clear = edges[a][crossing[a, b]], edges[b][crossing[b, a]]
    if min(len(each) for each in clear) < settings.least_edge:
        return 0.0
    one, other = (float(np.median(each)) + settings.faint for each in clear)
    return settings.edge_weight * float(np.clip(np.log(one / other), -2, 2))


def _by_colour(
    colours: Floats, covers: np.ndarray, alone: np.ndarray, pair: tuple[int, int], settings: OrderSettings
) -> float:
    """How much more the common part of two stones looks like the first one."""
    a, b = pair
    both = np.concatenate([colours[a][covers[a, b]], colours[b][covers[b, a]]])
    own = [colours[n][alone[n]] for n in pair]
    if len(both) < settings.least_samples or max(len(each) for each in own) < settings.least_samples:
        return 0.0
    scale = np.array(STONES.colour_scale)
    middle = np.median(both, axis=0)
    far = [
        min(float(np.linalg.norm((np.median(each, axis=0) - middle) / scale)), settings.farthest)
        if len(each) >= settings.least_samples
        else settings.unseen
        for each in own
    ]
    return settings.colour_weight * (far[1] - far[0])
