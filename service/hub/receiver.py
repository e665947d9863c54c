"""The hub's side: takes what the machine of a table sends. The same may come again: it is known by its hash.

The machine alone writes its games. Here their chains are checked and their lines kept as they are.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import record
from engine.errors import EngineError
from engine.said import Said, quoted
from service.store.store import Kept, NoSuchGame, StaleVersion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from service.bells import Bells
    from service.store.evidence import Evidence
    from service.store.ledger import Ledger
    from service.store.questions import Questions
    from service.store.store import Store


class NotItsRecord(Exception):  # noqa: N818 - reads as the sentence it is
    """Lines that do not follow a record, or are others than it has; the text is one line."""


class NoRoom(Exception):  # noqa: N818
    """A picture cannot be kept; the text is one line that says why."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How much of a game is here: its entries, and the hash of the last line."""

    events: int
    head: str


class Receiver:
    """Takes games of other machines into the parts of a store. `home` is always the table that sends."""

    def __init__(self, store: Store, ledger: Ledger, evidence: Evidence, questions: Questions, bells: Bells) -> None:
        self._store, self._ledger, self._evidence = store, ledger, evidence
        self._questions, self._bells = questions, bells

    def stand(self, home: str, game_id: str) -> Stand:
        """How much of a game is here. Raises `NoSuchGame`, also where it is another's."""
        if self._store.tip(game_id).home != home:
            raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
        entry = self._ledger.find(game_id)
        return Stand(entry.version, entry.record.tip)

    def take(self, home: str, game_id: str, created: str, header: str, after: int, lines: Sequence[str]) -> Stand:  # noqa: PLR0913, PLR0917 - what a record is
        """Take a record's header, and entries after the first `after`; how much is here then.

        Raises `NotItsRecord`, `NoSuchGame` where the game is another's, `StaleVersion` where entries between are
        missing.
        """
        kept = self._kept(home, game_id, created, header)
        entry = self._ledger.find(game_id)
        if after > entry.version:
            raise StaleVersion(entry.version)
        there = kept.lines[after : entry.version]
        if kept.header != header or tuple(lines[: len(there)]) != there[: len(lines)]:
            raise NotItsRecord(Said("game {game} has other entries here than those that were sent", game=game_id))
        new = lines[len(there) :]
        if new:
            longer, damage = record.extend(entry.record, new)
            if damage is not None:
                raise NotItsRecord(damage)
            lost = json.dumps(entry.lost) if entry.lost else None
            self._store.append(game_id, entry.version, new, longer.tip, entry.gone, lost)
            self._bells.ring(game_id)
        return self.stand(home, game_id)

    def _kept(self, home: str, game_id: str, created: str, header: str) -> Kept:
        """The game with its lines, made where it is new."""
        try:
            kept = self._store.load(game_id)
        except NoSuchGame:
            try:
                empty, _ = record.loads(header)
                record.replay(empty)
            except EngineError as wrong:
                raise NotItsRecord(str(wrong)) from wrong
            self._store.create(Kept(game_id, created, empty.header.game, header, 0, home=home))
            return self._store.load(game_id)
        if kept.home != home:
            raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
        return kept

    def ask(self, home: str, game_id: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take questions with their answers as they stand at the table: `number`, `time`, `question`, `answer`."""
        self.stand(home, game_id)
        self._questions.take(game_id, rows)

    def wanted(self, home: str, game_id: str, hashes: Iterable[str]) -> list[str]:
        """Those of the pictures that were never kept here for the game."""
        self.stand(home, game_id)
        there = {shot.sha256 for shot in self._evidence.line(game_id)}
        return [sha256 for sha256 in hashes if sha256 not in there]

    def picture(self, home: str, game_id: str, picture: bytes, about: Mapping[str, Any]) -> str:
        """Keep a picture; its SHA-256. Raises `NoRoom`."""
        self.stand(home, game_id)
        sha256 = self._evidence.keep(game_id, picture, about)
        if self._evidence.full is not None:
            raise NoRoom(self._evidence.full)
        self._bells.ring(game_id)
        return sha256
