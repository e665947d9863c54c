"""`GET /games/{id}/events`: the events of a game as they come, from any point on."""

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import events, problems
from service.api.games import GameId
from service.limits.streams import Stream
from service.parts import Parts, Service
from service.problems import Problem

router = APIRouter(prefix="/games/{id}", tags=["games"])

LAST: Final = 999_999_999
"""The largest number of an event that a stream may go on after: more than any game has, and every store can take it."""
_NUMBER: Final = re.compile(rf"[0-9]{{1,{len(str(LAST))}}}")


async def resumed(
    last_event_id: Annotated[
        str | None, Header(description="the last `id` that came; the stream goes on after it")
    ] = None,
    after: Annotated[int, Query(ge=0, le=LAST, description="the same for a first call: a `seq`, 0 for all events")] = 0,
) -> int:
    """The number of the event after which a stream goes on."""
    if last_event_id is None:
        return after
    if _NUMBER.fullmatch(last_event_id) is None:
        raise Problem("bad-request", "Last-Event-ID is the number of an event; leave it out to start at the first")
    return int(last_event_id)


def existing(game_id: GameId, service: Service) -> str:
    """The id of a game that exists; the answer must be known before the stream begins."""
    service.store.version(game_id)
    return game_id


@router.get(
    "/events",
    summary="Follow a game",
    response_class=EventSourceResponse,
    responses={
        **events("Every event, and new ones as they come.", "event", "the `seq` of the event", "Event"),
        **problems("bad-request"),
    },
)
@needs(Permission.SEE_GAME)
async def follow(
    service: Service,
    game_id: Annotated[str, Depends(existing)],
    after: Annotated[int, Depends(resumed)],
    _one: Stream,
) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events named `event`. The `id` of each is its `seq`. A comment line every few seconds keeps it open.

    A client that comes back sends the last `id` as `Last-Event-ID` and misses nothing.
    """
    with service.bells.listen(game_id) as bell:
        while service.bells.open:
            lines = await run_in_threadpool(_since, service, game_id, after)
            for line in lines:
                after += 1
                yield ServerSentEvent(event="event", id=str(after), data=json.loads(line))
            if not await bell.heard(service.settings.keepalive_seconds):
                yield ServerSentEvent(comment="still here")


def _since(service: Parts, game_id: str, after: int) -> tuple[str, ...]:
    return service.store.since(game_id, after)
