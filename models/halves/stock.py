"""What a training run learns from: halves of scenes and drawn ones, and the halves that it is checked on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.formats.ultralytics import VALIDATION
from models.halves.drawn import draw_half, draw_none
from models.halves.gather import SOURCE, Halves, gather, scenes
from models.halves.patch import CLASSES, NONE, NUMBERS
from models.order import TrainingError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from models.order import Say, TrainingOrder

DRAWN: Final = 600
"""Halves of odd makes, a number."""
DRAWN_NONE: Final = 900
"""Drawn things that are no halves."""
STRENGTH: Final = {"numbers": 1.0, "back": 1.0, "none": 2.5}
"""How often a class is drawn in training, beside each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """Halves to learn from, and halves of other scenes to check on."""

    train: Halves
    check: Halves


def stock(order: TrainingOrder, folders: dict[Path, int], say: Say) -> Stock:
    """All halves of the folders' first scenes, so many of each; every tenth is for checking. Raises `TrainingError`."""
    truths = [path for folder, count in folders.items() for path in scenes(folder)[:count]]
    check = gather(path for path in truths if int(path.stem) % VALIDATION == 0)
    seen = gather(path for path in truths if int(path.stem) % VALIDATION)
    if not len(seen.classes) or not len(check.classes) or NONE not in seen.classes:
        raise TrainingError(f"{len(truths)} scenes show too little to learn from: ask for more scenes.")
    extra = drawn(seen, np.random.default_rng([order.seed, CLASSES]))
    say(f"{len(seen.classes)} halves of scenes, {len(extra.classes)} drawn ones, {len(check.classes)} to check on")
    return Stock(_joined(seen, extra), check)


def drawn(seen: Halves, chance: np.random.Generator, each: int = DRAWN, none: int = DRAWN_NONE) -> Halves:
    """So many odd halves of each number and so many things that are none, on what scenes show elsewhere."""
    grounds = seen.pixels[seen.classes == NONE]
    classes = np.array([number for number in range(NUMBERS) for _ in range(each)] + [NONE] * none, np.int64)
    pixels = np.empty((len(classes), SOURCE.side, SOURCE.side, 3), np.uint8)
    for index, number in enumerate(classes.tolist()):
        background = grounds[int(chance.integers(len(grounds)))]
        none_ = number == NONE
        pixels[index] = (
            draw_none(chance, background, SOURCE) if none_ else draw_half(chance, background, number, SOURCE)
        )
    return Halves(pixels, classes)


def chances(classes: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely each half is drawn, so that rare numbers come as often as common ones."""
    strength = np.array([STRENGTH["numbers"]] * NUMBERS + [STRENGTH["back"], STRENGTH["none"]])
    counts = np.bincount(classes, minlength=CLASSES)
    each = (strength / np.maximum(counts, 1))[classes]
    share: NDArray[np.float64] = each / each.sum()
    return share


def _joined(one: Halves, other: Halves) -> Halves:
    return Halves(np.concatenate([one.pixels, other.pixels]), np.concatenate([one.classes, other.classes]))
