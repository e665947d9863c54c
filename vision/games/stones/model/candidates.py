"""What a table reading says has changed. It spares most moves from being tried."""

from __future__ import annotations

from collections import Counter
from operator import gt
from typing import TYPE_CHECKING

from engine.core import TABLE
from engine.games.stones import move as kinds
from engine.games.stones.judgement import judge
from engine.games.stones.state import CHOOSE, PLACE, STACKS
from engine.games.stones.turn import fits
from vision.games.stones.model.likelihood import MISREAD, NEVER
from vision.games.stones.model.reading import RATHER, best, likeliest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile
    from vision.games.stones.model.reading import SeenTable


def likely(state: State, seen: SeenTable, moves: Iterable[kinds.StonesMove], last: bool) -> Iterator[kinds.StonesMove]:
    """The moves of players that leave a trace in what is seen, or would leave none; `last`: no other move follows."""
    tiles, (surely, maybe) = gone_tiles(state, seen), fallen(state, seen)
    if not last:
        # Another move may have taken the others down, or put a stone up where the stack had stood.
        surely, maybe = set(), maybe | {state.marker}
    for move in moves:
        if isinstance(move, kinds.Place):
            if surely <= _falls(state, move) <= maybe:
                yield move
        elif isinstance(move, kinds.Take):
            if move.tile in tiles or not (tiles or last):
                yield move
        elif isinstance(move, kinds.Set):
            at = (state.marker + move.tile.steps) % STACKS
            if height(seen, at) > len(state.stacks[at]):
                yield move
        elif not isinstance(move, kinds.Turn | kinds.Marker):
            yield move


def gone_tiles(state: State, seen: SeenTable) -> set[Tile]:
    """The tiles of the display that are not seen there any more."""
    lying = (likeliest(guess) for guess, there in seen.display if there is None or there >= RATHER)
    shown = Counter(tile for tile in lying if tile is not None)
    gone = set(Counter(tile for tile in state.display if tile is not None) - shown)
    if None in state.display:
        lying_apart = {tile for guess in seen.apart if (tile := likeliest(guess)) is not None} - set(state.used)
        gone |= lying_apart or set(state.out_of_sight() - shown)
    return gone


def fallen(state: State, seen: SeenTable) -> tuple[set[int], set[int]]:
    """The stacks that surely fell, by their heights, and those that may have, by their heights or tokens."""
    surely, maybe = set(), set()
    for at, stones in enumerate(state.stacks):
        chances = seen.contents[at]
        least = MISREAD * max(chances.values())
        lower = {len(content) < len(stones) for content, chance in chances.items() if chance >= least}
        if lower == {True}:
            surely.add(at)
        if True in lower or (stones and any(map(gt, state.tokens[at], map(best, seen.tokens[at])))):
            maybe.add(at)
    return surely, maybe


def height(seen: SeenTable, at: int) -> int:
    """How many stones seem to stand on a base."""
    return len(best(seen.contents[at]))


def _falls(state: State, move: kinds.Place) -> set[int]:
    """The stacks that a placement takes down, as far as stones stood there."""
    stacks: tuple[int | None, ...] = move.stacks
    if move.outcome == kinds.FALL:
        stacks = (*stacks, state.marker)
    elif move.outcome == kinds.SOURCE and state.taken is not None:
        stacks = (state.taken.source,)
    return {stack for stack in stacks if stack is not None and state.stacks[stack]}


def falls_between(state: State, seen: SeenTable) -> Iterator[tuple[int, kinds.StonesMove]]:
    """Falls that the table declares while no stone is in hand (A-ST-16)."""
    if state.phase != CHOOSE:
        return
    surely, maybe = fallen(state, seen)
    # Of as many stacks as each other those fell that most likely did.
    doubted = sorted(maybe - surely, key=lambda at: (-_fell(state, seen, at), at))
    for count in range(len(doubted) + 1):
        named = tuple(sorted(surely.union(doubted[:count])))
        culprits = [kinds.place(kinds.CULPRIT, named, seat) for seat in range(state.options.players)]
        for move in (kinds.place(kinds.OTHER, named), *culprits) if named else ():
            if judge(state, TABLE, move).legal:
                yield TABLE, move


def _fell(state: State, seen: SeenTable, at: int) -> float:
    """How much likelier a stack is lower than before than that it is not."""
    known, as_high, lower = len(state.stacks[at]), NEVER, NEVER
    for stones, chance in seen.contents[at].items():
        if len(stones) < known:
            lower = max(lower, chance)
        else:
            as_high = max(as_high, chance)
    return lower / as_high


def payers(state: State, seen: SeenTable) -> set[int]:
    """The seats with more tokens beside some stack than before: who really placed a stone."""
    more = (map(gt, map(best, counted), before) for before, counted in zip(state.tokens, seen.tokens, strict=True))
    return {seat for each in more for seat, is_more in enumerate(each) if is_more}


def forbidden(state: State, seen: SeenTable) -> Iterator[tuple[int, kinds.StonesMove]]:
    """What somebody may have done against the rules: anybody in turn, any size, any stack's top, any exchange."""
    seats = sorted({state.turn, *payers(state, seen)})
    for seat, (had, has) in enumerate(zip(state.five, seen.five, strict=True)):
        if best(has) > had:
            yield seat, kinds.Exchange()
    if state.phase == PLACE:
        for seat in seats:
            yield seat, kinds.place(kinds.OK)
    if state.phase != CHOOSE:
        return
    gone = sorted(gone_tiles(state, seen))
    if len(gone) == len(state.display) and fits(state, (0, 1, 2)):
        yield state.turn, kinds.Refresh()
    for seat in seats:
        for tile in gone:
            for size, source in _within_reach(state, seen):
                yield seat, kinds.take(tile, size, source)


def _within_reach(state: State, seen: SeenTable) -> Iterator[tuple[int, int | None]]:
    """The stones that a hand could take: any of the river, or the top of a stack that is seen lower."""
    for size, count in enumerate(state.river):
        if count > 0:
            yield size, None
    for at, stack in enumerate(state.stacks):
        if stack and height(seen, at) == len(stack) - 1:
            yield stack[-1], at
