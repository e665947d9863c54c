"""A real browser on a running service: pages that keep what they said and asked for, and what is waited for on them."""

import functools
import json
import os
import shutil
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from lateness import LATE, SLOW, slowed
from page_table import served
from service_help import LIMIT, eventually

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
BARE = shutil.which("chromium-headless-shell") or CHROMIUM
"""Chromium without windows and menus of its own, which cost as much again as the pages themselves."""
OUT = os.environ.get("TABLESIDE_SHOTS")
"""A folder that keeps the screenshots; without it there are none, for each takes as long as the page."""
DRAWN = ("--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu")
"""Pages are drawn by the processor at once, which costs least where there is no graphics card."""
PLAIN = (*DRAWN, "--process-per-site", "--renderer-process-limit=1")
"""Few processes draw them: without the limit, each new page is empty in a process of its own before it is opened."""
SHARED = frozenset({"locale"})
"""What the contexts of tests may differ in that are had one after another; each of the others is for one page."""
NEXT = (0, "branch 8-4 @4,-2,0:n")
SOON = 20.0
"""s that a page may take for what it shows, on a machine that has nothing else to do."""
SHOWN = 300
"""Letters of what a page shows that are told where something is missing."""
LEFT, RIGHT = (0, "extend 2-1 @-2,0,0:e"), (0, "extend 3-1 @-2,0,0:e")
WRONG = (0, "extend 3-2 @8,0,0:e")
REFUSED = {"legal": False, "rules": ("SN-9",), "reason": "3-2 has no half that matches the 8 beside it."}


_open = ExitStack()


@functools.cache
def _playwright():
    from playwright.sync_api import sync_playwright

    return _open.enter_context(sync_playwright())


@functools.cache
def _chromium(program, *switches, without=()):
    started = {"executable_path": program, "args": ["--no-sandbox", *switches], "ignore_default_args": list(without)}
    launched = _playwright().chromium.launch(**started, slow_mo=1000 * SLOW)
    return _open.enter_context(closing(slowed(launched)))


def close_browsers():
    """They stay open from one browser test to the next; other tests may want an event loop of their own."""
    _open.close()
    _kept.cache_clear()
    _chromium.cache_clear()
    _playwright.cache_clear()


@contextmanager
def browser(*switches, program=BARE, without=()):
    """A Chromium, shared with other tests, whose pages are closed at the end; `without` switches of Playwright."""
    if program is None:
        reason = "no Chromium was found: install Debian's package chromium"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    opened = _chromium(program, *(switches or PLAIN), without=without)
    try:
        yield opened
    finally:
        keepers = {each.context: each for each in _kept(opened)}
        for context in opened.contexts:
            keepers[context].leave() if context in keepers else context.close()


@functools.cache
def _kept(_chromium):
    """The contexts of a browser that tests have one after another."""
    return []


class Keeper:
    """Keeps a context with the files that it knows and the process that has run them; all else is gone at each use."""

    def __init__(self, chromium, where, how):
        self.how, self.context = how, chromium.new_context(**how)
        self._page = self.context.new_page()
        self._page.goto(f"{where}static/icon.svg")  # nothing runs on it, and it belongs to the pages that will come
        self._tools = self.context.new_cdp_session(self._page)

    @property
    def free(self):
        return self.context.pages == [self._page]

    def take(self, where):
        """The context, which remembers nothing that a page has left there."""
        self.context.clear_cookies()
        self._tools.send("Storage.clearDataForOrigin", {"origin": where.rstrip("/"), "storageTypes": "all"})
        return self.context

    def leave(self):
        """Its pages are closed."""
        for page in self.context.pages:
            if page is not self._page:
                page.close()


def _context(chromium, where, how):
    """A context for a page: one that no page has now, or a new one."""
    if not SHARED.issuperset(how):
        return chromium.new_context(**how)
    kept = _kept(chromium)
    keeper = next((each for each in kept if each.how == how and each.free), None)
    if keeper is None:
        keeper = Keeper(chromium, where, how)
        kept.append(keeper)
    return keeper.take(where)


