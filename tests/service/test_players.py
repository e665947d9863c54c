"""Players of this machine: names, colours and shapes; who sits where; names everywhere in the place of numbers."""

import re
from dataclasses import replace

import pytest
from service_help import API, OPENING, client_of, play, problem, serving

from service.hub.tables import TableReport
from service.page.language import english, languages
from service.page.seats import name, sign
from service.player_names import called, calling
from service.settings import Settings
from service.store.players import BadName, NoSuchPlayer


def seat(client, game, *names, language="en"):
    body = {"players": [{"seat": n, "name": name} for n, name in enumerate(names)]}
    return client.post(f"{game}/players", json=body, headers={"accept-language": language})


def test_who_is_named_gets_a_colour_and_a_shape_of_their_own(client, game):
    answer = seat(client, game, "Ada", "Bo").json()["players"]
    assert [(each["seat"], each["name"]) for each in answer] == [(0, "Ada"), (1, "Bo")]
    assert len({each["shape"] for each in answer}) == len({each["colour"] for each in answer}) == 2
    assert client.get(f"{game}/players").json()["players"] == answer
    assert [each["name"] for each in client.get(f"{API}/players").json()["players"]] == ["Ada", "Bo"]


def test_a_known_player_is_found_by_name_and_sits_where_it_is_said(client, game):
    first = seat(client, game, "Ada", "Bo").json()["players"]
    again = seat(client, game, "bo", "  Cy   Lee ").json()["players"]
    assert again[0]["player"] == first[1]["player"]
    assert [each["name"] for each in again] == ["Bo", "Cy Lee"]


def test_a_game_is_opened_with_the_names_of_those_who_sit_there(client):
    names = [{"seat": 1, "name": "Bo"}, {"seat": 0, "name": ""}, {"seat": 9, "name": "Nobody's seat"}]
    opened = client.post(f"{API}/games", json={"game": "stackernoos", "names": names})
    seated = client.get(f"{opened.headers['location']}/players").json()["players"]
    assert [(each["seat"], each["name"]) for each in seated] == [(1, "Bo")]


def test_names_that_cannot_be_given_open_no_game(client):
    names = [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "ada"}]
    problem(client.post(f"{API}/games", json={"game": "stackernoos", "names": names}), 422, "bad-name")
    assert client.get(f"{API}/games").json()["games"] == []


@pytest.mark.parametrize(
    "names",
    [
        ("Ada", "ada"),
        ("Player 2", ""),
        ("Pelaaja 1", ""),
        ("<b>", ""),
        ("Åsa\u200b", ""),
        ("\u202eAda", ""),
        ("Ada\u200d", ""),
        ("\u200dAda", ""),
        ("A\u200cda", ""),
        ("Ada\u034f", ""),
        ("Ada\ufe0f", ""),
        ("Ada 1\ufe0f", ""),
        ("Ada\U000e0100", ""),
        ("👨\u200d", ""),
        ("❤", "❤\ufe0f"),
        ("Ada", "Ada\u3164"),
        ("\u3164", ""),
        ("x" * 41, ""),
        ("A", "B", "C"),
    ],
)
def test_names_that_nobody_can_have(client, game, names):
    problem(seat(client, game, *names), 422, "bad-name")
    assert client.get(f"{game}/players").json()["players"] == []


def test_whose_name_is_refused_is_told(client, game):
    refused = seat(client, game, "Ada", "x" * 41, language="sv").json()
    assert refused["detail"] == "spelare 2: ett namn har 1 till 40 bokstäver; välj ett annat"


def test_a_name_stands_in_the_quotation_marks_of_the_language(client, game):
    """It stood in those of Python: 'Ada'."""
    ada = seat(client, game, "Ada", "D'Arcy").json()["players"][0]["player"]
    taken = client.post(f"{API}/players/{ada}", json={"name": "d'arcy"}, headers={"accept-language": "sv"})
    assert taken.json()["detail"] == "en annan spelare heter ”d'arcy”; välj ett annat namn"


@pytest.mark.parametrize(
    "name",
    [
        *("Åsa Öberg", "A\u0301da", "Anna-Lena 2", "می\u200cخواهم", "র\u200d্যাচেল", "ක්\u200dරිස්ටි", "葛\U000e0100城"),
        *("👨\u200d👩\u200d👧", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "Ada 1\ufe0f\u20e3", "‼\ufe0f"),
    ],
)
def test_names_of_every_script_can_be_given(client, game, name):
    assert seat(client, game, name, "").json()["players"][0]["name"] == name


