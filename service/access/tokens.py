"""Tokens of phones, screens and programs: the store has their hashes alone, so that a copy of it opens nothing."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import insert, select, update

from service.access.caller import Caller
from service.access.roles import Role
from service.store.clock import now
from service.store.schema import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

    from service.store.store import Store

ID_BYTES: Final = 6
SECRET_BYTES: Final = 32
IDLE: Final = timedelta(days=30)
"""A phone or screen that was not seen for so long has to pair again; a program's token lasts until it is revoked."""
NOTED: Final = 60.0
"""s from one noting of a token's use to the next: every request would be a write."""
LONGEST_NAME: Final = 40
_FORM: Final = re.compile(rf"tableside_([0-9a-f]{{{2 * ID_BYTES}}})_([0-9a-f]{{{2 * SECRET_BYTES}}})")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is listed: whose it is, what for, when it was made and last used."""

    id: str
    caller: Caller
    word: str
    created: str
    used: str | None


@dataclass(frozen=True, slots=True)
class Secret:
    """A token's text before it is kept: `id` is its public part."""

    id: str
    text: str

    @property
    def hash(self) -> str:
        """What is kept of it."""
        return _hash(self.text)


@dataclass(frozen=True, slots=True)
class Hashed:
    """A token's text that is known to who will show it alone."""

    id: str
    hash: str


def new_secret() -> Secret:
    """A token that nobody has yet."""
    name = secrets.token_hex(ID_BYTES)
    return Secret(name, f"tableside_{name}_{secrets.token_hex(SECRET_BYTES)}")


class Tokens:
    """The tokens of a store. Safe to use from many threads, and from many processes at once."""

    def __init__(self, store: Store, clock: Callable[[], str] = now) -> None:
        self._store = store
        self._now = clock
        self._noted: dict[str, float] = {}
        self._lock = threading.Lock()

    def keep(self, secret: Secret | Hashed, caller: Caller, word: str = "", within: Connection | None = None) -> Token:
        """Keep a token for a caller, where wanted within a transaction; `waiting` callers are let in by `confirm`."""
        row = {
            "id": secret.id,
            "hash": secret.hash,
            "name": cleaned(caller.name),
            "role": str(caller.role),
            "game_id": caller.game,
            "seat": caller.seat,
            "scopes": " ".join(caller.scopes),
            "word": word,
            "created": self._now(),
            "waiting": caller.waiting,
        }
        with nullcontext(within) if within else self._store.writing() as connection:
            connection.execute(insert(tokens), row)
            return _token(connection.execute(select(tokens).where(tokens.c.id == secret.id)).one())

    def find(self, text: str) -> Caller | None:
        """Whose token that is; None where it is nobody's, revoked, or a phone's that was idle for too long."""
        found = _FORM.fullmatch(text)
        if found is None:
            return None
        with self._store.reading() as connection:
            row = connection.execute(select(tokens).where(tokens.c.id == found[1])).one_or_none()
        if row is None or not hmac.compare_digest(row.hash, _hash(text)) or not self._lasts(row):
            return None
        self._note(row)
        return _caller(row)

    def lasts(self, token_id: str) -> bool:
        """Whether a token still is one."""
        with self._store.reading() as connection:
            row = connection.execute(select(tokens).where(tokens.c.id == token_id)).one_or_none()
        return row is not None and self._lasts(row)

    def all(self) -> Mapping[str, Token]:
        """Every token that lasts, by its id, the oldest first."""
        wanted = select(tokens).where(tokens.c.revoked.is_(None)).order_by(tokens.c.created, tokens.c.id)
        with self._store.reading() as connection:
            return {row.id: _token(row) for row in connection.execute(wanted) if self._lasts(row)}

    def seats(self, game_id: str) -> Mapping[int, Token]:
        """Who has which seat of a game: the phones that are let in."""
        held = {}
        for each in self.all().values():
            caller = each.caller
            if caller.role is Role.PLAYER and caller.game == game_id and caller.seat is not None and not caller.waiting:
                held[caller.seat] = each
        return held

    def confirm(self, token_id: str) -> bool:
        """Let in who waits. A seat has one phone: the one that had it before is sent away."""
        waiting = self.all().get(token_id)
        if waiting is None:
            return False
        before = None
        if waiting.caller.role is Role.PLAYER and waiting.caller.game and waiting.caller.seat is not None:
            before = self.seats(waiting.caller.game).get(waiting.caller.seat)
        with self._store.writing() as connection:
            connection.execute(update(tokens).where(tokens.c.id == token_id).values(waiting=False))
            if before is not None and before.id != token_id:
                connection.execute(update(tokens).where(tokens.c.id == before.id).values(revoked=self._now()))
        return True

    def revoke(self, token_id: str) -> bool:
        """End a token at once; whether there was one."""
        ended = update(tokens).where(tokens.c.id == token_id, tokens.c.revoked.is_(None))
        with self._store.writing() as connection:
            return bool(connection.execute(ended.values(revoked=self._now())).rowcount)

    def _lasts(self, row: Any) -> bool:
        if row.revoked is not None:
            return False
        idle_since = datetime.fromisoformat(self._now()) - IDLE
        return row.role == Role.CLIENT or datetime.fromisoformat(row.used or row.created) > idle_since

    def _note(self, row: Any) -> None:
        """Note that a token was used, once in a while."""
        at = time.monotonic()
        with self._lock:
            if at - self._noted.get(row.id, -NOTED) < NOTED:
                return
            self._noted[row.id] = at
        with self._store.writing() as connection:
            connection.execute(update(tokens).where(tokens.c.id == row.id).values(used=self._now()))


def cleaned(name: str) -> str:
    """A name that somebody gave: without control characters, of one line, and not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _caller(row: Any) -> Caller:
    scopes = tuple(row.scopes.split())
    return Caller(Role(row.role), row.name, row.game_id, row.seat, scopes, row.id, bool(row.waiting))


def _token(row: Any) -> Token:
    return Token(row.id, _caller(row), row.word, row.created, row.used)
