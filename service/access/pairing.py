"""Pairing: a one-time code that a phone scans, or six digits that a screen shows and the host types.

    PairingError
    ├── NoSuchCode     nothing is paired by this code, or these digits
    ├── SpentCode      the code was used, or its time is over
    └── TooManyAsk     as many screens ask as may ask at once

The codes are in memory alone: what is not used within minutes is of no use to anybody. What they are exchanged for is a
token, see `tokens.py`.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from service.access.roles import Role
from service.access.tokens import Secret, Tokens, cleaned, new_secret
from service.access.tries import Tries
from service.access.words import new_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.access.caller import Caller
    from service.access.tokens import Token

LASTS: Final = 600.0
"""s that a code, or digits, may be used."""
CODE_BYTES: Final = 16
DIGITS: Final = 6
MOST_CODES: Final = 32
"""Codes that are open at once; the oldest makes room."""
MOST_ASKING: Final = 6
"""Screens that show digits at once."""
TRIES: Final = (10, 40)
"""Wrong codes a minute of one address, and of all."""
STARTS: Final = (4, 20)
"""Digits that are begun a minute by one address, and by all."""
WRONG_DIGITS: Final = (10, 10)
"""Wrong digits a minute that the host may type."""
SPENT: Final = "this code was used, or its ten minutes are over; let the host's page show a new one"
UNKNOWN: Final = "nobody is awaited by this code; scan the one that the host's page shows"


class PairingError(Exception):
    """The root of the errors of pairing; its text is one line."""


class NoSuchCode(PairingError):  # noqa: N818 - reads as the sentence it is
    """Nothing is paired by this."""


class SpentCode(PairingError):  # noqa: N818
    """It was used, or is too old."""


class TooManyAsk(PairingError):  # noqa: N818
    """No more screens may ask now."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code that is open: as what it lets in, its word, and when it ends (s, monotonic)."""

    id: str
    caller: Caller
    word: str
    ends: float
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """A screen that shows digits until the host types them; `secret` becomes its token."""

    digits: str
    name: str
    word: str
    ends: float
    secret: Secret


class Pairing:
    """The open codes and the screens that ask, of one server. Safe to use from many threads."""

    def __init__(self, tokens: Tokens, clock: Callable[[], float] = time.monotonic) -> None:
        self._tokens, self._clock = tokens, clock
        self._codes: dict[str, Invitation] = {}
        self._asking: dict[str, Asking] = {}
        self._wrong = Tries(*TRIES, clock)
        self._starts = Tries(*STARTS, clock)
        self._mistyped = Tries(*WRONG_DIGITS, clock)
        self._lock = threading.Lock()

    # By a code

    def invite(self, caller: Caller, language: str) -> tuple[Invitation, str]:
        """A new code for somebody of that role, game and seat; the code itself is known to nobody but who gets it."""
        code = secrets.token_urlsafe(CODE_BYTES)
        made = Invitation(secrets.token_hex(4), caller, new_word(language), self._clock() + LASTS)
        with self._lock:
            self._forget()
            while len(self._codes) >= MOST_CODES:
                del self._codes[next(iter(self._codes))]
            self._codes[_hash(code)] = made
        return made, code

    def cancel(self, invitation_id: str) -> None:
        """End a code that nobody is to use any more. Raises `NoSuchCode`."""
        with self._lock:
            del self._codes[self._known(invitation_id)]

    def state(self, invitation_id: str) -> str:
        """How a code does: `open`, `used`, or `over`. Raises `NoSuchCode`."""
        with self._lock:
            found = self._codes[self._known(invitation_id)]
        if found.spent:
            return "used"
        return "open" if found.ends > self._clock() else "over"

    def look(self, code: str, address: str) -> Invitation:
        """What a code is for; it stays open. Raises `NoSuchCode`, `SpentCode` and `TooMany`."""
        with self._lock:
            return self._find(code, address)

    def exchange(self, code: str, name: str, address: str) -> tuple[Secret, Token]:
        """Let in who has a code, once: the text of the token, and what is kept of it.

        A referee, and whoever comes for a seat that another phone has, waits for the host's word. Raises as `look`.
        """
        with self._lock:
            found = self._find(code, address)
            self._codes[_hash(code)] = replace(found, spent=True)
            caller = replace(found.caller, name=cleaned(name), waiting=self._waits(found.caller))
            secret = new_secret()
            return secret, self._tokens.keep(secret, caller, found.word)

    # By six digits

    def ask(self, name: str, language: str, address: str) -> Asking:
        """Six digits for a screen to show. Raises `TooManyAsk` and `TooMany`."""
        self._starts.check(address)
        self._starts.count(address)
        with self._lock:
            self._forget()
            if len(self._asking) >= MOST_ASKING:
                raise TooManyAsk("too many screens ask to be let in; wait until one is done, then try again")
            digits = self._unused()
            made = Asking(digits, cleaned(name), new_word(language), self._clock() + LASTS, new_secret())
            self._asking[digits] = made
        return made

    def asking(self, token: str) -> Asking | None:
        """The screen that asks with that token, if it still does."""
        with self._lock:
            found = (each for each in self._asking.values() if secrets.compare_digest(each.secret.hash, _hash(token)))
            return next((each for each in found if each.ends > self._clock()), None)

    def answer(self, digits: str, caller: Caller) -> Token:
        """Let in the screen that shows these digits. Raises `NoSuchCode` and `TooMany`."""
        self._mistyped.check("")
        with self._lock:
            self._forget()
            found = self._asking.pop("".join(filter(str.isdecimal, digits)), None)
            if found is None:
                self._mistyped.count("")
                raise NoSuchCode("no screen shows these digits; look at them again, or let it show new ones")
            held = self._waits(caller) and caller.role is Role.PLAYER
            return self._tokens.keep(found.secret, replace(caller, name=found.name, waiting=held), found.word)

    def _known(self, invitation_id: str) -> str:
        key = next((key for key, each in self._codes.items() if each.id == invitation_id), None)
        if key is None:
            raise NoSuchCode(f"there is no code {invitation_id!r}; it was ended, or has been over for long")
        return key

    def _find(self, code: str, address: str) -> Invitation:
        self._wrong.check(address)
        found = self._codes.get(_hash(code))
        if found is None:
            self._wrong.count(address)
            raise NoSuchCode(UNKNOWN)
        if found.spent or found.ends <= self._clock():
            raise SpentCode(SPENT)
        return found

    def _waits(self, caller: Caller) -> bool:
        if caller.role is Role.PLAYER and caller.game is not None:
            return caller.seat in self._tokens.seats(caller.game)
        return caller.role is Role.REFEREE

    def _unused(self) -> str:
        while (digits := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}") in self._asking:
            pass
        return digits

    def _forget(self) -> None:
        """Let go what is long over; what was over for a while is still known, to say so."""
        now = self._clock()
        self._codes = {key: each for key, each in self._codes.items() if each.ends + LASTS > now}
        self._asking = {key: each for key, each in self._asking.items() if each.ends > now}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
