"""Whether a move is legal, rule by rule: each kind of move has its judge, a ladder of refusals and then the leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE, Line, Verdict, refusal
from engine.games.stones import move as kinds
from engine.games.stones.payout import earned, tokens_for
from engine.games.stones.state import CHOOSE, FIVE, NOWHERE, OVER, PLACE, SET, STACKS
from engine.games.stones.tile import SIZES
from engine.games.stones.turn import earns, fits, on_top
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.games.stones.state import State, Taken


def judge(state: State, seat: int, move: kinds.StonesMove) -> Verdict:
    """The verdict on any well-formed move of any seat."""
    if state.phase == OVER:
        return refusal("game_over", "The game is over: somebody has the points to win.", "ST-59", "A-ST-19")
    if not TABLE <= seat < state.options.players:
        return refusal(
            "no_such_seat",
            Said("Seats 0 to {seat} play, and seat {seat2} is none.", seat=state.options.players - 1, seat2=seat),
            "ST-5",
        )
    return JUDGES[type(move)](state, seat, move)


def _leave(*rules: str) -> Verdict:
    return Verdict(legal=True, rules=rules)


def _not_now(state: State, seat: int, phase: str) -> Verdict | None:
    """Whose turn it is, and where in it (ST-21, ST-22)."""
    if seat != state.turn:
        return refusal(
            "not_your_turn",
            Said("Seat {seat} is in turn, not seat {seat2}.", seat=state.turn, seat2=seat),
            "ST-21",
            "ST-22",
        )
    if state.phase != phase:
        return refusal(*_WRONG_PHASE[state.phase])
    return None


_WRONG_PHASE: Final = {
    SET: ("stones_to_set", "The stones of the alternative start are to be set first.", "ST-63", "ST-64"),
    CHOOSE: ("nothing_taken", "No stone is in hand: a tile and a stone are chosen first.", "ST-22", "ST-23"),
    PLACE: ("stone_in_hand", "The stone in hand is to be placed: one stone is placed in a turn.", "ST-22", "ST-38"),
}
_NO_MARKER: Final = refusal(
    "marker_unknown", "Nobody has said beside which base the marker stands.", "ST-11", "C-ST-12", "ST-30"
)


def _take(state: State, seat: int, move: kinds.Take) -> Verdict:
    if wrong := _not_now(state, seat, CHOOSE):
        return wrong
    tile = move.tile
    if tile not in state.display and (None not in state.display or not state.out_of_sight()[tile]):
        return refusal(
            "tile_not_shown", Said("{stonetile} is not among the tiles that lie face up.", stonetile=tile), "ST-23"
        )
    if move.size not in tile.sizes:
        return refusal(
            "size_not_on_tile",
            Said("{stonetile} does not show {size}.", stonetile=tile, size=SIZES[move.size]),
            "ST-24",
            "ST-25",
        )
    return _from_river(state, move) if any(state.river) else _from_stack(state, move)


def _from_river(state: State, move: kinds.Take) -> Verdict:
    if move.source is not None:
        return refusal(
            "river_not_empty", "Stones are taken from a stack only when the river is empty.", "ST-42", "A-ST-04"
        )
    if state.river[move.size] <= 0:
        return refusal(
            "size_not_in_river",
            Said("No {size} stone is left in the river.", size=SIZES[move.size]),
            "ST-28",
            "A-ST-03",
        )
    return _RIVER


def _from_stack(state: State, move: kinds.Take) -> Verdict:
    if move.source is None:
        return refusal(
            "source_needed", "The river is empty: name the stack that gives its top stone.", "ST-42", "ST-44"
        )
    if state.marker == NOWHERE:
        return _NO_MARKER
    if move.source == state.marker:
        return refusal("source_is_target", "The stone comes from another stack than it goes to.", "ST-42", "C-ST-8")
    stack = state.stacks[move.source]
    if not on_top(state, move.source, move.size):
        top = Said("Stack {stack} has no stone on top.", stack=move.source)
        if stack:
            top = Said("Stack {stack} has {size} on top.", stack=move.source, size=SIZES[stack[-1]])
        return refusal("size_not_on_top", top, "ST-43", "ST-44")
    return _STACK


_RIVER: Final = _leave("ST-23", "ST-24", "ST-26")
_STACK: Final = _leave("ST-23", "ST-42", "ST-43", "ST-44")


def _place(state: State, seat: int, move: kinds.Place) -> Verdict:
    if seat == TABLE:
        return _between(state, move)
    if wrong := _not_now(state, seat, PLACE):
        return wrong
    if state.marker == NOWHERE:
        return _NO_MARKER
    assert state.taken is not None
    if move.outcome in kinds.STANDING:
        return _stands(state, seat, move.outcome)
    if move.outcome == kinds.SOURCE:
        return _source_falls(state, state.taken)
    if move.outcome == kinds.CULPRIT:
        return _culprit(state, seat, move)
    if state.marker in move.stacks:
        return refusal(
            "own_stack_named",
            Said("Stack {stack} is the own one: its fall is 'fall', and goes without saying.", stack=state.marker),
            "ST-35",
        )
    return _nothing_to_fall(state, move.stacks) or _FALLS[move.outcome]


def _nothing_to_fall(state: State, stacks: tuple[int, ...]) -> Verdict | None:
    for stack in stacks:
        if not state.may_stand(stack):
            return _nothing_falls(stack)
    return None


def _nothing_falls(stack: int) -> Verdict:
    return refusal(
        "nothing_to_fall", Said("Stack {stack} has no stone that could fall.", stack=stack), "A-ST-11", "ST-37"
    )


def blamable(state: State, standing: tuple[int, ...]) -> tuple[int, ...]:
    """The stacks that another may knock over: what stands, or the own one with tokens beside its new stone (A-ST-14b).

    Without stones and tokens there is nothing to pay: the new stone is just placed again (A-ST-15).
    """
    if state.marker in standing or not any(state.tokens[state.marker]):
        return standing
    return tuple(sorted((*standing, state.marker)))


def _stands(state: State, seat: int, outcome: str) -> Verdict:
    if outcome == kinds.TOUCH and not state.may_stand(state.marker):
        return refusal("nothing_to_touch", "The stack has no stone yet; the base is none.", "ST-33", "ST-37")
    if outcome == kinds.TOUCH_OTHER and not others_lie(state):
        return refusal("nothing_to_touch", "No stone lies elsewhere.", "C-ST-5")
    if not earns(state.options, outcome):
        return _NO_TOKEN[outcome]
    count = tokens_for(len(state.stacks[state.marker]) + 1)
    return _EARNS[outcome, count, state.supply[seat] < count]


def others_lie(state: State) -> bool:
    """Whether there is a stone that is not of the marker's stack: in the river, or on another stack."""
    return any(state.river) or any(state.may_stand(at) for at in range(STACKS) if at != state.marker)


