"""The score sheet of a game as a PDF, to print and to keep."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from service.page.lettering import Lettering
from service.page.live import of_parts
from service.page.plays import told_of
from service.player_names import called

if TYPE_CHECKING:
    from service.page.language import Language
    from service.parts import Parts
    from service.store.entry import Entry

MARGIN: Final = 48.0
"""Points (1/72 inch) of white round the page."""


def score_sheet(parts: Parts, entry: Entry, t: Language) -> bytes:
    """The PDF: totals first, then every line with the move and the rules that it comes from."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import SimpleDocTemplate, Spacer, Table, TableStyle

    t = told_of(entry.game, entry.replay.state, t)
    game, look, letters = of_parts(parts, entry, t), getSampleStyleSheet(), Lettering()
    title = game.heading

    def words(text: str, style: str = "BodyText") -> Any:
        return letters.paragraph(called(text, t.names), look[style])

    parts_of_page: list[Any] = [
        letters.paragraph(title, look["Title"]),
        words(" · ".join([*([game.title] if game.called else []), game.created[:10], entry.id])),
        Spacer(1, 12),
    ]
    rows = [
        [words(f"{each.name} · {t('winner')}" if each.winner else each.name), words(t.number(each.total))]
        for each in game.players
    ]
    parts_of_page.append(
        Table(rows, colWidths=[300, 80], style=TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.5, "#888888")]))
    )
    for player, lines in game.sheet:
        parts_of_page += [Spacer(1, 14), letters.paragraph(player.name, look["Heading2"])]
        cells = [
            [
                words(t.number(each.points, signed=True)),
                words(each.words or each.why),
                words(t("move.number", number=each.seq)),
                words(", ".join(each.rules)),
            ]
            for each in lines
        ]
        if cells:
            parts_of_page.append(Table(cells, colWidths=[45, 250, 70, 130]))
        else:
            parts_of_page.append(words(t("sheet.taken" if player.total else "sheet.none")))
    parts_of_page += map(words, letters.notes(t))
    made = io.BytesIO()
    sheet = SimpleDocTemplate(made, pagesize=A4, title=title, author="Tableside", invariant=1)
    sheet.leftMargin = sheet.rightMargin = sheet.topMargin = sheet.bottomMargin = MARGIN
    sheet.build(parts_of_page)
    return made.getvalue()
