"""Tournaments: who meets whom, who stands where, results of followed games, rulings, appeals, the pages."""

import itertools
import random
from dataclasses import replace

import pypdfium2
import pytest
from page_browsing import browsing, fits, violations
from service_help import API, LIMIT, eventually, problem, serving

from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.hub.tables import TableReport
from service.page.language import languages
from service.page.templates import _environment
from service.page.tournament_sheet import figure
from service.page.tournament_sheet import sheet as printed
from service.settings import Settings
from service.tournament.model import (
    DRAW,
    KNOCKOUT,
    ONE,
    OTHER,
    ROBIN,
    SWISS,
    AllPlayed,
    Entrant,
    Pairing,
    Round,
    RoundOpen,
    Tournament,
)
from service.tournament.pairing import bracket, next_round, planned
from service.tournament.standings import TIES, standings

pytestmark = pytest.mark.store


def cup(system, count, rounds=None):
    entrants = tuple(Entrant(n, f"P{n}") for n in range(1, count + 1))
    many = rounds or planned(system, count)
    return Tournament("id", "Cup", "stackernoos", {}, system, many, "tables", None, "", entrants)


def stronger(pairing):
    """The better seed wins."""
    return pairing if pairing.other is None else replace(pairing, result=ONE if pairing.one < pairing.other else OTHER)


def played(tournament, result=stronger):
    """All rounds, each with the results that a function gives."""
    while len(tournament.rounds) < tournament.planned:
        pairings = tuple(result(each) for each in next_round(tournament))
        tournament = replace(tournament, rounds=(*tournament.rounds, Round("", pairings)))
    return tournament


def meetings(tournament):
    return [frozenset((each.one, each.other)) for each in tournament.played() if each.other is not None]


def chosen(chance):
    """Any result."""
    return lambda p: p if p.other is None else replace(p, result=chance.choice([ONE, OTHER, DRAW]))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 20])
def test_everybody_meets_everybody_once_and_nobody_twice_a_round(count):
    done = played(cup(ROBIN, count))
    assert sorted(map(sorted, meetings(done))) == [
        list(pair) for pair in itertools.combinations(range(1, count + 1), 2)
    ]
    for each in done.rounds:
        there = [n for p in each.pairings for n in (p.one, p.other) if n is not None]
        assert sorted(there) == list(range(1, count + 1))
    first = [sum(p.one == n for p in done.played() if p.other) for n in range(1, count + 1)]
    assert max(first) - min(first) <= 2
    with pytest.raises(AllPlayed):
        next_round(done)


@pytest.mark.parametrize("count", [4, 7, 8, 16, 33])
def test_nobody_meets_twice_or_is_free_twice_in_a_swiss_one_and_equals_meet(count):
    for seed in range(3):
        done = played(cup(SWISS, count), chosen(random.Random(seed)))
        met = meetings(done)
        assert len(set(met)) == len(met)
        free = [each.one for each in done.played() if each.other is None]
        assert len(set(free)) == len(free) == (len(done.rounds) if count % 2 else 0)
    second = replace(played(cup(SWISS, 8, 1)), planned=2)
    points = {row.number: row.points for row in standings(second)}
    assert all(points[each.one] == points[each.other] for each in next_round(second))


def test_who_meets_whom_again_where_it_cannot_be_helped():
    done = played(cup(SWISS, 2, 3))
    assert meetings(done) == [frozenset((1, 2))] * 3
    assert [each.pairings[0].one for each in done.rounds] == [1, 2, 1]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_a_knock_out_ends_with_one_and_the_best_two_meet_last(count):
    done = played(cup(KNOCKOUT, count))
    last = done.rounds[-1].pairings
    assert len(last) == 1
    assert {last[0].one, last[0].other} == {1, 2}
    assert [row.number for row in standings(done)[:2]] == [1, 2]
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_round_waits_for_its_results_and_the_withdrawn_are_not_paired():
    begun = cup(SWISS, 5, 3)
    begun = replace(begun, rounds=(Round("", next_round(begun)),))
    with pytest.raises(RoundOpen):
        next_round(begun)
    out = replace(played(cup(SWISS, 5, 1)), planned=2)
    out = replace(out, entrants=(*out.entrants[:4], replace(out.entrants[4], out=True)))
    assert 5 not in {n for each in next_round(out) for n in (each.one, each.other)}


