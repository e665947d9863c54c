"""`/rules`: the rule books of all games, to be read and searched, and the way from a rule id to its place."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse, RedirectResponse, Response

from engine.errors import UnknownGame
from engine.games import find_game, games
from engine.said import Said, quoted
from service.access.roles import Permission
from service.access.routes import needs
from service.page import manual_entry
from service.page.rules import first
from service.page.rules.book import Book, Section, book, home
from service.page.rules.pictures import pictures
from service.page.rules.search import Hit, found
from service.page.templates import Page, View
from service.problems import Problem

LONGEST = 100
"""Characters of a search; more than anybody types."""
FEW = 5
"""Rules of each game that are listed where all books are searched."""

router = APIRouter(include_in_schema=False)
Step = Annotated[int, Query(ge=1, description="of the first game")]
Search = Annotated[str, Query(alias="q", max_length=LONGEST)]


@router.get("/rules")
@needs(Permission.READ_TEXT)
def show_books(page: View, words: Search = "") -> HTMLResponse:
    """The books of all games; with words or a question, the rules that come nearest."""
    books = [book(name, page.language) for name in games()]
    shown = _sought(books, words, page)
    groups: dict[str, list[Hit]] = {}
    for hit in shown["found"].hits if shown["found"] else ():
        groups.setdefault(hit.book.game, []).append(hit)
    return page.answer("rulebooks.html", books=books, words=words, groups=groups, few=FEW, **shown)


@router.get("/rules/{name}")
@needs(Permission.READ_TEXT)
def show_book(name: str, page: View, words: Search = "") -> Response:
    """The book of a game, or from a rule’s id to its place in a book."""
    if place := home(name):
        game, rule = place
        return RedirectResponse(f"/rules/{game}#{rule}", 303)
    try:
        game = find_game(name).name
    except UnknownGame as wrong:
        raise Problem("unknown-address", Said("there is no rule or game {what}", what=quoted(name))) from wrong
    whole = book(game, page.language)
    shown = {"book": whole, "words": words, "books": games().values(), **_sought([whole], words, page)}
    if (sought := shown["found"]) and sought.hits:
        nearest = Section("nearest", page.language("rules.nearest"), tuple(hit.rule for hit in sought.hits))
        shown["book"] = replace(whole, sections=(nearest,))
    shown |= {"first": first.has_first(game), "whole": whole}
    return page.answer("rulebook.html", **shown, pictures=pictures(game, page.language.code))


@router.get("/rules/{name}/first")
@needs(Permission.READ_TEXT)
def show_first(name: str, page: View, step: Step = 1) -> HTMLResponse:
    """A first game, one step at a time: what to do, and the table on which it is done."""
    return page.answer("first.html", step=first.step(_with_first(name), step, page.language), game=games()[name])


@router.get("/view/rules/{name}/first/why")
@needs(Permission.READ_TEXT)
def show_why(  # noqa: PLR0913, PLR0917 - a query parameter each
    name: str,
    page: View,
    seat: Annotated[int, Query(ge=-1, le=0x7F)],
    place: Annotated[str, Query(max_length=LONGEST)],
    pieces: Annotated[str, Query(max_length=LONGEST)] = "",
    step: Step = 1,
) -> HTMLResponse:
    """Why a piece cannot be laid there, in a step of the first game."""
    stood = first.entry(_with_first(name), step)
    return page.answer("why.html", **manual_entry.why(stood, seat, tuple(pieces.split()), place, page.language))


def _sought(books: Sequence[Book], words: str, page: Page) -> dict[str, Any]:
    """What a search found, None where nothing was asked, and the words that no rule has."""
    sought = found(books, words, page.language) if words.strip() else None
    return {"found": sought, "missed": [page.language.quoted(word) for word in sought.missed] if sought else []}


def _with_first(name: str) -> str:
    if name not in games() or not first.has_first(name):
        raise Problem("unknown-address", Said("there is no rule or game {what}", what=quoted(name)))
    return name
