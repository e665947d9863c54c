"""The state of a game of Stackernoos: the table, the hands, the boneyard, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.core import FrozenState
from engine.games.stackernoos import tiles
from engine.games.stackernoos.drawing import draw_table

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stackernoos.options import StackernoosOptions
    from engine.games.stackernoos.table import Table

HIDDEN: Final = 0
"""The drawn tile where nobody saw which it is: a tile, but none that is known."""


@dataclass(frozen=True)
class State(FrozenState):
    """A table and what lies around it; what is hidden is None.

    `hands` are sets of tiles, `sizes` how many each hand holds. `boneyard` counts the tiles in it, and `pile` is their
    order, the next to be drawn last. `drawn` is the tile just drawn, `HIDDEN` if nobody saw it, None when the seat in
    turn has not drawn. `extra_turns` are those owed with the one that begins; `passes` those in a row.
    """

    table: Table
    hands: tuple[int | None, ...]
    sizes: tuple[int | None, ...]
    boneyard: int | None
    turn: Seat
    scores: tuple[int, ...]
    pile: tuple[int, ...] | None = None
    drawn: int | None = None
    extra_turns: int = 0
    passes: int = 0
    opening_draws: int = 0
    unknown: tuple[str, ...] = field(default=(), compare=False)

    @property
    def options(self) -> StackernoosOptions:
        """The house rules."""
        return self.table.options

    @property
    def started(self) -> bool:
        """Whether the first tile lies."""
        return bool(self.table.laid)

    @property
    def over(self) -> bool:
        """Whether somebody is out, or all have passed. Source: SN-41, A-SN-26."""
        return (0 in self.sizes and self.drawn is None and self.started) or self.passes >= len(self.hands)

    def out_of_sight(self) -> int:
        """The tiles that lie nowhere that is known: not on the table, in a known hand or in a known boneyard."""
        seen = self.table.shape.tiles | (self.drawn or 0)
        for hand in self.hands:
            seen |= hand or 0
        for bit in self.pile or ():
            seen |= bit
        return tiles.whole_set(self.options.max_pip) & ~seen

    def held(self, seat: Seat) -> int:
        """The tiles that a seat holds, or could hold where its hand is hidden; the drawn tile not among them."""
        hand = self.hands[seat]
        return self.out_of_sight() if hand is None else hand

    def playable(self, seat: Seat) -> int:
        """The tiles that the seat in turn may lay now, if they fit. Source: SN-39, A-SN-24."""
        if self.drawn is None:
            return self.held(seat)
        drawn = self.drawn if self.drawn != HIDDEN else self.out_of_sight()
        return drawn if self.options.play_after_draw == "drawn_only" else drawn | self.held(seat)

    def fitting(self, hand: int) -> bool:
        """Whether any tile of a set fits anywhere."""
        return any(place.tiles & hand for place in self.table.shape.places.values())

    def may_be_stuck(self, seat: Seat) -> bool:
        """Whether the seat has no tile that fits, as far as can be known."""
        hand = self.hands[seat]
        if hand is not None:
            return not self.fitting(hand)
        fit = 0
        for place in self.table.shape.places.values():
            fit |= place.tiles
        return (self.out_of_sight() & ~fit).bit_count() >= (self.sizes[seat] or 1)

    def with_turn_done(self, **changes: object) -> State:
        """The state after a turn that earned no extra turn: the next seat, or the next turn owed. Source: A-SN-15."""
        owed = max(self.extra_turns - 1, 0)
        turn = self.turn if owed else (self.turn + 1) % len(self.hands)
        return self.but(turn=turn, extra_turns=owed, drawn=None, passes=0, **changes)

    def __str__(self) -> str:
        seats = (
            f"seat {seat}: {'?' if size is None else size} tiles, {score} points"
            for seat, (size, score) in enumerate(zip(self.sizes, self.scores, strict=True))
        )
        boneyard = "?" if self.boneyard is None else self.boneyard
        turn = "nobody yet" if self.turn < 0 else f"seat {self.turn}"
        owed = f", {self.extra_turns} extra turns owed" if self.extra_turns else ""
        return f"{draw_table(self.table)}\n{'; '.join(seats)}; boneyard: {boneyard}; in turn: {turn}{owed}"
