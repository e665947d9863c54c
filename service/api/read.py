"""`POST /read`: a photo becomes an observation; nothing is kept."""

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request

from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, hashed, problems
from service.api.media import PICTURE, PICTURES
from service.parts import Service
from service.pictures import translated

router = APIRouter(tags=["judging"])

OBSERVATION: Final = {
    "schema": "tableside/observation@1",
    "image": {"width": 1280, "height": 720, "sha256": hashed("a photo")},
    "pieces": [
        {
            "kind": "domino",
            "label": "3-5",
            "confidence": 0.98,
            "corners": [[410, 300], [410, 340], [490, 340], [490, 300]],
            "level": 0,
        }
    ],
    "warnings": [],
    "model": "classical",
    "table": {
        "position": {"tiles": [{"tile": "3-5", "at": [0, 0, 0], "dir": "e"}]},
        "faults": [],
        "loose": [],
        "unsure": [],
        "cells": {"0": {"at": [0, 0, 0], "dir": "e"}},
        "unjudged": None,
    },
}
Own = Annotated[str, Query(description="Name of your own pieces of the game, as `tableside enroll` learnt them.")]
BODY: Final = {"required": True, "content": {t: {"schema": {"type": "string", "format": "binary"}} for t in PICTURES}}


@router.post(
    "/read",
    summary="Read a photo",
    dependencies=[PICTURE],
    openapi_extra={"requestBody": BODY},
    responses={
        **answer("ReadAnswer", "What the photo shows; `table` adds what the pieces mean as a position.", OBSERVATION),
        **problems("unreadable-picture", "unreadable-game", "unknown-game", "not-enrolled", "busy"),
    },
)
@needs(Permission.READ_PHOTO)
async def read(  # noqa: PLR0913, PLR0917 - a query's parameters
    request: Request,
    service: Service,
    game: Annotated[str, Query(description="`stackernoos`, `stonerow` or `stones`")],
    deck: Own = "",
    stones: Own = "",
    dominoes: Own = "",
) -> dict[str, Any]:
    """Send the photo itself as the body, JPEG or PNG. Nothing of it is kept."""
    data = await request.body()
    loop = asyncio.get_running_loop()
    own = deck or stones or dominoes
    with translated():
        return await loop.run_in_executor(service.reader.threads, service.reader.read, data, game, own)
