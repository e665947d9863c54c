"""Sets and runs: which cards make a row, what it is worth, what it is called and how it grows.

SRO-53…59, SRT-47…51, SRB-36…45; A-SR-18, A-SR-19, A-SR-21. All 143 sets and 264 runs are laid out once; after that
a row is looked up by its bag.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import (
    CHARACTERS,
    COLOURS,
    FIRST_CHARACTER,
    GUILD,
    NAMES,
    RANKS,
    UNITS,
    Bag,
    Card,
    gather,
    guild_cards,
    rank,
)
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Mapping

LINEAR: Final = "linear"
CAP_50: Final = "cap_50"
FORBID: Final = "forbid"

WIDTH: Final = len(COLOURS)
RANK_BITS: Final = (1 << WIDTH) - 1
SHORTEST_RUN: Final = 3
PRINTED_RUN: Final = 5
"""The longest run that the rules print a value for (SRO-59)."""
PER_CARD: Final = 10
"""Points a card in runs and in sets of three and four (SRO-56, SRO-57, SRO-59)."""
CHARACTER_PAIR: Final = 20
SETS_OF: Final = tuple(
    tuple(
        tuple(part << start for part in range(held + 1) if part & held == part and part.bit_count() > 1)
        for held in range(RANK_BITS + 1)
    )
    for start in range(0, WIDTH * len(RANKS), WIDTH)
)
"""For every rank and the cards of it that are held, as four bits: the sets that they make."""
COUNT_WORDS: Final = (
    "",
    "",
    "pair",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)


def is_set(bag: Bag) -> bool:
    """Two to four equal numbers or equal names; colours do not matter (SRO-53, A-SR-21)."""
    low = _lowest_rank(bag)
    return bag & ~(RANK_BITS << WIDTH * low) == 0 and bag.bit_count() > 1


def is_run(bag: Bag) -> bool:
    """Three or more of one colour in order, which never wraps (SRO-58, SRO-59, A-SR-18)."""
    return bag <= GUILD and bag.bit_count() >= SHORTEST_RUN and bag == _run(_lowest(bag), bag.bit_count())


def set_value(bag: Bag) -> int:
    """SRO-54…57: twice the number, 20 for two characters, 30 for three and 40 for four of a kind."""
    number = bag.bit_count()
    if number > 2:
        return PER_CARD * number
    low = _lowest_rank(bag)
    return CHARACTER_PAIR if low >= FIRST_CHARACTER else 2 * (low + 1)


def run_value(length: int, overlength: str) -> int:
    """SRO-59: ten a card; A-SR-19 says what becomes of more than five."""
    return PER_CARD * (min(length, PRINTED_RUN) if overlength == CAP_50 else length)


def sets(bag: Bag) -> list[Bag]:
    """Every set that these number and guild cards make."""
    return [part for at, of_rank in enumerate(SETS_OF) for part in of_rank[bag >> WIDTH * at & RANK_BITS]]


def runs(bag: Bag) -> list[Bag]:
    """Every run that these number and guild cards make, of any length."""
    found: list[Bag] = []
    starts = bag & bag >> WIDTH & bag >> 2 * WIDTH & GUILD
    for start in guild_cards(starts) if starts else ():
        run = UNITS[start] | UNITS[start] << WIDTH
        following = UNITS[start] << 2 * WIDTH
        while following & bag & GUILD:
            run |= following
            found.append(run)
            following <<= WIDTH
    return found


@cache
def worths(overlength: str = LINEAR) -> Mapping[Bag, int]:
    """Every legal row with its value."""
    table = {bag: set_value(bag) for bag in sets(GUILD)}
    for bag in runs(GUILD):
        length = bag.bit_count()
        if length <= PRINTED_RUN or overlength != FORBID:
            table[bag] = run_value(length, overlength)
    return table


@cache
def growth(bag: Bag, overlength: str = LINEAR) -> Bag:
    """The cards that, added alone, leave a legal row: what one Mason can mortar (SRO-35, SRO-40, A-SR-32)."""
    table = worths(overlength)
    return gather(card for card in guild_cards(GUILD & ~bag) if bag | UNITS[card] in table)


@cache
def larger(bag: Bag, overlength: str = LINEAR) -> tuple[Bag, ...]:
    """Every legal row that holds these cards and more: what a partner can make of them (SRT-43, A-SR-69)."""
    return tuple(row for row in worths(overlength) if row & bag == bag and row != bag)


@cache
def name(bag: Bag) -> str:
    """`pair of nines`, `three Surveyors`, `run of four`; `no set or run` for what is none."""
    number = bag.bit_count()
    if bag <= GUILD and is_set(bag):
        kind = _plural(_lowest_rank(bag))
        return Said("pair of {rank}" if number == 2 else "three {rank}" if number == 3 else "four {rank}", rank=kind)
    return Said("run of {count}", count=COUNT_WORDS[number]) if is_run(bag) else "no set or run"


@cache
def rule_of(bag: Bag) -> tuple[str, ...]:
    """The rules, as `cite` takes them, that give a legal row its value."""
    number = bag.bit_count()
    if is_set(bag):
        characters = _lowest_rank(bag) >= FIRST_CHARACTER
        return ("SRO-57",) if number == 4 else ("SRO-56",) if number == 3 else ("SRO-55" if characters else "SRO-54",)
    return (f"SRO-59/{number}",) if number <= PRINTED_RUN else (f"SRO-59/{PRINTED_RUN}", "A-SR-19")


def flaw(bag: Bag, overlength: str) -> tuple[str, str, tuple[str, ...]]:
    """Why number and guild cards make no row: a stable name, a sentence, the official rules."""
    cards = guild_cards(bag)
    ranks = {rank(card) for card in cards}
    colours = {card % WIDTH for card in cards}
    if len(cards) < 2:
        return "too_few_cards", "One card is no row; a set has two to four, a run three or more.", ("SRO-53", "SRO-59")
    if len(colours) > 1:
        if len(ranks) < len(cards):
            return "no_set", "These are not all of one number or name.", ("SRO-53", "A-SR-21")
        return "mixed_colours", "A run is of one colour, a set of one number or name.", ("SRO-53", "SRO-58", "A-SR-18")
    if max(ranks) - min(ranks) >= len(ranks):
        return "gap_in_run", "A run goes up without a gap and does not wrap.", ("SRO-58", "A-SR-18")
    if len(cards) < SHORTEST_RUN:
        return "run_too_short", "A run has three cards or more.", ("SRO-59",)
    if overlength == FORBID:
        return (
            "run_too_long",
            Said("At this table a run ends at {most} cards; this has {many}.", most=PRINTED_RUN, many=len(cards)),
            ("A-SR-19",),
        )
    raise ValueError(f"{name(bag)} is a legal row")


def _plural(low: int) -> str:
    return NAMES[low] if low < FIRST_CHARACTER else CHARACTERS[low - FIRST_CHARACTER]


def _lowest(bag: Bag) -> Card:
    return (bag & -bag).bit_length() - 1


def _lowest_rank(bag: Bag) -> int:
    return rank(_lowest(bag)) if bag else 0


def _run(start: Card, length: int) -> Bag:
    return sum(UNITS[start] << WIDTH * step for step in range(length))
