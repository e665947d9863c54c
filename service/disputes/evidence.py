"""A kept picture as evidence: read, tracked from the picture before it, and put together as a table.

A picture is taken as a look at a live table is: tracks keep what lay there, and unread is not gone.
However often a picture is read, it counts as one look.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.said import Said
from service.disputes.case import KEPT
from vision.games import assembler
from vision.observation import Observation, ObservationError
from vision.photo import load
from vision.scene.memory.change import Change, Snapshot, thumbnail
from vision.tracking.belief import Belief
from vision.tracking.evidence import Evidence
from vision.tracking.table_state import TableState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.disputes.case import Case, Frame
    from service.disputes.moments import Moment

ALIKE: Final = 1.0
"""Several readings of one picture count alike: none of them is newer."""
BLANK: Final = Observation(0, 0, "", ())


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What was seen in a picture, or what trouble there is with it."""

    frame: Frame
    seen: Observation = BLANK
    trouble: str = ""

    @classmethod
    def of(cls, case: Case, frame: Frame) -> PictureReading:
        """A picture read as it is."""
        short = frame.sha256[:12]
        if frame.picture is None:
            return cls(frame, trouble=Said("The picture {what}… is not there any more.", what=short))
        try:
            load(frame.picture, KEPT)
            return cls(frame, case.look(frame.picture))
        except ValueError as wrong:
            return cls(frame, trouble=Said("The picture {what}… cannot be read: {why}.", what=short, why=wrong))

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
    case: Case, moment: Moment, base: PictureReading | None, reading: PictureReading
) -> tuple[Evidence, TableState]:
    """The evidence of a picture, with the one from before it as the `base`, and the table after it."""
    seen, pixels = reading.each, reading.pixels
    table = assembler(moment.game.name, moment.options, case.faces)
    table_state = TableState(table, Belief((moment.start,)))
    if base is not None:
        table_state = _begun(table_state, base)
    change = table_state.background.change(thumbnail(pixels), seen[0].width)
    table_state = table_state.with_hands(seen[0], 1.0, change)
    memory, newer = table_state.memory, change
    for each in seen:
        again, table = table_state.table.again(pixels, each, moment.start, change)
        table_state = replace(table_state, table=table)
        memory = memory.looked(again, 1.0, newer, change, fade=ALIKE)
        if change.mask is not None:
            newer = replace(change, mask=np.zeros_like(change.mask))  # nothing changes between its readings
    observation = memory.observation(seen[0])
    table_state = table_state.interpreted(observation, 1.0, change)
    reads, picture = table_state.reads(observation), reading.frame.sha256
    return Evidence(1.0, reads, guesses=memory.guesses(), picture=picture), table_state


def _begun(table_state: TableState, base: PictureReading) -> TableState:
    """The same after the picture from before, which shows where the pieces lie."""
    state = table_state.belief.state
    _, table = table_state.table.interpret(base.seen, state)
    seen, table = table.again(base.pixels, base.seen, state, Change())
    _, table = table.interpret(seen, state)
    looked = replace(table_state, table=table, memory=table_state.memory.looked(seen, 0.0))
    return looked.accounted(Snapshot(thumbnail(base.pixels)), None, 0.0)
