"""What a frame deserves: a look, a glimpse, or nothing; asked of every frame of a camera or a recording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from vision.scene.bounds import Bounds
from vision.scene.gate import Gate
from vision.scene.pace import Pace
from vision.scene.plane.watch import PlaneWatch
from vision.scene.quality import small
from vision.scene.steady import UNSHIFTED, Steady

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene.gate import GateState
    from vision.scene.plane.lens import Lens
    from vision.scene.plane.watch import PlaneState
    from vision.scene.region import TableRegion
    from vision.scene.steady import Steadied

    Pixels: TypeAlias = NDArray[Any]

GIVEN_UP: Final = 8.0
"""Where a table was not found for so long (s) in which nothing moved, what is seen is taken for the table."""

Due: TypeAlias = Literal["look", "glimpse", ""]


@dataclass(frozen=True, slots=True, eq=False)
class Notice:
    """A frame taken at `time` (s), small and grey, what the gate and the plane say of it, and what it deserves.

    `steadied` says how the frame lies against the steady picture, of which `region` is the table.
    """

    time: float
    grey: NDArray[Any]
    gate: GateState
    plane: PlaneState
    due: Due
    steadied: Steadied = UNSHIFTED
    region: TableRegion | None = None

    @property
    def in_place(self) -> bool:
        """Whether the table is where it can be found; where nothing can be followed yet, it is."""
        return self.plane.state in ("known", "unknown")


class Attention:
    """Attends to the frames of one camera, in their order. The same frames at the same times deserve the same."""

    def __init__(self, lens: Lens | None = None) -> None:
        self._gate = Gate()
        self._steady = Steady()
        self._plane = PlaneWatch(lens)
        self.bounds = Bounds()
        self._pace = Pace()
        self._place = 0, 0
        """How often the watch of the table began anew, and how often the table was found in another place since."""
        self._still: float | None = None
        self._lost = 0.0
        """For how long a lost table was still, s."""

    def frame(
        self, pixels: Pixels, time: float, *, restless: bool, promising: bool = False, busy: bool = False
    ) -> Notice:
        """A frame (H×W×3, BGR) taken at `time` (s). While a look is taken (`busy`), no other is due."""
        return self.due(self.notice(pixels, time), restless=restless, promising=promising, busy=busy)

    def notice(self, pixels: Pixels, time: float) -> Notice:
        """What the gate and the plane say of a frame, before it is known what it deserves."""
        grey = small(pixels)
        steadied = self._steady.step(grey, time)
        grey = steadied.undo(grey)
        region = self.bounds.region
        inside = None if region is None else region.mask(grey.shape)
        gate = self._gate.step(grey, time, grey.shape[1] / pixels.shape[1], inside, registered=steadied.far > 0)
        if gate.state == "still":
            self._steady.keep()
        plane = self._plane.step(steadied.undo(pixels) if self._plane.due(time) else pixels, time)
        if (place := (plane.begun, plane.moves)) != self._place:
            self._place = place
            self._gate.bumped()
        self.bounds.follow(plane, (pixels.shape[1], pixels.shape[0]))
        notice = Notice(time, grey, gate, plane, "", steadied, region)
        self._begin_anew(notice)
        return notice

    def due(self, notice: Notice, *, restless: bool, promising: bool = False, busy: bool = False) -> Notice:
        """The notice with what its frame deserves; asked of all in their order. `restless` if the look before left
        something open, `promising` if a glimpse now tells more than later."""
        if busy or not notice.in_place:
            return notice
        if self._pace.due(notice.gate, notice.time, restless=restless):
            return replace(notice, due="look")
        glimpse = self._pace.glimpse_due(notice.gate, notice.time, promising=promising)
        return replace(notice, due="glimpse") if glimpse else notice

    def _begin_anew(self, notice: Notice) -> None:
        """A table that stays lost while all is still is another one, or was cleared: what is seen now is the table.

        Hands that come in between end no wait: people who play on never leave a table still for long.
        """
        if notice.plane.state != "lost":
            self._still, self._lost = None, 0.0
            return
        if self._still is not None:
            self._lost += max(notice.time - self._still, 0.0)
        self._still = notice.time if notice.gate.state == "still" else None
        if self._lost >= GIVEN_UP:
            self._plane.begin_anew()
            self._still, self._lost = None, 0.0