_HIGH: Final[dict[int, tuple[str, ...]]] = {
    1: (),
    2: ("ST-39", "C-ST-3", "C-ST-18"),
    3: ("ST-40", "C-ST-3", "C-ST-18"),
    4: ("ST-41", "C-ST-3", "C-ST-18"),
}
_EARNS: Final = {
    (outcome, count, short): _leave("ST-30", "ST-32", "ST-34", *high, *elsewhere, *(("A-ST-18",) * short))
    for outcome, elsewhere in ((kinds.OK, ()), (kinds.TOUCH_OTHER, ("C-ST-5",)))
    for count, high in _HIGH.items()
    for short in (False, True)
}
"""The leave for a stone that earns tokens: how it stands, for how many, and whether the supply is short of them."""
_NO_TOKEN: Final = {
    kinds.LEAN: _leave("ST-35", "A-ST-09", "C-ST-15"),
    kinds.TOUCH: _leave("ST-33", "ST-35"),
    kinds.TOUCH_OTHER: _leave("ST-35", "C-ST-5"),
}
_FALLS: Final = {
    kinds.FALL: _leave("ST-35", "ST-36", "ST-51", "ST-54", "ST-55", "A-ST-10", "A-ST-13", "C-ST-2"),
    kinds.OTHER: _leave("ST-35", "ST-51", "ST-54", "ST-55", "A-ST-12", "A-ST-30"),
}
_SOURCE: Final = _leave("ST-45", "ST-51", "ST-54", "A-ST-14", "C-ST-9")


def _source_falls(state: State, taken: Taken) -> Verdict:
    if taken.source is None:
        return refusal("no_source", "The stone was taken from the river, not from a stack.", "ST-45")
    return _nothing_to_fall(state, (taken.source,)) or _SOURCE


def _culprit(state: State, seat: int, move: kinds.Place) -> Verdict:
    if wrong := _not_anothers(state, seat, move.culprit):
        return wrong
    for stack in move.stacks:
        if stack not in blamable(state, state.standing()):
            return _nothing_falls(stack)
    points = earned(state, move.stacks, seat)
    why = Said("tokens beside stack {stack}", stack=move.stacks)
    lines = (Line(points, why, ("ST-51", "ST-56")),) if points else ()
    return Verdict(legal=True, rules=("ST-56", "ST-57", "A-ST-15"), lines=lines)


def _not_anothers(state: State, seat: int, who: int | None) -> Verdict | None:
    """Why a fall cannot be blamed on somebody else than the seat whose turn it is."""
    if who is None or not 0 <= who < state.options.players:
        return refusal("no_such_seat", Said("Seat {seat} does not play.", seat=who), "ST-56")
    if who == seat:
        return refusal("own_fault", "What the player in turn knocks over is 'fall' or 'other'.", "ST-54", "ST-56")
    return None


