"""Where an evening begins: a game, how its moves come in, the camera; all of it in a browser, without a shell."""

from itertools import product
from pathlib import Path

import pytest
from page_browsing import Browsing, browser, fits, painted, resize, shot, until, violations
from page_table import served
from service_help import API, client_of, eventually
from watch_frames import video

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def it(tmp_path_factory):
    folder = tmp_path_factory.mktemp("start")
    film = Path(video(folder / "table.mp4", frames=300))
    with served(folder / "data", camera_film=film, phone_port=0) as (parts, where), browser() as chromium:
        yield Browsing(chromium, parts, where)


def choose(page, way):
    page.locator(f"input[name=way][value={way}]").check(force=True)


def test_an_evening_with_a_camera_needs_no_shell(it):
    page, refused = it.page("/", 1280, 900), []
    page.on(
        "response",
        lambda answer: refused.append(answer.url) if answer.status >= 400 and "/frame" in answer.url else None,
    )
    choose(page, "camera")
    until(page, "!document.querySelector('#finder').hidden && !document.querySelector('#placement').hidden")
    assert page.locator("#camera").input_value() == "film"
    assert "Tableside works without one" in page.locator("#check-mat").inner_text()
    assert "You may start at any time" in page.locator("#placement").inner_text()
    assert violations(page) == []
    page.locator("#begin").click()
    page.locator("#finder-card").wait_for()
    page.locator("#finder-card").evaluate("(card) => (card.open = true)")
    eventually(lambda: painted(page, "#finder"), "a frame", lambda: page.wait_for_timeout(50))
    assert it.parts.station.game in page.url
    other = it.page(f"/games/{it.parts.station.game}")
    page.goto(it.where)  # the home page shows the followed game, and is there after it, too
    page.locator("#finder-card").evaluate("(card) => (card.open = true)")
    page.locator("#camera-close").click()
    page.get_by_text("so the game ended with its camera").wait_for()
    for each in (page, other):  # nothing was played, so the game is let go: another one may begin
        each.locator("#begin").wait_for()
    other.close()
    assert not it.parts.station.is_open
    assert refused == []  # nor is a frame that has not come yet a fault
    page.close()


def test_seats_are_tapped_on_the_picture_or_placed_by_keys_and_told_to_the_game(it):
    page = it.page("/", 1280, 900)
    page.locator("[name=seat-0]").fill("Ada")
    choose(page, "camera")
    over = page.locator("#sits-over")
    over.wait_for()
    assert page.locator("#sits-say").inner_text() == "Tap in the picture where Ada sits. You may skip this."
    box = over.bounding_box()
    over.click(position={"x": box["width"] / 2, "y": 0.97 * box["height"]})
    assert page.locator("#sits-say").inner_text() == "Tap in the picture where Player 2 sits. You may skip this."
    page.locator("#sits-tray .sit:visible").first.focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert page.locator("#sits-over .sit").all_inner_texts() == ["●\nAda", "▲\nPlayer 2"]
    shot(page, "sits", full_page=True)
    assert "To move one, tap a name" in page.locator("#sits-say").inner_text()
    assert violations(page) == []
    with page.expect_request("**/follow") as asked:
        page.locator("#begin").click()
    sits = asked.value.post_data_json["sits"]
    assert [each["seat"] for each in sits] == [0, 1]
    assert sits[0] == pytest.approx({"seat": 0, "x": 0.5, "y": 0.97}, abs=0.02)
    assert sits[1] == pytest.approx({"seat": 1, "x": 0.38, "y": 0.06}, abs=0.02)
    page.locator("#finder-card").wait_for()
    it.parts.station.stop()
    page.close()


def test_a_phone_s_code_stands_on_the_page_and_the_camera_closes_with_it(it):
    page = it.page("/", 1280, 900, locale="sv-SE")
    choose(page, "phone")
    page.locator(".join-code svg").wait_for()
    assert it.parts.station.phone is not None
    assert page.locator(".join .word").inner_text()
    seen = "document.querySelector('.join-code svg').getBoundingClientRect().bottom <= innerHeight"
    until(page, seen)  # it lay below the screen's edge
    page.goto("about:blank")
    until(page, "true")
    page.close()


