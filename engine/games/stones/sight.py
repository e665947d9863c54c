"""A position as it was told, read and checked for its shape but not yet for its sense.

Every part may be missing, as a camera or a person may not know it. A piece may be a label, `{"label": …}`, or
`{"labels": {label: likelihood}}`; a tile may also be `?`. A camera that knows what was there before says more:
- How likely what it sees would be for each count: `{"counts": {"2": 1.0, "3": 0.05}}` in place of a count of stones or
  tokens.
- The same for each content of a stack: `"ways": [{"stones": […], "likelihood": 1.0}, …]` beside `stones`.
- Of a tile of the display, how likely it still lies there, by what is seen: `"there": 0.05`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import NotationError, PositionError
from engine.games.stones.options import own
from engine.games.stones.state import NOWHERE, PHASES, PLACE, SET, STACKS, Taken
from engine.games.stones.tile import SIZES, Tile, read_size, read_tile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.core import Setup
    from engine.games.stones.options import StonesOptions

KEYS: Final = (
    "marker", "stacks", "river", "display", "facedown", "used", "supply", "golden", "five", "phase", "taken", "turn",
    "aside", "settling", "apart",
)  # fmt: skip
UNREAD: Final = "?"
NOT_SCORE_TOKENS: Final = ("gold", "five")
"""Tokens that may never lie beside a stack, under the names by which they may be seen there (ST-53)."""

K = TypeVar("K")
Guess = dict[K, float]
"""What a piece could be, with likelihoods; empty where nobody can tell."""
Count = int | dict[int, float]
"""A number of pieces, or how likely what is seen would be if there were so many."""
Ways = dict[tuple[int, ...], float]
"""How likely what is seen would be for each content of a stack; empty where only the stones were told."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a position says; None for what it leaves out. Counts go by size, by stack or by seat.

    `gold` counts the golden tokens that were seen beside each stack, where none may lie. `ways` are those of each
    stack; `there` says of each tile of the display how likely it still lies there (None: it was turned up, and is
    seen there). `apart` are tiles that lie face up elsewhere and have been taken since the position before.
    """

    marker: int | None
    stacks: tuple[tuple[Guess[int], ...], ...] | None
    ways: tuple[Ways, ...]
    tokens: tuple[tuple[Count, ...], ...] | None
    gold: tuple[int, ...]
    river: tuple[Count | None, ...]
    display: tuple[Guess[Tile], ...] | None
    there: tuple[float | None, ...]
    apart: tuple[Guess[Tile], ...]
    facedown: int | None
    used: tuple[Guess[Tile], ...] | None
    supply: tuple[Count, ...] | None
    golden: tuple[Count, ...] | None
    five: tuple[Count, ...] | None
    phase: str | None
    taken: Taken | None
    turn: int | None
    aside: int
    settling: int


def read(setup: Setup) -> Sight:
    """The sight of a setup's position; `PositionError` names the first part that has not the shape."""
    told, options = setup.position, own(setup.options)
    players = options.players
    if not isinstance(told, dict):
        raise PositionError("the position of Stones is an object")
    if unknown := next((key for key in told if key not in KEYS), None):
        raise PositionError(f"unknown key {unknown!r}; a position of Stones has {', '.join(KEYS)}")
    if setup.hand:
        raise PositionError("'hand' is for games with hands; Stones has none")
    stacks = _stacks(told.get("stacks"), players)
    return Sight(
        marker=_maybe(_integer, told, "marker"),
        stacks=None if stacks is None else tuple(stones for stones, _, _, _ in stacks),
        ways=({},) * STACKS if stacks is None else tuple(ways for _, ways, _, _ in stacks),
        tokens=None if stacks is None else tuple(beside for _, _, beside, _ in stacks),
        gold=(0,) * STACKS if stacks is None else tuple(gold for _, _, _, gold in stacks),
        river=_river(told.get("river")),
        display=_maybe(_tiles, told, "display"),
        there=_there(told.get("display")),
        apart=_maybe(_tiles, told, "apart") or (),
        facedown=_maybe(_count, told, "facedown"),
        used=_maybe(_tiles, told, "used"),
        supply=_seats(told, "supply", players),
        golden=_seats(told, "golden", players),
        five=_seats(told, "five", players),
        turn=_seat(told, "turn", players),
        aside=_maybe(_count, told, "aside") or 0,
        settling=NOWHERE if (settling := _seat(told, "settling", players)) is None else settling,
        **_phase(options, told.get("phase"), _maybe(_taken, told, "taken")),
    )


