"""Hands at the quarry: one whose fingers lie on the pile for a while has most likely drawn from it.

Seen in every small grey picture, for a look at rest cannot tell one card face down from the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.games.stonerow.tracks import BRICKYARD, QUARRY
from vision.scene.masks import closed, components, grown, large_parts, shrunk
from vision.scene.memory.background import BESIDE
from vision.scene.memory.change import SPARSE
from vision.scene.rim import DEEP

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.core import Seat
    from vision.arrays import Floats, Grey, Mask
    from vision.games.stonerow.zones import Zones

    Pixel: TypeAlias = tuple[float, float]

STEP: Final = 18
"""A pixel has changed if its grey differs by more than this, past what all of them changed by, …"""
SHADOWS: Final = (0.15, 0.3)
"""… and, where it got darker, by more than this share of it: a hand's shadow, which shifts what seems to be its
fingers. How dark shadows are is not known, so that both are tried."""
MOST_CHANGED: Final = 0.5
"""If more of the mat than this share changed, the picture moved, or its light."""
SMALLEST: Final = 0.004
"""What covers less than this share of the mat is no hand."""
TIP: Final = 0.02
"""The fingers are that share of a hand which is farthest in."""
AT_PILE: Final = 70.0
"""Fingers so near (mm) to the pile's middle, and nearer than to the brickyard's card, are at the pile."""
AT_EMPTY: Final = 25.0
"""Fingers nearer (mm) to the middle of an empty brickyard lay a card there. Three hands that drew were 30 from it."""
STAYED: Final = 0.35
"""They have been there for so long (s) if something was taken. In twelve rendered games 53 of 54 hands that drew were
there for longer. Of 75 others two were, which laid cards beyond the pile once they had drawn."""
APART: Final = 0.8
"""What was there again after so long (s) came twice."""
LIES: Final = 0.3
"""What has looked the same for so long (s), and is no part of a hand, lies there, as a card that was just laid."""
SAME: Final = 9
"""A pixel looks the same if its grey differs by no more than this."""


@dataclass(frozen=True, slots=True)
class HandAtPile:
    """Fingers were at the pile until `end` (s), for so many `seconds`. They came in from the side of a `seat` of the
    mat (None: from between two). `gone`: the hand has left the mat since."""

    seat: Seat | None
    end: float
    seconds: float = 0.0
    gone: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The picture without hands; `newest` is what every pixel shows that is no hand's, `since` from when on (s)."""

    picture: Grey
    newest: Grey
    since: Floats

    def after(self, grey: Grey, time: float, inner: Mask) -> Background:
        """The same after a frame taken at `time`: what lies there by now is part of it. `inner` is that of the mat."""
        changed = np.abs(grey.astype(np.int16) - self.newest) > SAME
        changed |= _hand_mask(self.picture, grey, inner)
        newest, since = np.where(changed, grey, self.newest), np.where(changed, time, self.since)
        return Background(np.where(time - since >= LIES, newest, self.picture), newest, since)


@dataclass(frozen=True, slots=True, eq=False)
class HandsAtPile:
    """What was at the pile, in its order; `time` is that of the last frame (s). The pile is `alone` where nothing lies
    on the brickyard that a hand beside both might take."""

    background: Background | None = None
    time: float = 0.0
    all: tuple[HandAtPile, ...] = ()
    alone: bool = False

    def after(self, grey: Grey, time: float, zones: Zones, *, still: bool) -> HandsAtPile:
        """The same after a frame (h, w) taken at `time`, in which the zones lie."""
        if still or self.background is None or self.background.picture.shape != grey.shape:
            background = Background(grey, grey, np.full(grey.shape, time))
            return replace(self, background=background, time=time, all=self._left(()))
        mat, inner = masks(grey.shape, zones.outline())
        found = fingers_and_edges(self.background.picture, grey, mat, inner)
        come = [(zones.at(*tip), zones.beside(*zones.at(*edge))) for tip, edge in found]
        hands = self._left([seat for _, seat in come])
        quarry, brickyard = (zones.piles()[name] for name in (QUARRY, BRICKYARD))
        for tip, seat in come:
            away = dist(tip, quarry)
            if away < AT_PILE and dist(tip, brickyard) > (AT_EMPTY if self.alone else away):
                hands = _stayed(hands, seat, time, min(time - self.time, STAYED / 2))
                break
        return replace(self, background=self.background.after(grey, time, inner), time=time, all=hands)

    def _left(self, seats: Collection[Seat | None]) -> tuple[HandAtPile, ...]:
        """The hands that still come in from the side of these seats; those of others have left."""
        return tuple(
            replace(hand, gone=hand.gone or (hand.seat not in seats and not (hand.seat is None and seats)))
            for hand in self.all
        )

    def taken(self, by: Seat | None = None, but: Seat | None = None) -> bool:
        """Whether fingers stayed at the pile of a hand that has left the mat since. With `by` they are those of that
        seat of the mat or of nobody known, with `but` those of another."""
        stayed = [hand.seat for hand in self.all if hand.gone and hand.seconds >= STAYED]
        if by is not None:
            return any(seat in {None, by} for seat in stayed)
        return bool(stayed) if but is None else any(seat not in {None, but} for seat in stayed)

    def since(self, time: float, but: Seat | None = None) -> HandsAtPile:
        """Without what was there until a time (s), but for what came from the side of a seat of the mat."""
        kept = (hand for hand in self.all if hand.end > time or (but is not None and hand.seat == but))
        return replace(self, all=tuple(kept))


