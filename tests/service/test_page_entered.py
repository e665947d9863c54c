"""Moves that people enter on the page in a real browser: typed, or picked from the lists of moves."""

import re

import pytest
from page_browsing import answered, browsing, fits, focused, say_yes, shot, until, violations
from page_table import DOMINOES, Followed
from service_help import API, client_of, eventually, play

pytestmark = pytest.mark.browser


def test_legal_moves_of_a_hand_are_shown_on_the_table_and_played(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page(f"/games/{table.id}")
        page.locator("body").press("h")
        page.keyboard.type("2-1 9-0")
        page.keyboard.press("Enter")
        move = page.locator("#legal .move", has_text="1-2 at the left end")
        move.wait_for()
        assert "not the whole hand" in page.locator("#legal").inner_text()
        move.locator("summary").focus()
        assert page.locator("#table .ghost").get_attribute("visibility") == "visible"
        page.keyboard.press("Enter")
        move.locator("[data-play]").click()
        page.locator("#move-8", has_text="1-2").wait_for()
        assert "Player 2" in page.locator("#strip .active").inner_text()
        assert page.locator("#legal-seat").input_value() == "1"


def test_moves_to_enter_follow_a_game_that_another_tab_plays(tmp_path):
    """The list stayed that of the move before, for the player before."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=())
        page, other = it.page(f"/games/{table.id}"), it.page(f"/games/{table.id}", 390, 844)
        for each in (page, other):
            each.locator("#enter").click()
            each.locator("#picked [data-move='start 1-1']").wait_for()
        other.locator("#picked [data-move='start 2-2']").focus()
        page.locator("#picked [data-move='start 1-1']").click()
        page.locator("#pick").wait_for(state="hidden")
        said = other.locator("#pick-said", has_text="The game has changed since. These are the moves now.")
        said.wait_for()
        assert other.locator("#pick-seat").input_value() == "1"
        assert other.locator("#picked [data-move^='start']").count() == 0
        assert focused(other) == "pick-find"
        shot(other, "pick-anew")
        other.locator("#pick-find").fill("1-5 right")
        other.locator("#picked [data-move]", has_text="1-5").first.click()
        other.locator("#move-2", has_text="1-5").wait_for()
        other.locator("#pick").wait_for(state="hidden")
        assert said.is_hidden()  # what one enters oneself is no news

        other.locator("#enter").click()
        other.locator("#pick-seat").select_option("1")
        table.play(0, "draw")
        said.wait_for()
        assert other.locator("#pick-seat").input_value() == "1"


def test_a_move_is_typed_and_entered_and_one_that_is_not_allowed_says_why(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        page.locator("body").press("p")
        page.locator("#picked [data-move]").first.wait_for()
        place = page.locator("#pick-find").bounding_box()
        page.keyboard.type("3-2")
        refusal = page.locator("#picked .refusal", has_text="The end shows 8")
        refusal.wait_for()
        assert page.locator("#pick-find").bounding_box() == place  # what one types into stays where it is
        assert "SN-9" in refusal.inner_text()
        page.keyboard.press("Enter")
        until(page, "document.activeElement.matches('#picked summary')")
        page.locator("#pick-find").fill("2-1 left")
        page.locator("#pick-find").press("Enter")  # before the list is there: the only one that is left is meant
        page.locator("#move-8", has_text="1-2 at the left end").wait_for()
        until(page, "document.activeElement.id === 'enter'")
        page.keyboard.press("Enter")
        assert page.locator("#pick-seat").input_value() == "1"
        page.locator("#pick-find").fill("extend 8-5 @8,0,0:e")
        page.locator("#pick-find").press("Enter")
        page.locator("#move-9", has_text="5-8").wait_for()
        page.locator("#pick").wait_for(state="hidden")  # its answer may come after the news of the move

        page.locator("body").press("p")
        page.locator("#pick-find").fill("e")
        page.locator("#pick-find").press("Enter")
        until(page, "document.activeElement.matches('#picked [data-move]')")


def scrolls_once(page):
    """At a phone's width too, all that scrolls is the dialog: its list and the page behind it did as well."""
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 640})
        until(page, f"innerWidth === {width}")
        assert page.evaluate("""[document.scrollingElement, ...document.querySelectorAll("#pick, #pick *")]
            .filter((each) => each.scrollHeight > each.clientHeight + 1)
            .filter((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowY)
                || (each === document.scrollingElement && getComputedStyle(each).overflowY !== "hidden"))
            .map((each) => each.id)""") == ["pick"]


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
        page.locator("#pick-find").fill("left 2-1")
        page.locator("#pick-find").press("Enter")
        page.locator("#move-8", has_text="1-2 at the left end").wait_for()
        assert sum(url.endswith("/moves") for url in it.asked) == 1
        assert table.version == 8


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
            page.locator(shown).nth(9).wait_for()
            scrolls_once(page)
        else:
            page.locator("#legal-form [type=submit]").click()
        page.locator(shown).first.wait_for()
        page.route(re.compile(r"/(pick|legal)\?seat=1"), lambda route: held.append(route))  # noqa: PLW0108 - no builtin is taken
        page.locator(seats).select_option("1")
        eventually(lambda: held, "the request", lambda: page.wait_for_timeout(20))
        with answered(page, re.compile(r"/(pick|legal)\?seat=0")):
            page.locator(seats).select_option("0")
        with answered(page, re.compile(r"/(pick|legal)\?seat=1")):
            held[0].continue_()
        assert page.locator(shown).count() > 0
        assert "turn" not in page.locator("#picked" if first else "#legal-count").inner_text()


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


