"""`/tables` and `/scores`: all tables at a glance, for a referee, and all scores, for a television."""

from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.page.templates import View
from service.parts import Service

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

PART: Final = 24
"""Tables that a television shows at once; more follow each other."""
COLUMNS: Final = ((1, 1), (4, 2), (9, 3), (16, 4), (PART, 6))
"""In how many columns so many tables stand at the most."""


@router.get("/tables")
@needs(Permission.SEE_GAME)
def show_tables(service: Service, page: View, who: Who) -> HTMLResponse:
    """Every table with its camera, its game, its score, and what waits for somebody."""
    return page.answer("hall.html", rows=service.hub.overview.rows(who))


@router.get("/view/hall")
@needs(Permission.SEE_GAME)
def show_tables_now(service: Service, page: View, who: Who) -> HTMLResponse:
    """The part of the page that changes."""
    return page.answer("hall_now.html", rows=service.hub.overview.rows(who))


@router.get("/scores")
@needs(Permission.SEE_SCORE)
def show_scores(service: Service, page: View, who: Who) -> HTMLResponse:
    """All scores, to be read from across a room."""
    return page.answer("scores.html", parts=_parts(service, who), columns=columns)


@router.get("/view/scores")
@needs(Permission.SEE_SCORE)
def show_scores_now(service: Service, page: View, who: Who) -> HTMLResponse:
    """The part of the page that changes."""
    return page.answer("scores_now.html", parts=_parts(service, who), columns=columns)


def columns(count: int) -> int:
    """In how many columns so many tables stand."""
    return next((wide for most, wide in COLUMNS if count <= most), COLUMNS[-1][1])


def _parts(service: Service, who: Who) -> list[list[object]]:
    """The tables with a game, in parts that fit a screen."""
    rows = [row for row in service.hub.overview.rows(who) if row.score is not None]
    return [list(rows[n : n + PART]) for n in range(0, len(rows), PART)] or [[]]
