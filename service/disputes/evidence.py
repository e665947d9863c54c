"""A kept picture as evidence: read, remembered beside the picture from before, and put together as a table.

What one picture shows goes the way of a look at a live table: the scene remembers what lay there, and unread is not
gone. However often a picture is read, it counts as one look.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from service.disputes.case import KEPT
from vision.games import Surroundings, assembler
from vision.observation import Observation, ObservationError
from vision.photo import load
from vision.scene.memory import Change, Memory, parts, thumbnail
from vision.scene.memory.settings import MemorySettings
from vision.tracking.evidence import Evidence
from vision.tracking.memory import TableMemory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.disputes.case import Case, Frame
    from service.disputes.moments import Moment
    from vision.games import FollowedTable, TableReading

ALIKE: Final = MemorySettings(fade=1.0)
"""Several readings of one picture count alike: none of them is newer."""
BLANK: Final = Observation(0, 0, "", ())


@dataclass(frozen=True, slots=True)
class Reading:
    """What was seen in a picture, or what trouble there is with it."""

    frame: Frame
    seen: Observation = BLANK
    trouble: str = ""

    @classmethod
    def of(cls, case: Case, frame: Frame) -> Reading:
        """A picture read as it is."""
        short = frame.sha256[:12]
        if frame.picture is None:
            return cls(frame, trouble=f"The picture {short}… is not there any more.")
        try:
            load(frame.picture, KEPT)
            return cls(frame, case.look(frame.picture))
        except ValueError as wrong:
            return cls(frame, trouble=f"The picture {short}… cannot be read: {wrong}.")

    @property
    def pixels(self) -> NDArray[Any]:
        """H×W×3 BGR of a picture without trouble."""
        return load(self.frame.picture or b"", KEPT).pixels

    @property
    def each(self) -> tuple[Observation, ...]:
        """What was read from it when it was kept, if anything was, and what is read from it now."""
        try:
            return Observation.from_json(self.frame.about.get("seen")), self.seen
        except ObservationError:
            return (self.seen,)


def evidence_of(
    case: Case, moment: Moment, base: Reading | None, reading: Reading
) -> tuple[Evidence, TableReading, bool]:
    """What a picture says beside the one from before it, the `base`: the evidence, its table reading, and whether a
    hand that came is in it."""
    seen, pixels = reading.each, reading.pixels
    table = assembler(moment.game.name, moment.options, case.faces)
    remembered = TableMemory(memory=Memory(settings=ALIKE))
    if base is not None:
        table, remembered = _begun(table, remembered, base, moment.start)
    change = remembered.background.change(thumbnail(pixels), seen[0].width)
    remembered = remembered.with_hands(seen[0], 1.0, change, None)
    memory, none = remembered.memory, _none_of(change)
    for number, each in enumerate(seen):
        again, table = table.again(pixels, each, moment.start)
        memory = memory.looked(again, 1.0, change if number == 0 else none, change)
    observation = memory.observation(seen[0])
    boxes = parts(remembered.unread(change), change.scale) if table.tells_unread else ()
    around = Surroundings(1.0, change, boxes)
    understood, table = table.interpret(observation, moment.start, around)

    def read(state: Any) -> TableReading:
        other = None if state == moment.start else table.suppose(observation, state)
        return understood if other is None or other.trouble else other

    evidence = Evidence(1.0, read, guesses=memory.guesses(), picture=reading.frame.sha256)
    return evidence, understood, remembered.hand is not None


def _begun(
    table: FollowedTable, remembered: TableMemory, base: Reading, state: Any
) -> tuple[FollowedTable, TableMemory]:
    """The table and the scene as the picture from before shows where its pieces lie."""
    _, table = table.interpret(base.seen, state)
    seen, table = table.again(base.pixels, base.seen, state)
    _, table = table.interpret(seen, state)
    looked = TableMemory(memory=remembered.memory.looked(seen, 0.0))
    return table.settled(), looked.accounted(thumbnail(base.pixels), None, 0.0)


def _none_of(change: Change) -> Change:
    """No change at all, for further readings of the same picture."""
    return change if change.mask is None else Change(np.zeros_like(change.mask), change.scale)
