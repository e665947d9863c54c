"""How well a state agrees with what was seen: a likelihood, 1 where every seen piece is as it should be."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import MASON, UNKNOWN, Card, cards_of, count
from engine.games.stonerow.state import DEAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State
    from vision.games.stonerow.model.reading import Guess, SeenRow, SeenTable

EVEN: Final = 0.5
"""How often what may as well be otherwise is so. What seems to be another card of a row may be one beside it, seen
twice. More cards may have left a pile than were seen to go. The tower's next card may still be to be turned up when the
row is laid already that it is turned up for."""
SOMETIMES: Final = 0.2
"""How often what is no rule is so. Of two equal cards on a row one lies on the other, and is seen alone. A Mason lies
near a row of its player (SRO-35) rather than on the neighbour's row that it enlarged."""
SELDOM: Final = 0.1
"""How often what may be is so, beside what is likelier: such as that a card is one that the state does not know."""
OVERLOOKED: Final = 0.03
"""How often a card that lies there is not seen, and how often a count is wrong by one."""
RARELY: Final = 0.02
"""How often what is hardly ever so is so: such as that what could not be read is no card."""
TOUCHED: Final = 0.01
"""How often somebody's fingers stay at the pile, and nothing is drawn: an estimate. In 24 rendered games nobody's did
who did not draw, but while the cards were dealt."""
NEVER: Final = 0.002
"""How often a sure reading is wrong. A card is taken for one that its likelihoods do not name, or seen where none lies.
A row is taken to lie before another seat. The brickyard, on which nothing ever lies, seems to be empty."""
READ: Final = 0.8
"""A guess is as good as read if one card is so likely."""


def reading_likelihood(reading: SeenTable) -> Callable[[State], float]:
    """The likelihood of a reading by the state. Those of states, and of rows at a place, are found once."""

    @cache
    def of_row(row: Row, at: int) -> float:
        return _row(row, reading.rows[at])

    @cache
    def of(state: State) -> float:
        rows, pending = 1.0, state.pending
        lie = pairs(state.rows, reading.rows)
        for row, at in lie:
            if row is None:
                rows *= _phantoms(reading.rows[at].cards)
            elif at < 0:
                rows *= OVERLOOKED ** row.cards.bit_count()
            elif pending is not None and pending.row == row.id:
                rows *= of_row(row.marked(pending.hammer, broken=row.broken), at)
            else:
                rows *= of_row(row, at)
        return rows * _masons(lie, state, reading) * _piles(reading, state) * _counts(reading, state)

    return of


def _masons(lie: Sequence[tuple[Row | None, int]], state: State, reading: SeenTable) -> float:
    """How much likelier a reading is where a Mason that is missing on a row lies near another one of its player."""
    holders, away, pending = [], [], state.pending
    for row, at in lie:
        if row is not None and at >= 0:
            seen, marks = reading.rows[at], row.markers.count(MASON)
            if pending is not None and pending.row == row.id:
                marks += pending.hammer == MASON
            more = sum(guess.get(MASON, 0.0) > READ for guess in seen.markers) - marks
            holders += [seen.holder] * more
            away += [row] * -more
    likelier = 1.0
    for row in away:
        near = next((holder for holder in holders if row.owned_by(holder)), None)
        if near is not None:
            holders.remove(near)
            likelier *= SOMETIMES / (OVERLOOKED * NEVER)
    return likelier


def _piles(reading: SeenTable, state: State) -> float:
    likelihood = 1.0
    if reading.keystone is not None:
        likelihood *= _card(reading.keystone, state.keystone)
    if reading.top is not None and state.brickyard is not None:
        if reading.top and state.brickyard:
            likelihood *= _card(reading.top[0], state.brickyard[-1])
        elif reading.top:
            likelihood *= _phantoms(reading.top)
        elif state.brickyard:
            likelihood *= NEVER
    if reading.first is not None and state.phase == DEAL:
        likelihood *= NEVER
    if reading.overtime and not state.overtime:
        likelihood *= NEVER * SELDOM  # a Foreman looks like no other card
    return likelihood


