"""The faces of the deck as small pictures for the page."""

from __future__ import annotations

import functools
from typing import Final

SHARP: Final = 2.2
"""Pixels a millimetre: a card is 139 × 194 pixels, which is sharp at twice the size that the page shows."""
QUALITY: Final = 72
"""Of WebP, in percent: below it the thin lines of the faces smear. A face takes some 4 kB."""


@functools.lru_cache(maxsize=128)
def face(label: str) -> bytes | None:
    """A face by its label, or `back`, as WebP; None where no card is called that."""
    import cv2

    from datasets.deck.faces import raster
    from datasets.deck.labels import LABELS

    if label not in LABELS:
        return None
    _, data = cv2.imencode(".webp", raster(label, SHARP), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    return data.tobytes()
