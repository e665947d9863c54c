"""The drawing, what is to be done and what it is done with are on one screen; nothing covers them on a phone."""

import threading

import pytest
from page_browsing import browsing, fits, resize, until, violations
from page_table import CARDS, DOMINOES, TURNED
from service_help import LIMIT
from test_page_manual_entry import BUILT, opened

pytestmark = pytest.mark.browser
STATES = {
    "stones": ("stones", ()),
    "stones in play": ("stones", TURNED),
    "stones to place": ("stones", (*TURNED, (0, "take SM/3 medium"))),
    "stones of many outcomes": ("stones", ((-1, "marker 2"), *BUILT, (0, "take M/2 medium"))),
    "cards": ("stonerow", ()),
    "cards in play": ("stonerow", CARDS[:5]),
    "dominoes": ("stackernoos", ()),
    "dominoes in play": ("stackernoos", DOMINOES),
}
DRAWING = "#table > :is(.felt, svg.board)"
PARTS = f"{DRAWING}, #tray-help, #tray .pieces, #tray button:not(.pieces button), #table .felt .piece"
OVER = """(selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility())
  .map((part) => [part.getBoundingClientRect(), part.id || part.className || part.textContent])
  .filter(([box]) => box.top < 0 || box.bottom > innerHeight).map(([, name]) => String(name))"""
"""What is not whole on the screen."""
TALL = "document.querySelector('#table > svg.board')?.setAttribute('viewBox', '0 0 300 900')"
"""Makes a drawing in SVG as high as a long branch does."""
COVERED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const covered = [];
  for (const button of document.querySelectorAll("#table button:not(.spot, :disabled)")) {
    if (!button.checkVisibility()) continue;
    button.scrollIntoView({ block: "nearest", behavior: "instant" });
    await frame();
    const { x, y, width, height } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!button.contains(hit)) covered.push(button.textContent.trim() || button.dataset.piece);
  }
  return covered;
}"""
"""Buttons that something else lies over, once they were brought into view."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("together")) as made:
        yield made


@pytest.fixture
def it(shared):
    yield shared
    shared.close()


@pytest.fixture
def thinking(monkeypatch):
    """Bots think until the test is over, and need no processor for it."""
    over = threading.Event()
    monkeypatch.setattr("service.bots.SearchBot", lambda *_: lambda *_: over.wait(LIMIT) and None)
    yield
    over.set()


@pytest.mark.parametrize("state", STATES)
def test_drawing_and_pieces_and_what_to_do_are_seen_together(it, state):
    """The pieces lay below the drawing, which was as high as the screen: people scrolled to and fro at each move."""
    name, plays = STATES[state]
    page = it.page(f"/games/{opened(it.parts, name, plays).id}")
    page.locator("#tray").wait_for()
    for size in ((1280, 800), (1920, 1080)):
        resize(page, *size)
        page.evaluate(TALL)
        page.wait_for_timeout(100)
        assert page.evaluate(OVER, PARTS) == [], size


@pytest.mark.usefixtures("thinking")
@pytest.mark.parametrize("name", ["stackernoos", "stonerow"])
def test_the_drawing_stays_as_wide_while_a_bot_plays_and_as_high_as_a_hand_above_it_lets_it_be(it, name):
    """It became as wide as the page in each turn of a bot, and what stood below it fell off the screen."""
    entry = opened(it.parts, name, (), seed=7)
    (seat, *_) = entry.game.actors(entry.replay.state)
    it.parts.bots.seat(entry.id, [1 - seat], 5.0)
    page = it.page(f"/games/{entry.id}", 1280, 800)
    page.locator("#tray").wait_for()
    width = page.locator(DRAWING).bounding_box()["width"]
    while seat in entry.game.actors(entry.replay.state):
        move = str(entry.game.moves(entry.replay.state, seat)[0])
        it.parts.ledger.play(entry.id, entry.version, seat, move, by="person")
        entry = it.parts.ledger.find(entry.id)
    page.get_by_text(f"Bot {2 - seat} is thinking.").wait_for()
    assert page.locator(DRAWING).bounding_box()["width"] == width
    page.evaluate(TALL)
    page.wait_for_timeout(100)
    assert page.evaluate(OVER, f"{DRAWING}, .held, #table > .tray") == []


@pytest.mark.parametrize("state", STATES)
def test_nothing_lies_over_a_button_on_a_phone(it, state):
    """The scores, which stay in view, lay over what somebody had come to with the keyboard."""
    name, plays = STATES[state]
    page = it.page(f"/games/{opened(it.parts, name, plays).id}", 360, 740)
    page.locator("#tray-help").wait_for()
    assert page.evaluate(COVERED) == []
    asked, drawing = (page.locator(each).bounding_box() for each in ("#tray-help", DRAWING))
    assert asked["y"] + asked["height"] <= drawing["y"]
    fits(page, 360)


