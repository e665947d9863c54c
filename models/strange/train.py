"""`tableside train strange`: renders scenes, gathers crops, trains the network, calibrates, exports."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from datasets.formats.ultralytics import VALIDATION
from models.halves.augment import disturbed, jittered
from models.halves.calibrate import temperature
from models.halves.export import export
from models.halves.gather import scenes
from models.order import TrainingError
from models.scenes import render_scenes
from models.strange.crop import CLASSES, STRANGE
from models.strange.gather import Crops, gather
from models.strange.network import build

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from models.order import Say, TrainingOrder
    from models.strange.gather import Find

NAME: Final = "strange.onnx"
SHARES: Final = {"foreign": 1.0, "stones": 0.6, "stackernoos": 0.4, "stonerow": 0.4}
"""Scenes of each kind, as shares of the order's."""
BATCH: Final = 128
STEPS: Final = 160
"""Batches an epoch."""
RATE: Final = 3e-3
DECAY: Final = 0.02
STRENGTH: Final = 5.0
"""How often strange things are drawn in training, beside one of each class of ours."""


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """Crops to learn from, and crops of other scenes to check on."""

    train: Crops
    check: Crops


def train(order: TrainingOrder, say: Say, find: Find | None = None) -> Path:
    """Run the order; returns the exported weights. Raises `TrainingError` with one line where it cannot go on.

    A run takes minutes, so that it always begins anew. `find` shows what a detector takes for pieces.
    """
    try:
        import torch
    except ModuleNotFoundError as error:
        raise TrainingError(
            f"Training needs {error.name}: pip install -e '.[train,render]' in Tableside’s folder"
        ) from error
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(order.seed)
    crops = stock(order, say, find)
    network = build()
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=order.epochs * STEPS, pct_start=0.1)
    for epoch in range(order.epochs):
        loss = _epoch(network, (optimiser, schedule), crops.train, np.random.default_rng([order.seed, epoch]))
        say(f"epoch {epoch + 1} of {order.epochs}: loss {loss:.3f}, {_right(network, crops.check):.4f} right")
    found = logits(network, jittered(crops.check.pixels, np.random.default_rng(1)))
    warmth = temperature(found, crops.check.classes)
    figures = {"temperature": round(warmth, 4), "crops": len(found), "right": _right(network, crops.check)}
    (order.work / "strange.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")
    say(f"temperature {warmth:.3f}, fitted on {len(found)} crops")
    return export(network, warmth, order.out, NAME)


def stock(order: TrainingOrder, say: Say, find: Find | None) -> Stock:
    """All crops of the order's scenes; those of every tenth are for checking. Raises `TrainingError`."""
    truths = []
    for game, share in SHARES.items():
        count = max(2, round(share * order.scenes))
        for folder in render_scenes(replace(order, scenes=count), say, (game,)):
            truths += scenes(folder)[:count]
    check = gather((path for path in truths if int(path.stem) % VALIDATION == 0), find)
    seen = gather((path for path in truths if int(path.stem) % VALIDATION), find)
    if STRANGE not in seen.classes or not len(check.classes):
        raise TrainingError(f"{len(truths)} scenes show too little to learn from: ask for more scenes.")
    counts = np.bincount(seen.classes, minlength=len(CLASSES))
    say(", ".join(f"{count} {name}" for name, count in zip(CLASSES, counts.tolist(), strict=True)))
    return Stock(seen, check)


def _epoch(network: Any, steps: tuple[Any, Any], crops: Crops, chance: np.random.Generator) -> float:
    import torch

    network.train()
    torch.manual_seed(int(chance.integers(1 << 31)))
    likely, total = _chances(crops.classes), 0.0
    for _ in range(STEPS):
        drawn = chance.choice(len(likely), BATCH, p=likely)
        patches = torch.from_numpy(disturbed(crops.pixels[drawn], chance))
        loss = torch.nn.functional.cross_entropy(network(patches), torch.from_numpy(crops.classes[drawn]))
        steps[0].zero_grad()
        loss.backward()
        for each in steps:
            each.step()
        total += float(loss.detach())
    return total / STEPS


def _chances(classes: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely each crop is drawn, so that rare classes come as often as common ones."""
    strength = np.ones(len(CLASSES))
    strength[STRANGE] = STRENGTH
    # A class of few crops would be learnt by heart.
    counts = np.maximum(np.bincount(classes, minlength=len(CLASSES)), 100)
    each = (strength / counts)[classes]
    share: NDArray[np.float64] = each / each.sum()
    return share


def logits(network: Any, patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the network says of N×3×48×48 crops, N×12."""
    import torch

    network.eval()
    with torch.no_grad():
        parts = [network(torch.from_numpy(patches[at : at + BATCH])) for at in range(0, len(patches), BATCH)]
    found: NDArray[np.float64] = torch.cat(parts).double().numpy()
    return found


def _right(network: Any, crops: Crops) -> float:
    found = logits(network, jittered(crops.pixels, np.random.default_rng(0)))
    return float((found.argmax(axis=1) == crops.classes).mean())
