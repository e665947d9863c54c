"""Detections of cards: what a detector and a reader say together, and which of several at one place stays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import area, centre, overlap, sides
from vision.observation import BACK, Candidate, Piece, corners_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.geometry import Quad
    from vision.recognise.cards.compare import Light
    from vision.recognise.cards.reader import SeenCard
    from vision.recognise.cards.strips import Strip
    from vision.recognise.detect import Detection
    from vision.settings import CardSettleSettings

SHADOW: Final = 0.85
"""An unsure detection of which cards that were read explain more than this is none of its own."""
NAME: Final = "card"
"""The trained detector's class of faces; outlines have no name."""
SAME_PLACE: Final = 0.15
"""Two cards nearer than this (card widths) are one."""


@dataclass(frozen=True, slots=True, eq=False)
class CardDetection:
    """A piece, its corners as a quad, and how far it is believed to be one: by its detector and its reader.

    `strip`: most of it lies under another card. `is_over`: others lie under it. `light` is that on a card that was read
    well.
    """

    piece: Piece
    corners: Quad
    belief: float
    strip: bool = False
    is_over: bool = False
    light: Light | None = None

    @property
    def reads(self) -> bool:
        """Whether a face, or a back, was read surely."""
        return self.piece.label is not None

    def doubted(self) -> CardDetection:
        """The same, unsure of its label."""
        return replace(self, piece=replace(self.piece, label=None))

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """What it is sorted by among detections at its place, the best first."""
        return not self.reads, not self.is_known, -self.piece.confidence if self.reads else -self.belief

    @property
    def is_known(self) -> bool:
        """Whether it is known what lies there, or at least which part of a card."""
        return self.strip or self.is_over or self.reads


def read(detection: Detection, seen: SeenCard | None) -> CardDetection:
    """A detection of a detector as it was read; None is what is no card."""
    if seen is None:
        piece = Piece(detection.kind, None, detection.score, corners_of(detection.corners), None)
        return CardDetection(piece, detection.corners, detection.score)
    reading, corners = seen.reading, seen.moved(detection).corners
    if reading.label is None and detection.name == "card_back":
        return back(corners, detection.score)
    kind = detection.kind if reading.candidates else "unknown"
    piece = Piece(kind, reading.label, reading.confidence, corners_of(corners), None, reading.candidates)
    belief = detection.score * max(reading.confidence, detection.score / 2)
    return CardDetection(piece, corners, belief, light=seen.light)


def plain(detection: Detection, read: CardDetection, least: float) -> CardDetection:
    """The reading; a card that its trained detector is sure of is one, though of no deck that is known."""
    if read.piece.kind == "unknown" and detection.name == NAME and detection.score >= least:
        return replace(read, piece=replace(read.piece, kind="card"))
    return read


def back(corners: Quad, sure: float) -> CardDetection:
    """A card that lies face down."""
    return CardDetection(Piece("card", BACK, sure, corners_of(corners), None, (Candidate(BACK, sure),)), corners, sure)


def thing(corners: Quad) -> CardDetection:
    """Something that is no card and hides what is below."""
    return CardDetection(Piece("unknown", None, 1.0, corners_of(corners), None), corners, 1.0)


def beneath(strip: Strip) -> CardDetection:
    """A card of which a strip is seen: it is never sure which one, but a few are likely."""
    candidates = tuple(Candidate(label, chance) for label, chance in strip.labels)
    sure = candidates[0].confidence
    return CardDetection(
        Piece("card", None, sure, corners_of(strip.corners), None, candidates), strip.corners, sure, strip=True
    )


def best_at_each_place(detections: Iterable[CardDetection], settings: CardSettleSettings) -> list[CardDetection]:
    """Of detections at one place the one that reads best.

    A detector's trust in corners says little once a face is read.
    """
    kept: list[CardDetection] = []
    for detection in sorted(detections, key=lambda detection: detection.rank):
        if not any(_same(detection, other, settings) for other in kept):
            kept.append(detection)
    return kept


def unshadowed(detections: Sequence[CardDetection]) -> list[CardDetection]:
    """The detections without unsure ones that show little but cards that were read, or strips of cards."""
    firm = [each for each in detections if each.is_known]
    return [each for each in detections if each.is_known or not _is_shadow(each, firm)]


def _is_shadow(detection: CardDetection, firm: Sequence[CardDetection]) -> bool:
    if detection.piece.kind != "card":
        return False
    size = area(detection.corners)
    shares = (overlap(detection.corners, other.corners) * min(size, area(other.corners)) for other in firm)
    return (
        any(lie_alike(detection.corners, other.corners) for other in firm if other.strip) or sum(shares) > SHADOW * size
    )


def lie_alike(one: Quad, other: Quad) -> bool:
    """Whether two quads are of one place."""
    return float(np.linalg.norm(centre(one) - centre(other))) < SAME_PLACE * min(sides(one))


def _same(one: CardDetection, other: CardDetection, settings: CardSettleSettings) -> bool:
    """Whether two detections are one card.

    Cards of a fan share much, but not their faces or their middles. A part of a card is smaller than the card.
    """
    if one.piece.kind != other.piece.kind:
        return False
    shared = overlap(one.corners, other.corners)
    small, large = sorted((area(one.corners), area(other.corners)))
    alike = one.piece.label is not None and one.piece.label == other.piece.label
    part = small < settings.part * large or lie_alike(one.corners, other.corners)
    return shared > (settings.most_of_one if alike else settings.most_of_two) or (shared > settings.inside and part)


def in_order(detections: Sequence[CardDetection]) -> tuple[Piece, ...]:
    """The pieces from the top of the picture down."""
    return tuple(
        each.piece for each in sorted(detections, key=lambda detection: tuple(centre(detection.corners)[::-1]))
    )
