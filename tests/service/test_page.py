"""The page in a real browser: a table that appears, a typed hand, a photo, a game that goes on."""

from urllib.parse import urlsplit

import cv2
import pytest
from page_browsing import answered, boxes, browser, fits, painted, patience, shot, until
from service_help import API, OPENING, SECOND, client_of, lasting_port, play, running
from service_photos import domino, encoded

from service.following.tables import Health, Tables
from service.settings import Settings

pytestmark = pytest.mark.browser

TILES = [("1-1", 0), ("1-5", 2), ("5-3", 4), (None, 6)]
SIZES = {
    "desktop": (1280, 800, "light"),
    "dark": (1280, 800, "dark"),
    "phone": (390, 844, "light"),
    "tv": (1920, 1080, "dark"),
}


def piece(label, x):
    corners = [[300 + 70 * x, 300], [300 + 70 * x, 370], [436 + 70 * x, 370], [436 + 70 * x, 300]]
    found = {"kind": "domino", "label": label, "confidence": 0.97, "corners": corners, "level": 0}
    return found if label else found | {"candidates": [{"label": "3-9", "confidence": 0.5}]}


def show(table):
    """A table of three sure tiles and an unsure one, with a fault."""
    picture = cv2.resize(domino(), (1280, 720))
    observation = {
        "schema": "tableside/observation@1",
        "image": {"width": 1280, "height": 720, "sha256": ""},
        "pieces": [piece(*each) for each in TILES],
        "warnings": [],
        "model": "test",
    }
    tiles = [{"tile": label, "at": [x, 0, 0], "dir": "e"} for label, x in TILES if label]
    table.publish(
        game="stackernoos",
        health=Health("ok", "a camera of this test"),
        observation=observation,
        position={"tiles": tiles, "scores": [22, 16]},
        faults=({"name": "no_match", "detail": "Two halves differ.", "rules": ["SN-9"]},),
        unsure=(3,),
        picture=encoded(picture, ".jpg"),
    )


def see_the_table(page):
    page.locator(".over .mark").nth(3).wait_for()
    assert page.locator(".over .unsure text").text_content() == "?"
    assert page.locator(".over .unsure .line").get_attribute("stroke-dasharray")
    assert page.locator(".board .tile").count() == 3
    assert page.locator(".board circle").count() == 1 + 1 + 1 + 5 + 5 + 3
    assert "Two halves differ" in page.locator(".faults").inner_text()
    assert "22" in page.locator(".score").inner_text()
    page.locator("#health b", has_text="Camera on").wait_for()
    assert "1 unsure" in page.locator("#summary").text_content()


def ask_for_moves(page):
    hand = page.get_by_label("Your hand")
    hand.fill("nonsense")
    page.keyboard.press("Enter")
    page.locator("#moves .note").wait_for()
    hand.fill("3-9 1-6")
    page.keyboard.press("Enter")
    move = page.locator("#moves .move", has_text="3-9 at the right end")
    move.hover()
    assert page.locator(".ghost").get_attribute("visibility") == "visible"
    move.locator("summary").press("Enter")
    assert "SN-5" in move.inner_text()


def read_photos(page, folder):
    (folder / "photo.png").write_bytes(encoded(domino()))
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("scrollTo(0, 0)")
    page.set_input_files("#file", folder / "photo.png")
    page.get_by_role("button", name="Put the photo away").wait_for()
    box = "document.querySelector('#shot').closest('.card').getBoundingClientRect()"
    inside = f"(({{ top, bottom }}) => top >= 0 && bottom <= innerHeight)({box})"
    until(page, inside)  # the picture, however long the page
    page.evaluate("scrollTo(0, 0)")
    tops = "Array.from(document.querySelectorAll('.top > *')).map((each) => each.getBoundingClientRect())"
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(f"{tops}.every((box) => !box.height || (box.top < 40 && box.right <= innerWidth))")
    assert painted(page, "#shot canvas")
    assert page.locator(".over .mark").count() == 1
    page.locator("#shot-drawing").click()
    assert painted(page, "#large-shot canvas")
    page.keyboard.press("Escape")
    (folder / "photo.png").write_bytes(b"no photo")
    page.set_input_files("#file", folder / "photo.png")
    page.get_by_role("alert").get_by_text("not a picture").wait_for()
    (folder / "evening.mp4").write_bytes(b"a film")
    page.set_input_files("#file", folder / "evening.mp4")
    page.get_by_role("alert").get_by_text("evening.mp4 is a film").wait_for()


