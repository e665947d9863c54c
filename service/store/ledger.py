"""The ledger: games by their ids, each a record in the store; every entry is judged before it is written.

Its errors are those of `ledger_errors.py`. `NotationError` and `IllegalMove` come from the engine, `NoSuchGame` and
`StaleVersion` from the store.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
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
from service.store.entry import Entry, held_against, played_on, replayed
from service.store.ledger_errors import (
    CorrectionBreaks,
    KeptElsewhere,
    NoAdoption,
    NoRuling,
    NoSuchSeat,
    NothingToUndo,
    RecordDamaged,
)
from service.store.replay_cache import Known, Remembered
from service.store.store import Kept, StaleVersion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.core import Seat, Verdict
    from engine.record import Event, Header, Record, Replay
    from service.bells import Bells
    from service.store.store import Store

    Clock = Callable[[], str]

ID_BYTES: Final = 8
SALT_BYTES: Final = 16


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
            entry = replayed(kept)
        else:
            entry = played_on(known.entry, kept.lines[len(known.lines) :])
        entry = held_against(entry, kept)
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
        by: str = "person",
        confidence: float | None = None,
        frames: Sequence[str] = (),
        who: str | None = None,
    ) -> Event:
        """Put another move in the place of one that was entered wrong; the later ones stay.

        Raises `CorrectionBreaks` where one of them would no longer be possible. With `undoing`, it and all after it are
        taken back instead, in an entry of their own.
        """
        entry = self._current(game_id, version)
        event = corrected(entry, of, notation, seat)
        event = replace(event, by=by, confidence=confidence, frames=tuple(frames), who=who)
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
        entry = held_against(played_on(known.entry, added), tip)
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


def _check_home(home: str) -> None:
    if home:
        raise KeptElsewhere(Said("the machine of table {table} writes this game; enter it there", table=home))


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