def test_a_game_that_is_followed_is_not_cut_off_without_a_question(it):
    """“Phone” on the start page closed its camera at once."""
    playing = it.page("/start", 1280, 900)
    choose(playing, "camera")
    until(playing, "!document.querySelector('#finder').hidden")
    playing.locator("#begin").click()
    playing.locator("#finder-card").wait_for()
    game = it.parts.station.game
    page = it.page("/start", 1280, 900)
    choose(page, "phone")
    page.locator("#in-use").wait_for()
    answer, bar = (page.locator(name).bounding_box() for name in ("#in-use-end", "#begin"))
    assert answer["y"] + answer["height"] <= bar["y"]
    assert violations(page) == []
    shot(page, "camera-in-use", full_page=True)
    page.locator("#begin").click()  # the question comes first
    assert page.locator("#in-use-show").evaluate("(link) => link === document.activeElement")
    assert page.locator("#start-alert").inner_text().startswith("Nothing was started: the camera follows another game.")
    assert it.parts.station.game == game
    assert page.locator("#in-use-show").get_attribute("href") == f"/games/{game}"
    choose(page, "hand")
    page.locator("#in-use").wait_for(state="hidden")
    choose(page, "phone")
    page.locator("#in-use-end").click()
    page.locator(".join-code svg").wait_for()
    assert it.parts.station.game is None
    page.locator("#running").wait_for(state="hidden")
    it.parts.station.stop()
    page.close()
    playing.close()


def test_a_game_that_was_begun_meanwhile_is_not_cut_off_without_a_question(it):
    """Who pressed “Start the game” a moment later ended the other's game."""
    page = it.page("/start", 1280, 900)
    choose(page, "camera")
    until(page, "!document.querySelector('#finder').hidden")
    with client_of(it.where) as client:
        game = client.post(f"{API}/tables/1/follow", json={"game": "stackernoos"}).json()["id"]
    page.locator("#begin").click()
    page.locator("#in-use").wait_for()
    assert page.locator("#in-use-show").get_attribute("href") == f"/games/{game}"
    assert it.parts.station.game == game
    page.locator("#in-use-end").click()
    until(page, "!document.querySelector('#finder').hidden")
    assert it.parts.station.game is None
    it.parts.station.stop()
    page.close()


def test_who_has_chosen_no_camera_is_led_to_the_game_that_is_followed(it):
    """They read “The camera follows a game: the camera follows game 6f1c2ab09d3e4f57”, without a way to it."""
    page = it.page("/start", 1280, 900, locale="en")
    choose(page, "camera")
    until(page, "!document.querySelector('#finder').hidden")
    page.locator("#begin").click()
    page.locator("#finder-card").wait_for()
    game = it.parts.station.game
    page.close()
    page = it.page("/start", 1280, 900, locale="en")
    choose(page, "camera")
    page.locator("#in-use").wait_for()
    page.locator("#camera").select_option("address")
    page.locator("#in-use").wait_for(state="hidden")
    page.locator("#begin").click()
    page.locator("#in-use").wait_for()
    assert page.locator("#in-use-show").get_attribute("href") == f"/games/{game}"
    assert not page.locator("#in-use-end").is_visible()  # there is no camera that could take its place
    assert not page.locator("#start-alert").is_visible()
    assert violations(page) == []
    page.locator("#camera").select_option("film")
    page.locator("#in-use-end").wait_for()
    assert it.parts.station.game == game
    it.parts.station.stop()
    page.close()


def test_a_camera_that_a_command_has_is_no_dead_end(it, monkeypatch):
    """“The phone’s page is being opened …” stayed for good beside “Start the game”, and nobody was told what to do."""
    game = "6f1c2ab09d3e4f57"
    monkeypatch.setattr(it.parts.station, "_taken", "tableside watch")
    it.parts.station.table.publish(following={"game": game})
    page = it.page("/start", 1280, 900, locale="en")
    assert page.locator("#running a").get_attribute("href") == f"/games/{game}"
    choose(page, "phone")
    page.locator("#in-use", has_text="Press Ctrl-C in the window").wait_for()
    assert page.locator("#in-use-show").get_attribute("href") == f"/games/{game}"
    for name in ("#begin", "#phone-code", ".finder", "#in-use-end", "#start-alert"):
        assert not page.locator(name).is_visible(), name
    assert violations(page) == []
    choose(page, "hand")
    page.locator("#begin").wait_for()
    it.parts.station.table.publish(following=None)
    page.close()


