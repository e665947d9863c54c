"""The web application: the API under `/api/v1`, its documentation, the page."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import re
from typing import TYPE_CHECKING, Final

from fastapi import Depends, FastAPI
from starlette.concurrency import run_in_threadpool

from service import api, bots, docs, refusals
from service.access.addresses import own_names
from service.access.file_modes import NotOurs, close_to_others
from service.access.guard import Guard, passed
from service.access.hosts import hosts
from service.access.pairing import Pairing
from service.access.routes import routes
from service.access.tokens import Tokens
from service.api import openapi
from service.bells import Bells
from service.disputes.desk import Disputes
from service.disputes.versions import release
from service.following.station import Station
from service.following.tables import Tables
from service.headers import SafeHeaders
from service.hub.hub import Hub
from service.limits.bodies import Bodies, BodyLimit
from service.limits.fair_queue import Turns
from service.limits.rates import RateLimit, client_of, token_of
from service.limits.streams import Streams
from service.operations import views as operations
from service.operations.requests import Requests, Timed
from service.page import include as page
from service.page.compression import Packed
from service.parts import Parts
from service.reader import Reader
from service.settings import Settings
from service.store.bots import BotSeats
from service.store.evenings import Evenings
from service.store.evidence import Evidence
from service.store.ledger import Ledger
from service.store.pictures import pictures
from service.store.players import Players
from service.store.questions import Questions
from service.store.store import Store, StoreError, StoreUnavailable, os_words
from service.tournament.desk import Tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.routing import BaseRoute

    from service.access.routes import Route
    from service.store.ledger import Clock
    from service.store.pictures import Pictures

HOUR: Final = 3600.0
EVIDENCE: Final = "evidence"
"""The folder of pictures in the data folder."""

ABOUT: Final = """
A camera looks at a table. Tableside reads the pieces, follows the game by its rules and keeps the score.
This page tells programs what they may ask of it; to play, nobody needs it.

A line below opens: it says what is sent and what comes back, and its form sends it from here. Begin with
`/api/v1/judge`: its form is filled in, and `Send` shows the answer.

