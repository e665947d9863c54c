"""The contract that every game keeps, and the words that all games share.

A game is a file in `engine/games` that ends with `GAME = …`, an instance of `Game`. A data file of the same name
(`.toml`) has a title for every rule. States are frozen; a move changes nothing but yields the next state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from engine.errors import IllegalMove, NotAMove, NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from dataclasses import Field
    from random import Random
    from types import UnionType
    from typing import Self

    from engine.options import Options

Seat: TypeAlias = int
"""0 … players-1, clockwise; `TABLE` for what nobody does: chance, a collapse, running out of room."""

TABLE: Final[Seat] = -1


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule or ruling: its id, a title in our own words, the section of the specification."""

    id: str
    title: str
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """Points with their reason: one line of a score sheet."""

    points: int
    why: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's total and the lines that add up to it."""

    seat: Seat
    total: int
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a position cannot be: a stable name, one line of detail, the rules that it breaks."""

    name: str
    detail: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece that lies on the table: the name that tells it from all others there, and its label."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one move.

    A legal move has `lines`, the points that it earns its mover (none for an ordinary play), and the rules that
    allow it. A refused one has a stable `name` (`run_too_short`), a `reason` in one sentence and the rules that
    forbid it.
    """

    legal: bool
    rules: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    name: str = ""
    reason: str = ""

    @property
    def points(self) -> int:
        """What the move changes in the mover's own total."""
        return sum(line.points for line in self.lines)


def refusal(name: str, reason: str, *rules: str) -> Verdict:
    """A verdict against a move: `refusal("run_too_short", "The run has six …", "SN-13")`."""
    return Verdict(legal=False, rules=rules, name=name, reason=reason)


@dataclass(frozen=True, slots=True)
class Setup:
    """A position that somebody claims or a camera saw, legal or not, in the words of the contracts.

    `position` is the JSON object of the game; `hand` the labels that `seat` holds, None when nobody showed them.
    """

    options: Options
    position: Mapping[str, Any]
    seat: Seat = 0
    hand: tuple[str, ...] | None = None


Place: TypeAlias = "str | tuple[float, float, int, str]"
"""Where a move lays its pieces: the name of a row, a pile or a stack, or a cell (x, y, z) with a direction."""


class Move:
    """One move of one kind; a frozen dataclass for each kind of each game. `str` is its notation."""

    __slots__ = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The labels of the pieces that it moves, as its notation has them; of a domino the half at its cell first."""
        return ()

    @property
    def place(self) -> Place | None:
        """Where it lays them; None where it lays nothing, or anywhere."""
        return None


class FrozenState:
    """What the state of a game is made from: a frozen dataclass without slots, which can be changed in no time."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def but(self, **changes: Any) -> Self:
        """The state with some fields changed. Raises `TypeError` for what is no field; types are not checked.

        It is `dataclasses.replace` in a tenth of its time, which was most of a move's. Whatever else the state keeps,
        such as a `cached_property`, is kept: a class that has one drops it in a `but` of its own.
        """
        known = self.__dataclass_fields__.keys()
        if not changes.keys() <= known:
            raise TypeError(f"a state has no {', '.join(sorted(changes.keys() - known))}")
        changed = object.__new__(type(self))
        object.__setattr__(changed, "__dict__", self.__dict__ | changes)
        return changed


S = TypeVar("S")
M = TypeVar("M", bound=Move)


