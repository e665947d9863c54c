"""`POST /judge`: a whole table, by hand or by camera, is judged; nothing is kept."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body

from service import judging, spelling
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, problems
from service.api.media import JSON
from service.api.shapes import Question

router = APIRouter(tags=["judging"])

QUESTION: Final = {
    "game": "stackernoos",
    "options": {"players": 2},
    "position": {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}], "boneyard": 37, "scores": [0, 0]},
    "seat": 0,
    "hand": ["1-5", "0-1"],
    "move": "extend 1-5 @2,0,0:e",
}
ENDS: Final = ["SN-5", "SN-9"]
ANSWER: Final = {
    "faults": [],
    "moves": [
        {"move": "extend 1-0 @2,0,0:e", "points": 0, "rules": ENDS},
        {"move": "extend 1-5 @2,0,0:e", "points": 0, "rules": ENDS},
        {"move": "extend 0-1 @-2,0,0:e", "points": 0, "rules": ENDS},
        {"move": "extend 5-1 @-2,0,0:e", "points": 0, "rules": ENDS},
        {"move": "draw", "points": 0, "rules": ["SN-38", "A-SN-38"]},
    ],
    "verdict": {
        "move": "extend 1-5 @2,0,0:e",
        "legal": True,
        "rules": ENDS,
        "reason": None,
        "points": 0,
        "lines": [],
        "after": {
            "tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}, {"tile": "1-5", "at": [2, 0, 0], "dir": "e"}],
            "boneyard": 37,
            "drawn": None,
            "scores": [0, 0],
            "extra_turns": 0,
            "passes": 0,
            "closed": [],
            "turn": 1,
            "hand_sizes": [1, None],
        },
    },
    "score": [{"seat": 0, "total": 0, "lines": []}, {"seat": 1, "total": 0, "lines": []}],
    "next": {"seats": [1], "extra_turns": 0},
    "unknown": ["hand_sizes"],
}


@router.post(
    "/judge",
    summary="Judge a position",
    dependencies=[JSON],
    responses={
        **answer("JudgeAnswer", "Legal moves, the verdict on `move`, the score, faults, and what comes next.", ANSWER),
        **problems("invalid-position", "unknown-game", "unknown-option"),
    },
)
@needs(Permission.JUDGE)
def judge(
    question: Annotated[Question, Body(openapi_examples={"a first move": {"value": QUESTION}})],
) -> dict[str, Any]:
    """Every legal move of `seat` with that `hand`. Without a hand, every move that pieces out of sight could make."""
    return judging.answer(spelling.document(question.model_dump(exclude_unset=True)))
