"""A table of Stones as it was seen: how likely what is seen would be for each count, and each content of a stack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.games.stones.tile import SIZES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.games.stones.tile import Tile

K = TypeVar("K")
Guess = dict[K, float]
"""What a piece could be, with likelihoods; empty where nobody can tell."""
Count = dict[int, float]
"""How likely what is seen would be for each number of pieces."""
Contents = dict[tuple[int, ...], float]
"""How likely what is seen would be for each content of a stack."""
RATHER: Final = 0.5
"""What is less likely than this is rather not so."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What was seen; `marker` is None where it was not. Counts go by size, by stack or by seat. `contents` are those of
    each stack. `display` are tiles with how likely each still lies there (None: it was turned up, and is seen there).
    `apart` are tiles that lie face up elsewhere and were taken since the table was known."""

    marker: int | None
    contents: tuple[Contents, ...]
    tokens: tuple[tuple[Count, ...], ...]
    river: tuple[Count, ...]
    golden: tuple[Count, ...]
    five: tuple[Count, ...]
    display: tuple[tuple[Guess[Tile], float | None], ...]
    apart: tuple[Guess[Tile], ...]

    def to_position(self) -> dict[str, Any]:
        """The contract's position, with likelihoods. They are of `counts` by number, of the contents of a stack
        (`ways`), and that a tile of the display is still `there`. `apart` are tiles that lie elsewhere."""
        position = {
            "stacks": list(map(_stack, self.contents, self.tokens)),
            "river": dict(zip(SIZES, map(_count, self.river), strict=True)),
            "golden": list(map(_count, self.golden)),
            "five": list(map(_count, self.five)),
            "display": [_tile(*each) for each in self.display],
            "apart": list(map(_tile, self.apart)),
        }
        return position if self.marker is None else position | {"marker": self.marker}

    def doubtful(self) -> Iterator[Guess[Tile]]:
        """Of each tile that was not read surely, how likely it is which."""
        guesses = (*(guess for guess, _ in self.display), *self.apart)
        return (guess for guess in guesses if not _is_sure(guess))


def best(likelihoods: Mapping[K, float]) -> K:
    """The likeliest of some."""
    return max(likelihoods, key=likelihoods.__getitem__)


def likeliest(guess: Guess[K]) -> K | None:
    """The best guess; None where nobody can tell."""
    return best(guess) if guess else None


def _is_sure(guess: Guess[Tile]) -> bool:
    return 1.0 in guess.values()


def _tile(guess: Guess[Tile], there: float | None = None) -> dict[str, Any]:
    """A tile of a position: its label, or the likelihoods of several, and how likely it still lies there."""
    labels = {str(tile): chance for tile, chance in guess.items()}
    named: dict[str, Any] = {"label": str(best(guess))} if _is_sure(guess) else {"labels": labels}
    return named if there is None else named | {"there": there}


def _count(count: Count) -> dict[str, Any]:
    return {"counts": {str(number): chance for number, chance in count.items()}}


def _stack(contents: Contents, tokens: Sequence[Count]) -> dict[str, Any]:
    ways = sorted(contents.items(), key=lambda each: -each[1])
    return {
        "stones": [SIZES[size] for size in best(contents)],
        "ways": [{"stones": [SIZES[size] for size in stones], "likelihood": chance} for stones, chance in ways],
        "tokens": {str(seat): _count(count) for seat, count in enumerate(tokens)},
    }
