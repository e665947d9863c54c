"""Windows that lie on the accelerator: loaded once, then moved and scaled there, batch by batch.

Opening pictures on the processor takes longer than learning from them. Windows that another process writes to the
folder meanwhile (`write_windows`) are taken up between passes.
"""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import cv2
import numpy as np

from datasets.formats.ultralytics import CLASSES
from models.detector.windows import GREY, LEAST_INSIDE, SIDE
from models.order import TrainingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from torch import Tensor

STEPS: Final = 150
"""Batches of a pass: windows are drawn by chance, and a pass is only where new ones are looked for."""
MOST_OF_MEMORY: Final = 0.4
"""The share of the accelerator's free memory that windows may fill."""
SEEN_OFTEN: Final = 0.15
"""A class in fewer of the windows than this share is shown more often (repeat factor sampling, Gupta et al. 2019)."""
SCALES: Final = (0.85, 1.15)
"""How far a window is scaled each time that it is shown."""
SHIFT: Final = 0.1
"""How far it is moved at most, in sides of a window."""
THREADS: Final = 4
"""Threads that open pictures: they take 1 ms each, and a pass of a large accelerator some seconds."""
ROW: Final = 1 + 4 + 4 * 3
"""Numbers of a label: a class, a box, and four corners with how far each is seen."""


class Opened(NamedTuple):
    """A window as it was read: SIDE×SIDE×3 RGB, and its labels (pieces, ROW)."""

    pixels: NDArray[np.uint8]
    labels: NDArray[np.float32]


class ResidentWindows:
    """What Ultralytics takes for a loader of its training windows, at most `room` of them.

    Raises `TrainingError` where there is none.
    """

    num_workers = 0
    drop_last = True

    def __init__(self, pictures: Path, batch: int, device: Any, steps: int = STEPS, room: int | None = None) -> None:
        import torch

        self.batch_size, self._steps, self._pictures, self._device = batch, steps, pictures, device
        self._labels: list[Tensor] = []
        self._classes: list[NDArray[np.bool_]] = []
        self._known: set[str] = set()
        missing = self._missing()
        if not missing:
            raise TrainingError(f"There are no windows in {pictures}.")
        room = self._room() if room is None else room
        if not room:
            raise TrainingError("The accelerator has no room for windows: train with --device cpu.")
        self._images = torch.empty((room, 3, SIDE, SIDE), dtype=torch.uint8, device=device)
        self._take_up(missing)

    def __len__(self) -> int:
        """Batches of a pass."""
        return self._steps

    @property
    def dataset(self) -> Sequence[Any]:
        """The windows that are there, for who counts them."""
        return self._labels

    @property
    def sampler(self) -> range:
        """As many as a pass shows."""
        return range(self._steps * self.batch_size)

    def reset(self) -> None:
        """Nothing is kept from pass to pass but the windows."""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The batches of a pass, after new windows were taken up."""
        import torch

        self._take_up(self._missing())
        weights = torch.from_numpy(repeats(np.array(self._classes)))
        chosen = torch.multinomial(weights, len(self.sampler), replacement=True)
        for numbers in chosen.split(self.batch_size):
            labels = [self._labels[number] for number in numbers.tolist()]
            yield moved(self._images[numbers.to(self._device)], labels)

    def _room(self) -> int:
        """How many windows the accelerator has room for."""
        import torch

        free, _ = torch.cuda.mem_get_info(self._device)
        return int(MOST_OF_MEMORY * free / (3 * SIDE * SIDE))

    def _missing(self) -> list[Path]:
        """The windows that were written since, whose labels are written after them."""
        labels = self._pictures.parent.parent / "labels" / self._pictures.name
        return [path for path in sorted(labels.glob("*.txt")) if path.stem not in self._known]

    def _take_up(self, missing: Sequence[Path]) -> None:
        """Load windows. Where there is no room for all, chance says which."""
        import torch

        left = len(self._images) - len(self._labels)
        if 0 < left < len(missing):
            warnings.warn(f"{len(missing) - left} of {len(missing)} new windows have no room.", stacklevel=2)
            missing = [missing[n] for n in np.random.default_rng(len(missing)).permutation(len(missing))]
        missing = missing[:left]
        with ThreadPoolExecutor(THREADS) as threads:
            for path, opened in zip(missing, threads.map(self._open, missing), strict=True):
                self._images[len(self._labels)] = torch.from_numpy(opened.pixels).to(self._device).permute(2, 0, 1)
                self._labels.append(torch.from_numpy(opened.labels).to(self._device))
                self._classes.append(np.isin(np.arange(len(CLASSES)), opened.labels[:, 0]))
                self._known.add(path.stem)

    def _open(self, labels: Path) -> Opened:
        picture = cv2.imread(str(self._pictures / f"{labels.stem}.jpg"))
        if picture is None:
            raise TrainingError(f"The window of {labels} cannot be read: delete its labels and cut it again.")
        numbers = np.array(labels.read_text(encoding="utf-8").split(), np.float32)
        return Opened(np.ascontiguousarray(picture[..., ::-1], np.uint8), numbers.reshape(-1, ROW))


def repeats(held: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How often each of N windows is shown beside the others, of the classes (N, classes) that each holds."""
    shares = held.mean(axis=0)
    factors = np.sqrt(SEEN_OFTEN / np.maximum(shares, 1 / len(held))).clip(1.0)
    most: NDArray[np.float64] = np.where(held, factors, 1.0).max(axis=1)
    return most


