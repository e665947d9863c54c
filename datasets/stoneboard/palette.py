"""The colours of Stones: three sizes of stone, four players, gold."""

from __future__ import annotations

from typing import Final

SIZES: Final = ("small", "medium", "large")
LETTERS: Final = {"S": "small", "M": "medium", "L": "large"}
STONE_COLOURS: Final = {"small": "#dcc48f", "medium": "#b4573b", "large": "#4a5866"}
PLAYERS: Final = {"red": "#c2322c", "blue": "#23479a", "green": "#37a06c", "yellow": "#f3c02c"}
GOLD: Final = "#d9a52b"
GOLD_DARK: Final = "#9a6f10"
GOLD_LIGHT: Final = "#f5dc8c"
PAPER: Final = "#f7f1e3"
INK: Final = "#2f2a26"
BANK: Final = "#b9c79a"
BANK_DARK: Final = "#9bae7d"
WATER: Final = "#6fb0c6"
WATER_LIGHT: Final = "#9bcfdd"
WATER_DARK: Final = "#4f93ad"
EARTH: Final = "#8d7a5e"
