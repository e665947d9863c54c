"""Why a position could not have come about: each check a function, each fault with the rules that it breaks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.core import Fault
from engine.games.stones.options import STONES
from engine.games.stones.state import CHOOSE, DISPLAY, OVER, PLACE, SET, STACKS, TOKENS
from engine.games.stones.tile import SIZES, tiles_of
from engine.games.stones.turn import SET_STONES
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.games.stones.given import Given
    from engine.games.stones.state import State


def find(given: Given, state: State) -> tuple[Fault, ...]:
    """Every fault of a position, in the order in which a table is looked over."""
    return tuple(fault for check in CHECKS for fault in check(given, state))


def _marker(given: Given, _state: State) -> Iterator[Fault]:
    if given.marker is not None and not 0 <= given.marker < STACKS:
        yield Fault(
            "marker_off_board",
            Said("the marker is at {place}, not at 0 to {most}", place=given.marker, most=STACKS - 1),
            ("ST-1", "ST-11"),
        )


def _stones(given: Given, state: State) -> Iterator[Fault]:
    if given.stacks is None:
        return
    held = [size for stack in state.stacks for size in stack]
    if state.taken is not None:
        held.append(state.taken.size)
    counts = [state.river[size] + held.count(size) for size in range(len(SIZES))]
    if sum(counts) != STONES:
        yield Fault(
            "stone_count", Said("there are {many} stones, not {most}", many=sum(counts), most=STONES), ("ST-2", "ST-10")
        )
    elif tuple(counts) != state.options.stones_per_size:
        counted, box = _sizes(counts), _sizes(state.options.stones_per_size)
        yield Fault(
            "size_count",
            Said("there are {told} stones, the box has {told2}", told=counted, told2=box),
            ("ST-2", "A-ST-01"),
        )


def _sizes(counts: tuple[int, ...] | list[int]) -> str:
    return ", ".join(f"{count} {size}" for count, size in zip(counts, SIZES, strict=True))


def _tokens(given: Given, state: State) -> Iterator[Fault]:
    for stack, gold in enumerate(given.gold):
        if gold:
            yield Fault(
                "golden_beside_stack",
                Said("{many} golden tokens lie beside stack {stack}", many=gold, stack=stack),
                ("ST-52", "ST-53"),
            )
    for seat in range(state.options.players):
        count = state.on_board(seat) + state.supply[seat] + state.golden[seat]
        if count > TOKENS or (given.tokens is not None and count != TOKENS):
            yield Fault(
                "token_count",
                Said("seat {seat} has {many} tokens, not {most}", seat=seat, many=count, most=TOKENS),
                ("ST-14", "A-ST-18b"),
            )
    if sum(state.five) > state.options.five_point_token_count:
        detail = Said(
            "{many} five-point tokens are out, of {most}",
            many=sum(state.five),
            most=state.options.five_point_token_count,
        )
        yield Fault("five_count", detail, ("ST-6", "C-ST-1"))


def _tiles(given: Given, state: State) -> Iterator[Fault]:
    face_up = len(state.display) + (state.taken is not None)
    if face_up > DISPLAY:
        yield Fault(
            "display_size",
            Said("{many} tiles are face up or taken, more than {most}", many=face_up, most=DISPLAY),
            ("ST-13", "ST-49"),
        )
    if not state.display and state.phase == CHOOSE:
        yield Fault("display_empty", "no tile is face up, and five are turned up before a turn", ("ST-49",))
    box = tiles_of(state.options.tile_set)
    known = [tile for tile in (*state.display, *state.used) if tile is not None]
    if state.taken is not None:
        known.append(state.taken.tile)
    for tile, count in Counter(known).items():
        if tile not in box:
            yield Fault("unknown_tile", Said("{stonetile} is no tile of the set", stonetile=tile), ("ST-29", "A-ST-02"))
        elif count > box.count(tile):
            yield Fault(
                "duplicate_tile",
                Said("{stonetile} is there {many} times, not {most}", stonetile=tile, many=count, most=box.count(tile)),
                ("ST-4", "A-ST-02"),
            )
    yield from _tile_count(given, state, len(box))


def _tile_count(given: Given, state: State, box: int) -> Iterator[Fault]:
    """Display, face-down, used and taken tiles are all there are; a pile that nobody counted is no fault."""
    shown = len(state.display) + (state.taken is not None)
    count = shown + (given.facedown or 0) + len(given.used or ())
    counted = given.facedown is not None and given.used is not None and given.display is not None
    if count > box or (counted and count != box):
        yield Fault("tile_count", Said("there are {many} tiles, not {most}", many=count, most=box), ("ST-4", "ST-12"))


def _taken(_given: Given, state: State) -> Iterator[Fault]:
    taken = state.taken
    if taken is None:
        return
    if taken.size not in taken.tile.sizes:
        detail = Said(
            "{stonetile} does not show the {size} stone in hand", stonetile=taken.tile, size=SIZES[taken.size]
        )
        yield Fault("size_not_on_tile", detail, ("ST-24", "ST-25"))
    if taken.source is not None and taken.source == state.marker:
        detail = Said("the stone in hand comes from stack {stack}, to which it goes", stack=taken.source)
        yield Fault("source_is_target", detail, ("ST-42", "C-ST-8"))


def _end(_given: Given, state: State) -> Iterator[Fault]:
    """A game ends when somebody has the points, and not before (ST-59, A-ST-19)."""
    best = state.best()
    waits = state.phase == PLACE and state.options.end_timing == "finish_turn"
    if best >= state.options.win_points and state.phase != OVER and not waits:
        detail = Said(
            "somebody has {points} points, and {most} end the game", points=best, most=state.options.win_points
        )
        yield Fault("game_not_ended", detail, ("ST-59", "A-ST-19"))
    if best < state.options.win_points and state.phase == OVER and "golden" not in state.unknown:
        detail = Said(
            "the game is over, but the most points are {points} of {most}", points=best, most=state.options.win_points
        )
        yield Fault("ended_early", detail, ("ST-59",))


def _set(_given: Given, state: State) -> Iterator[Fault]:
    """The alternative start is over once four stones stand, and lays no tokens (ST-64, A-ST-21)."""
    standing = sum(map(len, state.stacks))
    if state.phase == SET and standing >= SET_STONES:
        yield Fault(
            "set_already",
            Said("{many} stones stand, and the game begins at {most}", many=standing, most=SET_STONES),
            ("ST-64", "ST-67"),
        )
    if state.phase == SET and any(map(any, state.tokens)):
        yield Fault("tokens_too_early", "tokens lie beside stacks before the game begins", ("ST-34", "A-ST-21"))


CHECKS: Final[tuple[Callable[[Given, State], Iterator[Fault]], ...]] = (
    _marker, _stones, _tokens, _tiles, _taken, _set, _end,
)  # fmt: skip
