"""Tournaments at a server: games, results, the clock, and who is let in."""

from dataclasses import replace

import pytest
from service_help import API, LIMIT, problem, serving

from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.hub.tables import TableReport
from service.settings import Settings
from service.tournament.model import (
    ONE,
    ROBIN,
    SWISS,
)

pytestmark = pytest.mark.store


@pytest.fixture
def opened(client):
    """A knock-out of four whose games are found at the tables."""
    wanted = {"title": "Cup", "game": "stones", "system": "knockout", "names": ["Ada", "Bo", "Cy", "Di"]}
    answer = client.post(f"{API}/tournaments", json=wanted)
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


def pair(client, where):
    answer = client.post(f"{where}/rounds", headers={"content-type": "application/json"}, json={})
    assert answer.status_code == 201, answer.text
    return answer.json()["rounds"][-1]["pairings"]


def rule(client, where, table, result, **more):
    body = {"round": 1, "table": table, "result": result, "reason": "as agreed"} | more
    return client.post(f"{where}/rulings", json=body)


def test_games_are_opened_seated_and_lead_to_the_next_round(client, opened):
    pairings = pair(client, opened)
    assert [(each["one"], each["other"]) for each in pairings] == [(1, 4), (2, 3)]
    game = client.get(f"{API}/games/{pairings[0]['game']}").json()
    assert (game["game"], game["players"], game["version"]) == ("stones", 2, 0)
    problem(client.post(f"{opened}/rounds"), 409, "not-now")
    problem(rule(client, opened, 1, "draw"), 409, "not-now")
    problem(rule(client, opened, 9, "one"), 404, "no-such-pairing")
    for table in (1, 2):
        assert rule(client, opened, table, "one").status_code == 201
    assert [(each["one"], each["other"]) for each in pair(client, opened)] == [(1, 2)]
    problem(rule(client, opened, 1, "other"), 409, "not-now")
    sheet = client.get(f"{opened}/print")
    assert sheet.content.startswith(b"%PDF")
    for page in (opened.removeprefix(API), f"{opened.removeprefix(API)}/hall", "/tournaments"):
        for language in ("en", "sv", "fi"):
            assert "Cup" in client.get(page, headers={"accept-language": language}).text
    assert client.get(f"{API}/tournaments").json()["tournaments"][0]["rounds"] == 2
    assert client.delete(opened).status_code == 200
    problem(client.get(opened), 404, "no-such-tournament")


def test_a_clock_runs_stands_and_is_set(client, opened):
    problem(client.post(f"{opened}/clock", json={"running": True}), 409, "not-now")
    pair(client, opened)
    problem(client.post(f"{opened}/clock", json={"running": True}), 409, "not-now")
    response = client.post(f"{opened}/clock", json={"running": True, "minutes": 30}).json()["rounds"][0]
    assert response["running"]
    assert 1800 - LIMIT <= response["seconds"] <= 1800
    stopped = client.post(f"{opened}/clock", json={"running": False}).json()["rounds"][0]
    assert not stopped["running"]
    assert client.get(opened).json()["rounds"][0]["seconds"] == stopped["seconds"]


def test_wrong_tournaments_are_refused(client):
    wanted = {"title": "Cup", "game": "stones", "system": "swiss", "names": ["Ada", "ada"]}
    problem(client.post(f"{API}/tournaments", json=wanted), 409, "not-now")
    problem(client.post(f"{API}/tournaments", json=wanted | {"names": ["Ada", " "]}), 409, "not-now")
    problem(client.post(f"{API}/tournaments", json=wanted | {"game": "none", "names": ["A", "B"]}), 422, "unknown-game")
    problem(client.post(f"{API}/tournaments", json=wanted | {"system": "none"}), 422, "invalid-request")
    problem(client.post(f"{API}/tournaments", json=wanted | {"title": "<b>", "names": ["A", "B"]}), 422, "bad-name")


