"""The API under `/api/v1`: a router a noun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.api import (
    cameras,
    disputes,
    evenings,
    events,
    games,
    hints,
    hub,
    judge,
    moves,
    network,
    pairing,
    players,
    questions,
    read,
    rules,
    tables,
    tournaments,
)

if TYPE_CHECKING:
    from fastapi import FastAPI

PREFIX: Final = "/api/v1"
ROUTERS: Final = (
    judge.router,
    read.router,
    rules.router,
    games.router,
    moves.router,
    hints.router,
    events.router,
    questions.router,
    disputes.router,
    tables.router,
    cameras.router,
    players.router,
    evenings.router,
    pairing.router,
    network.router,
    hub.router,
    tournaments.router,
)


def include(app: FastAPI) -> None:
    """Add every router to the app."""
    for router in ROUTERS:
        app.include_router(router, prefix=PREFIX)
