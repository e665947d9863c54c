"""`/rules`: the rule books of all games, to be read and searched, and the way from a rule id to its place."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse, RedirectResponse, Response

from engine.errors import UnknownGame
from engine.games import find_game, games
from service.access.needs import needs
from service.access.roles import Permission
from service.page.rules.book import book, home
from service.page.rules.pictures import pictures
from service.page.templates import View
from service.problems import Problem

LONGEST = 100
"""Characters of a search; more than anybody types."""

router = APIRouter(include_in_schema=False)
Search = Annotated[str, Query(alias="q", max_length=LONGEST)]


@router.get("/rules")
@needs(Permission.READ_TEXT)
def show_books(page: View, words: Search = "") -> HTMLResponse:
    """The books of all games; with words, the rules that have them."""
    books = [book(name, page.language) for name in games()]
    found = [each.searched(words) for each in books] if words.strip() else []
    return page.answer("rulebooks.html", books=books, found=found, words=words)


@router.get("/rules/{name}")
@needs(Permission.READ_TEXT)
def show_book(name: str, page: View, words: Search = "") -> Response:
    """The book of a game, or from a rule's id to its place in a book."""
    if place := home(name):
        game, rule = place
        return RedirectResponse(f"/rules/{game}#{rule}", 303)
    try:
        game = find_game(name).name
    except UnknownGame as wrong:
        raise Problem("unknown-address", f"there is no rule or game {name!r}") from wrong
    whole = book(game, page.language)
    shown = {"book": whole.searched(words), "whole": whole, "words": words, "books": games().values()}
    return page.answer("rulebook.html", **shown, pictures=pictures(game, page.language.code))
