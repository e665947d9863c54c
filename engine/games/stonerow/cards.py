"""The cards, and bags of cards as whole numbers (SRO-2…9, SRT-1…3, SRB-1, A-SR-01).

A card is a number. 0 … 51 are the number and guild cards, rank after rank, within a rank in the order R B G Y. 52 … 56
are the action cards. A bag of cards is one integer. Every number or guild card has a bit, for there is one copy of it.
Above them every kind of action card has a small counter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Card: TypeAlias = int
Bag: TypeAlias = int

COLOURS: Final = "RBGY"
RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Ap", "Su", "Ar", "GM")
"""A run's order: the characters go on from nine (SRO-58, SRT-50, SRB-42)."""
NAMES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
CHARACTERS: Final = ("Apprentices", "Surveyors", "Architects", "Guild Masters")
FIRST_CHARACTER: Final = 9
GUILD_CARDS: Final = len(RANKS) * len(COLOURS)

HIGHWAYMAN: Final[Card] = 52
MASON: Final[Card] = 53
GOLDDIGGER: Final[Card] = 54
DISPLACER: Final[Card] = 55
FOREMAN: Final[Card] = 56
ACTION_CARDS: Final = (HIGHWAYMAN, MASON, GOLDDIGGER, DISPLACER, FOREMAN)
ACTION_NAMES: Final = ("Highwayman", "Mason", "GoldDigger", "Displacer", "Foreman")

LABELS: Final = (*(colour + rank for rank in RANKS for colour in COLOURS), "Hw", "Ma", "Gd", "Di", "Fo")
CARDS: Final = {label: card for card, label in enumerate(LABELS)}
UNKNOWN: Final[Card] = -1
"""A card that lies face down under others and that nobody has told."""
HIDDEN_LABEL: Final = "?"

COUNTER_BITS: Final = 8
COUNTER: Final = (1 << COUNTER_BITS) - 1
GUILD: Final[Bag] = (1 << GUILD_CARDS) - 1
UNITS: Final = tuple(
    1 << (card if card < GUILD_CARDS else GUILD_CARDS + COUNTER_BITS * (card - GUILD_CARDS))
    for card in range(len(LABELS))
)
"""The bag that holds one card, for every card."""
SLOTS: Final = tuple(unit if unit <= GUILD else unit * COUNTER for unit in UNITS)
"""The bits of a bag that tell whether a card is in it, for every card."""
BYTE_BITS: Final = 8
BYTE: Final = (1 << BYTE_BITS) - 1
IN_BYTE: Final = tuple(
    tuple(tuple(start + bit for bit in range(BYTE_BITS) if held >> bit & 1) for held in range(BYTE + 1))
    for start in range(0, GUILD_CARDS, BYTE_BITS)
)
"""The cards that eight bits of a bag stand for, byte after byte: reading a bag is looking up its bytes."""
COUNTERS: Final[Bag] = sum(UNITS[card] for card in ACTION_CARDS) * COUNTER


def is_guild(card: Card) -> bool:
    """Whether it is one of the 52 number and guild cards, which alone make rows (A-SR-22)."""
    return 0 <= card < GUILD_CARDS


def rank(card: Card) -> int:
    """0 … 12, from one to Guild Master; of a number or guild card."""
    return card >> 2


def label(card: Card) -> str:
    """`R7`, `BSu`, `Hw`; `?` for a card that nobody knows."""
    return HIDDEN_LABEL if card == UNKNOWN else LABELS[card]


def labels(cards: Iterable[Card]) -> str:
    """The labels in the order given, with a space between."""
    return " ".join(map(label, cards))


def count(bag: Bag, card: Card) -> int:
    """How many copies of a card a bag holds."""
    if card < GUILD_CARDS:
        return bag >> card & 1
    return bag // UNITS[card] & COUNTER


def action_counts(bag: Bag) -> bytes:
    """How many copies of each action card a bag holds: their counters are its bytes."""
    return (bag >> GUILD_CARDS).to_bytes(len(ACTION_CARDS), "little")


def size(bag: Bag) -> int:
    """How many cards a bag holds."""
    if bag <= GUILD:
        return bag.bit_count()
    return (bag & GUILD).bit_count() + sum(action_counts(bag))


def gather(cards: Iterable[Card]) -> Bag:
    """The bag of these cards; a second copy of a number or guild card, which cannot be, is left out (A-SR-01)."""
    bag = 0
    for card in cards:
        if card < 0:
            continue
        bag = bag | UNITS[card] if card < GUILD_CARDS else bag + UNITS[card]
    return bag


def merge(bag: Bag, other: Bag) -> Bag:
    """Both bags together; a number or guild card that is in both counts once."""
    return (bag | other) & GUILD | (bag & COUNTERS) + (other & COUNTERS)


def take_out(bag: Bag, other: Bag) -> Bag:
    """What is left of a bag without the cards of the other; what it does not hold is passed over."""
    left = bag & GUILD & ~other
    if not bag & COUNTERS:
        return left
    for card in ACTION_CARDS:
        left += UNITS[card] * max(0, count(bag, card) - count(other, card))
    return left


def guild_cards(bag: Bag) -> tuple[Card, ...]:
    """The number and guild cards of a bag, in the order of moves."""
    found: list[Card] = []
    left = bag & GUILD
    for held in IN_BYTE:
        if not left:
            break
        found += held[left & BYTE]
        left >>= BYTE_BITS
    return tuple(found)


def cards_of(bag: Bag) -> tuple[Card, ...]:
    """The cards of a bag in the order of moves, action cards last, every copy for itself."""
    return guild_cards(bag) + tuple(card for card in ACTION_CARDS for _ in range(count(bag, card)))


def kinds(bag: Bag) -> tuple[Card, ...]:
    """The cards of a bag, equal ones named once."""
    guild = guild_cards(bag)
    return guild if bag <= GUILD else guild + tuple(card for card in ACTION_CARDS if bag & SLOTS[card])
