"""The ledger: games by their ids, each a record in the store; every entry is judged before it is written.

    LedgerError
    ├── RecordDamaged       the store's lines are no longer those that were written
    ├── NothingToUndo       no move stands that could be taken back or corrected
    ├── NoSuchSeat          nobody sits there: choose a seat of this game, or the table's -1
    ├── CorrectionBreaks    the corrected move would make a later one impossible
    ├── NoRuling            the game could not go on from the play that should stand
    ├── NoAdoption          the game could not go on from the table that should be taken as it lies
    └── KeptElsewhere       the machine of its table writes this game, and nobody else

`NotationError` and `IllegalMove` come from the engine, `NoSuchGame` and `StaleVersion` from the store.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.adoption import adopted
from engine.core import TABLE
from engine.errors import EngineError, IllegalMove, RecordError
from engine.ruling import waive
from engine.said import Said, form_of, parts_of
from service.spelling import spelt
from service.store.clock import now
from service.store.replay_cache import Known, Remembered
from service.store.store import Kept, StaleVersion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.core import Seat, Verdict
    from engine.games import AnyGame
    from engine.options import Options
    from engine.record import Event, Header, Record, Replay
    from service.bells import Bells
    from service.store.store import Store

    Clock = Callable[[], str]

ID_BYTES: Final = 8
SALT_BYTES: Final = 16


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


class Ledger:
    """Games in a store. Every entry rings the bell of its game."""

    def __init__(self, store: Store, bells: Bells, clock: Clock | None = None) -> None:
        """`clock` gives the time of every event (ISO, UTC); without one it is the machine's."""
        self._store = store
        self._bells = bells
        self._now = clock or now
        self._remembered = Remembered()

    def open(
        self,
        game: str,
        options: Mapping[str, Any],
        seed: int | None,
        versions: Mapping[str, str],
        *,
        rated: bool = False,
    ) -> Entry:
        """A new game. Raises `UnknownGame` or `OptionError`."""
        salt = None if seed is None else secrets.token_hex(SALT_BYTES)
        empty = record.new(game, options, seed, versions, salt, rated=rated)
        kept = Kept(secrets.token_hex(ID_BYTES), self._now(), empty.header.game, record.dumps(empty).rstrip("\n"), 0)
        entry = Entry(kept.id, kept.created, empty, record.replay(empty))
        self._store.create(kept)
        return entry

    def find(self, game_id: str) -> Entry:
        """The game of that id, replayed. Every line is held against what it was when it was replayed before."""
        kept = self._store.load(game_id)
        known = self._remembered.get(game_id)
        if known is None or known.entry.damage or kept.lines[: len(known.lines)] != known.lines:
            entry = _replayed(kept)
        else:
            entry = _played_on(known.entry, kept.lines[len(known.lines) :])
        entry = _held_against(entry, kept)
        if entry.damage is None:
            self._remembered.put(Known(entry, kept.lines))
        else:
            self._remembered.forget(game_id)
        return entry

    def play(  # noqa: PLR0913 - what a line of the record says
        self,
        game_id: str,
        version: int,
        seat: Seat,
        notation: str,
        *,
        by: str = "person",
        confidence: float | None = None,
        frames: Sequence[str] = (),
        who: str | None = None,
    ) -> Event:
        """A move, judged and written. Raises `NotationError`, or `IllegalMove` with the verdict: nothing changed.

        `by` is "person" or "camera", `confidence` 0 … 1 the camera's, `frames` the SHA-256 of its pictures, `who`
        the person or program that entered it.
        """
        entry = self._current(game_id, version)
        move = str(read_move(entry, notation))
        event = record.Event(0, self._now(), seat, move, by, confidence, tuple(frames), who=who)
        return self._write(entry, _judged(entry.replay, event))

    def go_on(
        self,
        entry: Entry,
        plays: Sequence[tuple[Seat, str]],
        *,
        by: str = "person",
        confidence: float | None = None,
        frames: Sequence[str] = (),
    ) -> Entry:
        """The entry with these moves more: all are judged and written, or none.

        Raises what `play` does; `StaleVersion` where somebody has written since the entry was found.
        """
        _check_home(entry.home)
        if entry.fault is not None:
            raise RecordDamaged(entry.fault, entry)
        chain, replay = entry.record, entry.replay
        for seat, notation in plays:
            move = str(read_move(entry, notation))
            event = record.Event(len(chain.events) + 1, self._now(), seat, move, by, confidence, tuple(frames))
            replay, event = record.go_on(replay, event)
            chain = record.append(chain, event)
        return self._append(entry, chain, replay)

    def check_ours(self, game_id: str) -> None:
        """Raises `KeptElsewhere` where the machine of another table writes the game."""
        _check_home(self._store.tip(game_id).home)

    def header(self, game_id: str) -> Header:
        """The first line of a game's record, which never changes."""
        known = self._remembered.get(game_id)
        return self.find(game_id).header if known is None else known.entry.header

    def version(self, game_id: str) -> int:
        """How many entries the record of a game has."""
        return self._store.version(game_id)

    def rule(  # noqa: PLR0913 - what a line of the record says
        self,
        game_id: str,
        version: int,
        seat: Seat,
        notation: str,
        *,
        by: str = "person",
        confidence: float | None = None,
        frames: Sequence[str] = (),
        who: str | None = None,
    ) -> Event:
        """Let a play stand that the rules refuse: a ruling that names the rules waived; a legal one is just played.

        Raises `NoRuling` where the game cannot go on from it; then nothing changed.
        """
        entry = self._current(game_id, version)
        move = read_move(entry, notation)
        event = record.Event(0, self._now(), seat, str(move), by, confidence, tuple(frames), who=who)
        if entry.game.judge(entry.replay.state, seat, move).legal:
            return self._write(entry, _judged(entry.replay, event))
        _, verdict = ruled(entry, entry.replay.state, seat, move)
        return self._write(entry, record.judged(replace(event, kind=record.RULING), verdict))

    def adopt(
        self,
        game_id: str,
        version: int,
        position: Mapping[str, Any],
        *,
        frames: Sequence[str] = (),
        who: str | None = None,
    ) -> Event:
        """Take a table as it lies: the game goes on from that position. It is an entry, which can be taken back.

        Raises `NoAdoption` where no game goes on from it; then nothing changed.
        """
        entry = self._current(game_id, version)
        if entry.header.seed is not None:
            raise NoAdoption("this game was dealt by the program: what lies on a table is not its own", entry)
        try:
            adopted(entry.game, entry.options, position)
        except EngineError as wrong:
            raise NoAdoption(str(wrong), entry) from wrong
        plain = json.loads(json.dumps(position))
        event = record.Event(
            0, self._now(), TABLE, "", frames=tuple(frames), kind=record.ADOPT, who=who, position=plain
        )
        return self._write(entry, event)

    def undo(  # noqa: PLR0913 - what a line of the record says
        self,
        game_id: str,
        version: int,
        of: int | None,
        seat: Seat = TABLE,
        *,
        by: str = "person",
        confidence: float | None = None,
        frames: Sequence[str] = (),
        who: str | None = None,
    ) -> Event:
        """Take back a move, the last without `of`, and all after it: an entry, never an erasure.

        Where `of` is a taking-back or a correction, what stood before that entry stands again.
        """
        entry = self._current(game_id, version)
        if seat >= entry.header.players:
            players = entry.header.players
            raise NoSuchSeat(Said("seat: {many} players sit at 0 to {last}", many=players, last=players - 1))
        target = _undoable(entry, of)
        return self._write(entry, self._undo(target, seat, by, confidence, frames, who))

    def correct(  # noqa: PLR0913 - what a line of the record says
        self,
        game_id: str,
        version: int,
        of: int,
        notation: str,
        seat: Seat | None = None,
        *,
        undoing: bool = False,
        frames: Sequence[str] = (),
        who: str | None = None,
    ) -> Event:
        """Put another move in the place of one that was entered wrong; the later ones stay.

        Raises `CorrectionBreaks` where one of them would no longer be possible. With `undoing`, it and all after it are
        taken back instead, in an entry of their own.
        """
        entry = self._current(game_id, version)
        event = replace(corrected(entry, of, notation, seat), frames=tuple(frames), who=who)
        fault, falls = falling(entry, event)
        if fault is None:
            return self._write(entry, replace(event, time=self._now()))
        if not undoing or not falls:
            raise CorrectionBreaks(_breaks(fault), entry, falls)
        undo = self._undo(falls[0], event.seat, event.by, None, frames, who)
        return self._write(entry, undo, replace(event, time=self._now()))

    def _undo(  # noqa: PLR0913, PLR0917 - what a line of the record says
        self,
        target: Event,
        seat: Seat,
        by: str,
        confidence: float | None,
        frames: Sequence[str],
        who: str | None,
    ) -> Event:
        return record.Event(
            0, self._now(), seat, target.move, by, confidence, tuple(frames), kind=record.UNDO, of=target.seq, who=who
        )

    def now(self, game_id: str) -> Entry:
        """The game as it stands. Of one that is remembered, only what was added since is read.

        Each line holds the hash of the one before, so what was added follows what is remembered, or `find` looks.
        """
        tip, known = self._store.tip(game_id), self._remembered.get(game_id)
        if known is None or known.entry.damage or known.entry.version > tip.version:
            return self.find(game_id)
        if (known.entry.version, known.lines[-1:]) == (tip.version, tip.lines):
            return known.entry
        added = self._store.since(game_id, known.entry.version)
        entry = _held_against(_played_on(known.entry, added), tip)
        if entry.damage or entry.gone or not added:
            return self.find(game_id)
        self._remembered.put(Known(entry, (*known.lines, *added)))
        return entry

    def _current(self, game_id: str, version: int) -> Entry:
        """The game to add an entry to."""
        entry = self.now(game_id)
        _check_home(entry.home)
        if entry.version != version and entry.damage is None:
            raise StaleVersion(entry.version)
        if entry.fault is not None:
            raise RecordDamaged(entry.fault, entry)
        return entry

    def _write(self, entry: Entry, *events: Event) -> Event:
        """All of them or none; the last as it is written."""
        longer, replay = entry.record, entry.replay
        for event in events:
            longer = record.append(longer, event)
            replay = record.advance(replay, longer)
        return self._append(entry, longer, replay).record.events[-1]

    def _append(self, entry: Entry, longer: Record, replay: Replay) -> Entry:
        """The entry with the longer record and what that amounts to, once its new lines are written."""
        lines = tuple(record.line(event) for event in longer.events[entry.version :])
        lost = (*entry.lost, *self._noticed(entry))
        text = json.dumps(lost) if lost else None
        self._store.append(entry.id, entry.version, lines, longer.tip, entry.gone, text)
        after = replace(entry, record=longer, replay=replay, gone=0, lost=lost)
        known = self._remembered.get(entry.id)
        if known is not None and len(known.lines) == entry.version and known.entry.record.tip == entry.record.tip:
            self._remembered.put(Known(after, (*known.lines, *lines)))
        self._bells.ring(entry.id)
        return after

    def _noticed(self, entry: Entry) -> Iterator[Mapping[str, Any]]:
        """What is gone from the end of a record that goes on now."""
        if entry.gone:
            first, last = entry.version + 1, entry.version + entry.gone
            yield {"first": first, "last": last, "noticed": self._now()}


