"""Every route × every role × own and foreign objects: what the table of roles does not allow is refused."""

import random
import re
from dataclasses import replace

import pytest
from guests import API, NAME, guests
from service_help import OPENING, SECOND

from engine import record
from engine.games import games
from service import answers
from service.access.caller import Caller
from service.access.roles import ROLES, SCOPES, Permission, Role
from service.access.routes import routes as routes_of
from service.access.tokens import new_secret
from service.app import create_app
from service.settings import Settings
from service.store.questions import Candidate, Question

REFUSED = {401, 403, 404}
"""What a refusal says: pair first; not your role; there is no such thing, to whom it is another's."""
NOTHING = "00000000"
P = Permission


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with guests(tmp_path_factory.mktemp("table")) as opened:
        yield opened


@pytest.fixture(scope="module")
def routes(tmp_path_factory):
    app = create_app(Settings(data=tmp_path_factory.mktemp("routes")))
    yield routes_of(app)
    app.state.parts.close()


def may(who, permission):
    """What the table says of somebody who is let in for one game."""
    if permission is P.OPEN_GAME:
        return False
    if who in {"stranger", "waiting"}:
        return permission in ROLES[Role.STRANGER]
    role, _, scope = who.partition(" ")
    return permission in ROLES[Role(role)] | SCOPES.get(scope if role == "client" else "", frozenset())


def filled(path, game, table="1"):
    """An address of a route, for that game or table."""
    path = re.sub(r"(/games/)\{\w+\}", rf"\g<1>{game}", path)
    path = re.sub(r"(/tables/)\{\w+\}", rf"\g<1>{table}", path)
    return re.sub(r"\{(\w+)\}", lambda part: {"n": "1", "sha256": "0" * 64}.get(part[1], "none"), path)


def sent(client, method, path, **more):
    """The status and the problem of a request; a stream is not read to its end."""
    with client.stream(method, path, **more) as answer:
        kind = answer.headers.get("content-type", "")
        name = ""
        if "problem" in kind:
            answer.read()
            name = answer.json()["type"].rpartition("/")[2]
        return answer.status_code, name


def cases(routes, game, table):
    for route in routes:
        if route.path.endswith("/pairing/leave"):
            continue  # it ends the token that it comes with: a test of its own
        for method in sorted(route.methods - {"HEAD"}):
            body = {"json": {}} if method in {"POST", "PUT", "PATCH"} else {}
            query = {"params": {"of": f"game:{game}"}} if route.path.endswith("/stream") else {}
            yield route, method, filled(route.path, game, table), body | query


def test_every_route_says_what_it_needs(routes):
    assert len(routes) > 40
    assert [route.path for route in routes if route.permission is None] == []


@pytest.mark.parametrize(
    "who",
    [
        "stranger",
        "waiting",
        "player 0",
        "referee",
        "spectator",
        "scoreboard",
        "camera",
        "table",
        *(f"client {s}" for s in SCOPES),
    ],
)
def test_what_the_table_does_not_allow_is_refused_and_the_rest_is_not(table, routes, who):
    wrong = []
    with table.client(who) as client:
        for route, method, path, more in cases(routes, table.own, "1"):
            status, name = sent(client, method, path, **more)
            let_in = name not in {"not-paired", "not-allowed", "cross-site"}
            if let_in is not may(who, route.permission) and not (
                name == "no-such-table" and may(who, route.permission)
            ):
                wrong.append((method, route.path, status, name))
            if status >= 500:
                wrong.append((method, route.path, status, name))
    assert wrong == []


@pytest.mark.parametrize(
    "who", ["player 0", "referee", "spectator", "scoreboard", "table", *(f"client {s}" for s in SCOPES)]
)
def test_another_s_game_and_table_are_as_if_they_were_not_there(table, routes, who):
    wrong = []
    with table.client(who) as client:
        for route, method, path, more in cases(routes, table.foreign, "2"):
            if "/games/{" not in route.path and "/tables/{" not in route.path:
                continue
            status, name = sent(client, method, path, **more)
            if status not in REFUSED or name not in {"no-such-game", "no-such-table", "not-allowed"}:
                wrong.append((method, route.path, status, name))
        assert table.foreign not in client.get(f"{API}/games").text
        assert '"2"' not in client.get(f"{API}/tables").text or not may(who, P.SEE_GAME)
    assert wrong == []


