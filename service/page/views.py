"""The page and the fragments that it swaps in when the table changes."""

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse

from engine import doubt, judge
from engine.games import find_game, games
from service import answers
from service.api.media import JSON, PICTURE
from service.api.shapes import Question
from service.causes import groups
from service.page.board import board, target
from service.page.seen import from_photo, from_table
from service.page.templates import render
from service.page.words import words
from service.parts import Parts, Service
from service.pictures import translated
from service.tables import DEFAULT

PHOTO: Final = "/view/photo"
KEPT_SHOWN: Final = 6
"""Games of the store that the page lists."""

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/")
def show_page(service: Service, table: str = DEFAULT) -> HTMLResponse:
    """The table that a camera looks at, or a photo of one."""
    kept = service.store.newest(KEPT_SHOWN)
    readable = service.reader.readable()
    shown = {"seen": _seen(service, table), "table": table, "games": games().values(), "readable": readable}
    return HTMLResponse(render("page.html", kept=kept, **shown))


@router.get("/games/{game_id}")
def show_game(game_id: str, service: Service) -> HTMLResponse:
    """A game of the store: its table, its score sheet, its moves."""
    return HTMLResponse(render("game.html", **_game(service, game_id)))


@router.get("/view/games/{game_id}")
def show_game_now(game_id: str, service: Service) -> HTMLResponse:
    """The part of a game's page that changes with every event."""
    return HTMLResponse(render("game_now.html", **_game(service, game_id)))


@router.get("/view/tables/{table}")
def show_table(table: str, service: Service) -> HTMLResponse:
    """The part of the page that changes with the table."""
    return HTMLResponse(render("seen.html", seen=_seen(service, table)))


@router.get("/view/tables/{table}/health")
def show_health(table: str, service: Service) -> HTMLResponse:
    """The line that says how the camera does."""
    return HTMLResponse(render("health.html", seen=_seen(service, table)))


@router.post(PHOTO, dependencies=[PICTURE])
async def show_photo(request: Request, service: Service, game: Annotated[str, Query()]) -> HTMLResponse:
    """The same part for a photo; the browser puts the photo itself under the drawing."""
    data, loop = await request.body(), asyncio.get_running_loop()
    with translated():
        observation = await loop.run_in_executor(service.reader.pool, service.reader.read, data, game)
    return HTMLResponse(render("seen.html", seen=from_photo(game, observation)))


@router.post("/view/moves", dependencies=[JSON])
def show_moves(question: Question) -> HTMLResponse:
    """The legal moves of a typed hand, each with its points, its rules and the place where it lays its tile.

    Faults are those that the hand brings; those of the table alone are told beside it.
    """
    document = question.model_dump(exclude_unset=True)
    if question.hand == []:
        return HTMLResponse(render("moves.html", asked=False))
    answer = judge.answer(document)
    known = [fault.detail for fault in doubt.faults(*judge.read_document(document | {"hand": None, "move": None}))]
    rules = find_game(question.game).rules
    listed = [
        {
            **move,
            "target": target(move["move"]),
            "titles": _titles(rules, move["rules"]),
            "words": words(move["move"], question.position),
        }
        for move in answer["moves"]
    ]
    listed.sort(key=lambda move: (-move["points"], "if" in move))
    faults = groups([fault for fault in answer["faults"] if fault["detail"] not in known])
    titles = _titles(rules, [rule for fault in answer["faults"] for rule in fault["rules"]])
    return HTMLResponse(render("moves.html", asked=True, moves=listed, groups=faults, titles=titles))


def _seen(service: Parts, table: str) -> Any:
    found = service.tables.get(table)
    return from_table(None if found is None else found.snapshot())


def _game(service: Parts, game_id: str) -> dict[str, Any]:
    entry = service.ledger.find(game_id)
    shown = answers.game(entry, None)
    return {
        "title": entry.game.title,
        "game": shown,
        "sheet": answers.score(entry),
        "board": board(shown["position"]),
    }


def _titles(rules: Any, cited: list[str]) -> dict[str, str]:
    return {rule: rules[rule].title if rule in rules else "" for rule in cited}
