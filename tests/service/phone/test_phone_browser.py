"""The phone's page in a real browser, with a camera of its own making."""

import os
from pathlib import Path

import pytest

from service.capture.capture import Capture
from service.capture.source import find_source
from service.phone.door import open_for_phone
from service.phone.page import join_page
from service.settings import Settings

pytestmark = pytest.mark.browser
CHROMIUM = Path("/usr/bin/chromium")
CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
SHOTS = os.environ.get("TABLESIDE_SHOTS")


def shot(page, name):
    """A picture of the page, where somebody wants to look at it."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


@pytest.fixture(scope="module")
def playwright():
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's chromium")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as running:
        yield running


def browser(playwright, *camera):
    switches = ["--no-sandbox", "--ignore-certificate-errors", *camera]
    return playwright.chromium.launch(executable_path=str(CHROMIUM), args=switches)


@pytest.fixture
def source():
    return find_source("phone")


@pytest.fixture
def opened(tmp_path, source):
    with open_for_phone(source.inbox, Settings(data=tmp_path, phone_port=0), lambda: "The table is still.") as opened:
        opened.address = "127.0.0.1"
        yield opened


def test_a_phone_joins_and_its_camera_reaches_the_table(playwright, opened, source):
    chromium = browser(playwright, *CAMERA)
    with Capture(source) as capture:
        page = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(opened.url, wait_until="domcontentloaded")
        shot(page, "phone-start")
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("The table is still.").wait_for(timeout=15_000)
        shot(page, "phone-on")
        told = [frame for _ in range(100) if (frame := capture.next(0.1)) is not None][:8]
        assert len(told) == 8
        assert told[-1].pixels.shape[1] >= 640
        assert told[-1].pixels.std() > 10
        assert capture.health.state == "ok"
        page.set_viewport_size({"width": 844, "height": 390})
        shot(page, "phone-on-its-side")
        page.get_by_role("button", name="Stop").click()
        page.get_by_text("The camera is off.").wait_for(timeout=15_000)
        assert errors == []
    chromium.close()


def test_a_phone_without_a_camera_sends_pictures(playwright, opened, source):
    chromium = browser(playwright)
    with Capture(source) as capture:
        page = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
        page.goto(opened.url, wait_until="domcontentloaded")
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("take pictures instead").wait_for(timeout=10_000)
        shot(page, "phone-refused")
        photo = next(Path(__file__).parents[3].glob("datasets/demo/*.jpg"))
        page.set_input_files("#picture", str(photo))
        page.get_by_text("The table is still.").wait_for(timeout=10_000)
        assert capture.next(2.0).pixels.std() > 10
    chromium.close()


def test_a_second_phone_takes_over_and_the_first_is_told(playwright, opened, source):
    chromium = browser(playwright, *CAMERA)
    with Capture(source):
        first = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
        first.goto(opened.url, wait_until="domcontentloaded")
        first.get_by_role("button", name="Start the camera").click()
        first.get_by_text("The table is still.").wait_for(timeout=15_000)
        second = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
        second.goto(opened.url, wait_until="domcontentloaded")
        first.get_by_text("Another phone").wait_for(timeout=10_000)
        shot(first, "phone-taken-over")
    chromium.close()


def test_an_old_code_says_what_to_do(playwright, opened, source):
    chromium = browser(playwright)
    old = opened.url
    source.inbox.join(source.inbox.token)
    page = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
    page.goto(old, wait_until="domcontentloaded")
    assert page.get_by_text("scan the one that the computer shows").is_visible()
    shot(page, "phone-old-code")
    chromium.close()


def test_the_code_is_shown_whole(playwright, opened, tmp_path):
    chromium = browser(playwright)
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    style = (Path(__file__).parents[3] / "service/phone/html/phone.css").read_text()
    page.set_content(join_page("en", opened.svg(), opened.url).replace("</head>", f"<style>{style}</style></head>"))
    box = page.locator(".code svg").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["width"] > 250
    shot(page, "join")
    chromium.close()
