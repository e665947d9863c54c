"""The state of one followed table between two looks, as one frozen value: to try something is to keep the old value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from vision.games import FollowedTable, LookContext
from vision.games.reading import Shown, TableReading
from vision.geometry import quad, share_within
from vision.observation import BACK
from vision.scene.gate import GATE
from vision.scene.memory.background import accounted_for, parts, shows_table, unread_mask, without
from vision.scene.memory.change import Snapshot
from vision.scene.memory.memory import Memory
from vision.scene.memory.settings import MEMORY
from vision.scene.memory.track import carried
from vision.tracking.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from vision.arrays import Mask
    from vision.observation import Corners, Observation, Piece
    from vision.scene.memory.change import Change, Thumbnail
    from vision.scene.region import TableRegion
    from vision.tracking.belief import Belief
    from vision.tracking.step import Step

NOTHING: Final = TableReading(Shown(), unjudged="Nothing has been looked at yet.")


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    """The game's `table` and the `belief`, the pieces and the background, and where people sit.

    `reading` and `step` are of the last kept look. `first` and `before` are the small pictures of the first and last
    one. `hand` is since when a hand is in view (s). `unknown` is where something came or went unread (pixels), and
    since when (s). `last` is when the pieces of the record's last play came (s). `seating` is learnt, `sits` are the
    angles (radians) of the seats as people said. `region` is the table in the picture.
    """

    table: FollowedTable
    belief: Belief
    reading: TableReading[Any] = NOTHING
    step: Step | None = None
    memory: Memory = field(default_factory=Memory)
    background: Snapshot = field(default_factory=Snapshot)
    first: Snapshot = field(default_factory=Snapshot)
    before: Snapshot = field(default_factory=Snapshot)
    hand: float | None = None
    unknown: tuple[tuple[Corners, float], ...] = ()
    last: float | None = None
    seating: Seating = field(default_factory=Seating)
    sits: Mapping[int, float] = field(default_factory=dict)
    region: TableRegion | None = None

    def believing(self, **changes: Any) -> Self:
        """The same with another belief: what changes of it, by the names of its fields."""
        return replace(self, belief=replace(self.belief, **changes))

    @property
    def expected_seating(self) -> Seating:
        """The seating with what the table and people say of seats that are not known yet."""
        return self.seating.expected({**self.reading.sides, **self.sits})

    # Steps
    def glimpsed(self, seen: Observation, time: float) -> Self:
        """The same after what was seen at `time` (s) while something moved."""
        return replace(self, memory=self.memory.glimpsed(seen, time), table=self.table.recall(seen))

    def interpreted(self, observation: Observation, time: float, since: Change) -> Self:
        """The same with what the game makes of what was seen; `since` is what differs since it was accounted for."""
        boxes = parts(self._unread_mask(since), since.scale) if self.table.by_changes else ()
        context = LookContext(time, since, boxes, {**self.seating.sides, **self.sits})
        reading, table = self.table.interpret(observation, self.belief.state, context)
        return replace(self, reading=reading, table=table)

    def accounted(self, now: Snapshot, left: Mask | None, time: float) -> Self:
        """The same once the table is accounted for at `time` (s), but for what is `left` unread."""
        memory, background = self.memory.accounted_for(time), accounted_for(self.background, now, left)
        return replace(self, memory=memory, background=background, table=self.table.accounted_for())

    def moved(self, motion: NDArray[Any], width: int) -> Self:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before, of a picture of that width, to
        those of now."""
        background, first, before = (view.moved(motion, width) for view in (self.background, self.first, self.before))
        unknown = tuple((carried(each, motion), since) for each, since in self.unknown)
        seen = replace(self, background=background, first=first, before=before, unknown=unknown)
        return replace(seen, memory=self.memory.moved(motion), table=self.table.moved(motion))

    def forgotten(self) -> Self:
        """The same once the table was given up and is looked at anew."""
        none = Snapshot()
        return replace(self, memory=Memory(), background=none, first=none, before=none, hand=None, unknown=())

    # Hands
    def with_hands(self, seen: Observation, time: float, since: Change) -> Self:
        """The same with since when a hand is in view. What changed `since` tells those that lay there before."""
        if not any(piece.kind == "hand" and since.share(piece.corners) >= MEMORY.same for piece in seen.pieces):
            return replace(self, hand=None)
        return self if self.hand is not None else replace(self, hand=time)

    def is_under_hands(self, time: float) -> bool:
        """Whether a hand is in view that has not been lying there for long."""
        return self.hand is not None and time - self.hand < GATE.rests

    # What was read, and what was not
    def reads(self, observation: Observation) -> Callable[[Any], TableReading[Any]]:
        """Gives the table reading of what was seen if the game is in another state."""
        known: dict[Any, TableReading[Any] | None] = {}

        def read(state: Any) -> TableReading[Any]:
            if state == self.belief.state:
                return self.reading
            table = self.table.shown_of(state)
            if table not in known:
                known[table] = self.table.reading_given(observation, state)
            other = known[table]
            return self.reading if other is None or other.trouble else other

        return read

    def unread_mask(self, since: Change, now: Thumbnail) -> Mask | None:
        """Where in the small picture `now` something came or went that was not read. A table that tells its unread
        changes says where. Of others, the bare places of pieces that went are none."""
        if not self.table.by_changes:
            return self._unread_mask(since, [each for each in self.memory.gone if shows_table(now, each, since.scale)])
        left = self._unread_mask(since)
        return None if left is None else left & ~without(left, self.reading.unread_changes, since.scale)

    def _unread_mask(self, since: Change, gone: Sequence[Corners] = ()) -> Mask | None:
        """Where something came or went that is no piece, and no place of those that are known to be `gone` (quads)."""
        lying = [track for track in self.memory.tracks if track.believed]
        pieces = [track.readings.piece.corners for track in lying]
        fresh = [track.readings.piece.corners for track in lying if not track.accounted]
        return unread_mask(since, pieces, [*fresh, *gone])

    def with_unknown(self, lying: Sequence[Corners], time: float) -> Self:
        """The same with what came or went unread at this look; what lies where such lay before is the same thing."""
        known = [(quad(other), at) for other, at in self.unknown]

        def since(place: Corners) -> float:
            return min((at for other, at in known if share_within(quad(place), other) > MEMORY.covered), default=time)

        return replace(self, unknown=tuple((each, since(each)) for each in lying))

    def lay_unknown(self, time: float, long: float) -> bool:
        """Whether something has lain there unread for so long, in s."""
        return any(time - since >= long for _, since in self.unknown)

    def fresh(self, observation: Observation) -> dict[int, str]:
        """The labels of pieces that came since the table was accounted for and are read surely, by their numbers."""
        old = [track.readings.piece.corners for track in self.memory.tracks if track.accounted or not track.believed]
        named = [(n, piece) for n, piece in enumerate(observation.pieces) if piece.label not in (None, BACK)]
        return {n: str(piece.label) for n, piece in named if not piece.printed and piece.corners not in old}

    def unreadable_kinds(self, since: Change) -> tuple[str, ...]:
        """The kinds of the pieces that came `since` the first look and were never read; none where any is read. What
        most likely lies face down need not be read."""
        lying = (track.readings.agreed for track in self.memory.tracks if track.believed)
        pieces = [piece for piece in lying if not piece.printed]
        if any(piece.label not in (None, BACK) for piece in pieces):
            return ()
        left = (piece for piece in pieces if not _is_turned_down(piece))
        return tuple(piece.kind for piece in left if since.share(piece.corners) >= MEMORY.same)


def _is_turned_down(piece: Piece) -> bool:
    """Whether a piece that is not read surely most likely shows its back."""
    return any(each.label == BACK and 2.0 * each.confidence > 1.0 for each in piece.candidates)
