"""The record of a game: append-only, a hash chain, JSON Lines; the state is what replaying it yields.

Nothing is ever erased: taking back is an entry (`undo`), and so is mending an earlier one (`correct`). Either of them
can be taken back in its turn. So is taking the table as it lies (`adopt`): the game goes on from that position, and
the moves before it count no more. Each line holds the hash of the line before, so that a change, a loss or a swap
anywhere is found at its first line. A play against the rules that the house lets stand is an entry of its own kind
(`ruling`); its `rules` are those waived.
Source: the project's contract for records, `tableside/record@1`.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.adoption import adopted
from engine.errors import EngineError, IllegalMove, RecordError
from engine.games import find_game
from engine.options import read_options
from engine.ruling import waive
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.core import Line, Seat, Verdict
    from engine.games import AnyGame
    from engine.options import Options

SCHEMA: Final = "tableside/record@1"
MOVE: Final = "move"
UNDO: Final = "undo"
CORRECT: Final = "correct"
RULING: Final = "ruling"
ADOPT: Final = "adopt"
KINDS: Final = (MOVE, UNDO, CORRECT, RULING, ADOPT)
REFUSED: Final = "move {number}, {move}, is refused: {line}"
"""The form of the fault of a record with a move that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: which game, by which house rules, from which seed, with which versions.

    `salt` makes the line's hash one that nobody finds out a seed by: the hash stands in every entry's line.
    A `rated` game counts for its players, who get no hints.
    """

    game: str
    options: Mapping[str, Any]
    players: int
    seed: int | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    salt: str | None = None
    rated: bool | None = None
    hash: str = ""
    schema: str = SCHEMA


@dataclass(frozen=True, slots=True)
class Event:
    """One line: a move, a `ruling` that lets a refused one stand, an `adopt` of a table, or an `undo` or `correct` of
    event `of`.

    `move` is the notation (for `correct`, of the move that should stand there); `frames` are hashes of pictures. `who`
    entered it, as the service knows them: "host", "player Ada"; None where nobody said, as in older records.
    `position` is the table from which the game goes on after an `adopt`, else None.
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
    kind: str = MOVE
    of: int | None = None
    who: str | None = None
    position: Mapping[str, Any] | None = None
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
    """A move that stands, with what it earned and the rules that allowed it."""

    seq: int
    seat: Seat
    move: str
    lines: tuple[Line, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record amounts to: the state after its moves that stand, those moves, and its first fault if any."""

    game: AnyGame
    state: Any
    moves: tuple[Earned, ...]
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """The moves of a record that stand, up to its first fault if any, and the states around them: one more than moves.

    `moves` are the entries themselves; `fault` is why they are not all that stand.
    """

    moves: tuple[Event, ...]
    states: tuple[Any, ...]
    fault: str | None = None


def new(  # noqa: PLR0913 - each is a field of the header
    game: str,
    options: Mapping[str, Any],
    seed: int | None = None,
    versions: Mapping[str, str] | None = None,
    salt: str | None = None,
    *,
    rated: bool = False,
) -> Record:
    """An empty record; with a seed that players must not know, give it a random `salt`.

    Raises `UnknownGame` or `OptionError`.
    """
    rules_of = find_game(game)
    chosen = read_options(rules_of.options_type, options)
    header = Header(rules_of.name, chosen.to_json(), chosen.players, seed, dict(versions or {}), salt, rated or None)
    return Record(replace(header, hash=digest(_plain(header))))


def house(header: Header) -> Options:
    """The house rules of a record. Raises `UnknownGame` or `OptionError`."""
    return read_options(find_game(header.game).options_type, {**header.options, "players": header.players})


def append(record: Record, event: Event) -> Record:
    """The record with one more line; `seq`, `prev` and `hash` are filled in here, legality is the caller's to judge."""
    linked = replace(event, seq=len(record.events) + 1, prev=record.tip)
    return Record(record.header, (*record.events, replace(linked, hash=digest(_plain(linked)))))


def judged(event: Event, verdict: Verdict) -> Event:
    """The event with the points and rules of a verdict."""
    return replace(event, points=verdict.points, rules=verdict.rules)


def standing(events: Iterable[Event]) -> list[Event]:
    """The moves that count: those taken back are gone, those corrected say what they should.

    An undo of a move takes back that move and all that was played after it. An undo of an undo, of a correction, or of
    an adoption leaves what stood before that entry. After an adoption the moves before it count no more. Raises
    `RecordError` at an entry that names an event which does not stand.
    """
    followed = _follow(events)
    if followed.broken:
        raise RecordError(followed.broken)
    return followed.moves


def followed(events: Iterable[Event]) -> list[Event]:
    """The moves that count, up to the first entry that cannot be followed."""
    return _follow(events).moves


def begun(events: Iterable[Event]) -> Event | None:
    """The adoption from which the moves that stand go on; None where they go on from the game's start."""
    return _follow(events).begun


def changes(events: Iterable[Event]) -> dict[int, list[Event]]:
    """The takings-back, corrections and adoptions that hold, by their `seq`, each with the moves before it."""
    return _follow(events).before


@dataclass(slots=True)
class _Followed:
    """The moves that count up to the first entry that cannot be followed, what is wrong with it, and what stood before
    each valid change. `begun` is the adoption that they go on from, `begins` the one before each change.
    """

    moves: list[Event] = field(default_factory=list)
    before: dict[int, list[Event]] = field(default_factory=dict)
    begun: Event | None = None
    begins: dict[int, Event | None] = field(default_factory=dict)
    broken: str | None = None

    def change(self, event: Event) -> None:
        """An undo, a correction or an adoption."""
        stood, begun = list(self.moves), self.begun
        at = next((i for i in reversed(range(len(stood))) if stood[i].seq == event.of), None)
        if event.kind == ADOPT:
            self.moves, self.begun = [], event
        elif at is not None and event.kind == UNDO:
            del self.moves[at:]
        elif at is not None:
            self.moves[at] = replace(event, seq=stood[at].seq, kind=MOVE)
        elif event.kind == UNDO and event.of in self.before:
            self.moves, self.begun = self.before[event.of], self.begins[event.of]
            self.before = {seq: moves for seq, moves in self.before.items() if seq < event.of}
        else:
            self.broken = Said(
                "entry {number}: there is no standing move {number2} to {kind}",
                number=event.seq,
                number2=event.of,
                kind=event.kind,
            )
            return
        self.before[event.seq], self.begins[event.seq] = stood, begun


def _follow(events: Iterable[Event]) -> _Followed:
    followed = _Followed()
    for event in events:
        if event.kind in (MOVE, RULING):
            followed.moves.append(event)
        else:
            followed.change(event)
        if followed.broken:
            break
    return followed


def replay(record: Record) -> Replay:
    """Plays the moves that stand, from the start, up to the first that cannot be played."""
    return deque(steps(record), maxlen=1).pop()


def advance(before: Replay, record: Record) -> Replay:
    """What a record amounts to, given what it did before its last entry: a move is played, anything else replayed.

    Raises `EngineError` as `steps` does.
    """
    event = record.events[-1]
    if event.kind not in (MOVE, RULING) or before.fault is not None:
        return replay(record)
    try:
        state, verdict = _step(before.game, house(record.header), before.state, event, stale=False)
    except EngineError as wrong:
        return replace(before, fault=str(wrong))
    earned = Earned(event.seq, event.seat, event.move, verdict.lines, verdict.rules)
    return Replay(before.game, state, (*before.moves, earned))


def steps(record: Record) -> Iterator[Replay]:
    """The record move by move: the start, then what it amounts to after each move that stands, then its fault if any.

    The points of a move that was recorded before an earlier one was corrected are not held against it. Raises
    `EngineError` where the header names no game or no options of it.
    """
    game, options = find_game(record.header.game), house(record.header)
    state = game.start(options, record.header.seed)
    followed = _follow(record.events)
    moves, broken = followed.moves, followed.broken
    if followed.begun is not None:
        try:
            state = adopted(game, options, followed.begun.position or {})
        except EngineError as wrong:
            moves, broken = [], Said("entry {number}: {line}", number=followed.begun.seq, line=str(wrong))
    corrected = [(event.of or 0, event.seq) for event in record.events if event.kind == CORRECT]
    played: tuple[Earned, ...] = ()
    yield Replay(game, state, played)
    for event in moves:
        stale = any(of < event.seq < at for of, at in corrected)
        try:
            state, verdict = _step(game, options, state, event, stale=stale)
        except EngineError as wrong:
            broken = str(wrong)
            break
        played = (*played, Earned(event.seq, event.seat, event.move, verdict.lines, verdict.rules))
        yield Replay(game, state, played)
    if broken:
        yield Replay(game, state, played, broken)


def walk(record: Record) -> Walk:
    """The moves that stand with the states before and after each. Raises `EngineError` as `steps` does."""
    *_, last = replays = tuple(steps(record))
    moves = tuple(followed(record.events)[: len(last.moves)])
    return Walk(moves, tuple(each.state for each in replays[: len(moves) + 1]), last.fault)


def go_on(replay: Replay, event: Event) -> tuple[Replay, Event]:
    """A replay after one move more, and its event with the points and rules of the verdict. Raises `IllegalMove`."""
    game, move = replay.game, replay.game.parse(event.move)
    verdict = game.judge(replay.state, event.seat, move)
    if not verdict.legal:
        raise IllegalMove(verdict, game, replay.state)
    earned = Earned(event.seq, event.seat, event.move, verdict.lines, verdict.rules)
    state = game.play(replay.state, event.seat, move)
    return Replay(game, state, (*replay.moves, earned), replay.fault), judged(event, verdict)


def _step(game: AnyGame, options: Options, state: Any, event: Event, *, stale: bool) -> tuple[Any, Verdict]:
    move = game.parse(event.move)
    verdict = game.judge(state, event.seat, move)
    if not verdict.legal and event.kind == MOVE:  # a record may leave out who let a play pass: going on says it
        lapsed = game.lapsed(state)
        if (later := game.judge(lapsed, event.seat, move)).legal:
            state, verdict = lapsed, later
    if verdict.legal:
        after = game.play(state, event.seat, move)
    elif event.kind == RULING:
        after, verdict = waive(game, options, state, event.seat, move)
    else:
        refused = IllegalMove(verdict, game, state)
        raise RecordError(
            Said(
                REFUSED,
                number=event.seq,
                move=repr(event.move),
                line=verdict.reason,
            )
        ) from refused
    if verdict.points != event.points and not stale:
        form = "move {number}, {move}, earns {points} points, not {points2}"
        raise RecordError(
            Said(form, number=event.seq, move=repr(event.move), points=verdict.points, points2=event.points)
        )
    return after, verdict


def dumps(record: Record) -> str:
    """The record as JSON Lines, each ended by a line feed."""
    lines: list[Header | Event] = [record.header, *record.events]
    return "".join(canonical(_plain(line)) + "\n" for line in lines)


def line(event: Event) -> str:
    """An entry as its line of JSON, without the line feed."""
    return canonical(_plain(event))


def loads(text: str) -> tuple[Record, str | None]:
    """The record up to its first broken line, and what is wrong with that line (None: nothing).

    Raises `RecordError` where not even the header can be read.
    """
    first, *lines = text.removesuffix("\n").split("\n")
    return extend(Record(_read_header(first)), lines)


def extend(record: Record, lines: Iterable[str]) -> tuple[Record, str | None]:
    """The record with further lines, up to the first broken one, and what is wrong with that (None: nothing)."""
    events = list(record.events)
    tip = record.tip
    for number, text in enumerate(lines, start=len(events) + 2):
        try:
            event, actual = _read(Event, text)
        except ValueError as wrong:
            return Record(record.header, tuple(events)), Said(
                "line {number} is no event: {why}", number=number, why=wrong
            )
        if event.prev != tip or event.seq != number - 1:
            detail = Said(
                "line {number} does not follow line {number2}: a line was changed, lost or moved",
                number=number,
                number2=number - 1,
            )
            return Record(record.header, tuple(events)), detail
        if event.hash != actual:
            detail = Said("line {number} was changed: its hash is not that of its text", number=number)
            return Record(record.header, tuple(events)), detail
        events.append(event)
        tip = event.hash
    return Record(record.header, tuple(events)), None


def canonical(value: Mapping[str, Any]) -> str:
    """JSON with sorted keys and no spaces: the text that is hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(line: Mapping[str, Any]) -> str:
    """The SHA-256 of a line's canonical JSON without its hash, in hexadecimal."""
    plain = {name: value for name, value in line.items() if name != "hash"}
    return hashlib.sha256(canonical(plain).encode()).hexdigest()


def _plain(line: Header | Event) -> dict[str, Any]:
    plain = asdict(line)
    for name in ("seed", "salt", "rated", "of", "who", "position"):
        if plain.get(name, 0) is None:
            del plain[name]
    return plain


def _read_header(line: str) -> Header:
    try:
        header, actual = _read(Header, line)
    except ValueError as wrong:
        raise RecordError(Said("line 1 is no header of a record: {why}", why=wrong)) from None
    if header.schema != SCHEMA:
        form = "line 1 says schema {what}; this version reads {told}"
        raise RecordError(Said(form, what=quoted(header.schema), told=quoted(SCHEMA)))
    if header.hash not in ("", actual):
        raise RecordError(Said("line {number} was changed: its hash is not that of its text", number=1))
    if (players := header.options.get("players", header.players)) != header.players:
        raise RecordError(Said("line 1 says {told} players, its options say {many}", told=header.players, many=players))
    return replace(header, hash=actual)


_TEXT: Final = "text"
_NUMBER: Final = "a whole number"
_TEXTS: Final = "a list of texts"
_SHAPES: Final[dict[str, tuple[str, bool]]] = {
    **dict.fromkeys(("game", "schema", "hash", "time", "move", "by", "kind", "prev"), (_TEXT, False)),
    **dict.fromkeys(("players", "seq", "seat", "points"), (_NUMBER, False)),
    **dict.fromkeys(("seed", "of"), (_NUMBER, True)),
    **dict.fromkeys(("who", "salt"), (_TEXT, True)),
    **dict.fromkeys(("frames", "rules"), (_TEXTS, False)),
    **dict.fromkeys(("options", "versions"), ("an object", False)),
    "position": ("an object", True),
    "confidence": ("a number", True),
    "rated": ("true or false", True),
}
"""What each field of a line takes, and whether it may be null."""

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    _TEXT: (str,),
    _NUMBER: (int,),
    "a number": (int, float),
    "an object": (dict,),
    "true or false": (bool,),
}

