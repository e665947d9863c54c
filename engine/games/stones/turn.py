"""What each move does, step by step through the turn: choose, place, pay out, move on (ST-22, model 4.5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from engine.games.stones import move as kinds
from engine.games.stones.draft import Draft
from engine.games.stones.pile import first_pile, random_place, shuffled
from engine.games.stones.state import CHOOSE, FIVE, NOWHERE, PLACE, SET, STACKS, TOKENS, State, Taken
from engine.games.stones.tile import tiles_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.games.stones.options import StonesOptions

SET_STONES: Final = 4
"""Stones that stand before the game begins (ST-64)."""


def start(options: StonesOptions, seed: int | None) -> State:
    """The table as it is set up (ST-8 to ST-14); with the alternative start, before its four stones (ST-63)."""
    nobody = (0,) * options.players
    state = State(
        options,
        phase=SET,
        turn=0,
        marker=NOWHERE if seed is None else random_place(seed),
        stacks=((),) * STACKS,
        tokens=(nobody,) * STACKS,
        river=options.stones_per_size,
        display=(),
        pile=first_pile(options, seed),
        used=(),
        supply=(TOKENS,) * options.players,
        golden=nobody,
        five=nobody,
        seed=seed,
    )
    draft = Draft(state)
    _continue_set(draft, draft.marker)
    return draft.freeze()


def play(state: State, seat: int, move: kinds.StonesMove) -> State:
    """The state after a legal move."""
    draft = Draft(state)
    EFFECTS[type(move)](draft, seat, move)
    return draft.freeze()


def _take(draft: Draft, _seat: int, move: kinds.Take) -> None:
    draft.hold(Taken(move.tile, move.size, move.source))
    draft.phase, draft.settling, draft.aside = PLACE, NOWHERE, 0


def _refresh(draft: Draft, _seat: int, _move: kinds.Refresh) -> None:
    """ST-46, A-ST-04; after a full cycle in vain, with no tile that could ever fit, the turn is skipped (A-ST-05)."""
    draft.aside += len(draft.display)
    draft.set_aside(*draft.display)
    draft.display, draft.settling = (), NOWHERE
    tiles = tiles_of(draft.options.tile_set)
    if draft.aside >= len(tiles) and not any(fits(draft, tile.sizes) for tile in tiles):
        draft.end_turn()
        draft.settling = NOWHERE
    else:
        draft.turn_up()


def fits(table: State | Draft, sizes: tuple[int, ...]) -> bool:
    """Whether a stone of one of the sizes can be taken: from the river, or a top when that is empty (ST-28, ST-43)."""
    if any(table.river):
        return any(table.river[size] for size in sizes)
    return any(on_top(table, at, size) for at in range(STACKS) if at != table.marker for size in sizes)


def on_top(table: State | Draft, stack: int, size: int) -> bool:
    """Whether a stack has a stone of this size on top, or may have one where nobody told the stacks (ST-43)."""
    stones = table.stacks[stack]
    return stones[-1] == size if stones else "stacks" in table.unknown


def _exchange(draft: Draft, seat: int, _move: kinds.Exchange) -> None:
    """Five golden tokens return to the supply for a five-point token (ST-58, C-ST-10, C-ST-11)."""
    draft.golden[seat] -= FIVE
    draft.supply[seat] += FIVE
    draft.five[seat] += 1


def _place(draft: Draft, seat: int, move: kinds.Place) -> None:
    if draft.phase == CHOOSE:
        _falls_between(draft, move)
    else:
        OUTCOMES[move.outcome](draft, seat, move)


def _stands(draft: Draft, seat: int, move: kinds.Place) -> None:
    """The stone rests on its stack; whether it earns tokens is for ST-34 and ST-35 to say."""
    taken = _taken(draft)
    if move.outcome == kinds.LEAN and draft.options.leaning_stone == "returned_to_river":
        draft.river[taken.size] += 1
    else:
        draft.stand(draft.marker, taken.size)
    if earns(draft.options, move.outcome):
        draft.lay_tokens(seat, draft.marker)
    _finish(draft)


def earns(options: StonesOptions, outcome: str) -> bool:
    """Whether nothing went wrong (C-ST-14); a touch elsewhere is no touch unless it is scoped so (C-ST-5)."""
    return outcome == kinds.OK or (outcome == kinds.TOUCH_OTHER and options.touch_scope == "target_stack")


def _falls(draft: Draft, seat: int, move: kinds.Place) -> None:
    """The own stack falls, new stone and all, and others may go with it (ST-36, ST-51, A-ST-10)."""
    draft.river[_taken(draft).size] += 1
    _topple(draft, (draft.marker, *move.stacks), seat)
    _finish(draft, moves=draft.options.marker_after_fall == "move")


def _others_fall(draft: Draft, seat: int, move: kinds.Place) -> None:
    """The own stone stands but earns nothing, for other stacks fell; the marker moves (A-ST-12, A-ST-30)."""
    draft.stand(draft.marker, _taken(draft).size)
    _topple(draft, move.stacks, seat)
    _finish(draft)


def _source_falls(draft: Draft, seat: int, _move: kinds.Place) -> None:
    """The stack toppled while its stone was lifted: the turn ends at once, the marker stays (ST-45, A-ST-14)."""
    taken = _taken(draft)
    draft.river[taken.size] += 1
    _topple(draft, () if taken.source is None else (taken.source,), seat)
    _finish(draft, moves=False)


def _culprit(draft: Draft, _seat: int, move: kinds.Place) -> None:
    """Another player's fault: he alone is not paid, the seat in turn goes on (ST-56, ST-57, A-ST-15, A-ST-19b)."""
    draft.topple(move.stacks, NOWHERE if move.culprit is None else move.culprit)
    if draft.win_check():
        draft.drop()


