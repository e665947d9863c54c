"""The documentation of the API in a real browser: its links lead somewhere, its forms send, axe finds nothing."""

import pytest
from page_browsing import LOOKS, browsing, fits, until, violations

pytestmark = pytest.mark.browser
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => (each.open = true))"
DEAD = """[...document.querySelectorAll('main a[href^="#"]')]
    .filter((each) => !document.getElementById(each.hash.slice(1))).map((each) => each.hash)"""


@pytest.mark.parametrize(
    ("width", "scheme", "locale", "rules"), [(360, "dark", "sv-SE", LOOKS), (1280, "light", "en-GB", None)]
)
def test_it_can_be_read_by_everybody(tmp_path, width, scheme, locale, rules):
    with browsing(tmp_path) as it:
        page = it.page("/docs", width=width, color_scheme=scheme, locale=locale)
        assert page.evaluate(DEAD) == []
        page.evaluate(OPEN_ALL)
        fits(page, width)
        assert violations(page, rules) == []


def test_operations_are_tried_on_the_page(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/docs#judge_api_v1_judge_post")
        judge = page.locator("#judge_api_v1_judge_post")
        judge.get_by_role("button", name="Send").click()
        judge.locator(".tried", has_text="extend 1-5 @2,0,0:e").wait_for()
        judge.locator("textarea").fill("{")
        judge.get_by_role("button", name="Send").click()
        judge.locator(".tried", has_text="unreadable-json").wait_for()

        page.goto(f"{it.where}docs#follow_api_v1_tables__id__live_get")
        live = page.locator("#follow_api_v1_tables__id__live_get")
        live.locator("input[name=id]").fill("1")
        live.get_by_role("button", name="Listen").click()
        live.locator(".tried", has_text="event: table").wait_for()
        live.get_by_role("button", name="Stop").click()
        live.get_by_role("button", name="Stop").wait_for(state="hidden")


def test_a_link_into_a_closed_part_opens_it(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/docs#show_game_api_v1_games__id__get")
        page.locator("#show_game_api_v1_games__id__get a", has_text="GameAnswer").click()
        until(page, "document.getElementById('shape-GameAnswer').open")
        assert page.locator("#shape-GameAnswer a", has_text="StonesPosition").count() == 1
