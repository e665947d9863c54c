"""Headers that every answer carries: nothing is loaded from elsewhere, guessed, framed or kept; and HEAD is answered.

Only the program's own files may be kept by a browser: whatever else there is tells of a home's table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.datastructures import MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "worker-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "media-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
"""What a page may load: what this server sends, without an exception."""
FEATURES: Final = ("camera", "microphone", "geolocation", "usb", "serial", "midi", "payment", "hid")
"""What no page here may ask a browser for; the phone's page alone is given its camera."""
HEADERS: Final = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in FEATURES),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
WITH_CAMERA: Final = HEADERS | {
    "Permissions-Policy": HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)")
}
"""Those of the phone's page, which sends what its camera sees."""
KEPT: Final = "/static/"
"""Where the program's own files are."""


class SafeHeaders:
    """ASGI middleware that adds headers, `no-store` where an answer is not a file of the program, and answers HEAD."""

    def __init__(self, app: ASGIApp, headers: dict[str, str] | None = None) -> None:
        self._app = app
        self._headers = HEADERS if headers is None else headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"
        answered = False

        async def sent(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                if not scope["path"].startswith(KEPT):
                    headers["Cache-Control"] = "no-store"
                await send(message)
                if head:
                    answered = True
                    await send({"type": "http.response.body", "body": b""})
            elif not head:
                await send(message)

        async def received() -> Message:
            return {"type": "http.disconnect"} if answered else await receive()

        # A HEAD is a GET whose body nobody wants: what would stream for ever ends once its headers are out.
        await self._app({**scope, "method": "GET"} if head else scope, received if head else receive, sent)
