"""All tables at a glance: camera, game, score, open questions and rulings of each, one's own and those of others."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from engine.errors import EngineError
from service.seats import played
from service.store.ledger_errors import LedgerError
from service.store.players import shape_of
from service.store.schema import disputes, games, questions
from service.store.store import NoSuchGame

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from service.access.caller import Caller
    from service.following.tables import Tables
    from service.hub.tables import HubTable, HubTables
    from service.store.ledger import Ledger
    from service.store.players import Players, Sitter
    from service.store.store import Store

    Scores = Mapping[str, "Score"]
    Counts = Mapping[str, int]

_NUMBER: Final = re.compile(r"(\d+)")
GLANCE: Final = 0.2
"""s that one look at all tables serves all who follow them."""
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
    """A game at a glance: its id, the name and title of its rules, its entries, how many moves were played.

    `sides` have how much each has.
    """

    id: str
    game: str
    title: str
    version: int
    played: int
    sides: tuple[Side, ...]
    over: bool
    fault: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """A table at a glance. `here` says that its camera is this machine's; `away` that nothing was heard of it for a
    while, or that it was `stopped`. `state` is how its game is followed, empty where none is."""

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
    stopped: bool = False


class Overview:
    """Makes the rows. What a game amounts to is remembered until it changes."""

    def __init__(self, store: Store, ledger: Ledger, players: Players, tables: Tables, others: HubTables) -> None:
        self._store, self._ledger, self._players = store, ledger, players
        self._tables, self._others = tables, others
        self._known: dict[str, tuple[int, Score]] = {}
        self._glanced: tuple[float, tuple[Row, ...]] = (-GLANCE, ())
        self._lock, self._looking = threading.Lock(), threading.Lock()

    def rows(self, who: Caller) -> tuple[Row, ...]:
        """Every table that somebody may see, this machine's own first; of who has one game, its table alone."""
        made = self._rows()
        return tuple(row for row in made if who.game is None or (row.score is not None and row.score.id == who.game))

    def glance(self) -> tuple[Row, ...]:
        """Every table as it was less than `GLANCE` s ago: for many who look again and again."""
        with self._looking:
            if time.monotonic() - self._glanced[0] >= GLANCE:
                began = time.monotonic()
                self._glanced = (began, self._rows())
            return self._glanced[1]

    def score(self, game_id: str | None) -> Score | None:
        """A game at a glance; None where it is not kept here, or not to be read."""
        return None if game_id is None else self.scores([game_id]).get(game_id)

    def scores(self, game_ids: Collection[str]) -> dict[str, Score]:
        """Games at a glance, by their ids."""
        wanted = select(games.c.id, games.c.version).where(games.c.id.in_(game_ids))
        with self._store.reading() as connection:
            versions = {row.id: int(row.version) for row in connection.execute(wanted)}
        named, found = self._players.of_all(versions), {}
        for game_id, version in versions.items():
            with contextlib.suppress(NoSuchGame, LedgerError, EngineError):
                found[game_id] = _named(self._known_at(game_id, version), named.get(game_id, {}))
        return found

    def _known_at(self, game_id: str, version: int) -> Score:
        """What a game amounts to at a version. Raises `NoSuchGame`, `LedgerError` and `EngineError`."""
        with self._lock:
            known = self._known.get(game_id)
        if known is None or known[0] != version:
            known = (version, self._made(game_id))
            with self._lock:
                if len(self._known) >= MOST:
                    self._known.clear()
                self._known[game_id] = known
        return known[1]

    def _rows(self) -> tuple[Row, ...]:
        asked, ruled = self._counts(questions, questions.c.answer.is_(None)), self._counts(disputes)
        own = [shown for table in self._tables if _is_used(shown := table.snapshot())]
        others = sorted(self._others.all(), key=lambda each: natural(each.name))
        ids = {(shown["following"] or {}).get("game") for shown in own} | {each.report.game for each in others}
        scores = self.scores([game_id for game_id in ids if game_id is not None])
        made = [_own(shown, scores, asked, ruled) for shown in own]
        return (*made, *(self._other(each, scores, asked, ruled) for each in others))

    def _other(self, table: HubTable, scores: Scores, asked: Counts, ruled: Counts) -> Row:
        report, away, game = table.report, self._others.is_away(table), str(table.report.game)
        status = (report.health, report.line("health_detail"), report.state, report.line("detail"), scores.get(game))
        counts = asked.get(game, 0), ruled.get(game, 0) + report.disputes
        return Row(table.name, False, away, table.seen, *status, *counts, report.stopped)

    def _counts(self, table: Any, *where: Any) -> Counts:
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
        many = played(move.seat for move in entry.replay.moves)
        title, version = entry.game.title, entry.version
        return Score(entry.id, entry.header.game, title, version, many, sides, over, entry.fault)


def _is_used(shown: dict[str, Any]) -> bool:
    """Whether a table of this machine is one: the page has a table where no camera was ever opened."""
    game = (shown["following"] or {}).get("game")
    return game is not None or shown["camera"] is not None or shown["health"]["state"] != "waiting"


def _own(shown: dict[str, Any], scores: Scores, asked: Counts, ruled: Counts) -> Row:
    following: dict[str, Any] = shown["following"] or {}
    game, health = str(following.get("game")), shown["health"]
    state, line = str(following.get("state", "")), str(following.get("detail", ""))
    status = (health["state"], health["detail"], state, line, scores.get(game))
    return Row(shown["id"], True, False, None, *status, asked.get(game, 0), ruled.get(game, 0))


def _named(score: Score, named: Mapping[int, Sitter]) -> Score:
    """The same with the names of those who sit there, which may change while nothing is played; a shape for each."""
    shapes = {seat: each.shape for seat, each in named.items()}
    shaped = [replace(side, shape=shape_of(side.seat, shapes)) for side in score.sides]
    sides = tuple(
        side if (of := named.get(side.seat)) is None else replace(side, name=of.name, colour=of.colour)
        for side in shaped
    )
    return replace(score, sides=sides)


def natural(name: str) -> list[tuple[int, str]]:
    """What names are sorted by: Table 2 comes before Table 10."""
    return [(int(part), "") if part.isdecimal() else (0, part.casefold()) for part in _NUMBER.split(name)]
