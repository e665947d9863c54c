"""`/privacy`: what this server keeps of whom, where, for how long, and how it is deleted."""

from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.access.tokens import IDLE
from service.batch.kept import days_kept
from service.page.language import Language
from service.page.templates import View
from service.parts import Service

GIGABYTE: Final = 1e9

router = APIRouter(include_in_schema=False)


@router.get("/privacy", response_class=HTMLResponse)
@needs(Permission.READ_TEXT)
def show_privacy(service: Service, page: View, who: Who) -> HTMLResponse:
    """The settings of this server in words. Where its files lie is for the host’s eyes."""
    settings, t = service.settings, page.language
    return page.answer(
        "privacy.html",
        settings=settings,
        folder=str(settings.data.expanduser()) if who.may(Permission.MANAGE) else "",
        room=t.tenths(settings.max_evidence_bytes / GIGABYTE),
        pictures=None if settings.evidence_days is None else days(settings.evidence_days, t),
        reviews=days(days_kept(settings), t),
        devices=days(IDLE.days, t),
    )


def days(many: float, t: Language) -> str:
    """A number of days in words: `30 days`, `0.5 days`."""
    return t("privacy.days", count=many, number=t.number(many))
