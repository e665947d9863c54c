"""The code that a phone scans, drawn for a page and for a terminal."""

from __future__ import annotations

import io

import segno


def svg(url: str) -> str:
    """The code as an SVG element, black on white, for pages of any colour."""
    drawn = io.BytesIO()
    segno.make(url, error="m").save(drawn, kind="svg", border=4, light="#fff", xmldecl=False, svgns=True, omitsize=True)
    return drawn.getvalue().decode()


def text(url: str) -> str:
    """The code for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
