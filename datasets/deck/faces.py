"""Every face of the StoneRow deck by its label."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from datasets.art.pixels import raster as pixels
from datasets.deck.actions import action_card
from datasets.deck.back import back
from datasets.deck.characters import character_card
from datasets.deck.labels import ACTIONS, BACK, CHARACTERS, LABELS, TOWER, TOWERS, LabelError, guild_and_rank
from datasets.deck.numbers import number_card
from datasets.deck.tower import tower_card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from datasets.art.drawing import Drawing


@lru_cache(maxsize=256)
def card(label: str, tower: int = 0) -> Drawing:
    """The face, 63 × 88 mm, that bears a label; `tower` 0 or 1 is the set that a tower card belongs to."""
    if tower not in range(TOWERS):
        raise LabelError(f"there are towers 0 and 1, not {tower}")
    known = guild_and_rank(label)
    if known is not None:
        guild, rank = known
        return character_card(guild, rank) if rank in CHARACTERS else number_card(guild, rank)
    if label in ACTIONS:
        return action_card(label)
    if label in TOWER:
        return tower_card(TOWER.index(label) + 1, tower)
    if label == BACK:
        return back()
    raise LabelError(f"no card is called {label!r}; cards are {', '.join(LABELS)}")


def raster(label: str, px_per_mm: float, tower: int = 0) -> NDArray[np.uint8]:
    """The face as H×W×4 BGRA, uint8, alpha 0 beyond its round corners."""
    return pixels(card(label, tower), px_per_mm)