class Game(ABC, Generic[S, M]):
    """The rules of one game, as pure functions of frozen states."""

    name: ClassVar[str]
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    options_type: ClassVar[type[Options]]
    move_type: ClassVar[type[Move] | UnionType] = Move
    """What its moves are: `play`, `apply` and `judge` take nothing else."""
    labels: ClassVar[tuple[str, ...]] = ()
    """The labels of those pieces that people call by a name instead."""
    announced: ClassVar[frozenset[str]] = frozenset()
    """The moves that are only said: nothing on the table moves."""
    drawn: ClassVar[frozenset[str]] = frozenset()
    """The moves by which somebody takes a piece that nobody else sees: the next move mostly tells of it."""
    rules: Mapping[str, Rule]
    """Every rule by its id, from the data file; set when the game is found."""

    # A game is played …
    @abstractmethod
    def start(self, options: Options, seed: int | None = None) -> S:
        """The state before the first move. A seed shuffles and deals; without one, all that is hidden is unknown."""

    @abstractmethod
    def actors(self, state: S) -> tuple[Seat, ...]:
        """The seats that may move now, lowest first; none once the game is over."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Every legal move of a seat, none twice; with an unknown hand, all that pieces out of sight could make."""

    def odds(self, state: S, seat: Seat) -> Mapping[M, float]:
        """How likely its moves are beside each other where a seat tells what happened; empty where it chooses.

        A stone that stands or falls is declared by its player, but no player chooses it. Default: all is choice.
        """
        return {}

    @abstractmethod
    def judge(self, state: S, seat: Seat, move: M) -> Verdict:
        """Whether a move is legal, by which rules, and what it earns. Raises `NotAMove` only."""

    def points(self, state: S, seat: Seat, move: M) -> int:
        """What a move that is known to be legal earns; a search asks it of many moves, and reads no reasons.

        Default: what `judge` says.
        """
        return self.judge(state, seat, move).points

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """The state after a move that is known to be legal; `apply` is the way that judges.

        It begins with `expect`, so that what is no move at all never passes for one.
        """

    def expect(self, move: object) -> None:
        """Raises `NotAMove`, which says what to do, for anything that is no move of this game."""
        if not isinstance(move, self.move_type):
            raise NotAMove(f"{move!r} is no move of {self.title}: take one of moves(…), or read a line with parse(…)")

    def apply(self, state: S, seat: Seat, move: M) -> S:
        """The state after a move; `IllegalMove` with its verdict where the rules refuse it."""
        self.expect(move)
        verdict = self.judge(state, seat, move)
        if not verdict.legal:
            raise IllegalMove(verdict, self, state)
        return self.play(state, seat, move)

    def lapsed(self, state: S) -> S:
        """The state once everybody has let pass what they might have reacted to; for records that do not write it down.

        Default: as it is.
        """
        return state

    @abstractmethod
    def score(self, state: S) -> tuple[Score, ...]:
        """The score of every seat, in the order of the seats."""

    def totals(self, state: S) -> tuple[int, ...]:
        """The total of every seat, in their order; a search asks for it often, and reads no lines.

        Default: what `score` says.
        """
        return tuple(score.total for score in self.score(state))

    @abstractmethod
    def winners(self, state: S) -> tuple[Seat, ...] | None:
        """Who has won, several where it is shared; None while the game goes on."""

    def ended(self, state: S) -> tuple[Seat, ...] | None:
        """Who has won what has just ended: the game, or in a game of several rounds a round; None while it goes on."""
        return self.winners(state)

    def side(self, state: S, seat: Seat) -> int:
        """The side that a seat plays for; partners share one. Default: every seat its own."""
        return seat

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> S:
        """The state as a seat sees it, or a bystander (None): what is hidden from them is unknown."""

    def deal(self, state: S, chance: Random) -> S:
        """A state in which all that was hidden is dealt at random, as it may well be; for search. Default: as it is."""
        return state

    def promise(self, state: S, seat: Seat) -> float | None:
        """What a seat may still gain on the others with what it holds, as it can tell itself; for search.

        A search that is told so need not play games to their end. Default: None, nobody tells.
        """
        return None

    def instead(self, move: M, piece: str, other: str) -> M | None:
        """The same move with another piece in the place of one; None where there is no such move."""
        words = [other if word == piece else word for word in str(move).split()]
        try:
            return self.parse(" ".join(words))
        except NotationError:
            return None

    # … and written and read.
    @abstractmethod
    def parse(self, text: str) -> M:
        """The move that a line of notation says; `NotationError` otherwise. `str(parse(text)) == text`."""

    @abstractmethod
    def state(self, setup: Setup) -> S:
        """The state that a position describes, as far as it can be one; `PositionError` if it has not the shape."""

    @abstractmethod
    def faults(self, setup: Setup) -> tuple[Fault, ...]:
        """Why the position could not have come about; empty for a legal one."""

    @abstractmethod
    def position(self, state: S) -> dict[str, Any]:
        """The state as the JSON object of the contracts, hands left out."""

    def hand(self, state: S, seat: Seat) -> tuple[str, ...] | None:
        """The labels that a seat is known to hold; None when unknown or when the game has no hands."""
        return None

    def under(self, state: S, what: str) -> tuple[Lying, ...]:
        """A piece or place on the table, as people name it, and what lies under it, from the top down.

        Empty where nothing of that name lies there, or the game does not tell.
        """
        return ()

    def prompt(self, state: S) -> dict[str, Any]:
        """What comes next, as the contracts' `next`: the seats that may move, and what the game adds to it."""
        return {"seats": list(self.actors(state))}

    def extras(self, state: S) -> dict[str, Any]:
        """What the game adds to an answer of `judge`, such as the totals of teams."""
        return {}
