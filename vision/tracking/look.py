"""One look at a table: a picture is seen and remembered, and a step of the belief is taken. Nothing here is edited.

What follows is a value of its own. A look that is only tried is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from vision.geometry import most_within
from vision.photo import Photo, Picture
from vision.scene.memory.background import parts
from vision.scene.memory.change import Snapshot, thumbnail
from vision.scene.memory.readings import unturned
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.stationary import MOVING, NOTHING, Stationary, stationary
from vision.scene.region import within
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import labels_laid
from vision.tracking.step import Model, Step, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vision.games import TableReading
    from vision.observation import Corners, Observation, Piece
    from vision.scene.foreground import WithoutForeground
    from vision.scene.hands import HandEntry
    from vision.scene.memory.change import Change, Thumbnail
    from vision.scene.memory.track import Occlusion
    from vision.tracking.decision import Decision
    from vision.tracking.table_state import TableState

    PictureReader: TypeAlias = Callable[[Photo, Stationary | None], Observation]
    """What reads a picture, as `Recogniser.see` does: what is stationary of it may be taken as seen."""


class ReadOnce:
    """Reads frames as `read` does, and keeps what the last frame showed, as a whole and where something changed."""

    def __init__(self, read: PictureReader) -> None:
        self._read = read
        self._frame = ""
        self._shown: dict[object, Observation] = {}

    def __call__(self, photo: Photo, stationary: Stationary | None) -> Observation:
        """What the photo shows; what is `stationary` of it may be taken as seen, and only the rest is looked at."""
        if photo.sha256 != self._frame:
            self._frame, self._shown = photo.sha256, {}
        told = _told(stationary or NOTHING)
        if told not in self._shown:
            self._shown[told] = self._read(photo, stationary)
        return self._shown[told]


def _told(stationary: Stationary) -> tuple[object, ...]:
    """What is told of a picture before it is read. How sure it is of known pieces changes with every look, and is
    left out."""
    known = tuple((piece.kind, piece.label, piece.corners) for piece in stationary.pieces)
    return known, stationary.boxes, stationary.moving


@dataclass(frozen=True, slots=True)
class Look:
    """One look: what is seen and remembered, what that means, and what is decided. `has_unread` is whether something
    has lain there for a while that nobody read."""

    observation: Observation
    reading: TableReading[Any]
    decision: Decision
    occlusions: tuple[Occlusion, ...]
    has_unread: bool = False


@dataclass(frozen=True, slots=True)
class LookResult:
    """What is known after a picture was seen, and the `step` that the belief took: none where hands cover too much.
    `now` is its thumbnail. What changed is told `since_look`, the look before, and `since_accounted`, when the table
    was accounted for."""

    state: TableState
    observation: Observation
    now: Thumbnail
    since_look: Change
    since_accounted: Change
    step: Step | None = None


def see(read: PictureReader, table_state: TableState, pixels: Picture, *, partly: bool = False) -> LookResult:
    """What is seen in a frame (H×W×3, BGR), before any of it is remembered; `partly` only where something changed."""
    now, photo = thumbnail(pixels), Photo.from_frame(pixels)
    views = table_state.before, table_state.background
    since_look, since_accounted = (view.change(now, photo.width) for view in views)
    by_changes = table_state.table.by_changes
    # Other tables are looked at partly only while something moves.
    old = stationary(table_state.memory, since_accounted) if by_changes else MOVING
    seen = read(photo, old if partly else None)
    if by_changes and old is not None and not partly:
        # What changed is looked at once more, and closely: small pieces are missed in a whole picture.
        seen = _joined(seen, read(photo, old))
    seen = within(table_state.region, seen)
    again, table = table_state.table.again(pixels, seen, table_state.belief.state, since_accounted)
    return LookResult(replace(table_state, table=table), again, now, since_look, since_accounted)


def look(model: Model, seen: LookResult, time: float, entries: Sequence[HandEntry]) -> LookResult:
    """A look at what was seen of a still frame of a time (s)."""
    table_state, width = seen.state, seen.observation.width
    began = table_state.background.picture is None
    since = table_state.first.change(seen.now, width) if began else seen.since_accounted
    if table_state.first.picture is None:
        table_state = replace(table_state, first=Snapshot(seen.now))
    table_state = table_state.with_hands(seen.observation, time, since)
    seen = replace(seen, state=table_state)
    if table_state.is_under_hands(time):
        return seen
    table_state = _remembered(seen, seen.observation, time)
    table_state = table_state.with_unknown(_unread_quads(table_state, seen), time)
    observation = table_state.memory.observation(seen.observation)
    return _weighed(model, replace(seen, state=table_state, observation=observation), time, entries, clear=True)


def look_beside_hands(
    model: Model, seen: LookResult, without_hands: WithoutForeground, time: float, entries: Sequence[HandEntry]
) -> LookResult | None:
    """A look at what was seen of a picture that was cleared of hands; None where some are left in it."""
    if any(piece.kind == "hand" for piece in seen.observation.pieces):
        return None
    in_sight = without_hands.with_occlusion(seen.observation)
    table_state = replace(_remembered(seen, in_sight, time), before=Snapshot(seen.now), hand=None)
    memory = table_state.memory
    observation = memory.in_sight(in_sight) if table_state.table.alike else memory.observation(in_sight)
    return _weighed(model, replace(seen, state=table_state, observation=observation), time, entries, clear=False)


def _weighed(model: Model, seen: LookResult, time: float, entries: Sequence[HandEntry], *, clear: bool) -> LookResult:
    """What was seen with its meaning, and with the step of the belief; `clear` if nothing may occlude a play."""
    observation = seen.observation
    table_state = seen.state.interpreted(observation, time, seen.since_accounted)
    memory = table_state.memory
    evidence = Evidence(
        time,
        table_state.reads(observation),
        arrivals=memory.arrivals(),
        entries=tuple(entries),
        seating=table_state.expected_seating,
        last=table_state.last,
        accounted_at=memory.accounted_at,
        guesses=memory.guesses(),
        announced=model.rules.announced,
        clear=clear,
        fresh=table_state.fresh(observation),
        unreadable_kinds=table_state.unreadable_kinds(table_state.first.change(seen.now, observation.width)),
        stirred=seen.since_look.mask is None or bool(seen.since_look.mask.any()),
        picture=observation.sha256,
        drawn=model.rules.drawn,
    )
    taken = step(model, table_state.belief, evidence)
    return replace(seen, state=replace(table_state, step=taken), step=taken)


def _unread_quads(table_state: TableState, looked: LookResult) -> list[Corners]:
    """Where on the table something came or went that was not read; nowhere if the game's reading tells that."""
    if table_state.table.by_changes:
        return []
    seen, since, region = looked.observation, looked.since_accounted, table_state.region
    found, size = parts(table_state.unread_mask(since, looked.now), since.scale), (seen.width, seen.height)
    return [each for each in found if region is None or region.holds(np.mean(each, axis=0)[None], size)]


def _remembered(looked: LookResult, seen: Observation, time: float) -> TableState:
    """The state with the pieces as they are `seen` in a look. A false play that was told is taken for taken away where
    another piece, or one of the record, has its place now."""
    table_state, belief = looked.state, looked.state.belief
    laid = labels_laid(belief.record)
    refused = {unturned(label) for labels, _ in belief.alarmed - belief.standing for label in labels} - laid
    memory = table_state.memory.looked(seen, time, looked.since_look, looked.since_accounted)
    return replace(table_state, memory=memory.without_replaced(refused, laid))


def _joined(whole: Observation, close: Observation) -> Observation:
    """The observation of a whole picture, with what only a close look read surely. Two pieces that share much are
    one."""

    def is_among(piece: Piece, others: Iterable[Piece]) -> bool:
        return most_within(piece.quad, (other.quad for other in others)) > MEMORY.covered

    sure = [piece for piece in whole.pieces if piece.label is not None]
    more = [piece for piece in close.pieces if piece.label is not None and not is_among(piece, sure)]
    kept = [piece for piece in whole.pieces if piece.label is not None or not is_among(piece, more)]
    return replace(whole, pieces=(*kept, *more))
