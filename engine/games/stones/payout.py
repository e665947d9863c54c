"""Tokens as figures: how many a stone earns, what a fall pays, who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.stones.state import State

BONUS: Final = {4: 1, 5: 2}
TOP_BONUS: Final = 3
"""From the sixth stone on (ST-41)."""


def tokens_for(height: int) -> int:
    """The tokens for a stone that makes a stack this high, the base not counted (ST-34, ST-37, ST-39 to ST-41)."""
    return 1 + (TOP_BONUS if height > max(BONUS) else BONUS.get(height, 0))


def pay(beside: tuple[int, ...], loser: int) -> tuple[int, ...]:
    """What each seat earns by its tokens, not its stones, at a fallen stack (ST-51, ST-54, ST-56, C-ST-6)."""
    return tuple(0 if seat == loser else count for seat, count in enumerate(beside))


def earned(state: State, stacks: Iterable[int], seat: int) -> int:
    """The points of a seat that it did not lose the stacks by itself."""
    return sum(state.tokens[stack][seat] for stack in stacks)


def ranking(state: State) -> tuple[int, ...]:
    """The seats that win: most points, then most tokens beside the stacks, then together (ST-60, ST-61, ST-62)."""
    worth = [(state.points(seat), state.on_board(seat)) for seat in range(state.options.players)]
    return tuple(seat for seat, has in enumerate(worth) if has == max(worth))
