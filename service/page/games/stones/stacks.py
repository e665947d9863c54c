"""The table of Stones as the page shows it: six stacks clockwise from the mark, the river, the tiles, the tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.page.games.stones.words import SIZES, tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.page.language import Language

UNKNOWN: Final = "?"
STACKS: Final = 6
HOURS: Final = 12
HALF: Final = HOURS // 2
EDGES: Final = 4


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack: its number for people, its stones from the base up, tokens as (seat, how many), the marker."""

    number: int
    stones: tuple[str, ...]
    tokens: tuple[tuple[int, int], ...]
    marked: bool
    words: str


@dataclass(frozen=True, slots=True)
class StoneTile:
    """A tile on display: the sizes that it offers, how many steps the marker goes, its label, its name."""

    sizes: tuple[str, ...]
    steps: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a seat has before it: tokens in its supply, golden ones, five-point tokens; None where unknown."""

    seat: int
    supply: int | None
    golden: int | None
    five: int | None


@dataclass(frozen=True, slots=True)
class Stacks:
    """The whole table; `river` is (size, how many), `taken` the tile and stone in hand.

    `turned` is by how many hours of a clock the ring is turned, so that its reader's side is at the bottom.
    """

    stacks: tuple[Stack, ...]
    river: tuple[tuple[str, int], ...]
    display: tuple[StoneTile, ...]
    taken: str | None
    players: tuple[Tokens, ...]
    words: str
    turned: int = 0
    reach: bool = False
    """Whether the tiles are buttons."""

    @property
    def mark(self) -> int:
        """The hour of a clock where the board's mark is drawn."""
        return self.hour(0)

    @property
    def sitting(self) -> tuple[tuple[int, int], ...]:
        """Seats with the hour of a clock where they sit: the first opposite the mark, the others clockwise from it."""
        many = len(self.players)
        return tuple((each.seat, self.hour(HALF + side(each.seat, many))) for each in self.players)

    def place(self, number: int) -> int:
        """The hour of a clock where a stack is drawn, which people count from one."""
        return self.hour(2 * number - 1)

    def hour(self, hour: int) -> int:
        """An hour on the board as its reader sees it."""
        return (hour - self.turned) % HOURS


def stacks(position: Mapping[str, Any], players: int, t: Language) -> Stacks:
    """The table of a position, the contract's JSON; what it leaves out is left out here."""
    marker = position.get("marker")
    built = [stack if isinstance(stack, dict) else {} for stack in position.get("stacks") or [{}] * STACKS]
    river = position.get("river") or {}
    drawn = tuple(_stack(n, stack, n == marker, t) for n, stack in enumerate(built))
    taken = position.get("taken") or {}
    return Stacks(
        drawn,
        tuple((size, int(river[size])) for size in SIZES if river.get(size) is not None),
        tuple(offered(label, t) for label in _listed(position.get("display"))),
        _in_hand(taken, t) if taken.get("size") else None,
        tuple(_tokens(position, seat) for seat in range(players)),
        "; ".join(stack.words for stack in drawn),
    )


def side(seat: int, players: int) -> int:
    """How many hours clockwise from the first seat another sits: each at the edge of the board that is nearest."""
    return round(EDGES * seat / players) * (HOURS // EDGES)


def offered(label: str, t: Language) -> StoneTile:
    """A tile by itself."""
    letters, _, steps = label.partition("/")
    named = {size[0].upper(): size for size in SIZES}
    sizes = tuple(named[letter] for letter in letters if letter in named)
    return StoneTile(sizes, steps or UNKNOWN, label, tile(label, t))


def _stack(number: int, stack: Mapping[str, Any], marked: bool, t: Language) -> Stack:
    stones = tuple(stone if stone in SIZES else "unsure" for stone in stack.get("stones") or ())
    beside = sorted((stack.get("tokens") or {}).items())
    tokens = tuple((int(seat), int(many)) for seat, many in beside if many and str(seat).isdecimal())
    sizes = ", ".join(t(f"size.{stone}") for stone in stones) or t("stacks.empty")
    words = t("stacks.words", number=number + 1, stones=sizes)
    return Stack(number + 1, stones, tokens, marked, f"{words} ({t('stacks.marker')})" if marked else words)


def _in_hand(taken: Mapping[str, Any], t: Language) -> str:
    return t("stone.taken", tile=tile(str(taken.get("tile")), t), size=t(f"size.{taken['size']}"))


def _listed(display: Any) -> tuple[str, ...]:
    """The tiles that are known; a camera may tell no more than how many there are."""
    return tuple(label for label in display if isinstance(label, str)) if isinstance(display, list | tuple) else ()


def _tokens(position: Mapping[str, Any], seat: int) -> Tokens:
    def at(name: str) -> int | None:
        values: Sequence[int] = position.get(name) or ()
        return values[seat] if seat < len(values) else None

    return Tokens(seat, at("supply"), at("golden"), at("five"))
