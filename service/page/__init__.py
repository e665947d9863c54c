"""The page: what the camera sees, what it means, what may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.staticfiles import StaticFiles

from service.page import game_views
from service.page.templates import HERE
from service.page.views import PHOTO, router

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["PHOTO", "include"]


def include(app: FastAPI) -> None:
    """Add the page, its fragments and its files to the app."""
    app.include_router(router)
    app.include_router(game_views.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