Every error is a problem document (`application/problem+json`). Its `type` is an address here that says what to do
next. Whoever opens the page on this machine is the host and needs no key. A program sends a token
that `tableside token create` made: `Authorization: Bearer …`. Phones and screens pair with the host’s page.
"""


def create_app(settings: Settings | None = None, tables: Tables | None = None) -> FastAPI:
    """The application with its store open. `StoreError` says, in one line, why the store cannot be used.

    `tables` is the registry that a watcher publishes to; the app closes it when it stops.
    """
    parts = assemble(settings or Settings(), Tables() if tables is None else tables)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        parts.store.listen(parts.bells, _warn)
        if tables is None:  # beside a camera few photos are sent, and memory is short
            parts.reader.warm()
        forgetting = asyncio.create_task(_forget(parts))
        playing = asyncio.create_task(bots.playing(parts))
        yield
        forgetting.cancel()
        playing.cancel()
        parts.end_streams()
        parts.close()

    release = parts.versions["tableside"]
    app = FastAPI(
        title="Tableside",
        version=release,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        dependencies=[Depends(passed)],
        routes=list(_routes()),
    )
    app.state.parts = parts
    parts.station.reached = lambda: getattr(app.state, "network", None) or ""
    refusals.install(app)
    openapi.install(app)
    page.install(app)
    app.state.requests = Requests()
    limits = {"a_minute": parts.settings.requests_a_minute, "here": parts.settings.requests_a_minute_here}
    bodies = Bodies.of(parts.settings)
    app.add_middleware(Packed)
    app.add_middleware(BodyLimit, limit=_limit_of(parts.settings), bodies=bodies, refuse=refusals.answered)
    app.add_middleware(RateLimit, **limits, by=token_of, refuse=refusals.answered)
    known = hosts(own_names(), parts.settings.allow_host)
    app.add_middleware(
        Guard, routes=_guarded(), known=known, tokens=parts.tokens, tables=parts.tables, refuse=refusals.answered
    )
    app.add_middleware(RateLimit, **limits, by=client_of, refuse=refusals.answered)
    app.add_middleware(SafeHeaders)
    app.add_middleware(Timed, requests=app.state.requests)
    return app


@functools.cache
def _routes() -> tuple[BaseRoute, ...]:
    """Every route. Apps of one process share them, for FastAPI takes a tenth of a second to work them out."""
    made = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, dependencies=[Depends(passed)])
    for part in (api, docs, page, operations):
        part.include(made)
    return tuple(made.routes)


@functools.cache
def _guarded() -> tuple[Route, ...]:
    """The same routes as the guard knows them."""
    return routes(FastAPI(docs_url=None, redoc_url=None, openapi_url=None, routes=list(_routes())))


def assemble(settings: Settings, tables: Tables | None = None, clock: Clock | None = None) -> Parts:
    """The parts of an app, its store open; `clock` gives the time of events where it is not the machine's."""
    try:
        close_to_others(settings.data.expanduser())
    except OSError as wrong:
        raise StoreUnavailable(_closed_to_us(settings, wrong)) from wrong
    tables = tables or Tables()
    table = tables.add()
    store, bells = Store(settings.url, settings.waits), Bells()
    versions = {"tableside": release()}
    ledger = Ledger(store, bells, clock)
    evidence = Evidence(store, _pictures(settings), settings.max_evidence_bytes, settings.evidence_days)
    questions, reader = Questions(store, ledger, bells), Reader(settings)
    disputes = Disputes(settings, store, ledger, evidence, reader)
    tokens, players = Tokens(store), Players(store)
    hub = Hub.of(store, ledger, evidence, questions, players, bells, tables)
    streams = Streams(settings.max_streams, settings.max_streams_each)
    judging = Turns(settings.judges, settings.max_disputes_waiting, settings.max_disputes_waiting_each)
    errands = Turns(settings.errands, settings.max_errands_waiting, settings.max_errands_waiting_each)
    return Parts(
        settings=settings,
        store=store,
        ledger=ledger,
        evidence=evidence,
        questions=questions,
        players=players,
        bots=BotSeats(store),
        evenings=Evenings(store, evidence.drop),
        disputes=disputes,
        bells=bells,
        tables=tables,
        station=Station(table, settings, tokens, players),
        reader=reader,
        tokens=tokens,
        pairing=Pairing(store, tokens),
        hub=hub,
        tournaments=Tournaments(store, ledger, players, disputes, hub.overview, bells, versions),
        streams=streams,
        judging=judging,
        errands=errands,
        versions=versions,
    )


async def _forget(parts: Parts) -> None:
    """Let old evidence go, at the start and every hour. A store that fails is tried again."""
    while parts.bells.open:
        with contextlib.suppress(StoreError):
            await run_in_threadpool(parts.evidence.forget)
        await asyncio.sleep(HOUR)


def _warn(line: str) -> None:
    from service.logs import logger  # loaded when it is needed: a server should start fast

    logger().warning("store", detail=line)


def _pictures(settings: Settings) -> Pictures:
    try:
        return pictures(settings.data / EVIDENCE, settings.evidence_url)
    except OSError as wrong:
        raise StoreUnavailable(f"{wrong}; name another with TABLESIDE_EVIDENCE_URL") from wrong


def _closed_to_us(settings: Settings, wrong: OSError) -> str:
    why = str(wrong) if isinstance(wrong, NotOurs) else f"the store cannot be made: {os_words(wrong)}"
    return f"{why}; or name another folder with --data"


def _limit_of(settings: Settings) -> Callable[[str], int]:
    pictures = {f"{api.PREFIX}/read", page.PHOTO}
    sent = re.compile(rf"{api.PREFIX}/hub/games/[0-9a-f]+/pictures")

    def limit(path: str) -> int:
        large = path in pictures or sent.fullmatch(path) is not None
        return settings.max_upload_bytes if large else settings.max_json_bytes

    return limit
