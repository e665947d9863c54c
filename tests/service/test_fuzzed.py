"""Requests that a machine made up from the OpenAPI document: no server error, and every answer as it is described."""

import pytest
from made_up import SCHEMATHESIS, made_up
from service_help import API

EXAMPLES = 3
"""Requests made up for each operation: enough for every operation to be met, in about ten seconds."""


@pytest.mark.skipif(not SCHEMATHESIS.exists(), reason="schemathesis is not installed")
def test_made_up_requests_are_answered_as_described(client, started, tmp_path):
    origin = str(client.base_url).rstrip("/")  # as the page, which may change things
    game = started.rpartition("/")[2]
    made_up(origin, game, tmp_path, phases="fuzzing", examples=EXAMPLES, header=f"Origin: {origin}")
    assert client.get(started).status_code == 200
    assert client.get(f"{API}/games").json()["games"]