def test_no_two_at_one_table_have_one_shape_whether_they_have_a_profile_or_not():
    """A bot at the second seat and a player who has its shape were both ▲."""
    for signs in ({0: "▲"}, {1: "●"}, {0: "■", 5: "▲"}, {}):
        table = replace(english(), signs=signs)
        assert len({sign(each, table) for each in range(6)}) == 6
        assert all(sign(each, table) == shape for each, shape in signs.items())


def test_no_two_have_one_shape_in_the_hall_whether_they_have_a_profile_or_not(tmp_path):
    """A player with ▲ in the first seat, and a bot in the second, were both ▲ there and on televisions."""
    with serving(Settings(data=tmp_path)) as (parts, where), client_of(where) as client:
        game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
        parts.players.seat(game, {0: "Ada"})
        parts.players.change(parts.players.all()[0].id, shape="▲")
        parts.hub.others.tell("Table 4", TableReport(game, "ok", "", "following"))
        for page in ("/view/hall", "/scores"):
            assert re.findall(r'class="seat-sign"[^>]*>(.)<', client.get(page).text) == ["▲", "●"], page


def test_the_start_page_knows_the_signs_of_those_who_are_known(client, game):
    """Each seat had its own sign there, whoever was named."""
    ada = seat(client, game, "Ada").json()["players"][0]["player"]
    client.post(f"{API}/players/{ada}", json={"shape": "★", "colour": "teal"}).raise_for_status()
    assert '<option value="Ada" data-shape="★" data-colour="teal">' in client.get("/start").text


def test_a_player_is_renamed_everywhere_and_deleted_without_a_trace_of_others(client, game):
    ada = seat(client, game, "Ada", "Bo").json()["players"][0]["player"]
    changed = client.post(f"{API}/players/{ada}", json={"name": "Ada L.", "shape": "★", "colour": "teal"}).json()
    assert (changed["name"], changed["shape"], changed["colour"]) == ("Ada L.", "★", "teal")
    problem(client.post(f"{API}/players/{ada}", json={"name": "BO"}), 422, "bad-name")
    response = client.get(f"{game}/players").json()["players"][0]
    assert (response["name"], response["shape"]) == ("Ada L.", "★")
    assert client.delete(f"{API}/players/{ada}").json()["name"] == "Ada L."
    problem(client.delete(f"{API}/players/{ada}"), 404, "no-such-player")
    assert client.get(f"{game}/players").json()["players"][0]["name"] == "Ada L."


def test_no_two_of_a_game_have_one_shape(parts):
    game = parts.ledger.open("stackernoos", {"players": 3}, None, parts.versions).id
    parts.players.seat(game, {0: "Ada", 1: "Bo", 2: "Cy"})
    for each in parts.players.all():
        parts.players.change(each.id, shape="★")
    assert len({each.shape for each in parts.players.of(game).values()}) == 3
    assert parts.players.of("none") == {}
    with pytest.raises(NoSuchPlayer):
        parts.players.change("none", "Ada")
    with pytest.raises(BadName):
        parts.players.seat(game, {0: "Ada", 1: "ADA"})


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_pages_say_names_and_no_numbers(client, game, t):
    seat(client, game, "Ada", "Bo & Co")
    play(client, game, 0, OPENING, 0)
    page = game.removeprefix(API)
    assert client.post(f"{API}/network").is_success  # phones can reach the table: codes of seats are offered
    for path in (page, f"{page}/scoreboard", f"/view{page}", f"/devices?game={page.rpartition('/')[2]}"):
        text = client.get(f"{path}{'&' if '?' in path else '?'}lang={t.code}").text
        assert "Ada" in text, path
        assert "Bo &amp; Co" in text, path
        assert t("player", number=1) not in text, path
        assert t("player", number=2) not in text, path
    assert "Ada: 0" in client.get("/start").text


def test_lines_say_names_too(parts):
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
    said = []
    say = calling(said.append, parts.players, game)
    say("Player 1: 1-1")
    parts.players.seat(game, {0: "Ada"})
    say("Player 1: 1-1, then player 2")
    assert said == ["Player 1: 1-1", "Ada: 1-1, then player 2"]
    assert called("Spelare 2 lägger; spelare 22 väntar", {1: "Bo"}) == "Bo lägger; spelare 22 väntar"


def test_a_seat_without_a_name_keeps_its_number():
    t = languages()["en"]
    assert (name(0, t), sign(0, t), sign(-1, t)) == ("Player 1", "●", "")


def test_a_game_that_is_let_go_takes_its_seats_along(parts):
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
    parts.players.seat(game, {0: "Ada"})
    ada = parts.players.all()[0].id
    assert parts.players.games_of(ada) == {game: 0}
    assert parts.store.discard(game)
    assert parts.players.games_of(ada) == {}
