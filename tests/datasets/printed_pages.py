"""Reads printed pages back, for the tests of print and play."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

MM_PER_POINT = 25.4 / 72
PX_PER_MM = 10.0


@contextmanager
def opened(document: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """The PDF, closed at the end."""
    pdf = pypdfium2.PdfDocument(document)
    try:
        yield pdf
    finally:
        pdf.close()


def page_sizes(document: bytes) -> list[tuple[float, float]]:
    """Width and height of every page, mm."""
    with opened(document) as pdf:
        return [
            (width * MM_PER_POINT, height * MM_PER_POINT) for width, height in map(pdf.get_page_size, range(len(pdf)))
        ]


def pictures(document: bytes, pages: Sequence[int], px_per_mm: float = PX_PER_MM) -> list[NDArray[np.uint8]]:
    """Pages as H×W×3 BGR."""
    with opened(document) as pdf:
        found = []
        for number in pages:
            page = pdf[number]
            bitmap = page.render(scale=px_per_mm * MM_PER_POINT - 1e-6)
            found.append(np.array(bitmap.to_numpy()[:, :, :3]))
            bitmap.close()
            page.close()
        return found


def edges(
    line: NDArray[np.uint8], colour: tuple[int, int, int], px_per_mm: float = PX_PER_MM
) -> list[tuple[float, float]]:
    """Where a line of pixels has a colour (BGR, within 24 a channel): start and end of each stretch, mm."""
    inside = (np.abs(line.astype(int) - np.array(colour)).max(axis=1) <= 24).astype(int)
    steps = np.flatnonzero(np.diff(np.concatenate([[0], inside, [0]])))
    return [(float(start) / px_per_mm, float(end) / px_per_mm) for start, end in steps.reshape(-1, 2)]
