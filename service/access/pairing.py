"""Pairing: a one-time code that a phone scans, or six digits that a screen shows and the host types.

    PairingError
    ├── NoSuchCode     nothing is paired by this code, or these digits
    ├── SpentCode      the code was used, or its time is over
    └── TooManyAsk     as many screens ask as may ask at once

The codes are kept as hashes: what is not used within minutes is of no use to anybody. What they are exchanged for is a
token, see `tokens.py`. How often somebody tried is counted by each server process for itself.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.said import Said, quoted
from service.access.attempts import Attempts
from service.access.caller import Caller
from service.access.open_pairings import OpenPairings, caller_of_json, caller_to_json
from service.access.roles import Role
from service.access.tokens import Hashed, Secret, Tokens, cleaned, new_secret
from service.access.words import new_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Row

    from service.access.tokens import Token
    from service.store.store import Store

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
SPENT: Final = "this code was used, or its ten minutes are over; let the host’s page show a new one"
UNKNOWN: Final = "nobody is awaited by this code; scan the one that the host’s page shows"


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
    """A code that is open: as what it lets in, its word, and when it ends (s since 1970)."""

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
    """The open codes and the screens that ask, of one store. Safe to use from many threads and processes."""

    def __init__(self, store: Store, tokens: Tokens, clock: Callable[[], float] = time.time) -> None:
        self._store, self._tokens, self._clock = store, tokens, clock
        self._codes, self._asking = OpenPairings(store, "code"), OpenPairings(store, "digits")
        self._wrong = Attempts(*TRIES, clock)
        self._starts = Attempts(*STARTS, clock)
        self._mistyped = Attempts(*WRONG_DIGITS, clock)

    # By a code

    def invite(self, caller: Caller) -> tuple[Invitation, str]:
        """A new code for somebody of that role, game and seat; the code itself is known to nobody but who gets it."""
        code = secrets.token_urlsafe(CODE_BYTES)
        made = Invitation(secrets.token_hex(4), caller, new_word(), self._clock() + LASTS)
        self._codes.forget(self._clock() - LASTS)  # what was over for a while is still known, to say so
        row = {"id": made.id, "hash": "", "caller": caller_to_json(caller), "word": made.word, "ends": made.ends}
        self._codes.add(row, MOST_CODES, newest=True, key=lambda: _hash(code))
        return made, code

    def cancel(self, invitation_id: str) -> None:
        """End a code that nobody is to use any more. Raises `NoSuchCode`."""
        if not self._codes.end(id=invitation_id):
            raise NoSuchCode(
                Said("there is no code {what}; it was ended, or has been over for long", what=quoted(invitation_id))
            )

    def state(self, invitation_id: str) -> str:
        """How a code does: `open`, `used`, or `over`. Raises `NoSuchCode`."""
        found = self._codes.find(id=invitation_id)
        if found is None:
            raise NoSuchCode(
                Said("there is no code {what}; it was ended, or has been over for long", what=quoted(invitation_id))
            )
        if found.spent:
            return "used"
        return "open" if found.ends > self._clock() else "over"

    def look(self, code: str, address: str) -> Invitation:
        """What a code is for; it stays open. Raises `NoSuchCode`, `SpentCode` and `TooMany`."""
        self._wrong.check(address)
        found = self._codes.find(key=_hash(code))
        if found is None:
            self._wrong.count(address)
            raise NoSuchCode(UNKNOWN)
        if found.spent or found.ends <= self._clock():
            raise SpentCode(SPENT)
        return Invitation(found.id, caller_of_json(found.caller), found.word, found.ends)

    def exchange(self, code: str, name: str, address: str) -> tuple[Secret, Token]:
        """Let in who has a code, once: the text of the token, and what is kept of it.

        A referee, and whoever comes for a seat that another phone has, waits for the host's word. Raises as `look`.
        """
        found = self.look(code, address)
        if not self._codes.spend(_hash(code)):
            raise SpentCode(SPENT)
        caller = replace(found.caller, name=cleaned(name), waiting=self._waits(found.caller))
        secret = new_secret()
        return secret, self._tokens.keep(secret, caller, found.word)

    # By six digits

    def ask(self, name: str, address: str) -> Asking:
        """Six digits for a screen to show. Raises `TooManyAsk` and `TooMany`."""
        self._starts.check(address)
        self._starts.count(address)
        self._asking.forget(self._clock())
        secret, word, ends = new_secret(), new_word(), self._clock() + LASTS
        caller = caller_to_json(Caller(Role.STRANGER, cleaned(name)))
        row = {"id": secret.id, "hash": secret.hash, "caller": caller, "word": word, "ends": ends}
        digits = self._asking.add(row, MOST_ASKING, newest=False, key=_digits)
        if digits is None:
            raise TooManyAsk("too many screens ask to be let in; wait until one is done, then try again")
        return Asking(digits, cleaned(name), word, ends, secret)

    def asking(self, token: str) -> Asking | None:
        """The screen that asks with that token, if it still does."""
        found = self._asking.find(hash=_hash(token))
        if found is None or found.ends <= self._clock():
            return None
        return _asking(found, Secret(found.id, token))

    def answer(self, digits: str, caller: Caller) -> Token:
        """Let in the screen that shows these digits. Raises `NoSuchCode` and `TooMany`."""
        self._mistyped.check("")
        self._asking.forget(self._clock())
        key = "".join(filter(str.isdecimal, digits))
        found = self._asking.find(key=key)
        held = self._waits(caller) and caller.role is Role.PLAYER
        with self._store.writing() as connection:  # at no moment is the screen neither asking nor let in
            if found is not None and self._asking.end(connection, key=key):
                let_in = replace(caller, name=caller_of_json(found.caller).name, waiting=held)
                return self._tokens.keep(Hashed(found.id, found.hash), let_in, found.word, connection)
        self._mistyped.count("")
        raise NoSuchCode("no screen shows these digits; look at them again, or let it show new ones")

    def _waits(self, caller: Caller) -> bool:
        if caller.role is Role.PLAYER and caller.game is not None:
            return caller.seat in self._tokens.seats(caller.game)
        return caller.role is Role.REFEREE


def _asking(row: Row[Any], secret: Secret) -> Asking:
    return Asking(row.key, caller_of_json(row.caller).name, row.word, row.ends, secret)


def _digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
