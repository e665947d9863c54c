"""The page joins the app: its addresses, its fragments and its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api.phone import codes
from service.page import afterwards, analysis, devices, game_views, hall, privacy, source, tournaments
from service.page.files import Files
from service.page.not_found import refused_page
from service.page.rules.views import router as rules_router
from service.page.views import PHOTO, router

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["PHOTO", "include", "install"]


def install(app: FastAPI) -> None:
    """Let the app show people a page where an address leads nowhere."""
    app.state.show_problem = refused_page


def include(app: FastAPI) -> None:
    """Add the page, its fragments and its files to the app."""
    app.include_router(router)
    app.include_router(game_views.router)
    app.include_router(analysis.router)
    app.include_router(rules_router)
    app.include_router(devices.router)
    app.include_router(privacy.router)
    app.include_router(source.router)
    app.include_router(codes)
    app.include_router(afterwards.router)
    app.include_router(hall.router)
    app.include_router(tournaments.router)
    app.mount("/static", Files(), name="static")
