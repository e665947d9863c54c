"""A phone as the camera, from the code on the page to the first picture: two browsers, as in a living room."""

import pytest
from page_browsing import PLAIN, Browsing, browser, fits, painted, shot, until, violations
from page_table import served
from service_help import LIMIT, eventually

pytestmark = pytest.mark.browser
CAMERA = (*PLAIN, "--ignore-certificate-errors", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
HERE, HOME = "127.0.0.1", "192.168.1.2"
SHOWN = "document.querySelector('#finder') && !document.querySelector('#finder').hidden"


@pytest.fixture
def it(tmp_path, monkeypatch):
    """A table's computer in a network at home, and its browser."""
    monkeypatch.setattr("service.phone.door.local_address", lambda: HOME)
    with served(tmp_path, phone_port=0) as (parts, where), browser(*CAMERA) as chromium:
        yield Browsing(chromium, parts, where)


def phone_beside(it, laptop):
    """The phone's browser at the address that the code holds."""
    page = laptop.context.browser.new_context(ignore_https_errors=True).new_page()
    page.set_default_timeout(1000 * LIMIT)
    page.goto(it.parts.station.phone.url.replace(HOME, HERE), wait_until="domcontentloaded")
    page.get_by_role("button", name="Start the camera").wait_for()
    return page


def start_camera(phone):
    phone.get_by_role("button", name="Start the camera").click()


def leave(it, page, phone=None):
    """The pages go before the camera does: one that is closed while it turns to another never answers."""
    if phone is not None:
        phone.context.close()
    page.goto("about:blank")
    it.parts.station.stop()


def choose_phone(page):
    page.locator("input[name=way][value=phone]").check(force=True)
    page.locator(".join-code svg").wait_for()


def test_the_start_page_says_that_the_phone_is_in_and_shows_its_picture(it):
    page = it.page("/", 1280, 800, locale="en-GB")
    choose_phone(page)
    told = page.locator("#phone-code").inner_text()
    assert all(words in told for words in ("warns once", "Advanced", "Proceed", "Show Details", "That is all right"))
    phone = phone_beside(it, page)
    page.locator("[data-joined]:visible").wait_for()
    assert not page.locator(".join-code").is_visible()
    start_camera(phone)
    until(page, SHOWN)
    page.locator("[data-joined]").wait_for(state="detached")
    leave(it, page, phone)


def test_a_game_that_was_started_before_the_phone_came_shows_the_code_and_goes_on(it):
    """It left no more than a link in the line of the camera's health."""
    page = it.page("/", 1280, 800, locale="en-GB")
    choose_phone(page)
    page.locator("#begin").click()
    page.locator("#awaited .join-code svg").wait_for()
    until(page, "document.querySelector('.join-code svg').getBoundingClientRect().bottom <= innerHeight")
    assert "scan the code" in page.locator("#awaited").inner_text()
    assert page.locator("#status").inner_text().endswith("the computer shows it.")  # and leads nowhere else
    assert violations(page) == []
    shot(page, "awaited")
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page, 360)
    phone = phone_beside(it, page)
    page.locator("#awaited [data-joined]:visible").wait_for()
    start_camera(phone)
    page.locator("#awaited").wait_for(state="hidden")
    page.locator("#finder-card").evaluate("(card) => (card.open = true)")
    eventually(lambda: painted(page, "#finder"), "a frame", lambda: page.wait_for_timeout(50))
    phone.close()
    page.locator("#awaited .join:not([open])").wait_for()  # on a small screen the code is folded away
    page.locator("#camera-close").click()
    page.get_by_text("so the game ended with its camera").wait_for()
    assert page.url == it.where


def test_the_page_with_the_code_leads_to_the_table_once_the_phone_s_pictures_come(it):
    it.parts.station.look("phone")
    page = it.page("/join", 1280, 800, locale="en-GB")
    box = page.locator(".join-code svg").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["width"] > 200
    assert violations(page) == []
    shot(page, "join")
    phone = phone_beside(it, page)
    page.locator("[data-joined]:visible").wait_for()
    assert page.url.endswith("/join")
    start_camera(phone)
    page.wait_for_url(it.where)
    leave(it, page)
    phone.get_by_text("The camera was closed at the computer").wait_for()  # it said that the computer did not answer
    assert phone.get_by_role("button").count() == 0


def test_a_code_whose_time_is_over_gives_way_to_a_new_one(it):
    it.parts.station.look("phone")
    page = it.page("/join", 1280, 800)
    first = page.locator("[data-code]").get_attribute("data-code")
    it.parts.station.phone.inbox._ends = 0.0
    until(page, f"document.querySelector('[data-code]').dataset.code !== '{first}'")
    assert page.locator("#phone-code code").inner_text() == it.parts.station.phone.url
    leave(it, page)