@pytest.mark.parametrize("late", ["**/api/v1/cameras", "**/tables/1/camera"])
def test_who_types_by_hand_after_all_is_not_asked_about_a_camera(it, late):
    """A late answer about the camera asked where nobody saw it, and “Start the game” did nothing."""
    with client_of(it.where) as client:
        client.post(f"{API}/tables/1/camera", json={"camera": "film"})
        game = client.post(f"{API}/tables/1/follow", json={"game": "stackernoos"}).json()["id"]
    page = it.page("/start", 1280, 900)
    waiting = []
    page.route(late, lambda route, _request: waiting.append(route))
    choose(page, "camera")
    eventually(lambda: waiting, "the page's question", lambda: page.wait_for_timeout(50))
    choose(page, "hand")
    with page.expect_response(late):
        waiting.pop().continue_()
    page.wait_for_timeout(300)
    page.locator("#begin").click()
    page.locator("#strip").wait_for()
    assert it.parts.station.game == game
    it.parts.station.stop()
    page.close()


def test_a_camera_that_opens_once_another_way_is_chosen_is_closed(it):
    page = it.page("/start", 1280, 900)
    waiting = []
    page.route("**/tables/1/camera", lambda route, _request: waiting.append(route))
    choose(page, "camera")
    eventually(lambda: waiting, "the page's question", lambda: page.wait_for_timeout(50))
    choose(page, "hand")
    with page.expect_response("**/tables/1/close?ends="):
        waiting.pop().continue_()
    assert not it.parts.station.is_open
    page.close()


def test_a_phone_is_not_sent_to_a_computer_that_is_in_no_network(it, monkeypatch):
    monkeypatch.setattr("service.phone.door.local_address", lambda: "127.0.0.1")
    page = it.page("/", 360, 740, locale="en")
    choose(page, "phone")
    page.locator("#phone-code .note").wait_for()
    assert "is in no network" in page.locator("#phone-code").inner_text()
    assert page.locator(".join-code").count() == 0
    page.goto("about:blank")
    page.close()


def test_everything_is_chosen_by_keyboard_and_fits_a_phone(it):
    page = it.page("/", 360, 740)
    page.locator("input[name=game]:checked").focus()
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('input[name=game]:checked').value === 'stonerow'")
    assert page.locator("fieldset[data-game=stonerow] [name=players]").is_visible()
    assert [link.get_attribute("href") for link in page.locator(".lesson a:visible").all()] == ["/rules/stonerow/first"]
    page.locator("input[name=way]:checked").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#from-photo").is_visible()
    assert page.locator("#begin").is_hidden()
    fits(page, 360)
    assert violations(page) == []
    page.close()


def test_a_camera_that_is_not_there_is_told_beside_the_button(it):
    page = it.page("/", 1280, 900)
    choose(page, "camera")
    until(page, "!document.querySelector('#finder').hidden")
    page.locator("#camera").select_option("address")
    page.locator("#address").fill("file:///etc/passwd")
    page.locator("#address-open").click()
    page.locator("#start-alert", has_text="There is no such camera").wait_for()
    page.locator("#address").fill("kitchen")
    page.locator("#address-open").click()
    page.locator("#start-alert", has_text="in the network begins with http://").wait_for()
    page.locator("#camera-close").click()  # of the film
    page.locator("#begin").click()
    page.locator("#start-alert", has_text="No camera is open yet: choose one above first.").wait_for()
    page.close()


def test_an_address_that_gives_no_picture_is_told_below_its_field(it):
    """The reason stood in the header alone, as “Http://127.0.0.1…”. The game could be started all the same."""
    page = it.page("/start", 1280, 900)
    page.route("**/api/v1/cameras", lambda route, _request: route.fulfill(json={"cameras": []}))
    choose(page, "camera")
    page.locator("#cameras-none").wait_for()
    page.locator("#camera").select_option("address")
    page.locator("#address").fill("http://127.0.0.1:9/x")
    page.locator("#address-open").click()
    page.locator("#camera-why", has_text="http://127.0.0.1:9/x gives no video: check the address").wait_for()
    for name in ("#begin", "#cameras-none", ".finder"):
        assert not page.locator(name).is_visible(), name
    assert page.locator("#address").bounding_box()["height"] >= 44  # a finger hits it
    assert violations(page) == []
    shot(page, "address-away")
    resize(page, 390, 800)
    fits(page, 390)
    page.locator("#camera-close").click()
    page.locator("#begin").wait_for()
    assert not page.locator("#camera-why").is_visible()
    page.close()


