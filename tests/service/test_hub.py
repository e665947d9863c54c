"""A table's machine and its hub: paired, followed, cut off, killed and caught up; nothing lost, nothing doubled."""

import contextlib
import hashlib
import json
from dataclasses import dataclass, replace

import pytest
from page_browsing import browsing, fits, violations
from relay import Relay
from service_help import API, KILLS, OPENING, SECOND, client_of, eventually, problem, serving

from engine import record
from engine.said import Said
from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.app import assemble
from service.following.tables import Health, Table
from service.hub import connection as letters
from service.hub.client import Away, HubClient
from service.hub.connection import HubConnection
from service.hub.forwarder import Forwarder, batches
from service.hub.tables import TableReport
from service.page.language import languages
from service.page.reasons import translated
from service.settings import Settings
from service.store.questions import Candidate, Question

pytestmark = pytest.mark.store  # the hub's own; a table's machine has SQLite

SV = languages()["sv"]
PICTURE = b"\xff\xd8 a picture"


@dataclass
class Both:
    """A hub that serves, its client, and the parts of a table's machine."""

    hub: object
    where: str
    client: object
    own: object
    table: Table
    game: str
    folder: object
    said: list

    def sending(self, url=None, token=None):
        """The thread that sends, on its way; `token` is one that was made at the hub, None asks for digits."""
        letter = HubConnection((url or self.where).rstrip("/"), "Table 4", token or "")
        thread = Forwarder(self.own, self.table, self.game, letter, self.folder, self.said.append)
        return contextlib.closing(started(thread))

    def token(self):
        """A token of the scope for tables."""
        secret = new_secret()
        self.hub.tokens.keep(secret, Caller(Role.CLIENT, "Table 4", scopes=("table",)))
        return secret.text

    def play(self, count):
        """So many entries more: a move that is played, and taken back."""
        for _ in range(count):
            version = self.own.ledger.version(self.game)
            if version % 2:
                self.own.ledger.undo(self.game, version, None)
            else:
                self.own.ledger.play(self.game, version, 0, OPENING)

    def is_same(self):
        """Whether the hub has the very lines of the table's machine, in a chain that holds."""
        mine = self.own.store.load(self.game)
        try:
            there = self.hub.store.load(self.game)
        except Exception:
            return False
        if there.text != mine.text:
            return False
        assert record.loads(there.text)[1] is None
        return True


def started(thread):
    thread.start()
    return thread


@pytest.fixture
def both(tmp_path):
    own = assemble(Settings(data=tmp_path / "own", database_url=f"sqlite:///{tmp_path / 'own' / 'tableside.db'}"))
    table = Table("1")
    with serving(Settings(data=tmp_path / "hub", keepalive_seconds=0.1)) as (hub, where), client_of(where) as client:
        game = own.ledger.open("stackernoos", {"players": 2}, None, own.versions).id
        table.publish(health=Health("ok", "The camera shows the table."))
        yield Both(hub, where, client, own, table, game, tmp_path / "own", [])
    own.close()


def hall(both):
    """The table as the hub shows it."""
    response = both.client.get(f"{API}/hub/tables")
    assert response.status_code == 200, response.text
    return next((each for each in response.json()["tables"] if each["name"] == "Table 4"), None)


def test_a_machine_is_let_in_by_digits_and_its_game_is_at_the_hub(both):
    both.play(1)
    with both.sending():
        line = eventually(lambda: next((each for each in both.said if "type" in each), None), "the line with digits")
        digits = line.split("type ")[1][:7]
        answer = both.client.post(f"{API}/screens", json={"digits": digits, "role": "table", "game": None})
        assert (answer.status_code, answer.json()["role"], answer.json()["name"]) == (201, "table", "Table 4")
        eventually(both.is_same, "the game")
        assert eventually(lambda: hall(both), "the table")["health"] == "ok"
        both.table.publish(following={"game": both.game, "state": "asking", "detail": "Which move was it?"})
        eventually(lambda: hall(both)["state"] == "asking", "how it is followed")
    eventually(lambda: hall(both)["away"], "that it has stopped")
    eventually(lambda: "It was stopped." in both.client.get("/tables").text, "that its page says so")
    assert (both.folder / letters.FILE).stat().st_mode & 0o077 == 0
    assert letters.read(both.folder, both.where.rstrip("/"), "Table 4").is_paired


