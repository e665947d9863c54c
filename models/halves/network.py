"""The network of halves: a few convolutions over a 48×48 patch, 15 classes."""

from __future__ import annotations

from typing import Any, Final

from models.halves.patch import CLASSES, PATCH

WIDTHS: Final = (16, 40, 48, 96)
"""Channels at 24×24, 12×12 (twice) and 6×6 (twice)."""
SOFTEST: Final = 12.0
"""Grey levels added, in squares, to a patch's contrast before it is divided by it: bare background stays bare."""
LAST: Final = "last"
"""The name of the linear layer that gives the logits."""


def build() -> Any:
    """The untrained network, a `torch.nn.Module`: N×3×48×48 BGR 0 … 255 to N×15 logits.

    It evens out brightness and contrast itself. Its last layer sees 3×3 places, for where pips lie says as much as how
    many there are.
    """
    from collections import OrderedDict

    from torch import nn

    a, b, c, d = WIDTHS
    even = nn.LayerNorm([3, PATCH.side, PATCH.side], eps=SOFTEST**2, elementwise_affine=False)
    layers = OrderedDict(
        even=even,
        first=step(3, a, 5, 2),
        second=step(a, b, 3, 2),
        third=step(b, c, 3, 1),
        fourth=step(c, d, 3, 2),
        fifth=step(d, d, 3, 1),
        pool=nn.AvgPool2d(2),
        flat=nn.Flatten(),
        drop=nn.Dropout(0.1),
    )
    layers[LAST] = nn.Linear(d * 9, CLASSES)
    return nn.Sequential(layers)


def step(inward: int, outward: int, size: int, stride: int) -> Any:
    """A convolution with what belongs to it."""
    from torch import nn

    convolution = nn.Conv2d(inward, outward, size, stride, size // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outward), nn.ReLU())
