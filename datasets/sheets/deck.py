"""The StoneRow deck on sheets: nine cards a sheet, 75 in all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.deck.back import BACKGROUND
from datasets.deck.faces import card
from datasets.deck.frame import HEIGHT, WIDTH
from datasets.deck.labels import BACK, TOWER, box_contents
from datasets.sheets.grid import Grid, both_sides

if TYPE_CHECKING:
    from datasets.art.drawing import Drawing
    from datasets.sheets.paper import Paper

TITLE: Final = "StoneRow, the deck"


def deck_grid(paper: Paper) -> Grid:
    """Three by three cards that share their cuts."""
    return Grid(paper, 3, 3, WIDTH, HEIGHT)


def deck_sheets(paper: Paper) -> tuple[Drawing, ...]:
    """Fronts and backs in turn."""
    labels = box_contents()
    first_tower = len(labels) - len(TOWER)
    fronts = [card(label, int(label in TOWER and place >= first_tower)) for place, label in enumerate(labels)]
    return both_sides(deck_grid(paper), fronts, [card(BACK)] * len(fronts), TITLE, BACKGROUND)
