"""Pairing by codes and digits: what is used, old, wrong or flooded lets nobody in, and what is right lets in one."""

import itertools
import json
import re

import httpx
import pytest
from guests import API, NAME, guests
from service_help import LIMIT

from service.access.attempts import TooMany
from service.access.caller import Caller
from service.access.pairing import LASTS, MOST_ASKING, MOST_CODES, NoSuchCode, Pairing, SpentCode, TooManyAsk
from service.access.roles import Role
from service.access.tokens import Tokens
from service.store.store import Store

PLAYER = Caller(Role.PLAYER, "", "game", 0)


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pairing(tmp_path, clock):
    store = Store(f"sqlite:///{tmp_path / 'tableside.db'}")
    yield Pairing(store, Tokens(store), clock)
    store.close()


def test_a_code_lets_one_in_and_is_used_then(pairing):
    made, code = pairing.invite(PLAYER)
    assert pairing.look(code, "a").word == made.word
    secret, token = pairing.exchange(code, "Ada", "a")
    assert (token.caller.role, token.caller.name, token.caller.seat, token.caller.waiting) == (
        "player",
        "Ada",
        0,
        False,
    )
    assert pairing.state(made.id) == "used"
    for again in (pairing.look, lambda code, at: pairing.exchange(code, "Eve", at)):
        with pytest.raises(SpentCode, match="used"):
            again(code, "b")
    assert secret.text not in json.dumps([str(each) for each in pairing._tokens.all().values()])


def test_a_code_ends_after_ten_minutes(pairing, clock):
    made, code = pairing.invite(PLAYER)
    clock.now += LASTS - 1
    assert pairing.look(code, "a") == made
    clock.now += 2
    with pytest.raises(SpentCode):
        pairing.exchange(code, "Ada", "a")
    assert pairing.state(made.id) == "over"


def test_a_code_that_the_host_ended_is_none(pairing):
    made, code = pairing.invite(PLAYER)
    pairing.cancel(made.id)
    with pytest.raises(NoSuchCode):
        pairing.exchange(code, "Ada", "a")


def test_codes_are_long_and_never_the_same(pairing):
    codes = {pairing.invite(PLAYER)[1] for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"[\w-]{22}", code) for code in codes)
    assert len(pairing._codes) == MOST_CODES


def test_guessing_is_stopped_and_only_for_who_guesses(pairing):
    _, code = pairing.invite(PLAYER)
    with pytest.raises(TooMany, match="wait a minute"):
        for n in itertools.count():
            with pytest.raises(NoSuchCode):
                pairing.look(f"guess {n}", "eve")
            assert n < 20
    assert pairing.look(code, "ada")


def test_screens_that_ask_are_few_and_come_slowly(pairing, clock):
    with pytest.raises(TooMany):
        for _ in range(20):
            pairing.ask("Eve", "eve")
    clock.now += 61
    with pytest.raises(TooManyAsk):
        for n in range(20):
            pairing.ask("Eve", f"eve {n}")
    assert len(pairing._asking) == MOST_ASKING
    clock.now += LASTS
    assert pairing.ask("Ada", "ada").digits


def test_digits_are_for_the_screen_that_shows_them(pairing):
    screen = pairing.ask("Screen", "a")
    assert re.fullmatch(r"\d{6}", screen.digits)
    assert pairing.asking(screen.secret.text) == screen
    assert pairing.asking("tableside_") is None
    token = pairing.answer(f" {screen.digits[:3]} {screen.digits[3:]}", Caller(Role.SCOREBOARD, "", "game"))
    assert (token.word, token.caller.name, token.caller.waiting) == (screen.word, "Screen", False)
    assert pairing._tokens.find(screen.secret.text).role is Role.SCOREBOARD
    assert pairing.asking(screen.secret.text) is None
    with pytest.raises(NoSuchCode):
        pairing.answer(screen.digits, PLAYER)


def test_digits_are_not_tried_out(pairing):
    with pytest.raises(TooMany):
        for n in range(20):
            with pytest.raises(NoSuchCode):
                pairing.answer(f"{n:06}", PLAYER)


def test_a_referee_and_who_takes_a_seat_over_wait_for_the_host(pairing):
    tokens = pairing._tokens
    first = pairing.exchange(pairing.invite(PLAYER)[1], "Ada", "a")
    again = pairing.exchange(pairing.invite(PLAYER)[1], "Ada", "a")
    referee = pairing.exchange(pairing.invite(Caller(Role.REFEREE, "", "game"))[1], "Cy", "a")
    assert [token.caller.waiting for _, token in (first, again, referee)] == [False, True, True]
    assert tokens.confirm(again[1].id)
    assert tokens.find(first[0].text) is None  # the lost phone is sent away
    assert not tokens.find(again[0].text).waiting
    assert tokens.confirm(referee[1].id)
    assert not tokens.find(referee[0].text).waiting


def test_names_are_of_one_line_and_not_long(pairing):
    _, token = pairing.exchange(pairing.invite(PLAYER)[1], "A\n\x1b[31mda" + "a" * 100, "a")
    assert token.caller.name.isprintable()
    assert len(token.caller.name) == 40


