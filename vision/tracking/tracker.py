"""One table tracked: still pictures become evidence, evidence becomes a belief, and a belief becomes a decision.

All that is known is frozen, and is replaced, never edited: to look aside is not to take what follows. Times are those
of the frames, s.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from vision.games import assembler
from vision.games.model import observation_model
from vision.scene.foreground import ForegroundRemoval
from vision.scene.hands import HandEntries, HandEntry
from vision.scene.memory.change import Snapshot
from vision.scene.memory.readings import unturned
from vision.tracking.belief import Belief, Pending, Segment
from vision.tracking.decision import Alarm, Commit, Decision, Nothing, TakeBack, Wait
from vision.tracking.evidence import Evidence
from vision.tracking.hypothesis import spot_of, states_through
from vision.tracking.look import Look, ReadOnce, look, look_beside_hands, see
from vision.tracking.step import Model, Step
from vision.tracking.table_state import TableState
from vision.tracking.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games import AnyGame
    from engine.options import Options
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.attention import Notice
    from vision.tracking.hypothesis import Play
    from vision.tracking.look import LookResult, PictureReader

HELD: Final = 0.4
"""A hand may hold still for so long, in s, before its work is done."""


class Tracker:
    """Follows the game of one table. Raises `LookupError`, with one line, where tables of a game cannot be read."""

    def __init__(self, rules: AnyGame, options: Options, read: PictureReader, faces: Reader | None = None) -> None:
        self.model = Model(rules, options)
        self.table_state = TableState(assembler(rules.name, options, faces), Belief((rules.start(options),)))
        self.hands = HandEntries()
        self.foreground_removal = ForegroundRemoval()
        self._read = ReadOnce(read)
        self._time = 0.0
        self._picture_width = 0
        self._stirred = False  # whether something moved since the last look
        self._partly = False  # whether the last look read only what changed
        self._seen_beside_hands: float | None = None  # when the last play was seen beside a hand, s
        self._pending_beside_hands = Pending()  # what looks beside a hand have in mind
        self._promised = False  # whether one more would tell
        self._awaiting_record: LookResult | None = None  # the look that explained all, until that is written down

    @property
    def belief(self) -> Belief:
        """What is believed of the game."""
        return self.table_state.belief

    @property
    def promising(self) -> bool:
        """Whether a glimpse now tells more than later."""
        return self._promised or self.hands.just_left

    @property
    def restless(self) -> bool:
        """Whether one look more would tell more."""
        table_state = self.table_state
        unknown = bool(table_state.unknown) and not table_state.lay_unknown(self._time, self.model.policy.lost)
        return self._partly or table_state.memory.restless or unknown

    def read_with(self, read: PictureReader) -> None:
        """Read pictures in another way from the next look on, as with a deck that was enrolled meanwhile."""
        self._read = ReadOnce(read)

    def seat(self, sits: Mapping[int, float]) -> None:
        """Take up where people said that seats sit: the angles (radians) at which their hands come in."""
        self.table_state = replace(self.table_state, sits=sits)

    # Looks
    def look(self, pixels: Picture, time: float) -> Look:
        """Look at a still frame (H×W×3, BGR) taken at `time`, beside the record as it was followed."""
        self._begin(pixels, time)
        self._seen_beside_hands, self._promised = None, False
        told = self._decided(self._looked(pixels))
        self._stirred = False
        if self.table_state.hand is None:
            self._pending_beside_hands = Pending()
            self.foreground_removal = self.foreground_removal.at_rest(pixels)
        elif isinstance(told.decision, Wait):
            return self._look_beside_hands(pixels) or told
        return told

    def glimpse(self, pixels: Picture, time: float) -> Look | None:
        """Look at a frame in which something moves, for what lies clear of that; the look that tells a move, if any."""
        self._begin(pixels, time)
        told = self._look_beside_hands(pixels)
        if told is None and not self.table_state.table.alike:
            seen = see(self._read, self.table_state, pixels, partly=True)
            self.table_state = seen.state.glimpsed(seen.observation, time)
        return told

    def _begin(self, pixels: Picture, time: float) -> None:
        """A frame is looked at that was taken at a time (s)."""
        self._time, self._awaiting_record, self._picture_width = time, None, pixels.shape[1]

    def _looked(self, pixels: Picture) -> LookResult:
        """What is known after a frame. What changed is read first, by itself: it tells sooner what was played. The
        whole is read where that tells no play that explains all of it. The next look reads it in any case."""
        entries = self.hands.entries()
        if self._stirred and self.table_state.table.by_changes:
            seen = see(self._read, self.table_state, pixels, partly=True)
            outcome = look(self.model, seen, self._time, entries)
            decision = None if outcome.step is None else outcome.step.decision
            if isinstance(decision, Commit) and decision.explains_all:
                self._partly = True
                return outcome
        self._partly = False
        return look(self.model, see(self._read, self.table_state, pixels), self._time, entries)

    def _decided(self, outcome: LookResult) -> Look:
        """The look with its decision, which becomes known."""
        if outcome.step is None:
            self.table_state = outcome.state.glimpsed(outcome.observation, self._time)
            return self._told(outcome, Wait())
        belief, beam = outcome.step.belief, self.model.beam
        if isinstance(outcome.step.decision, Nothing) and outcome.step.posterior.explained >= beam.trusted_from:
            # The table was seen to show the record. Its last plays may be taken back, and what is misread was another.
            misread = {each.known for each in outcome.state.reading.misread} - belief.known_misread
            laid = (n for n, (_, move) in enumerate(belief.record) if not misread.isdisjoint(move.pieces))
            first = min(laid, default=len(belief.record))
            belief = belief.reaching_back(max(beam.lag, len(belief.record) - first), outcome.state.seating)
        self.table_state = replace(outcome.state, belief=belief)
        decision = outcome.step.decision
        self._after_decision(decision, outcome)
        self.table_state = replace(self.table_state, before=Snapshot(outcome.now))
        unread = self.table_state.lay_unknown(self._time, self.model.policy.lost)
        return replace(self._told(outcome, decision), has_unread=unread)

    def _told(self, outcome: LookResult, decision: Decision) -> Look:
        """A look as it is told."""
        return Look(outcome.observation, outcome.state.reading, decision, self.table_state.memory.occlusions())

    def _look_beside_hands(self, pixels: Picture) -> Look | None:
        """A look at what lies clear of the hands in view, once whoever played has left. None where that does not tell,
        for the second time and for certain, what was played. Then nothing of it is kept: a piece that is seen in part
        would seem an old one later."""
        self._promised, before = False, self.table_state
        entries = self.hands.gone(self._time).entries()
        if not entries:
            return None
        without_hands, self.foreground_removal = self.foreground_removal.removed(pixels)
        if without_hands is None:
            return None
        trial = see(self._read, before.believing(pending=self._pending_beside_hands), without_hands.picture)
        outcome = look_beside_hands(self.model, trial, without_hands, self._time, entries)
        if outcome is None or outcome.step is None:
            return None
        decision = outcome.step.decision
        sure = self._is_sure_beside_hands(outcome.step, entries)
        if not sure or isinstance(decision, Wait):
            self._pending_beside_hands, self._promised = outcome.step.belief.pending, sure
            if isinstance(decision, Nothing):
                # What was laid and taken up again is gone, though a hand comes in before the next look.
                memory = before.memory.without_gone(outcome.state.memory)
                self.table_state = replace(before, memory=memory)
            return None
        self.table_state = replace(outcome.state, belief=replace(outcome.step.belief, pending=before.belief.pending))
        told = self._told(outcome, decision)
        self._seen_beside_hands = self._time if isinstance(decision, Commit) else None
        self._after_decision(decision, outcome)
        self.table_state = replace(self.table_state, hand=before.hand)
        self._pending_beside_hands = Pending()
        self.foreground_removal = self.foreground_removal.at_rest(without_hands.picture)
        return told

    def _is_sure_beside_hands(self, result: Step, entries: Sequence[HandEntry]) -> bool:
        """Whether what was decided beside a hand is certain, is all that came, and fits to these hands."""
        decision = result.decision.expected if isinstance(result.decision, Wait) else result.decision
        if not isinstance(decision, Commit | Alarm):
            return False
        plays, announced = decision.explanation.plays, self.model.rules.announced
        seats = [seat for seat, move in plays if str(move) not in announced and seat != TABLE]
        visits = sum(1 for _ in groupby(seats))
        fresh = decision.explains_all if isinstance(decision, Commit) else True
        return fresh and decision.explanation.likelihood >= self.model.policy.at_once and visits >= len(entries)

    def _after_decision(self, decision: Decision, outcome: LookResult) -> None:
        """Hand entries, false plays and the table after a decision. The table is accounted for where nothing was played
        and all is explained, or where what was played explains all of it."""
        if isinstance(decision, Alarm) and len(decision.explanation.plays) == 1:
            self.hands = self.hands.since(self._time)
        elif isinstance(decision, Commit | TakeBack) and decision.explains_all:
            # What is not in the books yet may never be: somebody else may write first.
            self._awaiting_record = outcome
        elif isinstance(decision, Nothing):
            lying = self.table_state.memory.names()
            standing, alarmed = (
                frozenset(spot for spot in spots if not lying.isdisjoint(map(unturned, spot[0])))
                for spots in (self.belief.standing, self.belief.alarmed)
            )
            self.table_state = self.table_state.believing(standing=standing, alarmed=alarmed)
            taken, tells_rest = outcome.step, observation_model(self.model.rules.name).weight_tells_rest
            if not tells_rest or taken is None or taken.posterior.explained >= self.model.beam.expand_below:
                self.hands = self.hands.accounted_for()
                self._account(outcome)

    def _account_if_written(self, plays: list[Play] | None) -> None:
        """Take the table as accounted for, if just these plays were decided of it, or a taking back (None)."""
        offered, self._awaiting_record = self._awaiting_record, None
        if offered is None or offered.step is None:
            return
        decision = offered.step.decision
        if plays == (list(decision.explanation.plays) if isinstance(decision, Commit) else None):
            self._account(offered)

    def _account(self, outcome: LookResult) -> None:
        played = outcome.step is not None and isinstance(outcome.step.decision, Commit)
        left = None if played else self.table_state.unread_mask(outcome.since_accounted, outcome.now)
        self.table_state = self.table_state.accounted(Snapshot(outcome.now), left, self._time)

    # The record
    def follow_record(self, states: Sequence[Any], moves: Sequence[Play]) -> None:
        """Take up the record as it stands, by its moves and the states before the first and after each. Where it is
        not the belief's, everything is believed anew."""
        if len(self.belief.record) != len(moves) or self.belief.state != states[-1]:
            self._believe_anew()
        self.table_state = self.table_state.believing(states=tuple(states), record=tuple(moves))

    def played(self, plays: Sequence[Play]) -> None:
        """These plays were written down: whose hands came in is known now."""
        plays = list(plays)
        hands = self.hands if self._seen_beside_hands is None else self.hands.gone(self._seen_beside_hands)
        self._seen_beside_hands = None
        table_state, entries = self.table_state, self._made_by(plays, hands.entries())
        memory, seating = table_state.memory, table_state.expected_seating
        evidence = Evidence(0.0, lambda _: table_state.reading, memory.arrivals(), entries, seating,
                            accounted_at=memory.accounted_at, announced=self.model.rules.announced)  # fmt: skip
        segment = Segment(
            len(self.belief.record), entries, seating, evidence.hand_log_likelihood(plays, entries, seating)
        )
        belief = self._committed(plays, segment)
        seating = table_state.seating.learnt([seat for seat, _ in evidence.plays_by_hand(plays)], entries)
        came = evidence.came(plays)
        last = table_state.last if came is None else came
        self.table_state = replace(table_state, belief=belief, seating=seating, last=last)
        self.hands = self.hands.without(entries)
        self._account_if_written(plays)

    def _made_by(self, plays: Sequence[Play], entries: tuple[HandEntry, ...]) -> tuple[HandEntry, ...]:
        """The hand entries of plays that are written down. Those of plays after them, which are not sure yet, are left.
        Whose they are is told where the likeliest hypothesis that begins with these plays has one entry a play."""
        count, taken = len(plays), self.table_state.step
        found = () if taken is None else taken.posterior.hypotheses
        whole = (each.plays for each in found if each.kept == len(self.belief.record))
        longer = next((each for each in whole if list(each[:count]) == plays), ())
        announced = self.model.rules.announced
        by_hand = [n for n, (_, move) in enumerate(longer) if str(move) not in announced]
        return entries[: sum(n < count for n in by_hand)] if len(by_hand) == len(entries) else entries

    def _committed(self, plays: Sequence[Play], segment: Segment) -> Belief:
        """The belief once plays were written down. A false play that was told, and lies beside them, stays told."""
        before, taken = self.belief, self.table_state.step
        _, *states = states_through(self.model.rules, before.state, plays)
        belief = replace(before.committed(states, plays, segment, self.model.beam.lag), committed_at=self._time)
        if taken is None:
            return belief
        best, standing = next(iter(taken.posterior.hypotheses), None), before.standing
        if best is not None and best.refused is not None and best.lawful:
            standing |= {spot_of(best.plays[-1])} & before.alarmed
        return replace(belief, standing=standing, turns=taken.turns)

    def overtaken(self, plays: Sequence[Play] | None, *, whole: bool = False) -> None:
        """Others wrote these plays into the record, or what takes back or changes some (None). They may have said the
        `whole` table."""
        if plays is None:
            self.taken_back()
        else:
            self.played(plays)
        self.confirmed()
        if whole:
            self.accounted()
        self.table_state, self._pending_beside_hands = replace(self.table_state, unknown=()), Pending()

    def taken_back(self) -> None:
        """Plays were taken back: what came last is not known any more."""
        self._account_if_written(None)
        self._seen_beside_hands = None
        self._believe_anew(standing=frozenset(), alarmed=frozenset())
        self.table_state = replace(self.table_state, last=None)
        self.hands = self.hands.accounted_for()

    def confirmed(self) -> None:
        """People stand by the record: nothing is believed beside it, and whose turn it is is sure."""
        self._believe_anew(turns=Turns(), confirmed=True)

    def _believe_anew(self, **changes: Any) -> None:
        """Believe nothing beside the record, with other `changes` of the belief, by the names of its fields."""
        aside = {"segments": (), "hypotheses": (), "priors": {}, "pending": Pending(), "committed_at": None}
        self.table_state = self.table_state.believing(**aside, **changes)

    def accounted(self) -> None:
        """People said what was played: the table that was seen last is that of the record, whatever it was read as."""
        table_state = self.table_state
        if table_state.before.picture is not None:
            self.table_state = table_state.accounted(table_state.before, None, table_state.memory.accounted_at or 0.0)
        self.table_state = self.table_state.believing(rest_log_likelihood=None)

    # Frames
    def frame(self, notice: Notice) -> None:
        """Every frame: hands that come in, and where the table is in the picture."""
        self._stirred |= notice.gate.state == "moving"
        self.hands = self.hands.frame(notice.grey, notice.time, still=notice.gate.state == "still")
        self.foreground_removal = self.foreground_removal.frame(notice.grey, notice.time)
        if notice.anew or notice.jump is not None or not notice.in_place:
            self.foreground_removal = self.foreground_removal.at_rest(None)
        still = notice.gate.state == "still" and notice.time - notice.gate.rested >= HELD
        table = self.table_state.table.watch(notice.grey, notice.time, still=still)
        self.table_state = replace(self.table_state, table=table, region=notice.region)
        if notice.anew:
            self.table_state = self.table_state.forgotten()
        if notice.jump is not None:
            self.table_state = self.table_state.moved(notice.jump, self._picture_width)