def test_the_digits_hold_where_the_hub_was_away_meanwhile(both, monkeypatch):
    asked, is_in = [], HubClient.is_in

    def away_at_first(client):
        asked.append(client)
        if len(asked) == 1:
            raise Away("the hub does not answer")
        return is_in(client)

    monkeypatch.setattr(HubClient, "is_in", away_at_first)
    with both.sending():
        eventually(lambda: len(asked) > 1, "another look")
        lines = [each for each in both.said if "type" in each]
        assert len(lines) == 1
        digits = lines[0].split("type ")[1][:7]
        both.client.post(f"{API}/screens", json={"digits": digits, "role": "table", "game": None})
        eventually(lambda: any("has let this table in" in each for each in both.said), "that it is let in")


def test_all_that_belongs_to_a_game_comes(both):
    both.own.players.seat(both.game, {0: "Ada", 1: "Bo"})
    seen = {"time": "2026-01-01T00:00:00.000Z", "why": "question", "seen": {"pieces": []}, "hidden": []}
    sha256 = both.own.evidence.keep(both.game, PICTURE, seen)
    both.own.ledger.play(both.game, 0, 0, OPENING, by="camera", confidence=0.9, frames=[sha256])
    candidate = Candidate(((1, SECOND),), 0.6)
    number = both.own.questions.ask(both.game, Question("choice", "Which move was it?", 1, (sha256,), (candidate,)))
    with both.sending(token=both.token()):
        eventually(lambda: (hall(both) or {"questions": 0})["questions"] == 1, "the question")
        at_hub = both.hub.questions.find(both.game, number)
        assert at_hub == both.own.questions.find(both.game, number)
        eventually(lambda: both.hub.evidence.load(sha256) == PICTURE, "the picture")
        eventually(lambda: both.hub.evidence.about(both.game, sha256) == seen, "what is told of it")
        both.own.questions.answer(both.game, number, choice=0)
        eventually(lambda: hall(both)["questions"] == 0, "the answer")
        eventually(both.is_same, "the entry")
        eventually(lambda: both.hub.questions.find(both.game, number) == both.own.questions.find(both.game, number))
        sides = eventually(lambda: [each["name"] for each in hall(both)["game"]["sides"]], "the names")
        assert sides == ["Ada", "Bo"]


def test_names_that_a_table_kept_under_an_older_rule_come_too(both):
    both.own.players.seat(both.game, {0: "Ada", 1: "Pelaaja 2"})
    both.play(1)
    with both.sending(token=both.token()):
        eventually(lambda: both.hub.players.of(both.game), "the names")
    assert [each.name for each in both.hub.players.of(both.game).values()] == ["Ada", "Pelaaja 2"]


def test_lines_come_with_their_forms_for_whoever_reads_another_language(both):
    text = Said("The table is not as the game has it: {wrong}.", wrong=Said("{pieces} cannot be seen", pieces=("3-5",)))
    reason = Said("{tile} lies on the table.", tile="3-5")
    candidate = Candidate(((1, SECOND),), 0.6, legal=False, rules=("SN-1",), reason=reason)
    number = both.own.questions.ask(both.game, Question("out_of_step", text, 0, (), (candidate,)))
    gone = Said(
        "{source} gives no more frames: check its cable or its network.", source=Said("camera {number}", number=7)
    )
    both.table.publish(health=Health("retrying", gone))
    both.play(1)
    with both.sending(token=both.token()):
        eventually(lambda: (hall(both) or {"questions": 0})["questions"] == 1, "the question")
        at_hub = both.hub.questions.find(both.game, number).question
        assert translated(at_hub.text, SV) == "Bordet är inte som partiet har det: 3-5 syns inte."
        assert translated(at_hub.candidates[0].reason, SV) == translated(reason, SV) != ""
        eventually(lambda: (hall(both) or {})["health"] == "retrying", "the camera")
        row = next(each for each in both.hub.hub.overview.glance() if each.name == "Table 4")
        assert translated(row.health_detail, SV).startswith("Kamera 7 ger inga fler bilder")


