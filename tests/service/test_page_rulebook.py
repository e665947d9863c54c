"""The rule book in a real browser: for everybody, on a phone and a desk, and searched while one types."""

import pytest
from page_browsing import LOOKS, browsing, fits, until, violations

from engine.games import games

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("width", "scheme", "locale", "rules"), [(360, "dark", "sv-SE", LOOKS), (1280, "light", "en-GB", None)]
)
def test_it_can_be_read_by_everybody(tmp_path, width, scheme, locale, rules):
    with browsing(tmp_path) as it:
        page = it.page("/rules", width=width, color_scheme=scheme, locale=locale)
        assert violations(page, rules) == []
        for name in games():
            page.goto(f"{it.where}rules/{name}")
            fits(page, width)
            assert violations(page, rules) == []


def test_a_rule_id_shows_its_rule_and_a_search_finds_it(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/rules/SN-21")
        assert page.url.endswith("/rules/stackernoos#SN-21")
        until(page, "document.querySelector('article:target, article:has(:target)').id === 'SN-21'")
        page.goto(f"{it.where}rules/stonerow")
        page.get_by_label("Search").fill("mason repair")
        page.locator("#SRO-5").wait_for(state="detached")
        assert page.locator("#SRO-39").count() == 1
        assert "q=mason%20repair" in page.url
        page.get_by_label("Search").fill("")
        page.locator("#SRO-5").wait_for()
