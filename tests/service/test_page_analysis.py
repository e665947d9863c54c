"""The analysis board: stepping through a game, trying other plays, what the bots expected, what was left lying."""

import re

import pytest
from page_browsing import boxes, browsing, fits, until
from page_table import DOMINOES
from service_help import API, problem

from engine.bots import Weighed
from service import analysis
from service.settings import Settings

SOON = {"hint_seconds": 0.01, "hint_plies": 2}


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, **SOON)


def entered(parts, plays=DOMINOES, **how):
    entry = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions, **how)
    for version, (seat, move) in enumerate(plays):
        parts.ledger.play(entry.id, version, seat, move, by="person")
    return parts.ledger.find(entry.id)


def weighed_worse(entry, less, error):
    """The move that was played as the seventh promises so much less than another."""
    moves = [entry.game.parse(each) for each in ("extend 8-2 @8,0,0:e", DOMINOES[6][1])]
    return tuple(Weighed(each, 0, 8.0 - less * n, 0.1, 0.0, 40, error) for n, each in enumerate(moves))


def test_every_point_of_a_game_is_shown_as_it_was(parts, client):
    entry = entered(parts)
    for after in range(len(DOMINOES) + 1):
        response = client.get(f"/view/games/{entry.id}/analysis", params={"at": after})
        assert response.status_code == 200
        assert f'data-at="{after}" data-moves="{len(DOMINOES)}"' in response.text
    assert 'data-at="7"' in client.get(f"/view/games/{entry.id}/analysis?at=99").text
    assert "9-9 across 4-9 and 8-9" in client.get(f"/view/games/{entry.id}/analysis?at=5").text


def test_moves_have_the_numbers_of_the_record_where_some_were_taken_back(parts, client):
    """They were counted anew: the record had 21 and this page 17."""
    entry = entered(parts, DOMINOES[:3])
    parts.ledger.undo(entry.id, 3, 3)
    parts.ledger.play(entry.id, 4, *DOMINOES[2], by="person")
    page = client.get(f"/games/{entry.id}/analysis?at=2").text
    assert re.findall(r'class="number">(\d+)<', page.partition('id="steps"')[2]) == ["1", "2", "5"]
    assert "A number that is missing is an entry that was taken back" in page  # from 2 to 5 it jumped in silence
    assert 'id="gaps"' not in client.get(f"/games/{entered(parts).id}/analysis").text
    assert "After move 2 of 5" in page
    assert "After move 5 of 5" in client.get(f"/view/games/{entry.id}/analysis?at=3").text


def test_other_plays_are_tried_and_change_nothing(parts, client):
    entry, view = entered(parts), "/view/games/{}/analysis"
    other = {"at": 6, "try": ["1 extend 8-2 @8,0,0:e", "0 extend 2-1 @10,0,0:e"]}
    response = client.get(view.format(entry.id), params=other).text
    assert response.count("data-try=") == 2
    assert "at the right end of the run, next to" in response.partition("</ol>")[0].rpartition("<ol>")[2]
    refused = client.get(view.format(entry.id), params={"at": 6, "try": ["1 extend 7-2 @8,0,0:e"]})
    problem(refused, 422, "illegal-move")
    problem(client.get(view.format(entry.id), params={"try": ["nobody passes"]}), 422, "unreadable-move")
    assert parts.ledger.find(entry.id).version == entry.version
    why = client.get(f"{view.format(entry.id)}/why", params={"at": 2, "seat": 0, "place": "@9,9", "pieces": "4-9"})
    assert why.status_code == 200


def test_points_that_a_move_left_lying_are_those_of_its_own_piece(parts, client):
    better = entered(parts, DOMINOES[:6])
    assert analysis.left_lying(analysis.point(better, 5)) is None
    worse = entered(parts, (*DOMINOES[:5], (1, "stack 9-9 @4,0,1:e")))
    left = analysis.left_lying(analysis.point(worse, 5))
    assert (left.lost, left.move) == (30, "span 9-9 @5,0,1:e")
    response = client.get(f"/view/games/{worse.id}/analysis?at=5").text
    assert "30 points left lying: 9-9 across 4-9 and 8-9 would have earned 30 at once." in response


