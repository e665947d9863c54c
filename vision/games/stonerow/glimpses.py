"""What was glimpsed while something moved: cards that lay on a row or the brickyard and are gone at the next look."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from math import dist, inf
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.games.stonerow.cards import CARDS, DISPLACER, cards_of
from engine.games.stonerow.state import DEAL, OVER, REACTION
from vision.games.stonerow.cards import BY, laid
from vision.games.stonerow.model.reading import SeenRow, SeenTable
from vision.games.stonerow.tracks import BRICKYARD, CLOSE, KEPT, ROW, StateCard
from vision.games.table import PUSHED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.games.stonerow.state import State
    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.model.reading import Guess
    from vision.games.stonerow.tracks import Places
    from vision.games.stonerow.zones import Zones
    from vision.observation import Observation

LIKELIER: Final = 20.0
"""So much likelier it is that card, if it may be. An estimate: what reads surely in passing is hardly ever wrong."""


class CardGlimpse(NamedTuple):
    """A card that a glimpse showed surely, and its place (mm)."""

    name: str
    x: float
    y: float


def struck(
    state: State,
    rows: Sequence[SeenRow],
    cards: Sequence[CardGlimpse],
    track_centres: Places,
    seen: SeenTable,
) -> Iterator[tuple[SeenRow, ...]]:
    """The known rows with one card more on one of them, where a Displacer has come to the brickyard. The card was
    glimpsed there and is none `seen` now. `track_centres` are where cards of the state lay (mm)."""
    yard = state.brickyard or ()
    if state.phase == REACTION or DISPLACER in yard or DISPLACER not in set().union(*(seen.top or ())):
        return
    there = set().union(*replace(seen, rows=(*rows, *seen.rows)).guesses)
    on = [(at, one.key) for one, at in track_centres.items() if isinstance(one, StateCard) and one.kind == ROW]
    fresh: dict[str, list[CardGlimpse]] = defaultdict(list)
    for card in cards:
        if CARDS[card.name] not in there:
            fresh[card.name].append(card)
    for name, lay in fresh.items():
        twice = [one for n, one in enumerate(lay) if any(dist(one[1:], other[1:]) <= CLOSE for other in lay[n + 1 :])]
        by = [min(((dist(one[1:], at), row) for at, row in on), default=(BY, 0)) for one in twice]
        number = next((row for away, row in reversed(by) if away < BY), None)
        more = _sure([CARDS[name]])
        if number is not None:
            yield tuple(replace(row, markers=row.markers + more) if row.id == number else row for row in rows)


def name_occluded(
    cards: Sequence[Card], glimpses: Iterable[CardGlimpse], piles: Iterable[tuple[float, float]]
) -> tuple[list[Card], tuple[CardGlimpse, ...]]:
    """The cards of a look at rest, with what `glimpses` tell of those that are not sure. With them the glimpses that
    told it, which count in the next look, too. On the `piles` (mm) one card lies on another."""
    sure, spots = {card.label for card in cards}, list(piles)
    seen = [each for each in glimpses if each.name not in sure and all(dist(each[1:], spot) > PUSHED for spot in spots)]
    found: list[Card] = []
    lying: list[CardGlimpse] = []
    for card in cards:
        there = [each for each in seen if dist(each[1:], (card.x, card.y)) <= CLOSE and card.guess.get(each.name)]
        if card.label is None and there:
            name = Counter(each.name for each in there).most_common(1)[0][0]
            lying.append(next(each for each in there if each.name == name))
            found.append(replace(card, guess=_with(card, name)))
        else:
            found.append(card)
    return found, tuple(lying)


def _with(card: Card, name: str) -> dict[str, float]:
    """What a card may be, where one of that was glimpsed."""
    total = 1.0 + (LIKELIER - 1.0) * card.guess[name]
    return {label: chance * (LIKELIER if label == name else 1.0) / total for label, chance in card.guess.items()}


class Frame(NamedTuple):
    """What a frame shows in which something moves: the card on the brickyard (None: none), and all that read surely."""

    top: str | None
    cards: tuple[CardGlimpse, ...]


@dataclass(frozen=True, slots=True)
class Glimpses:
    """The last frames since the last look. `lying` was glimpsed before where cards lie unread. `dealing`: they are of a
    table on which the game was not seen to begin yet; `lay` is what lay on the brickyard first, then."""

    frames: tuple[Frame, ...] = ()
    lying: tuple[CardGlimpse, ...] = ()
    dealing: bool = False
    lay: str | None = None

    def glimpsed(self, seen: Observation, zones: Zones) -> Glimpses:
        """The same with what a frame shows in which something moves."""
        read = (card for card in laid(seen, zones)[0] if card.label in CARDS)
        cards, place = tuple(CardGlimpse(str(card.label), card.x, card.y) for card in read), zones.piles()[BRICKYARD]
        away, top = min(((dist(card[1:], place), card.name) for card in cards), default=(inf, ""))
        frame = Frame(top if away < CLOSE else None, cards)
        glimpses = replace(self, frames=(*self.frames, frame)[-KEPT:])
        often = [top for top, times in glimpses.tops.items() if times > 1]
        return replace(glimpses, lay=self.lay or next(iter(often), None))

    @property
    def cards(self) -> tuple[CardGlimpse, ...]:
        """All that was glimpsed."""
        return tuple(card for frame in self.frames for card in frame.cards)

    @property
    def tops(self) -> Counter[str]:
        """What was glimpsed on the brickyard, and how often: what is seen there once may be carried over it."""
        return Counter(frame.top for frame in self.frames if frame.top is not None)

    def known(self, state: State | None) -> Glimpses:
        """The same once the game is known to be in `state`: what came before it began is forgotten."""
        dealing = state is not None and state.phase == DEAL
        return replace(Glimpses() if self.dealing and not dealing else self, dealing=dealing)

    @property
    def kept(self) -> Glimpses:
        """What a look at rest leaves of it."""
        return self if self.dealing else Glimpses()

    @property
    def first(self) -> Guess | None:
        """Which card lay there first, as long as the game was not seen to begin."""
        return {CARDS[self.lay]: 1.0} if self.dealing and self.lay is not None else None

    def tables(self, state: State | None, seen: SeenTable, track_centres: Places) -> tuple[SeenTable, ...]:
        """What was glimpsed of the table, where it is `seen` now as it is. Once a Hammer lay on a row and was attracted
        at once. Or a card lay on the brickyard that one player discarded and the next one drew at once. Rows that were
        seen with it had been laid by then. `track_centres` are where cards lay (mm)."""
        if self.dealing or state is None or state.brickyard is None or state.phase == OVER:
            return ()
        known = set(state.brickyard).union(*(seen.top or ()))
        rows = [SeenRow(row.id, row.holder, _sure(cards_of(row.cards)), _sure(row.markers)) for row in state.rows]
        tables = [SeenTable(struck_rows) for struck_rows in struck(state, rows, self.cards, track_centres, seen)]
        for top in (top for top, times in self.tops.items() if times > 1 and CARDS[top] not in known):
            beside = _sure(CARDS[card.name] for frame in self.frames if frame.top == top for card in frame.cards)
            laid_by_then = (row for row in seen.rows if row.id is None and any(guess in beside for guess in row.cards))
            tables.append(SeenTable((*rows, *laid_by_then), _sure([CARDS[top]])))
        return tuple(tables)


def _sure(cards: Iterable[int]) -> tuple[Guess, ...]:
    return tuple({card: 1.0} for card in cards)