R = TypeVar("R")


def _maybe(reader: Callable[[Any, str], R], told: Mapping[str, Any], key: str) -> R | None:
    value = told.get(key)
    return None if value is None else reader(value, repr(key))


def _integer(value: Any, where: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise PositionError(f"{where} is {value!r}; it is a whole number")


def _count(value: Any, where: str) -> int:
    if _integer(value, where) >= 0:
        return int(value)
    raise PositionError(f"{where} is {value!r}; it is a count, from 0")


def _counted(value: Any, where: str) -> Count:
    """A count, or `{"counts": {number: likelihood}}`."""
    if not isinstance(value, dict):
        return _count(value, where)
    told = _object(value, where, ("counts",)).get("counts")
    if not isinstance(told, dict) or not told or not all(str(number).isdecimal() for number in told):
        raise PositionError(f"'counts' in {where} is {told!r}; it gives each number its likelihood")
    return {int(number): _likelihood(chance, where) for number, chance in told.items()}


def number(count: Count) -> int:
    """The likeliest number of a count."""
    return count if isinstance(count, int) else max(count, key=count.__getitem__)


def _list(value: Any, where: str) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise PositionError(f"{where} is {value!r}; it is a list")


def _object(value: Any, where: str, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PositionError(f"{where} is {value!r}; it is an object")
    if unknown := next((key for key in value if key not in keys), None):
        raise PositionError(f"unknown key {unknown!r} in {where}; it has {', '.join(keys)}")
    return value


def _seats(told: Mapping[str, Any], key: str, players: int) -> tuple[Count, ...] | None:
    if told.get(key) is None:
        return None
    counts = tuple(_counted(count, f"an entry of {key!r}") for count in _list(told[key], repr(key)))
    if len(counts) != players:
        raise PositionError(f"{key!r} has {len(counts)} entries; {players} players have one each")
    return counts


def _seat(told: Mapping[str, Any], key: str, players: int) -> int | None:
    seat = _maybe(_integer, told, key)
    if seat is None or 0 <= seat < players:
        return seat
    raise PositionError(f"{key!r} is {seat}; {players} players sit at 0 to {players - 1}")


Stack = tuple[tuple[Guess[int], ...], Ways, tuple[Count, ...], int]


def _stacks(value: Any, players: int) -> list[Stack] | None:
    if value is None:
        return None
    stacks = _list(value, "'stacks'")
    if len(stacks) != STACKS:
        raise PositionError(f"'stacks' has {len(stacks)} entries; there are {STACKS} stacks, empty ones included")
    return [_stack(stack, f"stack {at}", players) for at, stack in enumerate(stacks)]


def _stack(value: Any, where: str, players: int) -> Stack:
    told = _object(value, where, ("stones", "ways", "tokens"))
    stones = tuple(guess(piece, where, read_size) for piece in _list(told.get("stones") or [], f"'stones' of {where}"))
    ways = dict(_way(way, where) for way in _list(told.get("ways") or [], f"'ways' of {where}"))
    names = tuple(map(str, range(players)))
    beside = _object(told.get("tokens") or {}, f"'tokens' of {where}", names + NOT_SCORE_TOKENS)
    counts = {name: _counted(beside[name], f"'tokens' of {where}") for name in names if name in beside}
    gold = sum(_count(beside[name], f"'tokens' of {where}") for name in NOT_SCORE_TOKENS if name in beside)
    return stones, ways, tuple(counts.get(name, 0) for name in names), gold


def _way(value: Any, where: str) -> tuple[tuple[int, ...], float]:
    told = _object(value, f"a way of {where}", ("stones", "likelihood"))
    stones = tuple(_named(size, where, read_size) for size in _list(told.get("stones"), f"'stones' of {where}"))
    return stones, _likelihood(told.get("likelihood"), where)


def _river(value: Any) -> tuple[Count | None, ...]:
    told = {} if value is None else _object(value, "'river'", SIZES)
    return tuple(_maybe(_counted, told, size) for size in SIZES)


def _tiles(value: Any, where: str) -> tuple[Guess[Tile], ...]:
    """A list of tiles, or their number where nobody can say which."""
    if isinstance(value, int):
        return ({},) * min(_count(value, where), 100)
    return tuple(guess(piece, where, read_tile) for piece in _list(value, where))


def _there(value: Any) -> tuple[float | None, ...]:
    """How likely each tile of a display, already read, still lies there."""
    pieces = value if isinstance(value, list | tuple) else ()
    told = (piece.get("there") if isinstance(piece, dict) else None for piece in pieces)
    return tuple(None if chance is None else _likelihood(chance, "'display'") for chance in told)


def _taken(value: Any, where: str) -> Taken:
    told = _object(value, where, ("tile", "size", "from"))
    tile, size = told.get("tile"), told.get("size")
    if not isinstance(tile, str) or not isinstance(size, str):
        raise PositionError(f"{where} names its 'tile' and its 'size'")
    source = _maybe(_integer, told, "from")
    if source is not None and not 0 <= source < STACKS:
        raise PositionError(f"'from' is {source}; stacks are 0 to {STACKS - 1}, and null is the river")
    return Taken(_named(tile, where, read_tile), _named(size, where, read_size), source)


def _phase(options: StonesOptions, phase: Any, taken: Taken | None) -> dict[str, Any]:
    if phase is not None and phase not in PHASES:
        raise PositionError(f"'phase' is {phase!r}; it is one of {', '.join(PHASES)}")
    if phase == SET and not options.alternative_start:
        raise PositionError("'phase' is 'set', which belongs to the option alternative_start")
    if phase == PLACE and taken is None:
        raise PositionError("'taken' is missing; in the phase 'place' it says which tile and stone are in hand")
    if phase not in (None, PLACE) and taken is not None:
        raise PositionError("'taken' belongs to the phase 'place'")
    return {"phase": PLACE if taken is not None else phase, "taken": taken}


def guess(piece: Any, where: str, reader: Callable[[str], K]) -> Guess[K]:
    """What a piece could be: from its label, or from the likelihoods of several."""
    if piece is None or piece == UNREAD:
        return {}
    if isinstance(piece, str):
        return {_named(piece, where, reader): 1.0}
    told = _object(piece, f"a piece of {where}", ("label", "labels", "confidence", "there"))
    if (labels := told.get("labels")) is None:
        label = told.get("label")
        return guess(label if isinstance(label, str) else None, where, reader)
    if not isinstance(labels, dict):
        raise PositionError(f"'labels' in {where} is {labels!r}; it gives each label its likelihood")
    return {_named(label, where, reader): _likelihood(chance, where) for label, chance in labels.items()}


def _named(label: Any, where: str, reader: Callable[[str], K]) -> K:
    try:
        return reader(label)
    except (NotationError, TypeError) as wrong:
        raise PositionError(f"{where}: {wrong}") from None


def _likelihood(value: Any, where: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise PositionError(f"a likelihood in {where} is {value!r}; it is a number from 0 to 1")


GONE: Final = 0.5
"""Under this likelihood a tile that a camera knows rather lies no longer in the display."""


def lying(sight: Sight) -> list[Guess[Tile]]:
    """The tiles that rather lie in the display than not."""
    there = zip(sight.display or (), sight.there or (None,) * len(sight.display or ()), strict=True)
    return [guess for guess, chance in there if chance is None or chance >= GONE]


def likely_stones(ways: Ways) -> tuple[int | None, ...]:
    """The likeliest content of a stack, from below."""
    return max(ways, key=ways.__getitem__, default=())


def likeliest(guesses: Guess[K]) -> K | None:
    """The best guess; None where nobody can tell."""
    return max(guesses, key=guesses.__getitem__) if guesses else None
