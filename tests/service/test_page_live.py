"""The page of a followed game in a real browser: moves, questions, illegal plays, disputes, the scoreboard."""

import os
import re
import time
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from page_table import CARDS, DOMINOES, STONES, Followed, served
from service_help import API, client_of, play
from test_page import browser

from service.following.tables import Health
from service.store.questions import Candidate, Question

pytestmark = pytest.mark.browser
OUT = os.environ.get("TABLESIDE_SHOTS")
"""A folder that keeps the screenshots; without it they go to the test's own."""
SIZES = {"narrow": (320, 640), "phone": (390, 844), "desktop": (1280, 800), "tv": (1920, 1080)}
NEXT = (0, "branch 8-4 @4,-2,0:n")
LEFT, RIGHT = (0, "extend 2-1 @-2,0,0:e"), (0, "extend 3-1 @-2,0,0:e")
WRONG = (0, "extend 3-2 @8,0,0:e")
REFUSED = {"legal": False, "rules": ("SN-9",), "reason": "3-2 has no half that matches the 8 beside it."}


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


def totals(page):
    return [int(text.split()[0]) for text in page.locator("#strip .player .total").all_inner_texts()]


def test_moves_appear_as_they_are_seen_and_can_be_taken_back_and_corrected(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        assert totals(page) == [0, 70]
        assert "Player 1" in page.locator("#strip .active").inner_text()
        table.play(*NEXT)
        page.locator("#move-8").wait_for()
        assert totals(page) == [20, 70]
        assert "8-4" in page.locator("#said").text_content()
        assert "20 points" in page.locator("#said").text_content()
        assert "% sure" in page.locator("#move-8").text_content()
        assert page.locator("#table .board .tile").count() == 8
        page.locator("#move-8 summary").first.click()
        assert "SN-" in page.locator("#move-8 .rules").inner_text()
        page.locator("#move-8 .pair img").nth(1).wait_for()

        page.locator("#move-8 [data-action=correct]").click()
        page.locator("#pick-find").fill("2-1 left")
        page.locator("#picked [data-move]", has_text="2-1 at the left end").click()
        page.locator("#pick").wait_for(state="hidden")
        page.locator("#move-8", has_text="2-1 at the left end").wait_for()
        assert totals(page) == [0, 70]

        page.locator("#move-6 summary").first.click()
        page.locator("#move-6 [data-action=undo]").click()
        assert "2 moves played after it" in page.locator("#confirm").inner_text()
        page.locator("#confirm-yes").click()
        page.locator("#move-6").wait_for(state="detached")
        assert totals(page) == [0, 0]
        with client_of(it.where) as client:
            record = client.get(f"{API}/games/{table.id}/record").text
        assert '"kind":"undo"' in record.replace(" ", "")


def test_a_question_is_two_pictures_and_two_buttons(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        number = table.ask(LEFT, RIGHT, (0, "draw"))
        ask = page.locator(f"#ask-{number}")
        ask.wait_for()
        assert ask.locator(".pair img").count() == 2
        shown = "Array.from(document.querySelectorAll('.ask img')).every(one => one.complete && one.naturalWidth > 0)"
        until(page, shown)
        assert ask.locator(".ask-words > .answers > .answer").count() == 4
        assert "Which move was it?" in page.locator("#said").text_content()
        page.locator("body").press("2")
        ask.wait_for(state="detached")
        assert "3-1 at the left end" in page.locator("#move-8").inner_text()

        second = table.ask((1, "draw"), (1, "extend 8-0 @8,0,0:e"))
        page.locator(f"#ask-{second} [data-pick]").click()
        page.locator("#pick-find").fill("8-5 @8,0,0")
        page.locator("#picked [data-move]", has_text="extend 8-5 @8,0,0:e").click()
        page.locator("#move-9", has_text="8-5").wait_for()
        assert it.parts.questions.open(table.id) == ()


def test_a_doubt_about_earlier_moves_offers_what_is_recorded_and_takes_nothing_back_by_itself(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        table.play(*NEXT)
        page.locator("#move-8").wait_for()
        before = [(event.seat, event.move) for event in table.record.events]
        others = [[LEFT], [RIGHT], [(0, "draw"), (0, "keep")]]
        ask = page.locator(f"#ask-{table.doubt(8, *others)}")
        ask.wait_for()
        shown = ask.locator(".ask-words > .answers > .answer")
        assert [text.split("\n")[0] for text in shown.all_inner_texts()] == [
            "Rather so",
            "As recorded",
            "Something else…",
        ]
        assert "8-4 as a branch" in shown.nth(1).inner_text()
        ask.locator("summary").click()
        assert ask.locator("details .answer").last.inner_text() == "All of it was taken back"
        shown.nth(1).click()
        ask.wait_for(state="detached")
        assert [(event.seat, event.move) for event in table.record.events] == before

        second = page.locator(f"#ask-{table.doubt(7, [(1, 'draw')], [(1, 'extend 2-1 @-2,0,0:e')])}")
        second.locator("[data-pick]").click()
        page.locator("#pick-find").fill("8-0 @8,0,0")
        page.locator("#picked [data-move]", has_text="extend 8-0 @8,0,0:e").click()
        page.locator("#move-7", has_text="8-0 at the right end").wait_for()
        assert "8-4 as a branch" in page.locator("#move-8").inner_text()
        second.wait_for(state="detached")
        assert it.parts.questions.open(table.id) == ()


def test_an_illegal_play_is_told_at_once_with_its_rule_and_not_by_colour_alone(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page, board = it.page("/"), it.page(f"/games/{table.id}/scoreboard")
        for each in (page, board):
            each.locator("#strip").wait_for()
            each.evaluate(
                "window.tones = 0; const start = OscillatorNode.prototype.start; "
                "OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); }; 0"
            )
            each.mouse.click(5, 5)
        page.wait_for_timeout(500)
        number = table.ask(WRONG, LEFT, kind="illegal", text="3-2 does not fit.", **REFUSED)
        ask = page.locator(f"#ask-{number}")
        ask.wait_for()
        said = page.locator("#shout[role=alert]")
        until(page, "document.getElementById('shout').textContent !== ''")
        assert "not allowed" in said.text_content()
        assert REFUSED["reason"] in said.text_content()
        assert "SN-9" in ask.inner_text()
        assert ask.locator("h2 svg").count() == 1
        assert page.evaluate("window.tones") == 2
        board.locator(".bottom.illegal", has_text="no half that matches").wait_for()
        assert ask.locator(".answer").first.inner_text() == "It was taken back"
        ask.locator(".answer").first.click()
        ask.wait_for(state="detached")
        assert said.text_content() == ""
        assert page.locator("#strip").get_attribute("data-last") == "7"

        page.get_by_role("button", name="Sound").click()
        again = table.ask(WRONG, kind="illegal", text="3-2 does not fit.", **REFUSED)
        page.locator(f"#ask-{again}").get_by_role("button", name="Accept it as a house ruling").click()
        page.locator("#move-8", has_text="house ruling").wait_for()
        assert page.evaluate("window.tones") == 2


def test_a_dispute_is_asked_ruled_on_and_downloaded(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7 summary").first.click()
        page.locator("#move-7 [data-action=legal]").click()
        verdict = page.locator(".verdict")
        verdict.wait_for(timeout=60_000)
        assert "Move 7" in verdict.inner_text()
        assert "player 2" in verdict.inner_text()
        assert "SN-19" in verdict.inner_text()
        assert verdict.locator(".pair img").count() == 2
        assert len(verdict.locator(".hash").first.get_attribute("title")) == 64
        verdict.locator(".then summary").first.click()
        assert verdict.locator(".boards .board").count() == 2
        with page.expect_download() as got:
            verdict.get_by_role("link", name="Download the evidence").click()
        assert Path(got.value.path()).read_bytes()[:2] == b"PK"

        page.locator("#dispute-kind").select_option("under")
        page.locator("#dispute-what").fill("nonsense 99-99")
        page.locator("#dispute-form [type=submit]").click()
        page.locator("#dispute-alert:not([hidden])").wait_for()


def test_the_time_line_is_scrubbed_by_keys(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#scrub").wait_for()
        count = page.locator(".moment").count()
        assert count == 14
        page.locator("body").press("e")
        assert page.evaluate("document.activeElement.id") == "scrub"
        page.keyboard.press("Home")
        shown = page.locator(".moment:not([hidden])")
        assert "before the move" in shown.inner_text()
        assert "move 1" in page.locator("#scrub").get_attribute("aria-valuetext")
        for _ in range(9):
            page.keyboard.press("ArrowRight")
        assert "1-4 was hidden under another piece" in shown.inner_text()
        page.locator("#timeline .then summary").click()
        page.locator("#then .board .tile").nth(4).wait_for()
        assert page.locator("#then .board .tile").count() == 5


def test_legal_moves_of_a_hand_are_shown_on_the_table_and_played(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page(f"/games/{table.id}")
        page.locator("body").press("h")
        page.keyboard.type("2-1 9-0")
        page.keyboard.press("Enter")
        move = page.locator("#legal .move", has_text="2-1 at the left end")
        move.wait_for()
        assert "not the whole hand" in page.locator("#legal").inner_text()
        move.locator("summary").focus()
        assert page.locator("#table .ghost").get_attribute("visibility") == "visible"
        page.keyboard.press("Enter")
        move.locator("[data-play]").click()
        page.locator("#move-8", has_text="2-1").wait_for()
        assert "Player 2" in page.locator("#strip .active").inner_text()
        assert page.locator("#legal-seat").input_value() == "1"


def test_a_camera_that_went_away_and_a_table_out_of_step_are_said(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#status", has_text="Camera on").wait_for()
        table.publish(gate="moving")
        page.locator("#status", has_text="something moves").wait_for()
        table.publish("out_of_step", "The mat is half covered.", health=Health("retrying", "The camera was unplugged."))
        page.locator("#status", has_text="Camera away").wait_for()
        page.locator("#strip", has_text="Out of step").wait_for()
        assert "The mat is half covered." in page.locator("#strip").inner_text()
        until(page, "document.getElementById('said').textContent.includes('away')")


def test_a_hand_that_lies_beside_the_game_is_taken_from_the_camera(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.table.publish(loose=[1, 2])  # the third piece is unsure, so it is left out
        page = it.page("/")
        page.get_by_role("button", name="Take what lies beside the game").click()
        page.locator("#legal .move").first.wait_for()
        assert page.locator("#legal-hand").input_value() == "1-5"


def test_every_game_is_drawn_without_a_camera(tmp_path):
    with browsing(tmp_path) as it, client_of(it.where) as client:
        page = it.page("/")
        page.get_by_text("Nothing seen yet").wait_for()
        page.locator("#new-game").select_option("stonerow")
        page.get_by_role("button", name="Start a game").click()
        page.wait_for_url(re.compile(r"/games/"))
        assert "No camera" in page.locator("#status").inner_text()

        cards = client.post(f"{API}/games", json={"game": "stonerow", "players": 2, "seed": 5}).headers["location"]
        game = client.get(cards).json()
        page.goto(it.where.rstrip("/") + cards.removeprefix(API), wait_until="domcontentloaded")
        assert page.locator("#table .place").count() == 2
        seat = game["next"]["seats"][0]
        play(client, cards, seat, "draw quarry", 0)
        page.locator("#move-1", has_text="Draw from the quarry").wait_for()

        stones = client.post(f"{API}/games", json={"game": "stones", "players": 3, "seed": 5}).headers["location"]
        page.goto(it.where.rstrip("/") + stones.removeprefix(API), wait_until="domcontentloaded")
        assert page.locator("#table .stack").count() == 6
        assert page.locator("#table .stack.marked").count() == 1
        page.locator("#legal-form [type=submit]").click()
        page.locator("#legal .move summary").first.click()
        page.locator("#legal [data-play]").first.click()
        page.locator("#move-1").wait_for()


def test_a_person_chooses_language_and_colours_and_they_stay(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/", locale="sv-SE", color_scheme="light")
        page.locator("#sheet-title", has_text="Poängprotokoll").wait_for()
        page.locator("#theme").click()
        page.reload(wait_until="domcontentloaded")
        assert page.locator("html").get_attribute("data-theme") == "dark"
        page.locator("#language").click()
        page.locator("#sheet-title", has_text="Score sheet").wait_for()
        table.play(*NEXT)
        page.locator("#move-8", has_text="as a branch").wait_for()


def test_keys_do_things_can_be_listed_and_turned_off(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#scrub").wait_for()
        page.locator("body").press("?")
        keys = page.locator("#keys[open]")
        keys.wait_for()
        assert keys.locator("kbd").count() == keys.locator("dd").count()
        keys.get_by_label("Single keys do this").uncheck()
        page.keyboard.press("Escape")
        page.locator("body").press("u")
        assert page.locator("#confirm[open]").count() == 0
        page.locator("body").press("Tab")
        assert page.locator("#confirm[open]").count() == 0


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.closest('[id]')?.id")


def test_by_keyboard_alone_the_focus_stays_where_one_works(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        page.locator("#legal-form [type=submit]").focus()
        page.keyboard.press("Enter")
        page.locator("#legal .move summary").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator("#move-8").wait_for()
        until(page, "document.activeElement.matches('#legal-form [type=submit]')")

        page.locator("#move-8 summary").first.focus()
        page.keyboard.press("Enter")
        page.locator("#move-8 [data-action=undo]").focus()
        page.keyboard.press("Enter")
        page.locator("#confirm-yes").focus()
        page.keyboard.press("Enter")
        page.locator("#move-8").wait_for(state="detached")
        until(page, "document.activeElement.matches('#move-7 summary')")

        number = table.ask(LEFT, RIGHT)
        page.locator(f"#ask-{number} .answer").first.focus()
        page.keyboard.press("Enter")
        page.locator("#move-10").wait_for()
        until(page, "document.activeElement.matches('#move-10 summary')")


def test_a_move_is_typed_and_entered_and_one_that_is_not_allowed_says_why(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        page.locator("body").press("p")
        page.keyboard.type("3-2")
        refusal = page.locator("#picked .refusal", has_text="The end shows 8")
        refusal.wait_for()
        assert "SN-9" in refusal.inner_text()
        page.keyboard.press("Enter")
        until(page, "document.activeElement.matches('#picked summary')")
        page.locator("#pick-find").fill("2-1 left")
        page.locator("#pick-find").press("Enter")  # before the list is there: the only one that is left is meant
        page.locator("#move-8", has_text="2-1 at the left end").wait_for()
        until(page, "document.activeElement.id === 'enter'")
        page.keyboard.press("Enter")
        assert page.locator("#pick-seat").input_value() == "1"
        page.locator("#pick-find").fill("extend 8-5 @8,0,0:e")
        page.locator("#pick-find").press("Enter")
        page.locator("#move-9", has_text="8-5").wait_for()

        page.locator("body").press("p")
        page.locator("#pick-find").fill("e")
        page.locator("#pick-find").press("Enter")
        until(page, "document.activeElement.matches('#picked [data-move]')")


def test_a_long_list_of_legal_moves_is_narrowed_down_by_typing(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page(f"/games/{table.id}")
        page.locator("#legal-form [type=submit]").click()
        page.locator("#legal-find").fill("left 2-1")
        until(page, "document.querySelectorAll('#legal .move').length === 1")
        assert "1 of 47" in page.locator("#legal-count").inner_text()
        assert focused(page) == "legal-find"


def test_enter_plays_nothing_that_was_not_typed_or_not_listed_for_it(tmp_path):
    only = '<ul><li><button data-move="draw">Draw</button></li></ul>'
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        page.route(re.compile("/pick.*find=$"), lambda route: route.fulfill(body=only, content_type="text/html"))
        page.locator("body").press("p")
        page.locator("#picked [data-move=draw]").wait_for()
        page.keyboard.press("Enter")
        until(page, "document.activeElement.matches('#picked [data-move]')")
        refusal = {"status": 422, "json": {"title": "No", "detail": "not now"}}
        page.route(re.compile("/pick.*find=8-5"), lambda route: route.fulfill(**refusal))
        page.locator("#pick-find").fill("2-1 left")
        until(page, "document.querySelectorAll('#picked [data-move]').length === 1")
        page.locator("#pick-find").fill("8-5")
        page.locator("#pick-find").press("Enter")
        page.locator("#pick-alert", has_text="not now").wait_for()
        assert page.locator("#picked [data-move]").count() == 0
        page.wait_for_timeout(300)  # a move that was sent would be there by now
        assert table.version == 7
        page.locator("#pick-find").fill("left 2-1")
        page.locator("#pick-find").press("Enter")
        page.locator("#move-8", has_text="2-1 at the left end").wait_for()


@pytest.mark.parametrize(
    ("seats", "first", "shown"),
    [("#pick-seat", "p", "#picked [data-move]"), ("#legal-seat", "", "#legal .move")],
)
def test_a_list_that_comes_late_is_not_put_in_the_place_of_a_newer_one(tmp_path, seats, first, shown):
    held = []
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page(f"/games/{table.id}")
        page.locator("#move-7").wait_for()
        if first:
            page.locator("body").press(first)
        else:
            page.locator("#legal-form [type=submit]").click()
        page.locator(shown).first.wait_for()
        page.route(re.compile(r"/(pick|legal)\?seat=1"), lambda route: held.append(route))  # noqa: PLW0108 - no builtin is taken
        page.locator(seats).select_option("1")
        page.wait_for_timeout(100)
        with page.expect_response(re.compile(r"/(pick|legal)\?seat=0")):
            page.locator(seats).select_option("0")
        with page.expect_response(re.compile(r"/(pick|legal)\?seat=1")):
            held[0].continue_()
        page.wait_for_timeout(200)
        assert page.locator(shown).count() > 0
        assert "turn" not in page.locator("#picked" if first else "#legal-count").inner_text()


def test_a_dispute_says_what_to_type_and_gives_examples_that_can_be_asked(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/", 390, 844)
        page.locator("#dispute-kind").select_option("under")
        page.locator("#dispute-form [type=submit]").click()
        alert = page.locator("#dispute-alert")
        assert "Type the name of the piece" in alert.inner_text()
        assert focused(page) == "dispute-what"
        until(page, "document.getElementById('dispute-alert').getBoundingClientRect().bottom <= innerHeight")
        assert not page.locator("[data-example]").first.is_visible()
        page.locator("#dispute-kind").select_option("free")
        page.locator("#dispute-form [type=submit]").click()
        assert "choose one of the examples" in alert.inner_text()
        page.locator("[data-example]", has_text="What lay under 9-9?").click()
        assert page.locator("#dispute-what").input_value() == "What lay under 9-9?"
        page.locator("#dispute-what").fill("who is the best?")
        page.locator("#dispute-form [type=submit]").click()
        page.locator("#dispute-alert", has_text="not understood").wait_for()


def test_a_claim_that_is_denied_is_not_shown_as_what_is_so(tmp_path):
    with browsing(tmp_path) as it, client_of(it.where) as client:
        parts = it.parts
        game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
        parts.ledger.play(game, 0, 0, "start 1-1")
        client.post(f"{API}/games/{game}/disputes", json={"question": "does player 1 have 7 points?"})
        page = it.page(f"/games/{game}", locale="sv-SE")
        verdict = page.locator(".verdict")
        assert "Påståendet avvisas" in verdict.locator("h3").inner_text()
        assert verdict.locator(".claim q").inner_text() == "The score of player 1 is 7."
        assert verdict.locator("b", has_text="is 7").count() == 0
        assert verdict.locator(".so b").inner_text() == "Så är det inte."


def test_times_are_those_of_the_clock_beside_the_reader(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/", timezone_id="Asia/Tokyo")
        page.locator("#scrub").wait_for()
        shown = page.locator(".moment:not([hidden]) time")
        assert shown.get_attribute("datetime") == "2026-01-31T18:00:16.000Z"
        assert "03:00:16" in shown.inner_text()
        assert "Feb" in shown.inner_text()
        assert "03:00:16" in page.locator("#scrub").get_attribute("aria-valuetext")
        table.play(*NEXT)
        page.locator("#move-8 summary").first.click()
        entry = page.locator("#move-8 time")
        hour = (int(entry.get_attribute("datetime")[11:13]) + 9) % 24
        assert f"{hour:02}:" in entry.inner_text() or f"{(hour - 1) % 12 + 1:02}:" in entry.inner_text()
        assert "UTC" not in page.locator("main").inner_text()


def test_what_an_opened_move_says_is_seen_on_a_phone_with_its_buttons(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page(f"/games/{table.id}", 390, 844)
        page.locator("#legal-form [type=submit]").click()
        moves = page.locator("#legal .move")
        moves.nth(5).locator("summary").click()
        until(
            page,
            "(() => { const button = document.querySelectorAll('#legal [data-play]')[5].getBoundingClientRect();"
            " const list = document.querySelector('#legal .list').getBoundingClientRect();"
            " return button.bottom <= Math.min(list.bottom, innerHeight) && button.top >= list.top; })()",
        )


def test_two_pictures_are_shown_close_up_where_they_differ_and_whole_when_wanted(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=DOMINOES[:2])
        page = it.page("/", 390, 844)
        frames = tuple(table.keep_picture(with_tile(shown)) for shown in (False, True))
        number = it.parts.questions.ask(
            table.id, Question("choice", "?", table.version, frames, (Candidate(((0, "draw"),), 0.5),))
        )
        table.publish("asking")
        ask = page.locator(f"#ask-{number}")
        closer = ask.locator("[data-closer]")
        closer.wait_for()
        spot = (
            "Array.from(document.querySelectorAll('.ask img')).map((one) => { const box = one.getBoundingClientRect(),"
            " seen = one.parentElement.getBoundingClientRect(); const scale = box.width / seen.width; return [scale,"
            " (box.left + 0.75 * box.width - seen.left) / seen.width,"
            " (box.top + 0.7 * box.height - seen.top) / seen.height]; })"
        )
        until(page, f"{spot}.every(([scale]) => scale > 4.4)")
        for _, x, y in page.evaluate(spot):
            assert 0.3 < x < 0.7
            assert 0.3 < y < 0.7
        closer.click()
        until(page, f"{spot}.every(([scale]) => Math.abs(scale - 1) < 0.01)")
        table.publish("asking", "again")
        page.wait_for_timeout(300)
        assert closer.get_attribute("aria-pressed") == "false"


def with_tile(there):
    """A noisy picture of a table; a tile lies at three quarters of its width and seven tenths of its height, or not."""
    pixels = np.random.default_rng(int(there)).integers(60, 90, (720, 1280, 3), np.uint8)
    if there:
        cv2.rectangle(pixels, (920, 485), (1000, 525), (235, 240, 240), -1)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def test_everything_is_reached_by_tab_with_a_focus_that_is_seen(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts).ask(LEFT, RIGHT)
        page = it.page("/")
        page.locator(".ask").wait_for()
        page.locator("#scrub").wait_for()
        reached = set()
        for _ in range(80):
            page.keyboard.press("Tab")
            found = page.evaluate(
                "(() => { const e = document.activeElement; const s = getComputedStyle(e);"
                " const part = e.closest('section, header, footer'); return [part?.id || part?.className || e.tagName,"
                " e.tagName, s.outlineStyle, parseFloat(s.outlineWidth)]; })()"
            )
            if found[1] == "BODY":
                break
            reached.add(found[0])
            assert found[2] != "none" or found[1] == "MAIN", found
            assert found[3] >= 2 or found[1] == "MAIN", found
        assert {"ask-1", "played", "sheet", "disputes", "timeline", "card legal"} <= reached


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_their_screens_and_keep_to_the_rules_of_access(tmp_path, scheme):
    shots = Path(OUT) if OUT else tmp_path
    shots.mkdir(parents=True, exist_ok=True)
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.ask(WRONG, LEFT, kind="illegal", text="3-2 does not fit.", **REFUSED)
        cards, stones = Followed(it.parts, "stonerow", plays=CARDS), Followed(it.parts, "stones", plays=STONES)
        table.publish("illegal")
        paths = {"live": "/", "score": f"/games/{table.id}/scoreboard"}
        paths |= {"cards": f"/games/{cards.id}", "stones": f"/games/{stones.id}"}
        for name, (width, height) in SIZES.items():
            for kind, path in paths.items():
                page = it.page(path, width, height, color_scheme=scheme)
                page.locator("#strip").wait_for(state="attached")
                page.wait_for_timeout(300)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, kind)
                page.screenshot(path=shots / f"{kind}-{name}-{scheme}.png", full_page=name == "phone")
                if name != "tv":
                    assert violations(page) == [], (name, kind)
                page.context.close()


def violations(page):
    """What axe-core finds wrong; without it, nothing is looked for."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="install axe-playwright-python").Axe()
    found = axe.run(page).response["violations"]
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found]
