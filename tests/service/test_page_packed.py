"""Pages and their files come packed; streams and what holds codes come as they are."""

import pytest

PACKED = {"Accept-Encoding": "gzip"}
BUDGET = 150_000
"""Bytes of a game's page without its pictures."""


def sent(client, address):
    """An answer to a browser that unpacks, and how many bytes of it come over the wire."""
    answer = client.get(address, headers=PACKED)
    assert answer.status_code == 200
    return answer, int(answer.headers["content-length"])


@pytest.mark.parametrize("address", ["/static/tableside.css", "/static/game.js", "/rules/stones"])
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
