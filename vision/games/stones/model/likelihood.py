"""How well a state fits what is seen: the product of the likelihoods of every part."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile
    from vision.games.stones.model.reading import Guess, K, SeenTable

MISREAD: Final = 0.02
"""The likelihood that a part is seen as something else than it is."""
GHOST: Final = 0.005
"""The likelihood that something is seen where it is not, or not any more."""
UNREAD_MISSED: Final = 0.3
"""The likelihood that a tile which nobody has read yet is not found."""
NEVER: Final = 1e-4
"""The likelihood of what a camera did not think of."""


def table_likelihood(state: State, seen: SeenTable) -> float:
    """The likelihood of what is seen if the state is so; 1 where nothing differs."""
    return (
        _counts(state.stacks, seen.contents)
        * prod(map(_counts, state.tokens, seen.tokens))
        * _counts(state.river, seen.river)
        * _display(state, seen)
        * (_counts(state.golden, seen.golden) * _counts(state.five, seen.five))
        * _moment(state, seen)
    )


def _counts(are: Sequence[K], counted: Sequence[Guess[K]]) -> float:
    """The likelihood of what is seen at some places, of which it is known what they have."""
    return prod(max(seen.get(each, 0.0), NEVER) for each, seen in zip(are, counted, strict=True))


def chance(guess: Guess[K], label: K) -> float:
    """The likelihood of a label; a piece that nobody could read may be any."""
    return max(guess.get(label, 0.0), MISREAD) if guess else 1.0


def _display(state: State, seen: SeenTable) -> float:
    """Tiles lie in any order: the surest reading finds its tile first. An unread tile fits every reading."""
    likelihood = 1.0
    left = [tile for tile in state.display if tile is not None]
    unread, strange = len(state.display) - len(left), 0
    for guess, there in sorted(seen.display, key=_sureness):
        best = max(left, key=lambda tile: chance(guess, tile), default=None)
        if best is not None and (chance(guess, best) > MISREAD or not (unread or there is not None)):
            left.remove(best)
            likelihood *= chance(guess, best) * (1.0 if there is None else there)
        elif there is not None:
            likelihood *= max(1.0 - there, GHOST)
        else:
            strange, unread = strange + (unread == 0), max(unread - 1, 0)
    misread = max(MISREAD ** max(strange, len(left)), NEVER)
    return likelihood * misread * UNREAD_MISSED ** max(unread - strange, 0)


def _sureness(found: tuple[Guess[Tile], float | None]) -> tuple[bool, float]:
    """What a camera knows to have lain there comes first, then what it reads most surely."""
    guess, there = found
    return there is None, -max(guess.values(), default=0.0)


def _moment(state: State, seen: SeenTable) -> float:
    """The marker and what lies apart."""
    likelihood = 1.0 if seen.marker in (None, state.marker) else GHOST
    taken = () if state.taken is None else (state.taken.tile,)
    played = {tile for tile in (*state.used, *taken) if tile is not None}
    for guess in seen.apart:
        likelihood *= max((chance(guess, tile) for tile in played), default=MISREAD)
    return likelihood
