"""After a game: another one with the same players, a title, figures, the game as one file, and its end."""

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from engine.said import Said
from service import answers
from service.access.guard import Who
from service.access.privacy import check_record
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, file, problems
from service.api.games import GAME, GameId
from service.api.media import JSON
from service.api.players import PlayerId
from service.api.shapes import MAX_SEED, Body
from service.limits.fair_queue import Errand
from service.page.attached import attached
from service.page.templates import View
from service.parts import Service
from service.problems import Problem
from service.statistics import Figures, of_player

router = APIRouter(tags=["evenings"])


class Again(Body):
    """Another game like this one."""

    match: bool = Field(False, description="the totals of both games are added up, as for rounds of one match")


class Title(Body):
    """What a game is called."""

    title: str = Field(examples=["Christmas Eve"], description="empty: it has no title")


@router.post(
    "/games/{id}/again",
    status_code=201,
    summary="Play another game like this",
    dependencies=[JSON],
    responses={**answer("GameAnswer", "The new game.", GAME, 201), **problems("store-full")},
)
@needs(Permission.OPEN_GAME)
def play_again(game_id: GameId, wanted: Again, service: Service, response: Response) -> dict[str, Any]:
    """It has the same house rules, players and bots. If bots need a hand the app deals, else it is on a real table."""
    before = service.ledger.find(game_id)
    seats = service.bots.of(game_id)
    seed = secrets.randbelow(MAX_SEED) if seats and before.header.seed is not None else None
    rated = bool(before.header.rated)
    entry = service.ledger.open(before.header.game, dict(before.header.options), seed, service.versions, rated=rated)
    service.bots.seat(entry.id, seats, max(seats.values(), default=1.0))
    service.players.seat(entry.id, {seat: each.name for seat, each in service.players.of(game_id).items()})
    if wanted.match:
        service.evenings.follows(entry.id, game_id)
    response.headers["Location"] = f"/api/v1/games/{entry.id}"
    return answers.game(entry, None)


@router.post(
    "/games/{id}/title",
    summary="Call a game something",
    dependencies=[JSON],
    responses={**answer("TitleAnswer", "The title."), **problems("bad-name", "store-full")},
)
@needs(Permission.DELETE_GAME)
def call_game(game_id: GameId, wanted: Title, service: Service) -> dict[str, Any]:
    """The title is shown in this machine’s list. The record stays as it is."""
    service.evenings.call(game_id, wanted.title)
    return {"id": game_id, "title": service.evenings.title(game_id)}


@router.delete(
    "/games/{id}",
    summary="Delete a game",
    responses={**answer("TitleAnswer", "What is gone."), **problems("has-rulings", "game-followed")},
)
@needs(Permission.DELETE_GAME)
def delete_game(
    game_id: GameId,
    service: Service,
    rulings: Annotated[
        Literal["keep", "delete"], Query(description="`delete`: rulings, and the evidence of them, go with the game")
    ] = "keep",
) -> dict[str, Any]:
    """Its record, pictures, questions and seats are deleted. Nothing of it can be brought back."""
    service.store.version(game_id)
    if any((table.snapshot()["following"] or {}).get("game") == game_id for table in service.tables):
        raise Problem("game-followed", Said("a camera follows game {game}; close it first", game=game_id))
    title = service.evenings.title(game_id)
    service.evenings.delete(game_id, rulings=rulings == "delete")
    service.bells.ring(game_id)
    return {"id": game_id, "title": title}


@router.get(
    "/games/{id}/page",
    summary="The game as one file",
    response_class=Response,
    responses={**file("text/html", "A page that needs no server."), **problems("not-yours", "busy")},
)
@needs(Permission.SEE_RECORD)
def show_whole(game_id: GameId, service: Service, page: View, who: Who, _one: Errand) -> Response:
    """Board, score, moves, pictures and rulings, in the language of whoever asks; it opens without a network."""
    from service.page.export import whole  # brings the pictures, and OpenCV with them

    entry = service.ledger.find(game_id)
    check_record(service, who, game_id)
    headers = {"Content-Disposition": attached(service, entry, "html")}
    return Response(whole(service, entry, page), media_type="text/html", headers=headers)


@router.get(
    "/games/{id}/sheet",
    summary="The score sheet as a PDF",
    response_class=Response,
    responses={**file("application/pdf", "The score sheet."), **problems("busy")},
)
@needs(Permission.SEE_GAME)
def show_sheet(game_id: GameId, service: Service, page: View, _one: Errand) -> Response:
    """Totals and every line with its rules, to print."""
    from service.page.printed import score_sheet  # brings ReportLab

    entry = service.ledger.find(game_id)
    made = score_sheet(service, entry, page.language)
    headers = {"Content-Disposition": attached(service, entry, "pdf")}
    return Response(made, media_type="application/pdf", headers=headers)


@router.get(
    "/players/{id}/figures",
    summary="How a player did",
    responses={**answer("FiguresAnswer", "By game."), **problems("no-such-player", "store-unavailable")},
)
@needs(Permission.KEEP_PLAYERS)
def show_figures(player_id: PlayerId, service: Service) -> dict[str, Any]:
    """Games and wins, points of finished games, the time of a move, and plays against the rules."""
    service.players.find(player_id)
    return {"games": [{"game": game, **_figures_json(each)} for game, each in of_player(service, player_id).items()]}


def _figures_json(figures: Figures) -> dict[str, Any]:
    return {
        "games": figures.games,
        "finished": figures.finished,
        "wins": figures.wins,
        "average": figures.average,
        "best": figures.best,
        "seconds_a_move": figures.pace,
        "against_the_rules": figures.refused,
    }
