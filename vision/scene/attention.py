"""What a frame deserves: a look, a glimpse, or nothing; asked of every frame of a camera or a recording.

A look is due at once when the table comes to rest, soon while a look more would tell more, and every few seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from vision.scene.bounds import Bounds
from vision.scene.gate import GATE, Gate, GateState
from vision.scene.plane.watch import PlaneState, PlaneWatch
from vision.scene.quality import small
from vision.scene.steady import UNSHIFTED, Steadied, Steady

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.arrays import Floats
    from vision.photo import Picture
    from vision.scene.region import TableRegion


GIVEN_UP: Final = 8.0
"""Where a table was not found for so long (s) in which nothing moved, what is seen is taken for the table."""


AGAIN: Final = GATE.settle
"""The least time between two looks at a table on which something is open, s."""
LOOKS: Final = 14
"""So many looks one after another come as fast as that, for as long as a table may be lost before it is said."""
SLOW: Final = 2.0
"""The longest time between two looks at a still table, s. A small play may change too few pixels for the gate."""
GLIMPSE: Final = 0.4
"""The time between two glimpses of a table on which something moves, s, …"""
SOON: Final = 0.15
"""… or less, where one now tells more than later."""

Due: TypeAlias = Literal["look", "glimpse", ""]


@dataclass(frozen=True, slots=True, eq=False)
class Notice:
    """A frame taken at `time` (s), small and grey, what the gate and the plane say of it, and what it deserves.

    `steadied` says how the frame lies against the steady picture, of which `region` is the table. Where the table was
    found in another place since the frame before, `jump` (3, 3) takes pixels of where it was to those of where it is.
    """

    time: float
    grey: NDArray[Any]
    gate: GateState
    plane: PlaneState
    due: Due
    steadied: Steadied = UNSHIFTED
    region: TableRegion | None = None
    jump: Floats | None = None

    @property
    def anew(self) -> bool:
        """Whether what was known of the table's place is void."""
        return self.plane.anew

    @property
    def in_place(self) -> bool:
        """Whether the table can be found; where nothing can be followed yet, it can."""
        return self.plane.state in ("known", "unknown")

    @property
    def at_rest(self) -> bool:
        """Whether it shows a table that can be found, and that is at rest or about to be."""
        return self.in_place and self.gate.state in ("still", "settling")


class Attention:
    """Attends to the frames of one camera, in their order. The same frames at the same times deserve the same."""

    def __init__(self) -> None:
        self._gate = Gate()
        self._steady = Steady()
        self._plane = PlaneWatch()
        self.bounds = Bounds()
        self._rested: float | None = None  # when the rest began in which the table was looked at last, s
        self._looked = self._glimpsed = 0.0  # when it was last looked at, and glimpsed at, s
        self._looks = 0  # how many looks one after another left something open
        self._still: float | None = None
        self._lost = 0.0  # for how long a lost table was still, s

    def notice(self, pixels: Picture, time: float) -> Notice:
        """What the gate and the plane say of a frame (H×W×3, BGR) taken at `time` (s); nothing is `due` yet."""
        grey = small(pixels)
        steadied = self._steady.step(grey, time)
        grey = steadied.undo(grey)
        region = self.bounds.region
        inside = None if region is None else region.mask(grey.shape)
        gate = self._gate.step(grey, time, inside, registered=steadied.far > 0)
        if gate.state == "still":
            self._steady.keep()
        due = self._plane.due(time)
        picture = steadied.undo(pixels) if due else pixels
        plane = self._plane.step(picture, time)
        jump = plane.jump
        self.bounds.follow((pixels.shape[1], pixels.shape[0]), jump=jump, anew=plane.anew)
        if due and jump is None and gate.state == "still" and plane.state == "known":
            jump = self.bounds.look(picture, time, gate.rested)
        if plane.anew or jump is not None:
            self._gate.bumped()
        notice = Notice(time, grey, gate, plane, "", steadied, region, jump)
        self._begin_anew(notice)
        return notice

    def due(self, notice: Notice, *, restless: bool, promising: bool = False, busy: bool = False) -> Notice:
        """The notice with what its frame deserves; asked of all in their order. The look before left something open
        (`restless`), a glimpse now tells more than later (`promising`), or a look is being taken (`busy`)."""
        if busy or not notice.in_place:
            return notice
        if self._is_look_due(notice.gate, notice.time, restless=restless):
            return replace(notice, due="look")
        glimpse = self._is_glimpse_due(notice.gate, notice.time, promising=promising)
        return replace(notice, due="glimpse") if glimpse else notice

    def _is_look_due(self, gate: GateState, time: float, *, restless: bool) -> bool:
        if gate.state != "still":
            return False
        wait = AGAIN if restless and self._looks < LOOKS else SLOW
        if gate.rested != self._rested:
            self._rested, self._looks = gate.rested, 0
        elif time - self._looked < wait:
            return False
        self._looked = time
        self._looks = self._looks + 1 if restless else 0
        return True

    def _is_glimpse_due(self, gate: GateState, time: float, *, promising: bool) -> bool:
        """Whether something has been moving for a while, if with short rests."""
        moving = gate.state in ("moving", "settling")
        if moving and time - self._glimpsed < (SOON if promising else GLIMPSE):
            return False
        self._glimpsed = time
        return moving

    def _begin_anew(self, notice: Notice) -> None:
        """A table that stays lost while all is still is another one, or was cleared: what is seen now is the table.
        Hands that come in between end no wait: people who play on never leave a table still for long."""
        if notice.plane.state != "lost":
            self._still, self._lost = None, 0.0
            return
        if self._still is not None:
            self._lost += max(notice.time - self._still, 0.0)
        self._still = notice.time if notice.gate.state == "still" else None
        if self._lost >= GIVEN_UP:
            self._plane.begin_anew()
            self._still, self._lost = None, 0.0
