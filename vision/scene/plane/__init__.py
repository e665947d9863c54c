"""Where the table is in the picture: pixels to millimetres, the lens, and whether camera or mat were moved.

`PlaneWatch` follows a camera's frames; `plane_of_markers` measures one picture; `Lens` is what
`tableside calibrate` finds.
"""

from vision.scene.plane.lens import LENS_FILE, Lens, LensError, lens_of, load_lens
from vision.scene.plane.markers import find_markers, mat_of
from vision.scene.plane.pose import Plane, plane_of_markers
from vision.scene.plane.settings import WatchSettings
from vision.scene.plane.watch import PlaneState, PlaneWatch

__all__ = [
    "LENS_FILE",
    "Lens",
    "LensError",
    "Plane",
    "PlaneState",
    "PlaneWatch",
    "WatchSettings",
    "find_markers",
    "lens_of",
    "load_lens",
    "mat_of",
    "plane_of_markers",
]
