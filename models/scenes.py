"""The rendered scenes that every training starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.scenes.errors import SceneError
from datasets.scenes.run import Order, render
from models.order import TrainingError

if TYPE_CHECKING:
    from pathlib import Path

    from models.order import Say, TrainingOrder

GAMES: Final = ("stackernoos", "stonerow", "stones")
LEAST: Final = 2
STEP: Final = 100
"""A line of progress every so many scenes."""


def render_scenes(order: TrainingOrder, say: Say, games: tuple[str, ...] = GAMES) -> list[Path]:
    """The folders of the order's scenes, one a game; what is missing is drawn first. Raises `TrainingError`."""
    if order.scenes < LEAST:
        raise TrainingError(f"Draw at least {LEAST} scenes a game: every tenth one, the first too, is for validation.")
    folders = []
    for game in games:
        folder = order.work / "scenes" / game
        try:
            outcomes = render(Order(game, order.scenes, order.seed, folder), order.workers)
            for number, _ in enumerate(outcomes, 1):
                if number % STEP == 0:
                    say(f"{game}: {number} of {order.scenes} scenes")
        except SceneError as error:
            raise TrainingError(str(error)) from error
        folders.append(folder)
    return folders
