"""Cards that look alike, compared where they differ: a suit's sign, a curve of a figure, a bar below it.

A card of another suit differs from its like in a hundredth of its face. The comparison of whole faces hardly sees that,
least of all upside down. So the picture is laid over the enrolled faces at their full resolution. Only places where two
faces differ count, each allowed to lie a little aside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.observation import Candidate
from vision.recognise.cards.settings import ALIKE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.close_look import CloseLook, Placed
    from vision.recognise.cards.deck import Deck
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import AlikeSettings
    from vision.recognise.read import Reading

    Shares = NDArray[np.uint8]
    """A face or card in shares of its paper's light, of which `FULL` is the whole."""
    Box = tuple[int, int, int, int]
    """A part of a face: left, top, right, bottom."""


PAIRS: Final = 1024
"""Of so many pairs of faces it is kept where they differ."""
FACES: Final = 1024
"""Of so many faces the light of their paper is kept."""
BRIGHTEST: Final = 1.2
"""What is brighter than so many times the paper is glare, and counts as that."""
FULL: Final = 255 / BRIGHTEST
"""The paper's light in `Shares`: bytes are compared many times as fast as fractions."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The place whose face lies there rather than another's. `margin` is 1 where it fits as well as may be and the
    other not at all, and 0 where both fit alike."""

    place: Placed
    margin: float


def compared(
    source: Pyramid, seen: CloseLook, reading: Reading, deck: Deck, settings: AlikeSettings = ALIKE
) -> tuple[Reading, Quad]:
    """The reading of a card again, and its corners, now that faces which look alike were compared where they differ.

    Where they hardly differ there the label is None, with both candidates.
    """
    best = seen.best
    rivals = _rivals(seen, deck, settings)
    if not len(deck.fine) or not rivals or reading.confidence < settings.least_confidence:
        return reading, best.corners
    margin, beaten = 1.0, rivals[0]
    card = _laid(source, best, deck, settings)
    for rival in rivals:
        verdict = _between(card, best, rival, deck, settings)
        if verdict is None:
            if best.fit.likelihood - rival.fit.likelihood < settings.close:
                margin, beaten = 0.0, rival
            continue
        if verdict.place is not best:
            margin, best, beaten = verdict.margin, rival, best
            card = _laid(source, best, deck, settings)
        elif verdict.margin < margin:
            margin, beaten = verdict.margin, rival
    if margin == 1.0 and best is seen.best:
        return reading, best.corners
    label = deck.labels[best.fit.face]
    sure = _chance(margin, reading.confidence, settings)
    candidates = _first(label, deck.labels[beaten.fit.face], sure, reading.candidates)
    name = label if margin >= settings.least_margin and (reading.label is not None or best is not seen.best) else None
    return replace(reading, label=name, confidence=sure, candidates=candidates), best.corners


def same(one: NDArray[np.uint8], other: NDArray[np.uint8], settings: AlikeSettings = ALIKE) -> bool:
    """Whether two fine faces differ nowhere, either way up: they are of one card."""
    mine, theirs = (_even(face, _paper(face)) for face in (one, other))
    return any(not _differences(mine, face, settings) for face in (theirs, theirs[::-1, ::-1]))


def _rivals(seen: CloseLook, deck: Deck, settings: AlikeSettings) -> list[Placed]:
    """The places of other labels that fit nearly as well, the best first, each label once."""
    best = seen.best
    found: dict[str, Placed] = {}
    for place in seen.places[1:]:
        near = place.fit.likelihood > best.fit.likelihood - settings.near
        if near and deck.labels[place.fit.face] != deck.labels[best.fit.face]:
            found.setdefault(deck.labels[place.fit.face], place)
    return list(found.values())[: settings.most_rivals]


def _between(card: Shares, one: Placed, other: Placed, deck: Deck, settings: AlikeSettings) -> Verdict | None:
    """Which of two faces lies there, the other either way up; None where the picture shows neither well enough.

    The card was laid over the first face.
    """
    mine, theirs = _face(deck, one.fit.face), _face(deck, other.fit.face)
    pair = deck, one.fit.face, other.fit.face
    margin, left = min(
        _margin(card, mine, face, _places(*pair, turned, settings), settings)
        for turned, face in ((False, theirs), (True, theirs[::-1, ::-1]))
    )
    if left > settings.most_left:
        return None
    return Verdict(one, margin) if margin >= 0 else Verdict(other, -margin)


def _margin(
    card: Shares, one: Shares, other: Shares, places: Sequence[tuple[Box, float]], settings: AlikeSettings
) -> tuple[float, float]:
    """How much more like one face than another a card is in the `places` where they differ, -1 … 1; 0 where they are
    the same. Then by how much it differs from the more alike one there, as a share of what they differ by."""
    gained, left_over, whole = 0.0, 0.0, 0.0
    for box, apart in places:
        size = _size(box)
        whole += size * apart
        mine, theirs = _apart(card, one, box, settings), _apart(card, other, box, settings)
        gained += size * (theirs - mine)
        left_over += size * min(mine, theirs)
    return (0.0, 0.0) if whole <= 0 else (float(np.clip(gained / whole, -1, 1)), left_over / whole)


