"""What lay there for a while and is gone at the next look. It was glimpsed on the brickyard, beside it, or as a Hammer
on a row."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import dist, inf
from typing import TYPE_CHECKING, Any, Final

from engine.games.stonerow.cards import UNKNOWN, cards_of, label
from engine.games.stonerow.state import DEAL, OVER
from vision.games.stonerow.hammers import SPOT, glimpsed_cards, struck
from vision.games.stonerow.known import BRICKYARD, KEPT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games.stonerow.state import State
    from vision.games.stonerow.hammers import CardGlimpse
    from vision.games.stonerow.known import Known
    from vision.games.stonerow.zones import Zones
    from vision.observation import Observation

LAY: Final = 2
"""A card that is glimpsed so often lay there; once may be a card that is carried over it."""


@dataclass(frozen=True, slots=True)
class Glimpses:
    """Glimpses since the last look. `tops` are the labels of the brickyard's top, each with all that was read surely
    beside it. `cards` are all that were read surely, with their places (mm).

    `dealing`: they are of a table on which the game was not seen to begin yet; `lay` is the first of them that lay
    there.
    """

    tops: tuple[tuple[str, frozenset[str]], ...] = ()
    cards: tuple[CardGlimpse, ...] = ()
    dealing: bool = False
    lay: str | None = None

    def glimpsed(self, seen: Observation, zones: Zones) -> Glimpses:
        """The same with what a frame shows in which something moves."""
        fresh = list(glimpsed_cards(seen, zones))
        top, cards = _on_brickyard(fresh, zones), (*self.cards, *fresh)[-KEPT * KEPT :]
        if top is None:
            return replace(self, cards=cards)
        beside = frozenset(piece.label for piece in seen.pieces if piece.label is not None)
        tops = (*self.tops, (top, beside))[-KEPT:]
        lay = self.lay is None and sum(each == top for each, _ in tops) >= LAY
        return replace(self, cards=cards, tops=tops, lay=top if lay else self.lay)

    def known(self, state: State | None) -> Glimpses:
        """The same once the game is known to be in `state`: what came before it began is forgotten."""
        dealing = state is not None and state.phase == DEAL
        return replace(Glimpses() if self.dealing and not dealing else self, dealing=dealing)

    @property
    def kept(self) -> Glimpses:
        """What a look at rest leaves of it."""
        return self if self.dealing else Glimpses()

    @property
    def first(self) -> dict[str, str]:
        """Which card lay there first, as a position has it, as long as the game was not seen to begin."""
        return {"first": self.lay} if self.dealing and self.lay is not None else {}

    def positions(
        self, state: State | None, position: Mapping[str, Any], places: Mapping[Known | str, tuple[float, float]]
    ) -> tuple[dict[str, Any], ...]:
        """Positions that the table was glimpsed in, where `position` is seen now. In one a Hammer lay on a row and was
        attracted at once. In another a card lay on the brickyard that one player discarded and the next one drew at
        once. Rows that were seen with it had been laid by then. `places` are those of known cards (mm)."""
        if self.dealing or state is None or state.brickyard is None or state.phase == OVER:
            return ()
        known = {label(card) for card in state.brickyard if card != UNKNOWN}
        for seen in position.get("brickyard", ()):
            known |= {seen} if isinstance(seen, str) else set(seen["labels"])
        lay = Counter(top for top, _ in self.tops)
        positions: list[dict[str, Any]] = [
            {"rows": rows} for rows in struck(state, _known_rows(state), self.cards, places, position)
        ]
        for top in (top for top, times in lay.items() if times >= LAY and top not in known):
            beside = frozenset[str]().union(*(labels for each, labels in self.tops if each == top))
            positions.append({"rows": [*_known_rows(state), *_laid_by_then(position, beside)], "brickyard": [top]})
        return tuple(positions)


def _on_brickyard(cards: Sequence[CardGlimpse], zones: Zones) -> str | None:
    """The label of the card that a glimpse shows squarely on the brickyard; None without one."""
    place = zones.piles()[BRICKYARD]
    away, top = min(((dist(card[1:], place), card.name) for card in cards), default=(inf, None))
    return top if away < SPOT else None


def _known_rows(state: State) -> list[dict[str, Any]]:
    return [
        {
            "id": f"r{row.id}",
            "holder": row.holder,
            "cards": [label(card) for card in cards_of(row.cards)],
            "markers": [label(card) for card in row.markers],
        }
        for row in state.rows
    ]


def _laid_by_then(position: Mapping[str, Any], beside: frozenset[str]) -> list[dict[str, Any]]:
    """The new rows of which a card was seen then."""
    new = [row for row in position.get("rows", ()) if "id" not in row]
    return [row for row in new if any(card in beside for card in row["cards"] if isinstance(card, str))]
