"""Disputes on the page in a real browser: asked, ruled on, downloaded."""

from pathlib import Path

import pytest
from page_browsing import browsing, fits, focused, resize, shot, until
from page_table import DOMINOES, STONES, Followed
from service_help import API, LIMIT, client_of, eventually

pytestmark = pytest.mark.browser


def badly_cut(page):
    """What has more than it shows, and would scroll."""
    return page.locator(".card, .list, .columns").evaluate_all(
        """(all) => all.filter((each) => each.checkVisibility() && getComputedStyle(each).overflowY !== 'visible')
          .map((each) => each.className)"""
    )


def test_a_dispute_is_asked_ruled_on_and_downloaded(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7 summary").first.click()
        page.locator("#move-7 [data-action=legal]").click()
        verdict = page.locator(".verdict")
        verdict.wait_for(timeout=5_000 * LIMIT)  # its pictures are read again
        assert verdict.inner_text().startswith("1. Was move 7 legal?")  # a tournament's ruling names it by its number
        assert "Player 2" in verdict.inner_text()
        assert "SN-19" in verdict.inner_text()
        assert verdict.locator(".pair img").count() == 2
        digest = verdict.locator(".signer li code").first
        assert digest.is_hidden()  # for programs and referees, who open it
        assert len(digest.text_content()) == len("SHA-256 ") + 64
        verdict.locator(".then summary").first.click()
        assert verdict.locator(".boards .board").count() == 2
        with page.expect_download() as got:
            verdict.get_by_role("link", name="Download the evidence").click()
        assert Path(got.value.path()).read_bytes()[:2] == b"PK"

        page.emulate_media(media="print")  # on paper it had buttons, forms and what scrolls
        controls = "button, .button, input, select, textarea, #health, .tray, .legal, .timeline, footer"
        assert page.locator(controls).locator("visible=true").all_inner_texts() == []
        assert page.locator(".players, .board, #played, .verdict").locator("visible=true").count() >= 4
        assert badly_cut(page) == []
        page.emulate_media(media="screen")

        page.locator("#dispute-kind").select_option("under")
        page.locator("#dispute-what").fill("nonsense 99-99")
        page.locator("#dispute-form [type=submit]").click()
        page.locator("#dispute-alert:not([hidden])").wait_for()


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-GB", "Looking at the pictures…"), ("sv-SE", "Tittar på bilderna …"), ("fi-FI", "Katsotaan kuvia…")],
)
def test_while_a_dispute_is_looked_into_no_earlier_answer_or_fault_is_shown(tmp_path, locale, told):
    """The answer to the question before stood there until the pictures were read again, as if it were the new one."""
    with browsing(tmp_path) as it, client_of(it.where) as client:
        table = Followed(it.parts, plays=DOMINOES[:2])
        assert client.post(f"{API}/games/{table.id}/disputes", json={"about": "score"}).status_code == 201
        page = it.page(f"/games/{table.id}", locale=locale)
        alert, wait, verdicts = (page.locator(each) for each in ("#dispute-alert", "#dispute-wait", ".verdict"))
        page.locator("#dispute-kind").select_option("under")
        page.locator("#dispute-form [type=submit]").click()
        alert.wait_for()
        assert not wait.is_visible()
        held = []
        page.route("**/disputes", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
        page.locator("#dispute-kind").select_option("score")
        page.locator("#dispute-form [type=submit]").click()
        page.locator("#dispute-wait", has_text=told).wait_for()
        eventually(lambda: held, pause=lambda: page.wait_for_timeout(50))
        assert not alert.is_visible()
        assert not verdicts.first.is_visible()
        table.play(0, "extend 4-9 @4,0,0:e")  # the page is made anew meanwhile
        page.locator("#move-3").wait_for()
        assert wait.is_visible()
        assert not verdicts.first.is_visible()
        held[0].continue_()
        verdicts.nth(1).wait_for(timeout=5_000 * LIMIT)
        until(page, "document.activeElement.matches('.verdict')")
        assert not wait.is_visible()
        page.unroute("**/disputes")
        page.route("**/disputes", lambda route: route.fulfill(status=422, json={"title": "No"}))
        page.locator("#dispute-form [type=submit]").click()
        alert.wait_for()
        assert not wait.is_visible()
        assert verdicts.count() == 2
        assert verdicts.first.is_visible()


def test_what_is_typed_while_an_answer_is_looked_for_stays_and_a_minus_is_no_move(tmp_path):
    """The answer emptied the field, and the next question was ruled on as one about the last move; -3 was move 3."""
    with browsing(tmp_path) as it:
        page = it.page(f"/games/{Followed(it.parts, plays=DOMINOES[:3]).id}", locale="en-GB")
        what, send = page.locator("#dispute-what"), page.locator("#dispute-form [type=submit]")
        held = []
        page.route("**/disputes", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
        what.fill("3")
        send.click()
        eventually(lambda: held, pause=lambda: page.wait_for_timeout(50))
        what.fill("2")
        held[0].continue_()
        page.locator(".verdict").first.wait_for(timeout=5_000 * LIMIT)
        until(page, "document.activeElement.matches('.verdict')")
        assert what.input_value() == "2"
        for typed in ("-3", "−3", "4-9"):
            what.fill(typed)
            send.click()
            page.locator("#dispute-alert:not([hidden])").wait_for()
        assert len(held) == 1


def test_each_kind_of_dispute_names_what_is_to_be_typed_and_offers_no_field_for_nothing(tmp_path):
    """“Which one” stood above each, also beside “Is the score right?” and beside one’s own words."""
    asked = {"legal": "Number of the move", "under": "Name of the piece or place", "free": "Your question"}
    with browsing(tmp_path) as it:
        game = Followed(it.parts, "stones", plays=STONES).id
        page = it.page(f"/games/{game}")
        for size in ((1280, 800), (390, 844)):
            resize(page, *size)
            for kind in ("legal", "under", "free", "score", "order"):
                page.locator("#dispute-kind").select_option(kind)
                what = page.locator("#dispute-what")
                assert what.is_visible() == (kind in asked), kind
                if kind in asked:
                    assert what.aria_snapshot().startswith(f'- textbox "{asked[kind]}"'), kind
                assert page.locator("#dispute-hint").inner_text(), kind
                shot(page.locator("#dispute-form"), f"dispute-{kind}-{size[0]}")
                fits(page, size[0])
        page.locator("#dispute-kind").select_option("score")
        with page.expect_request("**/disputes") as asking:
            page.locator("#dispute-form [type=submit]").click()
        assert asking.value.post_data_json == {"about": "score"}


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


def test_yes_or_no_comes_first_and_the_ruling_word_after_it(tmp_path):
    with browsing(tmp_path) as it, client_of(it.where) as client:
        parts = it.parts
        game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
        parts.ledger.play(game, 0, 0, "start 1-1")
        asked = ("was move 1 legal?", "was move 1 illegal?", "does player 1 have 7 points?")
        for question in asked:
            assert client.post(f"{API}/games/{game}/disputes", json={"question": question}).status_code == 201
        for locale, leads, words in (
            ("en-GB", ("Yes, legal.", "No, it was legal.", "No: Player 1 has 0 points."), "The claim is upheld."),
            ("sv-SE", ("Ja, tillåtet.", "Nej, det var tillåtet.", "Nej: Spelare 1 har 0 poäng."), "Påståendet"),
        ):
            verdicts = it.page(f"/games/{game}", locale=locale).locator(".verdict")
            listed = [text[2:] for text in verdicts.locator("h3").all_inner_texts()]
            assert listed == list(reversed(leads))
            assert words in verdicts.last.locator(".so").inner_text()
            if locale == "sv-SE":
                assert verdicts.locator("q").all_inner_texts() == list(reversed(asked))
                assert verdicts.locator("[lang=en]:not(q)").count() == 0