@pytest.mark.parametrize("who", ["host", "player 0", "referee", "spectator", "client see"])
def test_a_picture_of_another_s_game_is_not_got_by_way_of_one_s_own(table, who):
    sha256 = table.parts.evidence.keep(table.foreign, b"a picture", {"why": "after"})
    with table.client(who) as client:
        assert client.get(f"{API}/games/{table.own}/evidence/{sha256}").status_code == 404
        assert sha256 not in client.get(f"{API}/games/{table.own}/evidence").text
        foreign = client.get(f"{API}/games/{table.foreign}/evidence/{sha256}").status_code
        assert (foreign == 200) is (who == "host")


def test_what_is_not_there_answers_as_what_is_another_s(table):
    with table.client("player 0") as client:
        one, other = (client.get(f"{API}/games/{game}").json() for game in (NOTHING, table.foreign))
    assert one == other | {"detail": other["detail"].replace(table.foreign, NOTHING)}


def test_a_stranger_learns_nothing_of_a_game(table, routes):
    with table.client("stranger") as client:
        for route, method, path, more in cases(routes, table.own, "1"):
            if route.permission not in ROLES[Role.STRANGER]:
                assert sent(client, method, path, **more) == (401, "not-paired"), route.path


# Hands


def hand(client, game, seat):
    answer = client.get(f"{API}/games/{game}", params={} if seat is None else {"seat": seat})
    return answer.json().get("hand") if answer.status_code == 200 else answer.status_code


def test_a_hand_is_for_its_player_alone(table):
    seen = {}
    for who in ("host", "player 0", "player 1", "referee", "spectator", "client see", "client hands"):
        with table.client(who) as client:
            seen[who] = [hand(client, table.own, seat) for seat in (None, 0, 1)]
    assert seen["player 0"][0] == seen["player 0"][1] != []
    assert seen["player 0"][2] == 403
    assert seen["player 1"][0] == seen["player 1"][2] != seen["player 0"][0]
    assert seen["player 1"][1] == 403
    for who in ("host", "referee", "spectator", "client see"):
        assert seen[who] == [None, 403, 403], who  # both seats have their phones


@pytest.mark.parametrize("who", ["referee", "client play", "client rule", "host"])
def test_nobody_tries_out_what_another_s_hand_holds(table, who):
    """A refusal says what a hand has not, and so all of it to who tries for long enough."""
    dealt = table.parts.ledger.open("stonerow", {"players": 2}, 11, table.parts.versions)
    (seat,) = dealt.game.actors(dealt.replay.state)
    phone, role, scope = new_secret(), *who.partition(" ")[::2]
    table.parts.tokens.keep(phone, Caller(Role.PLAYER, "Ada", dealt.id, seat))
    if who != "host":
        secret = new_secret()
        table.parts.tokens.keep(secret, Caller(Role(role), "Cy", dealt.id, scopes=(scope,)))
        table.tokens["tries"] = secret.text
    where, move = f"{API}/games/{dealt.id}", "build R1 R2 R3"
    lawful = str(next(iter(dealt.game.moves(dealt.replay.state, seat))))
    with table.client("host" if who == "host" else "tries") as client:
        response = client.post(f"{where}/moves", json={"seat": seat, "move": move, "version": 0})
        assert response.status_code == 403, response.text
        table.parts.ledger.play(dealt.id, 0, seat, lawful)
        for each in (None, seat):
            response = client.post(f"{where}/corrections", json={"version": 1, "of": 1, "move": move, "seat": each})
            assert response.status_code == 403, response.text
        query = {"of": 1, "seat": seat, "move": move}
        assert client.get(f"/view/games/{dealt.id}/falls", params=query).status_code == 403


@pytest.mark.parametrize(
    "path", [f"{API}/games/{{}}/moves?seat=1", "/view/games/{}/legal?seat=1", "/view/games/{}/pick?seat=1"]
)
def test_moves_do_not_tell_another_s_hand(table, path):
    for who in ("player 0", "referee", "spectator", "host"):
        with table.client(who) as client:
            assert client.get(path.format(table.own)).status_code == 403, who
    with table.client("player 1") as client:
        assert client.get(path.format(table.own)).status_code == 200


