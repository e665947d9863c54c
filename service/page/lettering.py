"""The letters of a print-out: the PDF's own fonts, or one of this computer's that has what those lack.

The PDF's own fonts have Western Europe's letters alone. No font comes with the program: one that systems usually have
is looked for where the system keeps its fonts. What none has stands there by its number, and a line says so.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from service.store.named import SHAPELESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.page.language import Language

OWN: Final = ("Helvetica", "Helvetica-Bold")
"""The PDF's own font, plain and bold."""
USUAL: Final = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("Arial Unicode.ttf", "Arial Unicode.ttf"),
)
"""Files of fonts that systems usually have, plain and bold. The PDF's writer takes TrueType alone."""
MINUS: Final = {ord("−"): "–"}
"""The PDF's own fonts have no minus sign; the dash there looks like it."""
LEFTWARD: Final = frozenset({"R", "AL"})
"""Unicode's directions of signs that are read leftward: the PDF's writer would turn their order round."""


class Lettering:
    """The fonts of one print-out. `numbered` is whether some sign stands there by its number."""

    def __init__(self) -> None:
        self.numbered = False

    def paragraph(self, text: str, style: Any) -> Any:
        """The text as a paragraph, in the font of its style or one that has more of its signs."""
        from reportlab.platypus import Paragraph

        face, shown = self.fit(text, bold=style.fontName == OWN[1])
        return Paragraph(f'<font name="{face}">{escape(shown)}</font>', style)

    def width(self, text: str, size: float) -> float:
        """How wide a bold text is in points, in letters of that size."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        face, shown = self.fit(text, bold=True)
        return float(stringWidth(shown, face, size))

    def fit(self, text: str, *, bold: bool = False) -> tuple[str, str]:
        """The font that lacks the fewest signs of a text, and the text as that shows it."""
        text = "".join(each for each in unicodedata.normalize("NFC", text) if each not in SHAPELESS).translate(MINUS)
        best, lacks = OWN[bold], {each for each in text if not _is_own(each)}
        for face, signs in _found(bold) if lacks else ():
            lacking = {each for each in text if unicodedata.bidirectional(each) in LEFTWARD or ord(each) not in signs}
            if len(lacking) < len(lacks):
                best, lacks = face, lacking
        self.numbered |= bool(lacks)
        return best, "".join(f"[U+{ord(each):04X}]" if each in lacks else each for each in text)

    def notes(self, t: Language) -> list[str]:
        """What is to be said of the letters below all others."""
        return [t("printed.numbered")] if self.numbered else []


def _is_own(sign: str) -> bool:
    return sign.encode("cp1252", "ignore") != b""


@cache
def _found(bold: bool) -> tuple[tuple[str, frozenset[int]], ...]:
    """The usual fonts that are here, each with the numbers of the signs that it has."""
    return tuple(_faces(files[bold] for files in USUAL))


def _faces(files: Iterator[str]) -> Iterator[tuple[str, frozenset[int]]]:
    from PIL import ImageFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    for file in files:
        try:
            font: Any = TTFont(file, ImageFont.truetype(file).path)  # it looks where the system keeps its fonts
        except (OSError, TTFError):
            continue
        registerFont(font)
        yield file, frozenset(font.face.charToGlyph)
