"""How the boneyard's tiles look in one picture, and the table around them: whether one lies at a place, or none.

Between its neighbours in a row an empty place may be found as a tile, and a tile may be overlooked. Where backs and
table are of different colours, the picture tells which it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.games.stackernoos.faces import BLANK, top_label
from vision.geometry import area
from vision.observation import BACK
from vision.scene.memory.change import grown, painted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.observation import Observation
    from vision.photo import Picture

    Colour = NDArray[np.float64]

SCALE: Final = 0.5
"""The picture is looked at so much smaller."""
INNER: Final = 0.6
"""The part of a tile, from its middle, of which the colour is taken."""
NEAREST: Final = 5
"""A place is compared with so many of the nearest tiles, for light differs. Of fewer nobody learns how they look."""
FAR: Final = (14.0, 5.0)
"""What differs by more from the tiles (CIE Lab; in their own usual differences) is none."""
ALIKE: Final = 0.1
"""Where more of the table than this looks like a tile, nobody can tell them apart."""
TABLE: Final = 0.5
"""A place is bare if its colour is so much nearer to one of the table's than to the tiles'."""
SAMPLES: Final = 256
"""As many colours of the table are known."""
BESIDE: Final = 0.35
"""How far (of the root of a tile's area) the sides and shadows of pieces reach, …"""
AROUND: Final = 1.5
"""… and how far around tiles is still beside them: the table that is looked at, another tile of the boneyard."""


class Colours:
    """The colours of tiles face down (`backs`) in an H×W×3 BGR picture, and of the table on which `pieces` lie."""

    def __init__(self, picture: Picture, backs: Sequence[Quad], pieces: Sequence[Quad]) -> None:
        small = cv2.resize(picture, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
        self._lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
        self._seen: dict[bytes, Colour] = {}
        self._middles = np.array([quad.mean(axis=0) for quad in backs]).reshape(-1, 2)
        self._backs = np.array([self._of(quad) for quad in backs]).reshape(-1, 3)
        self._table = np.zeros((0, 3))
        self._far = FAR[0]
        self.tell = len(backs) >= NEAREST and self._learn(backs, pieces)
        """Whether tiles and table are of different colours here."""

    def bare(self, quad: Quad) -> bool:
        """Whether a place surely shows the table."""
        return self.strange(quad) and not self.apart(quad)

    def strange(self, quad: Quad) -> bool:
        """Whether what lies at a place, if anything does, is surely no tile face down."""
        return self.tell and self._off(quad) >= self._far

    def apart(self, quad: Quad) -> bool:
        """Whether a place does not look like the table."""
        colour = self._of(quad)
        table = np.linalg.norm(self._table - colour, axis=1).min(initial=np.inf)
        return bool(self.tell and table > TABLE * self._off(quad))

    def _learn(self, backs: Sequence[Quad], pieces: Sequence[Quad]) -> bool:
        """Learns how much tiles differ, and the table's colours; whether they can be told apart."""
        off = [self._away(colour, quad) for colour, quad in zip(self._backs, backs, strict=True)]
        self._far = max(FAR[0], FAR[1] * float(np.median(off)))
        table = self._around(backs, pieces)
        if not len(table):
            return False
        self._table = table[:: max(1, len(table) // SAMPLES)]
        alike = np.linalg.norm(table - np.median(self._backs, axis=0), axis=1) < self._far
        return float(alike.mean()) <= ALIKE

    def _off(self, quad: Quad) -> float:
        """How far the colour of a place is from that of the tiles face down around it."""
        return self._away(self._of(quad), quad)

    def _away(self, colour: Colour, quad: Quad) -> float:
        off = np.linalg.norm(self._middles - quad.mean(axis=0), axis=1)
        others = [n for n in np.argsort(off)[: NEAREST + 1] if off[n] > 1.0][:NEAREST]  # not itself
        return float(np.linalg.norm(colour - np.median(self._backs[others], axis=0)))

    def _of(self, quad: Quad) -> Colour:
        """The usual colour within a quad. Each place is asked about several times in a look."""
        place = quad.tobytes()
        if place not in self._seen:
            self._seen[place] = self._measured(quad)
        return self._seen[place]

    def _measured(self, quad: Quad) -> Colour:
        middle = quad.mean(axis=0)
        inner = (middle + INNER * (quad - middle)) * SCALE
        low = np.maximum(np.floor(inner.min(axis=0)).astype(int), 0)
        high = np.maximum(np.ceil(inner.max(axis=0)).astype(int) + 1, 0)
        part = self._lab[low[1] : high[1], low[0] : high[0]]
        mask = np.zeros(part.shape[:2], np.uint8)
        if part.size:
            cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(inner - low).astype(np.int32)), 1)
        if not mask.any():
            return np.zeros(3)
        colour: Colour = np.median(part[mask.astype(bool)], axis=0).astype(np.float64)
        return colour

    def _around(self, backs: Sequence[Quad], pieces: Sequence[Quad]) -> NDArray[np.float64]:
        """The colours (n, 3) of the table around the boneyard."""
        reach = float(np.median([area(quad) for quad in backs])) ** 0.5 * SCALE
        near, beside = (2 * max(1, round(share * reach)) + 1 for share in (AROUND, BESIDE))
        around = grown(painted(self._lab.shape, np.concatenate(list(backs)), 1 / SCALE), near)
        lying = np.any([painted(self._lab.shape, quad, 1 / SCALE) for quad in pieces], axis=0)
        return np.asarray(self._lab[around & ~grown(lying, beside)], dtype=np.float64)


def cleared(observation: Observation, colours: Colours, *, blank: bool) -> Observation:
    """The observation without tiles face down where only the table is. With `blank` a single one that lies by itself
    and looks like none of the others is the double blank. Its face shows nothing but its line."""
    backs = [n for n, piece in enumerate(observation.pieces) if piece.kind == "domino" and top_label(piece) == BACK]
    quads = {n: np.array(observation.pieces[n].corners) for n in backs}
    odd = [n for n in backs if colours.strange(quads[n]) and colours.apart(quads[n]) and by_itself(quads, n)]
    pieces = [
        replace(piece, label=BLANK, candidates=()) if blank and odd == [n] else piece
        for n, piece in enumerate(observation.pieces)
        if n not in quads or not colours.bare(quads[n])
    ]
    return replace(observation, pieces=tuple(pieces))


def by_itself(quads: Mapping[int, Quad], n: int) -> bool:
    """Whether no other tile lies beside one: those of the boneyard that the light falls upon lie beside each other."""
    reach = AROUND * float(area(quads[n])) ** 0.5
    return all(float(np.linalg.norm(quads[n].mean(axis=0) - quads[k].mean(axis=0))) > reach for k in quads if k != n)
