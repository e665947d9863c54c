"""Drawings become pages of a PDF: the same outlines in the same order, one unit a millimetre."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from datasets.art.colour import channels
from datasets.art.drawing import Fill, Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.art.drawing import Drawing, Mark
    from datasets.art.shape import Points, Shape

POINTS_PER_MM: Final = 72 / 25.4
rl_config.useA85 = 0  # pages as bytes: as text they are larger and take long to write
ROUND: Final = 1
EVEN_ODD: Final = 0


def pdf(pages: Sequence[Drawing], title: str) -> bytes:
    """A PDF with a page of the drawing's own size for each drawing; the same drawings give the same bytes."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Tableside")
    for page in pages:
        canvas.setPageSize((page.width * POINTS_PER_MM, page.height * POINTS_PER_MM))
        canvas.transform(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, page.height * POINTS_PER_MM)
        canvas.setLineCap(ROUND)
        canvas.setLineJoin(ROUND)
        for mark in page.marks:
            _draw(canvas, mark)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Canvas, mark: Mark) -> None:
    if isinstance(mark, Fill):
        canvas.setFillColorRGB(*_share(mark.colour))
        canvas.drawPath(_Path(mark.shape, closed=True), stroke=0, fill=1, fillMode=EVEN_ODD)
    elif isinstance(mark, Line):
        canvas.setStrokeColorRGB(*_share(mark.colour))
        canvas.setLineWidth(mark.width)
        canvas.drawPath(_Path(mark.shape, closed=mark.closed), stroke=1, fill=0)
    else:
        canvas.saveState()
        canvas.clipPath(_Path(mark.shape, closed=True), stroke=0, fill=0, fillMode=EVEN_ODD)
        for inner in mark.marks:
            _draw(canvas, inner)
        canvas.restoreState()


class _Path:
    """What the canvas asks of a path: its code. ReportLab's own writes each number by itself, far more slowly."""

    def __init__(self, shape: Shape, closed: bool) -> None:
        self._shape, self._end = shape, " h" if closed else ""

    def getCode(self) -> str:  # noqa: N802 - as the canvas calls it
        """All outlines in the operators of PDF, to a ten-thousandth of a millimetre."""
        return "n " + " ".join(map(self._outline, self._shape))

    def _outline(self, outline: Points) -> str:
        lines = "%.7g %.7g m" + " %.7g %.7g l" * (len(outline) - 1) + self._end
        return lines % tuple(outline.round(4).ravel().tolist())


def _share(colour: str) -> tuple[float, float, float]:
    red, green, blue = channels(colour)
    return red / 255, green / 255, blue / 255
