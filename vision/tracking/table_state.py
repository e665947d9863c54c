"""What is known of one table between two looks, as one frozen value: whoever tries something keeps the value before."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from vision.games.reading import TableReading
from vision.scene.memory import shows_table, without
from vision.tracking.memory import TableMemory

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from vision.games import FollowedTable
    from vision.observation import Observation
    from vision.scene.memory import Change
    from vision.scene.memory.change import Mask, Thumbnail
    from vision.tracking.belief import Belief
    from vision.tracking.step import Step

NOTHING: Final = TableReading({}, (), (), {}, unjudged="Nothing has been looked at yet.")


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    """The game's `table`, the `scene` and the `belief`. `reading` and `step` are of the last kept look."""

    table: FollowedTable
    belief: Belief
    scene: TableMemory = field(default_factory=TableMemory)
    reading: TableReading = NOTHING
    step: Step | None = None

    def believing(self, **changes: Any) -> Self:
        """The same with another belief: what changes of it, by the names of its fields."""
        return replace(self, belief=replace(self.belief, **changes))

    def glimpsed(self, seen: Observation, time: float) -> Self:
        """The same after what was seen at `time` (s) while something moved."""
        scene = replace(self.scene, memory=self.scene.memory.glimpsed(seen, time))
        return replace(self, scene=scene, table=self.table.recall(seen))

    def unread(self, moved: Change, now: Thumbnail) -> Mask | None:
        """Where in the small picture `now` something came or went that was not read.

        A table that tells such traces says where. Of others, the bare places of pieces that went are none.
        """
        if not self.table.tells_unread:
            gone = [each for each in self.scene.memory.gone if shows_table(now, each, moved.scale)]
            return self.scene.unread(moved, gone)
        left = self.scene.unread(moved)
        return None if left is None else left & ~without(left, self.reading.traces, moved.scale)

    def accounted(self, now: Thumbnail, left: Mask | None, time: float) -> Self:
        """The same once the table is accounted for at `time` (s), but for what is `left` unread."""
        return replace(self, scene=self.scene.accounted(now, left, time), table=self.table.settled())

    def moved(self, motion: NDArray[Any], width: int) -> Self:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now.

        They are those of a picture of that width.
        """
        return replace(self, scene=self.scene.moved(motion, width), table=self.table.moved(motion, width))