@pytest.mark.parametrize(
    ("error", "told"), [(1.0, "6.0 points less of what was played"), (4.0, "What was played is about as good")]
)
def test_what_the_bots_expected_is_told_where_it_is_no_chance(parts, client, monkeypatch, error, told):
    entry, at = entered(parts), "/view/games/{}/analysis/hints?at=6"
    monkeypatch.setattr(analysis, "weighed", lambda *_: weighed_worse(entry, 6, error))
    page = client.get(at.format(entry.id)).text
    assert told in page
    assert ("data-worse" in page) is (error == 1.0)
    assert page.count("was played</span>") == 1


def test_a_position_that_is_weighed_again_has_the_same_numbers(parts, client):
    """Three answers to one question were 3.9, 4.3 and 3.5: each search has other chances."""
    at = "/view/games/{}/analysis/hints?at=6"
    first, again = (client.get(at.format(entered(parts).id)).text for _ in range(2))
    assert "hints" in first
    name = re.compile(r"/games/\w+")
    assert name.sub("", first) == name.sub("", again)


@pytest.mark.parametrize("how", [{"rated": True}, {"seed": 3}])
def test_a_game_that_goes_on_is_not_looked_into_where_that_would_tell_hands_or_be_a_hint(client, how):
    game = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2, **how}).json()["id"]
    for path in ("", "/why?seat=0&place=x", "/hints"):
        problem(client.get(f"/view/games/{game}/analysis{path}"), 409, "not-over")


@pytest.mark.browser
def test_a_game_is_stepped_through_by_keys_and_another_play_is_tried(tmp_path, monkeypatch):
    with browsing(tmp_path) as it:
        entry = entered(it.parts)
        monkeypatch.setattr(analysis, "weighed", lambda *_: weighed_worse(entry, 3.75, 0.1))
        page = it.page(f"/games/{entry.id}/analysis?lang=sv", 360, 740)
        page.locator(".step[aria-current][data-at='0']").wait_for()  # the script is there
        page.keyboard.press("End")
        page.locator("#table[data-at='7']").wait_for()
        page.keyboard.press("ArrowLeft")
        page.locator("#table[data-at='6']").wait_for()
        until(page, "document.querySelector('.step[aria-current]').dataset.at === '6'")
        page.locator("#tray [data-byhand]").first.click()
        page.locator(".tries li").wait_for()
        page.locator("#untry").click()
        page.locator(".then").wait_for()
        fits(page, 360)
        page.locator("[data-hint]").click()
        page.locator("#hints .expected", has_text="väntar sig 3,8 poäng mindre").wait_for()
        page.locator("#every").click()
        page.locator(".step[data-at='6'] .judged", has_text="3,8 mindre än botarnas val").wait_for()
        assert it.parts.ledger.find(entry.id).version == entry.version


@pytest.mark.browser
def test_the_board_and_what_is_tried_on_it_are_on_one_screen(tmp_path):
    """The pieces lay below the drawing: whoever took one up no longer saw where it may go."""
    with browsing(tmp_path) as it:
        address = f"/games/{entered(it.parts).id}/analysis?at=6"
        page = it.page(address, 1280, 800)
        seen = """[".board:not(.small)", "#step-next", ".then", "#tray-help", "#tray .piece:last-child"]
          .map((part) => document.querySelector(`#table ${part}`)?.getBoundingClientRect())
          .every((box) => box?.width && box.top >= 0 && box.bottom <= innerHeight)"""
        until(page, seen)
        fits(page, 1280)
        page.close()
        page = it.page(address, 360, 740)
        until(page, seen.replace(', ".then"', "").replace(":last-child", ""))
        help_, board, step, pieces = boxes(page, "#tray-help", "#table .board", "#step-next", "#tray .pieces")
        assert help_["y"] < board["y"] < step["y"] < pieces["y"]