def _between(state: State, move: kinds.Place) -> Verdict:
    """What falls while no stone is in hand is for the table to declare: `place other …`, `place culprit …`.

    While the turn before settles, a fall is still that player's. After it only another's fault is told apart: a fall of
    the seat in turn is part of its `place` (A-ST-16).
    """
    if state.phase != CHOOSE or move.outcome not in (kinds.OTHER, kinds.CULPRIT):
        return refusal("not_for_the_table", "The seat in turn declares what became of its stone.", "ST-22", "A-ST-16")
    settles = state.settling != NOWHERE and state.options.settle_seconds > 0
    blamed = move.outcome == kinds.CULPRIT
    if blamed and (wrong := _not_anothers(state, state.settling if settles else state.turn, move.culprit)):
        return wrong
    if not blamed and not settles:
        return refusal(
            "turn_has_begun", Said("The fall belongs to seat {seat}, which is in turn.", seat=state.turn), "A-ST-16"
        )
    return _nothing_to_fall(state, move.stacks) or (_BLAMED if blamed else _LATE)


_BLAMED: Final = _leave("ST-51", "ST-56", "A-ST-15", "A-ST-16")
_LATE: Final = _leave("A-ST-16", "A-ST-12", "ST-51", "ST-54")


def _refresh(state: State, seat: int, _move: kinds.Refresh) -> Verdict:
    if wrong := _not_now(state, seat, CHOOSE):
        return wrong
    if state.marker == NOWHERE and not any(state.river):
        return _NO_MARKER
    for tile in state.display:
        if tile is not None and fits(state, tile.sizes):
            return refusal(
                "tile_fits",
                Said("{stonetile} can be used: a tile is chosen, not refused.", stonetile=tile),
                "ST-46",
                "A-ST-06",
            )
    return _REFRESH


_REFRESH: Final = _leave("ST-46", "A-ST-04", "A-ST-05", "A-ST-07")


def _exchange(state: State, seat: int, _move: kinds.Exchange) -> Verdict:
    if seat == TABLE:
        return refusal("no_such_seat", "The table has no tokens.", "ST-58")
    if "golden" in state.unknown:
        return _NO_GOLDEN
    if state.golden[seat] < FIVE:
        has = state.golden[seat]
        return refusal(
            "too_few_golden",
            Said("An exchange takes five golden tokens; seat {seat} has {has}.", seat=seat, has=has),
            "ST-58",
            "C-ST-10",
        )
    if sum(state.five) >= state.options.five_point_token_count:
        return refusal("no_five_left", "All five-point tokens are given out.", "ST-6", "C-ST-1", "A-ST-17")
    return _EXCHANGE


_NO_GOLDEN: Final = refusal("golden_unknown", "Nobody has said how many golden tokens there are.", "ST-58", "C-ST-10")
_EXCHANGE: Final = _leave("ST-58", "A-ST-17", "C-ST-11")


def _set(state: State, seat: int, move: kinds.Set) -> Verdict:
    if state.phase != SET:
        return refusal("no_stone_to_set", "No stone of an alternative start is due.", "ST-63", "ST-64")
    if seat != state.turn:
        return refusal(
            "not_your_turn", Said("Seat {seat} sets the stones for all.", seat=state.turn), "ST-64", "A-ST-21"
        )
    if state.marker == NOWHERE:
        return _NO_MARKER
    drawn = state.pile[0] if state.pile else None
    if move.tile != drawn and (drawn is not None or not state.out_of_sight()[move.tile]):
        return refusal(
            "tile_not_drawn",
            Said("{stonetile} is not the tile that comes next.", stonetile=move.tile),
            "ST-64",
            "A-ST-22",
        )
    if move.size not in move.tile.sizes:
        return refusal(
            "size_not_on_tile",
            Said("{stonetile} does not show {size}.", stonetile=move.tile, size=SIZES[move.size]),
            "ST-24",
            "ST-64",
        )
    if state.river[move.size] <= 0:
        return refusal(
            "size_not_in_river",
            Said("No {size} stone is left in the river.", size=SIZES[move.size]),
            "ST-28",
            "A-ST-21",
        )
    return _SET


_SET: Final = _leave("ST-64", "ST-65", "A-ST-20", "A-ST-21", "A-ST-22")


def _marker(state: State, seat: int, _move: kinds.Marker) -> Verdict:
    if seat != TABLE or state.marker != NOWHERE:
        return refusal("marker_stands", "The marker is moved by its tile alone, once it stands.", "ST-11", "ST-47")
    return _MARKER


_MARKER: Final = _leave("ST-11", "C-ST-12")


def _turn(state: State, seat: int, move: kinds.Turn) -> Verdict:
    if seat != TABLE or None not in state.display:
        return refusal("no_unread_tile", "Every tile of the display is known.", "ST-13")
    if not state.out_of_sight()[move.tile]:
        return refusal(
            "tile_in_sight", Said("Every {stonetile} lies elsewhere.", stonetile=move.tile), "ST-4", "A-ST-02"
        )
    return _TURN


_TURN: Final = _leave("ST-13", "ST-49")

JUDGES: Final[dict[type, Callable[[State, int, Any], Verdict]]] = dict(
    zip(kinds.KINDS, (_take, _place, _exchange, _refresh, _set, _marker, _turn), strict=True)
)
