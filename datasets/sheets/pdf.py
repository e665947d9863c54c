"""Drawings become pages of a PDF: the same outlines in the same order, one unit a millimetre."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from reportlab.pdfgen.canvas import Canvas

from datasets.art.colour import channels
from datasets.art.drawing import Fill, Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.pdfgen.pathobject import PDFPathObject

    from datasets.art.drawing import Drawing, Mark
    from datasets.art.shape import Shape

POINTS_PER_MM: Final = 72 / 25.4
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
        canvas.drawPath(_path(canvas, mark.shape, closed=True), stroke=0, fill=1, fillMode=EVEN_ODD)
    elif isinstance(mark, Line):
        canvas.setStrokeColorRGB(*_share(mark.colour))
        canvas.setLineWidth(mark.width)
        canvas.drawPath(_path(canvas, mark.shape, closed=mark.closed), stroke=1, fill=0)
    else:
        canvas.saveState()
        canvas.clipPath(_path(canvas, mark.shape, closed=True), stroke=0, fill=0, fillMode=EVEN_ODD)
        for inner in mark.marks:
            _draw(canvas, inner)
        canvas.restoreState()


def _path(canvas: Canvas, shape: Shape, closed: bool) -> PDFPathObject:
    path = canvas.beginPath()
    for outline in shape:
        first, *others = outline.tolist()
        path.moveTo(*first)
        for point in others:
            path.lineTo(*point)
        if closed:
            path.close()
    return path


def _share(colour: str) -> tuple[float, float, float]:
    red, green, blue = channels(colour)
    return red / 255, green / 255, blue / 255
