"""The network of crops: a few convolutions over 48×48 pixels, a class each."""

from __future__ import annotations

from typing import Any, Final

from models.halves.network import LAST, SOFTEST, step
from models.halves.patch import PATCH
from models.strange.crop import CLASSES

WIDTHS: Final = (24, 48, 64, 112)
"""Channels at 24×24, 12×12 (twice) and 6×6 (twice)."""


def build() -> Any:
    """The untrained network, a `torch.nn.Module`: N×3×48×48 BGR 0 … 255 to N×12 logits."""
    from collections import OrderedDict

    from torch import nn

    a, b, c, d = WIDTHS
    layers = OrderedDict(
        even=nn.LayerNorm([3, PATCH.side, PATCH.side], eps=SOFTEST**2, elementwise_affine=False),
        first=step(3, a, 5, 2),
        second=step(a, b, 3, 2),
        third=step(b, c, 3, 1),
        fourth=step(c, d, 3, 2),
        fifth=step(d, d, 3, 1),
        pool=nn.AvgPool2d(2),
        flat=nn.Flatten(),
        drop=nn.Dropout(0.2),
    )
    layers[LAST] = nn.Linear(d * 9, len(CLASSES))
    return nn.Sequential(layers)
