"""`POST /judge`: a whole table, by hand or by camera, is judged; nothing is kept."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body

from engine import judge as engine_judge
from service.api.docs import example, problems
from service.api.media import JSON
from service.api.shapes import Question

router = APIRouter(tags=["stateless"])

QUESTION: Final = {
    "game": "stackernoos",
    "options": {"players": 2},
    "position": {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}], "boneyard": 37, "scores": [0, 0]},
    "seat": 0,
    "hand": ["1-5", "0-1"],
    "move": "extend 1-5 @2,0,0:e",
}
ANSWER: Final = {
    "moves": [{"move": "extend 1-5 @2,0,0:e", "points": 0, "rules": ["SN-5"]}],
    "verdict": {"move": "extend 1-5 @2,0,0:e", "legal": True, "rules": ["SN-5"], "points": 0, "after": {"tiles": []}},
    "score": [{"seat": 0, "total": 0, "lines": []}],
    "faults": [],
    "next": {"seats": [1]},
}


@router.post(
    "/judge",
    summary="Judge a position",
    dependencies=[JSON],
    responses={
        **example("Legal moves, the verdict on `move`, the score, faults, and what comes next.", ANSWER),
        **problems(
            "unreadable-json",
            "too-large",
            "unsupported-media",
            "invalid-request",
            "invalid-position",
            "unknown-game",
            "unknown-option",
        ),
    },
)
def judge(
    question: Annotated[Question, Body(openapi_examples={"a first move": {"value": QUESTION}})],
) -> dict[str, Any]:
    """Every legal move of `seat` with that `hand`; without a hand, all that pieces out of sight could make."""
    return engine_judge.answer(question.model_dump(exclude_unset=True))
