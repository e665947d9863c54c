"""Score tokens: told by the colours of their rings.

A coloured token has its player's colour at the edge and in its sign, on paper; a golden one is gold throughout. Four
rings about the middle have colours, taken beside the picture's white. They and the size of the disc in mm say which it
is. A small network of two layers weighs them. Things that are no token are one of its classes.
`tests/vision/recognise/stones/stones_fit_tokens.py` fits the weights to scenes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.recognise.stones.colour import looked_at
from vision.recognise.stones.gauges import box

if TYPE_CHECKING:
    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats, Plane

FILE: Final = Path(__file__).with_name("tokens.json")
LABELS: Final = ("token:red", "token:blue", "token:green", "token:yellow", "token:gold", "five")
RINGS: Final = ((0.0, 0.25), (0.35, 0.6), (0.64, 0.74), (0.8, 0.95))
"""From which to which radius of the disc a ring reaches: the sign's middle, the sign, paper, the edge."""
TURNS: Final = 32
USUAL_WIDTH: Final = 20.0
"""The diameter of a score token, mm."""


class WeightsBroken(RuntimeError):  # noqa: N818 - the name says the state
    """The weights that come with the package are missing or broken."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Two layers: features (F) less `mean` over `spread`, by `first` (F, H), bent, by `second` (H, labels + 1)."""

    mean: Floats
    spread: Floats
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats

    def chances(self, features: Floats) -> Floats:
        """The chances (N, labels + 1) of features (N, F); the last is that of something else."""
        hidden = np.tanh((features - self.mean) / self.spread @ self.first + self.first_bias)
        scores = hidden @ self.second + self.second_bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))

    def to_json(self) -> dict[str, Any]:
        """The weights as a JSON object."""
        return {name: np.round(getattr(self, name), 5).tolist() for name in self.__slots__}


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights that come with the package. Raises `WeightsBroken`."""
    try:
        document = json.loads(FILE.read_text(encoding="utf-8"))
        return Weights(**{name: np.array(document[name], dtype=np.float64) for name in Weights.__slots__})
    except (OSError, ValueError, KeyError) as wrong:
        raise WeightsBroken(f"{FILE} is missing or broken; install Tableside again") from wrong


def chances(picture: Picture, quads: list[Quad], plane: Plane | None, white: Floats) -> Floats:
    """The chances (N, labels + 1) of what each box in an H×W×3 BGR picture holds; the last is something else.

    `white` (2) is the picture's, as `vision.recognise.stones.white` has it.
    """
    if not quads:
        return np.zeros((0, len(LABELS) + 1))
    return weights().chances(features(picture, np.array([box(quad) for quad in quads]), plane, white))


def features(picture: Picture, boxes: Floats, plane: Plane | None, white: Floats) -> Floats:
    """What is seen of discs in upright boxes (N, 4: centre, width, height), as logarithms (N, F). It is their rings'
    colours in the light of `white` (2), how these vary round the ring, and their size in mm and px."""
    shapes = _ellipses(boxes, plane)
    angle = np.linspace(0, 2 * np.pi, TURNS, endpoint=False)
    round_ = np.column_stack([np.cos(angle), np.sin(angle)])
    rings = []
    for inner, outer in RINGS:
        radii = np.linspace(inner, outer, 3)
        points = (radii[:, None, None] * round_).reshape(-1, 2)
        seen = looked_at(picture, boxes[:, None, :2] + np.einsum("nij,pj->npi", shapes, points))
        # A golden token has no paper of its own, so that the picture's tells the tint of the light.
        usual = np.median(seen, axis=1) - (0.0, *white)
        rings.append(np.concatenate([usual, seen.std(axis=1)], axis=1))
    features = np.concatenate(rings, axis=1)
    # Light is the same for a whole token: what counts is how rings differ from the paper's.
    for ring in range(len(RINGS)):
        if ring != 2:
            features[:, 6 * ring] -= features[:, 12]
    across = np.sqrt(boxes[:, 2] * boxes[:, 3])
    wide = np.zeros(len(boxes)) if plane is None else np.log(boxes[:, 2] / plane.scale(boxes[:, :2]) / USUAL_WIDTH)
    return np.column_stack([features, np.clip(wide, -1, 1), np.log(across)])


def _ellipses(boxes: Floats, plane: Plane | None) -> Floats:
    """The matrices (N, 2, 2) that take the unit circle to the ellipses in upright boxes (N, 4)."""
    half = boxes[:, 2:] / 2
    if plane is None:
        return np.asarray(half[:, :, None] * np.eye(2))
    feet = plane.places(boxes[:, :2])
    arms = [
        plane.project(feet + step) - plane.project(feet - step) for step in (np.array([1.0, 0]), np.array([0, 1.0]))
    ]
    shapes = np.stack(arms, axis=2) / 2
    reach = np.linalg.norm(shapes, axis=2)
    return np.asarray(shapes * (half / np.maximum(reach, 1e-6))[:, :, None])
