"""The page of a followed game in a real browser: moves, the scoreboard, the camera, every game."""

import re

import numpy as np
import pytest
from page_browsing import NEXT, boxes, browsing, fits, resize, say_yes, shot, until, violations
from page_table import CARDS, Followed
from service_help import API, client_of, play

from service.capture.capture import STOPPED
from service.capture.look import BLACK_LINE
from service.capture.source import find_source
from service.following.tables import Health
from service.phone.door import PhoneDoor
from service.phone.inbox import Inbox
from service.store.store import FULL

pytestmark = pytest.mark.browser
LAST = {"players": 2, "hand_size": 1}
"""Whoever plays first has played the last tile: the game is over."""


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
        assert "4-8" in page.locator("#said").text_content()
        assert "20 points" in page.locator("#said").text_content()
        assert "% sure" in page.locator("#move-8").text_content()
        assert page.locator("#table .board .tile").count() == 8
        page.locator("#move-8 summary").first.click()
        assert "SN-" in page.locator("#move-8 .rules").inner_text()
        page.locator("#move-8 .pair img").nth(1).wait_for()

        page.locator("#move-8 [data-action=correct]").click()
        page.locator("#pick-find").fill("2-1 left")
        page.locator("#picked [data-move]", has_text="1-2 at the left end").click()
        page.locator("#pick").wait_for(state="hidden")
        page.locator("#move-8", has_text="1-2 at the left end").wait_for()
        assert totals(page) == [0, 70]

        page.locator("#move-6 summary").first.click()
        page.locator("#move-6 [data-action=undo]").click()
        assert "2 moves played after it" in page.locator("#confirm").inner_text()
        say_yes(page)
        page.locator("#move-6").wait_for(state="detached")
        assert totals(page) == [0, 0]
        with client_of(it.where) as client:
            record = client.get(f"{API}/games/{table.id}/record").text
        assert '"kind":"undo"' in record.replace(" ", "")


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


def test_the_last_picture_of_a_phone_that_stopped_is_marked_as_old_with_its_time(tmp_path):
    """It stood there like a new one, and nothing said that the phone had stopped nor how to go on."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        it.parts.station.phone = PhoneDoor(Inbox(), "192.168.1.2", 8443, str)
        page = it.page("/")
        page.locator("#shot").wait_for()
        assert page.locator(".old").count() == 0
        (before,) = boxes(page, "#table .board")
        table.publish(health=Health("retrying", STOPPED))
        page.locator("#awaited .join-code svg").wait_for()
        (drawn,) = boxes(page, "#table .board")
        assert drawn["y"] == pytest.approx(before["y"], abs=30)  # the code stands beside it; it had pushed it away
        page.locator("#picture .shot.old .note", has_text="Old picture").wait_for()
        said = page.locator("#picture .old .note").inner_text()
        assert "press “Start the camera” on the phone" in said
        assert re.search(r"\d:\d\d:\d\d.*, \d+ s ago", said)
        assert page.locator(".shot svg").evaluate("(part) => getComputedStyle(part).opacity") < "0.5"
        page.locator("#finder-card summary").click()
        assert not page.locator("#finder-card .note").is_visible()  # there is no picture yet
        finder = it.parts.tables.get("1").viewfinder
        finder.show(np.zeros((720, 1280, 3), np.uint8))
        finder.taken -= 72
        page.locator("#finder-card .note", has_text="1 min ago").wait_for()
        assert violations(page) == []
        table.publish()
        page.locator("#picture .shot:not(.old)").wait_for()
        finder.show(np.zeros((720, 1280, 3), np.uint8))
        page.locator("#finder-card .note").wait_for(state="hidden")


def test_the_name_of_a_camera_that_nothing_was_read_from_begins_with_a_capital(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts).publish(health=Health("ok", str(find_source("phone"))))
        it.parts.tables.get("1").publish(observation=None)
        page = it.page("/")
        assert page.locator("#picture .empty p").all_inner_texts() == ["Nothing seen yet", "The phone"]


def test_what_to_do_is_whole_on_every_screen_and_a_full_disk_has_a_sign_of_its_own(tmp_path):
    away = Health("retrying", f"http://192.168.1.34:8080/{'video' * 9} gives no more frames: check its cable. ✂")
    whole = "(() => { const e = document.getElementById('status'); return e.scrollHeight <= e.clientHeight; })()"
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        for width in (390, 1366, 1920):
            table.publish(health=away)
            page = it.page("/", width, 768, locale="sv-SE")
            page.locator("#status .detail", has_text="✂").wait_for()
            assert page.evaluate(whole)
            sign = page.locator("#status .sign")
            before = sign.inner_text()
            table.publish(health=Health("unkept", FULL))
            page.locator("#status", has_text="Disken är full").wait_for()
            assert page.locator("#status b").inner_text() == "Inget antecknas"
            assert sign.inner_text() not in ("●", before)
            until(page, "document.getElementById('said').textContent.includes('Disken är full')")
            table.publish()
            page.locator("#status", has_text="Kameran är på").wait_for()
            page.close()


LINES = "(part) => part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight)"


def test_how_the_camera_does_is_said_once_in_one_line_and_what_it_is_beside_its_picture(tmp_path):
    """“Camera on · table at rest · The phone's camera is on.” took two lines to say one thing twice."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.publish(health=Health("ok", str(find_source("phone"))))
        page = it.page("/")
        page.locator("#status", has_text="Camera on · table at rest").wait_for()
        for width in (360, 1280, 1920):
            resize(page, width, 800)
            assert " ".join(page.locator("#status").inner_text().split()) == "● Camera on · table at rest"
            assert round(page.locator("#status").evaluate(LINES)) == 1
            assert page.locator("#picture h2", has_text="the phone").is_visible()
        table.publish(health=Health("black", BLACK_LINE))
        page.locator("#status", has_text="uncover the camera").wait_for()
        for width in (360, 1280, 1920):
            resize(page, width, 800)
            assert page.locator("#status").inner_text().count("Black picture") == 1
            assert not page.locator("#picture h2", has_text="uncover the camera").is_visible()


