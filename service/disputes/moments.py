"""Where in a game something happened: the state before, what was played together, the state after.

A hypothesis of what was played bears the record out, denies it, or says nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.games import find_game
from engine.said import Said
from service.disputes import NoSuchMove
from vision.games.model import ObservationModel, observation_model
from vision.tracking.facts import Fact, apart_from_height, facts, in_sight, named, names
from vision.tracking.hypothesis import Hypothesis, states_through

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core import Verdict
    from engine.games import AnyGame
    from engine.options import Options
    from engine.record import Event, Record

CAMERA: Final = "camera"
"""Who enters what a camera saw."""
NEXT: Final = 3
"""The record's next moves that a picture of a moment may show already."""
LAST_BEFORE: Final = "that of the move before"
BEFORE_NEXT: Final = "that from before the next move"
AFTER_NEXT: Final = "that of the move after it"
"""What pictures of other moves are called in a ruling."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of a game, and the `plays` seen at once with it. `start` and `end` are the states around those, `before`
    and `after` those around the move. `frames` are the hashes of its pictures, before then after. `then` are the
    record's next moves, each with the state after it."""

    game: AnyGame
    options: Options
    event: Event
    plays: tuple[Event, ...]
    start: Any
    before: Any
    after: Any
    end: Any
    frames: tuple[str, ...]
    then: tuple[tuple[Event, Any], ...] = ()

    @property
    def model(self) -> ObservationModel:
        """How its game's tables are read; `LookupError` where they cannot be."""
        return observation_model(self.game.name)

    @property
    def verdict(self) -> Verdict:
        """What the rules say of the move."""
        return self.game.judge(self.before, self.event.seat, self.game.parse(self.event.move))

    @property
    def occluded_again(self) -> tuple[Hypothesis, ...]:
        """The hypotheses by which nothing that was laid is in sight any more: the record from the start to one of its
        next moves. No search would find a card that was discarded and drawn again."""
        plays = tuple((play.seat, self.game.parse(play.move)) for play in self.plays)
        laid, hypotheses = self.lying(self.end) - self.lying(self.start), []
        for event, state in self.then:
            plays = (*plays, (event.seat, self.game.parse(event.move)))
            if laid and not laid & self.lying(state):
                hypotheses.append(Hypothesis(0, plays, state))
        return tuple(hypotheses)

    def lying(self, state: Any) -> frozenset[Fact]:
        """The pieces in sight in a state, each at its place."""
        return self.facts(self.game.position(state))

    def facts(self, position: Mapping[str, Any]) -> frozenset[Fact]:
        """The pieces in sight by a position of its game, each at its place."""
        return facts(position, self.model.piles)

    def effect(self, before: Any, after: Any) -> tuple[frozenset[Fact], frozenset[Fact]]:
        """The pieces that a play brings to where they lie, and those that it takes away, by the states around it."""
        old, new = self.lying(before), self.lying(after)
        return new - old, old - new

    def bears_out(self, hypothesis: Hypothesis) -> bool:
        """Whether a hypothesis plays the move as often as the record, once to the same effect, or leaves the same in
        sight. The same words may mean another piece after other plays. A picture shows no hand and no order."""
        move, lawful = self.event.move, hypothesis.lawful
        wanted = [play.move for play in self.plays].count(move)
        if hypothesis.refused is not None and str(hypothesis.plays[-1][1]) == move:
            return wanted == 1
        around = zip(lawful, pairwise(states_through(self.game, self.start, lawful)), strict=True)
        effects = [self.effect(*states) for (_, played), states in around if str(played) == move]
        if len(effects) >= wanted and self.effect(self.before, self.after) in effects:
            return True
        states, piles = (self.start, self.end, hypothesis.state), self.model.piles
        start, end, shown = (in_sight(self.game.position(state), piles) for state in states)
        return hypothesis.refused is None and start != end == shown

    def denies(self, hypothesis: Hypothesis, table: Mapping[str, Any]) -> bool:
        """Whether a hypothesis lays what the record does not, or takes what it leaves there, of the kinds that the
        `table` holds. A part of the record denies nothing, nor does a piece that shows nothing or only lies higher or
        lower."""
        end = hypothesis.state
        if hypothesis.refused is not None:
            try:
                end = self.game.play(end, *hypothesis.plays[-1])
            except (ValueError, LookupError, TypeError, AttributeError):
                return False  # that cannot be played at all
        if not hypothesis.plays or self.bears_out(hypothesis):
            return False
        by_hypothesis, by_record = (
            frozenset(fact for fact in self.lying(state) if fact[0] in table) for state in (end, self.end)
        )
        new, gone = by_hypothesis - by_record, by_record - by_hypothesis
        if not new:
            return bool(gone) and gone <= self.lying(self.start)
        new = frozenset(fact for fact in apart_from_height(new, by_record) if named(fact) not in self.model.bare)
        return bool(new) and (not names(new) <= names(gone) or len(new) >= len(gone))

    def goes_beyond(self, hypothesis: Hypothesis, move: str) -> bool:
        """Whether a hypothesis plays a later move, besides what is recorded."""
        known = [play.move for play in self.plays].count(move)
        return [str(played) for _, played in hypothesis.plays].count(move) > known


