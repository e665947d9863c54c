"""Finds cards of any deck: rectangles of straight edges, light or dark all round, with rounded corners."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import cv2
import numpy as np

from vision.geometry import alike, area, centre, overlap, sides
from vision.recognise.cards.beneath import completed, covers, table_between, without_print
from vision.recognise.cards.borders import borders
from vision.recognise.cards.lines import corners_between, edges
from vision.recognise.cards.settings import BENEATH, FIND, LINES
from vision.recognise.detect import Detection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.photo import Picture
    from vision.recognise.cards.settings import BeneathSettings, FindSettings, LineSettings

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CardFinder:
    """A `Detector` of cards without training: it knows no deck, only what a card's outline looks like."""

    name: ClassVar[str] = "card-edges/1"

    lines: LineSettings = LINES
    settings: FindSettings = FIND
    beneath: BeneathSettings = BENEATH

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The cards in an H×W×3 BGR picture, from the top down; cards of a photo have one size."""
        rough = self.outlines(picture)
        found = [each for each in rough if each.score >= self.settings.least_score]
        kept = _apart(_of_one_size(without_print(_single(found, self.settings)), self.settings), self.settings)
        if not kept:
            return ()
        small, scale = _small(picture, self.settings)
        seen = borders(small, _scaled(kept, scale), None, self.settings)
        table = table_between(seen.rim, seen.around)
        cards = [each for each, is_table in zip(kept, table, strict=True) if not is_table]
        paper = np.median(seen.rim[~table], axis=0)
        under = _detections(*self._beneath(small, _scaled(rough, scale), _scaled(cards, scale), paper), scale)
        alone = [each for each in under if all(alike(each.corners, a.corners) < self.settings.same for a in cards)]
        return tuple(
            sorted([*cards, *_apart(alone, self.settings)], key=lambda each: tuple(centre(each.corners)[::-1]))
        )

    def _beneath(self, small: Picture, rough: Floats, above: Floats, paper: Floats) -> tuple[Floats, Floats]:
        """Of rough quads, N×4×2 px, those that are cards beneath the ones above, the best first, and their scores.

        `paper` is the CIELAB colour of the rims of the cards above.
        """
        limits = self.beneath
        cover = covers(above, small.shape, limits)
        usual = np.median([sorted(sides(each)) for each in above], axis=0)
        quads = np.concatenate([rough, completed(rough, borders(small, rough, cover, self.settings).covered, usual)])
        seen = borders(small, quads, cover, self.settings)
        scores = seen.support * _cardlike(quads, small.shape[:2], self.settings)
        sizes = np.log([np.sqrt(area(each) / usual.prod()) for each in quads])
        good = (seen.covered.max(axis=1) > 0) & (1 - seen.covered.mean(axis=1) >= limits.least_seen)
        good &= (np.abs(sizes) < self.settings.one_size) & (scores >= limits.least_score)
        good &= np.abs(seen.rim - paper).max(axis=1) < limits.paper_reach
        order = np.flatnonzero(good)[np.argsort(-np.round(scores[good], 6), kind="stable")]
        return quads[order], scores[order]

    def outlines(self, picture: Picture) -> tuple[Detection, ...]:
        """Every rectangle that may be a card, the best first; they may overlap, but no two are nearly the same."""
        small, scale = _small(picture, self.settings)
        quads = _quads(small, self.lines, self.settings)
        if not len(quads):
            return ()
        support = borders(small, quads, None, self.settings).support
        scores = support * _cardlike(quads, small.shape[:2], self.settings)
        order = np.argsort(-np.round(scores, 6), kind="stable")
        order = order[scores[order] >= self.settings.least_support]
        kept = _distinct(quads, order, self.settings)
        return tuple(_detections(quads[kept], scores[kept], scale))


def _small(picture: Picture, settings: FindSettings) -> tuple[NDArray[np.uint8], float]:
    """The working picture, and by how much it is smaller."""
    scale = min(1.0, settings.side / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    return small.astype(np.uint8, copy=False), scale


def _scaled(found: Sequence[Detection], scale: float) -> Floats:
    """The quads of detections in the working picture, N×4×2 px."""
    return np.array([(each.corners + 0.5) * scale - 0.5 for each in found]).reshape(-1, 4, 2)


def _detections(quads: Floats, scores: Floats, scale: float) -> list[Detection]:
    """Quads of the working picture as detections in the photo."""
    places = (quads + 0.5) / scale - 0.5
    return [Detection(place, "card", min(1.0, score)) for place, score in zip(places, scores.tolist(), strict=True)]


def _quads(picture: NDArray[np.uint8], lines: LineSettings, settings: FindSettings) -> Floats:
    """Quads whose sides lie on edges, three or four of them, N×4×2 px."""
    found = edges(picture, lines)
    if len(found) < 3:
        return np.zeros((0, 4, 2))
    follows, places = corners_between(found, lines)
    after = [np.flatnonzero(row) for row in follows]
    before = [np.flatnonzero(column) for column in follows.T]
    quads: list[Floats] = []
    for j in range(len(found)):
        for i in before[j]:
            for k in after[j]:
                quads.extend(_closed(int(i), j, int(k), found, follows, places, after))
        if len(quads) > settings.most_quads * 4:
            break
    if not quads:
        return np.zeros((0, 4, 2))
    return _plausible(np.array(quads), picture.shape[:2], settings)[: settings.most_quads]


def _closed(  # noqa: PLR0913, PLR0917 - a step of the search
    i: int, j: int, k: int, lines: Floats, follows: NDArray[np.bool_], places: Floats, after: list[NDArray[np.int64]]
) -> list[Floats]:
    """The quads that go round by the edges i, j, k, with each fourth edge. They reach as far as the longer of i and
    k."""
    first, second = places[i, j], places[j, k]
    found = [
        np.array([first, second, places[k, last], places[last, i]])
        for last in after[k]
        if follows[last, i] and i < min(j, k, last)
    ]
    back, on = lines[i, :2] - first, lines[k, 2:] - second
    longer = max(float(np.hypot(*back)), float(np.hypot(*on)))
    if min(float(np.hypot(*back)), float(np.hypot(*on))) > 0.3 * longer:
        back, on = back * longer / np.hypot(*back), on * longer / np.hypot(*on)
        found.append(np.array([first, second, second + on, first + back]))
    return found


def _plausible(quads: Floats, shape: tuple[int, ...], settings: FindSettings) -> Floats:
    """Those that may be a card seen from somewhere: convex, of a card's proportions, not the whole picture."""
    sides = np.roll(quads, -1, axis=1) - quads
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    turn = sides[..., 0] * np.roll(sides, -1, axis=1)[..., 1] - sides[..., 1] * np.roll(sides, -1, axis=1)[..., 0]
    one, other = (lengths[:, 0] + lengths[:, 2]) / 2, (lengths[:, 1] + lengths[:, 3]) / 2
    ratio = np.maximum(one, other) / np.maximum(np.minimum(one, other), 1e-6)
    lean = np.maximum(
        np.maximum(lengths[:, 0], lengths[:, 2]) / np.maximum(np.minimum(lengths[:, 0], lengths[:, 2]), 1e-6),
        np.maximum(lengths[:, 1], lengths[:, 3]) / np.maximum(np.minimum(lengths[:, 1], lengths[:, 3]), 1e-6),
    )
    height, width = shape
    margin = 0.25 * np.maximum(one, other)[:, None]
    inside = (quads[..., 0] > -margin) & (quads[..., 0] < width + margin)
    inside &= (quads[..., 1] > -margin) & (quads[..., 1] < height + margin)
    good = (turn > 0).all(axis=1) & inside.all(axis=1) & (lengths.min(axis=1) >= settings.least_side)
    good &= (ratio >= settings.least_ratio) & (ratio <= settings.most_ratio) & (lean <= settings.most_lean)
    good &= one * other < settings.most_share * width * height
    kept: Floats = quads[good]
    return kept


