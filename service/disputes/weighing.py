"""What the pictures of a move show: that it was played as recorded, that something else was, or neither clearly.

The belief begins at the state before the move, and each kept picture updates it. The picture after the move comes
first, then those around the next move. The share of the hypotheses that play the move decides, by two thresholds.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.core import TABLE
from engine.errors import EngineError
from engine.said import Said
from service.disputes.answer import AS_RECORDED, OTHERWISE, UNCLEAR
from service.disputes.evidence import PictureReading, evidence_of
from service.disputes.moments import AFTER_NEXT
from vision.tracking.facts import among, facts
from vision.tracking.hindsight import Hindsight
from vision.tracking.step import Model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.disputes.case import Case
    from service.disputes.moments import Moment, Story
    from vision.tracking.hypothesis import Hypothesis
    from vision.tracking.table_state import TableState

TYPED: Final = "It was entered by hand, so the rules alone decide."


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the pictures of a move say: what is believed after them, why, what is `shown`, and all that were read, the
    oldest first. `instead` is what was played according to them, where that is something else, and `likely` its
    share."""

    moment: Moment
    belief: Hindsight
    reason: str
    shown: str = UNCLEAR
    instead: Hypothesis | None = None
    likely: float = 0.0
    readings: tuple[PictureReading, ...] = ()

    @property
    def tells(self) -> bool:
        """Whether it is known what was played: by the pictures, or of a game without any by those who entered it."""
        return self.shown != UNCLEAR or self.reason == TYPED

    @property
    def likelihood(self) -> float:
        """The share of the mass that bears the record out."""
        return self.belief.share(self.moment.bears_out)


def weigh_pictures(case: Case, story: Story, moment: Moment, *, later: Moment | None = None) -> Weighing:
    """What the pictures of a move show. With a `later` move, which others may show, only its own pictures count."""
    begun = Hindsight(moment.start)
    if story.typed:
        return Weighing(moment, begun, TYPED)
    if not moment.frames:
        return Weighing(moment, begun, "No picture was kept of it.")
    # Each is taken out of the store before any is read: that takes time, and what is new wants room.
    frames = [case.frame(sha256) for sha256 in moment.frames]
    weigher = Weigher(case, story, moment, later, {each.sha256: PictureReading.of(case, each) for each in frames})
    try:
        weighing = weigher.weigh(begun)
    except (EngineError, LookupError, ValueError) as wrong:
        weighing = Weighing(moment, begun, f"The pieces on the pictures cannot be put together: {wrong}.")
    return weighing if weighing.readings else replace(weighing, readings=weigher.looked_at)