def test_the_seed_is_for_nobody_who_plays_or_looks_on(table):
    for who in ("host", "player 0", "referee", "spectator", "client see", "client rule"):
        with table.client(who) as client:
            assert client.get(f"{API}/games/{table.own}/record").status_code == 403, who
    with table.client("host") as client:  # nobody paired for this one: all sit before one screen
        assert '"seed":8' in client.get(f"{API}/games/{table.foreign}/record").text
        assert hand(client, table.foreign, 0)


def test_no_hash_of_an_entry_tells_the_seed(table):
    """The hash of the first line stands in the second. By it a seed of few digits was found by trying."""
    parts = table.parts
    game = parts.ledger.open("stonerow", {"players": 2}, 7, parts.versions)
    seat = game.game.actors(game.replay.state)[0]
    move = next(iter(game.game.moves(game.replay.state, seat)))
    parts.ledger.play(game.id, 0, seat, str(move))
    (line,) = parts.store.load(game.id).lines
    guesses = {record.new("stonerow", {"players": 2}, seed, parts.versions).tip for seed in range(100)}
    assert record.new("stonerow", {"players": 2}, 7, parts.versions).tip in guesses
    assert not any(guess in line for guess in guesses)
    assert record.loads(parts.store.load(game.id).header + "\n" + line)[1] is None


def test_no_answer_tells_more_than_its_caller_sees(table):
    """A dealt game is played at random; what a bystander and the others are told is made of what they see alone."""
    parts = table.parts
    for name, game in games().items():
        for seed in range(6):
            entry = parts.ledger.open(name, {"players": 2}, seed, parts.versions)
            chance = random.Random(seed)
            for _ in range(25):
                state = entry.replay.state
                moves = [(seat, move) for seat in game.actors(state) for move in game.moves(state, seat)]
                if not moves:
                    break
                seat, move = chance.choice(moves)
                longer = record.append(entry.record, played(game, state, seat, move))
                entry = replace(entry, record=longer, replay=record.replay(longer))
                for eyes in (None, 0, 1):
                    seen = game.view(entry.replay.state, eyes)
                    blind = replace(entry, replay=replace(entry.replay, state=seen))
                    answer, own = answers.game(entry, eyes), answers.game(blind, eyes)
                    own["next"]["seats"] = answer["next"]["seats"]  # whose turn it is, all must know
                    assert answer == own, (name, move, eyes)


def played(game, state, seat, move):
    return record.judged(record.Event(0, "2026-01-01T00:00:00.000Z", seat, str(move)), game.judge(state, seat, move))


# Seats


def test_a_phone_moves_for_its_own_seat_and_the_record_says_who(table):
    game = table.parts.ledger.open("stackernoos", {"players": 2}, None, table.parts.versions).id
    secrets = [new_secret() for _ in range(3)]
    for seat, secret in enumerate(secrets[:2]):
        table.parts.tokens.keep(secret, Caller(Role.PLAYER, f"P{seat}", game, seat))
    table.parts.tokens.keep(secrets[2], Caller(Role.REFEREE, "Ref", game))
    table.tokens |= {f"at {n}": secret.text for n, secret in enumerate(secrets)}
    with table.client("at 0") as ada, table.client("at 1") as bo, table.client("at 2") as referee:
        start = {"seat": 0, "move": "start 1-1", "version": 0}
        refused = bo.post(f"{API}/games/{game}/moves", json=start)
        assert (refused.status_code, refused.json()["type"]) == (403, "/problems/not-yours")
        assert ada.post(f"{API}/games/{game}/moves", json=start).json()["who"] == "player P0"
        assert bo.post(f"{API}/games/{game}/undo", json={"version": 1}).status_code == 403  # not its own
        undone = ada.post(f"{API}/games/{game}/undo", json={"version": 1})
        assert undone.json()["who"] == "player P0"
        assert ada.post(f"{API}/games/{game}/moves", json=start | {"version": 2}).status_code == 201
        mended = {"version": 3, "of": 3, "move": "start 2-2"}
        assert ada.post(f"{API}/games/{game}/corrections", json=mended).status_code == 403
        assert referee.post(f"{API}/games/{game}/corrections", json=mended).json()["who"] == "referee Ref"
    lines = table.parts.store.load(game).lines
    assert [re.search(r'"who":"([^"]+)"', line)[1] for line in lines] == [
        "player P0",
        "player P0",
        "player P0",
        "referee Ref",
    ]


