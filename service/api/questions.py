"""`/games/{id}/questions`: what the camera could not decide; the table answers."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import Field

from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, hashed, problems
from service.api.games import GameId
from service.api.media import JSON
from service.api.moves import WRITING
from service.api.shapes import UNDO, Body, Later, Mover, Notation
from service.parts import Service
from service.store.questions import NoSuchAnswer, to_json

router = APIRouter(prefix="/games/{id}/questions", tags=["questions"])

Number = Annotated[int, Path(ge=1, le=999_999_999, description="its number in the list")]

QUESTION: Final = {
    "number": 1,
    "time": "2026-01-31T18:00:05.120Z",
    "kind": "choice",
    "text": "Which was played?",
    "version": 16,
    "frames": [hashed("before"), hashed("after")],
    "candidates": [
        {
            "plays": [{"seat": 1, "move": "extend 1-5 @2,0,0:e"}],
            "likelihood": 0.7,
            "legal": True,
            "rules": [],
            "reason": "",
        }
    ],
    "of": None,
    "table": None,
    "answer": None,
}
ANSWER: Final = {"time": "2026-01-31T18:00:20.480Z", "how": "choice", "events": [17], "choice": 0}


class Play(Body):
    """A move of a seat."""

    seat: Mover
    move: Notation


class Instead(Play):
    """A move in the place of the one in question."""

    later: Later = "keep"


class Answer(Body):
    """Give one of `choice`, `moves`, `ruling`, `correction` and `adopt`."""

    choice: int | None = Field(
        None, ge=-1, description="a candidate’s place in the list, from 0; -1: none, it was taken back"
    )
    moves: list[Play] = Field([], max_length=8, description="what was really played, in order")
    ruling: str | None = Field(None, examples=["accept"], description="`accept`: the house lets the illegal play stand")
    correction: Instead | None = Field(None, description="what takes the place of the move `of`; later ones stay")
    adopt: bool = Field(False, description="the game goes on from the question’s `table`, as the camera reads it")


@router.get(
    "",
    summary="The camera’s questions",
    responses=answer("QuestionsAnswer", "Oldest first.", {"questions": [QUESTION]}),
)
@needs(Permission.SEE_GAME)
def list_questions(
    game_id: GameId,
    service: Service,
    every: Annotated[bool, Query(alias="all", description="answered questions, too")] = False,
) -> dict[str, Any]:
    """The open questions, each with its pictures (`…/evidence/{sha256}`) and what may have happened."""
    service.store.load(game_id)
    asked = service.questions.all(game_id) if every else service.questions.open(game_id)
    return {"questions": [to_json(each) for each in asked]}


@router.get(
    "/{n}",
    summary="A question",
    responses={**answer("QuestionAnswer", "The question.", QUESTION), **problems("no-such-question")},
)
@needs(Permission.SEE_GAME)
def show_question(game_id: GameId, number: Annotated[Number, Path(alias="n")], service: Service) -> dict[str, Any]:
    """The question, and its answer once there is one."""
    service.store.load(game_id)
    return to_json(service.questions.find(game_id, number))


@router.post(
    "/{n}",
    summary="Answer a question",
    dependencies=[JSON],
    responses={
        **answer("QuestionAnswer", "The question with its answer.", QUESTION | {"answer": ANSWER}),
        **problems(
            *WRITING,
            "no-such-question",
            "question-answered",
            "no-such-answer",
            "no-ruling",
            "no-adoption",
            "nothing-to-undo",
            "correction-breaks",
        ),
    },
)
@needs(Permission.ANSWER)
def answer_question(
    game_id: GameId, number: Annotated[Number, Path(alias="n")], wanted: Answer, service: Service, who: Who
) -> dict[str, Any]:
    """What the players say goes into the record. A refused answer changes nothing."""
    service.store.load(game_id)
    moves = tuple((play.seat, play.move) for play in wanted.moves)
    questions, said = service.questions, who.said
    others = (wanted.choice, wanted.ruling, wanted.correction)
    if wanted.adopt:
        if moves or any(each is not None for each in others):
            raise NoSuchAnswer("to take the table as it lies is an answer of its own: leave all else out")
        answered = questions.adopt(game_id, number, who=said)
    elif wanted.correction is None:
        answered = questions.answer(game_id, number, choice=wanted.choice, moves=moves, ruling=wanted.ruling, who=said)
    elif wanted.choice is None and not moves and wanted.ruling is None:
        instead = wanted.correction
        undoing = instead.later == UNDO
        answered = questions.correct(game_id, number, instead.seat, instead.move, undoing=undoing, who=said)
    else:
        raise NoSuchAnswer("a correction is an answer of its own: leave choice, moves and ruling out")
    return to_json(answered)
