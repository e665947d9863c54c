"""A state from a position, and a position from a state, in the words of the contracts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.errors import PositionError
from engine.games.stones.given import UNREAD, Given
from engine.games.stones.state import CHOOSE, DISPLAY, NOWHERE, OVER, STACKS, TOKENS, State, Taken
from engine.games.stones.tile import SIZES, Tile, tiles_of

if TYPE_CHECKING:
    from engine.games.stones.options import StonesOptions

Tiles = tuple[Tile | None, ...]


def to_state(given: Given, options: StonesOptions, seat: int) -> State:
    """The state that is given; what can be told from the rest is filled in, the rest named as unknown."""
    unknown = [] if given.stacks is not None else ["stacks"] if None not in given.river else ["stacks", "river"]
    nobody = (0,) * options.players
    tokens = (nobody,) * STACKS if given.tokens is None else given.tokens
    stacks = _stones(given)
    on_board = tuple(map(sum, zip(*tokens, strict=True)))
    display, pile, used = _tiles(given, options, unknown)
    supply, golden = _tokens(given, on_board, unknown)
    if given.five is None:
        unknown.append("five")
    marker = given.marker
    if marker is None or not 0 <= marker < STACKS:
        unknown.append("marker")
        marker = NOWHERE
    state = State(
        options,
        given.phase or CHOOSE,
        seat if given.turn is None else given.turn,
        marker,
        stacks,
        tokens,
        _river(given, stacks, options),
        display,
        pile,
        used,
        supply,
        golden,
        nobody if given.five is None else given.five,
        given.taken,
        given.aside,
        given.settling,
        unknown=tuple(unknown),
    )
    ended = given.phase is None and state.best() >= options.win_points
    return replace(state, phase=OVER) if ended else state


def _stones(given: Given) -> tuple[tuple[int, ...], ...]:
    stacks = []
    for at, sizes in enumerate(given.stacks or ((),) * STACKS):
        if None in sizes:
            raise PositionError(f"a stone of stack {at} has no size; write {', '.join(SIZES)}")
        stacks.append(tuple(size for size in sizes if size is not None))
    return tuple(stacks)


def _river(given: Given, stacks: tuple[tuple[int, ...], ...], options: StonesOptions) -> tuple[int, ...]:
    """The river as told; what is left out are the stones of the box that are nowhere else (A-ST-01)."""
    elsewhere = [size for stack in stacks for size in stack]
    if given.taken is not None:
        elsewhere.append(given.taken.size)
    return tuple(
        max(0, options.stones_per_size[size] - elsewhere.count(size)) if count is None else count
        for size, count in enumerate(given.river)
    )


def _tiles(given: Given, options: StonesOptions, unknown: list[str]) -> tuple[Tiles, Tiles, Tiles]:
    """Display, face-down and used tiles; of the last two, one tells the other (ST-4)."""
    left = len(tiles_of(options.tile_set)) - (given.taken is not None)
    if given.display is None:
        unknown.append("display")
        display: Tiles = (None,) * min(DISPLAY - (given.taken is not None), left)
    else:
        display = given.display
    left = max(0, left - len(display))
    used = given.used
    if given.facedown is not None:
        down = min(given.facedown, left)
        return display, (None,) * down, (None,) * (left - down) if used is None else used
    if used is None:
        unknown.append("facedown")
    return display, (None,) * max(0, left - len(used or ())), used or ()


def _tokens(given: Given, on_board: tuple[int, ...], unknown: list[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Supply and golden tokens; beside known stacks one tells the other: a player has nineteen (A-ST-18b)."""
    supply, golden = given.supply, given.golden
    all_given = given.tokens is not None and (supply, golden) != (None, None)
    if not all_given:
        unknown += [name for name, counts in (("supply", supply), ("golden", golden)) if counts is None]
    if golden is None:
        golden = _rest(on_board, supply) if all_given and supply is not None else (0,) * len(on_board)
    return _rest(on_board, golden) if supply is None else supply, golden


def _rest(on_board: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(max(0, TOKENS - lie - other) for lie, other in zip(on_board, others, strict=True))


def from_state(state: State) -> dict[str, Any]:
    """The position of a state; a key that nobody told stays out."""
    document: dict[str, Any] = {
        "marker": state.marker,
        "stacks": [_stack_json(*stack) for stack in zip(state.stacks, state.tokens, strict=True)],
        "river": dict(zip(SIZES, state.river, strict=True)),
        "display": _tiles_json(state.display),
        "facedown": len(state.pile),
        "used": _tiles_json(state.used),
        "supply": list(state.supply),
        "golden": list(state.golden),
        "five": list(state.five),
        "phase": state.phase,
        "turn": state.turn,
    }
    if state.taken is not None:
        document["taken"] = _taken_json(state.taken)
    if state.aside:
        document["aside"] = state.aside
    if state.settling != NOWHERE:
        document["settling"] = state.settling
    hidden = {*state.unknown, *(["marker"] if state.marker == NOWHERE else [])}
    if "facedown" in hidden:
        hidden.add("used")
    return {key: value for key, value in document.items() if key not in hidden}


def _stack_json(stones: tuple[int, ...], tokens: tuple[int, ...]) -> dict[str, Any]:
    return {
        "stones": [SIZES[size] for size in stones],
        "tokens": {str(seat): count for seat, count in enumerate(tokens) if count},
    }


def _tiles_json(tiles: Tiles) -> list[str]:
    return [UNREAD if tile is None else str(tile) for tile in tiles]


def _taken_json(taken: Taken) -> dict[str, Any]:
    return {"tile": str(taken.tile), "size": SIZES[taken.size], "from": taken.source}
