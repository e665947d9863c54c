"""The labels that cards bear, and how many of each a box holds."""

from __future__ import annotations

from typing import Final

GUILDS: Final = ("R", "B", "G", "Y")
NUMBERS: Final = tuple(str(number) for number in range(1, 10))
CHARACTERS: Final = ("Ap", "Su", "Ar", "GM")
RANKS: Final = NUMBERS + CHARACTERS
ACTIONS: Final = {"Hw": 3, "Ma": 3, "Gd": 2, "Di": 2, "Fo": 1}
TOWER: Final = tuple(f"T{storey}" for storey in range(1, 7))
TOWERS: Final = 2
BACK: Final = "back"

NAMES: Final = {
    "Ap": "APPRENTICE",
    "Su": "SURVEYOR",
    "Ar": "ARCHITECT",
    "GM": "GUILD MASTER",
    "Hw": "HIGHWAYMAN",
    "Ma": "MASON",
    "Gd": "GOLDDIGGER",
    "Di": "DISPLACER",
    "Fo": "FOREMAN",
}

FACES: Final = (*(guild + rank for guild in GUILDS for rank in RANKS), *ACTIONS, *TOWER)
LABELS: Final = (*FACES, BACK)


class LabelError(ValueError):
    """No piece bears this label; the message says which do."""


def guild_and_rank(label: str) -> tuple[str, str] | None:
    """`R7` gives `R` and `7`; None for cards of no guild."""
    guild, rank = label[:1], label[1:]
    return (guild, rank) if guild in GUILDS and rank in RANKS else None


def box_contents() -> tuple[str, ...]:
    """Every card of a box in printing order, 75 labels: 52, the action cards by their number, both towers."""
    actions = tuple(label for label, count in ACTIONS.items() for _ in range(count))
    return FACES[: len(GUILDS) * len(RANKS)] + actions + TOWER * TOWERS