def test_names_that_cannot_be_given_are_told_before_a_game_is_begun(it):
    """Each press left a game without names behind."""
    page = it.page("/", 360, 740, locale="sv-SE")
    choose(page, "hand")
    kept = len(it.parts.store.newest(50))
    page.locator("[name=seat-0]").fill("Kim")
    page.locator("[name=seat-1]").fill("kim")
    page.locator("#begin").click()
    page.locator("#start-alert", has_text="två platser heter").wait_for()
    until(page, "document.activeElement.id === 'begin'")
    page.locator("[name=seat-1]").evaluate("(field) => field.removeAttribute('maxlength')")
    page.locator("[name=seat-1]").fill(200 * "a")
    page.locator("#begin:enabled").click()
    page.locator("#start-alert", has_text="ett namn har 1 till 40 bokstäver; välj ett annat").wait_for()
    assert len(it.parts.store.newest(50)) == kept
    page.locator("[name=seat-1]").fill("Noa")
    page.locator("#begin:enabled").click()
    page.locator("#strip", has_text="Noa").wait_for()
    assert len(it.parts.store.newest(50)) == kept + 1
    noa = next(each for each in it.parts.players.all() if each.name == "Noa")
    it.parts.players.change(noa.id, shape="●", colour="teal")
    page.goto(it.where + "start", wait_until="domcontentloaded")
    signs = page.locator(".seat-name:visible .seat-sign")
    page.locator("[name=seat-0]").fill("")
    page.locator("[data-seat='1'].colour-teal").wait_for()
    assert signs.all_inner_texts() == ["▲", "●"]  # as the game shows them: no two are alike
    page.locator("[name=seat-1]").fill("Somebody")
    page.locator("[name=seat-0]").fill("noa")
    assert signs.all_inner_texts() == ["●", "▲"]
    page.close()


GAMES = ("stackernoos", "stonerow", "stones")
CUT = """() => {
  const way = document.querySelector(".way:has(:checked)").getBoundingClientRect();
  const bar = document.querySelector(".begin").getBoundingClientRect();
  return { whole: way.bottom <= bar.top, away: way.top >= bar.top };
}"""
"""Where the way that is chosen lies beside the row that starts the game: above it, or out of sight."""

SHOWN_WHOLE = """[...document.querySelectorAll(".games-picks img")].every((img) => {
  if (!img.checkVisibility()) return true;
  const { objectFit, width, height } = getComputedStyle(img);
  return objectFit === "contain" || Math.abs(parseFloat(width) / parseFloat(height) - 16 / 9) < 0.02;
})"""
"""Whether the pictures of games are whole: their sides were cut off."""


def test_the_way_that_is_chosen_is_not_cut_through_and_told_beside_the_button(it):
    """Half of “By hand” lay under the row that starts the game, so that the other ways were not seen."""
    page = it.page("/start")
    name = page.locator("input[name=seat-1]")
    name.fill("Bartholomeusdottir")
    for (width, height), game in product(((1280, 800), (1920, 1080), (360, 640), (640, 400)), GAMES):
        resize(page, width, height)
        page.locator(f"input[name=game][value={game}]").check(force=True)
        told = page.locator("#begin-told", has_text="Official" if game == "stonerow" else "By hand").inner_text()
        assert told.endswith(" · By hand")
        page.evaluate("scrollTo(0, 0)")
        lies = page.evaluate(CUT)
        assert lies["whole" if width >= 1280 else "away"], (width, game, lies)
        assert page.evaluate(SHOWN_WHOLE), (width, game)
        name.hover()  # a browser then puts its mark of a list beside the name
        assert name.evaluate("(box) => box.scrollWidth <= box.clientWidth")
        page.locator("input[name=way]:checked").focus()
        until(page, f"({CUT})().whole")
        fits(page, width)
    choose(page, "photo")
    page.locator(".begin").wait_for(state="hidden")  # an empty strip stood there
    page.close()


def test_the_button_that_starts_is_in_sight_and_covers_nothing_that_has_the_focus(it):
    """It lay below the screen's edge; 640 × 400 is what a zoom of 200 % leaves of 1280 × 800."""
    page = it.page("/")
    free = """(() => {
      const [now, row] = [document.activeElement, document.querySelector(".begin")];
      return row.contains(now) || now.getBoundingClientRect().bottom <= row.getBoundingClientRect().top;
    })()"""
    for width, height in ((1280, 800), (1920, 1080), (360, 740), (640, 400)):
        page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
        resize(page, width, height)
        until(page, "document.querySelector('#begin').checkVisibility()")
        until(page, "document.querySelector('#begin').getBoundingClientRect().bottom <= innerHeight")
        page.locator("input[name=game]:checked").focus()
        for _ in range(4):
            page.keyboard.press("Tab")
            until(page, free)
        fits(page, width)
    page.close()
