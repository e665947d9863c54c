"""A world to be filmed: things in their places under a light. Poses in; pictures, masks and truth out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.optics.material import Light, Material
    from datasets.optics.mesh import Mesh
    from datasets.optics.pose import Pose


@dataclass(frozen=True, slots=True)
class Thing:
    """A shape with its look. `piece` says what it is to the truth; None is furniture or clutter."""

    mesh: Mesh
    material: Material
    piece: Piece | None = None
    shadow: bool = True


@dataclass(frozen=True, slots=True)
class Piece:
    """What the truth says of a thing: its kind, the labels of its face and its back, its size in mm.

    The corners of its faces follow from the size, unless the face's four `corners` (own axes, mm) are given, as for a
    bent card. A piece without faces, a stone, is `round`: its corners are those around its silhouette.
    """

    kind: str
    label: str | None
    size: tuple[float, float, float]
    back: str | None = "back"
    round: bool = False
    corners: tuple[tuple[float, float, float], ...] = ()
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing at its place; `on` names what lies beneath, by index into the world; `facts` go into the truth."""

    thing: Thing
    pose: Pose
    level: int | None = 0
    on: tuple[int, ...] = ()
    contacts: tuple[tuple[float, float, float], ...] = ()
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class World:
    """What there is: `place` adds a thing and returns its index, `move` puts it elsewhere."""

    light: Light
    placed: list[Placed] = field(default_factory=list)

    def place(
        self,
        thing: Thing,
        pose: Pose,
        level: int | None = 0,
        on: tuple[int, ...] = (),
        contacts: tuple[tuple[float, float, float], ...] = (),
        **facts: object,
    ) -> int:
        """Add a thing; its index in this world."""
        self.placed.append(Placed(thing, pose, level, on, contacts, facts))
        return len(self.placed) - 1

    def move(self, index: int, pose: Pose, **changes: object) -> None:
        """Put a thing elsewhere; `changes` are other fields of `Placed`."""
        self.placed[index] = replace(self.placed[index], pose=pose, **changes)  # type: ignore[arg-type]

    def bounds(self) -> NDArray[np.float64]:
        """The lowest and highest corner of all things that throw shadows, (2, 3) in mm."""
        boxes = [item.pose.points(_box(item.thing.mesh)) for item in self.placed if item.thing.shadow]
        if not boxes:
            return np.array([[-100.0, -100.0, 0.0], [100.0, 100.0, 10.0]])
        points = np.concatenate(boxes)
        return np.stack([points.min(0), points.max(0)])


def _box(mesh: Mesh) -> NDArray[np.float64]:
    low, high = mesh.points.min(0), mesh.points.max(0)
    return np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
