"""What is remembered of a table between looks: pieces, background, and what the next picture is held against."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from vision.scene.memory import Background, Memory, unread
from vision.scene.memory.likeness import overlap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.games import TableReading
    from vision.observation import Corners, Observation
    from vision.scene.memory import Change
    from vision.scene.memory.change import Mask, Thumbnail


SHARED: Final = 0.2
"""A piece that shares more of itself than this with another is no further piece."""
HAND: Final = 4.0
"""A hand that lies in view for so long, in s, rests there."""


@dataclass(frozen=True, slots=True, eq=False)
class TableMemory:
    """The pieces and the background of a table, and the small pictures (h, w, 3) of the first and the last look.

    `settled` is when the table was last accounted for, `hand` since when a hand is in view (s). `unknown` is what came
    or went and was not read: where (pixels), and since when (s).
    """

    memory: Memory = field(default_factory=Memory)
    background: Background = field(default_factory=Background)
    first: Thumbnail | None = None
    before: Thumbnail | None = None
    settled: float | None = None
    hand: float | None = None
    unknown: tuple[tuple[Corners, float], ...] = ()

    def lay_unknown(self, time: float, long: float) -> bool:
        """Whether something has lain there unread for so long, in s."""
        return any(time - since >= long for _, since in self.unknown)

    def accounted(self, now: Thumbnail, left: Mask | None, time: float) -> TableMemory:
        """The same once the table is accounted for at `time` (s), but for what is `left` unread."""
        return replace(self, background=self.background.settled(now, left), memory=self.memory.settled(), settled=time)

    def moved(self, motion: NDArray[Any], width: int) -> TableMemory:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        memory, background = self.memory.moved(motion), self.background.shifted(motion, width)
        return replace(self, memory=memory, background=background, before=None, unknown=())

    def with_hands(self, seen: Observation, time: float, moved: Change, since_first: Change | None) -> TableMemory:
        """The same with since when a hand is in view, of those that did not lie there when the table rested."""
        since = since_first if self.background.rest is None else moved
        hands = [piece for piece in seen.pieces if piece.kind == "hand"]
        if since is not None:
            hands = [hand for hand in hands if since.share(hand.corners) >= self.memory.settings.same]
        began = time if self.hand is None else self.hand
        return replace(self, hand=began if hands else None)

    def is_under_hands(self, time: float) -> bool:
        """Whether a hand is in view that has not been lying there for long."""
        return self.hand is not None and time - self.hand < HAND

    def unread(self, moved: Change, gone: Sequence[Corners] = ()) -> Mask | None:
        """Where something came or went since the table was accounted for that was not read.

        Pieces that are known to be `gone` (quads) are none of that.
        """
        if self.background.rough:
            return None
        lying = [place for place in self.memory.tracks if place.believed]
        pieces = [place.readings.piece.corners for place in lying]
        fresh = [place.readings.piece.corners for place in lying if not place.settled]
        return unread(moved, pieces, [*fresh, *gone])

    def with_unknown(self, lying: Sequence[Corners], time: float) -> TableMemory:
        """The same with what came or went unread at this look; what lies where such lay before is the same thing."""
        since = [
            min((at for other, at in self.unknown if overlap(each, other)[1] > SHARED), default=time) for each in lying
        ]
        return replace(self, unknown=tuple(zip(lying, since, strict=True)))

    def clutter(self, observation: Observation, reading: TableReading) -> tuple[str, ...]:
        """The labels of pieces that came since the first look, are read surely, and belong to no part of the table."""
        old = [place.readings.piece.corners for place in self.memory.tracks if place.settled or not place.believed]
        loose = (observation.pieces[number] for number in reading.loose)
        fresh = (each.label for each in loose if each.corners not in old)
        return tuple(label for label in fresh if label not in (None, "back"))

    def unread_since(self, began: float | None) -> tuple[str, ...]:
        """The kinds of the pieces that came since the first look (s) and were never read; none where any is read."""
        places = [place for place in self.memory.tracks if place.believed]
        pieces = [place.readings.piece_for(self.memory.settings) for place in places]
        if began is None or any(piece.label not in (None, "back") for piece in pieces):
            return ()
        return tuple(piece.kind for place, piece in zip(places, pieces, strict=True) if place.since > began)


def joined(whole: Observation, close: Observation) -> Observation:
    """The observation of a whole picture, with what only a close look read surely."""
    sure = [piece for piece in whole.pieces if piece.label is not None]
    more = [
        piece
        for piece in close.pieces
        if piece.label is not None and not any(overlap(piece.corners, other.corners)[1] > SHARED for other in sure)
    ]
    lost = [
        piece
        for piece in whole.pieces
        if piece.label is None and any(overlap(piece.corners, other.corners)[1] > SHARED for other in more)
    ]
    kept = (piece for piece in whole.pieces if not any(piece is each for each in lost))
    return replace(whole, pieces=(*kept, *more))
