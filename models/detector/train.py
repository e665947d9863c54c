"""`tableside train detector`: renders scenes, cuts windows, trains YOLO26n-pose from its YAML, exports it.

The layout, the losses and the optimiser are those of Ultralytics (https://docs.ultralytics.com/models/yolo26/).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from models.detector.anneal import Anneal
from models.detector.bfloat import use_bfloat16
from models.detector.dataset import write_windows
from models.detector.export import export
from models.detector.light import use_light
from models.detector.resident import ResidentWindows
from models.detector.windows import SIDE
from models.order import TrainingError
from models.scenes import render_scenes

if TYPE_CHECKING:
    from models.order import Say, TrainingOrder

NETWORK: Final = "yolo26n-pose.yaml"
RECIPE: Final[dict[str, Any]] = {
    "imgsz": SIDE,
    "optimizer": "MuSGD",
    "lr0": 0.01,
    "cos_lr": True,
    "warmup_epochs": 0.5,
    "mosaic": 0.0,  # windows are cut from whole scenes already
    "fliplr": 0.0,  # a mirrored card or domino does not exist
    "scale": 0.1,
    "translate": 0.0,
    "hsv_h": 0.02,
    "hsv_s": 0.6,
    "hsv_v": 0.4,
    "erasing": 0.0,
    "plots": False,
}
"""What differs from Ultralytics' defaults."""
ON_A_PROCESSOR: Final[dict[str, Any]] = {"batch": 16, "nbs": 16, "deterministic": True}
"""A step a small batch: a short run needs many steps."""
ON_A_GPU: Final[dict[str, Any]] = {"batch": 256, "nbs": 256, "deterministic": False, "amp": "bf16", "val": False}
"""Large batches take hardly longer there. bfloat16 needs no check by weights from the network."""


def train(order: TrainingOrder, say: Say) -> Path:
    """Run the order; returns the exported weights. Raises `TrainingError` with one line where it cannot go on."""
    try:
        from ultralytics import YOLO, settings
    except ModuleNotFoundError as error:
        raise TrainingError(
            f"Training needs {error.name}: pip install -e '.[train,render]' in Tableside’s folder"
        ) from error
    if order.start is not None and not order.start.exists():
        raise TrainingError(f"There is no checkpoint at {order.start}.")
    settings.update({"sync": False})
    strange = [folder for folder in order.also if not folder.is_dir()]
    if strange:
        raise TrainingError(f"There are no scenes at {strange[0]}: --also takes folders of `tableside render`.")
    folders = [*render_scenes(order, say), *order.also]
    data = order.work / "windows"
    say(f"windows of {write_windows(folders, data)} scenes are in {data}")
    run = order.work / "detector"
    last = run / "weights" / "last.pt"
    if order.resume and _finished(last):
        say(f"{last} is trained to its end")
    else:
        _run(YOLO, order, data, last)
    return export(run / "weights" / "best.pt", order.out)


def _run(yolo: Any, order: TrainingOrder, data: Path, last: Path) -> None:
    """Train from the start, or go on from the last checkpoint."""
    resumed = order.resume and last.exists()
    network = yolo(last if resumed else order.start or NETWORK)
    # The export is of the head that needs a suppression of doubles. So it alone learns.
    network.model.yaml["end2end"] = False
    network.add_callback("on_train_start", use_bfloat16)
    network.add_callback("on_train_start", use_light)
    if order.hours is not None:
        network.add_callback("on_train_batch_start", Anneal(order.hours))
    device = None if order.device == "auto" else order.device
    accelerated = _accelerated(order.device)
    trainer = _resident_trainer() if accelerated else None
    if resumed:
        network.train(resume=True, trainer=trainer, device=device, workers=order.workers)
        return
    recipe = RECIPE | (ON_A_GPU if accelerated else ON_A_PROCESSOR)
    network.train(
        trainer=trainer,
        data=str(data / "data.yaml"),
        epochs=order.epochs,
        time=order.hours,
        seed=order.seed,
        device=device,
        workers=order.workers,
        project=str(order.work.resolve()),
        name=last.parent.parent.name,
        exist_ok=True,
        **recipe,
    )


def _resident_trainer() -> type[Any]:
    """Ultralytics' trainer, whose training windows lie on the accelerator."""
    from ultralytics.models.yolo.pose import PoseTrainer

    class ResidentTrainer(PoseTrainer):  # type: ignore[misc]
        def get_dataloader(self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train") -> Any:
            if mode == "train":
                return ResidentWindows(Path(dataset_path), batch_size, self.device)
            return super().get_dataloader(dataset_path, batch_size, rank, mode)

    return ResidentTrainer


def _accelerated(device: str) -> bool:
    import torch

    return device != "cpu" and torch.cuda.is_available()


def _finished(checkpoint: Path) -> bool:
    """Whether a run has ended: Ultralytics then strips the optimiser and notes no next epoch."""
    import torch

    return checkpoint.exists() and torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"] < 0
