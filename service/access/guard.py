"""The one place that every request passes: is the host known, who asks, from which page, and may they do that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Protocol

from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request

from engine.said import Said, quoted
from service.access import hosts
from service.access.caller import HOST, STRANGER, Caller
from service.access.roles import Role
from service.access.routes import STATELESS
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.access.hosts import Hosts
    from service.access.routes import Route
    from service.following.tables import Tables

ELSEWHERE: Final = (
    "a page of another site asked for a change; use the page here, or send a token as Authorization: Bearer …"
)
UNTOLD: Final = "it is not said which page asks; use the page here, or send a token as Authorization: Bearer …"
BEARER: Final = "bearer "
COOKIE: Final = "tableside"
"""How a paired browser's cookie begins; the port follows, as a browser keeps one box of cookies for all ports."""


class Known(Protocol):
    """What knows callers by their tokens."""

    def find(self, text: str) -> Caller | None:
        """Whose token that is."""

    def lasts(self, token_id: str) -> bool:
        """Whether a token still is one."""


class Nobody:
    """Knows no token: for a door where everybody is a stranger until the page itself lets them in."""

    def find(self, text: str) -> Caller | None:
        """Nobody's."""
        return None

    def lasts(self, token_id: str) -> bool:
        """None does."""
        return False


class Guard:
    """ASGI middleware: lets in what is allowed, with its `Caller` in the request's state, and refuses all else."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it looks things up in
        self,
        app: ASGIApp,
        routes: tuple[Route, ...],
        known: Hosts,
        tokens: Known,
        tables: Tables,
        refuse: Callable[[Request, Problem], Response],
    ) -> None:
        self._app, self._known, self._tokens, self._tables = app, known, tokens, tables
        self._refuse = refuse
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})  # there are none here
            return
        headers = Headers(scope=scope)
        try:
            self._check_host(scope, headers)
            caller = await self._caller(scope, headers)
            scope.setdefault("state", {})["caller"] = caller
            self._check(scope, headers, caller)
        except Problem as refused:
            answer = self._refuse(Request(scope), refused)
            answer.headers.update(refused.headers or {})
            await answer(scope, receive, send)
            return
        if caller.token is None:
            await self._app(scope, receive, send)
        else:
            await self._app(scope, *self._watched(scope, caller, receive, send))

    def _watched(self, scope: Scope, caller: Caller, receive: Receive, send: Send) -> tuple[Receive, Send]:
        """What a caller is sent ends as soon as its token does, or what it follows is another's: a stream would go on
        for ever."""
        ended = False

        async def sent(message: Message) -> None:
            nonlocal ended
            if ended:
                return
            goes_on = message["type"] == "http.response.body" and message.get("more_body", False)
            if goes_on and not await self._goes_on(scope, caller):
                ended = True
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        async def received() -> Message:
            return {"type": "http.disconnect"} if ended else await receive()

        return received, sent

    async def _goes_on(self, scope: Scope, caller: Caller) -> bool:
        """Whether a caller may still be sent what it has asked for."""
        route = self._route(scope)
        try:
            if route is not None:
                self._check_objects(scope, route, caller)
        except Problem:
            return False
        return await run_in_threadpool(self._tokens.lasts, str(caller.token))

    def _check_host(self, scope: Scope, headers: Headers) -> None:
        given = headers.getlist("host")
        if len(given) != 1 or not self._known.knows(scope, given[0]):
            raise Problem("wrong-host", "this address is not one of this machine’s; --allow-host adds a name")

    async def _caller(self, scope: Scope, headers: Headers) -> Caller:
        """Who asks. What is sent on purpose goes before where it comes from, and a cookie of a browser last."""
        given = headers.get("authorization")
        if given is not None:
            token = given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else ""
            found = await run_in_threadpool(self._tokens.find, token)
            if found is None:
                raise unknown("this token is none, or was revoked; make one with tableside token create")
            return found
        if hosts.is_here(scope, headers):
            return HOST
        cookie = cookie_of(HTTPConnection(scope))
        return (await run_in_threadpool(self._tokens.find, cookie) if cookie else None) or STRANGER

    def _check(self, scope: Scope, headers: Headers, caller: Caller) -> None:
        route = self._route(scope)
        if route is not None:
            scope["state"]["route"] = route.path
        if hosts.fetched_from_elsewhere(headers):
            raise Problem("cross-site", "a page of another site asked for this; open it here")
        if route is None:
            self._check_method(scope)
            return  # there is nothing: the app says so
        if scope["method"] not in hosts.SAFE and "authorization" not in headers:
            same = hosts.same_origin(scope, headers)
            if same is False or (same is None and route.permission not in STATELESS):
                raise Problem("cross-site", ELSEWHERE if same is False else UNTOLD)
        if route.permission is None or not caller.may(route.permission):
            raise denied(caller, str(route.permission or "nobody may use this address"))
        self._check_objects(scope, route, caller)

    def _check_method(self, scope: Scope) -> None:
        """All the methods that an address takes are named together, whichever routes they belong to."""
        taken = sorted(
            {method for route in self._routes if route.pattern.match(scope["path"]) for method in route.methods}
        )
        if taken:
            refused = Problem("wrong-method", Said("this address does not take {name}", name=scope["method"]))
            refused.headers = {"Allow": ", ".join(taken)}
            raise refused

    def _check_objects(self, scope: Scope, route: Route, caller: Caller) -> None:
        """What is another's is answered as what is not there."""
        if caller.game is None:
            return
        game, table = route.objects(scope["path"])
        if game is not None and not caller.has_game(game):
            raise Problem("no-such-game", Said("there is no game {game}", game=quoted(game)))
        if table is not None and not has_table(self._tables, caller, table):
            raise Problem("no-such-table", Said("no camera looks at table {table}", table=quoted(table)))

    def _route(self, scope: Scope) -> Route | None:
        path, method = scope["path"], scope["method"]
        found = (route for route in self._routes if route.pattern.match(path) and method in route.methods)
        return next(found, None)


