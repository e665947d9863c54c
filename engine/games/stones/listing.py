"""Every legal move of a seat, none twice. The many outcomes of a placement are listed once and kept."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Final

from engine.core import TABLE
from engine.games.stones import move as kinds
from engine.games.stones.judgement import can_lean
from engine.games.stones.state import CHOOSE, FIVE, NOWHERE, OVER, PLACE, SET, STACKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile

EXCHANGE: Final = kinds.Exchange()
REFRESH: Final = kinds.Refresh()
MARKERS: Final = tuple(kinds.Marker(place) for place in range(STACKS))


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
    return state.golden[seat] >= FIVE and sum(state.five) < state.options.five_point_token_count


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
    found: list[kinds.StonesMove] = [
        kinds.take(tile, size, source) for tile in _shown(state) for size in tile.sizes for source in sources[size]
    ]
    known = any(tile is not None and any(sources[size] for size in tile.sizes) for tile in state.display)
    return found if known else [*found, REFRESH]


def _sources(state: State) -> Sequence[Sequence[int | None]]:
    """Where a stone of each size can be taken: the river (None), or stacks if that is empty now (ST-42, A-ST-25)."""
    if any(state.river):
        return [_IN_RIVER if count > 0 else () for count in state.river]
    return [
        [at for at, stack in enumerate(state.stacks) if stack and stack[-1] == size and at != state.marker]
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
    source = None if state.taken is None else state.taken.source
    standing = tuple(at for at, stack in enumerate(state.stacks) if stack)
    return _placements(
        standing,
        state.marker,
        can_lean(state),
        source in standing,
        tuple(seat for seat in range(state.options.players) if seat != state.turn),
    )


@functools.lru_cache(maxsize=4096)
def _placements(
    standing: tuple[int, ...], target: int, lean: bool, source: bool, others: tuple[int, ...]
) -> tuple[kinds.Place, ...]:
    elsewhere = tuple(stack for stack in standing if stack != target)
    found = [kinds.place(kinds.OK), kinds.place(kinds.FALL)]
    found += [kinds.place(kinds.LEAN)] * lean
    found += [kinds.place(kinds.TOUCH)] * (target in standing)
    found += [kinds.place(kinds.TOUCH_OTHER)] * bool(elsewhere)
    found += [kinds.place(kinds.SOURCE)] * source
    for outcome in (kinds.FALL, kinds.OTHER):
        found += [kinds.place(outcome, fallen) for fallen in _some_of(elsewhere)]
    found += [kinds.place(kinds.CULPRIT, fallen, seat) for seat in others for fallen in _some_of(standing)]
    return tuple(found)


def _some_of(stacks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of one or more stacks."""
    return itertools.chain.from_iterable(itertools.combinations(stacks, count) for count in range(1, len(stacks) + 1))


LISTS: Final = {SET: _sets, CHOOSE: _choices, PLACE: _outcomes}
