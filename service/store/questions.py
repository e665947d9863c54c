"""Questions: what the camera could not decide, kept with its pictures until the table answers or settles it.

    QuestionError
    ├── NoSuchQuestion      the game has no question of this number
    ├── AlreadyAnswered     it was answered or settled before
    └── NoSuchAnswer        the answer is none of those that the question takes

An answer goes into the ledger; `IllegalMove`, `NotationError`, `StaleVersion` and the ledger's own errors come from
there, and then nothing was written. A question that the game has left behind can be closed all the same. Where nothing
of its candidates stands any more, none of them is chosen; or it gets a correction.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, insert, select, update

from engine import record
from engine.errors import IllegalMove
from engine.said import Said, forms, line_of, quoted
from service.store.clock import now
from service.store.ledger import read_move, ruled
from service.store.schema import questions
from service.store.store import StaleVersion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.core import Seat
    from engine.record import Event
    from service.bells import Bells
    from service.store.entry import Entry
    from service.store.ledger import Ledger
    from service.store.store import Store

NONE: Final = -1
"""The choice of none of the candidates: none was played, or what lay there was taken back. What the record has stays,
but for what a question puts in doubt as a whole."""
ACCEPT: Final = "accept"
"""The ruling by which the house accepts a play that the rules refuse."""
PERSON: Final = "person"
RULING: Final = "ruling"
"""How a question was answered that ended so."""
ADOPTED: Final = "adopted"
"""How a question was answered where the table was taken as it lies."""
PEOPLE: Final = frozenset({"choice", "none", "moves", RULING, ADOPTED})
"""How people answer; whatever else there is was settled by the table."""


class QuestionError(Exception):
    """The root of the errors of questions; its text is one line."""


class NoSuchQuestion(QuestionError):  # noqa: N818 - reads as the sentence it is
    """The game has no question of this number."""


class AlreadyAnswered(QuestionError):  # noqa: N818
    """The question is closed."""


class NoSuchAnswer(QuestionError):  # noqa: N818
    """The question takes no such answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may have happened: plays (seat, notation) in order, and the likelihood 0 … 1.

    One that is not `legal` has the `rules` that refuse it and their `reason` in one line.
    """

    plays: tuple[tuple[int, str], ...]
    likelihood: float
    legal: bool = True
    rules: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: `kind` is "choice", "illegal", "moved", "culprit", "out_of_step" or "reopen".

    `version` is the ledger's when it was asked; `frames` are hashes, before then after. `of` is the number of the event
    that is put in question again, with all that was played since. The plays of the chosen candidate take the place of
    all that. `table` is the whole position that the camera reads, where the game may go on from that; else None.
    """

    kind: str
    text: str
    version: int
    frames: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    of: int | None = None
    table: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its number and time, and its answer once there is one.

    `answer` is JSON: `time`, `how` ("choice", "none", "moves", "ruling", "adopted", or a word of whoever settled it).
    For what was written it has `events`, their numbers in the record.
    """

    number: int
    time: str
    question: Question
    answer: Mapping[str, Any] | None = None

    @property
    def by_people(self) -> bool:
        """Whether somebody answered it, rather than the table."""
        return self.answer is not None and self.answer["how"] in PEOPLE


@dataclass(frozen=True, slots=True)
class _Entering:
    """What every entry of an answer has: the question's pictures, and who answers."""

    frames: tuple[str, ...]
    who: str | None


