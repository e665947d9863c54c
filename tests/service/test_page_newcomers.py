"""What trips somebody who sees the page for the first time: what opens, where to go on, what a sign means."""

import cv2
import numpy as np
import pytest
from page_browsing import badly_set, boxes, browsing, fits, resize, violations
from page_table import CARDS, DOMINOES, Followed
from test_page_manual_entry import opened

from service.page.games.stonerow.words import card
from service.page.language import english

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("newcomers")) as made:
        yield made


@pytest.fixture
def it(shared):
    yield shared
    shared.close()


MARK = """(row) => {
  const mark = getComputedStyle(row, "::after");
  const bright = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ground = [row, row.closest(".card")].map((part) => getComputedStyle(part).backgroundColor);
  const [lower, higher] = [mark.borderRightColor, ground.find((colour) => !colour.endsWith(", 0)"))]
    .map(bright).sort((one, other) => one - other);
  return { turned: mark.rotate, wide: parseFloat(mark.width), contrast: higher / lower };
}"""
"""The mark of a row that opens: how it is turned, how wide it is (px), how it stands out from its ground."""


def expanded(page, row):
    """Whether a row is open, as Chromium tells those who listen; None where it tells nothing of it."""
    tools = page.context.new_cdp_session(page)
    asked = tools.send("Runtime.evaluate", {"expression": f"document.querySelector({row!r})"})
    told = tools.send("Accessibility.getPartialAXTree", {"objectId": asked["result"]["objectId"]})["nodes"][0]
    tools.detach()
    return next((each["value"]["value"] for each in told["properties"] if each["name"] == "expanded"), None)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rows_that_open_look_so_and_say_so(it, scheme):
    """Nothing told that a move could be opened, and so that it could be corrected, disputed or taken back."""
    entry = opened(it.parts, "stonerow", CARDS[:6])
    page = it.page(f"/games/{entry.id}", color_scheme=scheme)
    page.locator("#legal-form [type='submit']").click()
    page.locator("#legal .move").first.wait_for()
    for row in (".entry > summary", ".earning > summary", ".move > summary"):
        shut = page.locator(row).first.evaluate(MARK)
        assert shut["wide"] >= 8, row
        assert shut["contrast"] >= 3, row
        assert not expanded(page, row)
        assert page.locator(row).first.evaluate("(row) => getComputedStyle(row).boxShadow") == "none"
        page.locator(row).first.press("Enter")
        assert page.locator(row).first.evaluate("(row) => getComputedStyle(row).boxShadow") != "none", row
        assert page.locator(row).first.evaluate(MARK)["turned"] != shut["turned"], row
        assert expanded(page, row)
    assert violations(page) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_a_new_game_and_the_start_page_are_where_people_look(it, width):
    """They were in the foot alone, and the start page's address led back to the game that the camera follows."""
    table = Followed(it.parts, plays=DOMINOES)
    page = it.page("/", width, 640 if width == 360 else 800, has_touch=True)
    page.locator(".at-home a").wait_for()
    for link in ("#new-game", ".brand", ".at-home a"):
        found = page.locator(link)
        assert found.is_visible(), link
        assert found.bounding_box()["y"] < 200, link
        assert found.get_attribute("href") == "/start", link
    assert page.locator("#new-game").inner_text().strip() == "New game"
    fits(page, width)
    assert violations(page) == []
    page.locator("#new-game").click()
    page.locator("#new").wait_for()
    table.table.publish(following=None)