def _replayed(kept: Kept) -> Entry:
    try:
        chain, damage = record.loads(kept.text)
    except RecordError as wrong:
        raise RecordDamaged(str(wrong)) from wrong
    return Entry(kept.id, kept.created, chain, record.replay(chain), damage, home=kept.home)


def _check_home(home: str) -> None:
    if home:
        raise KeptElsewhere(Said("the machine of table {table} writes this game; enter it there", table=home))


def _played_on(entry: Entry, lines: Sequence[str]) -> Entry:
    """The game with further lines of the store."""
    for each in lines:
        longer, damage = record.extend(entry.record, [each])
        if damage:
            return replace(entry, damage=damage)
        entry = replace(entry, record=longer, replay=record.advance(entry.replay, longer))
    return entry


def _held_against(entry: Entry, kept: Kept) -> Entry:
    """The game as its row in the store has it: how many entries there were, what the last one was, what was lost."""
    lost = tuple(json.loads(kept.lost)) if kept.lost else ()
    gone = max(0, kept.version - entry.version)
    damage = entry.damage
    if damage is None and not gone and kept.head not in ("", entry.record.tip):
        number = entry.version + 1
        form = "line {number} was changed: its hash is not the one that the store keeps of the last line"
        damage = Said(form, number=number)
    return replace(entry, damage=damage, gone=0 if damage else gone, lost=lost)