def test_ties_are_broken_as_they_are_by_hand():
    """Four meet once each: 1 beats 2 and 3, 4 beats 1 and 3, 2 beats 4, 3 draws with 2."""
    listed = [(1, 2, ONE), (1, 3, ONE), (4, 1, ONE), (4, 3, ONE), (2, 4, ONE), (3, 2, DRAW)]
    pairings = tuple(Pairing(n, one, other, result=r) for n, (one, other, r) in enumerate(listed, start=1))
    table = standings(replace(cup(SWISS, 4), rounds=(Round("", pairings),)))
    assert [(row.number, row.points) for row in table] == [(4, 2.0), (1, 2.0), (2, 1.5), (3, 0.5)]
    first = table[0].ties
    assert first["buchholz"] == 2.0 + 0.5 + 1.5 == table[1].ties["buchholz"]
    assert first["sonneborn"] == 2.0 + 0.5
    assert table[1].ties["sonneborn"] == 1.5 + 0.5


# At a server


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


@pytest.mark.parametrize(("seconds", "hidden"), [(30, True), (0, False), (-5, False)])
def test_a_clock_that_is_out_says_so(seconds, hidden):
    """It stood at 0:00 and said nothing."""
    for t in languages().values():
        shown = _environment().get_template("tournament_parts.html").module.clock(seconds, True, t)
        assert t("cup.clock.out") in shown
        assert ('id="time-out" role="status" hidden' in shown) == hidden


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


def test_an_appeal_is_decided_by_another_and_then_the_ruling_falls(tmp_path):
    with serving(Settings(data=tmp_path)) as (parts, where):
        import httpx

        bearers = {}
        for name, role in (("Cy", Role.REFEREE), ("Di", Role.REFEREE), ("Eve", Role.SPECTATOR)):
            secret = new_secret()
            parts.tokens.keep(secret, Caller(role, name))
            bearers[name] = {"Authorization": f"Bearer {secret.text}"}
        made = parts.tournaments.open("Cup", "stones", ["Ada", "Bo"], SWISS)
        parts.tournaments.pair(made.id)
        at = f"{where}api/v1/tournaments/{made.id}"

        def post(who, path, **body):
            return httpx.post(f"{at}/{path}", json=body, headers=bearers[who])

        word = {"round": 1, "table": 1, "result": "one", "reason": "Bo left"}
        assert post("Eve", "rulings", **word).status_code == 403
        assert post("Cy", "rounds").status_code == 403
        answer = post("Cy", "rulings", **word, extra=5).json()
        assert (answer["rulings"][0]["who"], answer["rounds"][0]["pairings"][0]["ruled"]) == ("referee Cy", True)
        assert answer["rounds"][0]["pairings"][0]["extra"] == 5
        assert post("Cy", "rulings/1/decision", upheld=False, reason="x").status_code == 409
        assert post("Di", "rulings/1/appeal", text="Bo was on the way").status_code == 200
        assert post("Di", "rulings/1/appeal", text="once more").status_code == 409
        assert post("Cy", "rulings/1/decision", upheld=True, reason="mine").status_code == 409
        done = post("Di", "rulings/1/decision", upheld=False, reason="Bo came").json()
        assert done["rulings"][0]["appeal"]["upheld"] is False
        assert (done["rounds"][0]["pairings"][0]["result"], done["over"]) == (None, False)
        assert httpx.get(f"{at}/rulings/1/bundle", headers=bearers["Di"]).status_code == 409
        assert post("Di", "rulings/7/appeal", text="no").status_code == 404


def settled(tournament):
    each = tournament.rounds[0].pairings[0]
    return each.result, each.ruled


def test_a_later_ruling_stands_where_an_earlier_one_falls(parts):
    """The fall of the first took the result away that the second had given."""
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS).id).id
    desk.rule(id, 1, 1, ONE, "Bo left", "referee Cy")
    desk.rule(id, 1, 1, OTHER, "it was Ada who left", "referee Di")
    for number in (1, 2):
        desk.appeal(id, number, "no", "player Bo")
    assert settled(desk.decide(id, 1, "true", "host", upheld=False)) == (OTHER, True)
    assert settled(desk.decide(id, 2, "nobody left", "host", upheld=False)) == (None, False)


