"""`/pair` and `/devices`: the page of a device that is not let in yet, and the host's page of all that are."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse

from engine.games import games
from service.access.addresses import leads_others
from service.access.caller import Caller
from service.access.hosts import is_here
from service.access.roles import Permission
from service.access.routes import needs
from service.api.pairing import base
from service.capture.source import PHONE, Source
from service.page.observation import TO_DO
from service.page.seats import name
from service.page.templates import Page, View
from service.parts import Parts, Service

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

THE_PHONE: Final = str(Source("phone", PHONE))
"""What the phone is called that is the camera; each language has its words for it."""

Game = Annotated[str | None, Query(max_length=32, description="the game that somebody is let in to")]


@router.get("/pair")
@needs(Permission.PAIR)
def show_pairing(page: View) -> HTMLResponse:
    """For a phone with a code, and for a screen that shows digits."""
    return page.answer("pair.html")


@router.get("/devices")
@needs(Permission.MANAGE)
def show_devices(request: Request, service: Service, page: View, game: Game = None) -> HTMLResponse:
    """Who is let in, who waits; and codes for those who are to come, to one game."""
    state = request.app.state
    shown: dict[str, Any] = {"game": None if game is None else _game(service, game), "address": base(request)}
    shown |= {"games": _listed(service), "opened": getattr(state, "network", None)}
    away = shown["opened"] is not None or not is_here(request.scope, request.headers)
    shown |= {"reached": away and leads_others(shown["address"])}
    shown |= {"may_open": getattr(state, "server", None) is not None}
    shown |= {"certificate": getattr(state, "certificate", None), **_now(service, page)}
    return (page if game is None else page.at(service, game)).answer("devices.html", **shown)


@router.get("/view/devices")
@needs(Permission.MANAGE)
def show_devices_now(service: Service, page: View) -> HTMLResponse:
    """The part of the page that changes."""
    return page.answer("devices_now.html", **_now(service, page))


def _now(service: Parts, page: Page) -> dict[str, Any]:
    devices = list(service.tokens.all().values())
    shown = {"devices": devices, "health": _health(service), "phone_name": THE_PHONE}
    shown |= {"sits_of": {each.id: sits for each in devices if (sits := _sits(service, page, each.caller))}}
    return shown | {"titles": {each["id"]: each["title"] for each in _listed(service)}}


def _sits(service: Parts, page: Page, who: Caller) -> str:
    """What the seat of a device is called in its own game; empty where it has none."""
    if who.game is None or who.seat is None:
        return ""
    return name(who.seat, page.at(service, who.game).language)


def _health(service: Parts) -> Mapping[str, str] | None:
    """How the phone does that is the camera, where it is not well: what is to be done; None where nothing is."""
    health: Mapping[str, str] = service.station.table.snapshot()["health"]
    return health if service.station.phone is not None and health["state"] in TO_DO else None


def _listed(service: Parts) -> list[dict[str, str]]:
    known = games()
    kept = service.store.newest(service.settings.max_games_listed)
    return [
        {"id": each.id, "title": known[each.game].title, "created": each.created} for each in kept if each.game in known
    ]


def _game(service: Parts, game_id: str) -> dict[str, Any]:
    entry = service.ledger.find(game_id)
    return {"id": entry.id, "title": entry.game.title, "players": entry.header.players}
