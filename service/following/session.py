"""A session: one game of the ledger followed at one table.

What the tracker decides is written down. Moves and takings-back go into the ledger, with the pictures before and after
as evidence. What it cannot tell becomes a question, what the rules refuse a report. The ledger is the only truth about
the game: whoever else writes into it, a person or an answer, the session goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import structlog

from engine import record
from engine.errors import EngineError
from service.following.asking import as_it_lies, candidate, doubt_of, grown, lost, question_of, reopened
from service.following.hidden import known_to
from service.following.masking import laid_by
from service.following.photographer import Photographer
from service.following.questioner import Posed, Questioner
from service.following.standing import Standing
from service.page import reasons
from service.page.language import english
from service.page.plays import whose
from service.store.ledger_errors import LedgerError
from service.store.questions import Candidate, Question
from service.store.store import StaleVersion
from vision.pipeline import recogniser_for
from vision.scene.plane.watch import DETAILS
from vision.tracking import Alarm, Ask, Commit, Difference, Lost, Nothing, Reopen, Revise, TakeBack, Tracker, Wait

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.options import Options
    from engine.record import Event
    from service.page.game_page import Unseen
    from service.store.evidence import Evidence
    from service.store.ledger import Ledger
    from service.store.questions import Questions
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.attention import Notice
    from vision.tracking import Look
    from vision.tracking.hypothesis import Play
    from vision.tracking.look import PictureReader

    Say: TypeAlias = Callable[[str], None]
    Clock: TypeAlias = Callable[[], str]

Written = TypeVar("Written")

_log = structlog.get_logger(__name__)

CAMERA: Final = "camera"
FOLLOWING: Final = "The game is followed."
AWAY: Final = frozenset(DETAILS.values())
"""What is said of a table that is not where it was."""
NOT_READ: Final = "Something lies there that cannot be read: lay it free, or enter what was played."
"""What is said of a table that is as the game is, but for what nobody can read."""
OVER: Final = "The game is over."
QUIET: Final = 6.0
"""s; where nobody has moved for so long, the table is asked about a move that no camera sees."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the page shows of the session: a stable word, a line, and the newest entry of the camera's own.

    It is replaced and never edited, for the thread that sees the frames reads it while another looks.
    """

    state: str = "following"
    detail: str = FOLLOWING
    last: Event | None = None


@dataclass(frozen=True, slots=True)
class Books:
    """What a session writes into, and the clock by which it does (ISO, UTC)."""

    ledger: Ledger
    evidence: Evidence
    questions: Questions
    clock: Clock


class Session:
    """Follows one game. `say` gets a line for everything that happens.

    `veils` is whether what lies beside the table is made coarse in the pictures that are kept.
    """

    def __init__(
        self, game_id: str, books: Books, read: PictureReader, faces: Reader | None = None, *, veils: bool = True
    ) -> None:
        self.game_id = game_id
        self.say: Say = lambda _line: None
        self.status = Status()
        self._books = books
        self._standing = Standing.of(books.ledger.find(game_id))
        entry = self._standing.entry
        self.tracker = Tracker(entry.game, entry.options, read, faces=faces)
        self._questioner = Questioner(game_id, books.questions)
        self._photographer = Photographer(game_id, books.evidence, veils=veils)
        self._time = 0.0
        self._quiet: float | None = None
        self.restless = True

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._standing.entry.game.name

    @property
    def options(self) -> Options:
        """The house rules that it is played by."""
        return self._standing.entry.options

    @property
    def version(self) -> int:
        """How many entries the record had at the last look."""
        return self._standing.entry.version

    @property
    def promising(self) -> bool:
        """Whether a glimpse now tells more than later."""
        return self.tracker.promising

    def read_with(self, enrolled: Path) -> None:
        """Read with pieces of the user's own from the next look on. Raises `NotEnrolled`."""
        self.tracker.read_with(recogniser_for(self.game, enrolled).fresh().see)

    def look(self, pixels: Picture, time: float) -> Look:
        """Look at a still frame (H×W×3, BGR) taken at `time` (s), and do what it calls for."""
        self._refresh()
        self._time = time
        look = self.tracker.look(pixels, time)
        self._photograph(pixels, look)
        self._act(look)
        quiet = isinstance(look.decision, Nothing)
        self.restless = not quiet or self._is_waiting() or self.tracker.restless
        return look

    @property
    def picture(self) -> bytes:
        """The picture of the last look, with all that is on it, as a JPEG; empty before the first. It is not kept."""
        return self._photographer.last

    def frame(self, notice: Notice) -> None:
        """Every frame: whose arms come in is noted, and a camera that was moved is followed."""
        self.tracker.frame(notice)
        self._photographer.frame(notice)
        if not notice.in_place:
            self._tell("out_of_step", notice.plane.detail)
        elif self.status.detail in AWAY:
            self._tell("following")

    def glimpse(self, pixels: Picture, time: float) -> Look | None:
        """See in passing what comes while something moves over the table; the look that told a move, if one did."""
        self._refresh()
        self._time = time
        look = self.tracker.glimpse(pixels, time)
        if look is not None:
            self._photograph(pixels, look)
            self._act(look)
            self.restless = True
        return look

    def following(self) -> dict[str, Any]:
        """What the page shows, in JSON types."""
        status = self.status
        last = status.last
        return {
            "game": self.game_id,
            "version": self.version,
            "state": status.state,
            "detail": status.detail,
            "illegal": self._questioner.posed.illegal,
            "questions": [asked.number for asked in self._questioner.open],
            "last": None
            if last is None
            else {
                "seq": last.seq,
                "seat": last.seat,
                "move": last.move,
                "points": last.points,
                "rules": list(last.rules),
            },
        }

    def _refresh(self) -> None:
        """Take up what others wrote into the ledger, or said without that anything had to be written."""
        entry = self._books.ledger.now(self.game_id)
        same = entry.version == self.version
        lost = same and self.status.state == "out_of_step"
        if (self._questioner.posed.whole or lost) and self._questioner.is_answered:
            self.tracker.confirmed()
            if lost:
                self.tracker.accounted()
            self._questioner.posed = Posed()
            self._tell("following")
        if not same:
            # The end of a record may be lost: then it is shorter, and nothing of it is new.
            new = entry.record.events[self.version :]
            only_moves = bool(new) and all(event.kind == record.MOVE for event in new)
            known = self.tracker.belief.state == self._standing.states[-1]
            plays = [(event.seat, entry.game.parse(event.move)) for event in new] if known and only_moves else None
            last = new[-1].kind if new else None
            said = last == record.MOVE and self._says_all(len(new))
            self.tracker.overtaken(plays, whole=said or last == record.ADOPT)
            self._stand(self._standing.after(entry) if only_moves else Standing.of(entry))
            for event in new:
                if event.kind == record.RULING:
                    self.say(f"House ruling: {self._standing.standing_words(event)}")
        self.tracker.follow_record(self._standing.states, self._standing.moves)

    def _says_all(self, moves: int) -> bool:
        """Whether people said with these moves all that lies there. Of a table that is not understood they do."""
        not_understood = self.status.state == "out_of_step" and self.status.detail not in AWAY
        return not_understood or self._questioner.accounts_for(moves)

    def _stand(self, standing: Standing) -> None:
        self._standing = standing
        self._quiet = None
        self._settle("the game went on")

    def _act(self, look: Look) -> None:
        decision = look.decision
        if isinstance(decision, Commit):
            self._commit(decision)
            plays, moves = decision.explanation.plays, self._standing.moves
            if decision.instead and plays == moves[-len(plays) :]:
                self._reopen(Reopen(len(moves) - len(plays), decision.instead), lasting=True)
        elif isinstance(decision, TakeBack):
            self._take_back(decision)
        elif isinstance(decision, Alarm):
            self._report(decision)
        elif isinstance(decision, Ask):
            self._ask(decision)
        elif isinstance(decision, Reopen):
            self._reopen(decision)
        elif isinstance(decision, Revise):
            self._revise(decision)
        elif isinstance(decision, Lost):
            self._lose(decision, look)
        elif isinstance(decision, Nothing):
            if look.has_unread and self._questioner.posed.about in (None, (self.version, "out_of_step")):
                self._lose(Lost(NOT_READ, difference=Difference()), look)
            else:
                self._rest()
        else:
            assert isinstance(decision, Wait)
            self._wait()

    def _wait(self) -> None:
        """Nothing is decided yet. A table that is looked at again is not lost, and only what is open is asked."""
        if self.status.state not in ("out_of_step", "asking", "illegal"):
            return
        asked = self._questioner.asked
        if asked is None or asked.answer is not None:
            self._tell("following")
        elif self.status.state == "out_of_step":
            self._tell("illegal" if asked.question.kind == "illegal" else "asking", asked.question.text)

    def _rest(self) -> None:
        """The table is as the game is; where the last move may have ended it, the table is asked after a while."""
        self._photographer.rest()
        unseen = self._standing.unseen()
        self._quiet = self._time if self._quiet is None else self._quiet
        posed = self._questioner.posed
        if unseen is None or posed.about != (self.version, unseen.kind, unseen.seat):
            if posed.illegal is not None:
                self.say(f"Taken back: {self._standing.play_words(posed.illegal['seat'], posed.illegal['move'])}")
            if not posed.lasting:
                self._settle("the table is as the game is")
            # A ruling that was taken back had it asked anew; what it was about lies there no more.
            self._questioner.settle_all("illegal", "the table is as the game is")
        if unseen is not None and self._time - self._quiet >= QUIET:
            self._ask_about_unseen(unseen)

    def _is_waiting(self) -> bool:
        """Whether the table is looked at to know how long nobody has moved."""
        quiet = self._quiet is not None and self._time - self._quiet < QUIET
        return quiet and self._standing.unseen() is not None

    def end(self) -> None:
        """Nothing more will be seen: what is still to be asked is asked."""
        self._refresh()
        unseen = self._standing.unseen() if self._quiet is not None else None
        if unseen is not None:
            self._ask_about_unseen(unseen)

    def close(self) -> None:
        """The camera is closed: nobody is asked to put the table right any more. What was played may still be told."""
        self._questioner.settle_all("out_of_step", "the camera was closed")

    def _ask_about_unseen(self, unseen: Unseen) -> None:
        about = (self.version, unseen.kind, unseen.seat)
        known = any((each.question.version, each.question.kind) == about[:2] for each in self._questioner.all)
        if self._questioner.posed.about == about or known:
            return
        frames = self._photographer.keep("question", "question")[-1:]
        played = Candidate(((unseen.seat, unseen.move),), 0.5, rules=unseen.rules)
        question = Question(unseen.kind, unseen.text, self.version, frames, (played,))
        self._pose(Posed(about), question)
        self._tell("asking", question.text)

    def _commit(self, decision: Commit) -> None:
        """Write all the plays down, or none: nobody may have written since the look."""
        entry, frames = self._standing.entry, self._photographer.keep("before", "after")
        likelihood = round(decision.explanation.likelihood, 4)
        plays = [(seat, str(move)) for seat, move in decision.explanation.plays]
        go_on = partial(self._books.ledger.go_on, entry, plays, by=CAMERA, confidence=likelihood, frames=frames)
        longer = self._written(go_on)
        if longer is None:
            return
        self._stand(self._standing.after(longer))
        self.tracker.played(decision.explanation.plays)
        self._photographer.rest()
        for event in longer.record.events[entry.version :]:
            self.say(self._line(event))
        if result := self._standing.outcome():
            self.say(result)
        self._tell_last()

    def _take_back(self, decision: TakeBack) -> None:
        standing = record.standing(self._standing.entry.record.events)
        if len(standing) < decision.count:
            return
        words = self._standing.standing_words(standing[-decision.count])
        if self._undone(standing[-decision.count], decision.likelihood):
            self._photographer.rest()
            self.say(f"Taken back: {words}")
            self._tell_last()

    def _revise(self, decision: Revise) -> None:
        """Write other plays in the place of the camera's own last ones. What people entered is asked about instead.

        Where one alone was another, that is corrected, and those after it stay.
        """
        stood = record.standing(self._standing.entry.record.events)[decision.at :]
        if not stood:
            return
        explanation = decision.explanation
        if any(event.by != CAMERA for event in stood):
            self._reopen(Reopen(decision.at, (explanation,)))
            return
        plays = explanation.plays
        others = [
            (event, play) for event, play in zip(stood, plays, strict=False) if (event.seat, event.move) != _told(play)
        ]
        alone = len(others) == 1 and len(plays) >= len(stood)
        words = self._standing.standing_words(others[0][0] if alone else stood[0])
        mended = partial(self._corrected, *others[0]) if alone else partial(self._undone, stood[0])
        if not mended(explanation.likelihood):
            return
        self.tracker.follow_record(self._standing.states, self._standing.moves)
        self.say(f"Corrected: {words}" if alone else f"Corrected, from here on: {words}")
        if rest := plays[len(stood) if alone else 0 :]:
            self._commit(Commit(replace(explanation, plays=rest)))

    def _undone(self, event: Event, likelihood: float) -> bool:
        """Whether a move and all after it were taken back."""
        return self._changed(partial(self._books.ledger.undo, self.game_id, self.version, event.seq), likelihood)

    def _corrected(self, event: Event, play: Play, likelihood: float) -> bool:
        """Whether a play was written in the place of a move."""
        seat, move = _told(play)
        correct = self._books.ledger.correct
        return self._changed(partial(correct, self.game_id, self.version, event.seq, move, seat), likelihood)

    def _changed(self, write: Callable[..., Event], likelihood: float) -> bool:
        """Whether what stands was changed. What somebody wrote since is taken up at the next look."""
        frames = self._photographer.keep("before", "after")
        written = self._written(partial(write, by=CAMERA, confidence=round(likelihood, 4), frames=frames))
        entry = None if written is None else self._books.ledger.find(self.game_id)
        if written is None or entry is None or entry.version != written.seq:
            return False
        self._stand(Standing.of(entry))
        self.tracker.taken_back()
        return True

    def _written(self, write: Callable[[], Written]) -> Written | None:
        """What was written; None where somebody else was faster, or the ledger refuses: the next look goes on."""
        try:
            return write()
        except StaleVersion:
            return None
        except (LedgerError, EngineError) as wrong:
            _log.warning("a move that was seen could not be written", game=self.game_id, why=str(wrong))
            return None

    def _tell_last(self) -> None:
        """Tell of the newest entry, which is the camera's own."""
        self.status = replace(self.status, last=self._standing.entry.record.events[-1])
        self._tell("over" if self._standing.over else "following")

    def _report(self, decision: Alarm) -> None:
        seat, move = decision.explanation.plays[-1]
        verdict = decision.explanation.illegal
        assert verdict is not None
        about = (self.version, "illegal", str(move))
        if self._questioner.posed.about == about:
            return
        rules = ", ".join(verdict.rules)
        *_, said = self._standing.words(decision.explanation.plays)
        told = self._standing.language
        line = (
            f"Against the rules: {whose(seat, said)}. {reasons.refused(verdict.name, verdict.reason, told)} ({rules})"
        )
        frames = self._photographer.keep("before", "question")
        asked = Question("illegal", line, self.version, frames, (candidate(decision.explanation),))
        illegal = {"seat": seat, "move": str(move), "rules": list(verdict.rules), "reason": verdict.reason}
        self._pose(Posed(about, illegal=illegal), asked)
        self._tell("illegal", line)

    def _ask(self, decision: Ask) -> None:
        about, last = (self.version, "ask"), self._questioner.asked
        asked = question_of(decision, self.version, (), self._standing.words)
        # What is likeliest may change from look to look: that is the same question, with more to choose from.
        if self._questioner.posed.about == about and last is not None and (same := grown(last, asked)):
            if same != last.question:
                self._questioner.retell(same)
            return
        self._pose(Posed(about), replace(asked, frames=self._photographer.keep("before", "question")))
        self._tell("asking", asked.text)

    def _lose(self, decision: Lost, look: Look) -> None:
        """Say that the table is not understood; what is wrong on one that is in view is asked. It may be taken as it
        lies: that is told anew whenever something else is seen."""
        if decision.difference is None:
            if self.status.state != "out_of_step":
                self.say(decision.detail)
            self._tell("out_of_step", decision.detail)
            return
        if look.has_unread and not decision.detail and decision.difference == Difference():
            decision = replace(decision, detail=NOT_READ)
        asked = lost(decision, self.version, as_it_lies(self._standing.entry, look.reading))
        about = (self.version, "out_of_step")
        if self._questioner.posed.about != about:
            self._pose(Posed(about), replace(asked, frames=self._photographer.keep("before", "question")))
        else:
            self._retell(asked)
        self._tell("out_of_step", asked.text)

    def _reopen(self, decision: Reopen, *, lasting: bool = False) -> None:
        """Ask about earlier moves. What is `lasting` stays asked though the table looks like the record again."""
        standing = record.standing(self._standing.entry.record.events)
        text = doubt_of(decision, standing, partial(self._standing.words, at=decision.at))
        about = (self.version, "reopen", decision.at)
        if self._questioner.posed.about == about:
            return
        frames = (*standing[decision.at].frames[-1:], *self._photographer.keep("question", "question")[-1:])
        self._pose(Posed(about, whole=True, lasting=lasting), reopened(decision, standing, text, self.version, frames))
        self._tell("asking", text)

    def _pose(self, posed: Posed, question: Question) -> None:
        """Ask something new."""
        self._settle("something else was seen")
        self._questioner.ask(posed, question)
        self.say(reasons.translated(question.text, english()) or question.text)

    def _retell(self, question: Question) -> None:
        """Say what was asked last anew, where another table is seen by now."""
        known = self._questioner.asked
        if known is None or known.answer is not None:
            return
        if (known.question.text, known.question.table) != (question.text, question.table):
            self._questioner.retell(replace(question, frames=self._photographer.keep("before", "question")))

    def _settle(self, how: str) -> None:
        """Close what was asked last: the table, or somebody else, has settled it."""
        self._questioner.settle(how)
        if self.status.state != "over":
            self._tell("following")

    def _tell(self, state: str, detail: str = "") -> None:
        self.status = replace(self.status, state=state, detail=detail or (OVER if state == "over" else FOLLOWING))

    def _photograph(self, pixels: Picture, look: Look) -> None:
        plays = look.decision.explanation.plays if isinstance(look.decision, Commit) else ()
        hidden = known_to(self._standing.positions(plays), look.occlusions, look.observation)
        about = {"time": self._books.clock(), "hidden": hidden}
        self._photographer.take(pixels, look.observation, laid_by(plays, look), about)

    def _line(self, event: Event) -> str:
        """One line on the last move: `Player 1: 1-5 at the left end of the run, next to 1-1, +12 (SN-5)`."""
        points = f", {event.points:+d}" if event.points else ""
        return f"{self._standing.standing_words(event)}{points} ({', '.join(event.rules)})"


def _told(play: Play) -> tuple[int, str]:
    """A play as the record has it."""
    return play[0], str(play[1])
