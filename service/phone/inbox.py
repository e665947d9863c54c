"""Where a phone's pictures come in: who may send, what they may be, and where they go.

NotJoined(Exception)    these pictures are not awaited: the phone has to join, or another one has
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import threading
import time
from typing import TYPE_CHECKING, Final

from service.access.attempts import Attempts
from service.access.caller import Caller
from service.access.pairing import CODE_BYTES, LASTS, TRIES
from service.access.roles import Role
from service.access.tokens import Secret, new_secret
from service.access.words import new_word
from service.store.store import StoreError
from vision.photo import load
from vision.settings import PhotoLimits

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from service.access.tokens import Tokens
    from service.capture.slot import Slot

NAME: Final = "phone"
"""What it is called among all that are let in."""
CHECKED: Final = 1.0
"""s from one look at whether the host has sent the phone away to the next."""
STILL: Final = PhotoLimits(formats=("JPEG", "PNG"), max_bytes=16 * 2**20, max_pixels=64_000_000)
"""The largest still picture; frames of a film are far smaller."""
HELD_RATE: Final = 5.0
"""How many times a second a still picture is shown again, as if by a camera."""

FAREWELL: Final = 1.0
"""s that a phone may take to its next picture, to be told that the camera was closed."""

ANSWERED: Final = 0.3
"""s after which that answer has reached the phone."""

JOIN: Final = "Scan the code with the phone: the computer shows it."
JOINED: Final = "The phone is in: start the camera on it."
SCAN_AGAIN: Final = "This code has been used, or is an old one: scan the one that the computer shows now."
TAKEN_OVER: Final = "Another phone is the table’s camera now: scan the code on the computer to take over."
SENT_AWAY: Final = "This phone was sent away at the computer: scan the code there to be the camera again."
CLOSED: Final = "The camera was closed at the computer: open it there again, then scan the new code."


class NotJoined(Exception):  # noqa: N818 - reads as the sentence it is
    """The pictures of this phone are not awaited; the text is one line that says what to do."""


class Inbox:
    """One table's place for a phone. A code lets one phone in, once and within minutes; the next sends that one away.

    With `tokens`, the phone is listed among all that are let in, and the host's page can send it away.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.invitation = JOIN
        """What is to be done before the first picture comes."""
        self.last: float | None = None
        """When the last picture came that differed from the one before (s, monotonic)."""
        self.stopped = False
        """Whether the phone said that its camera was stopped, and has sent nothing since."""
        self.tokens: Tokens | None = None
        self._clock = clock
        self._code, self._word, self._ends = "", "", -LASTS
        self._number, self._joined_by = 0, 0
        """Which code it is, and by which one the phone joined; 0: none."""
        self._wrong = Attempts(*TRIES, clock)
        self._joined: Secret | None = None
        self._joined_word = ""
        self._checked = -CHECKED
        self._lock = threading.Lock()
        self._slot: Slot | None = None
        self._digest = b""
        self._sends = False
        """Whether a picture came since the phone joined."""
        self._heard = -FAREWELL
        """When the last picture came (s, monotonic)."""
        self._closed = False
        self._told = threading.Event()
        """Set once the phone was told that the camera is closed."""
        self._held: NDArray[np.uint8] | None = None
        self._shown = 0.0

    def invite(self) -> tuple[str, str]:
        """What the code holds now, which lets one phone in, and the word that both screens show."""
        with self._lock:
            if self._clock() >= self._ends:
                self._renew()
            return self._code, self._word

    @property
    def number(self) -> int:
        """Which of its codes the last one is, from 1; 0 before there was any."""
        return self._number

    def state(self, number: int) -> str:
        """How a code does: `open`; `joined` by a phone; its pictures come (`sends`); or its time is `over`."""
        with self._lock:
            if self._joined is not None and number == self._joined_by:
                return "sends" if self._sends else "joined"
            return "open" if number == self._number and self._clock() < self._ends else "over"

    @property
    def word(self) -> str:
        """The word of the phone that joined."""
        return self._joined_word

    def attach(self, slot: Slot | None) -> None:
        """Where pictures go from now on; None: nowhere."""
        with self._lock:
            self._slot = slot

    def join(self, code: str, address: str = "", session: str = "") -> str:
        """What a phone with that code is to show with each picture. Raises `NotJoined` and `TooMany`.

        Wrong codes are counted by address: who guesses keeps nobody else out. A phone that is in by its `session` stays
        in without a code of now: its old address leads it back.
        """
        with self._lock:
            wrong = self._clock() >= self._ends or not hmac.compare_digest(code.encode(), self._code.encode())
            if wrong and session:
                with contextlib.suppress(NotJoined):
                    self.check(session)
                    return session
            self._wrong.check(address)
            if wrong:
                self._wrong.count(address)
                raise NotJoined(SCAN_AGAIN)
            self._leave()
            secret, self._joined_word = new_secret(), self._word
            if self.tokens is not None:
                self.tokens.keep(secret, Caller(Role.CAMERA, NAME), self._word)
            self._joined, self._joined_by, self._checked = secret, self._number, self._clock()
            self._ends = -LASTS  # of use once
            self._digest, self._held, self._sends, self.stopped = b"", None, False, False
            self.invitation = JOINED
            return secret.text

    def close(self) -> None:
        """The camera is closed: a phone whose film comes in is told so at its next picture, which is waited for."""
        self._closed = True
        films = self._joined is not None and self._held is None and not self.stopped
        if films and self._told.wait(max(0.0, self._heard + FAREWELL - time.monotonic())):
            time.sleep(ANSWERED)

    def leave(self) -> None:
        """The phone that joined is awaited no more: its token ends."""
        with self._lock:
            self._leave()

    def check(self, session: str) -> None:
        """Raises `NotJoined` unless this is the phone that joined last, and nobody sent it away."""
        joined = self._joined
        if joined is None or not hmac.compare_digest(session.encode(), joined.text.encode()):
            raise NotJoined(JOIN if joined is None or not session else TAKEN_OVER)
        if self._closed:
            self._told.set()
            raise NotJoined(CLOSED)
        if self.tokens is not None and self._clock() - self._checked >= CHECKED:
            if self.tokens.find(joined.text) is None:
                raise NotJoined(SENT_AWAY)
            self._checked = self._clock()

    def _leave(self) -> None:
        if self._joined is not None and self.tokens is not None:
            with contextlib.suppress(StoreError):  # a store that is gone lists nobody
                self.tokens.revoke(self._joined.id)
        self._joined = None

    def _renew(self) -> None:
        self._code, self._word = secrets.token_urlsafe(CODE_BYTES), new_word()
        self._ends, self._number = self._clock() + LASTS, self._number + 1

    def put(self, session: str, data: bytes, *, still: bool = False) -> None:
        """A picture, JPEG or PNG; one that is `still` is shown until the next comes. Raises `NotJoined`, `PhotoError`
        for what is no picture."""
        self.check(session)
        self.take(session, hashlib.sha256(data).digest(), load(data, STILL).pixels, still=still)

    def take(self, session: str, digest: bytes, pixels: NDArray[np.uint8], *, still: bool = False) -> None:
        """The same of a picture that was decoded; `digest` is that of its bytes. Raises `NotJoined`."""
        self.check(session)
        now = time.monotonic()
        with self._lock:
            if digest != self._digest:  # a phone that hangs sends the same again and again
                self._digest, self.last, self._sends = digest, now, True
            self.stopped, self._heard = False, now
            self._held = pixels if still else None
            self._show(pixels, now)

    def stop(self, session: str) -> None:
        """The phone's camera was stopped there. Raises `NotJoined`."""
        self.check(session)
        with self._lock:
            self.stopped, self._held = True, None

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
