"""`/games`: opened, listed, looked at, scored, and handed out as records."""

import secrets
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from engine.games import find_game
from engine.said import Said
from service import answers
from service.access.guard import Who
from service.access.privacy import check_record, viewing_seat
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import SHAPES, answer, problems
from service.api.media import JSON
from service.api.shapes import MAX_SEED, NewGame
from service.page.games import page_of
from service.parts import Service
from service.problems import Problem
from service.store.players import checked

router = APIRouter(prefix="/games", tags=["games"])

GameId = Annotated[str, Path(alias="id", max_length=32, description="the game’s id, as `POST /games` gave it")]
LOOKING: Final = Query(ge=0, description="the seat that looks: it sees its own hand")
Seat = Annotated[int, LOOKING]

GAME: Final = {
    "id": "6f1c2ab09d3e4f57",
    "game": "stackernoos",
    "options": {"players": 2},
    "players": 2,
    "created": "2026-01-31T18:00:00.000Z",
    "dealt": False,
    "version": 0,
    "seat": None,
    "hand": None,
    "position": {"tiles": [], "boneyard": 37},
    "score": [{"seat": 0, "total": 0, "lines": []}],
    "next": {"seats": [0]},
}
LISTED: Final = {
    "id": "6f1c2ab09d3e4f57",
    "game": "stackernoos",
    "created": "2026-01-31T18:00:00.000Z",
    "changed": "2026-01-31T18:20:00.000Z",
    "version": 17,
}
LINES: Final = {"itemSchema": {"anyOf": [{"$ref": f"{SHAPES}RecordHeader"}, {"$ref": f"{SHAPES}Event"}]}}
SCORE: Final = {
    "version": 5,
    "score": [{"seat": 0, "total": 18, "lines": [{"points": 18, "why": "a branch", "rules": ["SN-46"]}]}],
    "sheet": [{"seq": 5, "seat": 0, "move": "branch 1-7 @2,1,0:n", "points": 18, "lines": []}],
    "rules": {"SN-46": "Beginning a branch: the tile’s value and 8"},
}


@router.post(
    "",
    status_code=201,
    summary="Open a game",
    dependencies=[JSON],
    responses={
        **answer("GameAnswer", "The game.", GAME, 201),
        **problems("unknown-game", "unknown-option", "bad-name", "store-full"),
    },
)
@needs(Permission.OPEN_GAME)
def open_game(wanted: NewGame, service: Service, response: Response) -> dict[str, Any]:
    """With a `seed`, the app shuffles and deals. Without one, the game is on a real table and hands are unknown."""
    options = dict(wanted.options)
    if wanted.players is not None and options.setdefault("players", wanted.players) != wanted.players:
        raise Problem(
            "unknown-option",
            Said("players is {told}, but the options say {many}", told=wanted.players, many=options["players"]),
        )
    names = checked({each.seat: each.name for each in wanted.names})
    seed = wanted.seed
    if wanted.bots is not None and seed is None and page_of(find_game(wanted.game).name).hands:
        seed = secrets.randbelow(MAX_SEED)
    entry = service.ledger.open(wanted.game, options, seed, service.versions, rated=wanted.rated)
    if names:
        service.players.seat(entry.id, {seat: name for seat, name in names.items() if seat < entry.header.players})
    if wanted.bots is not None:
        seats = [seat for seat in wanted.bots.seats if seat < entry.header.players]
        service.bots.seat(entry.id, seats, wanted.bots.seconds)
        service.bells.ring(entry.id)
    response.headers["Location"] = f"/api/v1/games/{entry.id}"
    return answers.game(entry, None)


@router.get("", summary="List the games", responses=answer("GamesAnswer", "Newest first.", {"games": [LISTED]}))
@needs(Permission.LIST_GAMES)
def list_games(service: Service, who: Who) -> dict[str, Any]:
    """The games that were played last come first. Whoever is let in to one game sees that one alone."""
    kept = [each for each in service.store.newest(service.settings.max_games_listed) if who.has_game(each.id)]
    return {
        "games": [
            {"id": g.id, "game": g.game, "created": g.created, "changed": g.changed, "version": g.version} for g in kept
        ]
    }


@router.get(
    "/{id}",
    summary="Look at a game",
    responses={**answer("GameAnswer", "The game as the seat sees it.", GAME), **problems("not-yours")},
)
@needs(Permission.SEE_GAME)
def show_game(
    game_id: GameId, service: Service, who: Who, seat: Annotated[int | None, LOOKING] = None
) -> dict[str, Any]:
    """What `seat` may see of it, or what a bystander sees without a seat. Hands of others are never shown.

    A phone that plays a seat sees the hand there. In a dealt game nobody else does, not even the host.
    """
    entry = service.ledger.find(game_id)
    seat = answers.seated(entry, who.seat if seat is None else seat)
    return answers.game(entry, viewing_seat(service, who, entry, seat))


@router.get(
    "/{id}/score",
    summary="The score sheet",
    responses=answer("ScoreAnswer", "Totals, and every move that stands.", SCORE),
)
@needs(Permission.SEE_SCORE)
def show_score(game_id: GameId, service: Service) -> dict[str, Any]:
    """Every line cites the rules that it comes from; `rules` gives their titles."""
    return answers.score(service.ledger.find(game_id))


@router.get(
    "/{id}/record",
    summary="The record",
    response_class=Response,
    responses={
        200: {"description": "JSON Lines: a header, then an event a line.", "content": {"application/jsonl": LINES}},
        **problems("not-yours"),
    },
)
@needs(Permission.SEE_RECORD)
def show_record(game_id: GameId, service: Service, who: Who) -> Response:
    """The record as it is kept. Each line has the hash of the line before it.

    Its seed tells every hand of a dealt game. While that goes on, only those who may see all hands get the record.
    """
    kept = service.store.load(game_id)
    check_record(service, who, game_id)
    name = f"attachment; filename=tableside-{kept.id}.jsonl"
    return Response(kept.text, media_type="application/jsonl", headers={"Content-Disposition": name})