def _counts(reading: SeenTable, state: State) -> float:
    likelihood = _laid(reading.golddiggers, state.golddiggers)
    if reading.quarry is not None and state.quarry is not None and state.quarry != reading.quarry:
        # Of a pile that was watched is known that cards left it, hardly how many.
        likelihood *= TOUCHED if state.quarry > reading.quarry else EVEN
    if not state.options.teams:
        late = state.round is not None and reading.tower == state.round - 1
        likelihood *= EVEN if late else _off(reading.tower, state.round)
    for seen, true in zip(reading.deflectors or (), state.deflectors, strict=False):
        likelihood *= _laid(seen, true)
    return likelihood


def pairs(rows: Sequence[Row], seen: Sequence[SeenRow]) -> list[tuple[Row | None, int]]:
    """Every row with the place in the reading that shows it: by id, else by most of its cards. It is None or -1 without
    partner."""
    places = {one.id: at for at, one in enumerate(seen) if one.id is not None}
    found: list[tuple[Row | None, int]] = [(row, places[row.id]) for row in rows if row.id in places]
    free = sorted(set(range(len(seen))) - {at for _, at in found})
    for row in rows:
        if row.id not in places:
            bag = row.cards
            shown = {
                at: sum(chance for guess in seen[at].cards for card, chance in guess.items() if count(bag, card))
                for at in free
            }
            best = max((at for at in free if shown[at] > 0), key=shown.__getitem__, default=-1)
            found.append((row, best))
            free = [at for at in free if at != best]
    return [*found, *((None, at) for at in free)]


def assign(cards: Sequence[Card], guesses: Sequence[Guess]) -> tuple[float, list[Guess], list[Card]]:
    """The best one-to-one reading of guesses as these cards: its likelihood, the guesses and cards left over."""
    left = list(cards)
    likelihood, over = 1.0, []
    for guess in sorted(guesses, key=lambda one: -max(one.values(), default=0.0)):
        best = max(left, key=lambda card: guess.get(card, 0.0), default=None)
        if best is not None and guess.get(best, 0.0) > 0:
            left.remove(best)
            likelihood *= guess[best]
        else:
            over.append(guess)
    return likelihood, over, left


def _row(row: Row, seen: SeenRow) -> float:
    likelihood = 1.0 if seen.holder == row.holder else NEVER
    return likelihood * _cards(cards_of(row.cards), seen.cards) * _cards(row.markers, seen.markers)


def _cards(cards: Sequence[Card], guesses: Sequence[Guess]) -> float:
    likelihood, over, left = assign(cards, guesses)
    misread = min(len(over), len(left))
    for guess in over[:misread]:
        likelihood *= NEVER if guess else SELDOM
    unseen = len(left) - misread
    alike = min(sum(left.count(card) < cards.count(card) for card in left), unseen)
    return likelihood * SOMETIMES**alike * OVERLOOKED ** (unseen - alike) * _phantoms(over[misread:], cards)


def _phantoms(guesses: Sequence[Guess], beside: Sequence[Card] = ()) -> float:
    """How often cards are seen that nothing explains, where others lie `beside` them."""
    likelihood = 1.0
    for guess in guesses:
        best = max(guess.values(), default=0.0)
        if best > READ:
            likelihood *= NEVER
        else:
            likelihood *= max(RARELY * (1 - best), EVEN * max((guess.get(card, 0.0) for card in beside), default=0.0))
    return likelihood


def _card(guess: Guess, card: Card | None) -> float:
    if not guess:
        return 1.0
    if card is None or card == UNKNOWN:
        return SELDOM
    return max(guess.get(card, 0.0), NEVER)


def _laid(seen: int | None, true: int) -> float:
    """Cards that lie by themselves are overlooked rather than seen where there are none."""
    return float(NEVER ** (seen - true)) if seen is not None and seen > true else _off(seen, true)


def _off(seen: int | None, true: int | None) -> float:
    if seen is None or true is None or seen == true:
        return 1.0
    return float(OVERLOOKED ** abs(seen - true))
