"""Many requests made up from the OpenAPI document, by the host and by those whom it lets in: part of `make attack`."""

import pytest
from guests import API, guests
from made_up import SCHEMATHESIS, made_up

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(not SCHEMATHESIS.exists(), reason="schemathesis is not installed"),
]
EXAMPLES = 12


@pytest.mark.parametrize("who", ["host", "player 0", "referee", "scoreboard", "client play"])
def test_every_answer_is_as_it_is_described(who, tmp_path):
    with guests(tmp_path) as table:
        where = table.where.rstrip("/")
        header = f"Origin: {where}" if who == "host" else f"Authorization: Bearer {table.tokens[who]}"
        made_up(where, table.own, tmp_path, phases="coverage,fuzzing", examples=EXAMPLES, header=header)
        with table.client("host") as client:
            assert client.get(f"{API}/games/{table.own}").status_code == 200
