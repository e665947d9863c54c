"""Pictures for the middle of random cards, about 0, 0 within 40 × 52 mm."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line, Window, placed
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle, polygon, ring
from datasets.deck.emblems import EMBLEMS
from datasets.deck.figures import FIGURES
from datasets.deck.frame import HEIGHT, WIDTH
from datasets.deck.labels import CHARACTERS
from datasets.deck.masonry import blocks
from datasets.deck.palette import Tint
from datasets.deck.tools import dividers, plumb_level, trowel
from datasets.deck.tower import PARTS, Light, sky

if TYPE_CHECKING:
    from datasets.art.drawing import Marks
    from datasets.decks.colours import Colours
    from datasets.decks.dice import Dice
    from datasets.decks.symbols import Symbol

COLUMNS: Final = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (0, 0), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1)),
    10: ((-1, -1), (1, -1), (0, -0.67), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (0, 0.67), (-1, 1), (1, 1)),
}


def pips(number: int, symbol: Marks) -> Marks:
    """As many symbols as the number, in two or three columns, the lower half upside down."""
    spots = COLUMNS[number]
    scale = 0.62 if number < 4 else 0.48
    return tuple(
        mark
        for x, y in spots
        for mark in placed(symbol, Place(x * 11.0, y * 19.0, scale, turn=180.0 if y > 0 else 0.0))
    )


def circled(number: int, symbol: Marks) -> Marks:
    """As many symbols in a ring."""
    reach = 0.0 if number == 1 else 15.0
    angles = [math.radians(360 * n / number - 90) for n in range(number)]
    scale = 0.9 if number == 1 else 0.46
    return tuple(
        mark for a in angles for mark in placed(symbol, Place(reach * math.cos(a), reach * math.sin(a), scale))
    )


def heap(number: int, colour: str) -> Marks:
    """As many stones on one another."""
    return blocks(number, 0, 15, (11, 7), colour)


def tint_of(colour: str, colours: Colours) -> Tint:
    """A guild's tint made of one colour."""
    return Tint(colour, colour, mix(colour, "#000000", 0.5), mix(colour, "#ffffff", 0.55), colours.on(colour))


def bust(rank: str, guild: str, tint: Tint) -> Marks:
    """One of the deck's own figures, cut off below."""
    frame = box(-20, -26, 40, 52)
    return (Window(frame, placed(FIGURES[rank](guild, tint), Place(0, 2, 0.92))),)


def pawn(rank: str, symbol: Symbol, colours: tuple[str, str]) -> Marks:
    """A playing piece with one to four stripes, its guild's symbol on its breast."""
    colour, background = colours
    level = CHARACTERS.index(rank) + 1
    stripes = tuple(Fill(box(-12 + level, 20 - 3.2 * n, 24 - 2 * level, 1.8, 0.6), background) for n in range(level))
    hats = {
        "Ap": (Fill(path("M -8 -17 C -6 -24 6 -24 8 -17 Z"), colour),),
        "Su": (Fill(path("M -13 -17 H 13 L 7 -19 L 5 -25 H -5 L -7 -19 Z"), colour),),
        "Ar": (Fill(polygon((-12, -20), (0, -26), (12, -20), (0, -15)), colour),),
        "GM": (Fill(path("M -8 -16 L -9 -26 L -4 -21 L 0 -27 L 4 -21 L 9 -26 L 8 -16 Z"), colour),),
    }[rank]
    body = Fill(path("M -15 24 C -14 8 -8 4 -5 -2 H 5 C 8 4 14 8 15 24 Z"), colour)
    return (
        body,
        Fill(circle(0, -10, 8), colour),
        Fill(ring(0, -10, 8.6, 7.9), background),
        *hats,
        *stripes,
        *placed(symbol(background, colour), Place(0, 5.5, 0.36)),
    )


def tool(rank: str, colours: tuple[str, str]) -> Marks:
    """The tool of a character's trade."""
    colour, ink = colours
    made = {
        "Ap": trowel(ink, mix(colour, "#ffffff", 0.5), colour),
        "Su": plumb_level(colour, ink, ink),
        "Ar": dividers(colour, ink),
        "GM": (Fill(path("M -9 7 L -9.6 -6 L -4.6 -0.6 L 0 -9 L 4.6 -0.6 L 9.6 -6 L 9 7 Z"), colour),),
    }[rank]
    return placed(made, Place(scale=1.7))


def emblem(label: str, tint: str) -> Marks:
    """An action's emblem."""
    return placed(EMBLEMS[label](tint), Place(scale=1.75))


def random_light(dice: Dice, colours: Colours) -> Light:
    """The light on a random deck's towers."""
    base = colours.tower
    roof, flag = colours.guilds["R"], colours.guilds[dice.pick(("R", "B", "Y"))]
    wall = mix(base, "#ffffff", dice.between(0.3, 0.7))
    low = mix(colours.guilds["Y"], "#ffffff", dice.between(0.3, 0.7))
    high = mix(colours.guilds["B"], "#ffffff", dice.between(0.1, 0.6))
    return Light(
        low, high, wall, mix(wall, "#000000", 0.25), mix(base, "#000000", 0.6), roof, flag, colours.guilds["G"]
    )


def storey(number: int, light: Light) -> Marks:
    """A storey of the tower, in a window."""
    scene = (*sky(number, light), *PARTS[number - 1](light))
    spot = Place(-WIDTH * 0.59 / 2, -HEIGHT * 0.59 / 2, 0.59)
    return (Window(box(-18.4, -25.6, 36.8, 51.2, 1.5), placed(scene, spot)),)


def steps(number: int, colour: str) -> Marks:
    """A tower as a pile of ever narrower steps, with a flag on the sixth."""
    rows = tuple(Fill(box(-16 + 2 * n, 18 - 7.4 * n, 32 - 4 * n, 6.6, 0.6), colour) for n in range(number))
    flag = (Line(polygon((0, -26), (0, -18)), 1.0, colour), Fill(polygon((0, -26), (7, -23.6), (0, -21)), colour))
    return rows + (flag if number == 6 else ())
