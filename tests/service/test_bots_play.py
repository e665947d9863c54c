"""Bots play missing seats: in their turn, entered as theirs, with hands that nobody is shown."""

import re

import pytest
from page_browsing import browsing, fits
from page_table import TURNED
from service_help import API, eventually, problem

from service import bots
from service.settings import Settings

SOON = {"hint_seconds": 0.01, "hint_plies": 2}


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, **SOON)


def opened(client, game="stackernoos", **more):
    made = client.post(
        f"{API}/games", json={"game": game, "players": 2, "bots": {"seats": [1], "seconds": 0.01}, **more}
    )
    assert made.status_code == 201, made.text
    return made.json()


def entries(client, game):
    return client.get(f"{API}/games/{game}/score").json()["sheet"]


def test_a_bot_moves_when_its_turn_comes_and_never_for_people(client):
    game = opened(client)
    assert game["dealt"]
    address = f"{API}/games/{game['id']}"
    for _ in range(2):
        response = eventually(
            lambda: next((g for g in [client.get(address).json()] if "over" in g or g["next"]["seats"] == [0]), None),
            "the turn of a person",
        )
        if "over" in response:
            break
        (first, *_) = client.get(f"{address}/moves?seat=0").json()["moves"]
        body = {"seat": 0, "move": first["move"], "version": response["version"]}
        played = client.post(f"{address}/moves", json=body)
        assert played.json()["by"] == "person"
    eventually(lambda: any(each["seat"] == 1 for each in entries(client, game["id"])), "a move of the bot")
    problem(client.get(f"{address}?seat=1"), 403, "not-yours")
    problem(client.get(f"{address}/record"), 403, "not-yours")
    page = client.get(f"/games/{game['id']}").text
    assert "Bot 2" in page
    assert 'class="held"' in page  # the one who plays alone sees their own hand
    assert "played by a bot" in page


def test_what_no_seat_chooses_is_entered_by_people(parts):
    entry = parts.ledger.open("stones", {"players": 2}, None, parts.versions)
    parts.bots.seat(entry.id, [1], 0.01)
    for version, (seat, move) in enumerate((*TURNED, (0, "take SM/3 medium"), (0, "place ok"), (1, "take L/1 large"))):
        assert bots.turn(parts, parts.ledger.find(entry.id)) == (1 if version == len(TURNED) + 2 else None)
        parts.ledger.play(entry.id, version, seat, move)
    assert bots.turn(parts, parts.ledger.find(entry.id)) is None  # whether the stone stands


def test_a_bot_takes_no_tile_that_nobody_has_turned_up(parts):
    """It chose among all tiles that could lie there."""
    entry = parts.ledger.open("stones", {"players": 2}, None, parts.versions)
    parts.bots.seat(entry.id, [0], 0.01)
    for version, (seat, move) in enumerate(TURNED):
        assert bots.turn(parts, parts.ledger.find(entry.id)) is None
        parts.ledger.play(entry.id, version, seat, move)
    bots.play(parts, entry.id)
    verb, tile, *_ = parts.ledger.find(entry.id).record.events[-1].move.split()
    assert (verb, (-1, f"turn {tile}") in TURNED) == ("take", True)


def test_a_bot_has_no_part_where_a_camera_follows(parts, monkeypatch):
    entry = parts.ledger.open("stackernoos", {"players": 2}, 5, parts.versions)
    parts.bots.seat(entry.id, [0, 1], 0.01)
    assert bots.turn(parts, parts.ledger.find(entry.id)) is not None
    monkeypatch.setattr(bots, "following", lambda *_: ("1", {}))
    bots.play(parts, entry.id)
    assert parts.ledger.find(entry.id).version == 0


def test_a_game_between_bots_comes_to_its_end_and_is_theirs(parts):
    entry = parts.ledger.open("stackernoos", {"players": 2, "max_pip": 6}, 5, parts.versions)
    parts.bots.seat(entry.id, [0, 1], 0.001)
    while bots.turn(parts, parts.ledger.find(entry.id)) is not None:
        bots.play(parts, entry.id)
    kept = parts.ledger.find(entry.id)
    assert kept.game.ended(kept.replay.state) is not None
    assert {event.by for event in kept.record.events} == {"bot"}
    assert parts.bots.games() == {entry.id: kept.version}
    parts.evenings.delete(entry.id)
    assert parts.bots.of(entry.id) == {}


def test_a_bot_is_called_so_in_the_lists_of_games_too(client):
    address = f"{API}/games/{opened(client)['id']}"
    state = eventually(
        lambda: next((g for g in [client.get(address).json()] if g["version"] or g["next"]["seats"] == [0]), None),
        "a move, or the turn of a person",
    )
    if not state["version"]:
        (first, *_) = client.get(f"{address}/moves?seat=0").json()["moves"]
        client.post(f"{address}/moves", json={"seat": 0, "move": first["move"], "version": 0}).raise_for_status()
    assert re.search(r"Bot 2: \d", client.get("/history").text)
    assert re.search(r"Player 1: \d+ – Bot 2: \d+", client.get("/").text)


def test_another_game_has_the_same_bots_and_is_rated_as_the_first(client):
    game = opened(client, rated=True)
    again = client.post(f"{API}/games/{game['id']}/again", json={}).json()
    assert again["dealt"]
    assert "Bot 2" in client.get(f"/games/{again['id']}").text
    problem(client.get(f"{API}/games/{again['id']}/hints?seat=0"), 409, "no-hints")


@pytest.mark.browser
def test_a_bot_and_no_hints_are_chosen_on_the_start_page(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/start", 360, 740)
        page.locator(".bot >> nth=0").click()
        page.locator("[name='seat-1']:disabled").wait_for()  # the script is there
        page.locator(".think select").select_option("0.2")
        page.locator("#house summary").click()
        page.locator(".rated input").check()
        fits(page, 360)
        page.locator("#begin").click()
        page.locator("#strip", has_text="Bot 2").wait_for()
        page.locator("[data-hint]").wait_for(state="detached")
        game = page.url.rpartition("/")[2]
        assert it.parts.bots.of(game) == {1: 0.2}
        assert it.parts.ledger.find(game).header.rated
