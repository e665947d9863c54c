"""Does the camera stand well? Five checks of one frame; each that fails says what to change.

view     the whole mat is in the picture; without a mat only a person can tell
sharp    the edges are sharp
light    it is bright enough, and nothing is burnt out
angle    the camera looks down steeply; without a mat only a person can tell
mat      the printed mat was found
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from vision.scene.gate import GATE, Gate
from vision.scene.plane.markers import find_markers
from vision.scene.plane.pose import plane_of_markers
from vision.scene.quality import notices, small

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene.mat import Mat
    from vision.scene.plane.lens import Lens
    from vision.scene.plane.pose import Plane

State: TypeAlias = Literal["good", "change", "open"]
"""`change` is for somebody to mend; `open` is for a person to look at."""

FLAT: Final = 50.0
"""A camera that looks down by less than this, degrees, sees stacks hide each other (docs/camera.md: 55° to 80°)."""
STEEP: Final = 86.0
"""One that looks down by more than this, degrees, cannot see how high a stack is."""
FOCAL: Final = 0.85
"""The focal length of a usual webcam in widths of its picture, where no lens was measured: 61° across."""
LIGHT: Final = ("dark", "glare")
"""The warnings of a photo that are about light."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: `name` and `why` are words of the page's language files, `state` says whether to change anything."""

    name: str
    state: State
    why: str

    def to_json(self) -> dict[str, str]:
        """The check in JSON types."""
        return {"name": self.name, "state": self.state, "why": self.why}


def placement(frame: NDArray[np.uint8], game: str | None = None, lens: Lens | None = None) -> tuple[Check, ...]:
    """The checks of a frame (H, W, 3, BGR), for a game where one was chosen."""
    height, width = frame.shape[:2]
    lens = None if lens is None else lens.scaled(width, height)
    plane = plane_of_markers(find_markers(frame))
    state = _at_rest(frame)
    light = "dark" if state == "dark" else next((each.name for each in notices(frame, ()) if each.name in LIGHT), "")
    return (
        _view(plane, (width, height)),
        Check("sharp", "change", "blur") if state == "blurred" else Check("sharp", "good", "good"),
        Check("light", "change", light) if light else Check("light", "good", "good"),
        _angle(plane, (width, height), lens),
        _mat(None if plane is None else plane.mat, game),
    )


def _at_rest(frame: NDArray[np.uint8]) -> str:
    """What the gate would say of the frame, had it stood still for a while."""
    gate, grey = Gate(), small(frame)
    gate.step(grey, 0.0)
    return gate.step(grey, 2 * GATE.settle).state


def _view(plane: Plane | None, size: tuple[int, int]) -> Check:
    if plane is None:
        return Check("view", "open", "look")
    mat = plane.mat
    corners = np.array([(0, 0), (mat.width, 0), (mat.width, mat.height), (0, mat.height)], np.float64)
    seen = plane.to_image(corners)
    inside = (seen >= 0).all() and (seen[:, 0] < size[0]).all() and (seen[:, 1] < size[1]).all()
    return Check("view", "good", "good") if inside else Check("view", "change", "cut")


def _mat(mat: Mat | None, game: str | None) -> Check:
    if mat is None:
        return Check("mat", "open", "none")
    if game is not None and mat.game != game:
        return Check("mat", "change", "other")
    return Check("mat", "good", "good")


def _angle(plane: Plane | None, size: tuple[int, int], lens: Lens | None) -> Check:
    if plane is None:
        return Check("angle", "open", "look")
    down = looks_down(plane, size, lens)
    if down < FLAT:
        return Check("angle", "change", "flat")
    return Check("angle", "change", "steep") if down > STEEP else Check("angle", "good", "good")


def looks_down(plane: Plane, size: tuple[int, int], lens: Lens | None = None) -> float:
    """How steeply the camera looks onto the plane, degrees: 90 is straight down."""
    width, height = size
    focal = FOCAL * max(size)
    usual = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]], np.float64)
    matrix = usual if lens is None else np.asarray(lens.matrix, np.float64)
    columns = np.linalg.inv(matrix) @ np.linalg.inv(plane.homography)
    normal = np.cross(columns[:, 0], columns[:, 1])
    steep = abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-12)
    return float(np.degrees(np.arcsin(np.clip(steep, 0.0, 1.0))))
