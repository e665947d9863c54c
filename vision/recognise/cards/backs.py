"""Cards that lie face down on the mat: all look alike, and darker than the paper that they lie on.

The fine print of a back is lost at the size of a card on a table. Little of its structure is left to be compared. Its
colours are not: beside the mat's paper, which is in the picture too, they are known whatever the light.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.recognise.cards.align import align
from vision.recognise.cards.mat_settings import BACKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.recognise.cards.gallery import Gallery
    from vision.recognise.cards.known_plane import KnownPlane, Spot
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.mat_settings import BackSettings

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Backs:
    """Tells backs of a deck in a picture of the mat. Decks that were enrolled without their back have none."""

    source: Pyramid
    ready: Gallery
    known_plane: KnownPlane
    settings: BackSettings = BACKS

    def at(self, corners: Quad) -> float:
        """How sure (0 … 1) a card that lies face down fills the quad; none does where a face is more alike."""
        if not self.ready.backs:
            return 0.0
        settings, seen = self.settings, self._looks(corners)
        cards, backs = _cards(self.ready, settings.width), list(self.ready.backs)
        away = _apart(seen[None], cards[backs]).min()
        clear = _apart(_unveiled(seen, cards[backs], settings), cards[backs]).min()
        sure = max(_sure(away, settings.middle, settings.spread), _sure(clear, settings.veiled, settings.veiled_spread))
        alike = sure >= settings.least and _apart(_unveiled(seen, cards, settings), cards).min() < clear
        return 0.0 if alike else sure

    def on(self, spot: Spot, lifts: Sequence[float]) -> tuple[Quad, float] | None:
        """The back that lies at a spot, or on a pile there; its corners and how sure, None where there is none.

        The higher the pile, the further its top seems to be moved away from the camera; `lifts` are tried (mm).
        """
        best = max((self._lifted(spot, lift) for lift in lifts), key=lambda found: found[1])
        if best[1] < self.settings.least:
            return None
        fitted = align(self.source, best[0], self.ready.slopes[self.ready.backs[0]])
        sure = self.at(fitted)
        return (fitted, sure) if sure >= best[1] - self.settings.tolerance else best

    def _lifted(self, spot: Spot, lift: float) -> tuple[Quad, float]:
        quad = self.known_plane.quad(spot)
        quad = quad + lift * self._per_mm(quad) * np.array([0.0, -1.0])
        return quad, self.at(quad)

    def _per_mm(self, quad: Quad) -> float:
        """Pixels a mm at a card of this size."""
        return float(np.linalg.norm(quad[1] - quad[0])) / self.known_plane.width

    def _looks(self, corners: Quad) -> Floats:
        width = self.settings.width
        card = self.source.rectified(corners, 3 * width, 3 * self.ready.height(width))
        return np.asarray(_small(card, (width, self.ready.height(width))) / np.array(self.known_plane.paper))


@lru_cache(maxsize=8)
def _cards(ready: Gallery, width: int) -> Floats:
    """All faces and backs of a deck, small, N×H×W×3."""
    return np.stack([_small(face, (width, ready.height(width))) / 255.0 for face in ready.deck.faces])


def _unveiled(seen: Floats, cards: Floats, settings: BackSettings) -> Floats:
    """A small card without the grey light that its gloss may add to all of it, as suits each of some cards, N×H×W×3.

    A lamp shines in a dark card.
    """
    veils = np.median(seen - cards, axis=(1, 2, 3), keepdims=True)
    return np.asarray(seen - np.clip(veils, 0.0, settings.most_veil))


def _sure(away: float, middle: float, spread: float) -> float:
    return float(1.0 / (1.0 + np.exp((away - middle) / spread)))


def _small(card: NDArray[np.uint8], size: tuple[int, int]) -> Floats:
    """A card with nothing left of it but its large forms."""
    soft = cv2.GaussianBlur(card, (0, 0), card.shape[1] / (3.0 * size[0]), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float64)


def _apart(seen: Floats, cards: Floats) -> Floats:
    """The mean difference of small cards from what is seen in the place of each (N×H×W×3), whichever way up, N."""
    ways = (np.abs(each - cards).mean(axis=(1, 2, 3)) for each in (seen, seen[:, ::-1, ::-1]))
    return np.asarray(np.minimum(*ways))
