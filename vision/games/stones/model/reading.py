"""A table reading of Stones in the game's own terms: what a position says, and how likely what is seen would be.

A camera that knows what was there before says more than a position:
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
from engine.games.stones.given import UNREAD
from engine.games.stones.options import own
from engine.games.stones.tile import SIZES, Tile, read_size, read_tile
from vision.games.model import is_likelihood

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.core import Setup

K = TypeVar("K")
Guess = dict[K, float]
"""What a piece could be, with likelihoods; empty where nobody can tell."""
Count = dict[int, float]
"""How likely what is seen would be for each number of pieces."""
Contents = dict[tuple[int, ...], float]
"""How likely what is seen would be for each content of a stack."""
GONE: Final = 0.5
"""Under this likelihood a tile that is known rather lies no longer in the display."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What was seen; `marker` is None where it was not. Counts go by size, by stack or by seat.

    `contents` are those of each stack. `display` are tiles with how likely each still lies there (None: it was turned
    up, and is seen there).
    """

    marker: int | None
    contents: tuple[Contents, ...]
    tokens: tuple[tuple[Count, ...], ...]
    river: tuple[Count, ...]
    golden: tuple[Count, ...]
    five: tuple[Count, ...]
    display: tuple[tuple[Guess[Tile], float | None], ...]
    apart: tuple[Guess[Tile], ...]


def read_table(seen: Setup) -> SeenTable:
    """The table of a reading. Raises `PositionError`."""
    position, seats = seen.position, range(own(seen.options).players)
    stacks = position["stacks"]
    return SeenTable(
        marker=position.get("marker"),
        contents=tuple(
            _contents(stack.get("ways") or [{"stones": stack["stones"], "likelihood": 1.0}]) for stack in stacks
        ),
        tokens=tuple(tuple(_count(stack["tokens"].get(str(seat), 0)) for seat in seats) for stack in stacks),
        river=tuple(_count(position["river"][size]) for size in SIZES),
        golden=tuple(map(_count, position["golden"])),
        five=tuple(map(_count, position["five"])),
        display=tuple((_guess(tile), _there(tile)) for tile in position["display"]),
        apart=tuple(map(_guess, position.get("apart", ()))),
    )


def without_likelihoods(seen: Any, surest: Callable[[Any], Any]) -> Any:
    """A position or a part of it as the rules take one; `surest` does what all games have in common."""
    if not isinstance(seen, dict):
        return surest(seen)
    position = {key: value for key, value in seen.items() if key not in ("apart", "ways", "there")}
    if "display" in seen and isinstance(seen["display"], list | tuple):
        position["display"] = [tile for tile in seen["display"] if _lies(_there(tile))]
    if seen.get("ways"):
        position["stones"] = [SIZES[size] for size in best(_contents(seen["ways"]))]
    return surest(position)


def lying(seen: SeenTable) -> list[Guess[Tile]]:
    """The tiles that rather lie in the display than not."""
    return [guess for guess, there in seen.display if _lies(there)]


def best(likelihoods: Mapping[K, float]) -> K:
    """The likeliest of some."""
    return max(likelihoods, key=likelihoods.__getitem__)


def likeliest(guess: Guess[K]) -> K | None:
    """The best guess; None where nobody can tell."""
    return best(guess) if guess else None


def _lies(there: float | None) -> bool:
    return there is None or there >= GONE


def _guess(piece: Any) -> Guess[Tile]:
    """What a tile could be: from its label, or from the likelihoods of several."""
    try:
        if isinstance(piece, dict) and "labels" in piece:
            return {read_tile(label): chance for label, chance in piece["labels"].items()}
        label = piece["label"] if isinstance(piece, dict) else piece
        return {} if label == UNREAD else {read_tile(label): 1.0}
    except NotationError as error:
        raise PositionError(str(error)) from None


def _contents(contents: Any) -> Contents:
    try:
        found = {tuple(map(read_size, each["stones"])): each["likelihood"] for each in contents}
    except (KeyError, TypeError, NotationError):
        raise PositionError(f"'ways' of a stack is {contents!r}; it lists 'stones' and their 'likelihood'") from None
    return {stones: _likelihood(chance, "'ways' of a stack") for stones, chance in found.items()}


def _count(count: Any) -> Count:
    if isinstance(count, int):
        return {count: 1.0}
    return {int(number): chance for number, chance in count["counts"].items()}


def _there(tile: Any) -> float | None:
    """How likely a tile of the display, already read, still lies there."""
    chance = tile.get("there") if isinstance(tile, dict) else None
    return None if chance is None else _likelihood(chance, "'display'")


def _likelihood(value: Any, where: str) -> float:
    if is_likelihood(value):
        return float(value)
    raise PositionError(f"a likelihood in {where} is {value!r}; it is a number from 0 to 1")