def test_the_last_ruling_that_stands_is_back_where_a_later_one_falls(parts):
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS).id).id
    for result in (ONE, OTHER):
        desk.rule(id, 1, 1, result, "seen", "referee Cy")
    desk.appeal(id, 2, "no", "player Ada")
    assert settled(desk.decide(id, 2, "the first was right", "host", upheld=False)) == (ONE, True)


@pytest.mark.parametrize("games", ["here", "tables"])
def test_a_game_that_ended_is_played_again_by_another_game(parts, monkeypatch, games):
    """The ended game gave its result at once again, so the ruling changed nothing."""
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, games=games).id).id
    first = parts.ledger.open("stones", {"players": 2}, None, parts.versions).id
    desk.link(id, 1, 1, first)
    score = parts.hub.overview.score(first)
    over = replace(score, over=True, sides=tuple(replace(each, winner=each.seat == 0) for each in score.sides))
    known = parts.hub.overview.score
    monkeypatch.setattr(parts.hub.overview, "score", lambda game: over if game == first else known(game))
    assert settled(desk.find(id)) == (ONE, False)
    again = desk.rule(id, 1, 1, None, "a stone fell by the wind", "referee Cy")
    assert settled(again) == (None, False)
    assert again.rounds[0].pairings[0].game != first
    desk.appeal(id, 1, "there was no wind", "player Ada")
    fallen = desk.decide(id, 1, "none", "host", upheld=False)
    assert (settled(fallen), fallen.rounds[0].pairings[0].game) == ((ONE, False), first)


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


def test_an_open_result_of_an_earlier_round_comes_with_its_game(parts, monkeypatch):
    desk = parts.tournaments
    id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, rounds=2).id).id
    desk.rule(id, 1, 1, ONE, "Bo left", "referee Cy")
    game = desk.pair(id).rounds[0].pairings[0].game
    desk.appeal(id, 1, "he came back", "player Bo")
    assert settled(desk.decide(id, 1, "true", "host", upheld=False)) == (None, False)
    score = parts.hub.overview.score(game)
    over = replace(score, over=True, sides=tuple(replace(each, winner=each.seat == 1) for each in score.sides))
    monkeypatch.setattr(parts.hub.overview, "score", lambda of: over if of == game else None)
    assert settled(desk.find(id)) == (OTHER, False)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (0.5, "½"), (2.5, "2½"), (0.25, "¼"), (1.75, "1¾"), (-7, "-7")],
)
def test_points_are_written_with_their_quarters(value, written):
    """A Sonneborn-Berger of a quarter was written as 0, and one of three quarters as 1."""
    assert figure(value) == written


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("system", TIES)
def test_no_word_of_a_printed_head_is_broken(parts, language, system):
    cup = parts.tournaments.pair(parts.tournaments.open("Cup", "stones", ["Ada", "Bo", "Cy"], system).id)
    t = languages()[language]
    pdf = pypdfium2.PdfDocument(printed(cup, t))
    heads = [t("cup.points"), t("cup.played"), *(t(f"cup.tie.{name}") for name in TIES[system])]
    assert " ".join(heads) in pdf[0].get_textpage().get_text_range()
    pdf.close()


def test_a_ruling_has_the_evidence_of_a_dispute(parts, monkeypatch):
    made = parts.tournaments.pair(parts.tournaments.open("Cup", "stones", ["Ada", "Bo"], SWISS).id)
    game = made.rounds[0].pairings[0].game
    monkeypatch.setattr(parts.disputes, "bundle", lambda of, number: f"zip of {of} {number}".encode())
    result = parts.tournaments.rule(made.id, 1, 1, "one", "see the pictures", "referee Cy", dispute=2)
    assert len(result.rulings[0].bundle) == 64
    assert parts.tournaments.bundle(made.id, 1) == (game, f"zip of {game} 2".encode())


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


