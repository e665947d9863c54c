"""The deck's colours. The guilds differ in lightness as well as in hue, for colour-blind eyes and dim rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tint:
    """One guild's colours: `main` for areas, `deep` for small ones on paper, `ink` for figures, `soft` for shades.

    `bright` is what is written on the main colour.
    """

    main: str
    deep: str
    ink: str
    soft: str
    bright: str


PAPER: Final = "#fbf6ea"
JOINT: Final = "#efe6d3"
STONE: Final = "#d9cbb0"
SLATE: Final = "#2c3540"
SLATE_SOFT: Final = "#465361"
COPPER: Final = "#c9814a"
GOLD: Final = "#e5b53a"

GUILD_TINTS: Final = {
    "R": Tint(main="#c5352b", deep="#c5352b", ink="#7a1710", soft="#e9a79a", bright=PAPER),
    "B": Tint(main="#1d3f8f", deep="#1d3f8f", ink="#122a63", soft="#9db2dd", bright=PAPER),
    "G": Tint(main="#3aa873", deep="#2d9463", ink="#0f5034", soft="#a8d8bd", bright=PAPER),
    "Y": Tint(main="#f6c52e", deep="#dc9d10", ink="#5c4100", soft="#f8df94", bright="#4a3500"),
}

ACTION_TINTS: Final = {"Hw": "#8d5a97", "Ma": "#bd6a45", "Gd": "#cf9c35", "Di": "#3f8f9b", "Fo": "#8a949e"}
