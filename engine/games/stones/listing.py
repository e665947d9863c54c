"""Every legal move of a seat, none twice. The many outcomes of a placement are listed once and kept."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Final

from engine.core import TABLE
from engine.games.stones import move as kinds
from engine.games.stones.judgement import blamable, others_lie
from engine.games.stones.state import CHOOSE, FIVE, NOWHERE, OVER, PLACE, SET, STACKS
from engine.games.stones.turn import on_top

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile

EXCHANGE: Final = kinds.Exchange()
REFRESH: Final = kinds.Refresh()
MARKERS: Final = tuple(kinds.Marker(place) for place in range(STACKS))
COMMON: Final = {
    kinds.OK: 1.0, kinds.FALL: 0.5, kinds.SOURCE: 0.5, kinds.OTHER: 0.2, kinds.CULPRIT: 0.1, kinds.LEAN: 0.1,
    kinds.TOUCH: 0.05, kinds.TOUCH_OTHER: 0.02,
}  # fmt: skip
"""How often a placement ends so, beside one that succeeds."""
RARER: Final = 0.1
"""How much rarer it is that one more stack falls with it."""


def actors(state: State) -> tuple[int, ...]:
    """The seat in turn, whoever may exchange (A-ST-17), and the table while something is unseen, lowest first."""
    if state.phase == OVER:
        return ()
    able = [
        seat
        for seat in range(state.options.players)
        if (seat == state.turn and _has_move(state)) or can_exchange(state, seat)
    ]
    return (TABLE, *able) if state.marker == NOWHERE or None in state.display else tuple(able)


def can_exchange(state: State, seat: int) -> bool:
    """Whether a seat has five golden tokens and the stock a five-point token (ST-58)."""
    return (
        seat != TABLE
        and state.golden[seat] >= FIVE
        and "golden" not in state.unknown
        and sum(state.five) < state.options.five_point_token_count
    )


def _has_move(state: State) -> bool:
    """Without its marker a table can only choose from the river."""
    return state.marker != NOWHERE or (state.phase == CHOOSE and any(state.river))


def moves(state: State, seat: int) -> Sequence[kinds.StonesMove]:
    """Every legal move of a seat, or of the table."""
    if state.phase == OVER or not TABLE <= seat < state.options.players:
        return ()
    if seat == TABLE:
        return _table(state)
    found: Sequence[kinds.StonesMove] = ()
    if seat == state.turn and _has_move(state):
        found = LISTS[state.phase](state)
    return (*found, EXCHANGE) if can_exchange(state, seat) else found


def _table(state: State) -> Sequence[kinds.StonesMove]:
    """What only the table knows: where the marker starts, and what an unread tile is."""
    markers = MARKERS if state.marker == NOWHERE else ()
    turned = sorted(state.out_of_sight()) if None in state.display else ()
    return (*markers, *map(kinds.Turn, turned))


def _choices(state: State) -> Sequence[kinds.StonesMove]:
    """Tiles and stones to choose from (ST-23 to ST-28, ST-42, ST-43); a refresh where no tile fits (ST-46)."""
    sources = _sources(state)
    found = [
        kinds.take(tile, size, source) for tile in _shown(state) for size in tile.sizes for source in sources[size]
    ]
    known = any(move.tile in state.display for move in found)
    return found if known else [*found, REFRESH]


def _sources(state: State) -> Sequence[Sequence[int | None]]:
    """Where a stone of each size can be taken: the river (None), or stacks if that is empty now (ST-42, A-ST-25)."""
    if any(state.river):
        return [_IN_RIVER if count > 0 else () for count in state.river]
    return [
        [at for at in range(STACKS) if at != state.marker and on_top(state, at, size)]
        for size in range(len(state.river))
    ]


_IN_RIVER: Final = (None,)


def _shown(state: State) -> Sequence[Tile]:
    """The tiles of the display, each once; an unread one could be any that is out of sight."""
    known = dict.fromkeys(tile for tile in state.display if tile is not None)
    if None not in state.display:
        return list(known)
    return list(known | dict.fromkeys(sorted(state.out_of_sight())))


def _sets(state: State) -> Sequence[kinds.StonesMove]:
    """The sizes of the next tile of the alternative start (ST-64, A-ST-21)."""
    drawn = state.pile[0] if state.pile else None
    tiles = sorted(state.out_of_sight()) if drawn is None else [drawn]
    return [kinds.Set(tile, size) for tile in tiles for size in tile.sizes if state.river[size] > 0]


def _outcomes(state: State) -> Sequence[kinds.StonesMove]:
    """Everything that can become of the stone in hand (ST-30 to ST-36, ST-45, ST-51, ST-56)."""
    return tuple(_placed(state))


def odds(state: State, seat: int) -> Mapping[kinds.StonesMove, float]:
    """How likely each outcome is for the stone in hand; none for a seat that has no stone to place."""
    return _placed(state) if seat == state.turn and state.phase == PLACE and _has_move(state) else {}


def _placed(state: State) -> Mapping[kinds.StonesMove, float]:
    standing, taken = state.standing(), state.taken
    alone = [kinds.OK, kinds.FALL, kinds.LEAN]
    if state.marker in standing:
        alone.append(kinds.TOUCH)
    if others_lie(state):
        alone.append(kinds.TOUCH_OTHER)
    if taken is not None and taken.source in standing:
        alone.append(kinds.SOURCE)
    others = _without(range(state.options.players), state.turn)
    return _placements(tuple(alone), _without(standing, state.marker), blamable(state, standing), others)


@functools.lru_cache(maxsize=4096)
def _without(numbers: Sequence[int], one: int) -> tuple[int, ...]:
    """The stacks or seats but for one."""
    return tuple(number for number in numbers if number != one)


@functools.lru_cache(maxsize=4096)
def _placements(
    alone: tuple[str, ...], elsewhere: tuple[int, ...], blamed_for: tuple[int, ...], others: tuple[int, ...]
) -> Mapping[kinds.StonesMove, float]:
    """The outcomes with their odds: those of one word, and those that name stacks."""
    found = [kinds.place(outcome) for outcome in alone]
    for outcome in (kinds.FALL, kinds.OTHER):
        found += [kinds.place(outcome, fallen) for fallen in _some_of(elsewhere)]
    found += [kinds.place(kinds.CULPRIT, fallen, seat) for seat in others for fallen in _some_of(blamed_for)]
    return {move: COMMON[move.outcome] * RARER ** len(move.stacks) for move in found}


def _some_of(stacks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of one or more stacks."""
    return itertools.chain.from_iterable(itertools.combinations(stacks, count) for count in range(1, len(stacks) + 1))


LISTS: Final = {SET: _sets, CHOOSE: _choices, PLACE: _outcomes}