def _cardlike(quads: Floats, shape: tuple[int, ...], settings: FindSettings) -> Floats:
    """How much the shape is that of a card seen from above, about 1; large ones a little more."""
    sides = np.roll(quads, -1, axis=1) - quads
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    one, other = (lengths[:, 0] + lengths[:, 2]) / 2, (lengths[:, 1] + lengths[:, 3]) / 2
    ratio = np.log(np.maximum(one, other) / np.minimum(one, other))
    low, high = np.log(settings.usual_ratio)
    unusual = np.maximum(0, np.maximum(low - ratio, ratio - high))
    lean = np.abs(np.log(lengths[:, 0] / lengths[:, 2])) + np.abs(np.log(lengths[:, 1] / lengths[:, 3]))
    following = np.roll(sides, -1, axis=1)
    skew = np.abs((sides * following).sum(axis=2) / (lengths * np.roll(lengths, -1, axis=1))).mean(axis=1)
    size = np.log(np.sqrt(one * other) / max(shape))
    cost = settings.ratio_cost * unusual + settings.lean_cost * lean + settings.skew_cost * skew**2
    likeness: Floats = np.exp(settings.size_gain * (size + 1) - cost)
    return likeness


def _distinct(quads: Floats, order: NDArray[np.int64], settings: FindSettings) -> list[int]:
    """The quads in their order without those that are nearly the same as an earlier one."""
    kept: list[int] = []
    for n in order.tolist():
        middles = np.linalg.norm(quads[kept].mean(axis=1) - quads[n].mean(axis=0), axis=1) if kept else np.zeros(0)
        reach = float(np.linalg.norm(quads[n][0] - quads[n][2])) / 2
        near = [kept[m] for m in np.flatnonzero(middles < reach).tolist()]
        if all(alike(quads[n], quads[m]) < settings.same for m in near):
            kept.append(n)
        if len(kept) >= settings.most_kept:
            break
    return kept