def unknown(why: str) -> Problem:
    """Nobody here knows the caller; how to be known is said as HTTP wants it."""
    refused = Problem("not-paired", why)
    refused.headers = {"WWW-Authenticate": "Bearer"}
    return refused


def denied(caller: Caller, what: str) -> Problem:
    """Why a caller may not do something: because nobody knows it, or because of its role."""
    if caller.waiting:
        return unknown("the host has not let this device in yet")
    if caller.role is Role.STRANGER:
        return unknown("this device is not let in yet: scan the host’s code, or open /pair")
    return Problem("not-allowed", Said("a {role} may not do this: {what}", role=caller.role, what=what))


def has_table(tables: Tables, caller: Caller, table_id: str) -> bool:
    """Whether a table is a caller's own: the one that follows its game."""
    if caller.game is None:
        return True
    table = tables.get(table_id)
    followed = None if table is None else table.snapshot()["following"]
    return followed is not None and caller.has_game(followed["game"])


def cookie_name(scope: Scope, headers: Headers) -> str:
    """The name of the cookie that holds a browser's token; over HTTPS browsers keep it for this host alone."""
    secure = "__Host-" if scope["scheme"] == "https" else ""
    return f"{secure}{COOKIE}-{hosts.port_of(headers.get('host', '')) or scope['scheme']}"


def cookie_of(connection: HTTPConnection) -> str:
    """The token that a browser shows, empty where it shows none."""
    return connection.cookies.get(cookie_name(connection.scope, Headers(scope=connection.scope)), "")


def caller_of(connection: HTTPConnection) -> Caller:
    """Who sent this request. Without the guard's word it is a stranger."""
    caller = getattr(connection.state, "caller", STRANGER)
    assert isinstance(caller, Caller)
    return caller


async def _caller(connection: HTTPConnection) -> Caller:
    """The same in the event loop, as every request asks it."""
    return caller_of(connection)


async def passed(connection: HTTPConnection, caller: Annotated[Caller, Depends(_caller)]) -> None:
    """The app's own look at every route: one that the guard did not know stays closed."""
    permission = getattr(connection.scope.get("endpoint"), "needs_permission", None)
    if permission is None or not caller.may(permission):
        raise denied(caller, "nobody may use this address" if permission is None else str(permission))


Who = Annotated[Caller, Depends(_caller)]
"""A parameter of an endpoint: who asks."""
