"""A first game of each game: every step is lawful, is told in every language, and leads to the next."""

import re

import pytest
from page_browsing import browsing, fits, resize, until
from service_help import problem

from engine.games import games
from service.page.language import languages
from service.page.rules import first
from service.page.rules.book import words_of

NAMES = sorted(games())
LONGEST_SENTENCE = 25
"""Words."""


@pytest.mark.parametrize("name", NAMES)
def test_every_step_is_lawful_and_has_words_in_every_language(name):
    many = len(first._moves(name))
    assert first.entry(name, many + 1).fault is None
    assert first.entry(name, many + 1).version == many
    for code, t in languages().items():
        assert len(words_of(name, code)["first"]) == many + 1
        for number in range(1, many + 1):
            step = first.step(name, number, t)
            assert (step.number, step.many) == (number, many)
            assert step.tray is not None
            assert {play["move"] for play in step.tray.plays} | {move for move, _ in step.tray.plain} == {
                first._moves(name)[number - 1][1]
            }
        assert first.step(name, many + 1, t).tray is None
        for text in words_of(name, code)["first"]:
            for sentence in re.split(r"[.!?;:](?:\s|$)", text):
                assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


def test_steps_are_found_from_the_rule_book_and_others_are_not_there(client):
    assert "/rules/stones/first" in client.get("/rules/stones").text
    assert "Siirtäjä" in client.get("/rules/stonerow/first?step=9&lang=fi").text
    problem(client.get("/rules/chess/first"), 404, "unknown-address")
    assert client.get("/view/rules/stones/first/why?seat=0&place=x").status_code == 200


def test_the_last_step_says_that_it_was_the_lesson_and_who_is_ahead(client):
    """It said “It is over.”, which no game was, marked nobody, and led to the rules twice."""
    end = client.get("/rules/stackernoos/first?step=99&lang=en").text
    assert "That is how it goes</h2>" in end
    assert "It is over" not in end
    first, second = end.split('<ul class="plain totals">')[1].split("</ul>")[0].split("</li>")[:2]
    assert ("ahead" in first, "ahead" in second) == (False, True)
    assert "winner" not in end  # nobody has won yet
    assert end.count('href="/rules/stackernoos"') == 1
    level = client.get("/rules/stonerow/first?step=99&lang=en").text
    assert "ahead" not in level.split("<main")[1]
    before = client.get("/rules/stackernoos/first?step=2&lang=en").text
    assert before.count('href="/rules/stackernoos"') == 1
    assert "ahead" not in before.split("<main")[1]


def test_a_first_game_that_ends_marks_who_has_won(monkeypatch):
    monkeypatch.setattr(type(games()["stones"]), "ended", lambda *_: (1,))
    end = first.step("stones", 99, languages()["en"])
    assert (end.best, end.won) == ((1,), True)


def test_a_newcomer_finds_it_where_an_evening_begins(client):
    """It stood in the rule book alone."""
    page = client.get("/").text
    links = re.findall(r'<p class="lesson" data-game="(\w+)"( hidden)?><a href="/rules/(\w+)/first">', page)
    assert sorted(game for game, _, _ in links) == sorted(game for _, _, game in links) == NAMES
    assert [bool(hidden) for _, hidden, _ in links].count(False) == 1


TOGETHER = """(() => {
  const parts = ["#table .board:not(.small), #table .felt", "#tray-help", "#tray .piece", ".stepping"];
  const boxes = parts.map((part) => document.querySelector(part)?.getBoundingClientRect());
  return boxes.every((box) => box?.width && box.top >= 0 && box.bottom <= innerHeight);
})()"""
"""Whether the drawing, what to do, the pieces and the way on are on the screen."""


@pytest.mark.browser
@pytest.mark.parametrize("name", ["stackernoos", "stonerow"])
def test_a_step_is_seen_whole_on_a_laptop(tmp_path, name):
    """The pieces lay below the drawing, and the screen."""
    with browsing(tmp_path) as it:
        page = it.page(f"/rules/{name}/first")
        for width, height in ((1280, 800), (1000, 760)):
            resize(page, width, height)
            until(page, TOGETHER)
            fits(page, width)


@pytest.mark.browser
def test_the_right_play_leads_to_the_next_step(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/rules/stackernoos/first", 360, 740)
        for step in (1, 2):
            page.locator(f"main[data-step='{step}'] #table .spot").wait_for(state="attached")  # the script is there
            page.locator(f"main[data-step='{step}'] [data-piece]").click()
            page.locator("#table .spot.ready").click()
            page.locator(f"main[data-step='{step + 1}']").wait_for()
        page.locator("#show-me").click()
        page.locator("main[data-step='4']").wait_for()
        fits(page, 360)
