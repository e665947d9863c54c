"""One table tracked: still pictures become evidence, evidence becomes a belief, and a belief becomes a decision.

All that is known is frozen, and is replaced, never edited: to look aside is not to take what follows. Times are those
of the frames, s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import numpy as np

from engine.core import TABLE
from vision.games import Surroundings, TableReading, assembler
from vision.games.model import observation_model
from vision.photo import Photo
from vision.scene.clearing import Clearing
from vision.scene.hands import HandEntries
from vision.scene.memory import Change, between, parts, scene, stationary, without
from vision.scene.region import within
from vision.tracking.belief import Belief, Pending, Segment
from vision.tracking.decision import Commit, Illegal, Nothing, Reopen, Revise, TakenBack, Wait
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import spot_of
from vision.tracking.memory import TableMemory, joined
from vision.tracking.numbers import BeamSettings, Policy
from vision.tracking.once import ReadOnce
from vision.tracking.reopen import Reopening
from vision.tracking.seating import Seating
from vision.tracking.step import Model, step
from vision.tracking.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from engine.games import AnyGame
    from engine.options import Options
    from vision.observation import Corners, Observation
    from vision.recognise.read import Reader
    from vision.scene.attention import Notice
    from vision.scene.clearing import Cleared
    from vision.scene.hands import HandEntry
    from vision.scene.memory import Occlusion, Stationary
    from vision.scene.region import TableRegion
    from vision.tracking.decision import Decision
    from vision.tracking.hypothesis import Play
    from vision.tracking.step import Step

    Pixels: TypeAlias = NDArray[Any]

HELD: Final = 0.4
"""A hand may hold still for so long, in s, before its work is done."""
NOTHING: Final = TableReading({}, (), (), {}, unjudged="Nothing has been looked at yet.")


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
class _Weighed:
    """What is seen in a frame, how that differs from the table as it was accounted for, and what the belief makes of
    it. That is nothing where hands cover too much."""

    observation: Observation
    now: Pixels
    moved: Change
    result: Step | None = None


class Tracker:
    """Follows the game of one table. Raises `LookupError`, with one line, where tables of a game cannot be read."""

    def __init__(self, rules: AnyGame, options: Options, read: Read, faces: Reader | None = None) -> None:
        self._observation = observation_model(rules.name)
        self.step = step
        self.model = Model(rules, options, log(self._observation.unexplained), BeamSettings(), Policy())
        self.scene = TableMemory()
        self.reaches = HandEntries()
        self.clearing = Clearing()
        self.seating = Seating()
        self.sits: Mapping[int, float] = {}
        """Where people said that seats sit: the angles (radians) at which their arms come in."""
        self.belief = Belief((rules.start(options),))
        self._table = assembler(rules.name, options, faces)
        self._read = ReadOnce(read)
        self._reopening = Reopening(rules, self.model.policy)
        self._reading = NOTHING
        self._last: float | None = None
        self._aside_pending = Pending()
        self._aside: float | None = None
        self._promised = False
        self._motion: Pixels = np.eye(3)
        self._moves = self._begun = 0
        self._time = 0.0
        self._began: float | None = None
        self._record: Sequence[Play] = ()
        self._all_states: tuple[Any, ...] = ()
        self._region: TableRegion | None = None
        self._picture_width = 0
        self._stirred = self._partly = False
        """Whether something moved since the last look, and whether the last look read only what changed."""
        self._aside_moved = Change()
        self._result: Step | None = None
        self._offered: tuple[Decision, Pixels, Change, float] | None = None

    @property
    def promising(self) -> bool:
        """Whether a glimpse now tells more than later."""
        return self._promised or self.reaches.just_left

    @property
    def restless(self) -> bool:
        """Whether one look more would tell more."""
        unknown = bool(self.scene.unknown) and not self.scene.lay_unknown(self._time, self.model.policy.lost)
        return self._partly or self.scene.memory.restless or self._reopening.pending or unknown

    def read_with(self, read: Read) -> None:
        """Read pictures in another way from the next look on, as with a deck that was enrolled meanwhile."""
        self._read = ReadOnce(read)

    # Looks
    def look(self, pixels: Pixels, time: float, states: Sequence[Any], moves: Sequence[Play] = ()) -> Look:
        """Look at a still frame (H×W×3, BGR) taken at `time`; `states` and `moves` are those of the record."""
        self._aside, self._promised, self._time, self._offered = None, False, time, None
        self._began = time if self._began is None else self._began
        self.follow_record(states, moves)
        first = self._first_look(pixels, time) if self._stirred and self._table.closely else None
        look, aside = first or self._look(pixels, time), None
        if self.scene.hand is None:
            self._aside_pending = Pending()
            self.clearing = self.clearing.at_rest(pixels)
        elif isinstance(look.decision, Wait):
            aside = self._look_aside(pixels, time)
        self._stirred = False
        return aside or look

    def glimpse(
        self, pixels: Pixels, time: float, states: Sequence[Any] = (), moves: Sequence[Play] = ()
    ) -> Look | None:
        """Look at a frame in which something moves, for what lies clear of that; the look that tells a move, if any."""
        self._time, self._offered = time, None
        if states:
            self.follow_record(states, moves)
        look = self._look_aside(pixels, time) if states else None
        if look is None and not self._table.alike:
            now = scene(pixels)
            moved = self.scene.ground.change(now, pixels.shape[1])
            self._glimpsed(self._seen(pixels, moved, partly=True), time)
        return look

    def _first_look(self, pixels: Pixels, time: float) -> Look | None:
        """A look that reads only what changed: it tells sooner what was played, and the next one reads the whole.

        None where that tells no play that explains all of it. Then nothing of it is kept.
        """
        kept = self.scene, self._table, self._reading, self.belief
        weighed = self._weighed(pixels, time, partly=True)
        decision = None if weighed.result is None else weighed.result.decision
        if isinstance(decision, Commit) and decision.whole:
            self._partly = True
            return self._decided(weighed, time)
        self.scene, self._table, self._reading, self.belief = kept
        return None

    def _look(self, pixels: Pixels, time: float) -> Look:
        self._partly = False
        return self._decided(self._weighed(pixels, time), time)

    def _weighed(self, pixels: Pixels, time: float, *, partly: bool = False) -> _Weighed:
        """What is seen, and what the belief makes of it; `partly` where only what changed is read."""
        before = self.scene
        now, width = scene(pixels), pixels.shape[1]
        since_first = None if before.first is None else between(before.first, now, width)
        change = between(before.before, now, width)
        moved = before.ground.change(now, width)
        self.scene = replace(before, first=now if before.first is None else before.first)
        seen = self._seen(pixels, moved, partly=partly)
        self.scene = self.scene.with_hands(seen, time, moved, since_first)
        if self.scene.is_under_hands(time):
            return _Weighed(seen, now, moved)
        self.scene = replace(self.scene, memory=self.scene.memory.looked(seen, time, change, moved))
        observation = self.scene.memory.observation(seen)
        self.scene = self.scene.with_unknown(self._unread(moved, (seen.width, seen.height)), time)
        return _Weighed(
            observation, now, moved, self._step(observation, time, moved, self.reaches.entries(), clear=True)
        )

    def _decided(self, weighed: _Weighed, time: float) -> Look:
        """The look with its decision, which the scene and the belief take in."""
        observation, now, result = weighed.observation, weighed.now, weighed.result
        if result is None:
            self._glimpsed(observation, time)
            return Look(observation, self._reading, Wait(), self.scene.memory.hidden())
        self.belief = self._reaching_back(result)
        decision = self._doubted(result, time)
        self._take_in(decision, time)
        self.scene = replace(self.scene, before=now)
        self._settle(decision, now, weighed.moved, time)
        unread = self.scene.lay_unknown(time, self.model.policy.lost)
        return Look(observation, self._reading, decision, self.scene.memory.hidden(), self._in_doubt(result), unread)

    def _unread(self, moved: Change, size: tuple[int, int]) -> list[Corners]:
        """Where on the table something came or went that was not read; nowhere if the game's reading tells that."""
        if self._table.tells_unread:
            return []
        region, found = self._region, parts(self.scene.unread(moved), moved.scale)
        return [each for each in found if region is None or bool(region.holds(np.mean(each, axis=0)[None], size)[0])]

    def _in_doubt(self, result: Step) -> Reopen | None:
        """What is asked beside a commit. The belief counts from its last settled play, the record from its first."""
        return None if result.doubt is None else replace(result.doubt, at=len(self._record))

    def _look_aside(self, pixels: Pixels, time: float) -> Look | None:
        """A look at what lies clear of the hands in view, once whoever played has left.

        None where that does not tell, for the second time and for certain, what was played. Then nothing of it is
        kept: a piece that is seen in part would seem an old one later.
        """
        self._promised = False
        gone = self.reaches.gone(time)
        entries = gone.entries()
        if not entries:
            return None
        cleared, self.clearing = self.clearing.cleared(pixels)
        if cleared is None:
            return None
        kept = self.scene, self._table, self._reading, self.belief
        self.belief = replace(self.belief, pending=self._aside_pending)
        look, result = self._aside_look(cleared, time, entries)
        sure = result is not None and self._is_sure_aside(result, entries)
        if look is None or result is None or not sure or isinstance(result.decision, Wait):
            pending = self._aside_pending if result is None else result.belief.pending
            trial = self.scene.memory
            self.scene, self._table, self._reading, self.belief = kept
            if result is not None and isinstance(result.decision, Nothing):
                # What was laid and taken up again is gone, though a hand comes in before the next look.
                self.scene = replace(self.scene, memory=self.scene.memory.without_gone(trial))
            self._aside_pending, self._promised = pending, sure
            return None
        self.belief = replace(result.belief, pending=kept[3].pending)
        self._aside = time if isinstance(result.decision, Commit) else None
        self._take_in(result.decision, time)
        self._settle(result.decision, scene(cleared.picture), self._aside_moved, time)
        self.scene = replace(self.scene, hand=kept[0].hand)
        self._aside_pending = Pending()
        self.clearing = self.clearing.at_rest(cleared.picture)
        return look

    def _aside_look(
        self, cleared: Cleared, time: float, entries: Sequence[HandEntry]
    ) -> tuple[Look | None, Step | None]:
        """What a picture says that was cleared of hands; the scene and the table are those of a trial."""
        before = self.scene
        now, width = scene(cleared.picture), cleared.picture.shape[1]
        change = between(before.before, now, width)
        self._aside_moved = moved = before.ground.change(now, width)
        seen = self._seen(cleared.picture, moved)
        if any(piece.kind == "hand" for piece in seen.pieces):
            return None, None
        seen = cleared.hiding(seen)
        self.scene = replace(before, memory=before.memory.looked(seen, time, change, moved), before=now, hand=None)
        alike = self._table.alike
        observation = self.scene.memory.in_sight(seen) if alike else self.scene.memory.observation(seen)
        result = self._step(observation, time, moved, entries, clear=False)
        return Look(
            observation, self._reading, result.decision, self.scene.memory.hidden(), self._in_doubt(result)
        ), result

    def _is_sure_aside(self, result: Step, entries: Sequence[HandEntry]) -> bool:
        """Whether what was decided beside a hand is certain, is all that came, and fits to these hands."""
        decision = result.decision.expected if isinstance(result.decision, Wait) else result.decision
        if not isinstance(decision, Commit | Illegal):
            return False
        seats = [
            seat
            for seat, move in decision.explanation.plays
            if str(move) not in self.model.rules.said and seat != TABLE
        ]
        visits = sum(1 for n, seat in enumerate(seats) if n == 0 or seats[n - 1] != seat)
        fresh = decision.whole if isinstance(decision, Commit) else True
        return fresh and decision.explanation.likelihood >= self.model.policy.at_once and visits >= len(entries)

    def _step(
        self, observation: Observation, time: float, moved: Change | None, entries: Sequence[HandEntry], *, clear: bool
    ) -> Step:
        """The step after an observation, which the table of the game takes in."""
        state, memory = self.belief.state, self.scene.memory
        around = None
        if moved is not None:
            unread = parts(self.scene.unread(moved), moved.scale) if self._table.tells_unread else ()
            around = Surroundings(time, moved, tuple(unread))
        reading, table = self._table.interpret(observation, state, around)
        self._reading, self._table = reading, table

        def supposed(of: Any) -> TableReading:
            other = None if of == state else table.suppose(observation, of)
            return reading if other is None or other.trouble else other

        rules, seating = self.model.rules, self.seating.expected({**reading.sides, **self.sits})
        evidence = Evidence(
            time, supposed, memory.arrivals(), tuple(entries), seating, self._last, self.scene.settled,
            memory.guesses(), rules.said, clear, self.scene.strangers(observation, reading),
            self.scene.unread_since(self._began), observation.sha256,
            frozenset(piece for _, move in self._record for piece in move.pieces), rules.drawn,
            any(seat != TABLE for seat, _ in self._record),
        )  # fmt: skip
        self._result = self.step(self.model, self.belief, evidence)
        return self._result

    def _reaching_back(self, result: Step) -> Belief:
        """The belief after a look. Once the table was seen to show the record, its last plays may be taken back."""
        shown = isinstance(result.decision, Nothing) and result.weighed.explained >= self.model.beam.undoubted
        if not shown:
            return result.belief
        return result.belief.reaching_back(self._all_states, self._record, self.model.beam.lag, self.seating)

    def _doubted(self, result: Step, time: float) -> Decision:
        """The decision, or what is read in the place of a known piece, where nothing new was played."""
        names = {piece for pieces, _ in self.belief.left for piece in pieces}
        misread = [each for each in self._reading.misread if names.isdisjoint(each.labels)]
        count = len(self._record)
        states = self._all_states if len(self._all_states) == count + 1 else (self.belief.state,)
        reopen = self._reopening.decide(misread, states, self._record, time)
        if isinstance(result.decision, Reopen | Revise):
            # The belief counts from its last settled play, the record from its first.
            return replace(result.decision, at=result.decision.at + max(count - len(self.belief.record), 0))
        return reopen if reopen is not None and isinstance(result.decision, Nothing) else result.decision

    def _take_in(self, decision: Decision, time: float) -> None:
        """Hand entries and false plays after a decision."""
        if isinstance(decision, Illegal) and len(decision.explanation.plays) == 1:
            self.reaches = self.reaches.since(time)
        if isinstance(decision, Nothing):
            lying = self.scene.memory.names()
            left, reported = (
                frozenset(spot for spot in spots if not lying.isdisjoint(spot[0]))
                for spots in (self.belief.left, self.belief.reported)
            )
            self.belief = replace(self.belief, left=left, reported=reported)
            if self._accounted():
                self.reaches = self.reaches.settled()

    def _settle(self, decision: Decision, now: Pixels, moved: Change, time: float) -> None:
        """Take the table as accounted for where nothing was played, or where what was played explains all of it."""
        whole = isinstance(decision, Commit | TakenBack) and decision.whole
        quiet = isinstance(decision, Nothing) and self._accounted()
        doubted = isinstance(decision, Reopen) and not decision.rest
        if not (whole or quiet or doubted):
            return
        if whole:
            # What is not in the books yet may never be: somebody else may write first.
            self._offered = decision, now, moved, time
            return
        self._account(decision, now, moved, time)

    def _accept(self, written: Callable[[Decision], bool]) -> None:
        """Take the table as accounted for, if what was decided of it is what was written down."""
        if self._offered is not None and written(self._offered[0]):
            self._account(*self._offered)
        self._offered = None

    def _account(self, decision: Decision, now: Pixels, moved: Change, time: float) -> None:
        left = None if isinstance(decision, Commit) else self.scene.unread(moved)
        if left is not None and self._table.tells_unread:
            left &= ~without(left, self._reading.traces, moved.scale)
        self._account_for(now, left, time)

    def _account_for(self, now: Pixels, left: Pixels | None, time: float) -> None:
        self.scene = self.scene.accounted(now, left, time)
        self._table = self._table.settled()

    def _accounted(self) -> bool:
        """Whether a table on which nothing was played is fully explained, and a look more would not tell more."""
        if self._result is None or self._table.tells_unread or not self._observation.whole:
            return True
        return self._result.weighed.explained >= self.model.beam.gone_on and not self._reading.open

    # The record
    def follow_record(self, states: Sequence[Any], moves: Sequence[Play]) -> None:
        """Take up the record as it stands; where it is not the belief's, everything is believed anew."""
        self._all_states, self._record = tuple(states), tuple(moves)
        if self.belief.state != states[-1]:
            self.belief = self._anew(states[-1])

    def played(self, plays: Sequence[Play]) -> None:
        """These plays were written down: whose hands came in is known now."""
        parse = self.model.rules.parse
        plays = [(seat, parse(move) if isinstance(move, str) else move) for seat, move in plays]
        reaches = self.reaches if self._aside is None else self.reaches.gone(self._aside)
        self._aside = None
        entries = reaches.entries()
        evidence = Evidence(0.0, lambda _: self._reading, self.scene.memory.arrivals(), entries, self.seating,
                            settled=self.scene.settled, said=self.model.rules.said)  # fmt: skip
        seating = self.seating.expected({**self._reading.sides, **self.sits})
        hands = evidence.hands(plays, entries, seating)
        segment = Segment(len(plays), entries, seating, hands, self._time)
        states, state = [], self.belief.state
        for play in plays:
            state = self.model.rules.play(state, *play)
            states.append(state)
        left = self.belief.left
        best = next(iter(() if self._result is None else self._result.weighed.hypotheses), None)
        if best is not None and best.refused is not None and best.lawful:
            left |= {spot_of(best.plays[-1])} & self.belief.reported
        pending = self.belief.pending
        self.belief = self.belief.committed(states, plays, segment, self.model.beam.lag)
        turns = self.belief.turns if self._result is None else self._result.turns
        self.belief = replace(self.belief, left=left, pending=pending, turns=turns)
        self.seating = self.seating.learnt([seat for seat, _ in evidence.reached_for(plays)], entries)
        self.reaches = self.reaches.without(reaches)
        self._last = max((time for _, move in plays if (time := evidence.came(move)) is not None), default=self._last)
        self._accept(lambda decision: isinstance(decision, Commit) and list(decision.explanation.plays) == plays)

    def overtaken(self, plays: Sequence[Play] | None, *, whole: bool = False) -> None:
        """Others wrote into the record: these plays, or what takes back or changes some (None). `whole` is whether they
        said all that lies there."""
        if plays is None:
            self.taken_back()
        else:
            self.played(plays)
        self.confirmed()
        if whole:
            self.accounted()
        self.forget()

    def taken_back(self) -> None:
        """Plays were taken back: what came last is not known any more."""
        self._accept(lambda decision: isinstance(decision, TakenBack))
        self._last = self._aside = None
        self.belief = replace(self._anew(self.belief.state), left=frozenset(), reported=frozenset())
        self.reaches = self.reaches.settled()

    def confirmed(self) -> None:
        """People stand by the record: nothing is believed beside it, and whose turn it is is sure."""
        self.belief = replace(self._anew(self.belief.state), turns=Turns())

    def _anew(self, state: Any) -> Belief:
        """The belief of a record that was cut or goes on elsewhere: nothing is believed beside it."""
        belief = self.belief
        kept = Belief((state,), left=belief.left, reported=belief.reported, turns=belief.turns)
        return replace(kept, baseline=belief.baseline)

    def forget(self) -> None:
        """The game moved on: what the last looks had in mind is void."""
        self.belief = replace(self.belief, pending=Pending())
        self._aside_pending = Pending()

    def accounted(self) -> None:
        """People said what was played: the table that was seen last is that of the record, whatever it was read as."""
        if self.scene.before is not None:
            self._account_for(self.scene.before, None, self.scene.settled or 0.0)
        self.belief = replace(self.belief, baseline=None)

    # Frames
    def frame(self, notice: Notice) -> None:
        """Every frame: hands that come in, and where the table is in the picture."""
        self._stirred |= notice.gate.state == "moving"
        self.reaches = self.reaches.frame(notice.grey, notice.time, still=notice.gate.state == "still")
        self.clearing = self.clearing.frame(notice.grey, notice.time)
        if not notice.in_place:
            self.clearing = self.clearing.moved()
        still = notice.gate.state == "still" and notice.time - notice.gate.rested >= HELD
        self._table = self._table.watch(notice.grey, notice.time, still=still)
        self._region = notice.region
        if notice.plane.begun != self._begun or notice.plane.moves < self._moves:
            self._forget()
            self._begun = notice.plane.begun
        if notice.plane.state == "known" and notice.plane.moves != self._moves:
            self._moves = notice.plane.moves
            self._bumped(notice.plane.motion @ np.linalg.inv(self._motion), notice)
            self._motion = notice.plane.motion

    def _forget(self) -> None:
        """The table was given up and is looked at anew."""
        self.scene, self._motion, self._moves = TableMemory(), np.eye(3), 0
        self.clearing = self.clearing.moved()

    def _bumped(self, motion: Pixels, notice: Notice) -> None:
        """The camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        self.clearing = self.clearing.moved()
        width = self._width(notice)
        self.scene = self.scene.moved(motion, width)
        self._table = self._table.moved(motion, width)

    def _width(self, notice: Notice) -> int:
        """The width of the whole picture, in pixels."""
        return self._picture_width or int(notice.grey.shape[1])

    def _seen(self, pixels: Pixels, moved: Change, *, partly: bool = False) -> Observation:
        """What is seen in a frame that differs by `moved` from the table as it was accounted for.

        `partly` reads only where something came.
        """
        self._picture_width = pixels.shape[1]
        photo = Photo.from_frame(pixels)
        old = stationary(self.scene.memory, moved) if self._table.closely else None
        seen = self._read(photo, old) if partly else self._read(photo)
        if old is not None and not partly:
            # What changed is looked at once more, and closely: small pieces are missed in a whole picture.
            seen = joined(seen, self._read(photo, old))
        seen = within(self._region, seen)
        again, self._table = self._table.again(pixels, seen, self.belief.state)
        return again

    def _glimpsed(self, seen: Observation, time: float) -> None:
        self.scene = replace(self.scene, memory=self.scene.memory.glimpsed(seen, time))
        self._table = self._table.recall(seen)
