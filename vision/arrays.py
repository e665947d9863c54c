"""The arrays that all rooms speak of, by what they hold. Docstrings give their shapes; pictures are `photo.Picture`."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Floats32: TypeAlias = NDArray[np.float32]
Grey: TypeAlias = NDArray[np.uint8]
"""A grey picture (h, w), 0 … 255."""
Mask: TypeAlias = NDArray[np.bool_]
"""What of a picture (h, w) is meant."""
