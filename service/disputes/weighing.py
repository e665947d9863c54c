"""What the pictures of a move show: that it was played as recorded, that something else was, or neither clearly.

The belief begins at the state before the move, and each kept picture updates it. The picture after the move comes
first, then those around the next move. The share of the hypotheses that play the move decides, by two thresholds.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from engine.errors import EngineError
from engine.said import Said
from service.disputes.answer import AS_RECORDED, OTHERWISE, UNCLEAR
from service.disputes.contrast import bears_out, brought, denies, plays_later, says_as_much
from service.disputes.evidence import PictureReading, evidence_of
from service.disputes.moments import AFTER_NEXT
from vision.tracking.facts import among, facts
from vision.tracking.hindsight import Hindsight
from vision.tracking.step import Model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.disputes.case import Case
    from service.disputes.moments import Moment, Story
    from vision.games import TableReading
    from vision.tracking.hypothesis import Hypothesis

TYPED: Final = "It was entered by hand, so the rules alone decide."


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the pictures of a move say: `shown`, why, all pictures that were read, and what is believed after them.
    `instead` is what was played according to the pictures, where that is something else, and `likely` its share."""

    moment: Moment
    shown: str
    reason: str
    readings: tuple[PictureReading, ...]
    belief: Hindsight
    instead: Hypothesis | None = None
    likely: float = 0.0

    @property
    def tells(self) -> bool:
        """Whether it is known what was played: by the pictures, or of a game without any by those who entered it."""
        return self.shown != UNCLEAR or self.reason == TYPED

    @property
    def likelihood(self) -> float:
        """The share of the mass that bears the record out."""
        return bearing(self.moment, self.belief)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A picture's table `reading`, whether a `hand` that came is in it, and the belief after all pictures up to it."""

    reading: TableReading[Any]
    hand: bool
    belief: Hindsight


def bearing(moment: Moment, belief: Hindsight) -> float:
    """The share of the mass that bears the record out."""
    return belief.share(lambda each: bears_out(moment, each))


def weigh_pictures(case: Case, story: Story, moment: Moment, *, later: Moment | None = None) -> Weighing:
    """What the pictures of a move show. With a `later` move, which others may show, only its own pictures count."""
    weigher = Weigher(case, story, moment, later)
    if story.typed:
        return weigher.unclear(TYPED)
    if not moment.frames:
        return weigher.unclear("No picture was kept of it.")
    # Each is taken out of the store before any is read: that takes time, and what is new wants room.
    frames = [case.frame(sha256) for sha256 in moment.frames]
    weigher.readings = {frame.sha256: PictureReading.of(case, frame) for frame in frames}
    if trouble := next((reading.trouble for reading in weigher.readings.values() if reading.trouble), ""):
        return weigher.unclear(trouble)
    if not any(piece.kind != "hand" for piece in weigher.read(moment.frames[-1]).seen.pieces):
        return weigher.unclear("The pictures show nothing of the table.")
    try:
        return weigher.weigh()
    except (EngineError, LookupError, ValueError) as wrong:
        return weigher.unclear(f"The pieces on the pictures cannot be put together: {wrong}.")


