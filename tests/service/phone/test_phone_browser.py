"""The phone's page in a real browser, with a camera of its own making."""

from pathlib import Path

import pytest
from page_browsing import PLAIN, browser, shot
from service_help import LIMIT, eventually
from watch_frames import frames_of

from service.capture.capture import STOPPED, Capture, CaptureSettings
from service.capture.look import LookSettings
from service.capture.source import find_source
from service.following.tables import Health
from service.phone.door import open_for_phone
from service.settings import Settings

pytestmark = pytest.mark.browser
TRUSTING = (*PLAIN, "--ignore-certificate-errors")
CAMERA = (*TRUSTING, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


def joined(chromium, address, routes=()):
    """A page of a phone at an address; `routes` are patterns of its files and what is done in place of sending them."""
    page = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
    page.set_default_timeout(1000 * LIMIT)
    for each in routes:
        page.route(*each)
    page.goto(address, wait_until="domcontentloaded")
    return page


@pytest.fixture
def source():
    return find_source("phone")


@pytest.fixture
def opened(tmp_path, source):
    with open_for_phone(source.inbox, Settings(data=tmp_path, phone_port=0), lambda: "The table is still.") as opened:
        opened.address = "127.0.0.1"
        yield opened


def test_a_phone_joins_and_its_camera_reaches_the_table(opened, source):
    any_speed = CaptureSettings(look=LookSettings(slow=0.0))  # a busy machine sends few pictures
    with browser(*CAMERA) as chromium, Capture(source, any_speed) as capture:
        page = chromium.new_context(ignore_https_errors=True, **PHONE).new_page()
        page.set_default_timeout(1000 * LIMIT)
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(opened.url, wait_until="domcontentloaded")
        shot(page, "phone-start")
        page.get_by_text("the browser asks for the camera: press “Allow”").wait_for()
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("The table is still.").wait_for()
        shot(page, "phone-on")
        result = frames_of(capture, count=8)
        assert len(result) == 8
        assert result[-1].pixels.shape[1] >= 640
        assert result[-1].pixels.std() > 10
        assert capture.health.state == "ok"
        page.set_viewport_size({"width": 844, "height": 390})
        shot(page, "phone-on-its-side")
        page.get_by_role("button", name="Stop").click()
        page.get_by_text("The camera is off.").wait_for()
        eventually(lambda: source.inbox.stopped, "word that it was stopped")
        capture.next(0)
        assert capture.health == Health("retrying", STOPPED)
        page.get_by_role("button", name="Start the camera").click()
        eventually(lambda: capture.next(1) and capture.health.state == "ok", "its pictures again")
        assert errors == []


def test_a_phone_without_a_camera_sends_pictures(opened, source):
    with browser(*TRUSTING) as chromium, Capture(source) as capture:
        page = joined(chromium, opened.url)
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("take pictures instead").wait_for()
        shot(page, "phone-refused")
        photo = next(Path(__file__).parents[3].glob("datasets/demo/*.jpg"))
        page.set_input_files("#picture", str(photo))
        page.get_by_text("The table is still.").wait_for()
        (frame,) = frames_of(capture, count=1)
        assert frame.pixels.std() > 10


def test_a_camera_that_was_not_allowed_says_how_to_allow_it(opened):
    with browser(*CAMERA[:-1], "--use-fake-ui-for-media-stream=deny") as chromium:
        page = joined(chromium, opened.url)
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("The camera was not allowed.").wait_for()
        said = page.locator("#words").inner_text()
        assert all(words in said for words in ("Android", "“Permissions”", "iPhone", "“Website Settings”", "reload"))
        shot(page, "phone-denied")


def test_a_second_phone_takes_over_and_the_first_is_told(opened, source):
    with browser(*CAMERA) as chromium, Capture(source):
        address = opened.url
        first = joined(chromium, address)
        first.get_by_role("button", name="Start the camera").click()
        first.get_by_text("The table is still.").wait_for()
        first.goto(address)  # it goes on by itself, though the code has been used
        first.get_by_text("The table is still.").wait_for()
        joined(chromium, opened.url)
        first.get_by_text("Another phone").wait_for()
        assert first.get_by_role("button").count() == 0  # it stayed, and only brought the same message
        assert "Does the computer 127.0.0.1 show no code? Put /join" in first.locator("#where").inner_text()
        shot(first, "phone-taken-over")


def test_the_camera_cannot_be_started_before_the_page_is_ready(opened):
    held = []

    def hold(route):
        held.append(route)

    with browser(*CAMERA) as chromium:
        page = joined(chromium, opened.url, [("**/phone.js", hold)])
        start = page.get_by_role("button", name="Start the camera")
        start.wait_for()
        assert start.is_disabled()
        eventually(lambda: page.wait_for_timeout(10) or held, "its script")
        held.pop().continue_()
        start.click()  # waits until it may be pressed
        page.get_by_role("button", name="Stop").wait_for()


def test_a_film_that_does_not_start_is_told_and_may_be_tried_again(opened):
    with browser(*CAMERA) as chromium:
        page = joined(chromium, opened.url)
        start = page.get_by_role("button", name="Start the camera")
        start.wait_for()
        page.evaluate("() => { document.getElementById('view').play = () => Promise.reject(new Error('no')); }")
        start.click()
        page.get_by_text("The camera does not open").wait_for()
        page.evaluate("() => delete document.getElementById('view').play")
        start.click()
        page.get_by_role("button", name="Stop").wait_for()


def test_an_old_code_says_what_to_do(opened, source):
    old = opened.url
    source.inbox.join(source.inbox.invite()[0])
    with browser(*TRUSTING) as chromium:
        page = joined(chromium, old)
        page.get_by_text("scan the one that the computer shows").wait_for()
        shot(page, "phone-old-code")