def _stayed(hands: tuple[HandAtPile, ...], seat: Seat | None, time: float, seconds: float) -> tuple[HandAtPile, ...]:
    """The hands with so many seconds more until a time (s) by a hand from the side of a seat of the mat. The last that
    may be this hand's stays on, else a new one comes."""
    for n in reversed(range(len(hands))):
        hand = hands[n]
        if time - hand.end <= APART and (hand.seat == seat or None in {hand.seat, seat}):
            mine = seat if hand.seat is None else hand.seat  # two hands that cross are one at first
            longer = HandAtPile(mine, time, hand.seconds + seconds)
            return (*hands[:n], longer, *hands[n + 1 :])
    return (*hands, HandAtPile(seat, time, seconds))


def fingers_and_edges(rest: Grey, grey: Grey, mat: Mask, inner: Mask) -> list[tuple[Pixel, Pixel]]:
    """Where fingers may be, and where their hand crosses the border of a mat with these masks; pixels."""
    apart = grey.astype(np.float32) - rest
    apart -= float(np.median(apart[::SPARSE, ::SPARSE]))
    found: list[tuple[Pixel, Pixel]] = []
    for shadow in SHADOWS:
        differs = (apart > STEP) | (-apart > np.maximum(STEP, shadow * rest))
        changed = mat & closed(differs, BESIDE)
        if int(changed.sum()) <= MOST_CHANGED * int(mat.sum()):
            found += _ends(changed, inner, SMALLEST * int(mat.sum()))
    return found


def _hand_mask(rest: Grey, grey: Grey, inner: Mask) -> Mask:
    """The pixels of whatever comes in over the border of a mat, of which `inner` is the mask without that."""
    apart = np.abs(grey.astype(np.float32) - rest)
    _, labels = components(grown(apart > SAME, BESIDE))
    return np.asarray(np.isin(labels, labels[~inner & (labels > 0)]), np.bool_)


def masks(shape: tuple[int, ...], outline: Floats) -> tuple[Mask, Mask]:
    """The mask of a mat with this outline (4, 2) in a picture of a shape, and the same without its border."""
    filled = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(filled, np.round(outline).astype(np.int32), 1)
    mat = np.asarray(filled > 0, np.bool_)
    return mat, shrunk(mat, 2 * DEEP + 1)


def _ends(changed: Mask, inner: Mask, fewest: float) -> list[tuple[Pixel, Pixel]]:
    """The farthest part of what changed, at least so many pixels, and where it comes in from beyond the inner mat."""
    count, labels = components(large_parts(changed, fewest))
    found = []
    for number in range(1, count):
        y, x = np.nonzero(labels == number)
        over = ~inner[y, x]
        if int(over.sum()) >= DEEP:
            edge = float(x[over].mean()), float(y[over].mean())
            away = np.hypot(x - edge[0], y - edge[1])
            farthest = away.argsort()[-max(DEEP, round(TIP * len(away))) :]
            found.append(((float(x[farthest].mean()), float(y[farthest].mean())), edge))
    return found
