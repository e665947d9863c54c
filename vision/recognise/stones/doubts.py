"""What a detector took for something else. Such are a base found as a stone too, a large stone taken for a base, and a
stone on a base for a token. A stone found twice is another. Print of a cloth is told by
`vision.recognise.stones.cloth`.

All bases of a set are alike, and stand on the board's ring. Of two stones on the table none lies within the other's
outline. What shows round a stone on its base is the base, or a stone of another colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.stones.colour import LEAST_SEEN, colours, sample, within
from vision.recognise.stones.gauges import box
from vision.recognise.stones.settings import DOUBTS, STONES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import DoubtSettings

OTHER: Final = "other"
"""What is none of the pieces."""


def sorted_out(
    kinds: Sequence[str], quads: Sequence[Quad], picture: Picture, settings: DoubtSettings = DOUBTS
) -> list[str]:
    """The kinds of pieces in an H×W×3 BGR picture without those that are something else already."""
    on_table = _on_the_table(kinds, quads, settings)
    bases = [n for n, kind in enumerate(on_table) if kind == "base"]
    twins = [(n, k) for n in bases for k, kind in enumerate(on_table) if kind == "stone" and shared(quads[n], quads[k])]
    if not twins or len(bases) < settings.least_bases:
        return on_table
    own = _colours(picture, np.array([box(quads[n]) for n in bases]))
    single = [m for m, n in enumerate(bases) if n not in {base for base, _ in twins}]
    usual = np.median(own[single] if len(single) >= settings.least_bases else own, axis=0)
    for base, stone in twins:
        strange = np.linalg.norm((own[bases.index(base)] - usual) / np.array(STONES.colour_scale))
        on_table[base if strange > settings.strange else stone] = OTHER
    return on_table


def _on_the_table(kinds: Sequence[str], quads: Sequence[Quad], settings: DoubtSettings) -> list[str]:
    """The kinds, where a base that stands on another is the stone there: no base stands on a base."""
    corrected = list(kinds)
    boxes = {n: box(quads[n]) for n, kind in enumerate(kinds) if kind == "base"}
    stones = [quads[n] for n, kind in enumerate(kinds) if kind == "stone"]
    for n, own in boxes.items():
        below = (other for k, other in boxes.items() if k != n and _foot(other) > _foot(own))
        if any(_common(own, other) >= settings.within for other in below):
            corrected[n] = OTHER if any(shared(quads[n], stone) for stone in stones) else "stone"
    return corrected


def _foot(whole: Floats) -> float:
    """The lower edge of an upright box (4), px."""
    return float(whole[1] + whole[3] / 2)


def strays(
    picture: Picture,
    kinds: Sequence[str],
    quads: Sequence[Quad],
    standing: Sequence[int],
    settings: DoubtSettings = DOUBTS,
) -> dict[int, str]:
    """What bases are that do not stand on the board's ring, where `standing` ones (indices) do: stones, or nothing.

    One that has their colour stays a base: it is the ring that was found askew.
    """
    away = [n for n, kind in enumerate(kinds) if kind == "base" and n not in standing]
    if len(standing) < settings.enough_bases or not away:
        return {}
    own = _colours(picture, np.array([box(quads[n]) for n in (*standing, *away)]))
    usual = np.median(own[: len(standing)], axis=0)
    strange = np.linalg.norm((own[len(standing) :] - usual) / np.array(STONES.colour_scale), axis=1)
    found = {}
    for n, apart in zip(away, strange, strict=True):
        if any(shared(quads[n], quads[k]) for k in standing):
            found[n] = OTHER
        elif apart > settings.strange:
            found[n] = "stone"
    return found


def discs_on_bases(kinds: Sequence[str], quads: Sequence[Quad], settings: DoubtSettings = DOUBTS) -> list[int]:
    """The tokens that lie on a base, where none may, and on which no stone is found: most are stones."""
    boxes = [box(quad) for quad in quads]
    bases, stones = ([n for n, kind in enumerate(kinds) if kind == name] for name in ("base", "stone"))
    return [
        n
        for n, kind in enumerate(kinds)
        if kind == "token"
        and any(_overlap(boxes[n], boxes[base]) >= settings.upon * boxes[n][2:].prod() for base in bases)
        and all(_common(boxes[n], boxes[stone]) < settings.within for stone in stones)
    ]


def found_twice(
    boxes: Floats, scores: Sequence[float], loose: Sequence[int], settings: DoubtSettings = DOUBTS
) -> list[int]:
    """Of the `loose` stones, those on no stack, whichever lie mostly within the upright box (N, 4) of a surer one. They
    are a part of that stone, or of two."""
    return [
        n
        for n in loose
        if any(scores[k] > scores[n] and _common(boxes[n], boxes[k]) >= settings.within for k in loose if k != n)
    ]


def halos(
    picture: Picture, base: Quad, boxes: Floats, scores: Sequence[float], settings: DoubtSettings = DOUBTS
) -> list[int]:
    """Of stones with upright `boxes` (N, 4) on one base in an H×W×3 BGR picture, those that are another one with some
    base round it. Such a one was found less surely round a surer stone, and shows the base's colour there."""
    round_ = boxes * np.array([1, 1, settings.outside, settings.outside])
    around = [
        (n, k)
        for n in range(len(boxes))
        for k in range(len(boxes))
        if scores[k] > scores[n]
        and boxes[k, 2:].prod() < boxes[n, 2:].prod()
        and _common(boxes[n], boxes[k]) >= settings.around
    ]
    base_colour = _median_outside(picture, box(base), round_) if around else None
    if base_colour is None:
        return []
    shade = np.array(STONES.shade_scale)
    seen = ((n, _median_outside(picture, boxes[n], round_[k][None])) for n, k in around)
    return sorted(
        {n for n, rim in seen if rim is not None and np.linalg.norm((rim - base_colour) / shade) < settings.alike}
    )


