"""Where a phone's pictures come in: who may send, what they may be, and where they go.

NotJoined(Exception)    these pictures are not awaited: the phone has to join, or another one has
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from typing import TYPE_CHECKING, Final

from vision.photo import load
from vision.settings import PhotoLimits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from service.capture.slot import Slot

TOKEN_BYTES: Final = 9
LIMITS: Final = PhotoLimits(max_bytes=16 * 2**20, max_pixels=64_000_000)
"""The largest still picture; frames of a film are far smaller."""
HELD_RATE: Final = 5.0
"""How many times a second a still picture is shown again, as if by a camera."""

JOIN: Final = "Scan the code with the phone: the computer shows it at /join."
SCAN_AGAIN: Final = "This code has been used, or is an old one: scan the one that the computer shows now, at /join."
TAKEN_OVER: Final = "Another phone is the table's camera now: scan the code at /join on the computer to take over."


class NotJoined(Exception):  # noqa: N818 - reads as the sentence it is
    """The pictures of this phone are not awaited; the text is one line that says what to do."""


class Inbox:
    """One table's place for a phone. A code lets one phone in; the next code sends that one away."""

    def __init__(self) -> None:
        self.invitation = JOIN
        self.last: float | None = None
        """When the last picture came that differed from the one before (s, monotonic)."""
        self._token = secrets.token_urlsafe(TOKEN_BYTES)
        self._session: str | None = None
        self._lock = threading.Lock()
        self._slot: Slot | None = None
        self._data = b""
        self._held: NDArray[np.uint8] | None = None
        self._shown = 0.0

    @property
    def token(self) -> str:
        """What the code holds now; it lets one phone in."""
        return self._token

    def attach(self, slot: Slot | None) -> None:
        """Where pictures go from now on; None: nowhere."""
        with self._lock:
            self._slot = slot

    def join(self, token: str) -> str:
        """What a phone with that code is to show with each picture. Raises `NotJoined`."""
        with self._lock:
            if not hmac.compare_digest(token.encode(), self._token.encode()):
                raise NotJoined(SCAN_AGAIN)
            self._token = secrets.token_urlsafe(TOKEN_BYTES)
            self._session = secrets.token_urlsafe(2 * TOKEN_BYTES)
            self._data, self._held = b"", None
            return self._session

    def check(self, session: str) -> None:
        """Raises `NotJoined` unless this is the phone that joined last."""
        if self._session is None or not hmac.compare_digest(session.encode(), self._session.encode()):
            raise NotJoined(JOIN if self._session is None or not session else TAKEN_OVER)

    def put(self, session: str, data: bytes, *, still: bool = False) -> None:
        """A picture, JPEG or PNG; one that is `still` is shown until the next comes. Raises `NotJoined`, `PhotoError`
        for what is no picture."""
        self.check(session)
        pixels = load(data, LIMITS).pixels
        now = time.monotonic()
        with self._lock:
            if data != self._data:  # a phone that hangs sends the same again and again
                self._data, self.last = data, now
            self._held = pixels if still else None
            self._show(pixels, now)

    def tick(self, now: float) -> None:
        """Show a still picture again, if it is time."""
        with self._lock:
            if self._held is not None and now - self._shown >= 1 / HELD_RATE:
                self.last = now
                self._show(self._held, now)

    def _show(self, pixels: NDArray[np.uint8], now: float) -> None:
        from service.capture.child import fitting

        self._shown = now
        if self._slot is not None:
            self._slot.put(fitting(pixels, self._slot.max_pixels), now)
