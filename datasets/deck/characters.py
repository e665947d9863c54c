"""Character cards: a figure of the guild in the window, its rank in the corners, its name below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.art.drawing import Fill, Window, placed
from datasets.art.letters import Pen, fitted, write
from datasets.art.place import Place
from datasets.art.shape import box
from datasets.deck.figures import FIGURES, halo
from datasets.deck.frame import HEIGHT, MARGIN, MIDDLE, STONE_WIDTH, WIDTH, face, window
from datasets.deck.labels import NAMES
from datasets.deck.numbers import background, index
from datasets.deck.palette import GUILD_TINTS

if TYPE_CHECKING:
    from datasets.art.drawing import Drawing, Marks

LOOKS_FROM = MIDDLE[1] - 2.0


def nameplate(name: str, background: str, ink: str) -> Marks:
    """The name between the two lower corner stones."""
    left, height = MARGIN + STONE_WIDTH, 9.6
    room = WIDTH - 2 * left
    top = HEIGHT - MARGIN - height
    pen = fitted(name, Pen(3.6, 0.72, ink), room - 2.0)
    plate = Fill(box(left - 0.4, top, room + 0.8, height), background)
    return (plate, *write(name, pen, WIDTH / 2, top + (height - pen.height) / 2))


def character_card(guild: str, rank: str) -> Drawing:
    """The face of a guild's character."""
    tint = GUILD_TINTS[guild]
    person = placed((*halo(tint), *FIGURES[rank](guild, tint)), Place(MIDDLE[0], LOOKS_FROM, 1.06))
    marks = (*background(), Window(window(), person), *nameplate(NAMES[rank], tint.main, tint.bright))
    return face(tint.main, (*marks, *index(guild, rank.upper(), 7.0)))