FILLED = """((part) => {
  const box = (each) => each.getBoundingClientRect();
  const low = box(document.querySelector(part)).bottom - 1;
  const cards = [...document.querySelectorAll(".live .card")].map(box);
  const across = cards.filter(({ top, bottom }) => top <= low && low <= bottom);
  return across.reduce((sum, { width }) => sum + width, 0) > 0.95 * box(document.getElementById("strip")).width;
})"""
"""Along the lower edge of a card, others fill what it leaves of the row; none ends short of the next below."""


def test_nothing_is_empty_beside_the_disputes_nor_the_score_sheet(tmp_path):
    """They take the whole row, or end where what stands beside them does; that goes for a game that is over, too."""
    with browsing(tmp_path) as it:
        followed, over = Followed(it.parts), Followed(it.parts, options=LAST, plays=[(0, "start 1-1")])
        by_hand = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions)
        for game, pictures in ((followed, True), (over, True), (by_hand, False)):
            path = f"/games/{game.id}"
            page = it.page(path, 1366, 1080)
            (page.locator("#scrub") if pictures else page.locator("#moments", has_text="No pictures")).wait_for()
            for width in (1366, 1920):
                resize(page, width, 1080)
                for part in ("#disputes", "#sheet"):
                    until(page, f"{FILLED}('{part}')")
            page.close()


