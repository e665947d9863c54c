"""The page and the fragments that it swaps in when the table changes."""

import asyncio
import contextlib
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from engine import judge
from engine.errors import EngineError
from engine.games import find_game, games
from engine.record import standing
from service import judging, spelling
from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.api.events import LAST
from service.api.media import JSON, PICTURE
from service.api.shapes import Question
from service.fault_groups import groups
from service.following.tables import DEFAULT
from service.page import game_views
from service.page.afterwards import followed, goes_on
from service.page.games import page_of
from service.page.hands import left
from service.page.language import Language
from service.page.live import filmed
from service.page.observation import from_photo, from_table
from service.page.opening import chosen, offers
from service.page.seats import names, scored
from service.page.templates import Page, View
from service.page.words import words
from service.parts import Parts, Service
from service.pictures import translated
from service.seats import played
from service.statistics import over
from service.store.ledger_errors import LedgerError
from service.store.store import Kept, NoSuchGame

PHOTO: Final = "/view/photo"
KEPT_SHOWN: Final = 6
"""Games of the store that the page lists; `/history` has them all."""

PLACEMENTS: Final = (
    ("view", (("good", "good"), ("cut", "change"), ("look", "open"))),
    ("sharp", (("good", "good"), ("blur", "change"))),
    ("light", (("good", "good"), ("dark", "change"), ("glare", "change"))),
    ("angle", (("good", "good"), ("flat", "change"), ("steep", "change"), ("look", "open"))),
    ("mat", (("good", "good"), ("none", "open"), ("other", "change"))),
)
"""The checks of a camera's placement, each with what it may say and whether that is to be changed."""

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/")
@needs(Permission.LIST_GAMES)
def show_page(service: Service, page: View, who: Who, table: str = DEFAULT) -> Response:
    """Where an evening begins; the page of the game once one is followed.

    Who has a game of their own gets its page.
    """
    if who.game is not None:
        board = "" if who.may(Permission.SEE_GAME) else "/scoreboard"
        return RedirectResponse(f"/games/{who.game}{board}", 303)
    if following := _following(service, table):
        with contextlib.suppress(NoSuchGame):  # it may have been let go a moment ago
            entry = service.ledger.find(following["game"])
            page = page.at(service, entry.id)
            return page.answer("live.html", at_home=True, **game_views.context(service, entry, page))
    return _start(service, page, table, None)


@router.get("/start")
@needs(Permission.OPEN_GAME)
def show_start(
    service: Service,
    page: View,
    resume: Annotated[str | None, Query(max_length=32, description="the game that goes on")] = None,
) -> Response:
    """The same, also while a game is followed; with `resume`, for a game that goes on with a camera."""
    return _start(service, page, DEFAULT, resume)


def _start(service: Parts, page: Page, table: str, resume: str | None) -> Response:
    kept = service.store.newest(KEPT_SHOWN)
    resumed = None if resume is None else _kept(service, service.store.load(resume, LAST), page.language)
    seen, offered = _seen(service, table, page), offers(page.language)
    shown = {"seen": seen, "table": table, "readable": service.reader.readable(), "titled": _titled}
    shown |= {"called": service.evenings.titles()}
    shown |= {"offers": offered, "signer": service.disputes.signer, "running": _following(service, table).get("game")}
    shown |= {"resume": resumed, "placements": PLACEMENTS}
    shown |= {"chosen": resumed["kept"].game if resumed else seen.game or offered[0].game}
    newest = next(iter(service.store.newest(1)), None)
    latest = {} if newest is None else {s: each.name for s, each in service.players.of(newest.id).items()}
    shown |= {"latest": latest, "profiles": service.players.all()}
    shown |= {"most": max(max(each.players) for each in offered)}
    listed = [row for each in kept if (row := _kept(service, each, page.language)) is not None]
    shown |= {"watched": followed(service)}
    groups_of = [("open", [row for row in listed if row["open"]]), ("over", [row for row in listed if not row["open"]])]
    # A camera opens by a press alone. Who had one last chooses anew, and begins no game by hand unawares.
    by_hand = not resume and not any(row["filmed"] for row in listed[:1])
    shown |= {"kept": [group for group in groups_of if group[1]], "opened": "hand" if by_hand else ""}
    return page.answer("page.html", **shown)


@router.get("/view/tables/{table}")
@needs(Permission.SEE_GAME)
def show_table(table: str, service: Service, page: View) -> HTMLResponse:
    """The part of the page that changes with the table."""
    return page.answer("seen.html", seen=_seen(service, table, page))


