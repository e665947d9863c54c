"""The overlay of a stream: transparent, as large as its address says, kept at the newest move, and spoken."""

import pytest
from page_browsing import browsing, until, violations
from page_table import DOMINOES

VOICE = """globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(globalThis, "speechSynthesis", { value: { pending: false, speak: (line) => {
  globalThis.heard = [...(globalThis.heard ?? []), `${line.lang}: ${line.text}`]; } } });"""


@pytest.mark.browser
def test_the_overlay_follows_the_game_on_a_transparent_ground_and_speaks(tmp_path):
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions)
        for version, (seat, move) in enumerate(DOMINOES[:6]):
            it.parts.ledger.play(entry.id, version, seat, move, by="person")
        page = it.page("/rules", width=1920, height=1080, locale="sv")
        page.context.add_init_script(VOICE)
        page.goto(f"{it.where.rstrip('/')}/games/{entry.id}/overlay?size=200&table=true&speak=true")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert page.evaluate("getComputedStyle(document.querySelector('main')).fontSize") == "48px"
        page.locator(".over-table .tile").nth(5).wait_for()
        until(page, "document.querySelector('.scores li b').textContent !== ''")
        it.parts.ledger.play(entry.id, 6, *DOMINOES[6], by="person")
        until(page, "globalThis.heard?.length === 1")
        assert page.evaluate("heard[0]").startswith("sv: Spelare 2: 6-9 som en bro")
        assert page.locator(".scores b").all_inner_texts() == ["0", "70"]
        assert violations(page) == []
