"""The record of a game: append-only, a hash chain, JSON Lines; the state is what replaying it yields.

Nothing is ever erased: taking back is an entry (`undo`), and so is mending an earlier one (`correct`). Each line
holds the hash of the line before, so that a change, a loss or a swap anywhere is found at its first line.
Source: the project's contract for records, `tableside/record@1`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError, IllegalMove, RecordError
from engine.games import find_game
from engine.options import read_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.core import Line, Seat, Verdict
    from engine.games import AnyGame

SCHEMA: Final = "tableside/record@1"
UNDO: Final = "undo"
CORRECT: Final = "correct"


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: which game, by which house rules, from which seed, with which versions."""

    game: str
    options: Mapping[str, Any]
    players: int
    seed: int | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    hash: str = ""
    schema: str = SCHEMA


@dataclass(frozen=True, slots=True)
class Event:
    """One line: a move, or an `undo` or `correct` of the event `of`.

    `move` is the notation (for `correct`, of the move that should stand there); `frames` are hashes of pictures.
    """

    seq: int
    time: str
    seat: Seat
    move: str
    by: str = "person"
    confidence: float | None = None
    frames: tuple[str, ...] = ()
    points: int = 0
    rules: tuple[str, ...] = ()
    kind: str = "move"
    of: int | None = None
    prev: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A header and the events after it. Made by `new`, `append`, `undo`, `correct` and `loads` alone."""

    header: Header
    events: tuple[Event, ...] = ()

    @property
    def tip(self) -> str:
        """The hash of the last line."""
        return self.events[-1].hash if self.events else self.header.hash


@dataclass(frozen=True, slots=True)
class Earned:
    """A move that stands, with what it earned: a line of the score sheet's history."""

    seq: int
    seat: Seat
    move: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record amounts to: the state after its moves that stand, those moves, and its first fault if any."""

    game: AnyGame
    state: Any
    moves: tuple[Earned, ...]
    fault: str | None = None


def new(
    game: str, options: Mapping[str, Any], seed: int | None = None, versions: Mapping[str, str] | None = None
) -> Record:
    """An empty record. Raises `UnknownGame` or `OptionError`."""
    rules_of = find_game(game)
    chosen = read_options(rules_of.options_type, options)
    header = Header(rules_of.name, chosen.to_json(), chosen.players, seed, dict(versions or {}))
    return Record(replace(header, hash=digest(header)))


def append(record: Record, event: Event) -> Record:
    """The record with one more line; `seq`, `prev` and `hash` are filled in here, legality is the caller's to judge."""
    linked = replace(event, seq=len(record.events) + 1, prev=record.tip)
    return Record(record.header, (*record.events, replace(linked, hash=digest(linked))))


def judged(event: Event, verdict: Verdict) -> Event:
    """The event with the points and rules of a verdict."""
    return replace(event, points=verdict.points, rules=verdict.rules)


def standing(events: Iterable[Event]) -> list[Event]:
    """The moves that count: those taken back are gone, those corrected say what they should.

    An undo of event n takes back n and all that was played after it. Raises `RecordError` at an entry that names
    an event which does not stand.
    """
    moves: list[Event] = []
    for event in events:
        if event.kind == "move":
            moves.append(event)
            continue
        at = next((i for i, move in enumerate(moves) if move.seq == event.of), None)
        if at is None:
            raise RecordError(f"line {event.seq}: there is no standing move {event.of} to {event.kind}")
        if event.kind == UNDO:
            del moves[at:]
        else:
            moves[at] = replace(event, seq=moves[at].seq, kind="move")
    return moves


def replay(record: Record) -> Replay:
    """Plays the moves that stand, from the start, up to the first that cannot be played."""
    game = find_game(record.header.game)
    state = game.start(read_options(game.options_type, record.header.options), record.header.seed)
    played: list[Earned] = []
    try:
        for event in standing(record.events):
            state, lines = _step(game, state, event)
            played.append(Earned(event.seq, event.seat, event.move, lines))
    except EngineError as wrong:
        return Replay(game, state, tuple(played), str(wrong))
    return Replay(game, state, tuple(played))


def _step(game: AnyGame, state: Any, event: Event) -> tuple[Any, tuple[Line, ...]]:
    move = game.parse(event.move)
    verdict = game.judge(state, event.seat, move)
    if not verdict.legal:
        raise RecordError(f"line {event.seq}: {event.move!r} is refused: {verdict.reason}") from IllegalMove(verdict)
    if verdict.points != event.points:
        raise RecordError(f"line {event.seq}: {event.move!r} earns {verdict.points} points, not {event.points}")
    return game.play(state, event.seat, move), verdict.lines


def dumps(record: Record) -> str:
    """The record as JSON Lines, each ended by a line feed."""
    lines: list[Header | Event] = [record.header, *record.events]
    return "".join(canonical(_plain(line)) + "\n" for line in lines)


def loads(text: str) -> tuple[Record, str | None]:
    """The record up to its first broken line, and what is wrong with that line (None: nothing).

    Raises `RecordError` where not even the header can be read.
    """
    lines = text.splitlines()
    header = _read_header(lines[0] if lines else "")
    record = Record(header)
    for number, line in enumerate(lines[1:], start=2):
        try:
            event = _read_event(line)
        except (ValueError, TypeError, AttributeError) as wrong:
            return record, f"line {number} is no event: {wrong}"
        if event.prev != record.tip or event.seq != number - 1:
            return record, f"line {number} does not follow line {number - 1}: a line was changed, lost or moved"
        if event.hash != digest(event):
            return record, f"line {number} was changed: its hash is not that of its text"
        record = Record(header, (*record.events, event))
    return record, None


def canonical(value: Mapping[str, Any]) -> str:
    """JSON with sorted keys and no spaces: the text that is hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(line: Header | Event) -> str:
    """The SHA-256 of a line's canonical JSON without its hash, in hexadecimal."""
    plain = _plain(line)
    del plain["hash"]
    return hashlib.sha256(canonical(plain).encode()).hexdigest()


def _plain(line: Header | Event) -> dict[str, Any]:
    plain = asdict(line)
    if plain.get("seed", 0) is None:
        del plain["seed"]
    if plain.get("of", 0) is None:
        del plain["of"]
    return plain


def _read_header(line: str) -> Header:
    try:
        header = Header(**json.loads(line))
    except (ValueError, TypeError) as wrong:
        raise RecordError(f"line 1 is no header of a record: {wrong}") from None
    if header.schema != SCHEMA:
        raise RecordError(f"line 1 says schema {header.schema!r}; this version reads {SCHEMA!r}")
    if header.hash != digest(header):
        raise RecordError("line 1 was changed: its hash is not that of its text")
    return header


def _read_event(line: str) -> Event:
    plain = json.loads(line)
    return Event(**{**plain, "frames": tuple(plain["frames"]), "rules": tuple(plain["rules"])})
