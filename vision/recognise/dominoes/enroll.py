"""A set of dominoes from one photo of known pieces."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import quad, sides
from vision.recognise.dominoes.look import background, ink, lab
from vision.recognise.dominoes.set import ASPECTS, HIGHEST, THICKNESSES, DominoSet
from vision.scene.plane import camera as cameras
from vision.scoring.pairs import pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.observation import Piece
    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.recognise.dominoes.set import Colour

ENOUGH: Final = 3
"""Pieces that have to be found: fewer do not tell a tile's length from a slant of the camera."""


class NotEnough(ValueError):  # noqa: N818 - the name says the state
    """A photo that does not show what a set looks like; the message is one line and says what to do."""


def enroll_dominoes(  # noqa: PLR0913, PLR0917 - a photo, what was seen on it, what a person knows
    picture: Picture,
    pieces: Sequence[Piece],
    labels: Sequence[str],
    name: str,
    highest: int = HIGHEST,
    standing: Sequence[Detection] = (),
) -> tuple[DominoSet, int]:
    """The set in an H×W×3 BGR picture of loose tiles, and how many of the labels were found.

    `pieces` are what was seen, `labels` what lies there, in any order; a piece is the label that it may bear by its
    reading. `standing` are detections of tiles on their edge, which show how thick they are. Raises `NotEnough`.
    """
    dominoes = [piece for piece in pieces if piece.kind == "domino"]
    found = sorted(pairs(labels, dominoes, _unlike), key=lambda pair: pair[1])
    if len(found) < min(ENOUGH, len(labels)) or 2 * len(found) < len(labels):
        raise NotEnough(
            f"{len(found)} of the {len(labels)} pieces are found; lay them loose and face up on a ground of another "
            "colour, and photograph them from above in even light."
        )
    quads = [quad(dominoes[seen].corners) for _, seen in found]
    aspect = _aspect(quads, picture)
    looks = [lab(picture, corners) for corners in quads]
    bare = np.median([background(look) for look in looks], axis=0)
    inks: dict[int, list[NDArray[np.float64]]] = defaultdict(list)
    for (label, seen), look in zip(found, looks, strict=True):
        for number, half in zip(_numbers(labels[label], dominoes[seen]), look, strict=True):
            inks[number].append(ink(half, bare))
    pips = tuple((number, _three(np.median(inks[number], axis=0))) for number in sorted(inks) if number)
    return DominoSet(name, aspect, _three(bare), pips, highest, _thickness(standing, aspect)), len(found)


def _aspect(quads: Sequence[Quad], picture: Picture) -> float:
    """The length of a tile in widths: that of all tiles together, whatever the camera's slant."""
    camera = cameras.fit(np.array(quads), (picture.shape[1], picture.shape[0]))
    return float(np.clip(np.exp(camera[cameras.ASPECT]), *ASPECTS))


def _thickness(standing: Sequence[Detection], aspect: float) -> float | None:
    """The thickness in widths by tiles that stand on their long edge, seen from above."""
    ratios = [min(sides(each.corners)) / max(sides(each.corners)) for each in standing]
    return float(np.clip(aspect * np.median(ratios), *THICKNESSES)) if ratios else None


def _unlike(label: str, piece: Piece) -> float | None:
    """How little (0 … 1) a piece seems to bear a label; None where it does not at all."""
    wanted = sorted(label.split("-"))
    chances = [each.confidence for each in piece.candidates if sorted(each.label.split("-")) == wanted]
    return 1 - max(chances) if chances else None


def _numbers(label: str, piece: Piece) -> tuple[int, ...]:
    """The label's numbers, that of the piece's first half first."""
    turned = "-".join(reversed(label.split("-")))
    read = [each.label for each in piece.candidates if each.label in {label, turned}]
    return tuple(int(number) for number in (read[0] if read else label).split("-"))


def _three(values: NDArray[np.float64]) -> Colour:
    a, b, c = (float(v) for v in values)
    return a, b, c
