"""`/players`: the profiles of this machine; `/games/{id}/players`: who sits where."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import Field

from engine.said import Said
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, problems
from service.api.games import GameId
from service.api.media import JSON
from service.api.shapes import MOST_SEATS, NAMES, Body, Seated
from service.parts import Service
from service.problems import Problem
from service.schemas import meanings
from service.store.players import Player, Sitter, checked

router = APIRouter(tags=["players"])

PlayerId = Annotated[str, Path(alias="id", max_length=16, description="the player’s id, as `GET /players` gives it")]


class Seats(Body):
    """Who sits where."""

    players: list[Seated] = Field(max_length=MOST_SEATS, description=NAMES)


class PlayerChange(Body):
    """What changes of a player; what is left out stays."""

    name: str | None = Field(
        None, description="what people call them; no other player of this machine may be called so"
    )
    colour: Literal["green", "red", "blue", "amber", "violet", "teal"] | None = Field(None, description=meanings.COLOUR)
    shape: Literal["●", "▲", "■", "◆", "★", "✚"] | None = Field(None, description=meanings.SIGN)


@router.get("/players", summary="List the players", responses=answer("PlayersAnswer", "By name."))
@needs(Permission.KEEP_PLAYERS)
def list_players(service: Service) -> dict[str, Any]:
    """Everybody who was named on this machine."""
    return {"players": [_player(each) for each in service.players.all()]}


@router.post(
    "/players/{id}",
    summary="Change a player",
    dependencies=[JSON],
    responses={**answer("PlayerAnswer", "The player."), **problems("no-such-player", "bad-name", "store-full")},
)
@needs(Permission.KEEP_PLAYERS)
def change_player(player_id: PlayerId, wanted: PlayerChange, service: Service) -> dict[str, Any]:
    """Another name, colour or shape. Games that were played have the new name, too."""
    return _player(service.players.change(player_id, wanted.name, wanted.colour, wanted.shape))


@router.delete(
    "/players/{id}",
    summary="Delete a player",
    responses={**answer("PlayerAnswer", "Who is gone."), **problems("no-such-player")},
)
@needs(Permission.KEEP_PLAYERS)
def remove_player(player_id: PlayerId, service: Service) -> dict[str, Any]:
    """Games that were played keep the name, and count for nobody any more."""
    return _player(service.players.remove(player_id))


@router.get(
    "/games/{id}/players",
    summary="Who sits where",
    responses=answer("SittersAnswer", "By seat; a seat without a name is left out."),
)
@needs(Permission.SEE_SCORE)
def list_sitters(game_id: GameId, service: Service) -> dict[str, Any]:
    """The names of those who play."""
    service.store.version(game_id)
    return {"players": [_sitter(each) for each in service.players.of(game_id).values()]}


@router.post(
    "/games/{id}/players",
    summary="Say who sits where",
    dependencies=[JSON],
    responses={**answer("SittersAnswer", "By seat."), **problems("bad-name", "store-full")},
)
@needs(Permission.KEEP_PLAYERS)
def seat_players(game_id: GameId, wanted: Seats, service: Service) -> dict[str, Any]:
    """Known players by their names; others are made, with a colour and a shape that are free."""
    entry = service.ledger.find(game_id)
    if any(each.seat >= entry.header.players for each in wanted.players):
        raise Problem(
            "bad-name", Said("the game has {number} seats; leave the others out", number=entry.header.players)
        )
    service.players.seat(game_id, checked({each.seat: each.name for each in wanted.players}))
    service.bells.ring(game_id)
    return {"players": [_sitter(each) for each in service.players.of(game_id).values()]}


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "name": player.name,
        "colour": player.colour,
        "shape": player.shape,
        "created": player.created,
    }


def _sitter(sitter: Sitter) -> dict[str, Any]:
    return {
        "seat": sitter.seat,
        "player": sitter.player,
        "name": sitter.name,
        "colour": sitter.colour,
        "shape": sitter.shape,
    }
