"""A table reading of Stones in the game's own terms: what a position says, and how likely what is seen would be.

Beside what a position may say, a camera that knows what was there before says more:
- How likely what it sees would be for each count: `{"counts": {"2": 1.0, "3": 0.05}}` in place of a count of stones or
  tokens.
- The same for each content of a stack: `"ways": [{"stones": […], "likelihood": 1.0}, …]` beside `stones`.
- Of a tile of the display, how likely it still lies there, by what is seen: `"there": 0.05`.
- Tiles that lie face up elsewhere and were taken since the position before: `apart`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import NotationError, PositionError
from engine.games.stones.given import NOT_SCORE_TOKENS, UNREAD, Given, read
from engine.games.stones.options import own
from engine.games.stones.state import STACKS
from engine.games.stones.tile import SIZES, Tile, read_size, read_tile
from vision.games.model import is_likelihood

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.core import Setup

K = TypeVar("K")
Guess = dict[K, float]
"""What a piece could be, with likelihoods; empty where nobody can tell."""
Count = int | dict[int, float]
"""A number of pieces, or how likely what is seen would be if there were so many."""
Contents = dict[tuple[int, ...], float]
"""How likely what is seen would be for each content of a stack; empty where only the stones were read."""
GONE: Final = 0.5
"""Under this likelihood a tile that is known rather lies no longer in the display."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What was seen; None for what was not. Counts go by size, by stack or by seat.

    `given` is what the position says without likelihoods. `contents` are those of each stack. `there` says of each tile
    of the display how likely it still lies there (None: it was turned up, and is seen there).
    """

    given: Given
    stacks: tuple[tuple[Guess[int], ...], ...] | None
    contents: tuple[Contents, ...]
    tokens: tuple[tuple[Count, ...], ...] | None
    river: tuple[Count | None, ...]
    display: tuple[Guess[Tile], ...] | None
    there: tuple[float | None, ...]
    apart: tuple[Guess[Tile], ...]
    supply: tuple[Count, ...] | None
    golden: tuple[Count, ...] | None
    five: tuple[Count, ...] | None


def read_table(seen: Setup, likeliest: Setup) -> SeenTable:
    """The table of a reading, which is `likeliest` without likelihoods. Raises `PositionError`."""
    given, position, players = read(likeliest), seen.position, own(seen.options).players
    river = _object(position.get("river") or {}, "'river'", SIZES)
    stacks = None if given.stacks is None else _listed(position["stacks"], "'stacks'")
    parts = [_object(stack, "a stack", ("stones", "ways", "tokens")) for stack in stacks or ()]
    return SeenTable(
        given=given,
        stacks=None if stacks is None else tuple(_pieces(each.get("stones"), "a stack", read_size) for each in parts),
        contents=({},) * STACKS if stacks is None else tuple(_contents(each.get("ways")) for each in parts),
        tokens=None if stacks is None else tuple(_tokens(each.get("tokens"), players) for each in parts),
        river=tuple(_maybe_count(river.get(size)) for size in SIZES),
        display=None if given.display is None else _pieces(position["display"], "'display'", read_tile),
        there=_there(position.get("display")),
        apart=_pieces(position.get("apart"), "'apart'", read_tile),
        supply=_counts(position.get("supply")),
        golden=_counts(position.get("golden")),
        five=_counts(position.get("five")),
    )


def without_likelihoods(seen: Any, surest: Callable[[Any], Any]) -> Any:
    """A position or a part of it as the rules take one; `surest` does what all games have in common."""
    if not isinstance(seen, dict):
        return surest(seen)
    position = {key: value for key, value in seen.items() if key not in ("apart", "ways", "there")}
    if "display" in seen and isinstance(seen["display"], list | tuple):
        lying = zip(seen["display"], _there(seen["display"]), strict=True)
        position["display"] = [tile for tile, chance in lying if chance is None or chance >= GONE]
    if seen.get("ways"):
        position["stones"] = [SIZES[size] for size in likely_stones(_contents(seen["ways"]))]
    return surest(position)


def number(count: Count) -> int:
    """The likeliest number of a count."""
    return count if isinstance(count, int) else max(count, key=count.__getitem__)


def lying(seen: SeenTable) -> list[Guess[Tile]]:
    """The tiles that rather lie in the display than not."""
    there = zip(seen.display or (), seen.there or (None,) * len(seen.display or ()), strict=True)
    return [guess for guess, chance in there if chance is None or chance >= GONE]


def likely_stones(contents: Contents) -> tuple[int, ...]:
    """The likeliest content of a stack, from below."""
    return max(contents, key=contents.__getitem__, default=())


def likeliest(guesses: Guess[K]) -> K | None:
    """The best guess; None where nobody can tell."""
    return max(guesses, key=guesses.__getitem__) if guesses else None


def _object(value: Any, where: str, keys: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise PositionError(f"{where} is {value!r}; it is an object")
    if keys and (unknown := next((key for key in value if key not in keys), None)):
        raise PositionError(f"unknown key {unknown!r} in {where}; it has {', '.join(keys)}")
    return value


def _listed(value: Any, where: str) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise PositionError(f"{where} is {value!r}; it is a list")


def _pieces(value: Any, where: str, reader: Callable[[str], K]) -> tuple[Guess[K], ...]:
    """A list of pieces, or their number where nobody can say which."""
    if isinstance(value, int):
        return ({},) * min(value, 100)
    return tuple(_guess(piece, where, reader) for piece in _listed(value or [], where))


def _guess(piece: Any, where: str, reader: Callable[[str], K]) -> Guess[K]:
    """What a piece could be: from its label, or from the likelihoods of several."""
    if isinstance(piece, dict):
        entry = _object(piece, f"a piece of {where}", ("label", "labels", "confidence", "there"))
        if isinstance(labels := entry.get("labels"), dict):
            return {_named(label, where, reader): _likelihood(chance, where) for label, chance in labels.items()}
        piece = entry.get("label")
    return {} if piece is None or piece == UNREAD else {_named(piece, where, reader): 1.0}


def _contents(value: Any) -> Contents:
    where, found = "'ways' of a stack", dict[tuple[int, ...], float]()
    for content in _listed(value or [], where):
        entry = _object(content, "a way of a stack", ("stones", "likelihood"))
        stones = tuple(_named(size, where, read_size) for size in _listed(entry.get("stones"), where))
        found[stones] = _likelihood(entry.get("likelihood"), where)
    return found


def _tokens(value: Any, players: int) -> tuple[Count, ...]:
    entry = _object(value or {}, "'tokens' of a stack", (*map(str, range(players)), *NOT_SCORE_TOKENS))
    return tuple(_maybe_count(entry.get(str(seat))) or 0 for seat in range(players))


def _counts(value: Any) -> tuple[Count, ...] | None:
    return None if value is None else tuple(_maybe_count(count) or 0 for count in _listed(value, "counts"))


def _maybe_count(value: Any) -> Count | None:
    """A number, or its likelihoods. What neither says is refused when the likeliest position is read."""
    if not isinstance(value, dict):
        return None if value is None else _number(value)
    counts = _object(value, "a count", ("counts",)).get("counts") or {}
    return {_number(number): _likelihood(chance, "'counts'") for number, chance in _object(counts, "'counts'").items()}


def _number(value: Any) -> int:
    if isinstance(value, bool) or not str(value).isdecimal():
        raise PositionError(f"{value!r} is no count")
    return int(value)


def _there(value: Any) -> tuple[float | None, ...]:
    """How likely each tile of a display, already read, still lies there."""
    pieces = value if isinstance(value, list | tuple) else ()
    chances = (piece.get("there") if isinstance(piece, dict) else None for piece in pieces)
    return tuple(None if chance is None else _likelihood(chance, "'display'") for chance in chances)


def _named(label: Any, where: str, reader: Callable[[str], K]) -> K:
    try:
        return reader(label)
    except (NotationError, TypeError) as wrong:
        raise PositionError(f"{where}: {wrong}") from None


def _likelihood(value: Any, where: str) -> float:
    if is_likelihood(value):
        return float(value)
    raise PositionError(f"a likelihood in {where} is {value!r}; it is a number from 0 to 1")
