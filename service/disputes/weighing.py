"""What the pictures of a move show: that it was played as recorded, that something else was, or neither clearly.

The belief of a live table is taken from the state before the move over the pictures that were kept. The picture after
the move comes first, then those around the next move. The share of the histories that play the move decides, by two
thresholds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from service.disputes.contrast import bears_out, brought, denies, plays_later, says_as_much
from service.disputes.evidence import Reading, every, evidence_of, model_of
from service.disputes.moments import AFTER_NEXT
from service.seats import player
from vision.tracking.facts import among, facts
from vision.tracking.hindsight import Hindsight, History

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat
    from service.disputes.case import Case, Frame
    from service.disputes.evidence import TableEvidence
    from service.disputes.moments import Moment, Story
    from vision.observation import Observation

AS_RECORDED: Final = "as_recorded"
OTHERWISE: Final = "otherwise"
UNCLEAR: Final = "unclear"
TYPED: Final = "It was entered by hand, so the rules alone decide."
MOST_EXPLANATIONS: Final = 4
"""At most so many histories are listed in an answer."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Plays that explain what is seen, with their likelihood 0 … 1; rules, reason and name of the refusal if any."""

    plays: tuple[tuple[Seat, str], ...]
    likelihood: float
    rules: tuple[str, ...] = ()
    reason: str = ""
    name: str = ""

    def to_json(self) -> dict[str, Any]:
        """The explanation as JSON."""
        return {
            "plays": [{"seat": seat, "move": move} for seat, move in self.plays],
            "likelihood": round(self.likelihood, 4),
            "rules": list(self.rules),
            "reason": self.reason,
            "name": self.name,
        }


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the pictures of one move say: `shown`, why, the likelihood of the record, and the explanations weighed.

    `instead` is what was played according to the pictures, where that is something else.
    """

    shown: str
    reason: str
    readings: tuple[Reading, ...] = ()
    likelihood: float = 0.0
    explanations: tuple[Explanation, ...] = ()
    instead: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """A picture's evidence, and the belief after all pictures up to it."""

    evidence: TableEvidence
    belief: Hindsight


@dataclass(slots=True)
class Weigher:
    """Weighs the pictures of one move, one after the other. `later` is a move that must come after it."""

    case: Case
    moment: Moment
    later: Moment | None
    frames: dict[str, Frame] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    before: Hindsight | None = None
    """What the picture from before shows to have been played by then."""

    def hold(self, hashes: Iterable[str]) -> None:
        """Take pictures out of the store before any of them is read: that takes time, and what is new wants room."""
        for sha256 in hashes:
            self.frames.setdefault(sha256, self.case.frame(sha256))

    def read(self, sha256: str) -> Reading:
        """A picture, read once."""
        if sha256 not in self.readings:
            self.hold([sha256])
            self.readings[sha256] = Reading.of(self.case, self.frames[sha256])
        return self.readings[sha256]

    def look(
        self,
        belief: Hindsight,
        base: Reading | None,
        reading: Reading,
        seen: Sequence[Observation] = (),
        *,
        played: bool = False,
    ) -> Weighed:
        """What is believed after one picture more. `seen` are its readings if there are several. `played` is whether
        others may have played before it."""
        look = evidence_of(self.case, self.moment, base, reading, seen)
        supposed = self.moment.hidden_again if seen else ()
        model = model_of(self.moment)
        return Weighed(look, belief.looked(model, look.evidence, played=played, supposed=supposed))

    @property
    def begun(self) -> Hindsight:
        """What is believed before any picture."""
        return Hindsight(self.moment.start)

    def bearing(self, belief: Hindsight) -> float:
        """The share of the mass that bears the record out."""
        return belief.share(lambda each: bears_out(self.moment, each))

    def base(self, story: Story) -> tuple[Reading | None, str]:
        """The picture that shows the table as it was before, and how it is called; none with one line on why not.

        What lies there when a game begins is known by the rules: no picture of a first move has to show it.
        """
        first, why = self.moment.start == story.states[0], ""
        for sha256, which in story.before(self.moment):
            reading = self.read(sha256)
            if reading.trouble:
                continue
            self.before = self.look(self.begun, None, reading).belief
            if self.bearing(self.before) < self.case.settings.uphold:
                return reading, which
            why = "" if first else "The picture from before shows it already."
        return None, why

    def result(
        self, shown: str, reason: str, belief: Hindsight | None = None, explanation: Explanation | None = None
    ) -> Weighing:
        """What came of it, with every picture that was read, the oldest first."""
        looks = tuple(sorted(self.readings.values(), key=lambda reading: str(reading.frame.about.get("time", ""))))
        if belief is None:
            return Weighing(shown, reason, looks)
        explanations = tuple(
            _explanation(each, belief.share_of((each,))) for each in belief.histories[:MOST_EXPLANATIONS]
        )
        return Weighing(shown, reason, looks, self.bearing(belief), explanations, explanation)

    def ruled(self, pictures: Sequence[Weighed], which: str) -> Weighing:
        """What the mass of the histories says after these pictures, with one from another moment if it is named."""
        settings, belief = self.case.settings, pictures[-1].belief
        if self._may_show_the_later(pictures[-1]):
            return self.result(UNCLEAR, "The picture may show the later move already.", belief)
        besides, bearing = f", with {which}." if which else ".", self.bearing(belief)
        if bearing >= settings.uphold:
            return self.result(AS_RECORDED, f"The pictures show it{besides}", belief)
        table = pictures[-1].evidence.reading.position
        denying = (each for each in belief.histories if denies(self.moment, each, table))
        best = next((each for each in denying if not self.was_there(each)), None)
        likely = 0.0 if best is None else belief.share(lambda each: says_as_much(each, best))
        if best is None or likely < settings.uphold or bearing > 1.0 - settings.overturn:
            return self.result(UNCLEAR, _doubt(belief), belief)
        clear = [each.belief for each in pictures if not each.evidence.hand]
        if not clear:
            return self.result(UNCLEAR, "A hand is in the picture.", belief)
        if any(self.bearing(each) > 1.0 - settings.overturn for each in clear):
            # One that leaves the record open is not overruled by others, for what is rare counts with each of them.
            return self.result(UNCLEAR, _doubt(belief), belief)
        explanation = _explanation(best, likely)
        return self.result(
            OTHERWISE, f"The pictures show {_in_words(explanation)} instead{besides}", belief, explanation
        )

    def was_there(self, history: History) -> bool:
        """Whether the picture from before may show the plays of a history: then they are none of this move."""
        if self.before is None:
            return False
        return self.before.share(lambda each: says_as_much(each, history)) > 1.0 - self.case.settings.uphold

    def is_open(self, belief: Hindsight) -> bool:
        """Whether something was played, and it may well be what was recorded."""
        return not _is_nothing(belief) and self.bearing(belief) > 1.0 - self.case.settings.overturn

    def _may_show_the_later(self, look: Weighed) -> bool:
        """Whether a picture shows a move that must have come later, or a piece of it by name."""
        moment, later = self.moment, self.later
        if later is None:
            return False
        if look.belief.share(lambda each: plays_later(moment, later, each)) > 1.0 - self.case.settings.uphold:
            return True
        return bool(among(brought(moment, later), facts(look.evidence.reading.position)))


