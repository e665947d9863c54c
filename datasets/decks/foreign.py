"""Cards of other games, our own drawings too: an ordinary pack of 52, and a shedding game's coloured cards.

They lie on tables as clutter. Their labels begin with `foreign:` and name no card of StoneRow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.drawing import Drawing, Fill, Line, placed
from datasets.art.path import path
from datasets.art.pixels import raster as pixels
from datasets.art.place import Place
from datasets.art.shape import box, circle, polygon
from datasets.deck.labels import GUILDS
from datasets.decks import pictures
from datasets.decks.colours import random_colours, shade
from datasets.decks.dice import Dice
from datasets.decks.hand import random_hand
from datasets.decks.layouts import Style, laid_out, random_layout
from datasets.decks.motif import Motif
from datasets.decks.patterns import random_pattern
from datasets.decks.scripts import LATIN, glyphs
from datasets.decks.symbols import club, outlined, random_symbols

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from datasets.art.drawing import Marks
    from datasets.decks.symbols import Symbol

SUITS: Final[dict[str, Symbol]] = {
    "S": outlined("spade"),
    "H": outlined("heart"),
    "D": outlined("diamond"),
    "C": club,
}
COURTS: Final = {"J": "Ap", "Q": "Su", "K": "GM"}
PACK_RANKS: Final = ("A", *(str(n) for n in range(2, 11)), *COURTS)
PACK: Final = tuple(f"foreign:{rank}{suit}" for suit in SUITS for rank in PACK_RANKS)
SHEDDING_RANKS: Final = (*(str(n) for n in range(10)), "skip", "turn", "more")
SHEDDING: Final = tuple(f"foreign:{guild}-{rank}" for guild in GUILDS for rank in SHEDDING_RANKS)
BACK: Final = "foreign:back"


@dataclass(frozen=True, slots=True)
class ForeignDeck:
    """A deck of clutter: its labels, and a drawing for each."""

    seed: int
    labels: tuple[str, ...]
    style: Style
    motifs: Mapping[str, Callable[[Style], Motif]]
    symbol: Symbol

    def card(self, label: str) -> Drawing:
        """The face of a label, or the back for `foreign:back`."""
        return self._back() if label == BACK else laid_out(self.style, self.motifs[label](self.style))

    def raster(self, label: str, px_per_mm: float) -> NDArray[np.uint8]:
        """The card as H×W×4 BGRA, uint8, alpha 0 beyond its outline."""
        return pixels(self.card(label), px_per_mm)

    def _back(self) -> Drawing:
        layout, (background, ink) = self.style.layout, self.style.colours.back
        pattern = random_pattern(Dice(self.seed, "foreign/back"))
        medal = placed(self.symbol(ink, background), Place(layout.width / 2, layout.height / 2))
        paper = Fill(layout.inside(0), self.style.colours.paper)
        marks = (paper, *pattern.over(layout.inside(layout.margin), background, ink), *medal)
        return Drawing(layout.width, layout.height, layout.outline, marks)


def _pack_motif(rank: str, suit: str, colour: str) -> Callable[[Style], Motif]:
    def make(style: Style) -> Motif:
        symbol = SUITS[suit]
        ink, paper = style.colours.on_paper(colour), style.colours.paper
        if rank in COURTS:
            picture = pictures.pawn(COURTS[rank], symbol, (ink, paper))
        elif rank == "A":
            picture = placed(symbol(ink, paper), Place(scale=1.5))
        else:
            picture = pictures.pips(int(rank), symbol(ink, paper))
        return Motif(glyphs(rank, LATIN), symbol, colour, picture, "")

    return make


def _skip(ink: str) -> Marks:
    """A closed gate."""
    return (Line(path("M -12 12 V -8 M 12 12 V -8 M -12 -4 H 12 M -12 6 H 12"), 3.4, ink),)


def _turn(ink: str) -> Marks:
    """Two arrows that chase one another."""
    half = (
        Line(path("M -12 2 A 12 12 0 0 1 9 -8"), 3.2, ink),
        Fill(polygon((12.6, -12.6), (12.2, -2.6), (3.4, -6.6)), ink),
    )
    return (*half, *placed(half, Place(turn=180)))


def _more(ink: str) -> Marks:
    """A fan of three cards."""
    fan = (Fill(box(-6, -14, 12, 20, 1.6), ink), Line(box(-6, -14, 12, 20, 1.6), 0.8, "#ffffff", closed=True))
    return tuple(mark for turn in (-24.0, 0.0, 24.0) for mark in placed(fan, Place(0, 6, turn=turn)))


ACTS: Final[dict[str, Callable[[str], Marks]]] = {"skip": _skip, "turn": _turn, "more": _more}


def _shedding_motif(rank: str, colour: str) -> Callable[[Style], Motif]:
    def make(style: Style) -> Motif:
        ink, paper = style.colours.on_paper(colour), style.colours.paper
        if rank in ACTS:
            act = ACTS[rank]
            mark = (path("M 0 5 L 5 0 L 10 5 L 5 10 Z"),)
            return Motif(mark, lambda tone, _: placed(act(tone), Place(scale=0.6)), colour, act(ink), "")
        figure = style.hand.write(glyphs(rank, LATIN), (0, 0, 34, 40), ink, paper)
        return Motif(
            glyphs(rank, LATIN), lambda tone, _: (Fill(circle(0, 0, 3), tone),), colour, figure, "", rank in "69"
        )

    return make


def playing_deck(seed: int) -> ForeignDeck:
    """An ordinary pack: four suits in two colours, or in four as some packs have."""
    dice = Dice(seed, "foreign/pack")
    red, black = shade(dice.between(-10, 8), 0.85, dice.between(0.6, 0.85)), shade(220, 0.3, dice.between(0.05, 0.22))
    colours = {"S": black, "H": red, "D": red, "C": black}
    if dice.chance(0.2):
        colours |= {"D": shade(215, 0.8, 0.7), "C": shade(130, 0.7, 0.5)}
    motifs = {f"foreign:{rank}{suit}": _pack_motif(rank, suit, colours[suit]) for suit in SUITS for rank in PACK_RANKS}
    return _deck(seed, dice, ("classic", "classic", "classic", "framed"), motifs)


def shedding_deck(seed: int) -> ForeignDeck:
    """Numbers 0 … 9 and three acts in four bright colours."""
    dice = Dice(seed, "foreign/shedding")
    tints = random_colours(dice.stream("tints")).guilds
    motifs = {
        f"foreign:{guild}-{rank}": _shedding_motif(rank, tints[guild]) for guild in GUILDS for rank in SHEDDING_RANKS
    }
    return _deck(seed, dice, ("full", "full", "split", "framed", "banded"), motifs)


def _deck(seed: int, dice: Dice, kinds: tuple[str, ...], motifs: Mapping[str, Callable[[Style], Motif]]) -> ForeignDeck:
    style = Style(
        random_layout(dice.stream("layout"), kinds),
        random_colours(dice.stream("colours")),
        random_hand(dice.stream("hand")),
        random_pattern(dice.stream("ground"), plain=0.8),
    )
    (symbol,) = random_symbols(dice.stream("symbols"), 1)
    return ForeignDeck(seed, (*motifs, BACK), style, motifs, symbol)
