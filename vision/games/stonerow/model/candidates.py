"""From the difference between a state and a reading to the plays that could have made it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.build import Build
from engine.games.stonerow.cards import (
    DISPLACER,
    GUILD,
    HIGHWAYMAN,
    MASON,
    UNITS,
    UNKNOWN,
    Card,
    cards_of,
    gather,
    guild_cards,
    is_guild,
)
from engine.games.stonerow.combinations import growth, worths
from engine.games.stonerow.dealing import Deal, TurnBrickyard, TurnKeystone
from engine.games.stonerow.discard import discard_of
from engine.games.stonerow.displacer import ATTRACT, DEFLECT, Deflect
from engine.games.stonerow.foreman import OVERTIME
from engine.games.stonerow.golddigger import DIG_QUARRY, MOST, DigBrickyard
from engine.games.stonerow.hammer import Break, hammer_slots
from engine.games.stonerow.highwayman import Steal
from engine.games.stonerow.mason import Mortar, Repair
from engine.games.stonerow.teammate import Add, Rescue
from vision.games.stonerow.model.likelihood import RARELY, SELDOM, assign, pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from engine.core import Seat
    from engine.games.stonerow.play import Play
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State
    from vision.games.stonerow.model.reading import Guess, SeenRow, SeenTable

    Frozen: TypeAlias = tuple[tuple[tuple[Card, float], ...], ...]

READINGS: Final = 24
"""So many readings of an uncertain row are weighed, likeliest first, and so many choices of what a GoldDigger took."""
LABELS: Final = 3
"""So many labels of one uncertain card."""
FIRST_UNSEEN: Final = TurnBrickyard(UNKNOWN)
"""The brickyard's first card, which nobody saw."""


def suspects(state: State, reading: SeenTable) -> dict[Play, Seat]:
    """Plays of which the reading shows a trace that the state does not have. Each has who made it, as far as it shows:
    before whom a row lies, else who is in turn."""
    found: dict[Play, Seat] = {}
    for row, at in pairs(state.rows, reading.rows):
        seen = reading.rows[at] if at >= 0 else None
        if seen is not None and row is None:
            builds = _builds(_frozen(seen.cards), state.options.run_overlength, state.options.teams)
            found |= dict.fromkeys(builds, seen.holder)
        elif seen is not None and row is not None:
            changes = _changed_row(state, row, seen)
            found |= {move: seen.holder if isinstance(move, Steal) else state.turn for move in changes}
    others = [*_piles(state, reading), *_laid(state, reading)]
    return found | dict.fromkeys(others, state.turn)


def of_the_table(state: State, reading: SeenTable) -> Iterator[Play]:
    """What the table turned up, or that it dealt anew. The brickyard's first card is the one that was glimpsed there
    first. It is the one in view where what was glimpsed never lay there. Or it was gone before anybody saw it."""
    if state.keystone is None and reading.keystone:
        yield from map(TurnKeystone, _likely(reading.keystone))
    begun = [*_likely(reading.first or {}), *_likely(reading.top[0] if reading.top else {})]
    yield from map(TurnBrickyard, dict.fromkeys(begun))
    yield FIRST_UNSEEN
    if not reading.rows:
        yield Deal()


def _frozen(guesses: Sequence[Guess]) -> Frozen:
    """Guesses as what has a hash: the same ones are weighed for many states of a look."""
    return tuple(tuple(guess.items()) for guess in guesses)


@lru_cache
def _readings(frozen: Frozen, overlength: str) -> tuple[tuple[Card, ...], ...]:
    """What uncertain cards could be, no card twice. First comes what makes a row, with a card more or less if need be,
    then what is likeliest of each."""
    guesses = [dict(guess) for guess in frozen]
    choices = [_likely(guess) for guess in guesses]
    if not choices or not all(choices):
        return ()
    found = _row_readings(guesses, overlength, 0)[:READINGS]
    if not found or found[0][0] < RARELY:  # some may be unseen, or seen twice
        found += _row_readings(guesses, overlength, 1)[:READINGS]
        found += _row_readings(guesses, overlength, -1)[:READINGS]
    other = (cards for cards in islice(product(*choices), READINGS) if len(set(cards)) == len(cards))
    return (*(cards for _, cards in found), *(tuple(sorted(cards)) for cards in other))


def _row_readings(guesses: Sequence[Guess], overlength: str, unseen: int) -> list[tuple[float, tuple[Card, ...]]]:
    """The rows that uncertain cards could be, with so many more unseen, likeliest first, and how likely. The other
    cards of a row tell what a strip does not. Where one fewer makes a row (-1), an unsure one may be seen twice."""
    possible = gather(card for guess in guesses for card in guess)
    found = []
    for bag in worths(overlength):
        if bag.bit_count() == len(guesses) + unseen and (bag & ~possible).bit_count() <= max(unseen, 0):
            cards = guild_cards(bag)
            likelihood, over, _ = assign(cards, guesses)
            if len(over) == max(-unseen, 0) and all(_is_again(guess, cards) for guess in over):
                found.append((likelihood, cards))
    return sorted(found, key=lambda each: (-each[0], each[1]))