@dataclass(slots=True)
class Weigher:
    """Weighs the pictures of one move, one after the other. `later` is a move that must come after it. `base` is the
    picture from before the move, and `before` what was played by then according to it."""

    case: Case
    story: Story
    moment: Moment
    later: Moment | None
    readings: dict[str, PictureReading]
    base: PictureReading | None = None
    before: Hindsight | None = None

    @property
    def looked_at(self) -> tuple[PictureReading, ...]:
        """All pictures that were read so far, the oldest first."""
        return tuple(sorted(self.readings.values(), key=lambda each: each.frame.time))

    def read(self, sha256: str) -> PictureReading:
        """A picture, read once."""
        if sha256 not in self.readings:
            self.readings[sha256] = PictureReading.of(self.case, self.case.frame(sha256))
        return self.readings[sha256]

    def weigh(self, begun: Hindsight) -> Weighing:
        """The weighing of as many pictures as it takes, its own first."""
        if trouble := next((reading.trouble for reading in self.readings.values() if reading.trouble), ""):
            return Weighing(self.moment, begun, trouble)
        after = self.read(self.moment.frames[-1])
        if not any(piece.kind != "hand" for piece in after.seen.pieces):
            return Weighing(self.moment, begun, "The pictures show nothing of the table.")
        which = self._find_base(begun)
        if self.base is None and which:
            return Weighing(self.moment, begun, which)
        pictures = [self._look(begun, after)]
        ruled = self._told(pictures, which)
        for sha256, other in () if self.later is not None else self.story.after(self.moment):
            (table, belief), late = pictures[-1], other == AFTER_NEXT
            # What lies there once others have played may not be of this move, where its own pictures show none of it.
            if ruled.shown == AS_RECORDED or (late and not self._is_open(belief)):
                break
            reading = self.read(sha256)
            if reading.trouble:
                continue
            # Whoever has a hand over the table may not have played yet.
            pictures.append(self._look(belief, reading, played=late or table.hand is not None))
            then = self._told(pictures, other)
            ruled = replace(then, shown=UNCLEAR, instead=None) if late and then.shown == OTHERWISE else then
        return ruled

    def _find_base(self, begun: Hindsight) -> str:
        """Find the picture that shows the table as it was before, and say how it is called, or why there is none. What
        lies there when a game begins is known by the rules: no picture of a first move has to show it."""
        first, why = self.moment.start == self.story.states[0], ""
        for sha256, which in self.story.before(self.moment):
            reading = self.read(sha256)
            if reading.trouble:
                continue
            _, self.before = self._look(begun, reading)
            if self.before.share(self.moment.bears_out) < self.case.settings.uphold:
                self.base = reading
                return which
            why = "" if first else "The picture from before shows it already."
        return why

    def _look(
        self, belief: Hindsight, reading: PictureReading, *, played: bool = False
    ) -> tuple[TableState, Hindsight]:
        """The table on one picture more, and what is believed after it. `played` is whether others may have played
        before it."""
        evidence, table = evidence_of(self.case, self.moment, self.base, reading)
        model, proposed = Model(self.moment.game, self.moment.options), self.moment.occluded_again
        return table, belief.looked(model, evidence, played=played, proposed=proposed)

    def _told(self, pictures: Sequence[tuple[TableState, Hindsight]], which: str) -> Weighing:
        """What these pictures say, with all that were read up to now: what is only tried after it is no part of it."""
        return replace(self._ruled(pictures, which), readings=self.looked_at)

    def _ruled(self, pictures: Sequence[tuple[TableState, Hindsight]], which: str) -> Weighing:
        """What the mass of the hypotheses says after these pictures, with one from another moment if it is named."""
        settings, (table, belief) = self.case.settings, pictures[-1]
        if self._may_show_the_later(table, belief):
            return Weighing(self.moment, belief, "The picture may show the later move already.")
        besides, borne = f", with {which}." if which else ".", belief.share(self.moment.bears_out)
        if borne >= settings.uphold:
            return Weighing(self.moment, belief, f"The pictures show it{besides}", AS_RECORDED)
        denying = (each for each in belief.hypotheses if self.moment.denies(each, table.reading.position))
        best = next((each for each in denying if not self._was_there(each)), None)
        likely = 0.0 if best is None else belief.share(lambda each: says_as_much(each, best))
        if best is None or likely < settings.uphold or borne > 1.0 - settings.overturn:
            return Weighing(self.moment, belief, _doubt(belief))
        clear = [each for seen, each in pictures if seen.hand is None]
        if not clear:
            return Weighing(self.moment, belief, "A hand is in the picture.")
        if any(each.share(self.moment.bears_out) > 1.0 - settings.overturn for each in clear):
            # One that leaves the record open is not overruled by others, for what is rare counts with each of them.
            return Weighing(self.moment, belief, _doubt(belief))
        return Weighing(self.moment, belief, _instead(best, which), OTHERWISE, best, likely)

    def _was_there(self, hypothesis: Hypothesis) -> bool:
        """Whether the picture from before may show the plays of a hypothesis: then they are none of this move."""
        if self.before is None:
            return False
        return self.before.share(lambda each: says_as_much(each, hypothesis)) > 1.0 - self.case.settings.uphold

    def _is_open(self, belief: Hindsight) -> bool:
        """Whether something was played, and it may well be what was recorded."""
        return not _is_nothing(belief) and belief.share(self.moment.bears_out) > 1.0 - self.case.settings.overturn

    def _may_show_the_later(self, table: TableState, belief: Hindsight) -> bool:
        """Whether a picture shows a move that must have come later, or a piece of it by name."""
        moment, later = self.moment, self.later
        if later is None:
            return False
        played = belief.share(lambda each: moment.goes_beyond(each, later.event.move))
        brought = later.lying(later.after) - later.lying(later.before) - moment.lying(moment.end)
        return played > 1.0 - self.case.settings.uphold or bool(among(brought, facts(table.reading.position)))


def says_as_much(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Whether a hypothesis plays all that another one does."""
    plays, wanted = (Counter(str(move) for _, move in each.plays) for each in (hypothesis, best))
    return (hypothesis.refused is None) == (best.refused is None) and wanted <= plays


def _is_nothing(belief: Hindsight) -> bool:
    """Whether rather nothing was played than anything."""
    return 2 * belief.share(lambda each: not each.plays) > 1


def _doubt(belief: Hindsight) -> str:
    if _is_nothing(belief):
        return "The pictures do not show it."
    return "The pictures do not tell it from something else."


def _instead(hypothesis: Hypothesis, which: str) -> Said:
    """That the pictures show the plays of a hypothesis, with one from another moment if it is named."""
    played = (_by(seat, str(move)) for seat, move in hypothesis.plays)
    plays = functools.reduce(lambda first, then: Said("{line}, then {line2}", line=first, line2=then), played)
    if which:
        return Said("The pictures show {line} instead, with {which}.", line=plays, which=which)
    return Said("The pictures show {line} instead.", line=plays)


def _by(seat: int, move: str) -> Said:
    if seat == TABLE:
        return Said("{move} by the table", move=repr(move))
    return Said("{move} by seat {seat}", move=repr(move), seat=seat)
