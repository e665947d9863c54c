"""A rate of learning that falls from step to step until the hours of a run are over.

Ultralytics lowers the rate from epoch to epoch, and a run of hours on a processor has few of them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import cos, pi
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

HELD: Final = 0.3
"""The share of a run at whose end the rate begins to fall."""
LAST: Final = 0.01
"""What is left of the rate at the end."""


@dataclass(frozen=True, slots=True)
class Anneal:
    """A callback of Ultralytics (`on_train_batch_start`): the rate at each step of a run of so many hours."""

    hours: float
    clock: Callable[[], float] = time.monotonic
    _began: list[float] = field(default_factory=list)

    def __call__(self, trainer: Any) -> None:
        """Set the rate of every group of parameters."""
        if not self._began:
            self._began.append(self.clock())
        passed = (self.clock() - self._began[0]) / (3600 * self.hours)
        share = min(max((passed - HELD) / (1 - HELD), 0.0), 1.0)
        for group in trainer.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * (LAST + (1 - LAST) * (1 + cos(pi * share)) / 2)
