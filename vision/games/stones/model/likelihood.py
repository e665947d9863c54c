"""How well a state fits what is seen: the product of the likelihoods of every part that was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile
    from vision.games.stones.model.reading import Count, Guess, K, SeenTable

MISREAD: Final = 0.02
"""The likelihood that a part is seen as something else than it is."""
WORST: Final = 3
"""From so many misreadings of one count on, more make no difference."""
MISCOUNT: Final = tuple(MISREAD**missed for missed in range(WORST + 1))
MISPLACED: Final = 0.004
"""The likelihood that the marker is seen at another base."""
LEAST: Final = 0.003
"""The likelihood that a tile is seen where it does not lie any more."""
UNREAD: Final = 0.3
"""The likelihood that a tile which nobody has read yet is not found."""
UNTOLD: Final = 0.05
"""The likelihood that a tile which nobody has seen is the one that lies apart."""
NEVER: Final = 1e-4
"""The likelihood of what a camera did not think of."""


def fit(state: State, seen: SeenTable) -> float:
    """The likelihood of what is seen if the state is so; 1 where nothing differs."""
    return (
        _stacks(state, seen)
        * _counts(state.river, seen.river)
        * _display(state, seen)
        * _seats(state, seen)
        * _moment(state, seen)
    )


def _counts(are: Sequence[int], counted: Sequence[Count | None]) -> float:
    if are == counted:
        return 1.0
    likelihood, missed = 1.0, 0
    for count, seen in zip(are, counted, strict=True):
        if isinstance(seen, dict):
            likelihood *= max(seen.get(count, 0.0), NEVER)
        elif seen is not None:
            missed += abs(count - seen)
    return likelihood * MISCOUNT[min(missed, WORST)]


def _stacks(state: State, seen: SeenTable) -> float:
    if seen.stacks is None or seen.tokens is None:
        return 1.0
    likelihood = 1.0
    for stones, guesses, contents in zip(state.stacks, seen.stacks, seen.contents, strict=True):
        if contents:
            likelihood *= max(contents.get(stones, 0.0), NEVER)
            continue
        if len(stones) != len(guesses):
            likelihood *= MISCOUNT[min(abs(len(stones) - len(guesses)), WORST)]
        for size, guess in zip(stones, guesses, strict=False):
            likelihood *= chance(guess, size)
    for tokens, counted in zip(state.tokens, seen.tokens, strict=True):
        if tokens != counted:
            likelihood *= _counts(tokens, counted)
    return likelihood


def chance(guess: Guess[K], label: K) -> float:
    """The likelihood of a label; a piece that nobody could read may be any."""
    return max(guess.get(label, 0.0), MISREAD) if guess else 1.0


def _display(state: State, seen: SeenTable) -> float:
    """Tiles lie in any order: the surest reading finds its tile first. An unread tile fits every reading."""
    likelihood = 1.0
    if seen.given.facedown is not None and seen.given.facedown != len(state.pile):
        likelihood *= MISREAD
    if seen.given.used is not None and len(seen.given.used) != len(state.used):
        likelihood *= MISREAD
    if seen.display is None:
        return likelihood
    left = [tile for tile in state.display if tile is not None]
    unread, strange = len(state.display) - len(left), 0
    found = zip(seen.display, seen.there or (None,) * len(seen.display), strict=True)
    for guess, there in sorted(found, key=_sureness):
        best = max(left, key=lambda tile: chance(guess, tile), default=None)
        if best is not None and (chance(guess, best) > MISREAD or not (unread or there is not None)):
            left.remove(best)
            likelihood *= chance(guess, best) * (1.0 if there is None else there)
        elif there is not None:
            likelihood *= max(1.0 - there, LEAST)
        else:
            strange, unread = strange + (unread == 0), max(unread - 1, 0)
    return likelihood * MISCOUNT[min(max(strange, len(left)), WORST)] * UNREAD ** max(unread - strange, 0)


def _sureness(found: tuple[Guess[Tile], float | None]) -> tuple[bool, float]:
    """What a camera knows to have lain there comes first, then what it reads most surely."""
    guess, there = found
    return there is None, -max(guess.values(), default=0.0)


def _seats(state: State, seen: SeenTable) -> float:
    likelihood = 1.0
    for are, counted in ((state.supply, seen.supply), (state.golden, seen.golden), (state.five, seen.five)):
        if counted is not None and are != counted:
            likelihood *= _counts(are, counted)
    return likelihood


def _moment(state: State, seen: SeenTable) -> float:
    """Marker, phase, the seat in turn, the stone in hand and what lies apart, as far as they were told."""
    likelihood = 1.0 if seen.given.marker in (None, state.marker) else MISPLACED
    played = {*state.used, *([] if state.taken is None else [state.taken.tile])}
    for guess in seen.apart:
        likelihood *= max((UNTOLD if tile is None else chance(guess, tile) for tile in played), default=MISREAD)
    missed = (
        (seen.given.phase is not None and seen.given.phase != state.phase)
        + (seen.given.turn is not None and seen.given.turn != state.turn)
        + (seen.given.taken is not None and seen.given.taken != state.taken)
    )
    return likelihood * float(MISREAD**missed)