@pytest.mark.browser
def test_a_tournament_is_opened_paired_and_ruled_on_the_page(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/tournaments", 360, 740, locale="sv-SE")
        page.locator("#cup-title").fill("Klubbmästerskap")
        assert violations(page) == []
        fits(page, 360)
        page.locator("#cup-names").fill("Ada\nBo\nCecilia\nDavid")
        page.locator("#cup-minutes").fill("30")
        page.locator(".new [type=submit]").click()
        page.wait_for_url("**/tournaments/*", wait_until="load")  # the button's script is there
        page.locator("button", has_text="Lotta nästa rond").click()
        page.locator(".pairing").nth(1).wait_for()
        page.locator("button", has_text="Starta klockan").click()
        page.locator("#clock[data-running]").wait_for()
        page.locator("#rule-reason").fill("Bo kom inte")
        page.locator(".rule-on [type=submit]").click()
        page.locator(".ruling", has_text="Bo kom inte").wait_for()
        page.locator(".pairing .mark").wait_for()
        assert violations(page) == []
        fits(page, 360)
        page.locator(".ruling details summary").first.click()
        page.locator(".ruling form input").fill("Han var på väg")
        page.locator(".ruling form [type=submit]").click()
        page.locator(".appeal", has_text="Han var på väg").wait_for()
        made = it.parts.tournaments.all()[0]
        it.parts.tournaments.rule(made.id, 1, 2, "draw", "enade", "host")
        page.locator(".ruling", has_text="enade").wait_for()
        page.goto(f"{it.where}tournaments/{made.id}/hall", wait_until="domcontentloaded")
        page.locator(".hall-two .pairing").first.wait_for()
        assert violations(page) == []
        page.close()
        eventually(lambda: it.parts.tournaments.find(made.id).rounds[0].done, "both results")


def chosen_result(page, reason):
    page.locator("#rule-reason").fill(reason)
    page.locator(".rule-on [type=submit]").click()
    page.locator(".ruling", has_text=reason).wait_for()


@pytest.mark.browser
def test_results_are_entered_on_the_page_of_every_round_also_when_all_is_over(tmp_path):
    """The form kept the pairs of the first round, and was gone after the last."""
    with browsing(tmp_path) as it:
        desk = it.parts.tournaments
        id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo", "Cy"], ROBIN).id).id
        page = it.page(f"/tournaments/{id}")
        page.locator("#rule-result option", has_text="Bo wins").wait_for(state="attached")
        for number in (1, 2, 3):
            chosen_result(page, f"seen {number}")
            assert desk.find(id).rounds[number - 1].done
            if number < 3:
                page.locator("button", has_text="Pair the next round").click()
                page.locator("#round-title", has_text=f"Round {number + 1} of 3").wait_for()
        assert desk.find(id).over
        first = desk.find(id).rounds[0].pairings[0]
        page.locator("#rule-on").select_option('{"round": 1, "table": 1}')
        page.locator("#rule-result").select_option(label=f"{desk.find(id).name(first.other)} wins")
        chosen_result(page, "the sheet was read wrong")
        assert desk.find(id).rounds[0].pairings[0].result == OTHER
        assert violations(page) == []


@pytest.mark.browser
def test_a_game_that_names_do_not_tell_is_said_on_the_page_and_a_tournament_is_deleted(tmp_path):
    with browsing(tmp_path) as it:
        desk = it.parts.tournaments
        id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, games="tables").id).id
        game = it.parts.ledger.open("stones", {"players": 2}, None, it.parts.versions).id
        page = it.page(f"/tournaments/{id}", 360, 740)
        page.locator(".link-game summary").click()
        page.locator(".link-game p", has_text="No table has a game").wait_for()
        it.parts.hub.others.tell("Table 4", TableReport(game, "ok", "", "following"))
        page.reload()
        page.locator(".link-game summary").click()
        assert page.locator("#link-game").inner_text() == "Table 4: Player 1 0 – Player 2 0"
        fits(page, 360)
        assert violations(page) == []
        page.locator(".link-game [type=submit]").click()
        page.locator(".pairing .result a").wait_for()
        assert desk.find(id).rounds[0].pairings[0].game == game
        page.locator("#delete").click()
        page.locator("#sure-title", has_text="Cup").wait_for()
        page.locator("#sure-yes").click()
        page.wait_for_url("**/tournaments")
        assert desk.all() == ()