@lru_cache(maxsize=PAIRS)
def _places(deck: Deck, one: int, other: int, turned: bool, settings: AlikeSettings) -> tuple[tuple[Box, float], ...]:
    """Where a face of a deck differs from another, which may be `turned` upside down, and by how much.

    What differs only by where it lies tells nothing.
    """
    mine, theirs = _face(deck, one), _face(deck, other)
    theirs = theirs[::-1, ::-1] if turned else theirs
    return tuple((box, _apart(mine, theirs, box, settings)) for box in _differences(mine, theirs, settings))


def _size(box: Box) -> int:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _differences(one: Shares, other: Shares, settings: AlikeSettings) -> list[Box]:
    """The parts in which two faces differ most, with something around them."""
    blur = settings.blur * one.shape[1]
    two = [cv2.GaussianBlur(np.divide(each, FULL, dtype=np.float32), (0, 0), blur) for each in (one, other)]
    away = np.abs(two[0] - two[1]).sum(axis=2)
    rim = round(settings.rim * one.shape[1])
    marked = np.zeros(away.shape, np.uint8)
    marked[rim:-rim, rim:-rim] = away[rim:-rim, rim:-rim] > settings.differs
    side = max(3, round(settings.around * one.shape[1]))
    grown = cv2.dilate(marked, np.ones((side, side), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(grown)
    height, width = away.shape
    reach = _reach(one, settings)
    boxes = []
    for left, top, across, down, _ in stats[1:count].tolist():
        box = (max(left, reach), max(top, reach), min(left + across, width - reach), min(top + down, height - reach))
        if box[0] < box[2] and box[1] < box[3]:
            boxes.append(box)
    weight = [float(away[top:bottom, left:right].sum()) for left, top, right, bottom in boxes]
    order = np.argsort(weight)[::-1][: settings.most_places]
    return [boxes[n] for n in order.tolist()]


def _apart(card: Shares, face: Shares, box: Box, settings: AlikeSettings) -> float:
    """The mean difference of a part of a face from the card, where the part fits best near its place."""
    left, top, right, bottom = box
    reach = _reach(face, settings)
    part = np.ascontiguousarray(face[top:bottom, left:right])
    steps = range(-reach, reach + 1, max(1, reach // 4))
    near = (card[top + y : bottom + y, left + x : right + x] for y in steps for x in steps)
    return min(cv2.norm(each, part, cv2.NORM_L1) for each in near) / (part.size * FULL)


def _reach(face: Shares, settings: AlikeSettings) -> int:
    return int(max(1, round(settings.reach * face.shape[1])))


def _laid(source: Pyramid, place: Placed, deck: Deck, settings: AlikeSettings) -> Shares:
    """The card at a place, upright and of its face's size, laid as exactly as may be over the face."""
    face = _face(deck, place.fit.face)
    height, width = face.shape[:2]
    seen = source.rectified(place.corners, width, height)
    card = _even(seen, _paper(seen))
    small = (settings.lay_width, round(settings.lay_width * height / width))
    two = [
        cv2.resize(each, small, interpolation=cv2.INTER_AREA).mean(axis=2, dtype=np.float32) for each in (face, card)
    ]
    warp, whole = np.eye(2, 3, dtype=np.float32), np.ones((small[1], small[0]), np.uint8)
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, settings.steps, 1e-4)
    try:
        _, found = cv2.findTransformECC(two[0], two[1], warp, cv2.MOTION_AFFINE, ends, whole, 3)
    except cv2.error:
        return card  # nothing of the face is there
    warp = np.asarray(found, np.float32)
    warp[:, 2] *= width / small[0]
    if not np.abs(warp - np.eye(2, 3)).max() < settings.most_moved * width:
        return card
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(card, warp, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _face(deck: Deck, number: int) -> Shares:
    return _even(deck.fine[number], _paper_of(deck, number))


@lru_cache(maxsize=FACES)
def _paper_of(deck: Deck, number: int) -> tuple[int, ...]:
    return _paper(deck.fine[number])


def _even(face: NDArray[np.uint8], paper: Sequence[int]) -> Shares:
    """A face in shares of its paper's light, channel by channel: free of how bright and how tinted the light is."""
    shades = np.arange(256) * FULL / np.maximum(paper, 8)[:, None]
    table = np.minimum(np.rint(shades), 255).astype(np.uint8).T
    return np.asarray(cv2.LUT(face, table[:, None]), np.uint8)


def _paper(face: NDArray[np.uint8]) -> tuple[int, ...]:
    """The light of the paper in each channel: nine pixels of ten are darker or as bright."""
    counts = (np.bincount(channel.ravel(), minlength=256) for channel in cv2.split(face))
    return tuple(int(np.searchsorted(np.cumsum(each), 0.9 * face[..., 0].size)) for each in counts)


def _chance(margin: float, confidence: float, settings: AlikeSettings) -> float:
    """How sure a reading is whose face won by a margin."""
    return float(min(confidence, 1 / (1 + np.exp(-settings.slope * margin))))


def _first(label: str, other: str, sure: float, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates: the winner first, then the one that it hardly beat, and none of the others more likely."""
    least = (1 - sure) / 2
    rest = [
        replace(each, confidence=min(each.confidence, least)) for each in candidates if each.label not in {label, other}
    ]
    return (Candidate(label, sure), Candidate(other, 1 - sure), *rest)
