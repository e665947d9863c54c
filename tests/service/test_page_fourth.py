"""A fourth game comes with its page by files alone: rules, drawing, styles and words of tic-tac-toe."""

import functools
import re
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from page_browsing import browsing, until
from service_help import API

import engine.games
import service.page.games as its
from engine.errors import GameBroken
from engine.games import games
from service.page import language
from service.page.games import pages
from service.page.live import live
from service.page.rules import book
from service.store.questions import Candidate, Question

TICTACTOE = Path(__file__).parents[1] / "tictactoe"
PAGE = Path(its.__file__).parents[1]
CACHED = (games, pages, language.languages, book._book, book._homes, book._titles)


@pytest.fixture
def fourth(monkeypatch):
    """The game and its page are found beside those that are installed."""

    def also(module, folder):
        real = module.discover
        found = lambda home: real(home) | real(TICTACTOE / folder, f"fourth_{folder}")  # noqa: E731
        monkeypatch.setattr(module, "discover", functools.wraps(real)(found))

    also(engine.games, "rules")
    also(its, "page")
    for cached in CACHED:
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in CACHED:
        cached.cache_clear()


@pytest.mark.browser
@pytest.mark.usefixtures("fourth")
def test_a_fourth_game_is_opened_played_and_drawn_with_its_own_words(tmp_path):
    with browsing(tmp_path) as it, ExitStack() as closed:
        client = closed.enter_context(httpx.Client(base_url=it.where, headers={"origin": it.where.rstrip("/")}))
        opened = client.post(f"{API}/games", json={"game": "tictactoe", "players": 2})
        assert opened.status_code == 201, opened.text
        address = opened.headers["location"]
        page = it.page(address.removeprefix(API), locale="sv")
        page.locator(".tictactoe[aria-label='Nio rutor'] td").first.wait_for()
        assert page.locator(".tictactoe td").first.evaluate("cell => getComputedStyle(cell).letterSpacing") == "7px"
        until(page, "document.querySelector('.tictactoe img').naturalWidth === 8")
        for count, cell in enumerate((4, 0), 1):
            page.locator(f"[data-place='cell{cell}'] .spot").click()
            until(page, f"document.querySelectorAll('.entry').length === {count}")
        assert page.locator(".spot").count() == 7
        assert page.locator(".tictactoe td").all_inner_texts() == ["O", "", "", "", "X", "", "", "", ""]
        assert page.locator(".entry .words").all_inner_texts() == ["Rad 1, kolumn 1", "Rad 2, kolumn 2"]
        assert page.locator("#legal-hand").count() == 0
        shown = live(it.parts.ledger.find(address.rpartition("/")[2]), language.english())
        assert "Was the middle free?" in shown.examples(language.english())
        page.goto(f"{it.where.rstrip('/')}/rules/tictactoe")
        page.get_by_text("X begins, then each in turn").wait_for()


@pytest.mark.browser
@pytest.mark.usefixtures("fourth")
def test_a_press_counts_whatever_the_page_is_told_while_it_lasts(tmp_path):
    """The page put its lit places up anew; a press that had begun on one of them was lost."""
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("tictactoe", {"players": 2}, None, it.parts.versions)
        page = it.page(f"/games/{entry.id}", height=1500)

        def told():
            """The page has time to do wrong what it is told."""
            candidates = (Candidate(((0, "mark 2"),), 0.6), Candidate((), 0.4))
            it.parts.questions.ask(entry.id, Question("choice", "Two moves fit.", 0, (), candidates))
            page.wait_for_timeout(700)

        page.locator("[data-place='cell0'] .spot").hover()
        page.mouse.down()
        told()
        page.mouse.up()
        until(page, "document.querySelectorAll('.entry').length === 1")
        page.locator(".ask").wait_for()

        page.locator("[data-place='cell8'] .spot").focus()
        page.keyboard.down(" ")
        told()
        page.keyboard.up(" ")
        until(page, "document.querySelectorAll('.entry').length === 2")
        page.locator(".ask").nth(1).wait_for()


def test_a_game_without_a_page_is_shown_as_the_engine_writes_it():
    assert its.page_of("another").drawing({}, 2, language.english()) is None
    assert its.page_of("another").compared({}, {}, language.english()) == ((), ())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [("a.py", "1 / 0", "ZeroDivisionError"), ("a.py", "PAGE = 1", "AttributeError"), ("a.py", "", "PAGE")],
)
def test_a_broken_page_fails_loudly_and_names_its_file(tmp_path, name, text, said):
    (tmp_path / name).write_text(text)
    with pytest.raises(GameBroken, match=said):
        its.discover(tmp_path, f"broken_{tmp_path.name}")


def test_a_page_without_its_template_fails_loudly(tmp_path):
    (tmp_path / "a.py").write_text("from service.page.game_page import GamePage\nPAGE = GamePage()\n")
    with pytest.raises(GameBroken, match=r"a\.html is missing"):
        its.discover(tmp_path, f"bare_{tmp_path.name}")


def test_no_generic_code_of_the_page_names_a_game():
    names = re.compile(rf"""["'/ ]({"|".join(games())})["'/<]""")
    own = {path for folder in ("games", "rules", "reasons", "strings") for path in (PAGE / folder).rglob("*")}
    found = [
        f"{path.name}: {name}"
        for path in PAGE.rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css"} and path not in own
        for name in names.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []
