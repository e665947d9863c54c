"""A position as it was told, read and checked for its shape but not yet for its sense.

Every part may be missing, as not everybody knows it. A piece may be a label or `{"label": …}`; a tile may also be `?`.
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
    "aside", "settling",
)  # fmt: skip
UNREAD: Final = "?"
NOT_SCORE_TOKENS: Final = ("gold", "five")
"""Tokens that may never lie beside a stack, under the names by which they may be seen there (ST-53)."""

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Given:
    """What a position says; None for what it leaves out. Counts go by size, by stack or by seat.

    `gold` counts the golden tokens beside each stack, where none may lie.
    """

    marker: int | None
    stacks: tuple[tuple[int | None, ...], ...] | None
    tokens: tuple[tuple[int, ...], ...] | None
    gold: tuple[int, ...]
    river: tuple[int | None, ...]
    display: tuple[Tile | None, ...] | None
    facedown: int | None
    used: tuple[Tile | None, ...] | None
    supply: tuple[int, ...] | None
    golden: tuple[int, ...] | None
    five: tuple[int, ...] | None
    phase: str | None
    taken: Taken | None
    turn: int | None
    aside: int
    settling: int


def read(setup: Setup) -> Given:
    """What a setup's position says; `PositionError` names the first part that has not the shape."""
    document, options = setup.position, own(setup.options)
    players = options.players
    if not isinstance(document, dict):
        raise PositionError("the position of Stones is an object")
    if unknown := next((key for key in document if key not in KEYS), None):
        raise PositionError(f"unknown key {unknown!r}; a position of Stones has {', '.join(KEYS)}")
    if setup.hand:
        raise PositionError("'hand' is for games with hands; Stones has none")
    stacks = _stacks(document.get("stacks"), players)
    return Given(
        marker=_maybe(_integer, document, "marker"),
        stacks=None if stacks is None else tuple(stones for stones, _, _ in stacks),
        tokens=None if stacks is None else tuple(beside for _, beside, _ in stacks),
        gold=(0,) * STACKS if stacks is None else tuple(gold for _, _, gold in stacks),
        river=_river(document.get("river")),
        display=_maybe(_tiles, document, "display"),
        facedown=_maybe(_count, document, "facedown"),
        used=_maybe(_tiles, document, "used"),
        supply=_seats(document, "supply", players),
        golden=_seats(document, "golden", players),
        five=_seats(document, "five", players),
        turn=_seat(document, "turn", players),
        aside=_maybe(_count, document, "aside") or 0,
        settling=NOWHERE if (settling := _seat(document, "settling", players)) is None else settling,
        **_phase(options, document.get("phase"), _maybe(_taken, document, "taken")),
    )


R = TypeVar("R")


def _maybe(reader: Callable[[Any, str], R], document: Mapping[str, Any], key: str) -> R | None:
    value = document.get(key)
    return None if value is None else reader(value, repr(key))


def _integer(value: Any, where: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise PositionError(f"{where} is {value!r}; it is a whole number")


def _count(value: Any, where: str) -> int:
    if _integer(value, where) >= 0:
        return int(value)
    raise PositionError(f"{where} is {value!r}; it is a count, from 0")


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


def _seats(document: Mapping[str, Any], key: str, players: int) -> tuple[int, ...] | None:
    if document.get(key) is None:
        return None
    counts = tuple(_count(count, f"an entry of {key!r}") for count in _list(document[key], repr(key)))
    if len(counts) != players:
        raise PositionError(f"{key!r} has {len(counts)} entries; {players} players have one each")
    return counts


def _seat(document: Mapping[str, Any], key: str, players: int) -> int | None:
    seat = _maybe(_integer, document, key)
    if seat is None or 0 <= seat < players:
        return seat
    raise PositionError(f"{key!r} is {seat}; {players} players sit at 0 to {players - 1}")


Stack = tuple[tuple[int | None, ...], tuple[int, ...], int]


def _stacks(value: Any, players: int) -> list[Stack] | None:
    if value is None:
        return None
    stacks = _list(value, "'stacks'")
    if len(stacks) != STACKS:
        raise PositionError(f"'stacks' has {len(stacks)} entries; there are {STACKS} stacks, empty ones included")
    return [_stack(stack, f"stack {at}", players) for at, stack in enumerate(stacks)]


def _stack(value: Any, where: str, players: int) -> Stack:
    document = _object(value, where, ("stones", "tokens"))
    stones = tuple(
        _piece(piece, where, read_size) for piece in _list(document.get("stones") or [], f"'stones' of {where}")
    )
    names = tuple(map(str, range(players)))
    beside = _object(document.get("tokens") or {}, f"'tokens' of {where}", names + NOT_SCORE_TOKENS)
    counts = {name: _count(beside[name], f"'tokens' of {where}") for name in names if name in beside}
    gold = sum(_count(beside[name], f"'tokens' of {where}") for name in NOT_SCORE_TOKENS if name in beside)
    return stones, tuple(counts.get(name, 0) for name in names), gold


def _river(value: Any) -> tuple[int | None, ...]:
    river = {} if value is None else _object(value, "'river'", SIZES)
    return tuple(_maybe(_count, river, size) for size in SIZES)


def _tiles(value: Any, where: str) -> tuple[Tile | None, ...]:
    """A list of tiles, or their number where nobody can say which."""
    if isinstance(value, int):
        return (None,) * min(_count(value, where), 100)
    return tuple(_piece(piece, where, read_tile) for piece in _list(value, where))


def _taken(value: Any, where: str) -> Taken:
    taken = _object(value, where, ("tile", "size", "from"))
    tile, size = taken.get("tile"), taken.get("size")
    if not isinstance(tile, str) or not isinstance(size, str):
        raise PositionError(f"{where} names its 'tile' and its 'size'")
    source = _maybe(_integer, taken, "from")
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


def _piece(piece: Any, where: str, reader: Callable[[str], K]) -> K | None:
    """A piece from its label; None where nobody knows it."""
    if isinstance(piece, dict):
        piece = _object(piece, f"a piece of {where}", ("label", "confidence")).get("label")
    return None if piece is None or piece == UNREAD else _named(piece, where, reader)


def _named(label: Any, where: str, reader: Callable[[str], K]) -> K:
    try:
        return reader(label)
    except (NotationError, TypeError) as wrong:
        raise PositionError(f"{where}: {wrong}") from None