def moved(images: Tensor, labels: Sequence[Tensor]) -> dict[str, Any]:
    """A batch as Ultralytics takes it, of N×3×H×W windows and their labels, each scaled and moved by chance."""
    import torch
    from torch.nn.functional import affine_grid, grid_sample

    count, device = len(images), images.device
    scales = SCALES[0] + (SCALES[1] - SCALES[0]) * torch.rand(count, 1, device=device)
    shifts = SHIFT * (2 * torch.rand(count, 2, device=device) - 1)
    back = torch.zeros(count, 2, 3, device=device)
    back[:, 0, 0] = back[:, 1, 1] = 1 / scales[:, 0]
    back[:, :, 2] = -2 * shifts / scales
    grid = affine_grid(back, list(images.shape), align_corners=False)
    pixels = grid_sample(images.float() - GREY, grid, align_corners=False) + GREY
    rows = torch.cat(list(labels))
    owners = torch.repeat_interleave(
        torch.arange(count, device=device), torch.tensor([len(each) for each in labels], device=device)
    )
    scale, shift = scales[owners], shifts[owners]
    boxes, inside = _clipped((rows[:, 1:3] - 0.5) * scale + 0.5 + shift, rows[:, 3:5] * scale)
    corners = rows[:, 5:].reshape(-1, 4, 3).clone()
    corners[..., :2] = (corners[..., :2] - 0.5) * scale[:, None] + 0.5 + shift[:, None]
    seen = (corners[..., 2] > 0) & ((corners[..., :2] >= 0) & (corners[..., :2] < 1)).all(dim=-1)
    corners = corners * seen[..., None]
    return {
        "img": pixels,
        "cls": rows[inside, :1],
        "bboxes": boxes[inside],
        "keypoints": corners[inside],
        "batch_idx": owners[inside].float(),
    }


def _clipped(middles: Tensor, sides: Tensor) -> tuple[Tensor, Tensor]:
    """Boxes (N, 4) cut by the window's edges, as middle and sides, and which of them are still in it."""
    import torch

    low, high = (middles - sides / 2).clamp(0, 1), (middles + sides / 2).clamp(0, 1)
    left = (high - low).prod(dim=1) / sides.prod(dim=1)
    return torch.cat([(low + high) / 2, high - low], dim=1), left >= LEAST_INSIDE