def _falls_between(draft: Draft, move: kinds.Place) -> None:
    """Stacks fell while no stone was in hand: the fault of whoever is named, or of the turn before (A-ST-16)."""
    if move.culprit is None:
        _topple(draft, move.stacks, draft.settling)
    else:
        draft.topple(move.stacks, move.culprit)
    if draft.won():
        draft.end_turn()


def _topple(draft: Draft, stacks: tuple[int, ...], seat: int) -> None:
    draft.topple(stacks, seat, keeps=draft.options.own_tokens_on_own_fall == "stay")


def _taken(draft: Draft) -> Taken:
    assert draft.taken is not None, "a stone is placed that nobody took; ask judge first"
    return draft.taken


def _finish(draft: Draft, moves: bool = True) -> None:
    """After the stone: win check, marker, tile aside, display, next player (ST-47 to ST-49, A-ST-08, A-ST-19)."""
    tile = _taken(draft).tile
    draft.set_aside(tile)
    if draft.win_check():
        return
    if moves:
        draft.advance(tile.steps)
    draft.end_turn()


def _set(draft: Draft, _seat: int, move: kinds.Set) -> None:
    """A stone of the alternative start stands where its tile leads, without tokens (ST-65, A-ST-20, A-ST-21)."""
    draft.pile = draft.pile[1:]
    draft.set_aside(move.tile)
    draft.river[move.size] -= 1
    stack = (draft.marker + move.tile.steps) % STACKS
    draft.stand(stack, move.size)
    if draft.options.alt_start_steps == "cumulative":
        draft.marker = stack
    _continue_set(draft, stack)


def _continue_set(draft: Draft, last: int) -> None:
    """The next tile to set, or else the marker beside the last stone, and the display (ST-66, ST-67, C-ST-13)."""
    standing = sum(map(len, draft.stacks))
    if draft.options.alternative_start and standing < SET_STONES:
        while draft.pile and draft.pile[0] is not None and not fits(draft, draft.pile[0].sizes):
            draft.set_aside(draft.pile[0])
            draft.pile = draft.pile[1:]
        left = Counter(tiles_of(draft.options.tile_set)) - Counter(tile for tile in draft.used if tile is not None)
        if draft.pile and any(fits(draft, tile.sizes) for tile in left):
            return
    draft.marker, draft.phase = last, CHOOSE
    if draft.used and draft.options.alt_start_tiles == "all":
        draft.shuffles += 1
        draft.pile, draft.used = shuffled(draft.pile + draft.used, draft.seed, draft.shuffles), ()
    draft.turn_up()


def _marker(draft: Draft, _seat: int, move: kinds.Marker) -> None:
    draft.marker = move.base
    draft.know("marker")


def _turn(draft: Draft, _seat: int, move: kinds.Turn) -> None:
    at = draft.display.index(None)
    draft.display = (*draft.display[:at], move.tile, *draft.display[at + 1 :])
    if None not in draft.display:
        draft.know("display")


EFFECTS: Final[dict[type, Callable[[Draft, int, Any], None]]] = dict(
    zip(kinds.KINDS, (_take, _place, _exchange, _refresh, _set, _marker, _turn), strict=True)
)
OUTCOMES: Final[dict[str, Callable[[Draft, int, kinds.Place], None]]] = {
    **dict.fromkeys(kinds.STANDING, _stands),
    kinds.FALL: _falls,
    kinds.OTHER: _others_fall,
    kinds.SOURCE: _source_falls,
    kinds.CULPRIT: _culprit,
}
