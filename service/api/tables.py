"""`/tables`: what the cameras show now."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, TypeAlias

from fastapi import APIRouter, Depends, Path
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field
from starlette.responses import Response

from engine.said import Said, quoted
from service.access.guard import Who, has_table
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, events, file, problems
from service.api.media import JSON
from service.api.shapes import Body
from service.following.enrolling import CannotEnroll, enroll
from service.following.regions import Regions
from service.following.tables import Table
from service.limits.streams import Stream
from service.parts import Service
from service.problems import Problem
from vision.scene.region import MOST, RegionError, TableRegion

Corner: TypeAlias = Annotated[list[float], Field(min_length=2, max_length=2)]

MOST_CARDS: Final = 100
"""Cards that are enrolled at once."""

router = APIRouter(prefix="/tables", tags=["tables"])


class Region(Body):
    """The corners of the table, in their order round it."""

    corners: list[Corner] | None = Field(
        max_length=MOST,
        description="x and y, 0 … 1 from the picture’s upper left corner; null: the table is to be learnt again",
        examples=[[[0.1, 0.2], [0.9, 0.2], [0.95, 0.9], [0.05, 0.9]]],
    )


class SeenCard(Body):
    """A card in the picture of a table."""

    piece: int = Field(ge=0, description="its number in the pieces of the table’s `observation`")
    label: Annotated[str, Field(min_length=1, max_length=20, description="what the card is called")]


class SeenCards(Body):
    """Cards that nobody can read, with what they are."""

    name: Annotated[str, Field(min_length=1, max_length=100, description="the deck’s name; one that exists grows")]
    picture: str = Field(description="the `picture` of the table that shows them")
    cards: list[SeenCard] = Field(
        min_length=1, max_length=MOST_CARDS, description="cards of that picture, each with what it is"
    )


async def found(
    service: Service,
    table_id: Annotated[str, Path(alias="id", description="the table’s id; `1` where there is one camera")],
) -> Table:
    """The table of that id."""
    table = service.tables.get(table_id)
    if table is None:
        raise Problem("no-such-table", Said("no camera looks at table {table}", table=quoted(table_id)))
    return table


Found = Annotated[Table, Depends(found)]


@router.get("", summary="List the tables", responses=answer("TablesAnswer", "Every table."))
@needs(Permission.SEE_GAME)
async def list_tables(service: Service, who: Who) -> dict[str, Any]:
    """Every table that a camera looks at, and how that does. Whoever is let in to one game sees its table alone."""
    shown = [table.snapshot() for table in service.tables if has_table(service.tables, who, table.id)]
    return {"tables": [{key: each[key] for key in ("id", "game", "version", "health")} for each in shown]}


@router.get(
    "/{id}",
    summary="A table now",
    responses={**answer("TableAnswer", "The table."), **problems("no-such-table")},
)
@needs(Permission.SEE_GAME)
async def show_table(table: Found) -> dict[str, Any]:
    """How the camera does, what was read from the last picture at rest, and what it means as a position."""
    return table.snapshot()


@router.get(
    "/{id}/picture",
    summary="The picture of a table",
    response_class=Response,
    responses={**file("image/jpeg", "The picture."), **problems("no-such-table", "no-picture-yet")},
)
@needs(Permission.SEE_PICTURES)
async def show_picture(table: Found) -> Response:
    """The last picture at rest, as a JPEG. The table’s `picture` is an address that changes with it."""
    picture = table.picture()
    if picture is None:
        raise Problem("no-picture-yet", Said("table {table} has no stable picture yet", table=table.id))
    return Response(picture, media_type="image/jpeg")


@router.post(
    "/{id}/region",
    summary="Say where the table is in the picture",
    dependencies=[JSON],
    responses={**answer("TableAnswer", "The table."), **problems("no-such-table", "no-such-region", "store-full")},
)
@needs(Permission.ANSWER)
def give_region(table: Found, wanted: Region, service: Service) -> dict[str, Any]:
    """Pieces, hands and bodies outside of it are nobody’s move. It is kept for this table, and for its next games."""
    try:
        region = None if wanted.corners is None else TableRegion(tuple((x, y) for x, y in wanted.corners), "people")
    except RegionError as wrong:
        raise Problem("no-such-region", str(wrong)) from None
    try:
        Regions.of(service.settings).keep(table.id, region)
    except OSError as wrong:
        raise Problem("store-full", Said("the region was not kept: {why}", why=wrong.strerror or wrong)) from None
    table.give(region)
    return table.snapshot()


@router.post(
    "/{id}/deck",
    summary="Enroll cards that lie on a table",
    dependencies=[JSON],
    responses={
        **answer("TableAnswer", "The table."),
        **problems("no-such-table", "no-picture-yet", "cannot-enroll", "store-full"),
    },
)
@needs(Permission.ANSWER)
def enroll_cards(table: Found, wanted: SeenCards, service: Service) -> dict[str, Any]:
    """The deck is kept under its name, and the table is read with it from now on. Other cards may be added later."""
    picture, shown = table.picture(), table.snapshot()
    if picture is None or shown["picture"] is None:
        raise Problem("no-picture-yet", Said("table {table} has no stable picture yet", table=table.id))
    if shown["picture"] != wanted.picture:
        raise Problem("cannot-enroll", "the table has another picture by now; name the cards of that one")
    labels = {each.piece: each.label for each in wanted.cards}
    try:
        table.learnt(enroll(service.settings, shown, picture, wanted.name, labels))
    except CannotEnroll as wrong:
        raise Problem("cannot-enroll", str(wrong)) from None
    except OSError as wrong:
        raise Problem("store-full", Said("the deck was not kept: {why}", why=wrong.strerror or wrong)) from None
    return table.snapshot()


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
    """Server-sent events named `table`. Each is the whole answer of `GET /tables/{id}`, and its `id` is the version."""
    seen = -1
    while table.open:
        if table.version == seen:
            yield ServerSentEvent(comment="still here")
        else:
            shown = table.snapshot()
            seen = shown["version"]
            yield ServerSentEvent(event="table", id=str(seen), data=shown)
        await table.changed(seen, service.settings.keepalive_seconds)
