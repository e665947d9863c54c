"""Pieces read in rendered scenes, against their exact truth.

A piece answers a truth of its kind if their quads share at least half of what they cover together; the best first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.geometry import alike, quad
from vision.scoring.pairs import pairs

if TYPE_CHECKING:
    from vision.geometry import Quad
    from vision.observation import Observation, Piece

PLACES: Final = ("level", "stack", "position")
"""What an observation tells of a piece's place."""
LEAST_SHARED: Final = 0.5
"""Intersection over union from which a piece answers a truth."""
LEAST_VISIBLE: Final = 0.6
"""Pieces of which less is seen need not be found; where they are, it is no mistake."""
LEAST_LONG_SIDE: Final = 20.0
"""Nor need pieces be found whose long side is shorter, px."""
HARDLY_VISIBLE: Final = 0.15
"""What is seen less of is answered last: the top of a stack shares nearly all of its quad with the tile below."""


@dataclass(slots=True)
class KindCounts:
    """Counts of one kind: pieces to be found, found, detections that answer nothing, labels, corners apart in px.

    `placed` counts the found pieces of which the truth says `level`, `stack` or `position`. `places` counts how often
    each of these was read, rightly (True) or not (False).
    """

    annotated: int = 0
    found: int = 0
    false: int = 0
    detections: int = 0
    sure: int = 0
    right: int = 0
    sure_wrong: int = 0
    labelled: int = 0
    apart: list[float] = field(default_factory=list)
    placed: Counter[str] = field(default_factory=Counter)
    places: Counter[tuple[str, bool]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What went wrong in one scene, in pieces."""

    annotated: int = 0
    missed: int = 0
    false: int = 0
    wrong: int = 0
    unsure: int = 0

    @property
    def cost(self) -> float:
        """How bad that is: what is told surely and wrongly is worst, what is told to be unsure is least bad."""
        return 2 * self.wrong + self.missed + self.false + 0.5 * self.unsure

    def __str__(self) -> str:
        words = {"missed": self.missed, "wrong": self.wrong, "false": self.false, "unsure": self.unsure}
        mistakes = ", ".join(f"{count} {word}" for word, count in words.items() if count)
        return f"{mistakes} of {self.annotated} pieces" if mistakes else f"all of {self.annotated} pieces right"


@dataclass(slots=True)
class SceneCounts:
    """Counts over some scenes, by kind; `card_back` and the like count as their kind.

    `strange` are detections told to be `unknown`, `strange_right` those of them where no piece of the game lies.
    """

    kinds: dict[str, KindCounts] = field(default_factory=lambda: defaultdict(KindCounts))
    strange: int = 0
    strange_right: int = 0
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    """Confidence of the best guess and whether it is right: for a reliability figure."""

    def add(self, truth: dict[str, Any], observation: Observation) -> Mistakes:
        """Count one scene; what went wrong in it."""
        annotated = [piece for piece in truth["pieces"] if piece.get("part", "hand") == "hand"]
        seen = tuple(piece for piece in observation.pieces if piece.kind != "unknown")
        before = self._sums()
        self._strange([piece for piece in observation.pieces if piece.kind == "unknown"], annotated)
        for t, s in self._answers(annotated, seen):
            counts = self.kinds[seen[s].kind]
            if not wanted(annotated[t]):
                continue
            counts.found += 1
            counts.apart.append(_apart(quad(annotated[t]["corners"]), quad(seen[s].corners)))
            if annotated[t]["label"] is not None and annotated[t].get("face") != "side":
                self._label(counts, annotated[t], seen[s])
            _place(counts, annotated[t], seen[s])
        for piece in filter(wanted, annotated):
            self.kinds[piece["kind"]].annotated += 1
        pieces, found, false, wrong, unsure = (a - b for a, b in zip(self._sums(), before, strict=True))
        return Mistakes(pieces, pieces - found, false, wrong, unsure)

    def _sums(self) -> tuple[int, int, int, int, int]:
        kinds = self.kinds.values()
        return (
            sum(each.annotated for each in kinds),
            sum(each.found for each in kinds),
            sum(each.false for each in kinds),
            sum(each.sure_wrong for each in kinds),
            sum(each.labelled - each.sure for each in kinds),
        )

    def _strange(self, unknown: list[Piece], annotated: list[dict[str, Any]]) -> None:
        quads = [quad(piece["corners"]) for piece in annotated if piece["visible"] > 0]
        for piece in unknown:
            self.strange += 1
            self.strange_right += all(alike(quad(piece.corners), each) < LEAST_SHARED for each in quads)

    def _answers(self, annotated: list[dict[str, Any]], seen: tuple[Piece, ...]) -> list[tuple[int, int]]:
        answers = list(pairs(annotated, seen, _unlike))
        answered = {s for _, s in answers}
        for s, piece in enumerate(seen):
            self.kinds[piece.kind].detections += 1
            self.kinds[piece.kind].false += s not in answered
        return answers

    def _label(self, counts: KindCounts, annotated: dict[str, Any], seen: Piece) -> None:
        best = seen.label or (seen.candidates[0].label if seen.candidates else None)
        right = _same(annotated, best)
        counts.labelled += 1
        counts.sure += seen.label is not None
        counts.right += seen.label is not None and right
        counts.sure_wrong += seen.label is not None and not right
        if best is not None:
            self.confidences.append((seen.confidence, right))


def _place(counts: KindCounts, annotated: dict[str, Any], seen: Piece) -> None:
    """Count where on the table a found piece was said to be."""
    if annotated.get("face") == "side":
        return
    for name in PLACES:
        if annotated.get(name) is not None:
            counts.placed[name] += 1
            said = getattr(seen, name)
            if said is not None:
                counts.places[name, said == annotated[name]] += 1


def wanted(piece: dict[str, Any]) -> bool:
    """Whether a truth's piece has to be found."""
    corners = quad(piece["corners"])
    long_side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max())
    return bool(piece["visible"] >= LEAST_VISIBLE and long_side >= LEAST_LONG_SIDE)


def _same(annotated: dict[str, Any], label: str | None) -> bool:
    """A domino read from its other end bears the same halves: the truth's first half is known by its place alone."""
    if annotated["kind"] == "domino" and label is not None:
        return sorted(annotated["label"].split("-")) == sorted(label.split("-"))
    return bool(annotated["label"] == label)


def _unlike(annotated: dict[str, Any], seen: Piece) -> float | None:
    if annotated["kind"] != seen.kind:
        return None
    shared = alike(quad(annotated["corners"]), quad(seen.corners))
    return 1 - shared + (annotated["visible"] < HARDLY_VISIBLE) if shared >= LEAST_SHARED else None


def _apart(one: Quad, other: Quad) -> float:
    """How far corners are from each other in the mean, px, whichever corner comes first."""
    distances = (np.linalg.norm(one - np.roll(other, turn, axis=0), axis=1).mean() for turn in range(4))
    return float(min(distances))
