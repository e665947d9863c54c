"""A random deck: the same labels as StoneRow's, another design for every seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.colour import mix
from datasets.art.drawing import Drawing, Fill, Line, placed
from datasets.art.pixels import raster as pixels
from datasets.art.place import Place
from datasets.art.shape import polygon
from datasets.deck.labels import ACTIONS, BACK, CHARACTERS, GUILDS, LABELS, NAMES, TOWER, LabelError, guild_and_rank
from datasets.decks import pictures
from datasets.decks.colours import random_colours
from datasets.decks.dice import Dice
from datasets.decks.hand import random_hand
from datasets.decks.layouts import Style, laid_out, random_layout
from datasets.decks.motif import Motif
from datasets.decks.patterns import random_pattern
from datasets.decks.scripts import LATIN, SCRIPTS, UNDERLINED_SCRIPTS, glyphs, random_forms
from datasets.decks.symbols import random_symbols

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from datasets.art.drawing import Marks
    from datasets.deck.tower import Light
    from datasets.decks.patterns import Pattern
    from datasets.decks.scripts import Forms
    from datasets.decks.symbols import Symbol

MIDDLES: Final = ("figure", "figure", "figure", "pips", "circled", "heap", "figure on symbol")
PEOPLE: Final = ("bust", "bust", "pawn", "tool")


@dataclass(frozen=True, slots=True)
class RandomDeck:
    """A deck.

    `script` names how its numbers are written: `latin` for most, so that a reader may leave others out; `forms` are
    figures in another form. `counted` characters bear 10 to 13 instead of letters.
    """

    seed: int
    style: Style
    script: str
    forms: Forms
    counted: bool
    symbols: Mapping[str, Symbol]
    middle: str
    people: str
    stepped: bool
    underlined: bool
    light: Light
    back: Pattern

    def card(self, label: str) -> Drawing:
        """The face or the back that bears a label."""
        if label == BACK:
            return self._back()
        return laid_out(self.style, self._motif(label))

    def raster(self, label: str, px_per_mm: float) -> NDArray[np.uint8]:
        """The card as H×W×4 BGRA, uint8, alpha 0 beyond its outline."""
        return pixels(self.card(label), px_per_mm)

    def _motif(self, label: str) -> Motif:
        known = guild_and_rank(label)
        if known is not None:
            return self._character(*known) if known[1] in CHARACTERS else self._number(*known)
        if label in ACTIONS:
            tint = mix(self.style.colours.action, "#ffffff", 0.25)
            picture = pictures.emblem(label, tint)
            return Motif(
                glyphs(label.upper(), LATIN, self.forms),
                self.symbols[label],
                self.style.colours.action,
                picture,
                NAMES[label],
            )
        if label in TOWER:
            return self._storey(TOWER.index(label) + 1)
        raise LabelError(f"no card is called {label!r}; cards are {', '.join(LABELS)}")

    def _number(self, guild: str, number: str) -> Motif:
        colour, symbol = self.style.colours.guilds[guild], self.symbols[guild]
        index = glyphs(number, self.script, self.forms)
        ambiguous = self.underlined and number in ("6", "9") and self.script in UNDERLINED_SCRIPTS
        return Motif(index, symbol, colour, self._middle(number, colour, symbol), "", ambiguous)

    def _middle(self, number: str, colour: str, symbol: Symbol) -> Marks:
        """The middle of a number card; without an index it always shows the figure."""
        colours = self.style.colours
        ink, paper = colours.on_paper(colour), colours.paper
        sign = symbol(ink, paper)
        bare = self.style.layout.kind == "bare"
        if self.middle == "pips" and not bare:
            return pictures.pips(int(number), sign)
        if self.middle == "circled" and not bare:
            return pictures.circled(int(number), sign)
        if self.middle == "heap" and not bare:
            return pictures.heap(int(number), ink)
        if self.middle == "figure on symbol":
            background = mix(paper, colour, 0.28)
            behind = placed(symbol(background, paper), Place(scale=2.3))
            return (*behind, *self._figure(number, (ink, background), 30.0))
        return self._figure(number, (ink, paper), 44.0)

    def _figure(self, number: str, colours: tuple[str, str], height: float) -> Marks:
        marks = self.style.hand.write(glyphs(number, self.script, self.forms), (0, 0, 36, height), *colours)
        if self.underlined and number in ("6", "9") and self.script in UNDERLINED_SCRIPTS:
            level = height / 2 + 2.6
            marks += (Line(polygon((-8, level), (8, level)), 2.4, colours[0]),)
        return marks

    def _character(self, guild: str, rank: str) -> Motif:
        colours = self.style.colours
        colour, symbol = colours.guilds[guild], self.symbols[guild]
        ink = colours.on_paper(colour)
        if self.people == "bust":
            picture = pictures.bust(rank, guild, pictures.tint_of(colour, colours))
        elif self.people == "pawn":
            picture = pictures.pawn(rank, symbol, (ink, colours.paper))
        else:
            picture = pictures.tool(rank, (ink, colours.ink))
        index = str(10 + CHARACTERS.index(rank)) if self.counted else rank.upper()
        return Motif(glyphs(index, LATIN, self.forms), symbol, colour, picture, NAMES[rank])

    def _storey(self, number: int) -> Motif:
        colour = self.style.colours.tower
        ink = self.style.colours.on_paper(colour)
        picture = pictures.steps(number, ink) if self.stepped else pictures.storey(number, self.light)
        return Motif(glyphs(f"T{number}", LATIN, self.forms), self.symbols["tower"], colour, picture, "")

    def _back(self) -> Drawing:
        layout, (background, ink) = self.style.layout, self.style.colours.back
        inner = layout.inside(layout.margin)
        medal = placed(self.symbols["back"](ink, background), Place(layout.width / 2, layout.height / 2, 0.9))
        half = placed(self.symbols["back"](ink, background), Place(layout.width / 2, layout.height * 0.3, 0.6))
        turned = placed(half, Place(layout.width, layout.height, turn=180))
        middle = (*half, *turned) if self.stepped else medal
        edge = self.style.colours.paper if self.underlined else background
        marks = (Fill(layout.inside(0), edge), *self.back.over(inner, background, mix(background, ink, 0.6)), *middle)
        return Drawing(layout.width, layout.height, layout.outline, (*marks, Line(inner, 0.8, ink, closed=True)))


def random_deck(seed: int) -> RandomDeck:
    """The deck of a seed, the same on any machine."""
    dice = Dice(seed, "deck")
    colours = random_colours(dice.stream("colours"))
    names = (*GUILDS, "tower", "back", *ACTIONS)
    symbols = random_symbols(dice.stream("symbols"), len(names))
    draw = dice.stream("choices")
    return RandomDeck(
        seed=seed,
        style=Style(
            random_layout(dice.stream("layout")),
            colours,
            random_hand(dice.stream("hand")),
            random_pattern(dice.stream("ground"), plain=0.5),
        ),
        script=draw.pick(tuple(SCRIPTS)) if draw.chance(0.2) else LATIN,
        forms=random_forms(dice.stream("forms")),
        counted=dice.stream("counted").chance(0.2),
        symbols=dict(zip(names, symbols, strict=True)),
        middle=draw.pick(MIDDLES),
        people=draw.pick(PEOPLE),
        stepped=draw.chance(0.3),
        underlined=draw.chance(0.7),
        light=pictures.random_light(dice.stream("light"), colours),
        back=random_pattern(dice.stream("back")),
    )
