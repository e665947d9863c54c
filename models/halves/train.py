"""`tableside train halves`: renders scenes, gathers halves, trains the network, calibrates, exports."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from models.halves.augment import disturbed, jittered
from models.halves.calibrate import temperature
from models.halves.export import export
from models.halves.network import build
from models.halves.stock import chances, stock
from models.order import TrainingError
from models.scenes import render_scenes

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from models.halves.gather import Halves
    from models.halves.stock import Stock
    from models.order import Say, TrainingOrder

OTHERS: Final = {"stonerow": 600, "stones": 400}
"""Scenes without a domino, at most."""
BATCH: Final = 128
STEPS: Final = 192
"""Batches an epoch."""
RATE: Final = 3e-3
"""The highest learning rate."""
CYCLE: Final = 16
"""Epochs of the learning rate's cycle: it rises for a tenth of them, then goes down a cosine. A run may be shorter."""
FALL: Final = 3
"""Over the last epochs of a run the learning rate also falls to nothing in a straight line."""
DECAY: Final = 0.02


@dataclass(slots=True)
class _Run:
    """A network with what it takes to go on training it."""

    network: Any
    optimiser: Any
    schedule: Any
    done: int = 0


def train(order: TrainingOrder, say: Say) -> Path:
    """Run the order; returns the exported weights. Raises `TrainingError` with one line where it cannot go on.

    On a processor it takes one thread. The same order gives the same weights on one machine, and a resumed run those of
    a run in one go. `auto` takes a CUDA device where there is one.
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
    halves = stock(order, _scenes(order, say), say)
    run = _begin(order)
    checkpoint = order.work / "halves" / "last.pt"
    if order.resume and checkpoint.exists():
        _load(run, checkpoint, order)
        say(f"resumed after epoch {run.done}")
    while run.done < order.epochs:
        loss = _epoch(run, halves.train, np.random.default_rng([order.seed, run.done]), order.epochs)
        _save(run, checkpoint, order)
        say(f"epoch {run.done} of {order.epochs}: loss {loss:.3f}, {_share(run.network, halves.check):.4f} right")
    return _finish(run, halves, order, say)


def _scenes(order: TrainingOrder, say: Say) -> dict[Path, int]:
    """The folders of the scenes to learn from, and how many of each."""
    counts = {"stackernoos": order.scenes} | {game: min(order.scenes, most) for game, most in OTHERS.items()}
    return {
        folder: count
        for game, count in counts.items()
        for folder in render_scenes(replace(order, scenes=count), say, (game,))
    }


def _begin(order: TrainingOrder) -> _Run:
    import torch

    network = build().to(_device(order))
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps = max(CYCLE, order.epochs) * STEPS
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
    return _Run(network, optimiser, schedule)


def _device(order: TrainingOrder) -> str:
    """What PyTorch calls the device of the order. Raises `TrainingError` where there is no such device."""
    import torch

    there = torch.cuda.device_count()
    if order.device == "auto":
        return "cuda:0" if there else "cpu"
    if order.device.isdecimal() and int(order.device) < there:
        return f"cuda:{order.device}"
    if order.device != "cpu":
        known = ", ".join(["auto", "cpu", *map(str, range(there))])
        raise TrainingError(f"there is no device {order.device!r} to train on; --device takes one of: {known}")
    return "cpu"


def _epoch(run: _Run, halves: Halves, chance: np.random.Generator, epochs: int) -> float:
    """One epoch of so many; returns its mean loss."""
    import torch

    run.network.train()
    device = next(run.network.parameters()).device
    torch.manual_seed(int(chance.integers(1 << 31)))
    likely = chances(halves.classes)
    total = 0.0
    for step in range(STEPS):
        left = epochs - run.done - step / STEPS
        for group in run.optimiser.param_groups:
            group["lr"] = run.schedule.get_last_lr()[0] * min(1.0, left / FALL)
        drawn = chance.choice(len(likely), BATCH, p=likely)
        patches = torch.from_numpy(disturbed(halves.pixels[drawn], chance)).to(device)
        wanted = torch.from_numpy(halves.classes[drawn]).to(device)
        loss = torch.nn.functional.cross_entropy(run.network(patches), wanted)
        run.optimiser.zero_grad()
        loss.backward()
        run.optimiser.step()
        run.schedule.step()
        total += float(loss.detach())
    run.done += 1
    return total / STEPS


def logits(network: Any, patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the network says of N×3×48×48 patches, N×15."""
    import torch

    network.eval()
    device = next(network.parameters()).device
    with torch.no_grad():
        parts = [network(torch.from_numpy(patches[at : at + BATCH]).to(device)) for at in range(0, len(patches), BATCH)]
    found: NDArray[np.float64] = torch.cat(parts).cpu().double().numpy()
    return found


def _share(network: Any, halves: Halves) -> float:
    found = logits(network, jittered(halves.pixels, np.random.default_rng(0)))
    return float((found.argmax(axis=1) == halves.classes).mean())


def _finish(run: _Run, halves: Stock, order: TrainingOrder, say: Say) -> Path:
    check = halves.check
    run.network.cpu()
    found = logits(run.network, jittered(check.pixels, np.random.default_rng(1)))
    warmth = temperature(found, check.classes)
    figures = {"temperature": round(warmth, 4), "halves": len(check.classes), "right": _share(run.network, check)}
    (order.work / "halves" / "figures.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")
    say(f"temperature {warmth:.3f}, fitted on {len(check.classes)} halves")
    return export(run.network, warmth, order.out)


def _save(run: _Run, path: Path, order: TrainingOrder) -> None:
    import torch

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    kept = {
        "network": run.network.state_dict(),
        "optimiser": run.optimiser.state_dict(),
        "schedule": run.schedule.state_dict(),
        "done": run.done,
        "epochs": order.epochs,
        "seed": order.seed,
    }
    torch.save(kept, part)
    part.replace(path)


def _load(run: _Run, path: Path, order: TrainingOrder) -> None:
    import torch

    kept = torch.load(path, weights_only=True, map_location=_device(order))
    shorter, longer = sorted((kept["epochs"], order.epochs))
    # Runs of other lengths are alike until the shorter one's rate falls.
    alike = shorter == longer or (kept["done"] <= shorter - FALL and longer <= CYCLE)
    if not alike or kept["seed"] != order.seed:
        raise TrainingError(f"{path} is of a run with other epochs or another seed: start without --resume.")
    run.network.load_state_dict(kept["network"])
    run.optimiser.load_state_dict(kept["optimiser"])
    run.schedule.load_state_dict(kept["schedule"])
    run.done = int(kept["done"])
