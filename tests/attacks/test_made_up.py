"""Many requests made up from the OpenAPI document, by the host and by those whom it lets in: part of `make attack`."""

import os

import pytest
from guests import API, guests
from made_up import SCHEMATHESIS, made_up

from service.access.roles import SCOPES

pytestmark = [
    pytest.mark.apart,
    pytest.mark.attack,
    pytest.mark.skipif(not SCHEMATHESIS.exists(), reason="schemathesis is not installed"),
]
LONG = bool(os.environ.get("TABLESIDE_ATTACKS_LONG"))
"""Whether there are hours for it, as with `make attack LONG=1`."""
EXAMPLES = 24 if LONG else 6

WHO = ("host", "stranger", "player 0", "waiting", "referee", "spectator", "scoreboard", "camera")
MAY_CHANGE = ("host", "player 0", "referee", *(("client table", "client play", "client rule") if LONG else ()))
"""Who sends the bounds of each field, too. Others are refused most of that, and send made up values alone."""


@pytest.mark.parametrize("who", [*WHO, *(f"client {scope}" for scope in SCOPES)])
def test_every_answer_is_as_it_is_described(who, tmp_path):
    with guests(tmp_path) as table:
        where = table.where.rstrip("/")
        shown = {"host": f"Origin: {where}", "stranger": "Via: 1.1 proxy"}  # behind a proxy nobody is the host
        header = shown.get(who) or f"Authorization: Bearer {table.tokens[who]}"
        phases = "coverage,fuzzing" if who in MAY_CHANGE else "fuzzing"
        made_up(where, table.own, tmp_path, phases=phases, examples=EXAMPLES, header=header)
        with table.client("host") as client:
            assert client.get(f"{API}/games/{table.own}").status_code == 200