@router.get("/view/tables/{table}/health")
@needs(Permission.SEE_GAME)
def show_health(table: str, service: Service, page: View) -> HTMLResponse:
    """The line that says how the camera does."""
    return page.answer("health.html", seen=_seen(service, table, page))


@router.post(PHOTO, dependencies=[PICTURE])
@needs(Permission.READ_PHOTO)
async def show_photo(request: Request, service: Service, page: View, game: Annotated[str, Query()]) -> HTMLResponse:
    """The same part for a photo; the browser puts the photo itself under the drawing."""
    data, loop = await request.body(), asyncio.get_running_loop()
    with translated():
        observation = await loop.run_in_executor(service.reader.threads, service.reader.read, data, game)
    return page.answer("seen.html", seen=from_photo(game, observation, page.language))


@router.post("/view/moves", dependencies=[JSON])
@needs(Permission.JUDGE)
def show_moves(question: Question, page: View) -> HTMLResponse:
    """The legal moves of a typed hand, each with its points, its rules and the place where it lays its tile.

    The hand is typed as on the page of a game, by names or labels; without one, every move that is possible is listed.
    Faults are those that the hand brings; those of the table alone are told beside it.
    """
    document = question.model_dump(exclude_unset=True)
    game = find_game(question.game)
    if question.hand == []:
        return page.answer("moves.html", asked=False, game=game.name)
    held = list(spelling.hand(" ".join(question.hand or []), game.name))
    if question.hand:
        document["hand"] = held
    answer = judging.answer(document)
    if len(rest := left(held, answer["faults"])) < len(held):
        answer["moves"] = judging.answer(document | {"hand": rest})["moves"]
    known = [fault["detail"] for fault in judging.faults(*judge.read_document(document | {"hand": None, "move": None}))]
    rules = game.rules
    listed = [
        {
            **move,
            "target": page_of(game.name).target(game.parse(move["move"])),
            "titles": _titles(rules, move["rules"]),
            "words": words(move["move"], question.position, game.name, page.language),
        }
        for move in answer["moves"]
    ]
    listed.sort(key=lambda move: (-move["points"], "if" in move))
    faults = groups([fault for fault in answer["faults"] if fault["detail"] not in known])
    titles = _titles(rules, [rule for fault in answer["faults"] for rule in fault["rules"]])
    return page.answer("moves.html", asked=True, moves=listed, groups=faults, titles=titles)


def _kept(service: Parts, kept: Kept, t: Language) -> dict[str, Any] | None:
    """A game of the store as the page lists it: with its scores and house rules, where its record can be read.

    None once it is gone.
    """
    try:
        entry = service.ledger.find(kept.id)
    except NoSuchGame:
        return None
    except (LedgerError, EngineError):
        unread = {"open": True, "goes_on": False, "rulings": 0, "filmed": False}
        return {"kept": kept, "scores": (), "house": (), "moves": kept.version, "named": False} | unread
    named = names(service, kept.id, t)
    totals = {each.seat: each.total for each in entry.game.score(entry.replay.state)}
    scores = [t.number(total) for total in totals.values()]  # of players whom nobody named, the points alone
    if named:
        players = {seat: named.get(seat) or t("player", number=seat + 1) for seat in totals}
        scores = [scored(players[seat], total, t) for seat, total in totals.items()]
    house = chosen(kept.game, entry.options.to_json(), t)
    many = played(event.seat for event in standing(entry.record.events))
    counted = {"moves": many, "named": bool(named), "filmed": filmed(entry)}
    ended = over(entry)
    counted |= {"open": ended is None, "goes_on": goes_on(entry, ended), "rulings": len(service.disputes.all(kept.id))}
    return {"kept": kept, "scores": scores, "house": house, **counted}


def _titled(game: str) -> str:
    """A game of the store by its title, or as it is named there if there is no such game any more."""
    known = games()
    return known[game].title if game in known else game


def _following(service: Parts, table: str) -> dict[str, Any]:
    """What the camera of a table follows, by whomever it was opened; empty for nothing."""
    found = service.tables.get(table)
    return {} if found is None else found.snapshot()["following"] or {}


def _seen(service: Parts, table: str, page: Page) -> Any:
    found = service.tables.get(table)
    return from_table(None if found is None else found.snapshot(), page.language)


def _titles(rules: Any, cited: list[str]) -> dict[str, str]:
    return {rule: rules[rule].title if rule in rules else "" for rule in cited}