@pytest.mark.parametrize(
    ("names", "status", "name", "said"),
    [
        (["Ada", 41 * "b"], 422, "bad-name", "ett namn har 1 till 40 bokstäver; välj ett annat"),
        (["Ada", "<b>"], 422, "bad-name", "ett namn har inga tecken som < och >, och inga som inte syns; utelämna dem"),
        (["Ada"], 409, "not-now", "en turnering behöver två som spelar; skriv dem, en per rad"),
    ],
)
def test_names_that_a_tournament_cannot_have_are_told_in_words(client, names, status, name, said):
    """A long name was told as `body.names.1: String should have at most 40 characters`."""
    wanted = {"title": "Cup", "game": "stackernoos", "system": "robin", "names": names}
    told = problem(client.post(f"{API}/tournaments", json=wanted, headers={"accept-language": "sv"}), status, name)
    assert told["detail"] == said


def test_entrants_whose_names_were_given_under_an_older_rule_are_paired(parts, monkeypatch):
    """Each pairing was refused, and left a game behind."""
    with monkeypatch.context() as older:
        older.setattr("service.tournament.desk.kept_name", str)
        made = parts.tournaments.open("Cup", "stackernoos", ["Ada", "Pelaaja 2"], ROBIN)
    game = parts.tournaments.pair(made.id).rounds[0].pairings[0].game
    assert {each.name for each in parts.players.of(game).values()} == {"Ada", "Pelaaja 2"}


def test_a_table_s_game_gives_the_result_and_a_take_back_takes_it(parts, monkeypatch):
    """Found by the names of who sits there, at a table of another machine."""
    made = parts.tournaments.open("Cup", "stackernoos", ["Ada", "Bo"], ROBIN, games="tables")
    made = parts.tournaments.pair(made.id)
    assert made.rounds[0].pairings[0].game is None
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
    parts.players.seat(game, {0: "bo", 1: "ADA"})
    parts.hub.others.tell("Table 4", TableReport(game, "ok", "", "following"))
    found = parts.tournaments.find(made.id).rounds[0].pairings[0]
    assert (found.game, found.result) == (game, None)
    score = parts.hub.overview.score(game)
    sides = tuple(replace(each, total=20 + each.seat, winner=each.seat == 1) for each in score.sides)
    with monkeypatch.context() as patched:
        patched.setattr(parts.hub.overview, "score", lambda _id: replace(score, sides=sides, over=True))
        patched.setattr(parts.hub.overview, "rows", lambda _who: ())
        linked = parts.tournaments.link(made.id, 1, 1, game)
        assert (linked.rounds[0].pairings[0].result, linked.rounds[0].pairings[0].totals) == (ONE, (21, 20))
        assert linked.over
    assert not parts.tournaments.find(made.id).over


def test_a_knock_out_waits_for_an_appeal_and_a_decision_changes_no_way_afterwards(client, opened):
    pair(client, opened)
    for table in (1, 2):
        rule(client, opened, table, "one")
    client.post(f"{opened}/rulings/1/appeal", json={"text": "no"})
    headers = {"content-type": "application/json"}
    told = problem(client.post(f"{opened}/rounds", headers=headers, json={}), 409, "not-now")
    assert told["detail"] == "an appeal is open, and it may change who goes on; decide it first"
    decided = client.post(f"{opened}/rulings/1/decision", json={"upheld": True, "reason": "seen"})
    assert decided.status_code == 200
    pair(client, opened)
    client.post(f"{opened}/rulings/2/appeal", json={"text": "late"})
    fall = {"upheld": False, "reason": "late"}
    problem(client.post(f"{opened}/rulings/2/decision", json=fall), 409, "not-now")


def test_who_is_let_in_for_one_game_sees_its_tournament_alone(tmp_path):
    with serving(Settings(data=tmp_path)) as (parts, where):
        import httpx

        made = parts.tournaments.pair(parts.tournaments.open("Cup", "stones", ["Ada", "Bo"], SWISS).id)
        for game, status in ((made.rounds[0].pairings[0].game, 200), ("0" * 16, 404)):
            secret = new_secret()
            parts.tokens.keep(secret, Caller(Role.SPECTATOR, "", game))
            response = httpx.get(
                f"{where}api/v1/tournaments/{made.id}", headers={"Authorization": f"Bearer {secret.text}"}
            )
            assert response.status_code == status