L = TypeVar("L", Header, Event)


def _read(kind: type[L], text: str) -> tuple[L, str]:
    """A line of a record and its hash; `ValueError` names the first field that is not as it should be."""
    try:
        plain = json.loads(text, parse_constant=_no_number, object_pairs_hook=_each_name_once)
        canonical(plain).encode()
    except (ValueError, RecursionError) as wrong:
        raise ValueError(str(wrong) or "it is nested too deeply") from None
    if not isinstance(plain, dict):
        raise ValueError("it is no JSON object")
    known = {f.name: f for f in fields(kind)}
    for name, value in plain.items():
        if name not in known:
            raise ValueError(f"there is no field {name!r}")
        shape, nullable = _SHAPES[name]
        if not (_has_shape(value, shape) or (nullable and value is None)):
            raise ValueError(f"{name!r} is {value!r}; it is {shape}")
    for name, known_field in known.items():
        if name not in plain and known_field.default is MISSING and known_field.default_factory is MISSING:
            raise ValueError(f"{name!r} is missing")
    if plain.get("kind", MOVE) not in KINDS:
        raise ValueError(f"'kind' is {plain['kind']!r}; it is one of {', '.join(KINDS)}")
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    return kind(**values), digest(plain)


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("it says a field twice")
    return fields


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _has_shape(value: Any, shape: str) -> bool:
    if shape == _TEXTS:
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    return isinstance(value, _KINDS[shape]) and isinstance(value, bool) == (_KINDS[shape] == (bool,))
