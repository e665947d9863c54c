"""A table of Stones for a terminal: the six stacks from above clockwise, side by side, with what lies beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stones.tile import LETTERS, SIZES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.stones.state import State

WIDTH: Final = 9
STONES: Final = ("(S)", "(-M-)", "(--L--)")
BASE: Final = "=" * (WIDTH - 2)
SEATS: Final = "ABCD"


def draw(state: State) -> str:
    """The whole table, a stack a column with its stones, base, tokens by player letter, and the marker."""
    height = max(map(len, state.stacks))
    rows = [
        _row(STONES[stack[level]] if level < len(stack) else "" for stack in state.stacks)
        for level in reversed(range(height))
    ]
    rows.append(_row([BASE] * len(state.stacks)))
    rows.append(_row(_beside(tokens) for tokens in state.tokens))
    rows.append(_row(f"^ {place} ^" if place == state.marker else str(place) for place in range(len(state.stacks))))
    rows += ["", _tiles(state), _river(state)]
    rows += [_player(state, seat) for seat in range(state.options.players)]
    return "\n".join(row.rstrip() for row in rows)


def _row(cells: Iterable[str]) -> str:
    return "".join(f"{cell:^{WIDTH}}" for cell in cells)


def _beside(tokens: tuple[int, ...]) -> str:
    return " ".join(f"{SEATS[seat]}{count}" for seat, count in enumerate(tokens) if count)


def _tiles(state: State) -> str:
    shown = " ".join("?" if tile is None else str(tile) for tile in state.display) or "none"
    return f"tiles {shown}   face down {len(state.pile)}   used {len(state.used)}"


def _river(state: State) -> str:
    stones = " ".join(f"{LETTERS[size]}{count}" for size, count in enumerate(state.river))
    if state.taken is None:
        return f"river {stones}"
    return f"river {stones}   in hand {SIZES[state.taken.size]} by {state.taken.tile}"


def _player(state: State, seat: int) -> str:
    sign = ">" if seat == state.turn and state.phase != "over" else " "
    return (
        f"{sign} {SEATS[seat]} (seat {seat})  {state.points(seat):2} points   golden {state.golden[seat]}"
        f"   five {state.five[seat]}   supply {state.supply[seat]}"
    )
