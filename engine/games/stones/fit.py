"""How well a state fits what is seen: the product of the likelihoods of every part that was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stones.sight import Guess, K, Sight
    from engine.games.stones.state import State

MISREAD: Final = 0.02
"""The likelihood that a part is seen as something else than it is."""
WORST: Final = 3
"""From so many misreadings of one count on, more make no difference."""
MISCOUNT: Final = tuple(MISREAD**missed for missed in range(WORST + 1))


def fit(state: State, seen: Sight) -> float:
    """The likelihood of what is seen if the state is so; 1 where nothing differs."""
    return (
        _stacks(state, seen)
        * _counts(state.river, seen.river)
        * _display(state, seen)
        * _seats(state, seen)
        * _moment(state, seen)
    )


def _counts(are: Sequence[int], told: Sequence[int | None]) -> float:
    if are == told:
        return 1.0
    missed = sum(abs(count - seen) for count, seen in zip(are, told, strict=True) if seen is not None)
    return MISCOUNT[min(missed, WORST)]


def _stacks(state: State, seen: Sight) -> float:
    if seen.stacks is None or seen.tokens is None:
        return 1.0
    likelihood = 1.0
    for stones, guesses, tokens, told in zip(state.stacks, seen.stacks, state.tokens, seen.tokens, strict=True):
        if len(stones) != len(guesses):
            likelihood *= MISCOUNT[min(abs(len(stones) - len(guesses)), WORST)]
        for size, guess in zip(stones, guesses, strict=False):
            likelihood *= chance(guess, size)
        if tokens != told:
            likelihood *= _counts(tokens, told)
    return likelihood


def chance(guess: Guess[K], label: K) -> float:
    """The likelihood of a label; a piece that nobody could read may be any."""
    return max(guess.get(label, 0.0), MISREAD) if guess else 1.0


def _display(state: State, seen: Sight) -> float:
    """Tiles lie in any order: the surest reading finds its tile first. An unread tile fits every reading."""
    likelihood = 1.0
    if seen.facedown is not None and seen.facedown != len(state.pile):
        likelihood *= MISREAD
    if seen.used is not None and len(seen.used) != len(state.used):
        likelihood *= MISREAD
    if seen.display is None:
        return likelihood
    left = [tile for tile in state.display if tile is not None]
    unread = len(state.display) - len(left)
    likelihood *= MISCOUNT[min(abs(len(state.display) - len(seen.display)), WORST)]
    for guess in sorted(seen.display, key=lambda guess: -max(guess.values(), default=0.0)):
        best = max(left, key=lambda tile: chance(guess, tile), default=None)
        if best is not None and (chance(guess, best) > MISREAD or not unread):
            left.remove(best)
            likelihood *= chance(guess, best)
        elif unread:
            unread -= 1
    return likelihood


def _seats(state: State, seen: Sight) -> float:
    likelihood = 1.0
    for are, told in ((state.supply, seen.supply), (state.golden, seen.golden), (state.five, seen.five)):
        if told is not None and are != told:
            likelihood *= _counts(are, told)
    return likelihood


def _moment(state: State, seen: Sight) -> float:
    """Marker, phase, the seat in turn and the stone in hand, as far as they were told."""
    missed = (
        (seen.marker is not None and seen.marker != state.marker)
        + (seen.phase is not None and seen.phase != state.phase)
        + (seen.turn is not None and seen.turn != state.turn)
        + (seen.taken is not None and seen.taken != state.taken)
    )
    return float(MISREAD**missed)
