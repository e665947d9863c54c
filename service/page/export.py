"""A game as one HTML file that needs no server: board, score, moves, pictures, rulings."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Final

import cv2

from service.disputes.case import KEPT
from service.page import games
from service.page.live import of_parts
from service.page.templates import HERE
from vision.photo import PhotoError, load

if TYPE_CHECKING:
    from service.page.templates import Page
    from service.parts import Parts
    from service.store.ledger import Entry

WIDTH: Final = 640
"""Pixels across of its pictures: a long game stays a file that can be sent."""
QUALITY: Final = 72
"""Their JPEG quality, 0 … 100."""
STYLES: Final = ("tableside.css", "live.css", "export.css")


def whole(parts: Parts, entry: Entry, page: Page) -> str:
    """The file. Pictures that have made room for others are left out."""
    shown = of_parts(parts, entry, page.language)
    hashes = {move.frames[-1] for move in shown.moves if move.frames}
    hashes |= {shot.sha256 for ruling in shown.disputes for shot in ruling.shots if shot.there}
    pictures = {each: found for each in sorted(hashes) if (found := _picture(parts, each))}
    title = parts.evenings.titles().get(entry.id, "")
    answer = page.answer("export.html", game=shown, pictures=pictures, styles_of=_styles(shown.game), called=title)
    return bytes(answer.body).decode()


def _picture(parts: Parts, sha256: str) -> str:
    """A kept picture as a data address; empty where it is not kept any more, or is none."""
    try:
        frame = load(parts.evidence.load(sha256) or b"", KEPT).pixels
    except PhotoError:
        return ""
    scale = min(1.0, WIDTH / frame.shape[1])
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    made = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    return f"data:image/jpeg;base64,{base64.b64encode(made).decode()}"


def _styles(game: str) -> str:
    """All styles that the file needs, in the order of the page."""
    files = [HERE / "static" / name for name in STYLES]
    own = games.file(f"{game}.css")
    return "\n".join(path.read_text(encoding="utf-8") for path in [*files, *([own] if own else [])])
