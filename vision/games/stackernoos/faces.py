"""The dominoes of an observation as evidence: quads, and how likely each shows which halves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.games.stackernoos.tiles import MOST_PIPS, set_size
from vision.games.stackernoos.occlusion import lies_at
from vision.geometry import clockwise
from vision.observation import BACK
from vision.settings import SETTLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.geometry import Quad
    from vision.observation import Observation, Piece

Halves: TypeAlias = tuple[int, int]

BLANK: Final = "0-0"
LABELS: Final = {f"{a}-{b}": (a, b) for a, b in product(range(MOST_PIPS + 1), repeat=2)}
"""The halves of the tiles of all sets, by label."""
MISREAD: Final = 0.005
"""How often a tile is read as another, though a single label was told."""
FLOOR: Final = MISREAD / 10
"""How likely any label is that was not read at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A domino that lies face up: its piece's number, and its quad clockwise on screen. `weights` are the likelihoods
    of the halves, the quad's first half first, with a sum of 1. `sure` if a single label was told, else its candidates
    leave `unread` open, 0 … 1. `unlisted` is how likely it shows any halves that are not among them."""

    piece: int
    quad: Quad
    weights: Mapping[Halves, float]
    sure: bool
    unread: float = 0.0
    unlisted: float = 0.0

    def likelihood(self, a: int, b: int) -> float:
        """How likely the tile shows a in its first half and b in its second, or what is read of it if it does."""
        return self.weights.get((a, b), 0.0) + FLOOR + self.unlisted

    @property
    def likeliest(self) -> Halves:
        """The halves that it most likely shows, the first half of the quad first."""
        return max(self.weights, key=self.weights.__getitem__)


Backs: TypeAlias = "Mapping[int, Quad]"
"""What lies face down: quads by the numbers of pieces."""
Faces: TypeAlias = tuple[list[Face], Backs]
"""What lies face up, and what lies face down."""


def faces(observation: Observation, most: int) -> Faces:
    """The dominoes that lie face up, and those that lie face down; what stands or has no quad is neither. `most` is the
    greatest number of pips in the set. What is rather a back than any face is one."""
    found: list[Face] = []
    backs: dict[int, Quad] = {}
    for number, piece in enumerate(observation.pieces):
        if piece.kind != "domino" or (piece.label is None and not piece.candidates):
            continue
        quad = clockwise(piece.quad)
        if quad is not None and top_label(piece) == BACK:
            backs[number] = quad
        elif quad is not None and (weights := _weights(piece, most)):
            unread, sure = _left_open(piece, but=BACK), piece.label is not None
            found.append(Face(number, quad, weights, sure, unread, unlisted(piece, most)))
    return found, backs


def with_double_blank(found: Faces, observation: Observation, at: Quad | None) -> Faces:
    """The faces and backs of a table on which the double blank lies open, at the quad `at` if that is known. What looks
    like a back in that place is the double blank. Where no place is known it is the single tile that may be either."""
    face_up, backs = found
    if at is None:
        unsure = {n: piece for n, piece in enumerate(observation.pieces) if n in backs and piece.label is None}
        blanks = [n for n, piece in unsure.items() if any(each.label == BLANK for each in piece.candidates)]
    else:
        blanks = [n for n, quad in backs.items() if lies_at(quad, at)]
    if len(blanks) != 1:
        return found
    blank = blanks[0]
    read = sum(each.confidence for each in observation.pieces[blank].candidates)
    face = Face(blank, backs[blank], {(0, 0): 1.0}, sure=False, unread=max(1.0 - read, 0.0))
    return [*face_up, face], {n: quad for n, quad in backs.items() if n != blank}


def unlisted(piece: Piece, most: int) -> float:
    """How likely a piece shows any one tile's halves that were not told. It is none where a single label was told.
    `most` is the greatest number of pips in the set: what a reading leaves open is any of its tiles."""
    return _left_open(piece) / set_size(most)


def _left_open(piece: Piece, but: str = "") -> float:
    """What all labels `but` one that a piece may show leave open, 0 … 1."""
    read = sum(each.confidence for each in piece.candidates if each.label != but)
    return 0.0 if piece.label is not None else max(1.0 - read, 0.0)


def is_faint(piece: Piece) -> bool:
    """Whether a piece is plainly a domino, and nothing that it may show is believed."""
    return piece.kind == "domino" and bool(piece.candidates) and piece.confidence < SETTLE.least_belief


def with_pieces(observation: Observation, pieces: Mapping[int, Piece]) -> Observation:
    """The observation with other pieces of these numbers."""
    return replace(observation, pieces=tuple(pieces.get(n, each) for n, each in enumerate(observation.pieces)))


def within(observation: Observation, most: int) -> Observation:
    """The observation without what reads as tiles that the set has not: those pieces are `unknown`."""

    def in_set(label: str | None) -> bool:
        return label in (None, BACK) or read_halves(label, most) is not None

    def kept(piece: Piece) -> Piece:
        if not in_set(top_label(piece)):
            return replace(piece, kind="unknown", label=None, candidates=())
        return replace(piece, candidates=tuple(each for each in piece.candidates if in_set(each.label)))

    pieces = (kept(piece) if piece.kind == "domino" else piece for piece in observation.pieces)
    return replace(observation, pieces=tuple(pieces))


def top_label(piece: Piece) -> str | None:
    """What a piece is, or most likely is."""
    return piece.candidates[0].label if piece.label is None and piece.candidates else piece.label


def _weights(piece: Piece, most: int) -> dict[Halves, float]:
    """What a piece may show. What a sure label leaves open goes to its candidates."""
    weights: dict[Halves, float] = {}
    for each in piece.candidates:
        if halves := read_halves(each.label, most):
            weights[halves] = max(weights.get(halves, 0.0), each.confidence)
    if sure := read_halves(piece.label, most):
        weights.pop(sure, None)
        rest = sum(weights.values()) or 1.0
        weights = {halves: MISREAD * weight / rest for halves, weight in weights.items()}
        weights[sure] = 1.0 - sum(weights.values())
        return weights
    total = sum(weights.values()) or 1.0
    return {halves: weight / total for halves, weight in weights.items()}


def read_halves(label: str | None, most: int = MOST_PIPS) -> Halves | None:
    """The halves of a label; None for a back, and for what no set with so many pips at most has."""
    halves = None if label is None else LABELS.get(label)
    return None if halves is None or max(halves) > most else halves
