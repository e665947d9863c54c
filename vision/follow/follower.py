"""One table followed: a picture of the still table becomes what lies there, and what was played.

The eye, the memory, the assembler of the game and the decoder in a row. Times are those of the frames, in seconds.
"""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import numpy as np

from engine.core import TABLE
from vision.follow.accused import Accused
from vision.follow.clearing import Clearing
from vision.tracking.decision import Ask, Commit, Illegal, Nothing, OutOfStep, Reopen, TakenBack, Wait
from vision.follow.decoder import Decoder
from vision.follow.past import Past, Supposed
from vision.follow.reach import Reaches
from vision.follow.reopen import Reopening
from vision.follow.rivals import Rival, Rivals, Taken, doubt
from vision.follow.seating import Seating
from vision.follow.unseen import Suspicion
from vision.follow.witness import Witness, reached_for
from vision.memory import Change, Ground, Memory, between, known, parts, scene, unread, without
from vision.photo import Photo
from vision.tables import Alike, Attentive, Comparing, Recalling, Rereading, Sight, Supposing, Watchful, assembler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.core import Explanation
    from engine.games import AnyGame
    from engine.options import Options
    from vision.follow.attention import Notice
    from vision.follow.clearing import Cleared
    from vision.tracking.decision import Decision
    from vision.follow.decoder import Weighed
    from vision.follow.reach import Reach
    from vision.follow.settings import FollowSettings
    from vision.memory import Hidden, Known
    from vision.observation import Observation
    from vision.read import Reader

    Pixels: TypeAlias = NDArray[Any]
    Way: TypeAlias = Explanation[Any]


WHOLE: Final = 8
"""Of so many pictures one is read as if nothing were known, so that no error of the eye stays."""
HELD: Final = 0.4
"""A hand may hold still for as long as this (s) before its work is done."""
NOTHING: Final = Sight({}, (), (), {}, unjudged="Nothing has been looked at yet.")


class Read(Protocol):
    """What reads a picture, as `Eye.see` does."""

    def __call__(self, photo: Photo, known: Known | None = None, /) -> Observation:
        """What the photo shows; what is `known` of it may be taken as seen."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look: what the eye saw together with what the memory knows, its place in the game, what it means, and, where
    something was committed, whether all was rather played another way since some earlier move (`doubt`)."""

    observation: Observation
    sight: Sight
    decision: Decision
    hidden: tuple[Hidden, ...]
    doubt: Reopen | None = None


