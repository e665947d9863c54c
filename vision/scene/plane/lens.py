"""The lens of a camera: what it does to straight lines, found once by `tableside calibrate`.

LensError(ValueError)    a file that tells no lens; the message is one line
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from vision.arrays import Floats


SCHEMA: Final = "tableside/lens@1"
LENS_FILE: Final = "lens.json"
"""Its name in the data folder."""
DISTORTIONS: Final = 5
SAME_SHAPE: Final = 0.02
"""Pictures whose sides differ in proportion by more than this are not of the same cut of the sensor."""


class LensError(ValueError):
    """There is no lens in that file; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A pinhole with distortion, for pictures of `width` × `height` pixels (centres at whole numbers).

    `distortion` is OpenCV's k1 k2 p1 p2 k3. `error` is the root of the mean squared miss, px, of the corners that it
    was found from, and `pictures` how many pictures there were.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: tuple[float, ...] = (0.0,) * DISTORTIONS
    error: float = 0.0
    pictures: int = 0

    @property
    def matrix(self) -> Floats:
        """The camera matrix, 3×3."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])

    def scaled(self, width: int, height: int) -> Lens | None:
        """The same lens for pictures of another size. None for another proportion: that is another piece of the
        sensor."""
        if abs(width * self.height / (height * self.width) - 1.0) > SAME_SHAPE:
            return None
        x, y = width / self.width, height / self.height
        cx, cy = (self.cx + 0.5) * x - 0.5, (self.cy + 0.5) * y - 0.5
        error = self.error * (x + y) / 2
        return replace(self, width=width, height=height, fx=self.fx * x, fy=self.fy * y, cx=cx, cy=cy, error=error)

    def to_json(self) -> dict[str, Any]:
        """The lens in JSON types."""
        return {"schema": SCHEMA} | asdict(self) | {"distortion": list(self.distortion)}


def lens_of(given: Any) -> Lens:
    """The lens that `Lens.to_json` wrote down. Raises `LensError`."""
    if not isinstance(given, dict) or given.get("schema") != SCHEMA:
        raise LensError(f"that is no lens of the schema {SCHEMA}: run `tableside calibrate` again")
    try:
        fx, fy, cx, cy, error = (float(given[name]) for name in ("fx", "fy", "cx", "cy", "error"))
        distortion = tuple(float(value) for value in given["distortion"])
        width, height, pictures = (int(given[name]) for name in ("width", "height", "pictures"))
    except (KeyError, TypeError, ValueError):
        raise LensError("the lens is damaged: run `tableside calibrate` again") from None
    finite = np.isfinite([fx, fy, cx, cy, *distortion]).all()
    if len(distortion) != DISTORTIONS or not finite or min(width, height, fx, fy) <= 0:
        raise LensError("the lens is damaged: run `tableside calibrate` again")
    return Lens(width, height, fx, fy, cx, cy, distortion, error, pictures)


def load_lens(path: Path) -> Lens | None:
    """The lens in a file, None where there is no such file. Raises `LensError`."""
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise LensError(f"{path.name} cannot be read: run `tableside calibrate` again") from None
    return lens_of(given)
