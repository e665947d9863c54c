"""Action cards: slate, with an emblem on a round of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line, Window, placed
from datasets.art.letters import Pen, fitted, write
from datasets.art.place import Place
from datasets.art.shape import circle, ring
from datasets.deck.characters import nameplate
from datasets.deck.emblems import EMBLEMS
from datasets.deck.frame import HEIGHT, INDEX_ROOM, INDEX_X, INDEX_Y, MARGIN, MIDDLE, WIDTH, face, in_corners, panel
from datasets.deck.labels import NAMES
from datasets.deck.masonry import joints
from datasets.deck.palette import ACTION_TINTS, PAPER, SLATE, SLATE_SOFT

if TYPE_CHECKING:
    from datasets.art.drawing import Drawing

ROUND = 24.5


def action_card(label: str) -> Drawing:
    """The face of an action card."""
    tint = ACTION_TINTS[label]
    x, y = MIDDLE
    courses = joints((MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN), (14.55, 9.24), 0.5, SLATE_SOFT)
    medal = (
        Fill(circle(x, y, ROUND + 2.6), SLATE),
        Fill(circle(x, y, ROUND), PAPER),
        Line(circle(x, y, ROUND + 1.2), 1.0, tint, closed=True),
        Fill(ring(x, y, ROUND - 1.6, ROUND - 2.2), mix(tint, PAPER, 0.4)),
    )
    emblem = placed(EMBLEMS[label](tint), Place(x, y, 1.82))
    small = Fill(circle(INDEX_X, INDEX_Y + 13.4, 4.8), PAPER)
    icon = placed(EMBLEMS[label](tint), Place(INDEX_X, INDEX_Y + 13.4, 0.4))
    pen = fitted(label.upper(), Pen(6.6, 1.35, PAPER, stretch=0.85), INDEX_ROOM)
    code = write(label.upper(), pen, INDEX_X, INDEX_Y)
    plate = nameplate(NAMES[label], tint, PAPER)
    return face(SLATE, (Window(panel(), courses), *medal, *emblem, *plate, *in_corners((*code, small, *icon))))