def test_a_hand_that_lies_beside_the_game_is_taken_from_the_camera(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.table.publish(loose=[1, 2])  # the third piece is unsure, so it is left out
        page = it.page("/")
        page.get_by_role("button", name="Take what lies beside the game").click()
        page.locator("#legal .move").first.wait_for()
        assert page.locator("#legal-hand").input_value() == "1-5"


def test_the_scoreboard_of_teams_fits_a_phone_and_the_teams_totals_are_large(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, "stonerow", {"players": 4, "rule_set": "team"}, plays=CARDS[:4])
        page = it.page(f"/games/{table.id}/scoreboard", 390, 844)
        size = "(e) => parseFloat(getComputedStyle(e).fontSize)"
        assert page.evaluate("[...document.querySelectorAll('.huge .who')].every((who) => who.clientHeight < 60)")
        teams = page.locator(".teams")
        assert teams.locator("b").all_inner_texts() == ["30", "0"]
        assert teams.locator("b").first.evaluate(size) > 1.5 * teams.evaluate(size)
        fits(page, 390)


def test_what_may_be_played_is_no_part_of_a_game_that_is_over(tmp_path):
    with browsing(tmp_path) as it:
        over = Followed(it.parts, options=LAST, plays=[(0, "start 1-1")])
        page = it.page(f"/games/{over.id}")
        asked = page.get_by_role("heading", name="What may I play?")
        page.locator("#strip", has_text="It is over.").wait_for()
        assert asked.count() == 0
        tree = page.locator("#main").aria_snapshot()
        assert ("Score sheet" in tree, "What may I play" in tree, "Show moves" in tree) == (True, False, False)
        for key in ("h", *["Tab"] * 40):
            page.keyboard.press(key)
            assert not page.evaluate("!!document.activeElement.closest('.legal')")
        assert violations(page) == []
        again = it.page(f"/games/{over.id}")
        again.locator("[data-again=rematch]").dblclick()  # that made two games
        again.wait_for_url(lambda url: over.id not in url)
        assert len(it.parts.store.newest(9)) == 2
        page.locator("#undo-last").click()
        say_yes(page)
        asked.wait_for()
        page.keyboard.press("h")
        until(page, "document.activeElement.id === 'legal-hand'")


def test_the_line_of_a_game_that_is_over_offers_no_more_moves(tmp_path):
    """It said that more moves can be entered by hand; the service takes none."""
    filmed, more = "A camera followed this game. What it saw is kept below.", "more moves can be entered by hand"
    with browsing(tmp_path) as it:
        games = {}
        for by in ("camera", "person"):
            games[by] = it.parts.ledger.open("stackernoos", LAST, None, it.parts.versions).id
            it.parts.ledger.play(games[by], 0, 0, "start 1-1", by=by)
        page = it.page(f"/games/{games['person']}")
        page.locator("#status", has_text="Moves were entered by hand.").wait_for()
        page = it.page(f"/games/{games['camera']}")
        page.locator("#status", has_text=filmed).wait_for()
        assert more not in page.locator("#status").inner_text()
        shot(page, "over-filmed")
        page.locator("#undo-last").click()
        say_yes(page)
        page.locator("#status", has_text=more).wait_for()
        it.parts.ledger.play(games["camera"], 2, 0, "start 1-1", by="person")
        until(page, f"!document.getElementById('status').textContent.includes({more!r})")
        assert filmed in page.locator("#status").inner_text()


def test_a_game_that_is_deleted_in_another_tab_is_said_to_be(tmp_path):
    """The start page stood there all at once; a scoreboard showed the last score for ever."""
    with browsing(tmp_path) as it:
        game = it.parts.ledger.open("stackernoos", LAST, None, it.parts.versions).id
        it.parts.evenings.call(game, "First evening")
        board, page = it.page(f"/games/{game}/scoreboard", 390, 844), it.page(f"/games/{game}", 390, 844)
        it.parts.ledger.play(game, 0, 0, "start 1-1", by="person")
        page.locator("#move-1").wait_for()
        it.parts.evenings.delete(game)
        page.wait_for_url(it.where)
        page.locator("#alert", has_text="The game that was open here was deleted: First evening.").wait_for()
        shot(page, "deleted")
        board.locator("#alert", has_text="There is no such game").wait_for()
        page.locator("#alert").click()
        page.reload()
        assert page.locator("#alert").is_hidden()


def test_every_game_is_drawn_without_a_camera(tmp_path):
    with browsing(tmp_path) as it, client_of(it.where) as client:
        page = it.page("/")
        page.get_by_role("radio", name="StoneRow").check(force=True)
        page.get_by_role("button", name="Start the game").click()
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
        stones = "[...document.querySelectorAll('#table .token .stone')]"
        river = page.evaluate(f"{stones}.map((stone) => stone.getBoundingClientRect().height)")
        assert max(river) - min(river) < 1
        page.locator("#dispute-form [type=submit]").click()
        page.locator("#dispute-alert", has_text="Nothing has been played yet.").wait_for()
        page.locator("#legal-form [type=submit]").click()
        page.locator("#legal .move summary").first.click()
        page.locator("#legal [data-play]").first.click()
        page.locator("#move-1").wait_for()