@dataclass(slots=True)
class Weigher:
    """Weighs the pictures of one move, one after the other. `later` is a move that must come after it. `base` is the
    picture from before the move, and `before` what was played by then according to it."""

    case: Case
    story: Story
    moment: Moment
    later: Moment | None
    readings: dict[str, PictureReading] = field(default_factory=dict)
    base: PictureReading | None = None
    before: Hindsight | None = None

    def read(self, sha256: str) -> PictureReading:
        """A picture, read once."""
        if sha256 not in self.readings:
            self.readings[sha256] = PictureReading.of(self.case, self.case.frame(sha256))
        return self.readings[sha256]

    def weigh(self) -> Weighing:
        """The weighing of as many pictures as it takes, its own first."""
        after = self.read(self.moment.frames[-1])
        which, begun = self._find_base(), Hindsight(self.moment.start)
        if self.base is None and which:
            return self.unclear(which)
        pictures = [self._look(begun, after)]
        ruled = self._ruled(pictures, which)
        for sha256, other in () if self.later is not None else self.story.after(self.moment):
            late = other == AFTER_NEXT
            # What lies there once others have played may not be of this move, where its own pictures show none of it.
            if ruled.shown == AS_RECORDED or (late and not self._is_open(pictures[-1].belief)):
                break
            reading = self.read(sha256)
            if reading.trouble:
                continue
            # Whoever has a hand over the table may not have played yet.
            played = late or pictures[-1].hand
            pictures.append(self._look(pictures[-1].belief, reading, played=played))
            then = self._ruled(pictures, other)
            ruled = replace(then, shown=UNCLEAR, instead=None) if late and then.shown == OTHERWISE else then
        return ruled

    def _find_base(self) -> str:
        """Find the picture that shows the table as it was before, and say how it is called, or why there is none. What
        lies there when a game begins is known by the rules: no picture of a first move has to show it."""
        first, why = self.moment.start == self.story.states[0], ""
        for sha256, which in self.story.before(self.moment):
            reading = self.read(sha256)
            if reading.trouble:
                continue
            self.before = self._look(Hindsight(self.moment.start), reading).belief
            if bearing(self.moment, self.before) < self.case.settings.uphold:
                self.base = reading
                return which
            why = "" if first else "The picture from before shows it already."
        return why

    def _look(self, belief: Hindsight, reading: PictureReading, *, played: bool = False) -> Weighed:
        """What is believed after one picture more. `played` is whether others may have played before it."""
        evidence, table = evidence_of(self.case, self.moment, self.base, reading)
        model, proposed = Model(self.moment.game, self.moment.options), self.moment.occluded_again
        after = belief.looked(model, evidence, played=played, proposed=proposed)
        return Weighed(table.reading, table.hand is not None, after)

    def _ruled(self, pictures: Sequence[Weighed], which: str) -> Weighing:
        """What the mass of the hypotheses says after these pictures, with one from another moment if it is named."""
        settings, belief = self.case.settings, pictures[-1].belief
        if self._may_show_the_later(pictures[-1]):
            return self.unclear("The picture may show the later move already.", belief)
        besides, borne = f", with {which}." if which else ".", bearing(self.moment, belief)
        if borne >= settings.uphold:
            return self._result(AS_RECORDED, f"The pictures show it{besides}", belief)
        table = pictures[-1].reading.position
        denying = (each for each in belief.hypotheses if denies(self.moment, each, table))
        best = next((each for each in denying if not self._was_there(each)), None)
        likely = 0.0 if best is None else belief.share(lambda each: says_as_much(each, best))
        if best is None or likely < settings.uphold or borne > 1.0 - settings.overturn:
            return self.unclear(_doubt(belief), belief)
        clear = [each.belief for each in pictures if not each.hand]
        if not clear:
            return self.unclear("A hand is in the picture.", belief)
        if any(bearing(self.moment, each) > 1.0 - settings.overturn for each in clear):
            # One that leaves the record open is not overruled by others, for what is rare counts with each of them.
            return self.unclear(_doubt(belief), belief)
        result = self._result(OTHERWISE, _instead(best, which), belief)
        return replace(result, instead=best, likely=likely)

    def _was_there(self, hypothesis: Hypothesis) -> bool:
        """Whether the picture from before may show the plays of a hypothesis: then they are none of this move."""
        if self.before is None:
            return False
        return self.before.share(lambda each: says_as_much(each, hypothesis)) > 1.0 - self.case.settings.uphold

    def _is_open(self, belief: Hindsight) -> bool:
        """Whether something was played, and it may well be what was recorded."""
        return not _is_nothing(belief) and bearing(self.moment, belief) > 1.0 - self.case.settings.overturn

    def _may_show_the_later(self, look: Weighed) -> bool:
        """Whether a picture shows a move that must have come later, or a piece of it by name."""
        moment, later = self.moment, self.later
        if later is None:
            return False
        if look.belief.share(lambda each: plays_later(moment, later, each)) > 1.0 - self.case.settings.uphold:
            return True
        return bool(among(brought(moment, later), facts(look.reading.position)))

    def unclear(self, reason: str, belief: Hindsight | None = None) -> Weighing:
        """That the pictures do not tell, and why."""
        return self._result(UNCLEAR, reason, belief or Hindsight(self.moment.start))

    def _result(self, shown: str, reason: str, belief: Hindsight) -> Weighing:
        """What came of it, with every picture that was read, the oldest first."""
        looks = tuple(sorted(self.readings.values(), key=lambda reading: reading.frame.time))
        return Weighing(self.moment, shown, reason, looks, belief)


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
