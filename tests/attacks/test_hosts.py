"""Foreign names and foreign pages: what a browser sends for them is refused, and what it sends for ours is not."""

import httpx
import pytest
from guests import API, NAME, guests
from service_help import LIMIT

from service.access.hosts import hosts, named
from service.access.routes import STATELESS, routes
from service.app import create_app
from service.settings import Settings

CROSS = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost:1"},
    {"origin": "http://127.0.0.1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
    {"sec-fetch-site": "nonsense"},
    {},
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with guests(tmp_path_factory.mktemp("table")) as opened:
        yield opened


@pytest.fixture
def client(table):
    with httpx.Client(base_url=table.where, timeout=LIMIT) as opened:
        yield opened


@pytest.mark.parametrize("headers", CROSS, ids=str)
def test_nothing_is_changed_for_a_page_elsewhere(table, client, headers):
    sent = {"seat": 0, "move": "draw quarry", "version": 0}
    for path, body in ((f"{API}/games", {"game": "stones"}), (f"{API}/games/{table.own}/moves", sent)):
        answer = client.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/cross-site"), headers
    assert table.parts.store.load(table.own).version == 0


def test_every_route_that_changes_something_asks_where_it_comes_from(table, client, tmp_path):
    app = create_app(Settings(data=tmp_path))
    listed = [route for route in routes(app) if route.methods & {"POST", "PUT", "PATCH", "DELETE"}]
    app.state.parts.close()
    assert listed
    for route in listed:
        (method,) = route.methods
        headers = {"origin": "https://evil.example"}
        answer = client.request(method, route.path.replace("{id}", table.own), json={}, headers=headers)
        assert answer.status_code == 403, route.path
        answer = client.request(method, route.path.replace("{id}", table.own), json={})
        assert (answer.status_code == 403) is (route.permission not in STATELESS), route.path


def test_our_own_page_and_a_program_with_a_token_are_let_in(table, client):
    own = {"origin": table.where.rstrip("/"), "sec-fetch-site": "same-origin"}
    assert client.post(f"{API}/games", json={"game": "stones"}, headers=own).status_code == 201
    fetched = {"sec-fetch-site": "same-origin"}
    assert client.post(f"{API}/games", json={"game": "stones"}, headers=fetched).status_code == 201
    token = {"authorization": f"Bearer {table.tokens['client judge']}", "origin": "https://evil.example"}
    assert client.post(f"{API}/games", json={"game": "stones"}, headers=token).status_code == 403  # not its scope


@pytest.mark.parametrize("kind", ["image", "script", "iframe", "empty"])
def test_a_page_elsewhere_loads_nothing_of_ours(client, kind):
    embedded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": kind}
    if kind == "iframe":
        embedded["sec-fetch-mode"] = "navigate"
    assert client.get("/", headers=embedded).status_code == 403
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get("/", headers=followed).status_code == 200


@pytest.mark.parametrize("header", ["forwarded", "x-forwarded-for", "x-real-ip", "via", "x-forwarded-host"])
def test_what_a_proxy_hands_on_is_not_the_host(client, header):
    assert client.get(f"{API}/games", headers={header: "203.0.113.9"}).status_code == 401


def test_an_allowed_name_is_answered_and_is_nobody_s_host(client):
    assert client.get("/rules", headers={"host": NAME}).status_code == 200
    assert client.get(f"{API}/games", headers={"host": NAME}).status_code == 401


def test_names_and_addresses_of_a_request():
    known = hosts(["Laptop", "laptop.local"], "club.example, Other.example")
    reached = {"server": ("192.168.7.9", 8080)}
    for host in ("localhost:1", "127.0.0.1", "[::1]:80", "laptop.local", "LAPTOP", "club.example", "192.168.7.9:8080"):
        assert known.knows(reached, host), host
    for host in ("192.168.7.8", "evil.example", "laptop.evil", "", "a/b", "a b", "[::1", "localhost:123456", "x@y"):
        assert not known.knows(reached, host), host
    assert named("[2001:DB8::1]:8080") == "2001:db8::1"


# Headers


@pytest.mark.parametrize(
    "path", ["/", f"{API}/games", f"{API}/nothing", "/docs", "/rules", "/games/none", "/static/page.js"]
)
def test_every_answer_has_its_headers_and_no_banner(client, path):
    answer = client.get(path)
    policy = answer.headers["content-security-policy"]
    assert not any(word in policy for word in ("unsafe", "blob:", "data:", "*"))
    assert policy.startswith("default-src 'none'")
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "server" not in answer.headers
    assert (answer.headers["cache-control"] == "no-store") is not path.startswith("/static")


@pytest.mark.parametrize(
    "path", ["/", f"{API}/games", f"{API}/nothing", "/docs", f"{API}/tables/2/live", "/static/page.js"]
)
def test_head_answers_as_get_without_a_body(client, path):
    with client.stream("GET", path) as answer:
        expected = answer.status_code, answer.headers["content-type"]
    answer = client.head(path)
    assert (answer.status_code, answer.headers["content-type"]) == expected
    assert answer.content == b""


def test_no_answer_leads_elsewhere(client):
    for path in (f"{API}/games/", "//evil.example/", "/rules/SN-5", "/static"):
        answer = client.get(path, headers={"host": NAME})
        assert NAME not in answer.headers.get("location", "")
        assert "evil" not in answer.headers.get("location", "")
