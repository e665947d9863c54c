"""The tables of other machines as they told of themselves last: camera, game, who sits there, and when that was."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, insert, select, update

from engine.said import line_of
from service.bells import HALL
from service.store.schema import hub_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.bells import Bells
    from service.store.store import Store

AWAY: Final = 30.0
"""s without a word after which a table counts as away. Its machine speaks every 10 s."""


@dataclass(frozen=True, slots=True)
class TableReport:
    """What a table's machine tells: its game, its camera's health, how the game is followed, how many rulings it gave,
    and whether it has stopped."""

    game: str | None = None
    health: str = "waiting"
    health_detail: str = ""
    state: str = ""
    detail: str = ""
    disputes: int = 0
    stopped: bool = False
    said: Mapping[str, Any] | None = None
    """The forms of its lines."""

    def line(self, name: str) -> str:
        """One of its lines, with its form where that was told."""
        return line_of(asdict(self), name)


@dataclass(frozen=True, slots=True)
class HubTable:
    """A table of another machine, and when it was heard of (s since 1970)."""

    name: str
    seen: float
    report: TableReport = field(default_factory=TableReport)


class HubTables:
    """The tables of other machines in one store. Safe to use from many threads and processes."""

    def __init__(self, store: Store, bells: Bells, clock: Callable[[], float] = time.time) -> None:
        self._store, self._bells, self._clock = store, bells, clock

    def tell(self, name: str, report: TableReport) -> HubTable:
        """Keep what a table's machine tells. A game without an entry goes when its table begins another."""
        seen = self._clock()
        row = {"game_id": report.game, "told": json.dumps(asdict(report)), "seen": seen}
        before = self.find(name)
        with self._store.writing(HALL) as connection:
            changed = connection.execute(update(hub_tables).where(hub_tables.c.name == name).values(row)).rowcount
            if not changed:
                connection.execute(insert(hub_tables), {**row, "name": name})
        if before is not None and before.report.game not in {None, report.game}:
            self._store.discard(str(before.report.game))
        if before is None or before.report != report or self.is_away(before):
            self._bells.ring(HALL)
        return HubTable(name, seen, report)

    def find(self, name: str) -> HubTable | None:
        """The table of that name."""
        with self._store.reading() as connection:
            row = connection.execute(select(hub_tables).where(hub_tables.c.name == name)).one_or_none()
        return None if row is None else _table(row)

    def all(self) -> tuple[HubTable, ...]:
        """Every table that was ever heard of, by name."""
        with self._store.reading() as connection:
            return tuple(_table(row) for row in connection.execute(select(hub_tables).order_by(hub_tables.c.name)))

    def remove(self, name: str) -> bool:
        """Forget a table; its games stay. Whether there was one."""
        with self._store.writing(HALL) as connection:
            gone = bool(connection.execute(delete(hub_tables).where(hub_tables.c.name == name)).rowcount)
        self._bells.ring(HALL)
        return gone

    def is_away(self, table: HubTable) -> bool:
        """Whether nothing was heard of a table for a while."""
        return table.report.stopped or self._clock() - table.seen > AWAY


def _table(row: Any) -> HubTable:
    return HubTable(row.name, row.seen, TableReport(**json.loads(row.told)))
