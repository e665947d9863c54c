"""A kept picture as evidence: read, remembered beside the picture from before, and put together as a table.

What one picture shows goes the way of a look at a live table: the scene remembers what lay there, and unread is not
gone. However often a picture is read, it counts as one look.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from service.disputes.case import KEPT
from vision.games import assembler
from vision.observation import Observation, ObservationError
from vision.photo import load
from vision.scene.memory.change import Change, thumbnail
from vision.scene.memory.memory import Memory
from vision.tracking.belief import Belief
from vision.tracking.evidence import Evidence
from vision.tracking.table_state import TableState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.disputes.case import Case, Frame
    from service.disputes.moments import Moment
    from vision.games import TableReading

ALIKE: Final = 1.0
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


class Told(NamedTuple):
    """What a picture tells: the evidence, its table reading, and whether a hand that came is in it."""

    evidence: Evidence
    table: TableReading
    hand: bool


def told_by(case: Case, moment: Moment, base: Reading | None, reading: Reading) -> Told:
    """What a picture tells beside the one from before it, the `base`."""
    seen, pixels = reading.each, reading.pixels
    table = assembler(moment.game.name, moment.options, case.faces)
    known = TableState(table, Belief((moment.start,)), memory=Memory(fade=ALIKE))
    if base is not None:
        known = _begun(known, base)
    change = known.background.change(thumbnail(pixels), seen[0].width)
    known = known.with_hands(seen[0], 1.0, change, None)
    memory, none = known.memory, _none_of(change)
    for number, each in enumerate(seen):
        again, table = known.table.again(pixels, each, moment.start)
        known = replace(known, table=table)
        memory = memory.looked(again, 1.0, change if number == 0 else none, change)
    observation = memory.observation(seen[0])
    known = known.interpreted(observation, 1.0, change)
    evidence = Evidence(1.0, known.reads(observation), guesses=memory.guesses(), picture=reading.frame.sha256)
    return Told(evidence, known.reading, known.hand is not None)


def _begun(known: TableState, base: Reading) -> TableState:
    """The same after the picture from before, which shows where the pieces lie."""
    state = known.belief.state
    _, table = known.table.interpret(base.seen, state)
    seen, table = table.again(base.pixels, base.seen, state)
    _, table = table.interpret(seen, state)
    looked = replace(known, table=table, memory=known.memory.looked(seen, 0.0))
    return looked.accounted(thumbnail(base.pixels), None, 0.0)


def _none_of(change: Change) -> Change:
    """No change at all, for further readings of the same picture."""
    return change if change.mask is None else Change(np.zeros_like(change.mask), change.scale)
