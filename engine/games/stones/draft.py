"""A state being changed: the one place where the pieces of a move's effect are written, a rule a method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.stones.payout import pay, tokens_for
from engine.games.stones.pile import turn_up
from engine.games.stones.state import CHOOSE, FIVE, NOWHERE, OVER, STACKS, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.stones.options import StonesOptions
    from engine.games.stones.pile import Tiles
    from engine.games.stones.state import Taken
    from engine.games.stones.tile import Tile

WRITTEN: Final = ("stacks", "tokens", "river", "supply", "golden", "five")
"""The fields whose entries are written to."""


class Draft:
    """A copy of a state that may be written to, and is frozen into the next state. The fields are the state's."""

    options: StonesOptions
    phase: str
    turn: int
    marker: int
    stacks: list[tuple[int, ...]]
    tokens: list[tuple[int, ...]]
    river: list[int]
    display: Tiles
    pile: Tiles
    used: Tiles
    supply: list[int]
    golden: list[int]
    five: list[int]
    taken: Taken | None
    aside: int
    settling: int
    seed: int | None
    shuffles: int
    unknown: tuple[str, ...]

    def __init__(self, state: State) -> None:
        self._before = state
        fields = vars(self)
        fields |= vars(state)
        for name in WRITTEN:
            fields[name] = list(fields[name])

    def freeze(self) -> State:
        """The state that the draft has become; it is a draft no more."""
        fields = vars(self)
        before: State = fields.pop("_before")
        for name in WRITTEN:
            fields[name] = tuple(fields[name])
        return before.but(**fields)

    def know(self, key: str) -> None:
        """A key of the position that nobody had told is known now."""
        self.unknown = tuple(name for name in self.unknown if name != key)

    def hold(self, taken: Taken) -> None:
        """The tile leaves the display, the stone the river or its stack, whose tokens stay (ST-26, ST-44, A-ST-14b)."""
        at = self.display.index(taken.tile if taken.tile in self.display else None)
        self.display = self.display[:at] + self.display[at + 1 :]
        if taken.source is None:
            self.river[taken.size] -= 1
        else:
            self.stacks[taken.source] = self.stacks[taken.source][:-1]
        self.taken = taken

    def stand(self, stack: int, size: int) -> int:
        """The stone comes to rest on a stack; gives the height (ST-31, ST-36)."""
        self.stacks[stack] += (size,)
        return len(self.stacks[stack])

    def lay_tokens(self, seat: int, stack: int) -> None:
        """The tokens for the stone just placed, as far as the supply goes (ST-34, ST-39 to ST-41, A-ST-18)."""
        count = min(tokens_for(len(self.stacks[stack])), self.supply[seat])
        self.supply[seat] -= count
        self._beside(stack, seat, self.tokens[stack][seat] + count)

    def topple(self, stacks: Iterable[int], loser: int, keeps: bool = False) -> None:
        """Stacks fall, wholly or in part (C-ST-7), all paid together to all but the loser (ST-36, ST-51, A-ST-16b).

        The loser's own return to the supply (ST-55); where he `keeps` them there, they stay beside the base (C-ST-2).
        """
        for stack in stacks:
            for size in self.stacks[stack]:
                self.river[size] += 1
            self.stacks[stack] = ()
            beside = self.tokens[stack]
            self.golden = [has + more for has, more in zip(self.golden, pay(beside, loser), strict=True)]
            self.tokens[stack] = (0,) * len(beside)
            if keeps:
                self._beside(stack, loser, beside[loser])
            else:
                self.supply[loser] += beside[loser]

    def _beside(self, stack: int, seat: int, count: int) -> None:
        beside = self.tokens[stack]
        self.tokens[stack] = (*beside[:seat], count, *beside[seat + 1 :])

    def won(self) -> bool:
        """Whether somebody has the points to win (ST-59)."""
        need = self.options.win_points
        if max(self.golden) + FIVE * max(self.five) < need:  # so it mostly is, and this is asked after every stone
            return False
        return any(golden + FIVE * five >= need for golden, five in zip(self.golden, self.five, strict=True))

    def win_check(self) -> bool:
        """After a payout: whether the game is over at once, the rest of the turn dropped (A-ST-19)."""
        if self.options.end_timing == "finish_turn" or not self.won():
            return False
        self.phase = OVER
        return True

    def drop(self) -> None:
        """The tile in hand is set aside and the stone in hand, if it is still there, goes back to the river."""
        if self.taken is not None:
            self.river[self.taken.size] += 1
            self.set_aside(self.taken.tile)

    def set_aside(self, *tiles: Tile | None) -> None:
        """Played tiles go to the used ones (ST-48)."""
        self.used += tiles
        self.taken = None

    def advance(self, steps: int) -> None:
        """The marker goes clockwise along the bases (ST-47)."""
        self.marker = (self.marker + steps) % STACKS

    def turn_up(self) -> None:
        """Five new tiles are turned up where none is left (ST-49)."""
        if not self.display:
            self.display, self.pile, self.used, self.shuffles = turn_up(self.pile, self.used, self.seed, self.shuffles)

    def end_turn(self) -> None:
        """The display is filled and the next player clockwise is in turn (ST-21, ST-49)."""
        self.turn_up()
        self.aside = 0
        if self.won():
            self.phase, self.settling = OVER, NOWHERE
            return
        self.phase, self.settling = CHOOSE, self.turn
        self.turn = (self.turn + 1) % self.options.players
