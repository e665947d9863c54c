"""A table of StoneRow between two moves, and the questions that every move asks of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engine.core import FrozenState
from engine.games.stonerow.cards import (
    COUNTERS,
    DISPLACER,
    FOREMAN,
    GOLDDIGGER,
    GUILD,
    SLOTS,
    UNITS,
    UNKNOWN,
    Bag,
    Card,
    count,
    gather,
    merge,
    size,
    take_out,
)
from engine.games.stonerow.options import deck, numbers

if TYPE_CHECKING:
    from typing import Self

    from engine.core import Move, Seat
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.rows import Row

DEAL: Final = "deal"
DRAW: Final = "draw"
ACTION: Final = "action"
REACTION: Final = "reaction"
WINDOW: Final = "window"
OVER: Final = "over"
PHASES: Final = (DEAL, DRAW, ACTION, REACTION, WINDOW, OVER)
"""`deal`: keystone and brickyard are still to be turned up. The others are those of the contracts."""

UNKNOWN_BELOW: Final = (UNKNOWN,)
"""What lies under the first card seen of a brickyard that nobody has told."""
MANY: Final = 99
"""Room for cards in a hand whose size nobody has told."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A Hammer on its way to a row, until every opponent has let it pass or one attracts it (SRO-43, A-SR-46)."""

    hammer: Card
    row: int
    seat: Seat
    declined: tuple[Seat, ...] = ()
    claimed: tuple[Seat, ...] = ()

    def declined_by(self, seat: Seat) -> Pending:
        """With one more who lets it pass."""
        return replace(self, declined=(*self.declined, seat))

    def claimed_by(self, seat: Seat) -> Pending:
        """With one more who would attract it."""
        return replace(self, claimed=(*self.claimed, seat))


@dataclass(frozen=True, slots=True)
class Last:
    """The move that a window is open after, and who made it (SRT-43, SRT-45, A-SR-68, A-SR-71)."""

    seat: Seat
    move: Move


@dataclass(frozen=True)
class State(FrozenState):
    """Everything on the table and in the hands, as far as it is known.

    `hands` holds the cards known of each hand, `hidden` how many more it has (None: nobody knows how many).
    `quarry` is the number of its cards; `order` is the order of the shuffled deck where a seed made it, its top at
    `order[quarry - 1]`. None stands for what is unknown throughout. `turn` is the seat in turn, or next to draw.
    """

    options: StoneRowOptions
    hands: tuple[Bag, ...]
    hidden: tuple[int | None, ...]
    keystone: Card | None = None
    brickyard: tuple[Card, ...] | None = None
    quarry: int | None = None
    order: tuple[Card, ...] | None = None
    rows: tuple[Row, ...] = ()
    deflectors: tuple[int, ...] = ()
    shielded: tuple[int, ...] = ()
    golddiggers: int = 0
    dealer: Seat = 0
    turn: Seat = 0
    round: int | None = 1
    overtime: bool = False
    phase: str = DRAW
    pending: Pending | None = None
    last: Last | None = None
    towers: tuple[int, int] = (0, 0)
    idle: int = 0
    victors: tuple[Seat, ...] | None = None
    seed: int | None = None
    shuffles: int = 0
    unseen: Bag | None = field(default=None, init=False, repr=False, compare=False)
    """What `out_of_sight` found, reckoned once for each state."""

    def __str__(self) -> str:
        """The table, drawn for a terminal."""
        from engine.games.stonerow.drawing import draw

        return draw(self)

    def but(self, **changes: Any) -> Self:
        """The state with some fields changed, and with nothing reckoned yet."""
        changed = super().but(**changes)
        changed.__dict__.pop("unseen", None)
        return changed


# Rows
def find_row(state: State, number: int) -> Row | None:
    """The row of that id, None where there is none."""
    for row in state.rows:
        if row.id == number:
            return row
    return None


def with_row(state: State, changed: Row) -> tuple[Row, ...]:
    """The rows with one of them changed."""
    return tuple(changed if row.id == changed.id else row for row in state.rows)


def next_row_id(state: State) -> int:
    """The id of the row laid next: one more than the last."""
    return max((row.id for row in state.rows), default=0) + 1


# Piles
def can_draw_quarry(state: State) -> bool:
    """Whether there is a card, or could be one after the brickyard is shuffled into the quarry (A-SR-14)."""
    return state.quarry is None or state.quarry > 0 or can_reshuffle(state)


def can_reshuffle(state: State) -> bool:
    """Whether cards lie under the top of the brickyard (A-SR-14)."""
    return state.brickyard is not None and len(state.brickyard) > 1


def can_draw_brickyard(state: State) -> bool:
    """Whether its top card can be taken (SRO-25, A-SR-13)."""
    return state.brickyard is None or len(state.brickyard) > 0


def is_last_call(state: State) -> bool:
    """Whether the game is over unless the last seat, which dug in the quarry, calls out a Foreman (A-SR-10)."""
    return state.phase == WINDOW and state.last is not None and state.last.seat == state.turn


def must_draw(state: State) -> bool:
    """Whether the seat in turn draws next; with both piles empty its turn goes on without (A-SR-12, A-SR-15)."""
    if state.phase not in (DRAW, WINDOW) or is_last_call(state):
        return False
    return can_draw_quarry(state) or can_draw_brickyard(state)


