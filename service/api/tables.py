"""`/tables`: what the cameras show now."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from service.access.guard import Who, has_table
from service.access.needs import needs
from service.access.roles import Permission
from service.api.docs import answer, events, file, problems
from service.following.tables import Table
from service.limits.streams import Stream
from service.parts import Service
from service.problems import Problem

router = APIRouter(prefix="/tables", tags=["tables"])


def found(service: Service, table_id: Annotated[str, Path(alias="id", description="`1` for a single camera")]) -> Table:
    """The table of that id."""
    table = service.tables.get(table_id)
    if table is None:
        raise Problem("no-such-table", f"no camera looks at table {table_id!r}")
    return table


Found = Annotated[Table, Depends(found)]


@router.get("", summary="List the tables", responses=answer("TablesAnswer", "Every table."))
@needs(Permission.SEE_GAME)
async def list_tables(service: Service, who: Who) -> dict[str, Any]:
    """Every table that a camera looks at, with the camera's health; of who has a game of their own, its table."""
    shown = [table.snapshot() for table in service.tables if has_table(service.tables, who, table.id)]
    return {"tables": [{key: each[key] for key in ("id", "game", "version", "health")} for each in shown]}


@router.get(
    "/{id}",
    summary="A table now",
    responses={**answer("TableAnswer", "The table."), **problems("no-such-table")},
)
@needs(Permission.SEE_GAME)
async def show_table(table: Found) -> dict[str, Any]:
    """Camera health, the last stable observation, and what it means as a position."""
    return table.snapshot()


@router.get(
    "/{id}/picture",
    summary="The picture of a table",
    response_class=Response,
    responses={**file("image/jpeg", "The picture."), **problems("no-such-table", "no-picture-yet")},
)
@needs(Permission.SEE_PICTURES)
async def show_picture(table: Found) -> Response:
    """The last stable frame as a JPEG. The address that the table's `picture` names changes with the picture."""
    picture = table.picture()
    if picture is None:
        raise Problem("no-picture-yet", f"table {table.id} has no stable picture yet")
    return Response(picture, media_type="image/jpeg")


@router.get(
    "/{id}/live",
    summary="Follow a table",
    response_class=EventSourceResponse,
    responses={
        **events("The table, again whenever it changes.", "table", "the `version` of the table", "TableAnswer"),
        **problems("no-such-table"),
    },
)
@needs(Permission.SEE_GAME)
async def follow(table: Found, service: Service, _one: Stream) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events named `table`, each the whole of `GET /tables/{id}`, with its version as `id`."""
    seen = -1
    while table.open:
        if table.version == seen:
            yield ServerSentEvent(comment="still here")
        else:
            shown = table.snapshot()
            seen = shown["version"]
            yield ServerSentEvent(event="table", id=str(seen), data=shown)
        await table.changed(seen, service.settings.keepalive_seconds)
