"""Cards of an unknown deck are named on the page, in a real browser."""

import pytest
from page_browsing import browsing, shot, violations
from page_table import CARDS, Followed
from unread_cards import shown

from vision.recognise.cards.deck import load_deck

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["en", "sv"])
def test_unread_cards_are_named_and_learnt(tmp_path, language):
    with browsing(tmp_path) as it:
        shown(Followed(it.parts, "stonerow", plays=CARDS[:2]).table)
        page = it.page("/", locale=language)
        page.locator("[data-enroll-open]").click()
        dialog = page.locator("#enroll[open]")
        dialog.wait_for()
        assert dialog.locator("li svg").count() == 3
        assert ("kort" if language == "sv" else "cards") in dialog.locator("h2").inner_text()
        shot(page, f"enroll-{language}")
        page.locator("#enroll-name").fill("ours")
        dialog.locator("button[type=submit]").click()
        page.locator("#enroll-alert").wait_for()
        assert violations(page) == []
        dialog.locator("li input").nth(1).fill("R8")
        dialog.locator("button[type=submit]").click()
        dialog.wait_for(state="hidden")
        (file,) = it.parts.settings.data.glob("decks/*.npz")
        assert load_deck(file).labels == ("R8",)
