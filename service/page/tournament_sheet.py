"""A tournament as a PDF, to hang up: the pairings of the last round, and who stands where."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from engine.games import games
from service.page.lettering import OWN, Lettering
from service.page.printed import MARGIN
from service.tournament.standings import TIES, standings

if TYPE_CHECKING:
    from service.page.language import Language
    from service.tournament.model import Pairing, Tournament

PADDING: Final = 6.0
"""Points (1/72 inch) that the PDF's writer leaves free on both sides of a cell, and of the page's text."""
FIRST: Final = 34.0
"""The width of the first column, points: the number of a table, or a place."""
BETWEEN: Final = 60.0
"""The width of a result between two names, points."""


def sheet(tournament: Tournament, t: Language) -> bytes:
    """The PDF."""
    from reportlab.lib.enums import TA_CENTER, TA_RIGHT
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
    from reportlab.platypus import SimpleDocTemplate, Spacer, Table, TableStyle

    look, letters = getSampleStyleSheet(), Lettering()
    text_style = look["BodyText"]
    look.add(ParagraphStyle("Number", text_style, alignment=TA_RIGHT))
    look.add(ParagraphStyle("Result", text_style, alignment=TA_CENTER))
    look.add(ParagraphStyle("Head", look["Number"], fontName=OWN[1]))
    lined = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.5, "#888888"), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")])
    width = A4[0] - 2 * (MARGIN + PADDING)

    def words(text: object, style: str = "BodyText") -> Any:
        return letters.paragraph(str(text), look[style])

    def room(text: str) -> float:
        return letters.width(text, text_style.fontSize) + 2 * PADDING + 1

    title = games()[tournament.game].title
    system = f"{title} · {t(f'cup.{tournament.system}')}"
    page: list[Any] = [words(tournament.title, "Title"), words(system)]
    if tournament.rounds:
        number = len(tournament.rounds)
        page += [Spacer(1, 12), words(t("cup.round", number=number, of=tournament.planned), "Heading2")]
        rows = [
            [
                words(each.table, "Number"),
                words(tournament.name(each.one)),
                words(result(each, t), "Result"),
                words(other(tournament, each, t)),
            ]
            for each in tournament.rounds[-1].pairings
        ]
        names = (width - FIRST - BETWEEN) / 2
        page.append(Table(rows, colWidths=[FIRST, names, BETWEEN, names], style=lined))
    page += [Spacer(1, 14), words(t("cup.standings"), "Heading2")]
    ties = TIES[tournament.system]
    head = [t("cup.points"), t("cup.played"), *(t(f"cup.tie.{name}") for name in ties)]
    rows = [["", "", *(words(each, "Head") for each in head)]]
    for row in standings(tournament):
        cells = [figure(row.points), row.played, *(figure(row.ties[name]) for name in ties)]
        who = [words(row.place, "Number"), words(tournament.name(row.number))]
        rows.append([*who, *(words(each, "Number") for each in cells)])
    rooms = [room(each) for each in head]
    page.append(Table(rows, colWidths=[FIRST, width - FIRST - sum(rooms), *rooms], style=lined, repeatRows=1))
    page += map(words, letters.notes(t))
    made = io.BytesIO()
    document = SimpleDocTemplate(made, pagesize=A4, title=tournament.title, author="Tableside", invariant=1)
    document.leftMargin = document.rightMargin = document.topMargin = document.bottomMargin = MARGIN
    document.build(page)
    return made.getvalue()


def other(tournament: Tournament, pairing: Pairing, t: Language) -> str:
    """Whom somebody meets."""
    return t("cup.bye") if pairing.other is None else tournament.name(pairing.other)


def result(pairing: Pairing, t: Language) -> str:
    """A result as it is written between two names; a dash while it is open."""
    if pairing.other is None:
        return ""
    return {"one": "1 – 0", "other": "0 – 1", "draw": "½ – ½"}.get(pairing.result or "", "–")


def figure(value: float) -> str:
    """Points as people write them: 2½; Sonneborn-Berger has quarters: half of half a point."""
    sign, (whole, quarters) = "-" if value < 0 else "", divmod(round(4 * abs(value)), 4)
    return sign + (str(whole) if whole or not quarters else "") + ("", "¼", "½", "¾")[quarters]
