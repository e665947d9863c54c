"""What people call a game stands wherever that game is shown; a new one can be begun from every page."""

import re
from dataclasses import replace

import pytest
from page_table import Followed
from service_help import API

from service.page import views
from service.page.opening import offers


@pytest.fixture
def called(client, parts):
    """A game that has a title, and one that has none."""
    named, other = (Followed(parts, plays=()) for _ in range(2))
    parts.evenings.call(named.id, "Semifinal at Bo’s")
    return named.id, other.id


@pytest.mark.parametrize("path", ["", "/scoreboard", "/overlay", "/analysis"])
def test_the_title_of_a_game_stands_on_all_its_pages(client, called, path):
    """The scoreboard, the overlay of a stream and the analysis had the game's kind alone."""
    for game, heading in zip(called, ("Semifinal at Bo’s", "Stackernoos"), strict=True):
        shown = client.get(f"/games/{game}{path}").text
        assert heading in re.search(r"<h1[^>]*>(.*?)</h1>", shown).group(1)
        assert heading in re.search(r"<title>(.*?)</title>", shown).group(1)
    assert "Semifinal at Bo’s" in client.get(f"/view/games/{called[0]}/scoreboard").text


@pytest.mark.parametrize(
    "path", ["/history", "/players", "/rules", "/rules/stones", "/tournaments", "/problems", "/docs"]
)
def test_a_new_game_can_be_begun_from_every_page_but_the_one_that_begins_it(client, path):
    """It was in the header of a followed game's page alone."""
    assert client.get(path).text.count('id="new-game" href="/start"') == 1
    assert 'id="new-game"' not in client.get("/start").text


@pytest.mark.parametrize("path", ["/problems", "/problems/camera-in-use", "/rules", "/docs", "/devices", "/nowhere"])
def test_every_page_ends_with_a_way_on_and_where_its_source_is(client, path):
    """A page of a problem ended with its last button; that of phones had a bare link “API”."""
    shown = client.get(path, headers={"accept": "text/html"}, params={"lang": "en"}).text
    foot = re.search(r"<footer>(.*)</footer>", shown, re.DOTALL).group(1)
    assert 'href="/source"' in foot
    assert foot.count("<a ") > 1
    assert '<a href="/docs">' not in foot.partition('<details class="programs">')[0]


def test_the_remedy_of_a_camera_in_use_begins_with_what_people_do(client):
    """It told them to send something again with an id."""
    shown = client.get("/problems/camera-in-use", params={"lang": "en"}).text
    assert "Go on with that game, or close its camera on the game’s page. A program" in shown


def test_rule_sets_of_several_games_are_groups_of_their_own(client, monkeypatch):
    """Radios of one name are one group: to choose a set of one game took back what was chosen for another."""

    def also(t):
        known = offers(t)
        (sets,) = [each for each in known if each.rule_set]
        return (*known, replace(sets, game="another", picture=""))

    monkeypatch.setattr(views, "offers", also)
    sets = re.findall(
        r'<fieldset class="rule-sets" data-game="(\w+)"(.*?)</fieldset>', client.get("/start").text, re.DOTALL
    )
    groups = {game: set(re.findall(r'type="radio" name="([^"]+)"', part)) for game, part in sets}
    assert list(groups) == ["stonerow", "another"]
    assert all(len(names) == 1 for names in groups.values())
    assert groups["stonerow"].isdisjoint(groups["another"])


def test_what_can_be_done_with_an_old_game_is_named(client, called):
    """“Change” was where nobody looked for a file of the game."""
    shown = client.get("/history").text
    assert shown.count("<summary>Rename, save or delete</summary>") == 2
    assert "<summary>Change</summary>" not in shown


def test_legal_moves_say_that_they_wait_for_the_table(client):
    """“0 legal moves” was all that a player of Stones was told, before anybody had entered a tile."""
    game = client.post(f"{API}/games", json={"game": "stones", "players": 2}).headers["location"].removeprefix(API)
    client.post(f"{API}{game}/moves", json={"seat": -1, "move": "marker 2", "version": 0})
    shown = client.get(f"/view{game}/legal", params={"seat": 0}).text
    assert re.search(r"0 legal moves · \d+ more moves wait until what was turned up is entered", shown)
    cards = client.post(f"{API}/games", json={"game": "stonerow", "players": 2}).headers["location"].removeprefix(API)
    shown = client.get(f"/view{cards}/legal", params={"seat": 0}).text
    assert "What was turned up or set on the table is entered as" in shown
