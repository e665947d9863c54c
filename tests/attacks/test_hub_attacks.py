"""What a table's machine sends to a hub may be anything: no page and no address of the hub fails by it."""

import base64
from dataclasses import replace

import pytest
from fastapi.routing import iter_route_contexts
from guests import API, guests
from pictures import flat
from service_help import OPENING

from engine import record
from service.access.caller import Caller
from service.access.roles import Permission, Role
from service.access.routes import NEEDS
from service.access.tokens import new_secret
from service.app import create_app
from service.settings import Settings

GAME = "0123456789abcdef"
TIME = "2026-01-01T00:00:00.000Z"
ODD = ["", "never", "0000-00-00", "2026-01-01", "\U0001f600", "9" * 40]
QUESTION = {
    "number": 1, "time": TIME, "kind": "choice", "text": "What?", "version": 1, "frames": [],
    "candidates": [], "of": None, "answer": None,
}  # fmt: skip
QUERIES = ({}, {"seat": "0"}, {"at": "1"}, {"of": "1", "seat": "0", "move": "draw"}, {"seat": "0", "place": "0,0"})
CANDIDATE = {"plays": [], "likelihood": 0.5, "legal": True, "rules": [], "reason": ""}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with guests(tmp_path_factory.mktemp("hub")) as opened:
        secret = new_secret()
        opened.parts.tokens.keep(secret, Caller(Role.TABLE, "Table 9"))
        opened.tokens["machine"] = secret.text
        yield opened


@pytest.fixture(scope="module")
def addresses(tmp_path_factory):
    """What the host may look at and how, but for the program's own texts and what has no end."""
    app = create_app(Settings(data=tmp_path_factory.mktemp("routes")))
    found = [
        (route.path, query)
        for route in iter_route_contexts(app.routes)
        if "GET" in (route.methods or ()) and getattr(route.endpoint, NEEDS, None) is not Permission.READ_TEXT
        for query in QUERIES
        if query.keys() <= takes(route.dependant)
    ]
    app.state.parts.close()
    return [(path, query) for path, query in found if not path.endswith(("/events", "/live", "/stream"))]


def takes(dependant):
    """The names of a query that an endpoint asks for."""
    own = {each.alias for each in dependant.query_params}
    return own.union(*map(takes, dependant.dependencies))


def moved(time=TIME, **more):
    """A record of one move, its chain whole, with other values in its event."""
    kept = record.new("stackernoos", {"players": 2})
    state = record.replay(kept).state
    move = next(iter(m for m in kept_game(kept).moves(state, 0) if str(m) == OPENING))
    event = record.Event(0, time, 0, OPENING)
    event = replace(record.judged(event, kept_game(kept).judge(state, 0, move)), **more)
    header, *lines = record.dumps(record.append(kept, event)).splitlines()
    return header, lines


def kept_game(kept):
    return record.replay(kept).game


def sends(client, game, created, header, lines):
    body = {"created": created, "header": header, "after": 0, "lines": lines}
    return client.post(f"{API}/hub/games/{game}", json=body)


def failed(table, addresses, game):
    """The addresses that answer the host by an error of their own."""
    wrong = []
    with table.client("host") as host:
        for address, query in addresses:
            path = address.replace("{id}", game).replace("{n}", "1").replace("{table}", "1")
            answer = host.get(path, params=query)
            if answer.status_code >= 500:
                wrong.append((str(answer.url), answer.status_code, answer.text[:200]))
    return wrong


@pytest.mark.parametrize("odd", ODD)
def test_what_a_machine_says_of_times_and_moves_may_be_anything(table, addresses, odd):
    game = f"{ODD.index(odd):016x}"
    header, lines = moved(odd)
    picture = base64.b64encode(flat(64, 64, "JPEG")).decode()
    about = {"time": odd, "why": "after", "seen": {"pieces": 3}, "hidden": [{"x": []}]}
    strange = CANDIDATE | {"plays": [{"seat": 99, "move": "xyz"}], "rules": ["NO-1"], "likelihood": -1e300}
    answer = {"how": odd, "events": [99], "choice": 7, "who": 3, "moves": [{"seat": 9, "move": odd}]}
    asked = QUESTION | {"time": odd, "kind": odd, "text": "<b>", "frames": ["0" * 64], "candidates": [strange]}
    document = {"game": game, "health": odd[:32], "state": odd[:32], "names": {"0": "Ada", "7": "Bo", "x": ""}}
    sent = {
        f"games/{game}": {"created": odd[:32], "header": header, "after": 0, "lines": lines},
        f"games/{game}/pictures": {"picture": picture, **about},
        f"games/{game}/questions": {"questions": [asked, asked | {"number": 2, "answer": answer}]},
        "report": document,
    }
    with table.client("machine") as machine:
        for path, body in sent.items():
            taken = machine.post(f"{API}/hub/{path}", json=body)
            assert taken.status_code == 200, taken.text
    with table.client("host") as host:
        asks = host.post(f"{API}/games/{game}/disputes", json={"question": "was move 1 legal?"})
        assert asks.status_code < 500, asks.text
    assert failed(table, addresses, game) == []
