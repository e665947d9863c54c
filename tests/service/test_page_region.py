"""The table's edge on the page, in a real browser: shown on the picture, dragged, moved by keys, kept, learnt again."""

import json

import pytest
from page_browsing import boxes, browsing, eventually, shot, violations
from page_table import Followed

from vision.scene.region import TableRegion

pytestmark = pytest.mark.browser
MAT = {"corners": [[0.1, 0.1], [0.9, 0.1], [0.95, 0.95], [0.05, 0.95]], "source": "mat"}


def test_the_corners_of_the_table_are_dragged_kept_and_learnt_again(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.table.publish(region=MAT)
        page = it.page("/")
        page.locator("#shot-drawing .reach .edge").wait_for()
        shot(page, "region-shown")
        page.locator("[data-region-open]").click()
        dialog = page.locator("#region[open]")
        dialog.wait_for()
        handles = dialog.locator(".handle")
        assert handles.count() == 4
        assert "Corner 1: 10 %" in handles.first.get_attribute("aria-label")
        handle, over = boxes(page, "#region .handle:nth-of-type(3)", "#region-shot .over")
        assert handle["width"] > 15
        page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
        page.mouse.down()
        page.mouse.move(over["x"] + over["width"] / 2, over["y"] + over["height"] * 0.7, steps=4)
        page.mouse.up()
        handles.first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
        shot(page, "region-dragged")
        assert violations(page) == []
        page.locator("#region-save").click()
        dialog.wait_for(state="hidden")
        given = table.table.given
        assert isinstance(given, TableRegion)
        assert given.corners[0] == pytest.approx((0.11, 0.15))
        assert given.corners[2] == pytest.approx((0.5, 0.7), abs=0.08)
        eventually(lambda: json.loads(page.locator("#shot-drawing").get_attribute("data-region"))[0] == [0.11, 0.15])

        page.locator("[data-region-open]").click()
        page.locator("#region-learn").click()
        dialog.wait_for(state="hidden")
        assert table.table.given is None


def test_corners_that_cross_are_refused_in_the_dialog(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        crossed = [[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]]
        table.table.publish(region={"corners": crossed, "source": "people"})
        page = it.page("/", locale="sv-SE")
        page.locator("[data-region-open]").click()
        page.locator("#region-save").click()
        page.locator("#region-alert").wait_for()
        assert page.locator("#region-alert").inner_text().startswith("Det är inget bord: två av bordets kanter korsar")
        assert page.locator("#region[open]").is_visible()
        shot(page, "region-refused")
