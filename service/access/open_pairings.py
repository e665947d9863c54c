"""Who is awaited: open codes and screens that show digits, in the store, so that each server process knows them all."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from service.access.caller import Caller
from service.access.roles import Role
from service.store.schema import awaited

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Row

    from service.store.store import Store


class OpenPairings:
    """Those of one kind, by a key. Safe to use from many threads, and from many processes at once."""

    def __init__(self, store: Store, kind: str) -> None:
        self._store = store
        self._kind = kind
        self._mine = awaited.c.kind == kind

    def __len__(self) -> int:
        with self._store.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(awaited).where(self._mine)).scalar() or 0)

    def forget(self, before: float) -> None:
        """Let those go that ended before a time."""
        with self._store.writing() as connection:
            connection.execute(delete(awaited).where(self._mine, awaited.c.ends <= before))

    def add(self, row: dict[str, Any], most: int, *, newest: bool, key: Callable[[], str]) -> str | None:
        """Add one under a key that none has yet; the key. Of `most`, the oldest makes room for the `newest`, or none
        is added (None)."""
        with self._store.alone() as connection:
            known = connection.execute(select(awaited.c.key).where(self._mine).order_by(awaited.c.ends)).scalars().all()
            if len(known) >= most:
                if not newest:
                    return None
                connection.execute(delete(awaited).where(awaited.c.key.in_(known[: len(known) - most + 1])))
            while (new := key()) in known:
                pass
            connection.execute(insert(awaited), {**row, "kind": self._kind, "key": new, "spent": False})
            return new

    def find(self, **of: str) -> Row[Any] | None:
        """The one with these values."""
        wanted = select(awaited).where(self._mine, *(awaited.c[name] == value for name, value in of.items()))
        with self._store.reading() as connection:
            return connection.execute(wanted).first()

    def spend(self, key: str) -> bool:
        """Use it up; False where somebody was faster."""
        spent = update(awaited).where(self._mine, awaited.c.key == key, awaited.c.spent.is_(False)).values(spent=True)
        with self._store.writing() as connection:
            return connection.execute(spent).rowcount == 1

    def end(self, within: Connection | None = None, **of: str) -> bool:
        """Remove the one with these values, where wanted within a transaction; whether there was one."""
        ended = delete(awaited).where(self._mine, *(awaited.c[name] == value for name, value in of.items()))
        with nullcontext(within) if within else self._store.writing() as connection:
            return connection.execute(ended).rowcount == 1


def caller_to_json(caller: Caller) -> str:
    """A caller as a row keeps it; what a token adds is not known yet."""
    row = {"role": caller.role, "name": caller.name, "game": caller.game, "seat": caller.seat}
    return json.dumps(row | {"scopes": caller.scopes, "waiting": caller.waiting})


def caller_of_json(text: str) -> Caller:
    """The caller of such a row."""
    row = json.loads(text)
    scopes = tuple(row["scopes"])
    return Caller(Role(row["role"]), row["name"], row["game"], row["seat"], scopes, waiting=row["waiting"])