def test_a_move_in_the_middle_is_corrected_with_what_falls_and_all_of_it_is_put_back(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/", 360, 740, locale="sv-SE")
        page.locator("#move-2 summary").click()
        page.locator("#move-2 [data-action=correct]").click()
        page.locator("#pick-find").fill("1-5 höger")
        page.locator("#pick-find").press("Enter")
        falls = page.locator("#confirm .falls li")
        falls.first.wait_for()
        assert falls.count() == 5
        assert "Drag 3, Spelare 1: 4-9" in falls.first.inner_text()
        assert page.locator("#pick-alert").is_hidden()
        fits(page, 360)
        assert violations(page) == []
        say_yes(page)
        page.locator("#pick").wait_for(state="hidden")
        page.locator("#move-2", has_text="1-5").wait_for()
        assert page.locator("#played .entry").count() == 2
        page.locator("#aside-undo-8 [data-action=back]").click()
        assert "1 drag" not in page.locator("#confirm-text").inner_text()
        say_yes(page)
        page.locator("#move-7").wait_for()
        assert "1-4" in page.locator("#move-2 .words").inner_text()
        until(page, "document.activeElement !== document.body")


def test_enter_says_how_many_moves_fit_and_the_house_lets_a_typed_move_stand(tmp_path):
    with browsing(tmp_path) as it, client_of(it.where) as client:
        made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        play(client, made, 0, "start 1-1", 0)
        page = it.page(made.removeprefix(API), 360, 740)
        page.locator("#enter").click()
        page.locator("#pick-find").fill("1-5")
        page.locator("#pick-find").press("Enter")
        page.locator("#pick-said", has_text="moves fit: choose one below").wait_for()
        until(page, "document.activeElement.matches('#picked [data-move]')")
        page.locator("#pick-find").fill("2-5")
        refusal = page.locator("#picked .refusal", has_text="right end").first
        refusal.wait_for()
        assert page.locator("#pick-said").is_hidden()
        refusal.locator("[data-ruling]").click()
        assert "The rules refuse this" in page.locator("#confirm-text").inner_text()
        assert violations(page) == []
        say_yes(page)
        page.locator("#move-2", has_text="house ruling").wait_for()
        assert page.locator("#pick").is_hidden()
        page.locator("#undo-last").click()
        say_yes(page)
        page.locator("#move-2").wait_for(state="detached")


def test_what_another_tab_plays_while_one_is_asked_is_not_taken_back(tmp_path):
    """It went with the move before it, and nobody was told."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=DOMINOES[:2])
        page = it.page(f"/games/{table.id}")
        page.locator("#move-2").wait_for()
        page.locator("#undo-last").click()
        page.locator("#confirm-yes").wait_for()
        table.play(*DOMINOES[2])
        page.locator("#move-3").wait_for()
        page.locator("#confirm-yes").click()
        page.locator("#confirm-alert", has_text="The game has moved on").wait_for()
        assert page.locator("#move-2, #move-3").count() == 2


def test_the_last_move_that_is_taken_back_is_a_persons_and_takes_the_bots_answer_with_it(tmp_path):
    """Taken back alone, a bot's move is played again at once, and the mistake before it stands."""
    with browsing(tmp_path) as it:
        ledger = it.parts.ledger
        game = ledger.open("stackernoos", {"players": 2}, None, it.parts.versions).id
        for version, ((seat, move), by) in enumerate(zip(DOMINOES[:3], ("person", "person", "bot"), strict=True)):
            ledger.play(game, version, seat, move, by=by)
        page = it.page(f"/games/{game}")
        page.locator("#move-3").wait_for()
        page.locator("#undo-last").click()
        assert "1 move" in page.locator("#confirm-text").inner_text()
        say_yes(page)
        page.locator("#move-2").wait_for(state="detached")
        assert page.locator("#move-3").count() == 0
        assert page.locator("#move-1").count() == 1
        # Nobody will finish it: to stop is to leave it where it is found again, or deleted.
        page.locator("[data-action=stop]").click()
        assert "Nothing is lost" in page.locator("#confirm-text").inner_text()
        page.locator("#confirm-yes").click()
        page.wait_for_url("**/start#kept-title")
        page.locator(".kept .go").wait_for()
        page.locator(".kept [data-delete]").click()
        page.locator("#sure-title", has_text="Delete Stackernoos?").wait_for()
        page.locator("#sure-yes").click()
        page.locator(".kept-group").wait_for(state="hidden")
        assert it.parts.store.newest(1) == ()
