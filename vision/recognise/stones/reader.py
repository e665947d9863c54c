"""Reads the pieces of Stones: a stone's size, a token's colour, a tile's stones and steps; and what stands on what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from vision.observation import BACK, Candidate
from vision.recognise.read import Reading
from vision.recognise.stones import tiles, tokens
from vision.recognise.stones.art import SIZES as SETS
from vision.recognise.stones.art import STEPS
from vision.recognise.stones.bases import Stones, stones_on
from vision.recognise.stones.colour import colours
from vision.recognise.stones.company import in_company
from vision.recognise.stones.doubts import OTHER, discs_on_bases, found_twice, halos, rings
from vision.recognise.stones.gauges import laid_tiles, squared
from vision.recognise.stones.palette import SIZES, UNKNOWN, StoneSet
from vision.recognise.stones.paper import with_markers
from vision.recognise.stones.settings import READ, STONES
from vision.recognise.stones.sizes import Looks, chances
from vision.recognise.stones.stacks import pieces_of
from vision.recognise.stones.table import lay_out, relaid
from vision.recognise.stones.unchanged import Unchanged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.observation import Piece
    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.recognise.stones.plane import Floats, Plane
    from vision.recognise.stones.settings import ReadSettings
    from vision.recognise.stones.table import Layout

NOTHING: Final = Reading(None, 0.0, ())
"""What is none of the pieces that it was taken for, and of no use to a game of Stones."""


@dataclass(frozen=True, slots=True)
class StoneReader:
    """Reads all pieces of a picture together, for each tells about the others: the scale, the light, the colours.

    `known` is the set that lies on the table, as `vision.recognise.stones.enroll` makes it. Without one, sizes follow
    from what has the same colour and from how large it looks. A reading without a label and without candidates is a
    foreign thing.
    """

    name: ClassVar[str] = "stones-read/1"

    known: StoneSet = UNKNOWN
    settings: ReadSettings = READ
    unchanged: Unchanged = field(default_factory=Unchanged)

    def read(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Reading, ...]:
        """What each piece of an H×W×3 BGR picture is."""
        return self._readings(picture, detections, layout_of(picture, detections))

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The pieces of an H×W×3 BGR picture with labels, stacks and positions, in the order of the detections. The
        markers of a mat that were not detected follow. Markers are as `vision.recognise.stones.paper` has them."""
        layout = layout_of(picture, detections)
        pieces = pieces_of(detections, self._readings(picture, detections, layout), layout)
        pieces = in_company(picture, pieces, layout.board)
        return with_markers(pieces, layout.printed, layout.markers)

    def _readings(self, picture: Picture, detections: Sequence[Detection], layout: Layout) -> tuple[Reading, ...]:
        quads = [each.corners for each in detections]
        kinds = layout.kinds
        readings = [NOTHING] * len(detections)
        looks = looks_of(layout)
        likelihoods = calibrated(chances(looks, self.known, STONES), self.settings)
        for n, reading in zip(layout.stones, self._stones(looks, likelihoods), strict=True):
            readings[n] = reading
        discs = [n for n, kind in enumerate(kinds) if kind == "token"]
        for n, reading in zip(discs, self._tokens(picture, [quads[n] for n in discs], layout), strict=True):
            readings[n] = reading
        for n, kind in enumerate(kinds):
            if kind in {"tile", "tile_back"}:
                readings[n] = self._tile(picture, quads[n], layout.plane, kind == "tile_back")
            elif kind in {"base", "marker"}:
                sure = Candidate(kind, detections[n].score)
                readings[n] = Reading(kind, sure.confidence, (sure,))
        markers = [n for n, kind in enumerate(kinds) if kind == "marker"]
        for n in sorted(markers, key=lambda n: -detections[n].score)[1:]:  # a game has one
            readings[n] = NOTHING
        bases = [n for n, kind in enumerate(kinds) if kind == "base"]
        hiding = stones_on(picture, [quads[n] for n in bases], Stones(layout.boxes, looks.colours, likelihoods))
        for number, sizes in hiding.items():
            readings[bases[number]] = self._reading(dict(zip(SIZES, sizes.tolist(), strict=True)))
        return tuple(readings)

    def _stones(self, looks: Looks, likelihoods: Floats) -> list[Reading]:
        if len(looks.seen) == 0:
            return []
        wide = np.abs(np.log(looks.extents[:, 0] / (np.array(self.known.widths).mean() / 2)))
        foreign = (wide > self.settings.most_stone) & looks.scaled
        return [
            NOTHING if strange else self._reading(dict(zip(SIZES, row, strict=True)))
            for row, strange in zip(likelihoods.tolist(), foreign.tolist(), strict=True)
        ]

    def _tokens(self, picture: Picture, quads: list[Quad], layout: Layout) -> list[Reading]:
        likelihoods = tokens.chances(picture, quads, layout.plane, layout.white)
        return [
            NOTHING
            if row[-1] > self.settings.foreign
            else self._reading(dict(zip(tokens.LABELS, row[:-1], strict=True)))
            for row in likelihoods.tolist()
        ]

    def _tile(self, picture: Picture, corners: Quad, plane: Plane | None, down: bool) -> Reading:
        guesses = [corners] if plane is None else [squared(corners, plane), corners, *laid_tiles(corners, plane)]
        look = self.unchanged.recall(picture, guesses[0])
        if look is None:
            look = self.unchanged.keep(picture, guesses, tiles.look(picture, guesses))
        front, back = self._sides(look, down)
        if 1 - front - back > self.settings.foreign:
            return NOTHING
        labels = {BACK: back}
        stones, steps = tile_chances(look, self.settings)
        for sizes, one in zip(SETS, stones.tolist(), strict=True):
            labels |= {f"{sizes}/{step}": front * one * two for step, two in zip(STEPS, steps.tolist(), strict=True)}
        return self._reading(labels)

    def _sides(self, look: tiles.TileLook, down: bool) -> tuple[float, float]:
        """The chances that a tile shows its front and its back; what is missing to 1 is that of another thing."""
        s = self.settings
        lean = s.detector_says if down else -s.detector_says
        scores = np.array([s.side_weight * look.front, s.side_weight * look.back + lean, s.side_weight * s.least_alike])
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        return float(weights[0]), float(weights[1])

    def _reading(self, labels: dict[str, float]) -> Reading:
        best = [Candidate(*each) for each in sorted(labels.items(), key=lambda each: -each[1])]
        kept = tuple(
            each for each in best[: self.settings.candidates] if each.confidence >= self.settings.least_candidate
        )
        # Where none is likelier than the rest, a few would seem to be all that it may be.
        label, chance = best[0].label, best[0].confidence
        return Reading(label if chance >= self.settings.least_confidence else None, chance, kept or tuple(best))