def patience():
    """s that a page may take for what it shows: the longer, the more processes share a core."""
    return LIMIT if LATE or SLOW else min(LIMIT, SOON * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


def open_page(page, address):
    """Open an address, and go on with what may be done there; a page that the service fails to make says so."""
    page.set_default_timeout(1000 * patience())
    answer = page.goto(address, wait_until="domcontentloaded")
    assert answer is None or answer.status < 500, f"{address} answered {answer.status}: {_shown(page)}"


def _shown(page):
    """What a page shows in place of what was waited for."""
    return f"{page.url} shows {' '.join(page.locator('body').inner_text().split())[:SHOWN]!r}"


class Browsing:
    """A browser on a service: makes pages, and keeps what they said and asked for."""

    def __init__(self, chromium, parts, where):
        self.parts, self.where = parts, where
        self.said, self.asked, self._chromium, self._pages = [], [], chromium, []

    def page(self, path="", width=1280, height=800, color_scheme=None, **how):
        """A page that knows of no other, as a newcomer's does; closed, it makes room for the next."""
        opened = _context(self._chromium, self.where, how).new_page()
        opened.set_viewport_size({"width": width, "height": height})
        opened.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")  # each frame of a motion is drawn
        opened.on("console", lambda message: self.said.append(message.text))
        opened.on("pageerror", lambda error: self.said.append(str(error)))
        opened.on("request", lambda request: self.asked.append(request.url))
        self._pages.append(opened)
        open_page(opened, self.where.rstrip("/") + path)
        return opened

    def close(self):
        """All its pages are closed; the next ones have their contexts."""
        while self._pages:
            self._pages.pop().close()


@contextmanager
def browsing(folder):
    """At the end nothing was asked from elsewhere, and no script complained."""
    with served(folder) as (parts, where), browser() as chromium:
        it = Browsing(chromium, parts, where)
        yield it
        assert [url for url in it.asked if not url.startswith(where)] == []
        assert [text for text in it.said if "status of 4" not in text] == []


def until(page, expression):
    """Wait for what a script says; the page's own policy forbids the browser to look by itself."""
    return _eventually(page, lambda: page.evaluate(expression), expression)


def _eventually(page, so, what):
    """The answer of a function, once it is true; a page that lacks it says what it shows."""
    return eventually(so, lambda: f"{_shown(page)}: {what}", lambda: page.wait_for_timeout(50), patience())


def shot(page, name, **how):
    """A picture of the page, where somebody wants to look at it."""
    if OUT:
        page.screenshot(path=Path(OUT) / f"{name}.png", **how)


def painted(page, canvas):
    """Whether a canvas has pixels of its own in its middle."""
    middle = "(on) => on.getContext('2d').getImageData(on.width / 2, on.height / 2, 1, 1).data[3] === 255"
    return page.locator(canvas).evaluate(middle)


def resize(page, width, height):
    """The same page on another screen, once its scripts know of it: a new page takes many times as long."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def fits(page, width):
    """Nothing lies beyond the screen's edge (pixels), once the page's styles are there."""
    until(page, f"document.documentElement.scrollWidth <= {width}")


BADLY_SET = """(parts) => [...document.querySelectorAll(parts)].filter((part) => {
  if (!part.checkVisibility()) return false;
  if (part.scrollWidth > part.clientWidth && getComputedStyle(part).display !== "inline") return true;
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) return true;
    }
  return false;
}).map((part) => part.textContent)"""


def badly_set(page, parts):
    """The texts of those parts of the page (a selector) that reach beyond themselves, or break a word in two."""
    return page.evaluate(BADLY_SET, parts)


def boxes(page, *parts):
    """Where parts of the page are at one moment, once all of them are shown."""
    measure = """(parts) => {
      const found = parts.map((part) => document.querySelector(part)?.getBoundingClientRect());
      return found.every((box) => box?.width) && found.map(({ x, y, width, height }) => ({ x, y, width, height }));
    }"""
    return _eventually(page, lambda: page.evaluate(measure, parts), parts)


@contextmanager
def answered(page, address):
    """Within it, something is asked of an address; at its end, the page has made use of the answer."""
    with page.expect_response(address) as result:
        yield
    result.value.finished()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def say_yes(page):
    """Confirm what is asked; the dialog is gone once it has been done."""
    page.locator("#confirm-yes").click()
    page.locator("#confirm").wait_for(state="hidden")


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.closest('[id]')?.id")


KINDS_OF_TEXT = """() => {
  const own = ["color", "fontSize", "fontWeight", "textShadow"];
  const below = ["backgroundColor", "backgroundImage", "opacity", "filter", "mixBlendMode", "position"];
  const chains = new Map([[null, ""]]);
  const said = (style, names) => names.map((name) => style[name]).join();
  const chain = (part) => {
    if (!chains.has(part)) {
      const style = getComputedStyle(part);
      const apart = ["absolute", "fixed", "sticky"].includes(style.position) ? chains.size : "";
      chains.set(part, `${chain(part.parentElement)}>${said(style, below)}${apart}`);
    }
    return chains.get(part);
  };
  const words = (part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const kinds = new Map();
  for (const part of document.body.querySelectorAll("*")) {
    if (!words(part) || !part.checkVisibility()) continue;
    const kind = said(getComputedStyle(part), own) + chain(part);
    if (!kinds.has(kind)) kinds.set(kind, part);
  }
  return [...kinds.values()];
}"""
"""One text of each kind: its colours and size, and the grounds below it; what lies over others is a kind by itself."""
LOOKS = ("target-size", "link-in-text-block", "scrollable-region-focusable")
"""Rules of access that width and colours decide; all others hold of what the page says."""
AXE = """async (texts, rules) => {
  const kinds = new Set(texts());
  const contrast = axe._audit.rules.find(({ id }) => id === "color-contrast");
  contrast.known ??= contrast.matches;
  contrast.matches = (node, ...more) => kinds.has(node) && contrast.known(node, ...more);
  const only = rules ? { runOnly: { type: "rule", values: [...rules, contrast.id] } } : {};
  return (await axe.run({ resultTypes: ["violations"], ...only })).violations;
}"""


def violations(page, rules=None):
    """What axe-core finds wrong, by all rules or by contrast and these; without axe-core, nothing is looked for.

    The contrast of a text takes as long as all else together, so that of each kind of text is measured once.
    """
    axe = pytest.importorskip("axe_playwright_python.base", reason="install axe-playwright-python")
    if page.evaluate("typeof axe") == "undefined":
        # Playwright would look at half a megabyte of script in its own process first, and compile it for every page.
        tools = page.context.new_cdp_session(page)
        loaded = tools.send("Runtime.evaluate", {"expression": axe.AXE_SCRIPT, "silent": True})
        tools.detach()
        assert "exceptionDetails" not in loaded, loaded
    found = page.evaluate(f"({AXE})({KINDS_OF_TEXT}, {json.dumps(rules)})")
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found]
