"""A game as one HTML file that needs no server: board, score, moves, pictures, rulings."""

from __future__ import annotations

import base64
import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

import cv2

from service.disputes.case import KEPT
from service.page import games
from service.page.live import of_parts
from service.page.templates import HERE
from vision.photo import PhotoError, load

if TYPE_CHECKING:
    from service.page.templates import Page
    from service.parts import Parts
    from service.store.entry import Entry

WIDTH: Final = 640
"""Pixels across of its pictures: a long game stays a file that can be sent."""
QUALITY: Final = 72
"""Their JPEG quality, 0 … 100."""
STYLES: Final = ("tableside.css", "live.css", "export.css")
_PAINTED: Final = re.compile(r'<img src="/view/pictures/([^/"]+)/([^"]+)"[^>]*?width="(\d+)" height="(\d+)"[^>]*>')
"""A picture of a game's drawing, as a server shows it."""
_USED: Final = (
    '<svg class="painted" viewBox="0 0 {0} {1}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
    '<use href="#{2}"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the file has once, and shows wherever its id is used."""

    id: str
    data: str
    width: int
    height: int


def whole(parts: Parts, entry: Entry, page: Page) -> str:
    """The file. Pictures that have made room for others are left out."""
    page = page.of(entry)
    shown = of_parts(parts, entry, page.language)
    hashes = {move.frames[-1] for move in shown.moves if move.frames}
    hashes |= {shot.sha256 for ruling in shown.disputes for shot in ruling.shots if shot.there}
    pictures = {each: found for each in sorted(hashes) if (found := _picture(parts, each))}
    answer = page.answer("export.html", game=shown, pictures=pictures, styles_of=_styles(shown.game))
    return _alone(bytes(answer.body).decode())


def _alone(text: str) -> str:
    """The file with the pictures of its drawing in it; one that is not there any more is left out."""
    found: dict[tuple[str, str], Picture] = {}

    def used(match: re.Match[str]) -> str:
        game, name = (unquote(html.unescape(each)) for each in match.group(1, 2))
        data = games.page_of(game).picture(name)
        if data is None:
            return ""
        width, height = int(match[3]), int(match[4])
        address = f"data:image/webp;base64,{base64.b64encode(data).decode()}"
        kept = found.setdefault((game, name), Picture(f"painted-{len(found) + 1}", address, width, height))
        return _USED.format(width, height, kept.id)

    drawn = _PAINTED.sub(used, text)
    return drawn.replace("</defs>", "".join(_defined(each) for each in found.values()) + "</defs>", 1)


def _defined(each: Picture) -> str:
    return f'<image id="{each.id}" width="{each.width}" height="{each.height}" href="{each.data}"/>\n'


def _picture(parts: Parts, sha256: str) -> Picture | None:
    """A kept picture; None where it is not kept any more, or is none."""
    try:
        frame = load(parts.evidence.load(sha256) or b"", KEPT).pixels
    except PhotoError:
        return None
    scale = min(1.0, WIDTH / frame.shape[1])
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    made = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    height, width = small.shape[:2]
    return Picture(f"kept-{sha256}", f"data:image/jpeg;base64,{base64.b64encode(made).decode()}", width, height)


def _styles(game: str) -> str:
    """All styles that the file needs, in the order of the page."""
    files = [HERE / "static" / name for name in STYLES]
    own = games.file(f"{game}.css")
    return "\n".join(path.read_text(encoding="utf-8") for path in [*files, *([own] if own else [])])