def rings(picture: Picture, base: Quad, boxes: Floats, settings: DoubtSettings = DOUBTS) -> list[int]:
    """Of stones with upright `boxes` (N, 4) on one base in an H×W×3 BGR picture, those that are rings printed on it.
    They lie within its outline and have its own colour."""
    base_box = box(base)
    inner = [n for n, each in enumerate(boxes) if _overlap(each, base_box) >= settings.upon * each[2:].prod()]
    shade = np.array(STONES.shade_scale)
    printed = []
    for n in inner:
        around = _median_outside(
            picture, base_box, boxes[n][None] * np.array([1, 1, settings.outside, settings.outside])
        )
        own = _colours(picture, boxes[n][None])[0]
        if around is not None and np.linalg.norm((own - around) / shade) < settings.printed:
            printed.append(n)
    return printed


def _median_outside(picture: Picture, whole: Floats, parts: Floats) -> Floats | None:
    """The usual colour (3) of what an upright box (4) encloses outside of others (N, 4); None where that is little."""
    samples = sample(picture, whole[None])
    outside = ~within(samples.points, parts)[0].any(axis=1) & samples.inside[0]
    return np.median(samples.colours[0][outside], axis=0) if outside.sum() >= LEAST_SEEN else None


def _common(a: Floats, b: Floats) -> float:
    """The share of the smaller of two upright boxes that the other covers."""
    return _overlap(a, b) / float(min(a[2] * a[3], b[2] * b[3]))


def shared(one: Quad, other: Quad, settings: DoubtSettings = DOUBTS) -> bool:
    """Whether two upright boxes cover nearly the same."""
    a, b = box(one), box(other)
    common = _overlap(a, b)
    return common >= settings.same * float(a[2] * a[3] + b[2] * b[3] - common)


def _overlap(a: Floats, b: Floats) -> float:
    low = np.maximum(a[:2] - a[2:] / 2, b[:2] - b[2:] / 2)
    high = np.minimum(a[:2] + a[2:] / 2, b[:2] + b[2:] / 2)
    return float(np.prod(np.maximum(high - low, 0)))


def _colours(picture: Picture, boxes: Floats) -> Floats:
    """The colours (N, 3) of what upright boxes (N, 4) enclose."""
    return colours(sample(picture, boxes), boxes, np.zeros(len(boxes)))[0]
