"""The observation model of a game: the plays that lead from a known state to a table reading, with their likelihoods.

A game's model is `MODEL` of the package `model` in the folder of its name. Rules are the engine's.
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from engine.errors import PositionError
from vision.parts import part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from engine.core import Seat, Setup, Verdict

    Plays = tuple[tuple[Seat, Any], ...]

NUMBERS: Final = "numbers.toml"
"""The file of a game's estimated numbers, in its folder."""
H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Line:
    """Plays that turn a known position into a table reading. `weight` is how likely they are made and show what was
    seen: it can be set beside those from other states. `illegal` is the verdict on the first refused move, None where
    all are legal."""

    plays: Plays
    weight: float
    illegal: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """What a search found, likeliest first, and the most weight of a line that it left unexplored."""

    lines: tuple[Line, ...] = ()
    unexplored: float = 0.0


NEGLIGIBLE: Final = 1e-6
"""Less likely lines, beside the likeliest one, are not given."""
MOST_LINES: Final = 200
"""At most so many lines are given, and that of no plays."""
MOST_DIGITS: Final = 9
"""A count of pieces has so many digits at most."""
STATE: Final = 4
"""What it costs to play a move and to weigh the state after it, in steps; a step is a move that is thought of."""


def ranked(found: Iterable[Line], unexplored: float) -> Explained:
    """The lines of enough weight, of those that were found."""
    ordered = sorted(found, key=lambda line: (-line.weight, len(line.plays), line.illegal is not None))
    least = NEGLIGIBLE * ordered[0].weight if ordered else 0.0
    given = (line for at, line in enumerate(ordered) if (at < MOST_LINES and line.weight >= least) or not line.plays)
    return Explained(tuple(given), unexplored)


class Budget:
    """What a search may still cost, in steps. They are counted and never measured. So the same look gives the same
    result on any machine."""

    def __init__(self, steps: float = inf) -> None:
        self.left = steps

    @property
    def is_spent(self) -> bool:
        """Whether nothing more is to be explored."""
        return self.left <= 0

    def spend(self, steps: float) -> None:
        """Takes some steps."""
        self.left -= steps

    @contextmanager
    def halved(self, when: bool) -> Iterator[None]:
        """What is done within it may cost half of what is left, so that others come to their turn."""
        kept = self.left / 2 if when and 0 < self.left < inf else 0.0
        self.left -= kept
        yield
        self.left += kept


@dataclass(slots=True)
class Frontier(Generic[H]):
    """The hypotheses that a search goes on from: those of fewer plays first, and of these the first in `order`. `rest`
    is the most weight that may come of one. Where the budget ends, the most of it is left unexplored."""

    budget: Budget
    order: Callable[[H], Any]
    rest: Callable[[H], float]
    open: list[H] = field(default_factory=list)
    unexplored: float = 0.0

    def by_one_ply(self) -> Iterator[H]:
        """Those that are open now, as far as the budget reaches. What is opened meanwhile is for the next time."""
        going, self.open = sorted(self.open, key=self.order), []
        for at, hypothesis in enumerate(going):
            if self.budget.is_spent:
                self.unexplored = max(self.unexplored, *map(self.rest, going[at:]))
                return
            yield hypothesis


@dataclass(frozen=True, slots=True)
class Doubt:
    """A piece that was not read surely: the label that it is taken for, and the tables there are if it is another.
    Without alternatives, everything rests on it."""

    taken: str
    alternatives: tuple[Setup, ...]


class ObservationModel(ABC):
    """How likely a table reading is if a game is in a state, and by which plays it came about. A piece of a position
    may carry `labels`, likelihoods of what it could be, in place of its label."""

    unexplained: ClassVar[float] = 1e-4
    """The weight of a table that nothing explains."""
    reading_steps: ClassVar[int] = 0
    """What it costs to read the table as it is if the game were in another state, in steps."""
    weight_tells_rest: ClassVar[bool] = True
    """Whether a small weight of the likeliest line tells that something is left to explain."""
    piles: ClassVar[frozenset[str]] = frozenset()
    """The keys of positions whose pieces lie squarely on one another, the topmost last: it alone is in sight."""
    bare: ClassVar[frozenset[str]] = frozenset()
    """The labels of pieces that show nothing on their faces: whatever occludes a piece may look like them."""

    @abstractmethod
    def explain(self, state: Any, seen: Any, plies: int, budget: Budget) -> Explained:
        """The lines of so many plays from a state that explain what is seen, legal and illegal ones. Those of fewer
        plays are found first, as far as the budget reaches."""

    def chances(self, state: Any, seat: Seat, move: Any) -> Mapping[str, bool]:
        """What a play was and was not of what its state left open, by an estimated number's name. Default: none."""
        return {}

    def doubts(self, setup: Setup) -> Sequence[Doubt]:
        """The pieces of a position that `labels` tell in place of their label. Default: nothing rests on any."""
        return ()

    def likeliest(self, setup: Setup) -> Setup:
        """The position without likelihoods, as the rules take one. Raises `PositionError`."""
        return replace(setup, position=self.surest(setup.position))

    def surest(self, seen: Any) -> Any:
        """A part of a position without likelihoods."""
        if isinstance(seen, list | tuple):
            return [self.surest(each) for each in seen]
        if not isinstance(seen, dict):
            return seen
        if seen.get("labels") is not None:
            return likeliest_of(seen["labels"], "labels") if seen["labels"] else None
        if "counts" in seen:
            count = likeliest_of(seen["counts"], "counts")
            if not all(str(number).isdecimal() for number in seen["counts"]):
                raise PositionError(f"'counts' is {seen['counts']!r}; it gives each number its likelihood")
            if len(count) > MOST_DIGITS:
                long = f"a number of {len(count)} digits is too long; 'counts' takes {MOST_DIGITS} at most"
                raise PositionError(long)
            return int(count)
        return {key: self.surest(value) for key, value in seen.items() if key != "labels"}


def likeliest_of(likelihoods: Any, what: str) -> str:
    """The likeliest of an object of likelihoods by label or number. Raises `PositionError`."""
    known = isinstance(likelihoods, dict) and bool(likelihoods)
    if not known or not all(map(is_likelihood, likelihoods.values())):
        raise PositionError(f"{what!r} is {likelihoods!r}; it gives each of some labels its likelihood")
    named: Mapping[str, float] = likelihoods
    return str(max(named, key=named.__getitem__))


def is_likelihood(value: object) -> bool:
    """Whether a value of a table reading can be a likelihood."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def in_force(game: str) -> Path:
    """The file of the numbers by which a game is followed; it need not be there."""
    return Path(__file__).resolve().parent / game / NUMBERS


@cache
def numbers(game: str) -> Mapping[str, float]:
    """The numbers of a game that `tableside fit tracking` estimated, by name; empty before it did."""
    file = in_force(game)
    entries = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {name: float(entry["value"]) for name, entry in entries.items()}


@cache
def observation_model(game: str) -> ObservationModel:
    """The model of a game by its name; `LookupError` where it has none."""
    package = part_of(game, "model")
    if package is None:
        raise LookupError(f"tables of {game} cannot be followed yet")
    if not isinstance(package.MODEL, ObservationModel):
        raise TypeError(f"MODEL of {package.__name__} is no ObservationModel")
    return package.MODEL