def _of_one_size(found: list[Detection], settings: FindSettings) -> list[Detection]:
    """Where enough cards, none on another, agree on a size: those near it, else all."""
    sizes = np.log([np.sqrt(area(each.corners)) for each in found] or [1.0])
    best: tuple[float, list[Detection]] = (0.0, found)
    for size in sizes:
        near = [each for each, own in zip(found, sizes, strict=False) if abs(own - size) < settings.one_size]
        apart = _apart(near, settings)
        votes = sum(each.score - settings.least_score for each in apart)
        if len(apart) >= settings.one_size_least and votes > best[0]:
            best = (votes, near)
    return best[1]


def _single(found: list[Detection], settings: FindSettings) -> list[Detection]:
    """The quads, best first: two cards go before a rectangle that holds both."""
    scores = []
    for each in found:
        halves = [other for other in found if _part(other, each)]
        parts = [other for other in halves if overlap(other.corners, each.corners) > settings.held]
        several = len(_apart(parts, settings)) > 1
        scores.append(each.score - (settings.several_cost if several else 0.0))
    order = sorted(range(len(found)), key=lambda n: (-scores[n], n))
    return [replace(found[n], score=min(1.0, max(0.0, scores[n]))) for n in order if scores[n] > 0]


def _part(part: Detection, whole: Detection) -> bool:
    return 0.18 < area(part.corners) / max(area(whole.corners), 1e-6) < 0.6 and part.score > 0.8


def _apart(found: list[Detection], settings: FindSettings) -> list[Detection]:
    """The best that do not lie on each other but a little; what holds two of them is two cards side by side."""
    kept: list[Detection] = []
    for each in found:
        if all(alike(each.corners, other.corners) < settings.most_shared for other in kept):
            kept.append(each)
    return kept
