"""A real browser on a running service: pages that keep what they said and asked for, and what is waited for on them."""

import os
import shutil
import time
from contextlib import contextmanager

import pytest
from page_table import served

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OUT = os.environ.get("TABLESIDE_SHOTS")
"""A folder that keeps the screenshots; without it they go to the test's own."""
NEXT = (0, "branch 8-4 @4,-2,0:n")
LEFT, RIGHT = (0, "extend 2-1 @-2,0,0:e"), (0, "extend 3-1 @-2,0,0:e")
WRONG = (0, "extend 3-2 @8,0,0:e")
REFUSED = {"legal": False, "rules": ("SN-9",), "reason": "3-2 has no half that matches the 8 beside it."}


@contextmanager
def browser():
    if CHROMIUM is None:
        reason = "no Chromium was found: install Debian's package chromium"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield opened
        finally:
            opened.close()


class Browsing:
    """A browser on a service: makes pages, and keeps what they said and asked for."""

    def __init__(self, chromium, parts, where):
        self.parts, self.where = parts, where
        self.said, self.asked, self._chromium = [], [], chromium

    def page(self, path="", width=1280, height=800, **how):
        opened = self._chromium.new_context(viewport={"width": width, "height": height}, **how).new_page()
        opened.set_default_timeout(15_000)
        opened.on("console", lambda message: self.said.append(message.text))
        opened.on("pageerror", lambda error: self.said.append(str(error)))
        opened.on("request", lambda request: self.asked.append(request.url))
        opened.goto(self.where.rstrip("/") + path, wait_until="domcontentloaded")
        return opened


@contextmanager
def browsing(folder):
    """At the end nothing was asked from elsewhere, and no script complained."""
    with browser() as chromium, served(folder) as (parts, where):
        it = Browsing(chromium, parts, where)
        yield it
        assert [url for url in it.asked if not url.startswith((where, "blob:"))] == []
        assert [text for text in it.said if "status of 4" not in text] == []


def until(page, expression, seconds=15):
    """Wait for what a script says; the page's own policy forbids the browser to look by itself."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(100)


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.closest('[id]')?.id")


def violations(page):
    """What axe-core finds wrong; without it, nothing is looked for."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="install axe-playwright-python").Axe()
    found = axe.run(page).response["violations"]
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found]
