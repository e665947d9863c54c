"""What somebody presses while the scripts of a page are still on their way is done once they are there."""

import re

import pytest
from page_browsing import browsing
from page_table import DOMINOES, Followed

pytestmark = pytest.mark.browser


def early(it, path, script, press):
    """A page on which something was pressed before one of its scripts had come."""
    page, held = it.page("/nothing", 360, 740), []
    page.route(re.compile(rf"/{script}\.js"), lambda route: held.append(route))  # noqa: PLW0108 - no builtin is taken
    page.goto(it.where.rstrip("/") + path, wait_until="commit")
    press(page)
    assert held
    for route in held:
        route.continue_()
    return page


def test_a_move_is_entered_by_a_press_that_came_before_the_script(tmp_path):
    with browsing(tmp_path) as it:
        game = Followed(it.parts, plays=DOMINOES).id
        page = early(it, f"/games/{game}", "game", lambda page: page.locator("#enter").click())
        page.locator("#pick[open]").wait_for()


def test_a_game_is_begun_by_a_press_that_came_before_the_script(tmp_path):
    """The form was sent to nowhere, and the page began anew."""
    with browsing(tmp_path) as it:
        page = early(it, "/", "table", lambda page: page.locator("#begin").click())
        page.wait_for_url("**/games/*")