def may_act(state: State) -> bool:
    """Whether the seat in turn is at its one action (SRO-26)."""
    if state.phase == ACTION:
        return True
    return state.phase in (DRAW, WINDOW) and not must_draw(state) and not is_last_call(state)


# Hands
def spare(state: State, seat: Seat) -> int:
    """How many cards that nobody has seen a hand holds."""
    hidden = state.hidden[seat]
    return MANY if hidden is None else hidden


def hand_size(state: State, seat: Seat) -> int | None:
    """How many cards a hand holds, None where that is unknown."""
    hidden = state.hidden[seat]
    return None if hidden is None else hidden + size(state.hands[seat])


def in_sight(state: State) -> Bag:
    """All cards whose place is known: table, piles, known cards of hands."""
    loose: list[Card] = [] if state.keystone is None else [state.keystone]
    loose += state.brickyard or ()
    bags = list(state.hands)
    for row in state.rows:
        bags += [layer.cards for layer in row.layers]
        loose += row.markers
    if state.pending is not None:
        loose.append(state.pending.hammer)
    if state.overtime:
        loose.append(FOREMAN)
    guild, counters = 0, UNITS[GOLDDIGGER] * state.golddiggers + UNITS[DISPLACER] * sum(state.deflectors)
    for bag in (gather(loose), *bags):
        guild |= bag
        counters += bag & COUNTERS
    return guild & GUILD | counters


def out_of_sight(state: State) -> Bag:
    """All cards of the deck that could be in a hidden hand or in the quarry (A-SR-80)."""
    if state.unseen is None:
        object.__setattr__(state, "unseen", take_out(deck(state.options), in_sight(state)))
    return state.unseen or 0


def could_hold(state: State, seat: Seat) -> Bag:
    """The cards that a hand may hold: those known of it, and if it has others, all that are out of sight."""
    known = state.hands[seat]
    return merge(known, out_of_sight(state)) if spare(state, seat) else known


def could_have(state: State, seat: Seat, card: Card) -> bool:
    """Whether a hand may hold this card."""
    if state.hands[seat] & SLOTS[card]:
        return True
    return spare(state, seat) > 0 and count(out_of_sight(state), card) > 0


def unseen_in(state: State, seat: Seat, cards: Bag) -> int:
    """How many of these cards are not known to be in the hand."""
    return size(take_out(cards, state.hands[seat]))


def without(state: State, seat: Seat, cards: Bag) -> dict[str, Any]:
    """The changes of fields that take cards out of a hand, known ones first."""
    known = state.hands[seat]
    if cards & ~known & GUILD == 0 and not cards & COUNTERS:
        return {"hands": put(state.hands, seat, known ^ cards)}
    changes: dict[str, Any] = {"hands": put(state.hands, seat, take_out(known, cards))}
    hidden, unseen = state.hidden[seat], unseen_in(state, seat, cards)
    if unseen and hidden is not None:
        changes["hidden"] = put(state.hidden, seat, max(0, hidden - unseen))
    return changes


def put(values: tuple[Any, ...], at: int, value: object) -> tuple[Any, ...]:
    """The tuple with one of its values changed."""
    return (*values[:at], value, *values[at + 1 :])


def drawn_from_quarry(state: State, seat: Seat, number: int) -> dict[str, Any]:
    """The changes that move cards from the quarry's top to a hand: known where the order is, else hidden."""
    if state.quarry is not None and state.order is not None:
        taken = gather(state.order[state.quarry - number : state.quarry])
        return {"hands": put(state.hands, seat, merge(state.hands[seat], taken)), "quarry": state.quarry - number}
    hidden = state.hidden[seat]
    return {
        "hidden": put(state.hidden, seat, None if hidden is None else hidden + number),
        "quarry": None if state.quarry is None else max(0, state.quarry - number),
    }


def taken_from_brickyard(state: State, seat: Seat, cards: tuple[Card, ...]) -> dict[str, Any]:
    """The changes that move cards from the brickyard to a hand; the top one where none is named."""
    pile = state.brickyard
    if pile is None:
        taken, left = [UNKNOWN], None
    elif not cards:
        taken, left = [pile[-1]], pile[:-1]
    else:
        rest = list(pile)
        for card in cards:
            rest.reverse()
            rest.remove(card if card in rest else UNKNOWN)
            rest.reverse()
        taken, left = list(cards), tuple(rest)
    changes: dict[str, Any] = {
        "brickyard": left,
        "hands": put(state.hands, seat, merge(state.hands[seat], gather(taken))),
    }
    hidden = state.hidden[seat]
    if UNKNOWN in taken and hidden is not None:
        changes["hidden"] = put(state.hidden, seat, hidden + 1)
    return changes


def foreman_holder(state: State) -> Seat | None:
    """Who is known to hold the Foreman and has to call it out before anything else (SRO-19)."""
    if max(state.hands) < UNITS[FOREMAN]:
        return None
    return next(seat for seat, hand in enumerate(state.hands) if hand & SLOTS[FOREMAN])


def has_foreman(state: State) -> bool:
    """Whether this table plays with a Foreman at all (SRT-9)."""
    return numbers(state.options)[FOREMAN] > 0
