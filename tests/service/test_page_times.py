"""When things happened, on the page in a real browser: the time line, the reader's own clock."""

import pytest
from page_browsing import NEXT, browsing
from page_table import Followed

pytestmark = pytest.mark.browser


def test_the_time_line_is_scrubbed_by_keys(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#scrub").wait_for()
        count = page.locator(".moment").count()
        assert count == 14
        page.locator("body").press("e")
        assert page.evaluate("document.activeElement.id") == "scrub"
        page.keyboard.press("Home")
        shown = page.locator(".moment:not([hidden])")
        assert "before the move" in shown.inner_text()
        assert "move 1" in page.locator("#scrub").get_attribute("aria-valuetext")
        for _ in range(9):
            page.keyboard.press("ArrowRight")
        assert "1-4 was hidden under another piece" in shown.inner_text()
        page.locator("#timeline .then summary").click()
        page.locator("#then .board .tile").nth(4).wait_for()
        assert page.locator("#then .board .tile").count() == 5


def test_times_are_those_of_the_clock_beside_the_reader(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/", timezone_id="Asia/Tokyo")
        page.locator("#scrub").wait_for()
        shown = page.locator(".moment:not([hidden]) time")
        assert shown.get_attribute("datetime") == "2026-01-31T18:00:16.000Z"
        assert ", 3:00:16" in shown.inner_text()  # a dialog that deletes a game writes the hour so, too
        assert "Feb" in shown.inner_text()
        assert ", 3:00:16" in page.locator("#scrub").get_attribute("aria-valuetext")
        table.play(*NEXT)
        page.locator("#move-8 summary").first.click()
        entry = page.locator("#move-8 time")
        hour = (int(entry.get_attribute("datetime")[11:13]) + 9) % 24
        assert entry.inner_text().startswith(f"{(hour - 1) % 12 + 1}:")
        assert "UTC" not in page.locator("main").inner_text()
