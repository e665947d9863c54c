"""Pages and their files come packed and files once; streams and what holds codes come as they are."""

import re

import pytest
from service_help import API

from engine.games import games
from service.page.files import EACH_TIME, FOR_GOOD, address

PACKED = {"Accept-Encoding": "gzip"}
MODULE = re.compile(r'from "\./(.+?\.js)"')
BUDGET = 150_000
"""Bytes of a game's page without its pictures."""


def sent(client, address):
    """An answer to a browser that unpacks, and how many bytes of it come over the wire."""
    answer = client.get(address, headers=PACKED)
    assert answer.status_code == 200
    return answer, int(answer.headers["content-length"])


@pytest.mark.parametrize("address", ["/static/tableside.css", address("game.js"), "/static/game.js", "/rules/stones"])
def test_what_a_browser_unpacks_is_what_is_sent_to_others(client, address):
    packed, size = sent(client, address)
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert size < len(plain.content) / 2


@pytest.mark.parametrize("address", ["/", "/devices", "/api/v1/games"])
def test_what_may_hold_codes_and_keys_is_not_packed(client, address):
    assert "content-encoding" not in sent(client, address)[0].headers


def test_a_game_s_page_and_its_fragment_are_within_their_budget(client, game):
    address = game.removeprefix("/api/v1")
    assert sum(sent(client, each)[1] for each in (address, f"/view{address}")) < BUDGET / 3
    assert client.head(address, headers=PACKED).content == b""


@pytest.mark.parametrize("name", sorted(games()))
def test_all_that_a_game_s_page_loads_is_within_its_budget(client, name):
    """The page, its styles and its scripts with those that they name, as they come over the wire."""
    page = client.post(f"{API}/games", json={"game": name, "players": 2}).headers["location"].removeprefix(API)
    whole = client.get(page).text
    left = [each for each in re.findall(r'(?:href|src)="(/static/[^"]+)"', whole) if not each.endswith(".svg")]
    sizes = {page: sent(client, page)[1]}
    while left:
        each = left.pop()
        if each not in sizes:
            answer, sizes[each] = sent(client, each)
            left += [f"{each.rpartition('/')[0]}/{beside}" for beside in MODULE.findall(answer.text)]
    assert {address(each) for each in ("game.js", "settings.js", "live.css", f"games/{name}.css")} <= set(sizes)
    assert sum(sizes.values()) < BUDGET, sorted(sizes.items(), key=lambda size: -size[1])[:5]


def test_files_that_a_page_names_are_kept_for_good_and_so_is_what_they_name(client, game):
    named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get(game.removeprefix("/api/v1")).text))
    assert {address("game.js"), address("live.css"), address("games/stackernoos.css")} <= named
    beside = {f"{each.rpartition('/')[0]}/{name}" for each in named for name in MODULE.findall(client.get(each).text)}
    assert address("settings.js") in beside
    for each in named | beside:
        answer = client.get(each, headers=PACKED)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, FOR_GOOD), each


def test_a_module_comes_with_all_that_it_leads_to_and_runs_once(client, game):
    """Thirty small answers took a browser longer than the rest of the page."""
    page = client.get(game.removeprefix("/api/v1")).text
    (module,) = re.findall(r'<script type="module" src="([^"]+/game\.js)"', page)
    text = client.get(module).text
    assert set(MODULE.findall(text)) == {"settings.js"}
    assert page.count(address("settings.js")) == 1
    once = ("class Feed {", "async function fragment(", "function watchFrames(", "export ", "localStorage.setItem(")
    assert [text.count(each) for each in once] == [1, 1, 1, 0, 0]


def test_a_module_is_another_once_one_that_it_leads_to_has_changed(client, monkeypatch):
    first = client.get("/static/game.js").headers["etag"]
    (known,) = {client.get(address("game.js")).headers["etag"]}
    monkeypatch.setattr("service.page.files.joined", lambda name: f"// {name} with another turn.js")
    changed = client.get("/static/game.js", headers={"If-None-Match": first})
    assert (first, changed.status_code, changed.text) == (known, 200, "// game.js with another turn.js")


@pytest.mark.parametrize("path", ["/static/game.js", "/static/@0123456789ab/game.js", "/static/@/game.js"])
def test_a_file_by_another_address_is_asked_for_each_time(client, path):
    answer = client.get(path)
    assert (answer.text, answer.headers["cache-control"]) == (client.get(address("game.js")).text, EACH_TIME)
    again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["@/../page.py", "@x/%2e%2e/page.py", "@x//etc/passwd", "@x/games/stones.html", "@x/no"]
)
def test_a_version_leads_to_no_other_files(client, path):
    assert client.get(f"/static/{path}").status_code == 404
