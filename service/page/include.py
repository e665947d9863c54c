"""The page joins the app: its addresses, its fragments and its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.staticfiles import StaticFiles

from service.api.phone import codes
from service.page import afterwards, analysis, devices, game_views, games, hall, source, tournaments
from service.page.refused import refused_page
from service.page.rules.views import router as rules_router
from service.page.templates import GAMES, HERE
from service.page.views import PHOTO, router

if TYPE_CHECKING:
    import os

    from fastapi import FastAPI
    from starlette.responses import Response

__all__ = ["PHOTO", "include", "install"]


class Files(StaticFiles):
    """The page's files. A browser asks whether they changed: modules name each other without a version."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A file of the page, or the styles or the picture of a game."""
        folder, _, name = path.partition("/")
        found = games.file(name) if folder == GAMES and name.endswith(games.SERVED) else None
        return super().lookup_path(path) if found is None else (str(found), found.stat())

    def file_response(self, *args: Any, **named: Any) -> Response:
        """A file, or that it did not change."""
        answer = super().file_response(*args, **named)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


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
    app.include_router(source.router)
    app.include_router(codes)
    app.include_router(afterwards.router)
    app.include_router(hall.router)
    app.include_router(tournaments.router)
    app.mount("/static", Files(directory=HERE / "static"), name="static")
