"""An entry of the ledger: a game's record with what replaying it yields, as the store's lines give it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import record
from engine.errors import RecordError
from engine.said import Said
from service.store.ledger_errors import RecordDamaged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games import AnyGame
    from engine.options import Options
    from engine.record import Header, Record, Replay
    from service.store.store import Kept


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the ledger: its record, what replaying it yields, and the first line that is broken, if any."""

    id: str
    created: str
    record: Record
    replay: Replay
    damage: str | None = None
    gone: int = 0
    """So many entries after the last were written once, and are no more in the store."""
    lost: tuple[Mapping[str, Any], ...] = ()
    """What was gone when the game went on: the numbers of the `first` and the `last`, when it was `noticed`."""
    home: str = ""
    """The table whose own machine writes it; empty where this one does."""

    @property
    def loss(self) -> str | None:
        """What is gone from the end of the record, in one line; None where all is there."""
        numbers = [(each["first"], each["last"]) for each in self.lost]
        if self.gone:
            numbers.append((self.version + 1, self.version + self.gone))
        if not numbers:
            return None
        ranges = tuple(
            first if first == last else Said("{number} to {number2}", number=first, number2=last)
            for first, last in numbers
        )
        form = (
            "entries were lost from the store after they were written ({ranges}); the game goes on from what is there"
        )
        return Said(form, ranges=ranges)

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.record.events)

    @property
    def header(self) -> Header:
        """The first line of the record."""
        return self.record.header

    @property
    def game(self) -> AnyGame:
        """The rules that it is played by."""
        return self.replay.game

    @property
    def options(self) -> Options:
        """The house rules that it is played by."""
        return record.house(self.header)

    @property
    def fault(self) -> str | None:
        """Why the state is not that of the whole record; None where it is."""
        return self.damage or self.replay.fault


def replayed(kept: Kept) -> Entry:
    """A game of the store. Raises `RecordDamaged` where not even its header can be read."""
    try:
        chain, damage = record.loads(kept.text)
    except RecordError as wrong:
        raise RecordDamaged(str(wrong)) from wrong
    return Entry(kept.id, kept.created, chain, record.replay(chain), damage, home=kept.home)


def played_on(entry: Entry, lines: Sequence[str]) -> Entry:
    """The game with further lines of the store."""
    for each in lines:
        longer, damage = record.extend(entry.record, [each])
        if damage:
            return replace(entry, damage=damage)
        entry = replace(entry, record=longer, replay=record.advance(entry.replay, longer))
    return entry


def held_against(entry: Entry, kept: Kept) -> Entry:
    """The game as its row in the store has it: how many entries there were, what the last one was, what was lost."""
    lost = tuple(json.loads(kept.lost)) if kept.lost else ()
    gone = max(0, kept.version - entry.version)
    damage = entry.damage
    if damage is None and not gone and kept.head not in ("", entry.record.tip):
        number = entry.version + 1
        form = "line {number} was changed: its hash is not the one that the store keeps of the last line"
        damage = Said(form, number=number)
    return replace(entry, damage=damage, gone=0 if damage else gone, lost=lost)