def weigh_pictures(case: Case, story: Story, moment: Moment, *, later: Moment | None = None) -> Weighing:
    """What the pictures of a move show. Where it must have come before a `later` one, only its own are asked, for those
    of the move after it may show that one."""
    weigher = Weigher(case, moment, later)
    if story.typed:
        return weigher.result(UNCLEAR, TYPED)
    if not moment.frames:
        return weigher.result(UNCLEAR, "No picture was kept of it.")
    weigher.hold(moment.frames)
    for reading in [weigher.read(sha256) for sha256 in moment.frames]:
        if reading.trouble:
            return weigher.result(UNCLEAR, reading.trouble)
    if not any(piece.kind != "hand" for piece in weigher.read(moment.frames[-1]).seen.pieces):
        return weigher.result(UNCLEAR, "The pictures show nothing of the table.")
    try:
        return _weighed(weigher, story)
    except (EngineError, LookupError) as wrong:
        return weigher.result(UNCLEAR, f"The pieces on the pictures cannot be put together: {wrong}.")
    except ValueError as wrong:
        return weigher.result(UNCLEAR, f"The pictures cannot be looked at twice: {wrong}.")


def _weighed(weigher: Weigher, story: Story) -> Weighing:
    """The weighing of as many pictures as it takes, its own first."""
    moment, after = weigher.moment, weigher.read(weigher.moment.frames[-1])
    base, which = weigher.base(story)
    if base is None and which:
        return weigher.result(UNCLEAR, which)
    ruled = weigher.ruled([weigher.look(weigher.begun, base, after)], which)
    if ruled.shown == AS_RECORDED:
        return ruled
    pictures = [weigher.look(weigher.begun, base, after, every(weigher.case, after))]
    ruled = weigher.ruled(pictures, which)
    for sha256, other in () if weigher.later is not None else story.after(moment):
        late = other == AFTER_NEXT
        # What lies there once others have played may not be of this move, where its own pictures show none of it.
        if ruled.shown == AS_RECORDED or (late and not weigher.is_open(pictures[-1].belief)):
            break
        reading = weigher.read(sha256)
        if reading.trouble:
            continue
        seen = every(weigher.case, reading)
        # Whoever has a hand over the table may not have played yet.
        played = late or pictures[-1].evidence.hand
        pictures.append(weigher.look(pictures[-1].belief, base, reading, seen, played=played))
        then = weigher.ruled(pictures, other)
        ruled = replace(then, shown=UNCLEAR, instead=None) if late and then.shown == OTHERWISE else then
    return ruled


def _is_nothing(belief: Hindsight) -> bool:
    """Whether rather nothing was played than anything."""
    return 2 * belief.share(lambda each: not each.plays) > 1


def _doubt(belief: Hindsight) -> str:
    if _is_nothing(belief):
        return "The pictures do not show it."
    return "The pictures do not tell it from something else."


def _explanation(history: History, likelihood: float) -> Explanation:
    plays = tuple((seat, str(move)) for seat, move in history.plays)
    if history.refused is None:
        return Explanation(plays, likelihood)
    return Explanation(plays, likelihood, history.refused.rules, history.refused.reason, history.refused.name)


def _in_words(explanation: Explanation) -> str:
    return ", then ".join(f"{move!r} by {player(seat)}" for seat, move in explanation.plays)