class Questions:
    """The questions of all games. Asking and answering ring the bell of the game."""

    def __init__(self, store: Store, ledger: Ledger, bells: Bells) -> None:
        self._store = store
        self._ledger = ledger
        self._bells = bells

    def ask(self, game_id: str, question: Question) -> int:
        """Keep a question; its number, 1, 2, …"""
        number = self._store.numbered(questions, game_id, {"time": now(), "question": _json(document(question))})
        self._bells.ring(game_id)
        return number

    def all(self, game_id: str) -> tuple[Asked, ...]:
        """Every question of a game."""
        wanted = select(questions).where(questions.c.game_id == game_id).order_by(questions.c.number)
        with self._store.reading() as connection:
            return tuple(_asked(row) for row in connection.execute(wanted))

    def open(self, game_id: str) -> tuple[Asked, ...]:
        """Those that wait for an answer."""
        return tuple(asked for asked in self.all(game_id) if asked.answer is None)

    def find(self, game_id: str, number: int) -> Asked:
        """One question. Raises `NoSuchQuestion`."""
        wanted = select(questions).where(questions.c.game_id == game_id, questions.c.number == number)
        with self._store.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NoSuchQuestion(Said("game {game} has no question {number}", game=game_id, number=number))
        return _asked(row)

    def answer(  # noqa: PLR0913 - what an answer says
        self,
        game_id: str,
        number: int,
        *,
        choice: int | None = None,
        moves: Sequence[tuple[Seat, str]] = (),
        ruling: str | None = None,
        who: str | None = None,
    ) -> Asked:
        """Write what the table says happened into the ledger, with the question's frames, and close the question.

        Exactly one of:
        - `choice`: a candidate's place, or -1 for none of them. Then all that a question puts in doubt as a whole is
          taken back.
        - `moves`: what was really played.
        - `ruling` "accept": the house lets an illegal candidate stand, the first or that of `choice`.

        All plays are written or none. `who` answers it.
        """
        question = self._unanswered(game_id, number)
        how, plays = _wanted(question, choice, tuple(moves), ruling)
        events = self._enter(game_id, question, plays, accepted=ruling == ACCEPT, who=who)
        answer: dict[str, Any] = {"how": how, "events": events, **_said(who)}
        if choice is not None:
            answer["choice"] = choice
        if plays:
            answer["moves"] = _plays_json(plays)
        return self._close(game_id, number, answer)

    def correct(  # noqa: PLR0913 - what a line of the record says
        self,
        game_id: str,
        number: int,
        seat: Seat,
        notation: str,
        *,
        undoing: bool = False,
        who: str | None = None,
    ) -> Asked:
        """Put a play in the place of the move in question, and close the question. Later moves stay; with `undoing`,
        those that would no longer be possible are taken back.

        What was played since is judged with it, whenever that was: the game may have moved on. The answer is told as
        that of `moves`.
        """
        question = self._unanswered(game_id, number)
        if question.of is None:
            raise NoSuchAnswer("only a question about a move that stands takes a correction; answer with moves")
        version = self._ledger.find(game_id).version
        ledger, frames = self._ledger, question.frames
        event = ledger.correct(game_id, version, question.of, notation, seat, undoing=undoing, frames=frames, who=who)
        answer = {"how": "moves", "events": [event.seq], "moves": _plays_json([(seat, event.move)]), **_said(who)}
        return self._close(game_id, number, answer)

    def adopt(self, game_id: str, number: int, *, who: str | None = None) -> Asked:
        """Take the table as the camera reads it, and close the question. Raises what `Ledger.adopt` does."""
        question = self._unanswered(game_id, number)
        if question.table is None:
            raise NoSuchAnswer("this question takes no table as it lies: answer with choice or moves")
        event = self._ledger.adopt(game_id, question.version, question.table, frames=question.frames, who=who)
        return self._close(game_id, number, {"how": ADOPTED, "events": [event.seq], **_said(who)})

    def retell(self, game_id: str, number: int, question: Question) -> None:
        """Say an open question anew: what it is about has changed. One that is closed stays as it is."""
        newer = update(questions).where(
            questions.c.game_id == game_id, questions.c.number == number, questions.c.answer.is_(None)
        )
        with self._store.writing(game_id) as connection:
            connection.execute(newer.values(question=_json(document(question))))
        self._bells.ring(game_id)

    def again(self, game_id: str, undone: Event) -> None:
        """Ask anew what the ruling had answered that was taken back: the refused play lies on the table as before."""
        for asked in self.all(game_id):
            answer = asked.answer or {}
            if answer.get("how") == RULING and answer["events"][:1] == [undone.of]:
                self.ask(game_id, replace(asked.question, version=undone.seq))

    def take(self, game_id: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep questions of another machine as they stand there: `number`, `time`, `question`, `answer`, in JSON types.

        The same may come again; one that was answered stays so.
        """
        with self._store.writing(game_id) as connection:
            for row in rows:
                answer = None if row["answer"] is None else _json(row["answer"])
                values = {"question": _json(row["question"]), "answer": answer}
                same = and_(questions.c.game_id == game_id, questions.c.number == row["number"])
                if not connection.execute(select(questions.c.number).where(same)).first():
                    key = {"game_id": game_id, "number": row["number"], "time": row["time"]}
                    connection.execute(insert(questions), key | values)
                else:
                    connection.execute(update(questions).where(same, questions.c.answer.is_(None)).values(values))
        self._bells.ring(game_id)

    def settle(self, game_id: str, number: int, how: str) -> None:
        """Close a question that the table itself resolved, in a word or a line; one that is closed stays as it is."""
        if self.find(game_id, number).answer is None:
            self._close(game_id, number, {"how": how, "events": []})

    def _unanswered(self, game_id: str, number: int) -> Question:
        self._ledger.check_ours(game_id)
        asked = self.find(game_id, number)
        if asked.answer is not None:
            raise AlreadyAnswered(
                Said("question {number} has been answered: {how}", number=number, how=asked.answer.get("how", ""))
            )
        return asked.question

    def _enter(
        self,
        game_id: str,
        question: Question,
        plays: Sequence[tuple[Seat, str]],
        *,
        accepted: bool,
        who: str | None,
    ) -> list[int]:
        if not plays and question.of is None:
            return []
        entry = self._ledger.find(game_id)
        plays = [(seat, str(read_move(entry, notation))) for seat, notation in plays]
        if entry.version != question.version:
            if not plays and not _stands(entry, question):
                return []
            raise StaleVersion(entry.version)
        if question.of is not None:
            return self._replay(entry, _Entering(question.frames, who), question.of, plays)
        waived = _rehearse(entry, entry.replay.state, plays, accepted=accepted)
        written = []
        for count, ((seat, notation), as_ruling) in enumerate(zip(plays, waived, strict=True)):
            write = self._ledger.rule if as_ruling else self._ledger.play
            event = write(game_id, entry.version + count, seat, notation, by=PERSON, frames=question.frames, who=who)
            written.append(event.seq)
        return written

    def _replay(self, entry: Entry, by: _Entering, of: int, plays: Sequence[tuple[Seat, str]]) -> list[int]:
        """Put plays in the place of an earlier one and of all after it. Where one alone is another, it is corrected.
        Nothing where they are those that stand."""
        moves = record.standing(entry.record.events)
        since = moves[sum(event.seq < of for event in moves) :]
        pairs = zip_longest(since, plays)
        others = [(event, play) for event, play in pairs if event is None or play != (event.seat, event.move)]
        if not others:
            return []
        _rehearse(entry, next(islice(record.steps(entry.record), len(moves) - len(since), None)).state, plays)
        ((event, play), *more) = others
        if event is not None and play is not None and not more:
            seat, move = play
            of, frames = event.seq, by.frames
            return [self._ledger.correct(entry.id, entry.version, of, move, seat, frames=frames, who=by.who).seq]
        written = [self._ledger.undo(entry.id, entry.version, of, by=PERSON, frames=by.frames, who=by.who)]
        for count, (seat, notation) in enumerate(plays, start=1):
            version = entry.version + count
            event = self._ledger.play(entry.id, version, seat, notation, by=PERSON, frames=by.frames, who=by.who)
            written.append(event)
        return [event.seq for event in written]

    def _close(self, game_id: str, number: int, answer: Mapping[str, Any]) -> Asked:
        closed = update(questions).where(
            questions.c.game_id == game_id, questions.c.number == number, questions.c.answer.is_(None)
        )
        with self._store.writing(game_id) as connection:
            connection.execute(closed.values(answer=_json({"time": now(), **answer})))
        self._bells.ring(game_id)
        return self.find(game_id, number)


def _wanted(
    question: Question, choice: int | None, moves: tuple[tuple[Seat, str], ...], ruling: str | None
) -> tuple[str, tuple[tuple[Seat, str], ...]]:
    """How the answer is given, and the plays that it amounts to."""
    if moves and choice is None and ruling is None:
        return "moves", moves
    if ruling is not None and not moves:
        if ruling != ACCEPT:
            raise NoSuchAnswer(
                Said(
                    "there is no ruling {ruling}; the one there is is {what}",
                    ruling=quoted(ruling),
                    what=quoted(ACCEPT),
                )
            )
        return RULING, _chosen(question, 0 if choice is None else choice).plays
    if choice is None or moves:
        raise NoSuchAnswer('answer with one of "choice", "moves", "ruling" and "correction"')
    return ("none", ()) if choice == NONE else ("choice", _chosen(question, choice).plays)


def _said(who: str | None) -> dict[str, str]:
    return {} if who is None else {"who": who}


def _plays_json(plays: Iterable[tuple[Seat, str]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "move": move} for seat, move in plays]


def _stands(entry: Entry, question: Question) -> bool:
    """Whether one of the candidates is what the record has from the move in question on."""
    first = question.of or 0
    since = tuple((event.seat, event.move) for event in record.standing(entry.record.events) if event.seq >= first)
    return any(candidate.plays == since for candidate in question.candidates)


def _chosen(question: Question, choice: int) -> Candidate:
    if not 0 <= choice < len(question.candidates):
        last = len(question.candidates) - 1
        form = (
            "the choice {number} is none of this question; choose one of 0 to {last}, or -1 for none of them"
            if last >= 0
            else "the choice {number} is none of this question; choose -1: it has no candidates"
        )
        raise NoSuchAnswer(Said(form, number=choice, last=last))
    return question.candidates[choice]


def _rehearse(entry: Entry, state: Any, plays: Sequence[tuple[Seat, str]], *, accepted: bool = False) -> list[bool]:
    """Which of the plays from a state on need a ruling; raises what the ledger would, before anything is written."""
    waived = []
    for seat, notation in plays:
        move = entry.game.parse(notation)
        verdict = entry.game.judge(state, seat, move)
        if not verdict.legal and not accepted:
            raise IllegalMove(verdict, entry.game, state)
        if verdict.legal:
            state = entry.game.play(state, seat, move)
        else:
            state, _ = ruled(entry, state, seat, move)
        waived.append(not verdict.legal)
    return waived


def document(question: Question) -> dict[str, Any]:
    """A question as it is kept, with the forms of its lines."""
    candidates = [asdict(each) | forms(reason=each.reason) for each in question.candidates]
    return asdict(question) | {"candidates": candidates} | forms(text=question.text)


def to_json(asked: Asked) -> dict[str, Any]:
    """A question with its answer as JSON, as it is told to others."""
    question = document(asked.question)
    for candidate in question["candidates"]:
        candidate["plays"] = _plays_json(candidate["plays"])
    return {"number": asked.number, "time": asked.time, **question, "answer": asked.answer}


def _asked(row: Any) -> Asked:
    said = json.loads(row.question)
    candidates = tuple(
        Candidate(
            tuple((seat, move) for seat, move in each["plays"]),
            each["likelihood"],
            each["legal"],
            tuple(each["rules"]),
            line_of(each, "reason"),
        )
        for each in said["candidates"]
    )
    frames = tuple(said["frames"])
    question = Question(
        said["kind"],
        line_of(said, "text"),
        said["version"],
        frames,
        candidates,
        said.get("of"),
        said.get("table"),
    )
    return Asked(row.number, row.time, question, None if row.answer is None else json.loads(row.answer))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
