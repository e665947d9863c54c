"""A running service on a store of its own, and a game that has begun."""

import pytest
from service_help import API, OPENING, client_of, play, running

from service.settings import Settings
from service.tables import Tables


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, keepalive_seconds=0.1)


@pytest.fixture
def tables():
    return Tables()


@pytest.fixture
def client(settings, tables):
    with running(settings, tables) as where, client_of(where) as client:
        yield client


@pytest.fixture
def game(client):
    """The address of an open game of two on a real table."""
    answer = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2})
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


@pytest.fixture
def started(client, game):
    """The same game after seat 0 has begun with the double one."""
    play(client, game, 0, OPENING, 0)
    return game