@pytest.mark.parametrize("read", [False, True], ids=["nothing read", "read"])
def test_the_drawn_table_comes_first_and_the_camera_beside_or_below_it(it, read):
    """The raw picture filled the screen, and what people look for was below it."""
    followed = Followed(it.parts)
    table = followed.table
    table.viewfinder.show(np.zeros((720, 1280, 3), np.uint8))
    if not read:
        table.publish(observation=None, picture=None)
    page = it.page(f"/games/{followed.id}")
    camera = "#shot-drawing" if read else "#finder"
    for width, height in ((360, 740), (1280, 800), (1920, 1080)):
        resize(page, width, height)
        drawn, seen = boxes(page, "#table", camera)
        assert drawn["y"] < 0.5 * height
        if width == 360:
            assert drawn["y"] + drawn["height"] <= seen["y"]
        else:
            assert drawn["x"] + drawn["width"] <= seen["x"]
            assert seen["y"] + seen["height"] <= height
            assert boxes(page, "#table .felt, #table .board")[0]["y"] < seen["y"] + seen["height"]
        fits(page, width)
        assert violations(page) == []
    read_first = page.locator("#table, #picture, #finder").evaluate_all("(parts) => parts.map(({ id }) => id)")
    assert read_first == ["table", "picture", "finder"]
    table.publish(following=None)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Whoever holds the lowest double begins with it."),
        ("sv", "Den som har den lägsta dubbeln börjar med den."),
        ("fi", "Se, jolla on alin tupla, aloittaa sillä."),
    ],
)
def test_where_several_are_to_play_the_game_says_who_begins(it, language, words):
    """Both players were “to play”, and nothing told that the lowest double decides."""
    entry = opened(it.parts, "stackernoos", ())
    page = it.page(f"/games/{entry.id}", 360, 640, locale=language)
    assert page.locator("#strip .badge").count() == 2
    resize(page, 1280, 900)
    sheet = cv2.imdecode(np.frombuffer(page.locator("#sheet .columns").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert np.ptp(sheet[-2:].reshape(-1, 3), axis=0).max() <= 1  # the shade of what is further down ended in a line
    resize(page, 360, 640)
    told, scores = boxes(page, "#undecided", ".strip > .players")
    assert page.locator("#undecided").inner_text().startswith(words)
    assert told["y"] < scores["y"] + scores["height"] + 20
    assert words in it.page(f"/games/{entry.id}/scoreboard", locale=language).locator(".bottom").inner_text()
    it.parts.ledger.play(entry.id, 0, 0, "start 1-1")
    page.locator("#move-1").wait_for()
    assert page.locator("#strip .badge").count() == 1
    assert page.locator("#undecided").count() == 0
    fits(page, 360)
    assert violations(page) == []


def test_after_the_end_another_game_is_one_press_away(it):
    over = Followed(it.parts, options={"players": 2, "hand_size": 1}, plays=[(0, "start 1-1")])
    over.table.publish(following=None)
    page = it.page(f"/games/{over.id}")
    page.locator("#after a", has_text="Another game").click()
    page.locator("#new").wait_for()


def test_the_last_move_is_told_in_words_and_by_another_shape_than_a_lawful_place(it):
    """Both were a yellow ring, so that people tapped what had just been laid."""
    entry = opened(it.parts, "stonerow", CARDS[:5])
    page = it.page(f"/games/{entry.id}", color_scheme="dark")
    latest = page.locator("#table .latest")
    assert latest.get_attribute("data-place") == "quarry"
    assert latest.locator(".newest").inner_text() == "Last move"
    ring = "(part) => [getComputedStyle(part).outlineStyle, getComputedStyle(part).borderTopColor]"
    assert latest.evaluate(ring)[0] == "none"
    page.locator("#tray [data-piece='G4']").click()
    spot = page.locator("#table .spot").first
    assert spot.evaluate(ring)[1] != latest.evaluate(ring)[1]
    assert violations(page) == []


def test_a_hand_that_is_known_is_drawn_before_the_draw(it):
    """It was a line of letters, and the cards came in sight only when they could be played."""
    entry = opened(it.parts, "stonerow", (), seed=19)
    it.parts.bots.seat(entry.id, [1], 1.0)  # who plays alone sees their hand
    page = it.page(f"/games/{entry.id}", 360, 640)
    hand = list(entry.game.hand(entry.replay.state, 0))
    cards = page.locator(".held .held-piece")
    assert cards.count() == len(hand)
    assert cards.first.get_attribute("aria-label") == card(hand[0], english())
    page.locator(".held .playing img").first.wait_for()
    assert page.locator(".held .playing", has_text="GGM").count() == 1  # the widest label
    assert badly_set(page, ".playing, .playing b") == []
    hand, scores = boxes(page, ".held", ".strip > .players")
    assert hand["y"] + hand["height"] < 640
    assert scores["height"] < 0.15 * 640  # which stays in view while the page is scrolled
    assert scores["height"] + hand["height"] < 0.4 * 640
    fits(page, 360)
    assert violations(page) == []