# Over HTTP


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with guests(tmp_path_factory.mktemp("table")) as opened:
        yield opened


def test_a_screen_that_asks_while_the_host_types_is_let_in_all_the_same(table, monkeypatch):
    """Its request came in as a stranger's, and its digits were over by the time that they were looked up."""
    pairing, game = (
        table.parts.pairing,
        table.parts.ledger.open("stones", {"players": 2}, None, table.parts.versions).id,
    )
    asking, typed = pairing.asking, []

    def looked_up_late(token):
        typed.append(pairing.answer(digits, Caller(Role.SCOREBOARD, "", game)))
        return asking(token)

    with table.client("stranger") as screen:
        asked = screen.post(f"{API}/pairing/digits", json={"name": "Screen"})
        digits, screen.headers["cookie"] = asked.json()["digits"], asked.headers["set-cookie"].partition(";")[0]
        assert screen.get(f"{API}/pairing").json()["state"] == "asking"
        monkeypatch.setattr(pairing, "asking", looked_up_late)
        response = screen.get(f"{API}/pairing").json()
    assert (response["state"], response["role"], response["next"]) == ("in", "scoreboard", f"/games/{game}/scoreboard")
    assert response["word"] == asked.json()["word"]
    table.parts.tokens.revoke(typed[0].id)


def test_a_phone_is_let_in_by_its_cookie_alone_and_sent_away_at_once(table):
    game = table.parts.ledger.open("stackernoos", {"players": 2}, None, table.parts.versions).id
    with table.client("host") as host, table.client("stranger") as phone:
        made = host.post(f"{API}/invitations", json={"role": "player", "game": game, "seat": 1}).json()
        code = made["url"].partition("#")[2]
        assert code not in made["url"].partition("#")[0]
        assert phone.post(f"{API}/pairing/look", json={"code": code}).json()["word"] == made["word"]
        joined = phone.post(f"{API}/pairing", json={"code": code, "name": "Ada"})
        assert joined.json()["next"] == f"/games/{game}"
        cookie = joined.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "tableside_" not in joined.text
        phone.headers["cookie"] = cookie.partition(";")[0]
        assert phone.get(f"{API}/games/{game}").json()["seat"] == 1
        assert phone.post(f"{API}/games", json={"game": "stones"}).status_code == 403
        (listed,) = [each for each in host.get(f"{API}/devices").json()["devices"] if each["game"] == game]
        assert (listed["name"], listed["role"], listed["seat"], listed["waiting"]) == ("Ada", "player", 1, False)
        with phone.stream("GET", f"{API}/games/{game}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            assert host.delete(f"{API}/devices/{listed['id']}").status_code == 200
            for _ in lines:
                pass  # it ends
        assert phone.get(f"{API}/games/{game}").status_code == 401


def test_the_cookie_does_nothing_for_a_page_elsewhere(table):
    secret = table.tokens["player 0"]
    headers = {"host": NAME, "cookie": f"tableside-http={secret}", "origin": "https://evil.example"}
    with httpx.Client(base_url=table.where, headers=headers, timeout=LIMIT) as phone:
        sent = {"seat": 0, "move": "draw quarry", "version": 0}
        assert phone.get(f"{API}/games/{table.own}").status_code == 200
        answer = phone.post(f"{API}/games/{table.own}/moves", json=sent)
        assert answer.json()["type"] == "/problems/cross-site"


@pytest.mark.parametrize(
    "wanted",
    [
        {"role": "host", "game": "GAME"},
        {"role": "client", "game": "GAME"},
        {"role": "player", "game": "GAME"},
        {"role": "player", "game": "GAME", "seat": 7},
        {"role": "spectator", "game": "GAME", "seat": 0},
        {"role": "spectator", "game": "none"},
        {"role": "spectator"},
        {"role": "player", "game": None, "seat": 0},
        {"role": "table", "game": "GAME"},
    ],
    ids=str,
)
def test_a_code_is_for_a_role_and_a_seat_that_there_are(table, wanted):
    wanted = {key: table.own if value == "GAME" else value for key, value in wanted.items()}
    with table.client("host") as host:
        assert host.post(f"{API}/invitations", json=wanted).status_code in {404, 422}


def test_nobody_but_the_host_lets_in_or_sends_away(table):
    wanted = {"role": "spectator", "game": table.own}
    for who in ("stranger", "player 0", "referee", "client rule", "waiting"):
        with table.client(who) as client:
            assert client.post(f"{API}/invitations", json=wanted).status_code in {401, 403}
            assert client.get(f"{API}/devices").status_code in {401, 403}
            assert client.get("/devices").status_code in {401, 403}


def test_the_log_holds_no_token_and_no_code(table, capfd):
    with table.client("host") as host, table.client("stranger") as phone:
        made = host.post(f"{API}/invitations", json={"role": "spectator", "game": table.own}).json()
        code = made["url"].partition("#")[2]
        phone.post(f"{API}/pairing", json={"code": code, "name": "Zoe"})
    text = "".join(capfd.readouterr())
    assert code not in text
    assert "tableside_" not in text
    assert "Zoe" not in text
