"""The camera on the page in a real browser, near and large; and a table that is not the record's."""

import pytest
from page_browsing import REFUSED, WRONG, boxes, browsing, fits, say_yes, until, violations
from page_table import CARDS, Followed

from service.store.questions import Candidate, Question

pytestmark = pytest.mark.browser
SHOWN = "document.getElementById('shot-drawing').getAttribute('viewBox')"
WHOLE = "0 0 1280 720"


def test_the_picture_is_near_or_whole_with_names_or_without_and_large_at_a_click(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#shot-drawing").wait_for()
        assert page.evaluate(SHOWN) != WHOLE
        card, tiles = boxes(page, "#picture", "#shot-drawing .mark")
        assert card["width"] > 600
        assert tiles["width"] > 0.15 * card["width"]
        page.locator("#picture [data-shot=near]").click()
        assert page.evaluate(SHOWN) == WHOLE
        page.locator("#picture [data-shot=names]").click()
        assert page.locator("#shot-drawing text").first.is_hidden()
        table.play(0, "branch 8-4 @4,-2,0:n")
        page.locator("#move-8").wait_for()
        assert page.evaluate(SHOWN) == WHOLE
        assert page.locator("#shot-drawing text").first.is_hidden()

        page.locator("#shot-drawing").click()
        large = page.locator("#large[open]")
        large.wait_for()
        assert boxes(page, "#large .over")[0]["width"] > 1150
        large.locator("[data-shot=near]").click()
        assert large.locator(".over").get_attribute("viewBox") != WHOLE
        assert violations(page) == []
        page.keyboard.press("Escape")
        large.wait_for(state="hidden")
        page.reload(wait_until="domcontentloaded")
        assert page.locator("#picture [data-shot=names]").get_attribute("aria-pressed") == "false"
        page.locator("#picture [data-shot=enlarge]").press("Enter")
        page.locator("#large[open]").wait_for()


def test_a_table_that_is_not_the_record_s_is_said_once_it_lasts(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        entry = it.parts.ledger.find(table.id)
        same = entry.game.position(entry.game.view(entry.replay.state, None))
        table.keep("another picture", "after")
        table.table.publish(picture=table.shown, position={"tiles": [*same["tiles"], tile("8-5", 8)]})
        page.locator("#differs").wait_for(state="attached")
        assert page.locator("#differs").is_hidden()
        page.locator("#differs").wait_for(state="visible")
        assert "5-8" in page.locator("#differs").inner_text()
        assert "do not agree" in page.locator("#said").text_content()
        assert violations(page) == []
        table.keep("a third", "after")
        table.table.publish(picture=table.shown, position=same)
        page.locator("#differs").wait_for(state="detached")


def tile(label, x):
    return {"tile": label, "at": [x, 0, 0], "dir": "e"}


def test_four_players_fit_a_phone_and_long_answers_are_read(tmp_path):
    with browsing(tmp_path) as it:
        cards = Followed(it.parts, "stonerow", options={"players": 4}, plays=CARDS[:4])
        plays = [((1, "draw quarry"), (1, f"build B6 {card}"), (2, "draw brickyard")) for card in ("G6", "Y6")]
        candidates = tuple(Candidate(each, 0.5) for each in plays)
        asked = Question("choice", "Was it this by seat 1, or that?", cards.version, (), candidates)
        it.parts.questions.ask(cards.id, asked)
        page = it.page("/", 390, 844)
        page.locator(".ask").wait_for()
        totals = boxes(page, *(f"#strip .player:nth-child({n}) .total" for n in range(1, 5)))
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in totals)
        assert "Was it this" not in page.locator(".ask").inner_text()
        assert page.locator(".ask .answer .words:not(.shared)").count() == 2
        assert violations(page) == []


def test_a_move_that_was_opened_is_in_sight_and_a_button_takes_the_last_one_back(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        number = table.ask(WRONG, kind="illegal", **REFUSED)
        table.parts.questions.settle(table.id, number, "the table is as the game is")
        table.publish()
        page = it.page("/")
        page.locator(".aside.refused").wait_for()
        page.locator("#move-1 summary").first.click()
        inside = (
            "(() => { const row = document.querySelector('#move-1 .row-of-buttons').getBoundingClientRect();"
            " const list = document.querySelector('#played .list').getBoundingClientRect();"
            " return row.bottom <= list.bottom + 1 && row.bottom <= innerHeight + 1; })()"
        )
        until(page, inside)
        page.locator("#played [data-action=last]").click()
        say_yes(page)
        page.locator("#move-7").wait_for(state="detached")
        page.locator(".aside.undo", has_text="move 7, Player 2").wait_for()
        assert violations(page) == []


def test_the_home_page_begins_with_the_games(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.table.publish(following=None)
        for width in (390, 1280):
            page = it.page("/", width, 800)
            page.locator(f'.games li > a[href="/games/{table.id}"]').wait_for()
            games, camera = boxes(page, ".kept", ".picture")
            assert games["y"] < camera["y"]
            fits(page, width)
            assert violations(page) == []
