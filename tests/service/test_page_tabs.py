"""Many tabs, and pages that a browser keeps for the way back: the six connections of a host are never used up."""

from contextlib import contextmanager

import pytest
from page_browsing import BARE, CHROMIUM, NEXT, browser, patience
from page_table import DOMINOES, Followed, served

pytestmark = pytest.mark.browser
MANY = 7
"""More than the connections that a browser allows to one server."""
KEPT = ("--disable-back-forward-cache",)
"""What Playwright switches off, and people's browsers do not."""

NOTED = """new MutationObserver(() => document.body?.matches(".lost") && (globalThis.wasLost = true))
  .observe(document, { subtree: true, attributeFilter: ["class"] })"""
"""A page that had to look for its server anew says so: by that a hang would end after a while."""
ALONE = "delete globalThis.SharedWorker"
"""A browser without a worker that its tabs could share, as on some phones."""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@contextmanager
def opened(folder, program):
    """A service whose camera follows a game, another game, and a browser."""
    with served(folder) as (parts, where), browser(program=program, without=KEPT) as chromium:
        other = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
        for n, (seat, move) in enumerate(DOMINOES[:2]):
            parts.ledger.play(other, n, seat, move)
        context = chromium.new_context()
        context.set_default_timeout(1000 * patience())
        context.add_init_script(NOTED)
        yield parts, where.rstrip("/"), Followed(parts), other, context


@pytest.fixture
def kept(tmp_path):
    """With a browser as people have it, which may keep a page for the way back."""
    with opened(tmp_path, CHROMIUM) as parts:
        yield parts


@pytest.fixture
def bare(tmp_path):
    """With the browser of the other tests, which takes half as long: nobody goes back."""
    with opened(tmp_path, BARE) as parts:
        yield parts


def shown(page, number):
    """The page has a move, and once it is played the next one; it was never without its server."""
    page.locator(f"#move-{number}").wait_for()
    assert page.evaluate("globalThis.wasLost") is None


@pytest.mark.parametrize("script", ["", ALONE], ids=["shared", "alone"])
def test_going_back_and_forth_never_uses_up_the_connections(kept, script):
    _, where, table, other, context = kept
    page = context.new_page()
    page.add_init_script(script)
    for n in range(MANY):
        page.goto(where + ("/" if n % 2 else f"/games/{other}"), wait_until="commit")
        shown(page, 7 if n % 2 else 2)
    for n in reversed(range(MANY - 1)):
        # Going back at once would take the page away before the call has answered.
        page.evaluate("() => void setTimeout(() => history.back(), 0)")
        shown(page, 7 if n % 2 else 2)
    page.evaluate("() => void setTimeout(() => history.forward(), 0)")
    shown(page, 7)
    table.play(*NEXT)
    shown(page, 8)


def test_many_tabs_at_once_all_follow(bare):
    parts, where, table, other, context = bare
    games = [other, *(parts.ledger.open("stones", {"players": 2}, None, parts.versions).id for _ in range(MANY - 2))]
    tabs = [context.new_page() for _ in range(MANY)]
    for tab, path in zip(tabs, ["/", *(f"/games/{game}" for game in games)], strict=True):
        tab.goto(where + path, wait_until="domcontentloaded")
    for game in games[1:]:
        parts.ledger.play(game, 0, -1, "marker 2")
    parts.ledger.play(other, 2, 0, DOMINOES[2][1])
    table.play(*NEXT)
    shown(tabs[0], 8)
    shown(tabs[1], 3)
    for tab in tabs[2:]:
        shown(tab, 1)


def test_a_hidden_tab_with_a_stream_of_its_own_lets_go_of_it(bare):
    _, where, table, _, context = bare
    page = context.new_page()
    page.add_init_script(ALONE)
    with page.expect_event("requestfailed", lambda request: "/view/stream" in request.url):
        with page.expect_request("**/view/stream*"):
            page.goto(where + "/")
        page.evaluate(HIDE, True)
    table.play(*NEXT)
    with page.expect_request("**/view/stream*"):
        page.evaluate(HIDE, False)
    shown(page, 8)
