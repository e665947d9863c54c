"""What a route needs: said at the route itself, and looked up by the guard. A route that says nothing is closed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from fastapi.routing import iter_route_contexts
from starlette.routing import Mount, compile_path

from service.access.roles import Permission

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fastapi import FastAPI

E = TypeVar("E", bound="Callable[..., Any]")

NEEDS: Final = "needs_permission"
STATELESS: Final = frozenset({Permission.JUDGE, Permission.READ_PHOTO})
"""What changes nothing, though it is sent: a position or a photo."""
_GAME: Final = re.compile(r"/games/\{(\w+)\}")
_TABLE: Final = re.compile(r"/tables/\{(\w+)\}")


def needs(permission: Permission) -> Callable[[E], E]:
    """Say what an endpoint needs: below the route's own decorator."""

    def declared(endpoint: E) -> E:
        setattr(endpoint, NEEDS, permission)
        return endpoint

    return declared


@dataclass(frozen=True, slots=True)
class Route:
    """A route as the guard knows it: its methods, its path, and what it needs; None: it is closed to all."""

    path: str
    methods: frozenset[str]
    permission: Permission | None
    pattern: re.Pattern[str]

    def objects(self, path: str) -> tuple[str | None, str | None]:
        """The game and the table that an address of this route names."""
        found = self.pattern.match(path)
        named = {} if found is None else found.groupdict()
        game, table = _GAME.search(self.path), _TABLE.search(self.path)
        return named.get(game[1]) if game else None, named.get(table[1]) if table else None


def routes(app: FastAPI) -> tuple[Route, ...]:
    """Every route of an app. What is mounted holds files of the program alone."""
    return tuple(_routes(app))


def _routes(app: FastAPI) -> Iterator[Route]:
    for route in iter_route_contexts(app.routes):
        inner = route.original_route
        if isinstance(inner, Mount):
            pattern = re.compile(f"^{re.escape(inner.path)}/")
            yield Route(inner.path, frozenset({"GET", "HEAD"}), Permission.READ_TEXT, pattern)
            continue
        path = str(route.path)
        methods = frozenset(route.methods or ())
        yield Route(path, methods, getattr(route.endpoint, NEEDS, None), compile_path(path)[0])