def look_on_every_screen(chromium, where):
    for name, (width, height, scheme) in SIZES.items():
        page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        page.set_default_timeout(1000 * patience())
        page.goto(where)
        page.locator(".over .mark").nth(3).wait_for()
        fits(page, width)
        shot(page, name, full_page=name == "phone")
        page.close()


def point_at_a_move(page):
    """The place of a move is marked by the keyboard too, and a move that is opened shows it for itself."""
    move = page.locator("#moves .move", has_text="3-9 at the right end")
    page.mouse.move(0, 0)
    page.get_by_label("Your hand").focus()
    assert page.locator("#seen .ghost").get_attribute("visibility") == "hidden"
    move.locator("summary").focus()
    assert page.locator("#seen .ghost").get_attribute("visibility") == "visible"
    assert move.locator(".mini .ghost").get_attribute("visibility") == "visible"
    assert "at the right end of the run" in move.inner_text()


def tap_a_move(chromium, where):
    page = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.set_default_timeout(1000 * patience())
    page.goto(where)
    page.locator(".over .mark").nth(3).wait_for()
    page.get_by_label("Your hand").fill("3-9")
    page.keyboard.press("Enter")
    move = page.locator("#moves .move", has_text="3-9 at the right end")
    move.locator("summary").tap()
    move.locator(".mini").wait_for()
    assert page.locator("#seen .ghost").get_attribute("visibility") == "visible"
    hand, faults = boxes(page, ".moves", ".faults")
    assert hand["y"] < faults["y"]
    page.context.close()


def follow_a_game(page, client, where):
    made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
    play(client, made, 0, OPENING, 0)
    page.goto(where + made.removeprefix(f"{API}/"))
    page.locator("#played summary", has_text="1-1 as the first tile").wait_for()
    play(client, made, 1, SECOND, 1)
    page.locator("#played summary", has_text="1-5 at the right end").wait_for()
    assert page.locator("#table .board:not(.small) .tile").count() == 2


def test_the_page_shows_the_table_moves_photos_and_games(tmp_path):
    tables, said, asked = Tables(), [], []
    with running(Settings(data=tmp_path), tables) as where, client_of(where) as client, browser() as chromium:
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(1000 * patience())
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(where)
        page.locator("#begin").wait_for()
        show(tables.add())
        see_the_table(page)
        ask_for_moves(page)
        point_at_a_move(page)
        tap_a_move(chromium, where)
        shot(page, "table", full_page=True)
        read_photos(page, tmp_path)
        shot(page, "photo", full_page=True)
        page.get_by_role("button", name="Put the photo away").click()
        page.locator("#alert").wait_for(state="hidden")
        see_the_table(page)
        look_on_every_screen(chromium, where)
        follow_a_game(page, client, where)
        shot(page, "game", full_page=True)
    assert [url for url in asked if not url.startswith(where)] == []
    # The answers of 4xx are those that this test provokes; nothing else may be said.
    assert [text for text in said if "status of 4" not in text] == []


def test_a_server_that_is_gone_is_said_and_one_that_is_back_is_followed(tmp_path):
    with browser() as chromium:
        page = chromium.new_page()
        page.set_default_timeout(1000 * patience())
        port = lasting_port()
        with running(Settings(data=tmp_path), port=port) as where:
            page.goto(where)
            page.locator("#begin").wait_for()
        lost = page.get_by_role("alert").get_by_text("Connection lost – is Tableside still running?")
        lost.wait_for()
        page.locator("#hand").evaluate("(field) => (field.value = '1-5')")
        shot(page, "lost")
        tables = Tables()
        with running(Settings(data=tmp_path), tables, port):
            lost.wait_for(state="hidden")
            assert page.get_by_role("alert").count() == 0
            show(tables.add())
            see_the_table(page)


def test_nothing_is_replaced_by_its_like(tmp_path):
    """The first word of the stream came after somebody had opened a move, and closed it."""
    tables = Tables()
    show(tables.add())
    with running(Settings(data=tmp_path), tables) as where, browser() as chromium:
        page = chromium.new_page()
        page.set_default_timeout(1000 * patience())
        mark = "document.querySelector('#seen section').dataset.mine = 'yes'"
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {mark}; }})")
        with answered(page, lambda answer: urlsplit(answer.url).path == "/view/tables/1"):
            page.goto(where, wait_until="domcontentloaded")
        assert page.locator("#seen section[data-mine]").count() == 1