def test_what_can_be_pressed_for_the_pieces_is_always_in_sight_on_a_phone(it):
    """*Build* stood below all pieces, out of sight, or the place in the drawing above, out of sight, too."""
    page = it.page(f"/games/{opened(it.parts, 'stonerow', [*CARDS[:4], (1, 'draw quarry')]).id}", 360, 740)
    first = page.locator("#tray [data-piece='B1']")
    first.wait_for()
    for label in ("B1", "B2", "B3"):
        page.locator(f"#tray [data-piece='{label}']").click()
    build = page.locator("#tray-choice button", has_text="Build")
    shown = """(place) => {
      const hit = ([part]) => {
        const box = part.getBoundingClientRect();
        return part.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
      };
      const found = (selector) => [...document.querySelectorAll(selector)].filter((each) => hit([each])).length;
      return found("#tray-choice button") + found(place) > 0;
    }"""
    for part in ("#table-title", "#table .places", "#tray .pieces", "#tray-more"):
        page.locator(part).evaluate("(part) => part.scrollIntoView({ block: 'start', behavior: 'instant' })")
        until(page, f"({shown})(\"[data-place='seat1'] .spot\")")
    page.locator("#tray .pieces").evaluate("(part) => part.scrollIntoView({ block: 'start', behavior: 'instant' })")
    build.wait_for()
    page.locator("#table .places").evaluate("(part) => part.scrollIntoView({ block: 'start', behavior: 'instant' })")
    page.wait_for_timeout(100)
    assert build.is_visible()  # what somebody reaches for does not go because its place has come in sight
    assert violations(page) == []
    build.click()
    page.locator("#move-6").wait_for()


def test_a_tile_is_drawn_once_and_taken_up_where_it_lies(it):
    """The five tiles face up were drawn in the middle of the table and once more below it."""
    page = it.page(f"/games/{opened(it.parts, 'stones', TURNED).id}")
    page.locator("#table [data-piece='SM/3']").wait_for()
    assert page.locator("#table .stone-tile").count() == 5
    assert page.locator("#tray .stone-tile").count() == 0
    page.locator("#table [data-piece='SM/3']").click()
    assert page.locator("#table [aria-pressed='true']").get_attribute("data-piece") == "SM/3"
    page.locator("[data-place='river-medium'] .spot.ready").click()
    page.locator("#move-7").wait_for()
    assert page.locator("#table .felt .piece:enabled").count() == 0  # no tile is taken while a stone is in hand
    assert violations(page) == []


IN_SIGHT = """() => {
  const within = (box, frame) => box.top >= frame.top && box.bottom <= Math.min(frame.bottom, innerHeight);
  const frame = document.querySelector("#tray .pieces").getBoundingClientRect();
  const all = [...document.querySelectorAll("#tray .pieces button")];
  const seen = all.filter((each) => within(each.getBoundingClientRect(), frame));
  const wide = (each) => [...each.querySelectorAll("b, i")].some((text) => text.offsetWidth > each.clientWidth);
  const cut = all.filter(wide);
  const least = Math.min(...all.flatMap((each) => [each.offsetWidth, each.offsetHeight]));
  return { all: all.length, seen: seen.length, cut: cut.length, least };
}"""


@pytest.mark.parametrize("state", ["stones", "cards", "cards in play", "dominoes", "dominoes in play"])
def test_most_pieces_of_a_hand_that_nobody_knows_are_in_sight_at_once(it, state):
    """Of the cards that a hand may have, ten were in sight."""
    name, plays = STATES[state]
    page = it.page(f"/games/{opened(it.parts, name, plays).id}", 1280, 800)
    page.locator("#tray .pieces button").first.wait_for()
    found = page.evaluate(IN_SIGHT)
    assert found["seen"] >= min(30, found["all"])
    assert found["cut"] == 0
    assert found["least"] >= 24
    assert violations(page) == []


def test_who_entered_a_move_stands_beside_it_on_a_phone(it):
    """The sign stood on a line of its own."""
    page = it.page(f"/games/{opened(it.parts, 'stonerow', CARDS[:5]).id}", 360, 740)
    for number in range(1, 6):
        told, sign, points = (
            page.locator(f"#move-{number} {part}").bounding_box() for part in (".what", ".by", "summary > .points")
        )
        assert sign["x"] >= told["x"] + told["width"]
        assert sign["y"] + sign["height"] <= told["y"] + told["height"] + 1
        assert sign["y"] >= points["y"] + points["height"] - 1
    fits(page, 360)


SHIFTS = """() => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((each) => each.value)))
    .observe({ type: "layout-shift", buffered: false });
}"""


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_nothing_moves_when_something_is_refused(it, size):
    """The line at the top of the page pushed all below it down, so that the next tap met another button."""
    entry = opened(it.parts, "stackernoos", DOMINOES)
    page = it.page(f"/games/{entry.id}", *size)
    page.locator("#tray [data-piece='4-8']").wait_for()
    page.wait_for_timeout(300)
    page.evaluate(SHIFTS)
    where = "(() => ['main', '#table', '#played'].map((each) => document.querySelector(each).offsetTop))()"
    before = page.evaluate(where)
    page.route("**/moves", lambda route: route.fulfill(status=409, json={"type": "/problems/busy", "detail": "Wait."}))
    page.locator("#tray [data-byhand='draw']").click()
    page.locator("#alert", has_text="Wait.").wait_for()
    assert page.evaluate(where) == before
    page.wait_for_timeout(200)
    assert page.evaluate("shifts") == []
    page.locator("#alert").click()
    assert page.locator("#alert").is_hidden()
