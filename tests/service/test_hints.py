"""Hints: the best plays of a seat with what they promise; none that looks at another's hand, none in a rated game."""

from dataclasses import replace
from math import inf

import pytest
from page_browsing import browsing
from page_table import DOMINOES
from service_help import API, problem

from engine.bots import Weighed
from engine.games import games
from service import answers, hints
from service.settings import Settings

SOON = Settings(hint_seconds=0.01, hint_plies=4)


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, keepalive_seconds=0.1, hint_seconds=0.01, hint_plies=4)


@pytest.mark.parametrize("name", ["stackernoos", "stonerow", "stones"])
def test_hints_are_lawful_plays_of_the_hand_and_best_first(client, name):
    game = client.post(f"{API}/games", json={"game": name, "players": 2, "seed": 5}).json()
    address = f"{API}/games/{game['id']}"
    (seat, *_) = game["next"]["seats"]
    response = client.get(f"{address}/hints?seat={max(seat, 0)}").json()
    legal = [each["move"] for each in client.get(f"{address}/moves?seat={max(seat, 0)}").json()["moves"]]
    assert {each["move"] for each in response["hints"]} <= set(legal)
    assert len(response["hints"]) <= 3
    likely = [each["likely"] for each in response["hints"]]
    assert all(bounds is None or bounds[0] <= bounds[1] for bounds in likely)


def test_a_rated_game_has_no_hints(client):
    game = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2, "rated": True}).json()
    refused = client.get(f"{API}/games/{game['id']}/hints?seat=0")
    problem(refused, 409, "no-hints")
    assert '"rated":true' in client.get(f"{API}/games/{game['id']}/record").text.replace(" ", "")


def test_a_hand_that_is_told_is_the_one_that_is_weighed(client, started):
    response = client.get(f"{started}/hints?seat=1&hand=1-5,0-1,9-9").json()
    assert response["hints"]
    assert all(
        each["move"].split()[1] in {"1-5", "5-1", "0-1", "1-0", "9-9"}
        for each in response["hints"]
        if "@" in each["move"]
    )


def test_a_hint_sees_no_more_than_its_seat(parts, monkeypatch):
    entry = parts.ledger.open("stackernoos", {"players": 2}, 3, parts.versions)
    (seat,) = entry.game.actors(entry.replay.state)
    seen = []
    monkeypatch.setattr(hints, "weigh", lambda _entry, state, *_: seen.append(state) or ())
    hints.hints(entry, seat, None, SOON)
    assert seen == [entry.game.view(entry.replay.state, seat)]
    assert entry.game.hand(seen[0], 1 - seat) is None
    assert answers.held(entry, seat, None)[0] == seen[0]


def test_hints_say_what_each_play_brings_risks_and_leaves(client, started, monkeypatch):
    """A second play was “better than the bots’ choice”, and “falls back in 64% of them” was said of the best."""
    moves = [each["move"] for each in client.get(f"{started}/moves?seat=1").json()["moves"]][:3]
    parse = games()["stackernoos"].parse
    weighed = [
        Weighed(parse(move), 0, expected, 0.1, 0.0, samples, error)
        for move, expected, samples, error in zip(moves, (12.1, 29.4, 5.0), (25, 3, 1), (1.5, 17.0, inf), strict=True)
    ]
    monkeypatch.setattr(hints, "weigh", lambda *_: tuple(weighed))
    shown_at = f"/view/{started.removeprefix(API).lstrip('/')}/hints?seat=1"

    def shown(code="en"):
        text = " ".join(client.get(f"{shown_at}&lang={code}").text.split())
        return text.split("<li><p><b>")[1:]

    first, second, third = shown()
    assert "the bots’ choice" in first
    assert "In all it likely brings 12 points more than the best opponent gets over the next turns." in first
    assert "Give or take 3." in first
    assert "Risk: in about 1 of 10 games the best opponent got more." in first
    assert "Too few games" not in first
    for few in (second, third):  # three games said “Give or take 34 points”, one “falls back in 0% of them”
        assert "Too few games were tried to say how good it is." in few
        assert not any(said in few for said in ("Give or take", "Risk", "likely brings"))
    assert "bots’ choice</span>" not in second + third
    assert not any("The next player" in each for each in (first, second, third))  # what no play leaves tells nothing
    weighed[0] = replace(weighed[0], expected=-1.1, behind=0.98, reply=5.2)
    weighed[1] = replace(weighed[1], expected=29.4, behind=0.0, samples=25)
    weighed[2] = replace(weighed[2], expected=-0.34, behind=0.64, samples=400, error=0.1)
    first, second, third = shown()
    assert "brings 1 point less than the best opponent" in first
    assert "Risk: large. In almost every game" in first
    assert "The next player could earn 5 points at once." in first
    assert "29 points more" in second
    assert "more than the first play promises, but the difference may be chance" in second
    assert "Risk: small." in second
    assert "The next player could earn nothing at once." in second
    assert "brings 0.3 points less" in third  # a game of ten points gains parts of one
    assert "Give or take 0.2." in third
    assert "Risk: in about 6 of 10 games" in third
    assert "0,3 pistettä vähemmän" in shown("fi")[2]
    told = [each["likely"] for each in client.get(f"{started}/hints?seat=1").json()["hints"]]
    assert told == [[-4.1, 1.9], [-4.6, 63.4], [-0.5, -0.1]]


def test_hints_without_a_hand_say_that_it_would_make_them_surer(client, started):
    """Cards that nobody was known to hold were advised after a game or two."""
    address = f"/view/{started.removeprefix(API).lstrip('/')}/hints?seat=1"
    assert "Nobody told your hand" in client.get(address).text
    assert "Nobody told your hand" not in client.get(f"{address}&hand=1-5 0-1 9-9").text
    unread = client.get(f"{address}&hand=foo").text
    assert "bots’ choice" in unread  # its error stood here, of a field far away
    assert "is no domino" not in unread
    stones = client.post(f"{API}/games", json={"game": "stones", "players": 2, "seed": 5}).json()
    shown = client.get(f"/view/games/{stones['id']}/hints?seat={stones['next']['seats'][0]}").text
    assert "bots’ choice" in shown
    assert "Nobody told" not in shown  # nobody has one


@pytest.mark.browser
def test_a_hint_is_asked_for_and_played(tmp_path):
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions)
        for version, (seat, move) in enumerate(DOMINOES):
            it.parts.ledger.play(entry.id, version, seat, move, by="person")
        page = it.page(f"/games/{entry.id}", locale="sv")
        page.locator("[data-hint]").click()
        page.locator(".hints > li").first.wait_for()
        assert page.locator(".hints > li").count() <= 3
        page.evaluate("document.getElementById('table').style.setProperty('--tray', '46%')")  # as many pieces have it
        blank = """(all) => all.map((each) =>
          each.getBoundingClientRect().bottom - each.lastElementChild.getBoundingClientRect().bottom)"""
        assert max(page.locator(".hints > li").evaluate_all(blank)) < 20  # the one with few words was as high as others
        assert "botarnas val" in page.locator("#hints").inner_text()
        page.locator(".hints [data-byhand]").first.click()
        page.locator("#move-8").wait_for()
