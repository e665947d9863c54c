"""Pages and their files are sent packed: a game's page is a few tens of kB in place of hundreds.

Streams are left as they are, for each of their events is to arrive at once. What holds codes and keys is never packed:
the size of a packed answer tells something of what is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PACKED: Final = ("/static/", "/games/", "/view/games/", "/rules")
"""What the addresses begin with whose answers are packed."""
LEAST: Final = 1000
"""Bytes of an answer below which packing gains nothing."""
LEVEL: Final = 5
"""How hard it is packed, 1 to 9: more costs a busy machine more than it saves in a home's network."""


class Packed:
    """ASGI middleware that packs the answers of some addresses for browsers that take it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._packing = GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        packs = scope["type"] == "http" and scope["path"].startswith(PACKED)
        await (self._packing if packs else self._app)(scope, receive, send)