def _is_again(guess: Guess, cards: Sequence[Card]) -> bool:
    """Whether what was not read surely may be one of these cards, seen twice."""
    return max(guess.values()) < 1.0 and max(guess.get(card, 0.0) for card in cards) >= SELDOM


@lru_cache
def _builds(frozen: Frozen, overlength: str, teams: bool) -> tuple[Play, ...]:
    """A build of all cards of a new row; in TeamPlay also of a part that the partner added to."""
    found: list[Play] = []
    for cards in _readings(frozen, overlength):
        if all(map(is_guild, cards)):
            found.append(Build(cards))
            whole = gather(cards)
            parts = worths(overlength) if teams else ()
            found += (Build(guild_cards(part)) for part in parts if part & ~whole == 0 and part != whole)
    return tuple(dict.fromkeys(found))


def _changed_row(state: State, row: Row, seen: SeenRow) -> Iterator[Play]:
    _, extra, _ = assign(cards_of(row.cards), seen.cards)
    yield from (Mortar(card, row.id) for guess in extra for card in _fitting(row, guess, state))
    for cards in _readings(_frozen(extra), state.options.run_overlength) if state.options.teams else ():
        if all(map(is_guild, cards)):
            yield Add(cards, row.id)
    _, markers, _ = assign(row.markers, seen.markers)
    for guess in markers:
        for card in _likely(guess):
            yield from _marked(state, row, card)
    if seen.holder != row.holder:
        yield Steal(row.id)


def _fitting(row: Row, guess: Guess, state: State) -> Iterator[Card]:
    """What an uncertain card of a row could be: the likeliest labels, and all that make the row larger."""
    larger = growth(row.cards, state.options.run_overlength)
    for card in sorted(filter(is_guild, guess), key=lambda one: -guess[one]):
        if card in _likely(guess) or UNITS[card] & larger:
            yield card


def _marked(state: State, row: Row, marker: Card) -> Iterator[Play]:
    """What lays this card on a row."""
    slots = hammer_slots(state.keystone, state.options)
    if marker == MASON and row.broken:
        yield Repair(row.id)
    elif marker == MASON:
        # The card that it mortars may lie there unread.
        fitting = growth(row.cards, state.options.run_overlength)
        yield from (Mortar(card, row.id) for card in guild_cards(fitting))
    if marker == HIGHWAYMAN:
        yield Steal(row.id)
    if marker not in (MASON, HIGHWAYMAN) or slots & ~GUILD:
        yield Break(marker, row.id)


def _piles(state: State, reading: SeenTable) -> Iterator[Play]:
    """A new top of the brickyard: discarded, or attracted by; the old one gone: rescued."""
    top = state.brickyard[-1] if state.brickyard else UNKNOWN
    if state.last is not None and top != UNKNOWN:
        yield Rescue(top)
    for card in _likely(reading.top[0]) if reading.top else ():
        if card != top or not is_guild(card):
            yield discard_of(card)
            if card == DISPLACER and state.pending is not None:
                yield ATTRACT


def _laid(state: State, reading: SeenTable) -> Iterator[Play]:
    """A deflector or a GoldDigger more than there were, or the Foreman."""
    for before, after in zip(state.deflectors, reading.deflectors or (), strict=False):
        if after > before:
            if state.options.deflector_scope == "one_row":
                yield from (Deflect(row.id) for row in state.rows)
            else:
                yield DEFLECT
    if reading.golddiggers is not None and reading.golddiggers > state.golddiggers:
        yield DIG_QUARRY
        yield from islice(_digs(state, reading), READINGS)
    if reading.overtime and not state.overtime:
        yield OVERTIME


def _digs(state: State, reading: SeenTable) -> Iterator[Play]:
    """Choices from the brickyard, those first that leave the top that was seen."""
    pile = [card for card in state.brickyard or () if card != UNKNOWN]
    choices = [tuple(sorted(cards)) for number in range(1, MOST + 1) for cards in combinations(pile, number)]
    tops = set(_likely(reading.top[0]) if reading.top else ())
    left = {cards: [card for card in pile if card not in cards] for cards in choices}
    yield from map(DigBrickyard, sorted(choices, key=lambda cards: tops.isdisjoint(left[cards][-1:])))


def _likely(guess: Guess) -> list[Card]:
    return sorted(guess, key=lambda card: -guess[card])[:LABELS]
