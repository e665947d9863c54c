"""Number cards: a large figure, the guild's symbol above it and as many stones below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.art.drawing import Fill, Line, Window, placed
from datasets.art.letters import Pen, fitted, length, write
from datasets.art.place import Place
from datasets.art.shape import circle, polygon
from datasets.deck.frame import HEIGHT, INDEX_ROOM, INDEX_X, INDEX_Y, MIDDLE, WIDTH, face, in_corners, window
from datasets.deck.guild import SYMBOLS
from datasets.deck.masonry import blocks, joints
from datasets.deck.palette import GUILD_TINTS, JOINT, PAPER

if TYPE_CHECKING:
    from datasets.art.drawing import Drawing, Marks

UNDERLINED = ("6", "9")
FIGURE_HEIGHT = 32.0
FIGURE_TOP = MIDDLE[1] - FIGURE_HEIGHT / 2 - 0.6


def figure(text: str, pen: Pen, x: float, y: float) -> Marks:
    """A number, underlined where upside down it would be another."""
    marks = write(text, pen, x, y)
    if text in UNDERLINED:
        half, below = length(text, pen) / 2, y + pen.height + pen.width * 1.15
        marks += (Line(polygon((x - half, below), (x + half, below)), pen.width * 0.55, pen.colour),)
    return marks


def index(guild: str, text: str, height: float = 8.4) -> Marks:
    """The corner's index: the rank, and the guild's symbol below it."""
    tint = GUILD_TINTS[guild]
    single = len(text) == 1
    pen = fitted(text, Pen(height, 1.75 if single else 1.35, tint.bright, 1.0 if single else 0.8), INDEX_ROOM)
    symbol = placed(SYMBOLS[guild](tint.bright, tint.main), Place(INDEX_X, INDEX_Y + 16.0, 0.37))
    return in_corners(figure(text, pen, INDEX_X, INDEX_Y) + symbol)


def background() -> Marks:
    """The window with its faint courses of stone."""
    return (Fill(window(), PAPER), Window(window(), joints((0, 4, WIDTH, HEIGHT - 8), (16, 10), 0.45, JOINT)))


def number_card(guild: str, number: str) -> Drawing:
    """The face of a guild's number card."""
    tint = GUILD_TINTS[guild]
    x, _ = MIDDLE
    pen = Pen(FIGURE_HEIGHT - (3.0 if number in UNDERLINED else 0.0), 6.4, tint.ink)
    large = figure(number, pen, x, FIGURE_TOP)
    inline = tuple(
        Line(mark.shape, 1.1, tint.soft) for mark in write(number, pen, x, FIGURE_TOP) if isinstance(mark, Line)
    )
    badge = (
        Fill(circle(x, 14.2, 7.6), tint.main),
        *placed(SYMBOLS[guild](tint.bright, tint.main), Place(x, 14.2, 0.5)),
    )
    wall = blocks(int(number), x, HEIGHT - 7.2, (6.4, 3.5), tint.deep)
    return face(tint.main, (*background(), *badge, *large, *inline, *wall, *index(guild, number)))