def calibrated(chances: Floats, settings: ReadSettings = READ) -> Floats:
    """Chances (N, K) with the likeliest as often right as `settings` say, the others in their old proportion."""
    if len(chances) == 0:
        return chances
    best = chances.max(axis=1)
    true = np.maximum(np.interp(best, *settings.calibration), 1 / chances.shape[1])
    rest = (1 - true) / np.maximum(1 - best, 1e-9)
    top = chances.argmax(axis=1)[:, None] == np.arange(chances.shape[1])
    spread = np.where(
        (best > 1 - 1e-9)[:, None], ((1 - true) / (chances.shape[1] - 1))[:, None], chances * rest[:, None]
    )
    return np.asarray(np.where(top, true[:, None], spread))


def tile_chances(look: tiles.TileLook, settings: ReadSettings = READ) -> tuple[Floats, Floats]:
    """The chances of each set of stones (7) and of each number of steps (10) on a tile that shows its front."""
    usual = np.full(len(STEPS), settings.rare_step)
    usual[slice(*settings.usual_steps)] = 1.0
    doubt = float(np.interp(look.front, settings.well_fitted, (1.0, settings.doubt)))
    return _shares(settings.stones_weight * look.stones, doubt), _shares(
        settings.steps_weight * look.steps + np.log(usual), doubt
    )


def _shares(scores: Floats, doubt: float) -> Floats:
    weights = np.exp(scores - scores.max())
    return np.asarray((1 - doubt) * weights / weights.sum() + doubt / len(weights))


def kind_of(detection: Detection) -> str:
    """The finest class that a detection tells, as `base` for a stone."""
    return detection.name or detection.kind


def layout_of(picture: Picture, detections: Sequence[Detection]) -> Layout:
    """How the detections lie on the table of an H×W×3 BGR picture.

    What lies on a base like a token and is none, is a stone. Stones that were found twice are `other` before any is
    looked at, for they would hide what is below them.
    """
    kinds, quads = [kind_of(each) for each in detections], [each.corners for each in detections]
    layout = lay_out(kinds, quads, picture)
    discs = discs_on_bases(layout.kinds, quads)
    likelihoods = tokens.chances(picture, [quads[n] for n in discs], layout.plane, layout.white)
    foreign = likelihoods[:, -1] > READ.foreign
    if foreign.any():
        for n in np.array(discs)[foreign]:
            kinds[n] = "stone"
        layout = lay_out(kinds, quads, picture)
    doubles = _doubles(picture, detections, layout)
    if not doubles:
        return layout
    single = [OTHER if n in doubles else kind for n, kind in enumerate(layout.kinds)]
    return relaid(layout, single, quads, picture)


def _doubles(picture: Picture, detections: Sequence[Detection], layout: Layout) -> set[int]:
    """The stones of a layout that are others found twice, or print of a base, by their piece."""
    scores = [detections[n].score for n in layout.stones]
    doubles = set(found_twice(layout.boxes, scores, layout.loose))
    for column in layout.columns:
        stones = [link.stone for link in column.links]
        if column.base >= 0 and stones:
            base, boxes = detections[column.base].corners, layout.boxes[stones]
            ringed = halos(picture, base, boxes, [scores[stone] for stone in stones])
            doubles |= {stones[n] for n in (*ringed, *rings(picture, base, boxes))}
    return {layout.stones[stone] for stone in doubles}


def looks_of(layout: Layout) -> Looks:
    """How the stones of a layout look."""
    middles, bare = colours(layout.samples, layout.boxes, layout.depths)
    scaled = layout.plane is not None
    steep = layout.plane.steepness(layout.boxes[:, :2]) if layout.plane is not None else np.ones(len(bare))
    extents = layout.boxes[:, 2:] / layout.scales[:, None] / 2
    if not scaled and len(extents):
        extents = extents / np.median(extents) * STONES.usual_extent
    error = STONES.edge_error / np.maximum(layout.boxes[:, 2:].min(axis=1, initial=1e6), 1.0)
    return Looks(middles, bare.mean(axis=1), layout.samples.colours, bare, extents, steep, error, scaled)
