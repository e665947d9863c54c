"""All tables at a glance: camera, game, score, open questions and rulings of each, one's own and those of others."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from engine.errors import EngineError
from service.store.ledger import LedgerError
from service.store.schema import disputes, questions
from service.store.store import NoSuchGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.access.caller import Caller
    from service.following.tables import Tables
    from service.hub.tables import HubTable, HubTables
    from service.store.ledger import Ledger
    from service.store.players import Players
    from service.store.store import Store

_NUMBER: Final = re.compile(r"(\d+)")
MOST: Final = 4096
"""So many scores are remembered at most: more tables than one server has."""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat of a game at a glance; `name` is empty where nobody was named."""

    seat: int
    name: str
    shape: str
    colour: str
    total: int
    turn: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class Score:
    """A game at a glance: its id, the name and the title of its rules, its entries, and who has how much."""

    id: str
    game: str
    title: str
    version: int
    sides: tuple[Side, ...]
    over: bool
    fault: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """A table at a glance. `here` says that its camera is this machine's; `away` that nothing was heard of it for a
    while. `state` is how its game is followed, empty where none is."""

    name: str
    here: bool
    away: bool
    seen: float | None
    health: str
    health_detail: str
    state: str
    detail: str
    score: Score | None
    questions: int
    disputes: int


class Overview:
    """Makes the rows. What a game amounts to is remembered until it changes."""

    def __init__(self, store: Store, ledger: Ledger, players: Players, tables: Tables, others: HubTables) -> None:
        self._store, self._ledger, self._players = store, ledger, players
        self._tables, self._others = tables, others
        self._known: dict[str, tuple[int, Score]] = {}
        self._lock = threading.Lock()

    def rows(self, who: Caller) -> tuple[Row, ...]:
        """Every table that somebody may see, this machine's own first; of who has one game, its table alone."""
        asked, ruled = self._counts(questions, questions.c.answer.is_(None)), self._counts(disputes)
        others = sorted(self._others.all(), key=lambda each: natural(each.name))
        made = [*self._own(asked, ruled), *(self._other(each, asked, ruled) for each in others)]
        return tuple(row for row in made if who.game is None or (row.score is not None and row.score.id == who.game))

    def score(self, game_id: str | None) -> Score | None:
        """A game at a glance; None where it is not kept here, or not to be read."""
        if game_id is None:
            return None
        try:
            version = self._ledger.version(game_id)
            with self._lock:
                known = self._known.get(game_id)
            if known is None or known[0] != version:
                known = (version, self._made(game_id))
                with self._lock:
                    if len(self._known) >= MOST:
                        self._known.clear()
                    self._known[game_id] = known
        except (NoSuchGame, LedgerError, EngineError):
            return None
        return self._named(known[1])

    def _own(self, asked: dict[str, int], ruled: dict[str, int]) -> Iterator[Row]:
        for table in self._tables:
            shown = table.snapshot()
            told: dict[str, Any] = shown["following"] or {}
            game = told.get("game")
            if game is None and shown["camera"] is None and shown["health"]["state"] == "waiting":
                continue  # the page's own table, where no camera was opened
            health, detail = shown["health"]["state"], shown["health"]["detail"]
            state, line = str(told.get("state", "")), str(told.get("detail", ""))
            counts = asked.get(str(game), 0), ruled.get(str(game), 0)
            yield Row(table.id, True, False, None, health, detail, state, line, self.score(game), *counts)

    def _other(self, table: HubTable, asked: dict[str, int], ruled: dict[str, int]) -> Row:
        told, away = table.told, self._others.is_away(table)
        counts = asked.get(str(told.game), 0), ruled.get(str(told.game), 0) + told.disputes
        told_of = (told.health, told.health_detail, told.state, told.detail)
        return Row(table.name, False, away, table.seen, *told_of, self.score(told.game), *counts)

    def _counts(self, table: Any, *where: Any) -> dict[str, int]:
        wanted = select(table.c.game_id, func.count()).where(*where).group_by(table.c.game_id)
        with self._store.reading() as connection:
            return {game_id: int(count) for game_id, count in connection.execute(wanted)}

    def _made(self, game_id: str) -> Score:
        entry = self._ledger.find(game_id)
        state = entry.replay.state
        winners = entry.game.ended(state)
        turn = () if winners is not None else entry.game.prompt(state)["seats"]
        sides = tuple(
            Side(each.seat, "", "", "", each.total, each.seat in turn, each.seat in (winners or ()))
            for each in entry.game.score(state)
        )
        over = winners is not None
        return Score(entry.id, entry.header.game, entry.game.title, entry.version, sides, over, entry.fault)

    def _named(self, score: Score) -> Score:
        """The same with the names of those who sit there, which may change while nothing is played."""
        named = self._players.of(score.id)
        sides = [(side, named.get(side.seat)) for side in score.sides]
        told = tuple(
            side if of is None else Side(side.seat, of.name, of.shape, of.colour, side.total, side.turn, side.winner)
            for side, of in sides
        )
        return Score(score.id, score.game, score.title, score.version, told, score.over, score.fault)


def natural(name: str) -> list[tuple[int, str]]:
    """What names are sorted by: Table 2 comes before Table 10."""
    return [(int(part), "") if part.isdecimal() else (0, part.casefold()) for part in _NUMBER.split(name)]
