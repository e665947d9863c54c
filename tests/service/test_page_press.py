"""A press holds the page still, though not for ever; whose moves were turned to stays until the next move."""

from datetime import UTC, datetime, timedelta

import pytest
from page_browsing import browsing, until
from test_page_manual_entry import opened

from service.store.questions import Candidate, Question

pytestmark = pytest.mark.browser
HELD = 10_000
"""ms after which a press is over, whatever the page saw of it."""
SHORT = 700
"""ms in which a page that nobody presses shows what it is told."""


def ask(it, entry):
    """Something that every page of the game shows."""
    candidates = (Candidate(((0, "start 1-1"),), 0.6), Candidate((), 0.4))
    version = it.parts.ledger.find(entry.id).version
    it.parts.questions.ask(entry.id, Question("choice", "Two moves fit.", version, (), candidates))


def test_a_press_whose_end_the_page_never_saw_is_over_after_ten_seconds(tmp_path):
    with browsing(tmp_path) as it:
        entry = opened(it.parts, "stackernoos", ())
        page = it.page(f"/games/{entry.id}")
        page.locator("#tray .piece").first.wait_for()
        page.clock.install()
        page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))  # a slow machine takes none of the ten seconds
        page.locator("#table-title").dispatch_event("pointerdown", {"isPrimary": True, "button": 0})
        ask(it, entry)
        page.wait_for_timeout(SHORT)
        page.clock.fast_forward(HELD - 2 * SHORT)
        page.wait_for_timeout(SHORT // 2)
        assert page.locator(".ask").count() == 0
        page.clock.fast_forward(2 * SHORT)
        page.clock.resume()
        page.locator(".ask").wait_for()


def test_whoever_was_turned_to_stays_and_nobody_else_is_shown_for_a_moment(tmp_path):
    """Each change of the page showed the first player's moves until the other's had been asked for anew."""
    watch = """() => {
      globalThis.shown = new Set();
      const note = () => shown.add(document.getElementById("tray").dataset.seat);
      new MutationObserver(note).observe(document.getElementById("now"), { subtree: true, attributes: true });
      note();
    }"""
    with browsing(tmp_path) as it:
        entry = opened(it.parts, "stackernoos", ())
        page = it.page(f"/games/{entry.id}")
        page.locator("#tray [data-tray='1']").click()
        page.locator("#tray[data-seat='1']").wait_for()
        page.evaluate(watch)
        ask(it, entry)
        page.locator(".ask").wait_for()
        until(page, "document.querySelectorAll('#tray .spot, #table .spot').length > 0")
        assert page.evaluate("[...shown]") == ["1"]
        page.locator("#tray [data-piece='1-1']").click()
        page.locator("rect.spot.ready").first.click()
        page.locator("#move-1").wait_for()
        assert it.parts.ledger.find(entry.id).replay.moves[0].seat == 1
        assert page.locator("#tray").get_attribute("data-seat") == "0"