@pytest.mark.parametrize(
    "form",
    [
        {"line": "x", "form": "{seat}"},
        {"line": "x", "form": 1, "parts": {}},
        {"line": "x", "form": "x", "parts": {"seat": None}},
        {"line": "x", "form": "x", "parts": {"seat": [[[[[[[[["0"]]]]]]]]]}},
    ],
)
def test_forms_of_another_shape_are_refused(both, form):
    token = both.token()
    sent(both, token)
    report = {"health_detail": "x", "said": {"health_detail": form}}
    answer = both.client.post(f"{API}/hub/report", json=report, headers={"Authorization": f"Bearer {token}"})
    problem(answer, 422, "invalid-request")


def test_a_network_that_is_cut_midway_loses_nothing_and_doubles_nothing(both):
    relay = Relay(int(both.where.rstrip("/").rpartition(":")[2]))
    with contextlib.closing(relay), both.sending(relay.where, both.token()):
        for lost in range(1, KILLS + 1):
            both.play(1)
            eventually(both.is_same, "the entry before the cut")
            relay.losing = f"POST {API}/hub/games/{both.game} ".encode()  # the hub takes it, and nobody hears of that
            both.play(2)
            eventually(lambda lost=lost: relay.lost == lost, "the answer that is lost")
            eventually(both.is_same, "what came without an answer")
            relay.cut()
            both.play(3)
            eventually(lambda: (both.table.unsent or 0) >= 3, "how much the hub has not")
            relay.mend()
            eventually(both.is_same, "what was played meanwhile")
        eventually(lambda: both.table.unsent == 0, "that it has all")
    assert any("goes on here" in line for line in both.said)


def test_a_machine_that_starts_again_sends_games_of_the_day_before(both):
    both.play(2)
    first, letter = both.game, HubConnection(both.where.rstrip("/"), "Table 4", both.token(), games=(both.game,))
    letters.write(both.folder, letter)
    both.game = both.own.ledger.open("stackernoos", {"players": 2}, None, both.own.versions).id
    again = letters.read(both.folder, letter.url, letter.table)
    thread = Forwarder(both.own, both.table, both.game, again, both.folder, both.said.append)
    with contextlib.closing(started(thread)):
        eventually(lambda: (hall(both) or {"game": None})["game"], "the game of today")
        eventually(lambda: letters.read(both.folder, letter.url, letter.table).games == (both.game,), "the one before")
    assert both.hub.store.load(first).lines == both.own.store.load(first).lines


def test_what_is_not_at_the_hub_when_a_table_stops_is_said(both):
    with both.sending("http://127.0.0.1:9", both.token()):
        both.play(2)
        eventually(lambda: both.table.unsent == 2, "how much the hub has not")
    told = "Not at the hub yet: 2 of the game’s entries. The next watch with this hub sends them."
    assert both.said[-1] == told
    both.said.clear()
    with both.sending(token=both.token()):
        eventually(both.is_same, "the game")
        eventually(lambda: both.table.unsent == 0, "that it has all")
    assert [line for line in both.said if "Not at the hub" in line] == []


def sent(both, token, **more):
    kept = both.own.store.load(both.game)
    body = {"created": kept.created, "header": kept.header, "lines": list(kept.lines)} | more
    return both.client.post(f"{API}/hub/games/{both.game}", json=body, headers={"Authorization": f"Bearer {token}"})


