"""Pictures a second: told where a picture is shown and more come, not before and not at rest."""

import pytest
from page_browsing import browsing, until
from page_table import Followed

from service.following.tables import Frames

pytestmark = pytest.mark.browser
RATE = "document.getElementById('rate').textContent"


def test_the_rate_stands_beside_a_picture_and_never_says_nought(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=())
        table.table.publish(observation=None, picture=None)
        page = it.page("/")
        page.locator("#begin").wait_for()
        table.publish(gate="moving")
        page.locator("#status", has_text="something moves").wait_for()
        until(page, RATE + ' === "25 pictures a second"')
        table.table.publish(frames=Frames(200, 2, 0.0))
        until(page, RATE + ' === ""')
        table.table.publish(frames=Frames(300, 2, 11.2))
        until(page, RATE + ' === "11 pictures a second"')


def test_the_rate_is_not_told_before_anything_is_seen(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=())
        table.publish()
        table.table.publish(observation=None, picture=None)
        page = it.page("/")
        page.get_by_text("Nothing seen yet").wait_for()
        table.table.publish(gate={"state": "moving", "detail": ""}, frames=Frames(300, 2, 11.2))
        page.locator("#status", has_text="something moves").wait_for()
        assert page.locator("#rate").inner_text() == ""
