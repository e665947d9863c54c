"""Rows on the table: who laid which cards when, what lies on them, and who scores what for them.

Layers follow A-SR-35, A-SR-38, A-SR-67 and A-SR-91; a group has one fate (SRO-38, SRT-31).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.core import Line, Verdict
from engine.games.stonerow.cards import FOREMAN, HIGHWAYMAN, MASON, Bag, Card, merge
from engine.games.stonerow.combinations import name, rule_of, worths
from engine.games.stonerow.rules import cite, refuse
from engine.said import Said

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stonerow.options import StoneRowOptions

OWN_CARDS_PLUS_BASE: Final = "own_cards_plus_base"
GROUP_TOTAL: Final = "group_total_for_all"


@dataclass(frozen=True, slots=True)
class Layer:
    """Cards of a row that one seat laid and scores from there on."""

    owner: Seat
    cards: Bag


@dataclass(frozen=True, slots=True)
class Row:
    """A row or mortared group: `r` + id, before whom it lies, its layers in order of play, the cards laid on it.

    `markers` are the Hammers, Masons and Highwaymen played on it, which stay and count for nothing (A-SR-24).
    """

    id: int
    holder: Seat
    layers: tuple[Layer, ...]
    markers: tuple[Card, ...] = ()
    broken: bool = False

    @property
    def cards(self) -> Bag:
        """All cards of the group, without its markers."""
        bag = self.layers[0].cards
        for layer in self.layers[1:]:
            bag = merge(bag, layer.cards)
        return bag

    @property
    def owners(self) -> tuple[Seat, ...]:
        """Everyone with a layer, in order of play."""
        return tuple(dict.fromkeys(layer.owner for layer in self.layers))

    def owned_by(self, seat: Seat) -> bool:
        """Whether a seat has a layer in it."""
        if len(self.layers) == 1:
            return self.layers[0].owner == seat
        return any(layer.owner == seat for layer in self.layers)

    def owned_against(self, seat: Seat, options: StoneRowOptions) -> bool:
        """Whether some owner is an opponent of this seat, which makes it a target (A-SR-26, A-SR-31, A-SR-90)."""
        ours = (seat, options.partner(seat))
        if len(self.layers) == 1:
            return self.layers[0].owner not in ours
        return any(layer.owner not in ours for layer in self.layers)

    def marked(self, card: Card, *, broken: bool) -> Row:
        """With a Hammer or a Mason on top, which decides whether it counts (A-SR-24)."""
        return replace(self, markers=(*self.markers, card), broken=broken)

    def stolen(self, seat: Seat) -> Row:
        """Before the thief, all in one layer, whole or broken as it was (SRO-32, A-SR-29, A-SR-30)."""
        return replace(self, holder=seat, layers=(Layer(seat, self.cards),), markers=(*self.markers, HIGHWAYMAN))

    def grown(self, seat: Seat, cards: Bag, options: StoneRowOptions) -> Row:
        """With more cards from a seat: a layer of its own, or of the holder where it plays on the holder's side.

        A-SR-38, A-SR-67, A-SR-91: the holder's side joins its layer where that is the topmost.
        """
        top = self.layers[-1]
        if options.team(seat) != options.team(self.holder):
            return replace(self, layers=(*self.layers, Layer(seat, cards)))
        if top.owner == self.holder:
            return replace(self, layers=(*self.layers[:-1], Layer(self.holder, top.cards | cards)))
        return replace(self, layers=(*self.layers, Layer(self.holder, cards)))

    def mortared(self, seat: Seat, card: Bag, options: StoneRowOptions) -> Row:
        """With one more card and the Mason that laid it (SRO-35, SRO-40)."""
        grown = self.grown(seat, card, options)
        return replace(grown, markers=(*self.markers, MASON))


def broken_by(markers: tuple[Card, ...]) -> bool:
    """Whether the last Hammer or Mason on a row is a Hammer: what a row looks like tells, where nobody says it.

    Where Masons or Highwaymen are Hammers themselves, only the history can tell; they are taken for what they are.
    """
    for card in reversed(markers):
        if card not in (HIGHWAYMAN, FOREMAN):
            return card != MASON
    return False


def shares(row: Row, options: StoneRowOptions) -> dict[Seat, Bag]:
    """For every seat that scores from an unbroken row: the cards whose value it scores.

    A-SR-35 and its options; a team scores a group once, by the seat of its last layer (A-SR-67b).
    """
    if len(row.layers) == 1:
        return {row.layers[0].owner: row.layers[0].cards}
    scoring = options.mortar_scoring
    whole, base = row.cards, row.layers[0].cards
    so_far = 0
    own: dict[int, Bag] = {}
    last: dict[int, Seat] = {}
    scored: dict[int, Bag] = {}
    for layer in row.layers:
        side = options.team(layer.owner)
        so_far = merge(so_far, layer.cards)
        own[side] = merge(own.get(side, base), layer.cards)
        last[side] = layer.owner
        scored[side] = so_far
    if scoring == GROUP_TOTAL:
        scored = dict.fromkeys(last, whole)
    elif scoring == OWN_CARDS_PLUS_BASE:
        table = worths(options.run_overlength)
        scored = {side: cards if cards in table else base for side, cards in own.items()}
    return {last[side]: cards for side, cards in scored.items()}


def share_of(row: Row, side: int, options: StoneRowOptions) -> tuple[int, Bag]:
    """What one side scores from a row, broken or not, and for which cards; (0, 0) where it owns nothing."""
    if row.broken:
        return 0, 0
    for seat, cards in shares(row, options).items():
        if options.team(seat) == side:
            return worths(options.run_overlength).get(cards, 0), cards
    return 0, 0


def gained(before: Row | None, after: Row, seat: Seat, options: StoneRowOptions) -> int:
    """By how much a move that changes one row changes its mover's own total."""
    side = options.team(seat)
    return share_of(after, side, options)[0] - (share_of(before, side, options)[0] if before else 0)


def gain(before: Row | None, after: Row, seat: Seat, options: StoneRowOptions) -> tuple[Line, ...]:
    """The line of a move that changes one row: what its mover's own total gains."""
    side = options.team(seat)
    had, cards_before = share_of(before, side, options) if before else (0, 0)
    has, cards = share_of(after, side, options)
    if has == had:
        return ()
    form = "{combination} in {row}, {combination2} before" if had else "{combination} in {row}"
    why = Said(form, combination=name(cards), row=f"r{after.id}", combination2=name(cards_before))
    return (Line(has - had, why, cite(options, *rule_of(cards))),)


def no_such_row(options: StoneRowOptions, number: int) -> Verdict:
    """The refusal of a move on a row that does not lie on the table."""
    return refuse(options, "no_such_row", Said("There is no row {row} on the table.", row=f"r{number}"), "A-SR-56")
