"""What a training run is asked for: the same words for every network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Say: TypeAlias = Callable[[str], None]
    """Takes a line about how far the run has come."""


class TrainingError(RuntimeError):
    """A run that cannot go on; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class TrainingOrder:
    """One run.

    `work` holds the rendered scenes, what was made of them and the checkpoints; `out` is the folder of the exported
    weights. `scenes` are drawn a game from `seed` on, `epochs` are passes over them. `device` is `auto`, `cpu`, or a
    CUDA device's number. `resume` goes on from the last checkpoint in `work`. `workers` are processes. `start` is a
    checkpoint whose weights are learnt on from, None to begin with none. `also` are more folders of scenes or stills.
    With `hours` the run ends after so many, at whatever epoch it is then; its rate falls until then.
    """

    work: Path
    out: Path
    scenes: int
    epochs: int
    seed: int = 0
    device: str = "auto"
    resume: bool = False
    workers: int = 2
    start: Path | None = None
    also: tuple[Path, ...] = ()
    hours: float | None = None
