"""The overlay of a stream: transparent, as large as its address says, kept at the newest move, and spoken."""

import re
from pathlib import Path

import pytest
from page_browsing import browsing, until, violations
from page_table import DOMINOES

from service import page

VOICE = """globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(globalThis, "speechSynthesis", { value: { pending: false, speak: (line) => {
  globalThis.heard = [...(globalThis.heard ?? []), `${line.lang}: ${line.text}`]; } } });"""

PAGE = Path(page.__file__).parent
OWN = ("overlay.css", "overlay.js")
SET = re.compile(r"""(?:[{;] ?|^ *|setProperty\(")(--[\w-]+)(?=: |",)""", re.MULTILINE)
"""Where a style or a script sets a property of its own."""


@pytest.mark.browser
def test_the_overlay_follows_the_game_on_a_transparent_ground_and_speaks(tmp_path):
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions)
        for version, (seat, move) in enumerate(DOMINOES[:6]):
            it.parts.ledger.play(entry.id, version, seat, move, by="person")
        page = it.page("/rules", width=1920, height=1080, locale="sv")
        page.add_init_script(VOICE)
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


def test_the_overlay_sets_nothing_that_the_drawing_of_a_game_has_for_itself():
    """Its size was called `--large`, which is the colour of a large stone: white on white."""
    own = {name for file in OWN for name in SET.findall((PAGE / "static" / file).read_text())}
    drawings = {name for file in (PAGE / "games").glob("*.css") for name in SET.findall(file.read_text())}
    assert own
    assert own & drawings == set()


@pytest.mark.browser
def test_all_scores_are_as_large_and_teams_have_theirs_and_a_small_table_is_whole(tmp_path):
    """Who is to play had a smaller score than the others, teams had none, and a small table was cut below."""
    plays = ((-1, "keystone R7"), (-1, "brickyard Y8"), (0, "draw quarry"), (0, "build R4 R5 R6"))
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stonerow", {"players": 4, "rule_set": "team"}, None, it.parts.versions)
        for version, (seat, move) in enumerate(plays):
            it.parts.ledger.play(entry.id, version, seat, move, by="person")
        page = it.page(f"/games/{entry.id}/overlay?size=60&table=true", width=1920, height=1080)
        until(page, "getComputedStyle(document.getElementById('main')).fontSize === '14.4px'")
        scores = page.locator(".scores b")
        sizes = scores.evaluate_all("(all) => all.map((each) => getComputedStyle(each).fontSize)")
        assert len(sizes) == 6
        assert len(set(sizes)) == 1
        assert page.locator(".scores li").last.inner_text().startswith("Team 2")
        box = page.locator(".over-table").bounding_box()
        assert 600 < box["width"] < 700
        assert box["y"] + box["height"] < 600
        page = it.page(f"/games/{entry.id}")
        inside = """() => [...document.querySelectorAll(".players > .player")].every((card) => {
          const edge = card.getBoundingClientRect().right;
          return [...card.children].every((part) => part.getBoundingClientRect().right <= edge);
        })"""
        until(page, f"document.querySelectorAll('.players .badge').length > 0 && ({inside})()")
