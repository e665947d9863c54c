"""`/games/{id}/hints`: the best plays of a seat, and what each promises."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query

from service import answers, hints
from service.access.guard import Who
from service.access.privacy import check_move, viewing_seat
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import TITLES, answer, problems
from service.api.games import GameId, Seat
from service.limits.fair_queue import Errand
from service.parts import Service

router = APIRouter(prefix="/games/{id}", tags=["moves"])

HINTS: Final = {
    "version": 1,
    "seat": 1,
    "hints": [
        {
            "move": "extend 1-5 @2,0,0:e",
            "points": 0,
            "expected": 4.5,
            "likely": [1.9, 7.1],
            "behind": 0.25,
            "reply": 0.0,
            "samples": 40,
            "rules": ["SN-5"],
        }
    ],
    "faults": [],
    "rules": TITLES,
}


@router.get(
    "/hints",
    summary="The best plays of a seat",
    responses={
        **answer("HintsAnswer", "First what the bots would play, then what likely gains most at the least.", HINTS),
        **problems("no-hints", "invalid-position", "not-yours", "busy"),
    },
)
@needs(Permission.PLAY)
def show_hints(
    game_id: GameId,
    service: Service,
    who: Who,
    seat: Seat,
    _one: Errand,
    hand: Annotated[list[str] | None, Query(description="labels with commas between, or repeated: `1-5,0-1`")] = None,
) -> dict[str, Any]:
    """A search finds them. It knows only what the seat knows, and deals all else at random, many times.

    It takes a second (`TABLESIDE_HINT_SECONDS`). A rated game has no hints. Only a seat in turn has any.
    """
    entry = service.ledger.find(game_id)
    viewing_seat(service, who, entry, answers.seated(entry, seat))
    check_move(service, who, game_id, seat, ruling=False)
    return hints.hints(entry, seat, None if hand is None else " ".join(hand), service.settings)
