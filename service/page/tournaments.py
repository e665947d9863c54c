"""`/tournaments`: the list, a tournament's page, and its page for the hall."""

import time
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from engine.games import games
from service.access.caller import Caller
from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.api.tournaments import Id, is_own, own
from service.page.opening import offers
from service.page.templates import View
from service.page.tournament_sheet import figure, result
from service.parts import Parts, Service
from service.tournament.model import TABLES, Clock, Pairing, Tournament
from service.tournament.standings import TIES, standings

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

TWO = 2
"""How many meet at a table."""


@router.get("/tournaments")
@needs(Permission.SEE_SCORE)
def show_tournaments(service: Service, page: View, who: Who) -> HTMLResponse:
    """Every tournament, and a form for another."""
    listed = [each for each in service.tournaments.all() if is_own(who, each)]
    offered = [each for each in offers(page.language) if TWO in each.players]
    names = [each.name for each in service.players.all()] if who.may(Permission.KEEP_PLAYERS) else []
    return page.answer("tournaments.html", listed=listed, offers=offered, titles=_titles(), names=names)


@router.get("/tournaments/{id}")
@needs(Permission.SEE_SCORE)
def show_tournament(tournament: Id, service: Service, page: View, who: Who) -> HTMLResponse:
    """Rounds, standings and rulings; what the caller may do with them."""
    return page.answer("tournament.html", **_run(service, who, tournament))


@router.get("/view/tournaments/{id}")
@needs(Permission.SEE_SCORE)
def show_tournament_now(tournament: Id, service: Service, page: View, who: Who) -> HTMLResponse:
    """The part of the page that changes."""
    return page.answer("tournament_now.html", **_run(service, who, tournament))


@router.get("/tournaments/{id}/hall")
@needs(Permission.SEE_SCORE)
def show_hall(tournament: Id, service: Service, page: View, who: Who) -> HTMLResponse:
    """For a television in the hall: who meets whom where, the clock, and who stands where."""
    return page.answer("tournament_hall.html", **_shown(own(service, who, tournament)))


@router.get("/view/tournaments/{id}/hall")
@needs(Permission.SEE_SCORE)
def show_hall_now(tournament: Id, service: Service, page: View, who: Who) -> HTMLResponse:
    """The part of that page that changes."""
    return page.answer("tournament_hall_now.html", **_shown(own(service, who, tournament)))


def _run(service: Parts, who: Caller, tournament_id: str) -> dict[str, Any]:
    """What the page of a tournament shows, with the games at tables that its pairings without one may be."""
    shown = _shown(own(service, who, tournament_id))
    last, cup = shown["last"], shown["cup"]
    unknown = [] if last is None or cup.games != TABLES else [each for each in last.pairings if _lacks(each)]
    rows = service.hub.overview.rows(who) if unknown and who.may(Permission.RUN_TOURNAMENT) else ()
    found = [row for row in rows if row.score and row.score.game == cup.game and len(row.score.sides) == TWO]
    taken = {each.game for each in cup.played()}
    return shown | {"unknown": unknown, "found": [row for row in found if row.score and row.score.id not in taken]}


def _lacks(pairing: Pairing) -> bool:
    return pairing.other is not None and pairing.game is None and pairing.result is None


def _shown(tournament: Tournament) -> dict[str, Any]:
    last = tournament.rounds[-1] if tournament.rounds else None
    clock = None if last is None or last.clock is None else last.clock
    shown: dict[str, Any] = {"cup": tournament, "rows": standings(tournament), "ties": TIES[tournament.system]}
    shown |= {"titles": _titles(), "figure": figure, "result": result, "last": last}
    return shown | timed(clock)


def timed(clock: Clock | None) -> dict[str, Any]:
    """What a page shows of a clock: the seconds that it has left, None where there is none; whether it runs."""
    seconds = None if clock is None else round(clock.remaining(time.time()))
    return {"seconds": seconds, "running": clock is not None and clock.since is not None}


def _titles() -> dict[str, str]:
    return {name: each.title for name, each in games().items()}
