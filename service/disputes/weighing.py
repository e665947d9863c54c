"""What the pictures of a move show: that it was played as recorded, that something else was, or neither clearly.

The belief begins at the state before the move, and each kept picture updates it. The picture after the move comes
first, then those around the next move. The share of the hypotheses that play the move decides, by two thresholds.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core import TABLE
from engine.errors import EngineError
from engine.said import Said
from service.disputes.answer import AS_RECORDED, OTHERWISE, UNCLEAR
from service.disputes.evidence import PictureReading, evidence_of
from service.disputes.moments import AFTER_NEXT
from vision.tracking.facts import among
from vision.tracking.hindsight import Hindsight
from vision.tracking.step import Model

if TYPE_CHECKING:
    from service.disputes.case import Case
    from service.disputes.moments import Moment, Story
    from vision.tracking.hypothesis import Hypothesis
    from vision.tracking.table_state import TableState


def weigh_pictures(case: Case, story: Story, moment: Moment, *, later: Moment | None = None) -> Weighing:
    """What the pictures of a move show. With a `later` move, which others may show, only its own pictures count."""
    weighing = Weighing(case, story, moment, later, Hindsight(moment.start))
    if story.typed:
        weighing.reason = "It was entered by hand, so the rules alone decide."
    elif not moment.frames:
        weighing.reason = "No picture was kept of it."
    else:
        # Each is taken out of the store before any is read: that takes time, and what is new wants room.
        frames = [case.frame(sha256) for sha256 in moment.frames]
        weighing.read = {each.sha256: PictureReading.of(case, each) for each in frames}
        try:
            weighing.weigh()
        except (EngineError, LookupError, ValueError) as wrong:
            weighing.say(f"The pieces on the pictures cannot be put together: {wrong}.")
    return weighing


@dataclass(slots=True)
class Weighing:
    """What the pictures of a move show: what is believed after them, what is `shown`, and why. `readings` are all that
    this rests on, the oldest first. `instead` is what was played according to them, where that is something else.

    `later` is a move that must come after it. `read` is every picture that was looked at, by its hash. `base` is that
    from before the move. `clear` are the shares that bore the record out after each picture without a hand."""

    case: Case
    story: Story
    moment: Moment
    later: Moment | None
    belief: Hindsight
    reason: str = ""
    shown: str = UNCLEAR
    instead: Hypothesis | None = None
    readings: tuple[PictureReading, ...] = ()
    read: dict[str, PictureReading] = field(default_factory=dict)
    base: PictureReading | None = None
    clear: list[float] = field(default_factory=list)

    @property
    def tells(self) -> bool:
        """Whether it is known what was played: by the pictures, or of a game without any by those who entered it."""
        return self.shown != UNCLEAR or self.story.typed

    @property
    def likelihood(self) -> float:
        """The share of the mass that bears the record out."""
        return self.belief.share(self.moment.bears_out)

    def share(self, hypothesis: Hypothesis) -> float:
        """The share of the mass that plays all that a hypothesis does."""
        return self.belief.share(lambda each: says_as_much(each, hypothesis))

    def say(self, reason: str, shown: str = UNCLEAR, instead: Hypothesis | None = None) -> None:
        """Rule so by the pictures that were read up to now: what is only tried after it is no part of it."""
        self.reason, self.shown, self.instead = reason, shown, instead
        self.readings = tuple(sorted(self.read.values(), key=lambda each: each.frame.time))

    def weigh(self) -> None:
        """Weigh as many pictures as it takes, its own first."""
        if trouble := next((each.trouble for each in self.read.values() if each.trouble), ""):
            return self.say(trouble)
        after = self.read[self.moment.frames[-1]]
        if not any(piece.kind != "hand" for piece in after.seen.pieces):
            return self.say("The pictures show nothing of the table.")
        which = self._find_base()
        if self.base is None and which:
            return self.say(which)
        table = self._look(after)
        self._rule(table, which)
        for sha256, other in () if self.later is not None else self.story.after(self.moment):
            late = other == AFTER_NEXT
            # What lies there once others have played may not be of this move, where its own pictures show none of it.
            none_of_it = self._is_nothing or self.likelihood <= 1.0 - self.case.settings.overturn
            if self.shown == AS_RECORDED or (late and none_of_it):
                break
            reading = self._reading(sha256)
            if not reading.trouble:
                # Whoever has a hand over the table may not have played yet.
                table = self._look(reading, played=late or table.hand is not None)
                self._rule(table, other, late=late)
        return None

    def _reading(self, sha256: str) -> PictureReading:
        """A picture, read once."""
        if sha256 not in self.read:
            self.read[sha256] = PictureReading.of(self.case, self.case.frame(sha256))
        return self.read[sha256]

    def _find_base(self) -> str:
        """Find the picture that shows the table as it was before, and say how it is called, or why there is none. What
        lies there when a game begins is known by the rules: no picture of a first move has to show it."""
        why = ""
        for sha256, which in self.story.before(self.moment):
            reading = self._reading(sha256)
            if reading.trouble:
                continue
            if self._looked(reading)[1].share(self.moment.bears_out) < self.case.settings.uphold:
                self.base = reading
                return which
            first = self.moment.start == self.story.states[0]
            why = "" if first else "The picture from before shows it already."
        return why

    def _look(self, reading: PictureReading, *, played: bool = False) -> TableState:
        """Take a picture as evidence; the table on it. `played` is whether others may have played before it."""
        table, self.belief = self._looked(reading, played=played)
        if table.hand is None:
            self.clear.append(self.likelihood)
        return table

    def _looked(self, reading: PictureReading, *, played: bool = False) -> tuple[TableState, Hindsight]:
        """The table on a picture, and what is believed after it."""
        evidence, table = evidence_of(self.case, self.moment, self.base, reading)
        model, proposed = Model(self.moment.game, self.moment.options), self.moment.occluded_again
        return table, self.belief.looked(model, evidence, played=played, proposed=proposed)

    def _rule(self, table: TableState, which: str, *, late: bool = False) -> None:
        """Rule by the mass of the hypotheses, the last picture being one from another moment if it is named. A `late`
        one overturns nothing."""
        settings, borne = self.case.settings, self.likelihood
        if self._may_show_the_later(table):
            return self.say("The picture may show the later move already.")
        if borne >= settings.uphold:
            return self.say(f"The pictures show it{f', with {which}.' if which else '.'}", AS_RECORDED)
        seen = table.reading.position
        best = next((each for each in self.belief.hypotheses if self.moment.denies(each, seen)), None)
        # One picture that leaves the record open is not overruled by others: what is rare counts with each of them.
        is_open = max((borne, *self.clear)) > 1.0 - settings.overturn
        if best is None or is_open or self.share(best) < settings.uphold:
            told = "The pictures do not tell it from something else."
            return self.say("The pictures do not show it." if self._is_nothing else told)
        if not self.clear:
            return self.say("A hand is in the picture.")
        return self.say(_instead(best, which), *((OTHERWISE, best) if not late else ()))

    @property
    def _is_nothing(self) -> bool:
        """Whether rather nothing was played than anything."""
        return 2 * self.belief.share(lambda each: not each.plays) > 1

    def _may_show_the_later(self, table: TableState) -> bool:
        """Whether a picture shows a move that must have come later, or a piece of it by name."""
        moment, later = self.moment, self.later
        if later is None:
            return False
        played = self.belief.share(lambda each: moment.goes_beyond(each, later.event.move))
        brought = later.lying(later.after) - later.lying(later.before) - moment.lying(moment.end)
        return played > 1.0 - self.case.settings.uphold or bool(among(brought, moment.facts(table.reading.position)))


def says_as_much(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Whether a hypothesis plays all that another one does."""
    plays, wanted = (Counter(str(move) for _, move in each.plays) for each in (hypothesis, best))
    return (hypothesis.refused is None) == (best.refused is None) and wanted <= plays


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
