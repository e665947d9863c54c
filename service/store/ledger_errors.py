"""What the ledger refuses, and what it finds damaged.

LedgerError
├── RecordDamaged       the store's lines are no longer those that were written
├── NothingToUndo       no move stands that could be taken back or corrected
├── NoSuchSeat          nobody sits there: choose a seat of this game, or the table's -1
├── CorrectionBreaks    the corrected move would make a later one impossible
├── NoRuling            the game could not go on from the play that should stand
├── NoAdoption          the game could not go on from the table that should be taken as it lies
└── KeptElsewhere       the machine of its table writes this game, and nobody else
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.record import Event
    from service.store.entry import Entry


class LedgerError(Exception):
    """The root of the ledger's errors; its text is one line. `entry` is the game whose moves the line names, if any."""

    def __init__(self, line: str, entry: Entry | None = None) -> None:
        super().__init__(line)
        self.entry = entry


class RecordDamaged(LedgerError):  # noqa: N818 - reads as the sentence it is
    """A line of the record was changed or lost in the store; nothing can be added to it."""


class NothingToUndo(LedgerError):  # noqa: N818
    """The event named is no move that stands."""


class NoSuchSeat(LedgerError):  # noqa: N818
    """The game has no such seat."""


class CorrectionBreaks(LedgerError):  # noqa: N818
    """Moves after the corrected one would no longer be possible. `falls` are the first of them and all after it."""

    def __init__(self, line: str, entry: Entry, falls: tuple[Event, ...]) -> None:
        super().__init__(line, entry)
        self.falls = falls


class NoRuling(LedgerError):  # noqa: N818
    """No house ruling can let the play stand."""


class NoAdoption(LedgerError):  # noqa: N818
    """The table cannot be taken as it lies."""


class KeptElsewhere(LedgerError):  # noqa: N818
    """Another machine writes the game."""
