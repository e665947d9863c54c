"""Hints: the best plays of a seat with what they promise; none that looks at another's hand, none in a rated game."""

import pytest
from page_browsing import browsing
from page_table import DOMINOES
from service_help import API, problem

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
    expected = [each["expected"] for each in response["hints"]]
    assert expected == sorted(expected, reverse=True)
    assert len(response["hints"]) <= 3


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
        assert "på den bästa motståndaren" in page.locator("#hints").inner_text()
        page.locator(".hints [data-byhand]").first.click()
        page.locator("#move-8").wait_for()