def test_the_same_entries_may_come_again_and_others_may_not(both):
    both.play(3)
    token, kept = both.token(), both.own.store.load(both.game)
    assert sent(both, token).json()["events"] == 3
    assert sent(both, token).json()["events"] == 3
    assert sent(both, token, after=1, lines=list(kept.lines[1:2])).json()["events"] == 3
    problem(sent(both, token, after=5, lines=[]), 409, "stale-version")
    changed = kept.lines[2].replace('"seat":0', '"seat":1')
    problem(sent(both, token, lines=[*kept.lines[:2], changed]), 409, "not-its-record")
    problem(sent(both, token, after=3, lines=[kept.lines[2]]), 409, "not-its-record")
    problem(sent(both, token, header=kept.header.replace('"players":2', '"players":3')), 409, "not-its-record")
    assert both.is_same()


def test_a_game_is_its_table_s_and_nobody_else_s(both):
    both.play(1)
    assert sent(both, both.token()).status_code == 200
    other = new_secret()
    both.hub.tokens.keep(other, Caller(Role.CLIENT, "Table 5", scopes=("table",)))
    problem(sent(both, other.text), 404, "no-such-game")
    move = {"seat": 1, "move": SECOND, "version": 1}
    problem(both.client.post(f"{API}/games/{both.game}/moves", json=move), 409, "kept-elsewhere")
    problem(both.client.post(f"{API}/games/{both.game}/undo", json={"version": 1}), 409, "kept-elsewhere")
    mine = both.hub.ledger.open("stackernoos", {"players": 2}, None, both.hub.versions).id
    both.game, was = mine, both.game
    answer = both.client.get(f"{API}/hub/games/{mine}", headers={"Authorization": f"Bearer {other.text}"})
    problem(answer, 404, "no-such-game")
    assert both.client.get(f"{API}/games/{was}").json()["version"] == 1


def test_what_a_machine_sends_is_held_to_its_shape(both):
    both.play(1)
    token = both.token()
    sent(both, token)
    bearer = {"Authorization": f"Bearer {token}"}
    where = f"{API}/hub/games/{both.game}"
    problem(both.client.post(f"{where}/pictures", json={"picture": "no base", "time": "", "why": ""}, headers=bearer),
            422, "unreadable-picture")  # fmt: skip
    problem(both.client.post(f"{where}/pictures", json={"picture": "AAAA", "time": "", "why": ""}, headers=bearer),
            422, "unreadable-picture")  # fmt: skip
    digest = hashlib.sha256(b"").hexdigest()
    wanted = both.client.post(f"{where}/pictures/wanted", json={"hashes": [digest]}, headers=bearer)
    assert wanted.json() == {"wanted": [digest]}
    nameless = new_secret()
    both.hub.tokens.keep(nameless, Caller(Role.CLIENT, "", scopes=("table",)))
    problem(sent(both, nameless.text), 422, "bad-name")


def test_a_game_without_a_move_goes_when_its_table_begins_another(both):
    first = both.game
    sent(both, both.token())
    both.hub.hub.others.tell("Table 4", TableReport(first))
    both.hub.hub.others.tell("Table 4", TableReport(None))
    assert first not in {each.id for each in both.hub.store.newest(9)}


def test_who_is_let_in_for_one_game_sees_its_table_alone(both):
    both.play(1)
    token = both.token()
    sent(both, token)
    both.hub.hub.others.tell("Table 4", TableReport(both.game))
    both.hub.hub.others.tell("Table 5", TableReport(None))
    for game, seen in ((None, ["Table 4", "Table 5"]), (both.game, ["Table 4"]), ("0" * 16, [])):
        secret = new_secret()
        both.hub.tokens.keep(secret, Caller(Role.SCOREBOARD, "", game))
        response = both.client.get(f"{API}/hub/tables", headers={"Authorization": f"Bearer {secret.text}"})
        assert [each["name"] for each in response.json()["tables"]] == seen


def test_lines_are_sent_in_parts_that_a_hub_takes():
    assert list(batches([])) == []
    assert [len(part) for part in batches(["x"] * 450)] == [200, 200, 50]
    assert [len(part) for part in batches(["x" * 200_000] * 3)] == [1, 1, 1]