@dataclass(frozen=True, slots=True)
class Story:
    """A record move by move: the moves that stand, and the states around them (one more than moves)."""

    record: Record
    game: AnyGame
    options: Options
    moves: tuple[Event, ...]
    states: tuple[Any, ...]
    fault: str | None

    @classmethod
    def of(cls, kept: Record) -> Story:
        """The story of a record. Raises `EngineError` where its header names no game."""
        walk, header = record.walk(kept), kept.header
        return cls(kept, find_game(header.game), record.house(header), walk.moves, walk.states, walk.fault)

    @property
    def typed(self) -> bool:
        """Whether people entered every move and no picture was kept of any: then the rules alone decide."""
        return not any(event.frames or event.by == CAMERA for event in self.record.events)

    def moment(self, seq: int | None) -> Moment:
        """The move of event `seq` (None: the last), as it stands or stood before it was taken back; or `NoSuchMove`."""
        if seq is None:
            if not self.moves:
                raise NoSuchMove("no move has been played yet")
            seq = self.moves[-1].seq
        at = next((n for n, move in enumerate(self.moves) if move.seq == seq), None)
        return self._earlier(seq) if at is None else self._moment(at)

    def _earlier(self, seq: int) -> Moment:
        """A move that does not stand: in the record as it was when the move was played."""
        events = self.record.events
        if not 0 < seq <= len(events):
            if not self.moves:
                raise NoSuchMove(Said("there is no move {number}; none has been played yet", number=seq))
            form = "there is no move {number}; the last one is move {number2}"
            raise NoSuchMove(Said(form, number=seq, number2=self.moves[-1].seq))
        event = events[seq - 1]
        if event.kind in (record.UNDO, record.CORRECT):
            form = "entry {number} corrects entry {number2} and is no move itself; ask about a move"
            if event.kind == record.UNDO:
                form = "entry {number} takes back entry {number2} and is no move itself; ask about a move"
            raise NoSuchMove(Said(form, number=seq, number2=event.of))
        story = Story.of(record.Record(self.record.header, events[:seq]))
        if not story.moves or story.moves[-1].seq != seq:
            why = story.fault or self.fault
            raise NoSuchMove(Said("move {number} cannot be reached: {line}", number=seq, line=why))
        return story._moment(len(story.moves) - 1)

    def _moment(self, at: int) -> Moment:
        frames = self.frames(self.moves[at])
        first = last = at
        while frames and first > 0 and self.frames(self.moves[first - 1]) == frames:
            first -= 1
        while frames and last + 1 < len(self.moves) and self.frames(self.moves[last + 1]) == frames:
            last += 1
        plays, start, end = self.moves[first : last + 1], self.states[first], self.states[last + 1]
        before, after = self.states[at : at + 2]
        then = tuple(zip(self.moves, self.states[1:], strict=False))[last + 1 : last + 1 + NEXT]
        return Moment(self.game, self.options, self.moves[at], plays, start, before, after, end, frames, then)

    def before(self, moment: Moment) -> tuple[tuple[str, str], ...]:
        """The pictures that may show the table before a moment, the nearest first, and what they are called. They are
        its own first one, and the last of the move before, which is nearer if both were told since one picture."""
        earlier = record.followed(self.record.events[: moment.plays[0].seq - 1])
        pictured = [frames for move in earlier if (frames := self.frames(move))]
        own = [(moment.frames[0], "")] if len(moment.frames) > 1 else []
        last = (name for frames in reversed(pictured) for name in reversed(frames) if name not in moment.frames)
        others = [(name, LAST_BEFORE) for name in islice(last, 1)]
        nearer = own and pictured and pictured[-1][0] == moment.frames[0]
        return (*others, *own) if nearer else (*own, *others)

    def after(self, moment: Moment) -> Iterator[tuple[str, str]]:
        """The pictures from before and after the next move that stands, and what they are called. That from before it
        is left out where something was taken back or corrected in between."""
        at = next((at for at, move in enumerate(self.moves, start=1) if move.seq == moment.plays[-1].seq), None)
        if at is None or at == len(self.moves) or not moment.frames:
            return
        after = self._moment(at)
        if not after.frames:
            return
        follows = after.plays[0].seq == moment.plays[-1].seq + 1
        if follows and len(after.frames) > 1 and after.frames[0] not in moment.frames:
            yield after.frames[0], BEFORE_NEXT
        if after.frames[-1] != moment.frames[0]:
            yield after.frames[-1], AFTER_NEXT

    def frames(self, move: Event) -> tuple[str, ...]:
        """The pictures of a move that stands; of a corrected one those that were taken when it was played."""
        return self.record.events[move.seq - 1].frames or move.frames

    def changes(self, seqs: set[int]) -> tuple[Event, ...]:
        """The entries that corrected, took back or accepted one of these events, or an earlier one and them with it.
        Those that took such an entry back in its turn are among them."""
        found: list[Event] = []
        for event in self.record.events:
            changed = seqs | {each.seq for each in found}
            corrected = event.kind == record.CORRECT and event.of in seqs
            undone = event.kind == record.UNDO and any((event.of or 0) <= seq < event.seq for seq in changed)
            if corrected or undone or (event.kind == record.RULING and event.seq in seqs):
                found.append(event)
        return tuple(found)
