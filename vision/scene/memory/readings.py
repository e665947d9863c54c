"""What was read at one place, look after look, as one label: later looks count more, none alone for ever."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import Quad, alike
from vision.observation import Candidate, Piece
from vision.scene.memory.settings import MEMORY

if TYPE_CHECKING:
    from collections.abc import Mapping


MOST: Final = 10
"""So many labels are told of a piece that is not sure."""
DENIED: Final = 0.1
"""A label that is less likely than this part of the likeliest is denied by a read."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The piece as it lies, and what all looks together say of its label.

    `weights` are those of the labels that were read. `open` is the weight of all others: what a read names no label
    for. `surest` is the highest confidence of any sure read.
    """

    piece: Piece
    weights: Mapping[str, float] = field(default_factory=dict)
    open: float = 0.0
    surest: float = 0.0

    @classmethod
    def of(cls, piece: Piece) -> Readings:
        """One look."""
        weights = _weights(piece)
        return cls(piece, weights, _open(weights), piece.confidence if piece.label is not None else 0.0)

    def with_(self, piece: Piece, fade: float) -> Readings:
        """One look more at the same piece; beside it, earlier ones count by the share `fade`."""
        new, surest = Readings.of(_aligned(piece, self.piece.quad)), fade * self.surest
        labels = dict.fromkeys((*self.weights, *new.weights))
        weights = {name: fade * self.weights.get(name, 0.0) + new.weights.get(name, 0.0) for name in labels}
        surer = new.piece.label is not None and new.surest >= surest
        kept = new.piece if surer or self.piece.label is None else self.piece
        return Readings(kept, weights, fade * self.open + new.open, max(surest, new.surest))

    def contradicts(self, piece: Piece) -> bool:
        """Whether a sure read is another than the sure one that is known."""
        return None not in (piece.label, self.piece.label) and self.denied(piece)

    def denied(self, piece: Piece) -> bool:
        """Whether a reading leaves hardly anything for the label that is known. Of dominoes neither need be sure, for
        one may lie exactly on another. Cards that are covered in part are read as anything."""
        if piece.kind != "domino" and None in (piece.label, self.piece.label):
            return False
        known = self.weights if self.piece.label is None else {self.piece.label: 1.0}
        read = _weights(_aligned(piece, self.piece.quad))
        agreed = max((known[name] * weight for name, weight in read.items() if name in known), default=0.0)
        return agreed < DENIED * max(known.values(), default=0.0) * max(read.values(), default=0.0)

    @property
    def agreed(self) -> Piece:
        """The piece with the label that all looks agree on, or with candidates."""
        total = sum(self.weights.values())
        if not total:
            return self.piece
        ranked = sorted(self.weights.items(), key=lambda item: (-item[1], item[0]))
        best, weight = ranked[0]
        share = weight / total
        if self.surest and share >= MEMORY.sure:
            # No card lies twice: one that reads as another's label may be the next that it reads as.
            others = self.piece.candidates if self.piece.kind == "card" and self.piece.label == best else ()
            return replace(self.piece, label=best, confidence=min(share, self.surest), candidates=others)
        whole = total + self.open
        candidates = tuple(Candidate(name, each / whole) for name, each in ranked[:MOST])
        return replace(self.piece, label=None, confidence=weight / whole, candidates=candidates)


def same(piece: Piece, other: Piece) -> bool:
    """Whether two sightings may be of one piece at one place."""
    if piece.kind != other.kind or alike(piece.quad, other.quad) < MEMORY.same_place:
        return False
    return not Readings.of(other).contradicts(piece)


def one_tile(piece: Piece) -> frozenset[str] | None:
    """The two ends of a domino that was read, whichever comes first; None of what a set may have more of."""
    if piece.kind != "domino" or piece.label in (None, "back"):
        return None
    return frozenset(str(piece.label).split("-"))


def _weights(piece: Piece) -> dict[str, float]:
    if piece.label is not None:
        return {piece.label: piece.confidence}
    return {each.label: each.confidence for each in piece.candidates}


def _open(weights: Mapping[str, float]) -> float:
    """What one read leaves to labels that it does not name; a piece without any was not read."""
    return max(1.0 - sum(weights.values()), 0.0) if weights else 0.0


def _aligned(piece: Piece, old: Quad) -> Piece:
    """A domino told from the end that is known, so that its halves stand in the known order."""
    if piece.kind != "domino":
        return piece
    new = piece.quad
    if np.linalg.norm(new - old) <= np.linalg.norm(np.roll(new, -2, axis=0) - old):
        return piece
    a, b, c, d = piece.corners
    candidates = tuple(replace(each, label=turned(each.label)) for each in piece.candidates)
    label = None if piece.label is None else turned(piece.label)
    return replace(piece, corners=(c, d, a, b), label=label, candidates=candidates)


def unturned(label: str) -> str:
    """A label, of a domino with its halves in one order, as text."""
    return "-".join(sorted(label.split("-")))


def turned(label: str) -> str:
    """A domino's name as it is told from its other end; another piece's name as it is."""
    first, dash, second = label.partition("-")
    return f"{second}-{first}" if dash else label
