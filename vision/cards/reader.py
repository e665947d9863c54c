"""Reads cards of an enrolled deck: which face lies within the four corners that a detector gave, and which way up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from vision.cards.align import align
from vision.cards.coarse import guesses
from vision.cards.compare import fits
from vision.cards.gallery import gallery
from vision.cards.look import pyramid
from vision.cards.quads import clockwise, moved, turned
from vision.cards.settings import ALIGN, COARSE, COMPARE

if TYPE_CHECKING:
    from vision.cards.coarse import Guess
    from vision.cards.compare import Fit
    from vision.cards.deck import Deck
    from vision.cards.gallery import Gallery
    from vision.cards.look import Pyramid
    from vision.geometry import Quad
    from vision.photo import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    corners: Quad
    fits: tuple[Fit, ...]
    guess: Guess


def sight(source: Pyramid, corners: Quad, ready: Gallery, turns=2, near=0.03) -> Sight:
    start = clockwise(corners)
    ranked = guesses(source, start, ready)
    leads=[ranked[0]]
    for g in ranked[1:10]:
        if len(leads)<turns and g.turn not in {x.turn for x in leads} and g.likeness>ranked[0].likeness-near: leads.append(g)
    best = None
    for lead in leads:
        now = _settle(source, start, ready, lead, ranked)
        if best is None or now.fits[0].likelihood > best.fits[0].likelihood:
            best = now
    return best


def _settle(source, start, ready, lead, ranked):
    shown = turned(start, lead.turn)
    width, height = COARSE.width, ready.height(COARSE.width)
    began = moved(shown, lead.shift[0] / width, lead.shift[1] / height)
    faces = [each.face for each in ranked if each.turn == lead.turn][: COARSE.kept]
    best=None
    face=lead.face
    tried=set()
    for corners in (began,None,None):
        if corners is None:
            if face in tried: break
            tried.add(face)
            corners=align(source, began, ready, face)
        card = source.rectified(corners, COMPARE.width, ready.height(COMPARE.width))
        found = sorted(fits(card, ready, faces, face), key=lambda each: (-each.likelihood, each.face))
        if best is None or found[0].likelihood>best.fits[0].likelihood:
            best=Sight(corners, tuple(found), lead)
        face=best.fits[0].face
    return best