def read_move(entry: Entry, text: str) -> Any:
    """The move that somebody wrote, in the notation or with names in it. Raises `NotationError`."""
    return entry.game.parse(spelt(text, entry.header.game))


def ruled(entry: Entry, state: Any, seat: Seat, move: Any) -> tuple[Any, Verdict]:
    """The state after a refused move that stands by a ruling, and its verdict. Raises `NoRuling`."""
    try:
        return waive(entry.game, entry.options, state, seat, move)
    except RecordError as wrong:
        raise NoRuling(str(wrong), entry) from wrong


def _judged(replay: Replay, event: Event) -> Event:
    verdict = replay.game.judge(replay.state, event.seat, replay.game.parse(event.move))
    if not verdict.legal:
        raise IllegalMove(verdict, replay.game, replay.state)
    return record.judged(event, verdict)


def corrected(entry: Entry, of: int, notation: str, seat: Seat | None = None) -> Event:
    """The entry that would put a move in the place of one that stands. Raises what `Ledger.correct` does."""
    target = _standing(entry, of)
    earlier = sum(event.seq < of for event in record.standing(entry.record.events))
    before = next(islice(record.steps(entry.record), earlier, None))
    move = str(read_move(entry, notation))
    who = target.seat if seat is None else seat
    return _judged(before, record.Event(0, "", who, move, kind=record.CORRECT, of=of))


def _breaks(fault: str) -> str:
    """What a correction breaks, by what is wrong with the record that has it."""
    if form_of(fault) == record.REFUSED:
        return Said("with it, move {number}, {move}, is refused: {line}", **parts_of(fault))
    return Said("with it, {line}", line=fault)


def falling(entry: Entry, event: Event) -> tuple[str | None, tuple[Event, ...]]:
    """Why the game could not go on as it did after a correction (None: it could), and the moves that fall with it."""
    after = record.replay(record.append(entry.record, event))
    falls = record.standing(entry.record.events)[len(after.moves) :] if after.fault else []
    return after.fault, tuple(falls)


def _undoable(entry: Entry, of: int | None) -> Event:
    """The entry of that number: a move that stands, or a taking-back or correction that holds."""
    events = entry.record.events
    return events[of - 1] if of is not None and of in record.changes(events) else _standing(entry, of)


def _standing(entry: Entry, of: int | None) -> Event:
    moves = record.standing(entry.record.events)
    if of is None and moves:
        return moves[-1]
    for move in moves:
        if move.seq == of:
            return move
    line = (
        "no move stands that could be taken back"
        if of is None
        else Said("there is no move {number} that stands", number=of)
    )
    raise NothingToUndo(line)
