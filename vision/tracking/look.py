"""One look at a table: a picture is seen and remembered, and a step of the belief is taken. Nothing here is edited.

What follows is a value of its own. A look that is only tried is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from engine.core import TABLE
from vision.games import Surroundings
from vision.photo import Photo
from vision.scene.memory import Change, between, parts, stationary, thumbnail
from vision.scene.region import within
from vision.tracking.evidence import Evidence
from vision.tracking.facts import unturned
from vision.tracking.memory import joined
from vision.tracking.step import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.games import TableReading
    from vision.observation import Corners, Observation
    from vision.scene.clearing import Cleared
    from vision.scene.hands import HandEntry
    from vision.scene.memory import Memory, Occlusion, Stationary
    from vision.scene.memory.change import Thumbnail
    from vision.scene.region import TableRegion
    from vision.tracking.decision import Decision, Reopen
    from vision.tracking.hypothesis import Play
    from vision.tracking.seating import Seating
    from vision.tracking.step import Model, Step
    from vision.tracking.table_state import TableState

    Pixels: TypeAlias = NDArray[Any]


class Read(Protocol):
    """What reads a picture, as `Recogniser.see` does."""

    def __call__(self, photo: Photo, stationary: Stationary | None = None, /) -> Observation:
        """What the photo shows; what is `stationary` of it may be taken as seen."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look: what is seen and remembered, what that means, and what is decided.

    `doubt` stands beside a commit. `unread` is whether something has lain there for a while that nobody read.
    """

    observation: Observation
    reading: TableReading
    decision: Decision
    hidden: tuple[Occlusion, ...]
    doubt: Reopen | None = None
    unread: bool = False


@dataclass(frozen=True, slots=True)
class LookResult:
    """What is known after a picture was seen, and the `step` that the belief took: none where hands cover too much.

    The picture is `now` as a thumbnail. It differs by `moved` from the table as it was accounted for.
    """

    state: TableState
    observation: Observation
    now: Thumbnail
    moved: Change
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Looker:
    """What a look takes as given: the model, how pictures are read, the record, and who sits where.

    `sits` are the angles (radians) at which arms of seats come in, as people said. `began` is when the first look was
    taken, `last` when the pieces of the last play came (s).
    """

    model: Model
    read: Read
    record: Sequence[Play]
    seating: Seating
    sits: Mapping[int, float]
    region: TableRegion | None
    began: float | None
    last: float | None

    def look(
        self, known: TableState, pixels: Pixels, time: float, entries: Sequence[HandEntry], *, partly: bool = False
    ) -> LookResult:
        """A look at a still frame (H×W×3, BGR) of a time (s); `partly` where only what changed is read."""
        before, now, width = known.scene, thumbnail(pixels), pixels.shape[1]
        since_first = None if before.first is None else between(before.first, now, width)
        change, moved = between(before.before, now, width), before.background.change(now, width)
        known = replace(known, scene=replace(before, first=now if before.first is None else before.first))
        seen, known = self.see(known, pixels, moved, partly=partly)
        known = replace(known, scene=known.scene.with_hands(seen, time, moved, since_first))
        if known.scene.is_under_hands(time):
            return LookResult(known, seen, now, moved)
        scene = replace(known.scene, memory=self._remembered(known, seen, time, change, moved))
        known = replace(known, scene=scene)
        unread = self._unread(known, moved, now, (seen.width, seen.height))
        known = replace(known, scene=scene.with_unknown(unread, time))
        looked = LookResult(known, scene.memory.observation(seen), now, moved)
        return self._weigh(looked, time, entries, clear=True)

    def look_aside(
        self, known: TableState, cleared: Cleared, time: float, entries: Sequence[HandEntry]
    ) -> LookResult | None:
        """A look at a picture that was cleared of hands; None where some are left in it."""
        before, now, width = known.scene, thumbnail(cleared.picture), cleared.picture.shape[1]
        change, moved = between(before.before, now, width), before.background.change(now, width)
        seen, known = self.see(known, cleared.picture, moved)
        if any(piece.kind == "hand" for piece in seen.pieces):
            return None
        seen = cleared.hiding(seen)
        scene = replace(before, memory=self._remembered(known, seen, time, change, moved), before=now, hand=None)
        observation = scene.memory.in_sight(seen) if known.table.alike else scene.memory.observation(seen)
        looked = LookResult(replace(known, scene=scene), observation, now, moved)
        return self._weigh(looked, time, entries, clear=False)

    def see(
        self, known: TableState, pixels: Pixels, moved: Change, *, partly: bool = False
    ) -> tuple[Observation, TableState]:
        """What is seen in a frame that differs by `moved` from the table as it was accounted for.

        `partly` reads only where something came.
        """
        photo = Photo.from_frame(pixels)
        old = stationary(known.scene.memory, moved) if known.table.closely else None
        seen = self.read(photo, old) if partly else self.read(photo)
        if old is not None and not partly:
            # What changed is looked at once more, and closely: small pieces are missed in a whole picture.
            seen = joined(seen, self.read(photo, old))
        again, table = known.table.again(pixels, within(self.region, seen), known.belief.state)
        return again, replace(known, table=table)

    @property
    def _laid(self) -> frozenset[str]:
        """The labels of what the record laid."""
        return frozenset(piece for _, move in self.record for piece in move.pieces)

    def _unread(self, known: TableState, moved: Change, now: Thumbnail, size: tuple[int, int]) -> list[Corners]:
        """Where on the table something came or went that was not read; nowhere if the game's reading tells that."""
        if known.table.tells_unread:
            return []
        region, found = self.region, parts(known.unread(moved, now), moved.scale)
        return [each for each in found if region is None or bool(region.holds(np.mean(each, axis=0)[None], size)[0])]

    def _weigh(self, looked: LookResult, time: float, entries: Sequence[HandEntry], *, clear: bool) -> LookResult:
        """What was seen with its meaning, and with the step that the belief takes after it."""
        known, moved = looked.state, looked.moved
        unread = parts(known.scene.unread(moved), moved.scale) if known.table.tells_unread else ()
        around = Surroundings(time, moved, tuple(unread))
        reading, table = known.table.interpret(looked.observation, known.belief.state, around)
        known = replace(known, reading=reading, table=table)
        evidence = self._evidence(known, looked.observation, time, entries, clear=clear)
        taken = step(self.model, known.belief, evidence)
        return replace(looked, state=replace(known, step=taken), step=taken)

    def _evidence(
        self, known: TableState, observation: Observation, time: float, entries: Sequence[HandEntry], *, clear: bool
    ) -> Evidence:
        """All that a look says; `clear` is whether nothing may hide what was played."""
        state, reading, scene, rules = known.belief.state, known.reading, known.scene, self.model.rules

        def read(of: Any) -> TableReading:
            other = None if of == state else known.table.suppose(observation, of)
            return reading if other is None or other.trouble else other

        return Evidence(
            time,
            read,
            arrivals=scene.memory.arrivals(),
            entries=tuple(entries),
            seating=self.seating.expected({**reading.sides, **self.sits}),
            last=self.last,
            settled=scene.settled,
            guesses=scene.memory.guesses(),
            announced=rules.announced,
            clear=clear,
            clutter=scene.clutter(observation, reading),
            unread=scene.unread_since(self.began),
            picture=observation.sha256,
            laid=self._laid,
            drawn=rules.drawn,
            begun=any(seat != TABLE for seat, _ in self.record),
        )

    def _remembered(self, known: TableState, seen: Observation, time: float, change: Change, moved: Change) -> Memory:
        """The pieces after a look.

        Where a false play was told and another piece has its place now, it is taken for taken away. So it is where a
        piece of the record reads there again.
        """
        belief, memory = known.belief, known.scene.memory.looked(seen, time, change, moved)
        laid = set(map(unturned, self._laid))
        refused = {unturned(label) for labels, _ in belief.alarmed - belief.standing for label in labels}
        return memory.without_replaced(refused - laid, self._laid)