def test_what_answers_rulings_and_disputes_did_says_who(table):
    game = table.parts.ledger.open("stackernoos", {"players": 2}, None, table.parts.versions).id
    secret = new_secret()
    table.parts.tokens.keep(secret, Caller(Role.REFEREE, "Ref", game))
    table.tokens["its referee"] = secret.text
    where, said = f"{API}/games/{game}", "referee Ref"
    with table.client("its referee") as referee:
        play = {"seat": 0, "move": OPENING, "version": 0}
        assert referee.post(f"{where}/moves", json=play).json()["who"] == said
        candidate = Candidate(((1, SECOND),), 0.7)
        number = table.parts.questions.ask(game, Question("choice", "What?", 1, (), (candidate,)))
        answer = referee.post(f"{where}/questions/{number}", json={"choice": 0})
        assert answer.json()["answer"]["who"] == said
        ruled = {"seat": 0, "move": "cap 1-3 @0,0,1:e", "version": 2, "ruling": "accept"}
        assert referee.post(f"{where}/moves", json=ruled).json()["who"] == said
        lies = referee.get(where).json()["position"]
        lies["tiles"] = lies["tiles"][:2]
        number = table.parts.questions.ask(game, Question("out_of_step", "Lost.", 3, table=lies))
        adopted = referee.post(f"{where}/questions/{number}", json={"adopt": True})
        assert adopted.json()["answer"]["who"] == said, adopted.text
        dispute = referee.post(f"{where}/disputes", json={"question": "was move 1 legal?"})
        assert dispute.json()["who"] == said, dispute.text
    assert all(f'"who":"{said}"' in line for line in table.parts.store.load(game).lines)


# Tokens


def test_a_token_that_was_revoked_or_made_up_opens_nothing(table):
    secret = new_secret()
    kept = table.parts.tokens.keep(secret, Caller(Role.CLIENT, "gone", scopes=("see",)))
    table.tokens["gone"] = secret.text
    with table.client("gone") as client:
        assert client.get(f"{API}/games").status_code == 200
        assert table.parts.tokens.revoke(kept.id)
        answer = client.get(f"{API}/games")
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        swapped = secret.text[:-1] + ("0" if secret.text[-1] != "0" else "1")
        for made_up in (swapped, "-", "x" * 5000, f"tableside_{kept.id}_", "é", "tableside_' OR 1=1 --_"):
            given = {"authorization": f"Bearer {made_up}".encode()}
            assert client.get(f"{API}/games", headers=given).status_code == 401, made_up
            assert client.post(f"{API}/games", json={"game": "stones"}, headers=given).status_code == 401


def test_the_store_holds_no_token(table, tmp_path):
    texts = [text.rpartition("_")[2].encode() for text in table.tokens.values()]
    for file in table.parts.settings.data.iterdir():
        if file.is_file():
            assert not any(text in file.read_bytes() for text in texts), file.name


def test_a_foreign_host_is_told_so_in_one_line(table):
    for host in (
        "evil.example",
        f"{NAME}.evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "a b",
        "[::2]",
        "8.8.8.8",
    ):
        with table.client("host") as client:
            answer = client.get(f"{API}/games", headers={"host": host})
            assert answer.status_code in {400, 421}, host
            if answer.status_code == 421:
                assert "\n" not in answer.json()["detail"]


# A table that turns to another game


def test_a_stream_of_a_table_ends_when_another_s_game_is_followed_there(table):
    """Who follows a table is let in for its own game alone."""
    shown = table.tables.add("3")
    shown.publish(following=following(table.own, "ours"))
    with table.client("spectator") as client, client.stream("GET", f"{API}/tables/3/live") as answer:
        lines = answer.iter_lines()
        assert any("ours" in line for line in lines)
        shown.publish(following=following(table.foreign, "theirs"))
        for line in lines:  # it ends
            assert "theirs" not in line


def test_a_page_s_stream_tells_no_more_of_a_table_that_follows_another_s_game(table):
    shown = table.tables.add("4")
    shown.publish(following=following(table.own, "ours"))
    with (
        table.client("spectator") as client,
        client.stream("GET", "/view/stream", params={"of": "table:4"}) as answer,
    ):
        lines = answer.iter_lines()
        assert any("ours" in line for line in lines)
        shown.publish(following=following(table.foreign, "theirs"))
        for line in lines:
            assert "theirs" not in line
            if '"told":null' in line.replace(" ", ""):
                break  # there is no such table any more


def following(game, detail):
    return {"game": game, "state": "following", "detail": detail}