def test_a_table_that_was_silent_is_away(both):
    clock = [1000.0]
    others = both.hub.hub.others
    others._clock = lambda: clock[0]
    result = others.tell("Table 4", TableReport())
    assert not others.is_away(result)
    clock[0] += 31.0
    assert others.is_away(result)
    assert others.is_away(replace(result, seen=clock[0], report=TableReport(stopped=True)))
    assert json.loads(json.dumps(hall(both)["away"])) is True


def test_the_pages_show_every_table_and_lead_to_its_game(both):
    both.play(1)
    sent(both, both.token())
    both.hub.hub.others.tell("Table 4", TableReport(both.game, "ok", "", "asking"))
    both.hub.hub.others.tell(
        "Table 10", TableReport(None, "black", "Nothing can be seen: uncover the camera, or switch on a light.")
    )
    for language, words in (("en", ("The camera asks", "1 played")), ("sv", ("Kameran frågar", "1 spelat"))):
        text = both.client.get("/tables", headers={"accept-language": language}).text
        assert all(word in text for word in words), language
        assert f'href="/games/{both.game}"' in text
        assert text.index("Table 4") < text.index("Table 10")
        scores = both.client.get("/scores", headers={"accept-language": language}).text
        assert "Table 4" in scores
        assert "Table 10" not in scores


def test_the_page_of_a_game_that_another_machine_keeps_offers_nothing_that_is_refused(both):
    """It said that moves can be entered by hand, showed pieces to lay, and offered a camera; each was refused."""
    both.play(1)
    entered = ('data-action="enter"', 'id="undo-last"', 'data-action="correct"', "resume=")
    sent(both, both.token())
    there = both.client.get(f"/games/{both.game}").text
    assert [each for each in entered if each in there] == []
    assert 'class="tray' not in there
    turned = {"tray": 1, "at": both.hub.ledger.find(both.game).version}
    assert 'class="tray' not in both.client.get(f"/view/games/{both.game}", params=turned).text
    for part in (there, both.client.get(f"/view/games/{both.game}/status").text):
        assert "<b>Table 4</b>" in part
        assert "moves and answers are entered there" in part
    legal = both.client.get(f"/view/games/{both.game}/legal", params={"seat": -1}).text
    assert 'class="row-of-buttons" hidden' in legal or "data-play" not in legal
    own = both.hub.ledger.open("stackernoos", {"players": 2}, None, both.hub.versions).id
    here = both.client.get(f"/games/{own}").text
    assert [each for each in entered if each in here] == ['data-action="enter"', "resume="]
    assert 'class="tray' in here


@pytest.mark.browser
def test_all_tables_follow_what_is_played_and_fit_a_phone(tmp_path):
    with browsing(tmp_path) as it:
        game = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions).id
        it.parts.hub.others.tell("Table 4", TableReport(game, "ok", "", "following"))
        page = it.page("/tables", 360, 740, locale="sv-SE")
        page.locator(".place").wait_for()
        assert violations(page) == []
        fits(page, 360)
        it.parts.ledger.play(game, 0, 0, OPENING)
        page.locator(".place .game", has_text="1 spelat").wait_for()
        it.parts.hub.others.tell("Table 5", TableReport(None, "ok"))
        page.locator(".place h2", has_text="Table 5").wait_for()
        assert page.locator("[data-forget]").count() == 0
        it.parts.hub.others.tell("Table / 6?", TableReport(None, "ok", stopped=True))
        gone = page.locator(".place", has_text="Table / 6?")
        gone.locator("[data-forget]").click()
        gone.wait_for(state="detached")
        assert [each.name for each in it.parts.hub.others.all()] == ["Table 4", "Table 5"]
        assert violations(page) == []
        page.goto(it.where + "scores", wait_until="domcontentloaded")
        page.locator(".tile").wait_for()
        assert violations(page) == []
        page.close()