class Follower:
    """Follows the game of one table. Raises `LookupError`, with one line, where tables of the game cannot be put
    together."""

    def __init__(
        self,
        rules: AnyGame,
        options: Options,
        read: Read,
        settings: FollowSettings | None = None,
        faces: Reader | None = None,
    ) -> None:
        self.decoder = Decoder(rules, options, settings)
        self._deciding_aside = Decoder(rules, options, settings)
        self.reopening = Reopening(rules, self.decoder.settings)
        self.memory = Memory()
        self.ground = Ground()
        self.reaches = Reaches()
        self.clearing = Clearing()
        self._aside: float | None = None
        self._promised = False
        self.seating = Seating()
        self.past = Past()
        self.rivals = Rivals()
        self._rivals_then = Rivals()
        self.suspicion = Suspicion(options.players, self.decoder.settings)
        self._assembler = assembler(rules.name, options, faces)
        self._read = read
        self._before: Pixels | None = None
        self._first: Pixels | None = None
        self._since_first: Change | None = None
        self._sight = NOTHING
        self._supposed: dict[Any, Sight] = {}
        self._width = 0
        self._hand: float | None = None
        self._last: float | None = None
        self._settled: float | None = None
        self._looked: float | None = None
        self._accused = Accused()
        self._motion: Pixels = np.eye(3)
        self._moves = 0
        self._state: Any = None
        self._record: Sequence[tuple[int, Any]] = ()
        self._seeing = 0

    @property
    def promising(self) -> bool:
        """Whether a glimpse now tells more than later: the last one told a move that a second would make sure, or
        somebody has just left."""
        return self._promised or self.reaches.just_left

    @property
    def restless(self) -> bool:
        """Whether one look more would tell more."""
        return self.memory.restless or self.reopening.pending

    def look(self, pixels: Pixels, time: float, states: Sequence[Any], moves: Sequence[tuple[int, Any]] = ()) -> Look:
        """Look at a still frame (H×W×3, BGR) taken at `time`; `states` are the engine's, the last one now, and `moves`
        (seat, move) those that led from each to the next, where earlier ones may be put in question again."""
        self._aside, self._promised = None, False
        look = self._look(pixels, time, states, moves)
        if self._hand is None:
            self._deciding_aside.forget()
            self.clearing.rests(pixels)
            return look
        aside = self._look_aside(pixels, time, states, moves) if isinstance(look.decision, Wait) else None
        return aside or look

    def glimpse(
        self, pixels: Pixels, time: float, states: Sequence[Any] = (), moves: Sequence[tuple[int, Any]] = ()
    ) -> Look | None:
        """Look at a frame in which something moves: to know later what came first, and for what lies clear of that;
        the look that tells a move."""
        look = self._look_aside(pixels, time, states, moves) if states else None
        if look is None and not isinstance(self._assembler, Alike):
            moved = self.ground.change(scene(pixels), pixels.shape[1], self.memory.settings.step)
            self._glimpsed(self._seen(pixels, moved), time)
        return look

    def _look_aside(
        self, pixels: Pixels, time: float, states: Sequence[Any], moves: Sequence[tuple[int, Any]]
    ) -> Look | None:
        """A look at what lies clear of those who reach in, once whoever played has left; None where that does not tell
        for sure, and for the second time, what was played or is against the rules. Then all that it says is forgotten:
        a piece that is seen in part would seem an old one later."""
        self._promised = False
        gone = self.reaches.gone(time)
        arms = gone.told()
        cleared = self.clearing.cleared(pixels) if arms else None
        if cleared is None:
            return None
        trial = copy(self)
        trial._assembler, trial.suspicion = deepcopy(self._assembler), copy(self.suspicion)
        trial.decoder, trial.reaches, trial._hand, trial._aside = self._deciding_aside, gone, None, time
        look = trial._look(cleared.picture, time, states, moves, cleared)
        told = look.decision.told if isinstance(look.decision, Wait) else look.decision
        if not isinstance(told, Commit | Illegal) or not self._is_sure_aside(told, arms):
            return None
        if told is not look.decision:
            self._promised = True
            return None
        reaches = self.reaches if gone.told() else self.reaches.without(self.reaches.gone(time))
        aside = time if isinstance(told, Commit) else None
        kept = {"decoder": self.decoder, "reaches": reaches, "_hand": self._hand, "_aside": aside}
        self.__dict__.update(vars(trial) | kept)
        self.forget()
        self.clearing.rests(cleared.picture)
        return look

    def _is_sure_aside(self, told: Commit | Illegal, arms: Sequence[Reach]) -> bool:
        """Whether what a look beside a hand told is sure, is all that came, and is no less than these arms came for:
        what was played first may lie under another arm."""
        decoder = self._deciding_aside
        plays = reached_for(told.way.plays, decoder.rules.said)
        visits = sum(1 for seat, _ in groupby(seat for seat, _ in plays) if seat != TABLE)
        fresh = not self._accused.known(told.way) if isinstance(told, Illegal) else decoder.tells_all(told)
        return fresh and decoder.likelihood(told) >= decoder.settings.at_once and visits >= len(arms)

    def _look(
        self,
        pixels: Pixels,
        time: float,
        states: Sequence[Any],
        moves: Sequence[tuple[int, Any]],
        cleared: Cleared | None = None,
    ) -> Look:
        """A look at a picture of a still table, or at one that was `cleared` of those who reach in."""
        self._state, self._record = states[-1], moves
        now, step = scene(pixels), self.memory.settings.step
        self._width = pixels.shape[1]
        self._since_first = None if self._first is None else between(self._first, now, self._width, step)
        self._first = now if self._first is None else self._first
        change = between(self._before, now, self._width, step)
        moved = self.ground.change(now, self._width, step)
        seen = self._seen(pixels, moved)
        if cleared is not None:
            if any(piece.kind == "hand" for piece in seen.pieces):
                return Look(seen, self._sight, Wait(), ())
            seen = cleared.hiding(seen)
        look = self.weigh(seen, time, states, change, moved)
        look = self._doubted(look, time, states, moves) if cleared is None else look
        if self._hand is None or look.observation is not seen:
            self._before, self._looked = now, time
            self._settle(look, now, moved, time)
        return look

    def _doubted(self, look: Look, time: float, states: Sequence[Any], moves: Sequence[tuple[int, Any]]) -> Look:
        """The look with what it says against earlier moves, where nothing new was played."""
        misread = [each for each in look.sight.misread if not self._accused.explains(each.labels)]
        reopen = self.reopening.decide(misread, states, moves, time)
        return replace(look, decision=reopen) if reopen is not None and isinstance(look.decision, Nothing) else look

    def _settle(self, look: Look, now: Pixels, moved: Change, time: float) -> None:
        """Take the table as accounted for where nothing was played, or where what was played explains all of it."""
        decision = look.decision
        whole = isinstance(decision, Commit) and decision.whole
        # What was taken back may be put there again, as it lay.
        gone = isinstance(decision, TakenBack) and decision.whole
        doubted = isinstance(decision, Reopen) and not decision.rest
        quiet = isinstance(decision, Nothing) and self._accounted()
        if not whole and not gone and not doubted and not quiet:
            return
        left = None if whole else self._unread(moved)
        if left is not None and isinstance(self._assembler, Attentive):
            left &= ~without(left, look.sight.traces, moved.scale)
        self.ground = self.ground.settled(now, left)
        self.memory, self._settled = self.memory.settled(), time
        if isinstance(self._assembler, Attentive):
            self._assembler.settled()

    def _accounted(self) -> bool:
        """Whether a table on which nothing was played looks like the game, and a look more would not tell more. Where
        the assembler keeps what was not read apart, that does."""
        weighed, settings = self.decoder.weighed, self.decoder.settings
        if weighed is None or isinstance(self._assembler, Attentive) or not self.decoder.rules.murky:
            return True
        best, witness = weighed.ways[0], weighed.witness
        explained = best.weight >= settings.whole * witness.slack * witness.speaks_for(best)
        return explained and not weighed.sight.open

    def _unread(self, moved: Change) -> Pixels | None:
        """Where something came or went since the table was accounted for that was not read."""
        if self.ground.rough:
            return None
        lying = [place for place in self.memory.places if place.believed]
        pieces = [place.reads.piece.corners for place in lying]
        return unread(moved, pieces, [place.reads.piece.corners for place in lying if not place.settled])

    def weigh(
        self,
        seen: Observation,
        time: float,
        states: Sequence[Any],
        change: Change | None = None,
        moved: Change | None = None,
    ) -> Look:
        """What an observation of a still table means; a hand that rests for a moment may not have done its work."""
        aside = self._aside is not None
        if not aside and self._reaches(seen, time, moved):
            self._glimpsed(seen, time)
            return Look(seen, self._sight, Wait(), self.memory.hidden())
        self.memory = self.memory.looked(seen, time, change, moved)
        # Of what is alike nobody can tell what was taken from under a hand.
        hidden = aside and isinstance(self._assembler, Alike)
        observation = self.memory.in_sight(seen) if hidden else self.memory.observation(seen)
        if moved is not None and isinstance(self._assembler, Attentive):
            self._assembler.notice(moved, parts(self._unread(moved), moved.scale))
        if moved is not None and isinstance(self._assembler, Comparing):
            self._assembler.compare(moved, time)
        self._sight, self._supposed = self._assembler.see(observation, states[-1]), {}
        seating = self.seating.expected(self._sight.sides)
        arms, guesses = self.reaches.told(), self.memory.guesses()
        said = self.decoder.rules.said
        came = self.memory.arrivals()
        witness = Witness(came, arms, seating, self._last, self._accused, guesses, said, self._settled)
        supposed = Supposed(self._record, lambda state: self._as_if(observation, state))
        decision = self.decoder.decide(states, self._sight, time, witness, supposed, at_once=not aside)
        if self.decoder.rules.in_turn and self.decoder.weighed and isinstance(decision, Commit | Illegal):
            decision = self.suspicion.decide(decision, self.decoder.weighed, time)
        self.suspicion.look(disturbed=witness.slack < 1.0 or isinstance(decision, Illegal))
        decision, doubt = self._contested(decision, states, observation)
        if isinstance(decision, Illegal):
            before, self._accused = self._accused, self._accused.report(decision.way.plays, time, witness.arrivals)
            if len(decision.way.plays) == 1 and self._accused is not before:
                self.reaches.settle_gone(time)
        if isinstance(decision, Nothing):
            self._accused = self._accused.lying(self.memory.names())
            if self._accounted():
                self.suspicion.idle(self.reaches.told())
                self.reaches.settle()
        return Look(observation, self._sight, decision, self.memory.hidden(), doubt)

    def _as_if(self, observation: Observation, state: Any) -> Sight:
        """What is seen if the game is in another state."""
        if not isinstance(self._assembler, Supposing):
            return self._sight
        if state not in self._supposed:
            sight = self._assembler.as_if(observation, state)
            self._supposed[state] = self._sight if sight.trouble else sight
        return self._supposed[state]

    def _contested(
        self, decision: Decision, states: Sequence[Any], observation: Observation
    ) -> tuple[Decision, Reopen | None]:
        """A decision, or the doubt that stands in its place where another history than the record explains what is seen
        better; what is committed is committed all the same, and its doubt stands beside it."""
        self._rivals_then, weighed = Rivals(), self.decoder.weighed
        if weighed is None or not isinstance(decision, Commit | Illegal | Ask | OutOfStep):
            return decision, None
        rules, settings, explain = self.decoder.rules, self.decoder.settings, self.decoder.explained_from
        # Who is accused was seen to play: that something else was played before is no reason to spare them.
        clear = isinstance(decision, Illegal) or (
            isinstance(decision, Commit) and (weighed.ways[0].illegal is None or self._accused.known(weighed.ways[0]))
        )
        anew = () if clear else self._anew(weighed, states, observation)
        challenges = self.rivals.challenges(
            rules, weighed, lambda each: explain(each.state, weighed, each.seating), anew
        )
        beaten = bool(challenges) and challenges[0].beats(decision, settings)
        asked = decision if isinstance(decision, Ask) else None
        other = doubt(challenges, asked, self._record, settings) if beaten else None
        if not isinstance(decision, Commit):
            return other or decision, None
        arms = weighed.witness.reaches
        taken = Taken(len(states) - 1, states[-1], decision.way.plays, weighed.ways, arms, self.seating)
        # What began anew was weighed by a sight of its own: of the next looks it is searched again.
        standing = [each for each in challenges if any(each.rival is rival for rival in self.rivals.all)]
        self._rivals_then = self.rivals.committed(
            rules, taken, standing, lambda state: self.decoder.at_rest(state, weighed)
        )
        return decision, other

    def _anew(
        self, weighed: Weighed, states: Sequence[Any], observation: Observation
    ) -> list[tuple[Rival, Sequence[Way]]]:
        """What may have been played instead of the last moves, as rivals that begin anew, with their ways; each with
        another move than the record's to begin with."""
        settings, found = self.decoder.settings, list[tuple[Rival, "Sequence[Way]"]]()
        most = settings.anew if self.decoder.rules.murky else 0
        for count in range(1, min(most, len(states) - 1) + 1):
            told, state = self.past.before(count), states[-1 - count]
            if told is None:
                break
            sight = self._as_if(observation, state)
            seating = told.seating.expected(sight.sides)
            witness = replace(weighed.witness, reaches=(*told.reaches, *weighed.witness.reaches), seating=seating)
            rival = Rival(len(states) - 1 - count, (), state, settings.otherwise**count, seating, self.rivals.rest)
            ways = self.decoder.explained_anew(state, sight, witness)
            others = [way for way in ways if way.plays[:1] != tuple(self._record[-count:][:1])]
            if others:
                found.append((rival, others))
        return found

    def forget(self) -> None:
        """The game moved on: what the decoders had in mind is void."""
        self.decoder.forget()
        self._deciding_aside.forget()

    def confirmed(self) -> None:
        """The record is taken as it stands: nothing rivals it."""
        self.rivals = self._rivals_then = Rivals()
        self.suspicion.confirmed()
        self.past = Past()

    def accounted(self) -> None:
        """People said what was played when asked: the table that was seen last is that of the record, whatever it was
        read as."""
        if self._before is None:
            return
        self.ground = self.ground.settled(self._before, None)
        self.memory, self._settled = self.memory.settled(), self._looked
        if isinstance(self._assembler, Attentive):
            self._assembler.settled()

    def played(self, plays: Sequence[tuple[int, Any]]) -> None:
        """These plays were made since the table was last settled: whose arms came in is known now."""
        self._accused = self._accused.go_on()
        reaches = self.reaches if self._aside is None else self.reaches.gone(self._aside)
        self._aside = None
        self.past = self.past.then(len(plays), reaches.told(), self.seating)
        self.rivals, self._rivals_then = self._rivals_then, Rivals()
        self.suspicion.played()
        self.seating = self.seating.learnt(
            [seat for seat, _ in reached_for(plays, self.decoder.rules.said)], reaches.told()
        )
        self.reaches = self.reaches.without(reaches)
        witness = Witness(self.memory.arrivals())
        self._last = max((time for _, move in plays if (time := witness.came(move)) is not None), default=self._last)

    def taken_back(self) -> None:
        """Moves were taken back: what came last is not known any more."""
        self._last = self._aside = None
        self.confirmed()
        self._accused = Accused()
        self.reaches.settle()

    def _seen(self, pixels: Pixels, moved: Change) -> Observation:
        """What the eye sees of a frame that differs by `moved` from the table as it was accounted for, once more where
        pieces are known to lie."""
        self._seeing += 1
        seen = self._read(Photo.from_frame(pixels), known(self.memory, moved) if self._seeing % WHOLE else None)
        if self._state is None or not isinstance(self._assembler, Rereading):
            return seen
        return self._assembler.again(pixels, seen, self._state)

    def _glimpsed(self, seen: Observation, time: float) -> None:
        self.memory = self.memory.glimpsed(seen, time)
        if isinstance(self._assembler, Recalling):
            self._assembler.recall(seen)

    def _reaches(self, seen: Observation, time: float, moved: Change | None) -> bool:
        """Whether a hand is in view that has not been lying there for long, nor ever since the first picture or since
        the table was accounted for: who is to play first has something to do, and patterns may look like hands."""
        since = self._since_first if self.ground.rest is None else moved
        hands = [piece for piece in seen.pieces if piece.kind == "hand"]
        if since is not None:
            hands = [hand for hand in hands if since.share(hand.corners) >= self.memory.settings.same]
        if not hands:
            self._hand = None
            return False
        self._hand = time if self._hand is None else self._hand
        return time - self._hand < self.decoder.settings.hand

    def frame(self, notice: Notice) -> None:
        """Every frame: arms that come in, and where the table is in the picture."""
        self.reaches.frame(notice.grey, notice.time, still=notice.gate.state == "still")
        self.clearing.frame(notice.grey, notice.time)
        if not notice.in_place:
            self.clearing.forget()
        if isinstance(self._assembler, Watchful):
            still = notice.gate.state == "still" and notice.time - notice.gate.rested >= HELD
            self._assembler.watch(notice.grey, notice.time, still=still)
        if notice.plane.moves < self._moves:
            self._forget()
        if notice.plane.state == "known" and notice.plane.moves != self._moves:
            self._moves = notice.plane.moves
            self._bumped(notice.plane.motion @ np.linalg.inv(self._motion))
            self._motion = notice.plane.motion

    def _forget(self) -> None:
        """The table was given up and is looked at anew."""
        self.memory, self._before, self._motion, self._moves = Memory(), None, np.eye(3), 0
        self._first = self._since_first = None
        self.ground = Ground()
        self.clearing.forget()

    def _bumped(self, motion: Pixels) -> None:
        """The camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        self.clearing.forget()
        self.memory = self.memory.moved(motion)
        self._before, self.ground = None, self.ground.shifted(motion, self._width)
        if isinstance(self._assembler, Attentive):
            self._assembler.moved(motion, self._width)
