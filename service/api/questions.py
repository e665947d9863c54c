"""`/games/{id}/questions`: what the camera could not decide; the table answers."""

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import Field

from service.api.docs import example, problems
from service.api.games import GameId
from service.api.media import JSON
from service.api.moves import WRITING
from service.api.shapes import Body, Mover, Notation
from service.parts import Service
from service.store.questions import Asked

router = APIRouter(prefix="/games/{id}/questions", tags=["questions"])

Number = Annotated[int, Path(ge=1, le=999_999_999, description="as the list names it")]

QUESTION: Final = {
    "number": 1,
    "time": "2026-01-31T18:00:05.120Z",
    "kind": "choice",
    "text": "Which was played?",
    "version": 16,
    "frames": ["…", "…"],
    "candidates": [
        {
            "plays": [{"seat": 1, "move": "extend 1-5 @2,0,0:e"}],
            "likelihood": 0.7,
            "legal": True,
            "rules": [],
            "reason": "",
        }
    ],
    "answer": None,
}


class Play(Body):
    """A move of a seat."""

    seat: Mover
    move: Notation


class Answer(Body):
    """One of `choice` (with -1 for none of the candidates: it was taken back), `moves` and `ruling`."""

    choice: int | None = Field(None, ge=-1, description="a candidate's place in the list, from 0; -1 for none")
    moves: list[Play] = Field([], max_length=8, description="what was really played, in order")
    ruling: str | None = Field(None, examples=["accept"], description="`accept`: the house lets the illegal play stand")


@router.get(
    "",
    summary="The camera's questions",
    responses={**example("Oldest first.", {"questions": [QUESTION]}), **problems("no-such-game")},
)
def list_questions(
    game_id: GameId,
    service: Service,
    every: Annotated[bool, Query(alias="all", description="those that are answered, too")] = False,
) -> dict[str, Any]:
    """The open ones, each with its pictures (`…/evidence/{sha256}`) and what may have happened."""
    service.store.load(game_id)
    asked = service.questions.all(game_id) if every else service.questions.open(game_id)
    return {"questions": [told(each) for each in asked]}


@router.get(
    "/{n}",
    summary="A question",
    responses={**example("The question.", QUESTION), **problems("no-such-game", "no-such-question")},
)
def show_question(game_id: GameId, number: Annotated[Number, Path(alias="n")], service: Service) -> dict[str, Any]:
    """The question, and its answer once there is one."""
    service.store.load(game_id)
    return told(service.questions.find(game_id, number))


@router.post(
    "/{n}",
    summary="Answer a question",
    dependencies=[JSON],
    responses={
        **example("The question with its answer.", QUESTION | {"answer": {"how": "choice", "events": [17]}}),
        **WRITING,
        **problems(
            "no-such-game",
            "no-such-question",
            "question-answered",
            "stale-version",
            "no-such-answer",
            "illegal-move",
            "no-ruling",
            "unreadable-move",
        ),
    },
)
def answer_question(
    game_id: GameId, number: Annotated[Number, Path(alias="n")], wanted: Answer, service: Service
) -> dict[str, Any]:
    """What the table says happened goes into the record; a refused answer changes nothing."""
    service.store.load(game_id)
    moves = tuple((play.seat, play.move) for play in wanted.moves)
    return told(service.questions.answer(game_id, number, choice=wanted.choice, moves=moves, ruling=wanted.ruling))


def told(asked: Asked) -> dict[str, Any]:
    """A question as JSON."""
    question = asdict(asked.question)
    for candidate in question["candidates"]:
        candidate["plays"] = [{"seat": seat, "move": move} for seat, move in candidate["plays"]]
    return {"number": asked.number, "time": asked.time, **question, "answer": asked.answer}
