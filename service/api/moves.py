"""`/games/{id}/moves`, `undo` and `corrections`: what may be played, and every entry of the record."""

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query

from service import answers
from service.access.guard import Who
from service.access.privacy import check_correction, check_move, check_undo, viewing_seat
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import TITLES, answer, hashed, problems
from service.api.games import GameId, Seat
from service.api.media import JSON
from service.api.shapes import UNDO, Correction, NewMove, Undo
from service.parts import Service

router = APIRouter(prefix="/games/{id}", tags=["moves"])

EVENT: Final = {
    "seq": 1,
    "time": "2026-01-31T18:00:05.120Z",
    "seat": 0,
    "move": "start 1-1",
    "by": "person",
    "confidence": None,
    "frames": [],
    "points": 0,
    "rules": ["SN-7"],
    "kind": "move",
    "of": None,
    "prev": hashed("header"),
    "hash": hashed("entry 1"),
}
MOVES: Final = {
    "version": 1,
    "seat": 1,
    "moves": [{"move": "extend 1-5 @2,0,0:e", "points": 0, "rules": ["SN-5"]}],
    "faults": [],
    "rules": TITLES,
}
WRITING: Final = (
    "stale-version",
    "record-damaged",
    "kept-elsewhere",
    "unreadable-move",
    "illegal-move",
    "store-full",
)
"""The problems of whatever adds to a record."""


@router.get(
    "/moves",
    summary="Legal moves of a seat",
    responses={**answer("MovesAnswer", "The moves.", MOVES), **problems("invalid-position", "not-yours")},
)
@needs(Permission.SEE_GAME)
def list_moves(
    game_id: GameId,
    service: Service,
    who: Who,
    seat: Seat,
    hand: Annotated[list[str] | None, Query(description="labels with commas between, or repeated: `1-5,0-1`")] = None,
) -> dict[str, Any]:
    """The moves of the hand that is given or dealt. If the hand is unknown, all that pieces out of sight could make."""
    entry = service.ledger.find(game_id)
    viewing_seat(service, who, entry, answers.seated(entry, seat))
    return answers.moves(entry, seat, None if hand is None else " ".join(hand))


@router.post(
    "/moves",
    status_code=201,
    summary="Play a move",
    dependencies=[JSON],
    responses={
        **answer("Event", "The event, as the record has it.", EVENT, 201),
        **problems(*WRITING, "no-ruling", "not-yours"),
    },
)
@needs(Permission.PLAY)
def play_move(game_id: GameId, wanted: NewMove, service: Service, who: Who) -> dict[str, Any]:
    """A refused move changes nothing. The answer’s `refusal` names the rules and the reason.

    With a `ruling`, the house lets a refused move stand.

    A phone moves for its own seat. In a dealt game nobody plays from a hand that they may not see.
    """
    check_move(service, who, game_id, wanted.seat, ruling=wanted.ruling is not None)
    write = service.ledger.play if wanted.ruling is None else service.ledger.rule
    return asdict(write(game_id, wanted.version, wanted.seat, wanted.move, who=who.said))


@router.post(
    "/undo",
    status_code=201,
    summary="Take back a move",
    dependencies=[JSON],
    responses={
        **answer("Event", "The event.", EVENT | {"kind": "undo", "of": 1}, 201),
        **problems(*WRITING, "nothing-to-undo", "not-yours", "no-such-seat"),
    },
)
@needs(Permission.TAKE_BACK_OWN)
def undo_move(game_id: GameId, wanted: Undo, service: Service, who: Who) -> dict[str, Any]:
    """A new entry in the record takes the move back. Nothing is erased.

    If the move stood by a house ruling, the camera’s question about it is open again.

    A phone takes back the last move only, and only its own.
    """
    check_undo(service, who, game_id, wanted.of)
    event = service.ledger.undo(game_id, wanted.version, wanted.of, wanted.seat, who=who.said)
    service.questions.again(game_id, event)
    return asdict(event)


@router.post(
    "/corrections",
    status_code=201,
    summary="Correct a move",
    dependencies=[JSON],
    responses={
        **answer("Event", "The event.", EVENT | {"kind": "correct", "of": 1}, 201),
        **problems(*WRITING, "nothing-to-undo", "correction-breaks", "no-such-seat", "not-yours"),
    },
)
@needs(Permission.CORRECT)
def correct_move(game_id: GameId, wanted: Correction, service: Service, who: Who) -> dict[str, Any]:
    """A new entry in the record says what the move should have been.

    It is refused if later moves would no longer be possible. `later` can let those moves be taken back instead."""
    check_correction(service, who, game_id, wanted.of, wanted.seat)
    ledger, undoing = service.ledger, wanted.later == UNDO
    event = ledger.correct(game_id, wanted.version, wanted.of, wanted.move, wanted.seat, undoing=undoing, who=who.said)
    return asdict(event)
