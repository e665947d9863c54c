"""What whoever runs the service asks of it: health, readiness, metrics, log lines for programs."""

import json
import subprocess
import sys

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from service_help import API, LIMIT, OPENING, play, serving
from sqlalchemy import text

from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.following.tables import Frames, Health, Tables
from service.hub.tables import TableReport

pytestmark = pytest.mark.store


def metrics(answer):
    """Every sample by its name and labels."""
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@pytest.fixture
def tables():
    return Tables()


@pytest.fixture
def served(settings, tables):
    with serving(settings, tables) as (parts, where), httpx.Client(base_url=where, timeout=LIMIT) as client:
        yield parts, client


def test_health_and_readiness_need_no_pairing_and_tell_nothing_else(served):
    _, client = served
    stranger = {"host": "localhost", "authorization": "Bearer none"}
    assert client.get("/healthz").json() == {"alive": True}
    assert client.get("/readyz").json() == {"ready": True, "against": []}
    assert client.get("/healthz", headers=stranger).status_code in {200, 401}


def test_a_server_that_is_stopping_is_not_ready(served):
    parts, client = served
    parts.bells.close()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["against"]) == (503, ["it is stopping"])
    assert client.get("/healthz").status_code == 200


def test_a_store_that_does_not_answer_is_not_ready(served):
    parts, client = served
    with parts.store.writing() as connection:
        connection.execute(text("ALTER TABLE games RENAME TO elsewhere"))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["against"]) == (503, ["the store does not answer"])


def test_metrics_tell_of_tables_store_and_requests(served, tables):
    parts, client = served
    origin = {"origin": str(client.base_url).rstrip("/")}
    made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}, headers=origin)
    client.headers.update(origin)
    game = made.headers["location"]
    play(client, game, 0, OPENING, 0)
    name = game.rpartition("/")[2]
    kept = parts.evidence.keep(name, b"x" * 1000, {"why": "after"})
    parts.evidence.hold(name, [kept])
    table = tables.add()
    table.publish(health=Health("ok", ""), frames=Frames(30, 2, 30.0), observation={}, delay=0.25)
    table.publish(following={"game": name, "state": "out_of_step", "detail": ""})
    table.unsent = 4
    parts.hub.others.tell("Table 4", TableReport("g", "ok", "", "out_of_step"))
    parts.hub.others.tell("Table 5", TableReport(health="dark", stopped=True))
    response = metrics(client.get("/metrics"))
    of = sorted(["1", name])
    assert response["tableside_frames_total", *of] == 30
    assert response["tableside_frames_dropped_total", *of] == 2
    assert response["tableside_looks_total", *of] == 1
    assert response["tableside_delay_seconds", *of] == 0.25
    assert (response["tableside_camera_ok", *of], response["tableside_lost", *of]) == (1, 1)
    assert response["tableside_unsent_entries", *of] == 4
    for name, four, five in (("camera_ok", 1, 0), ("lost", 1, 0), ("away", 0, 1)):
        assert response[f"tableside_hub_{name}", "Table 4", "g"] == four
        assert response[f"tableside_hub_{name}", "", "Table 5"] == five
    assert {(f"tableside_{each}_waiting",) for each in ("disputes", "photos", "errands")} <= set(response)
    assert (response[("tableside_games",)], response[("tableside_entries",)]) == (1, 1)
    assert response[("tableside_evidence_held_bytes",)] == response[("tableside_evidence_bytes",)] > 1000
    counts = {key: value for key, value in response.items() if key[0] == "tableside_request_seconds_count"}
    assert [value for key, value in counts.items() if f"{API}/games/{{id}}/moves" in key] == [1]


def test_addresses_that_are_made_up_are_counted_as_one(served):
    _, client = served
    for number in range(5):
        client.get(f"/made-up-{number}")
    response = metrics(client.get("/metrics"))
    assert [value for key, value in response.items() if key[0].endswith("seconds_count") and "none" in key] == [5]


def test_metrics_are_for_the_host_and_for_programs_that_may(served):
    parts, client = served
    status = {}
    for scope in ("metrics", "see"):
        secret = new_secret()
        parts.tokens.keep(secret, Caller(Role.CLIENT, "robot", scopes=(scope,)))
        status[scope] = client.get("/metrics", headers={"authorization": f"Bearer {secret.text}"}).status_code
    assert status == {"metrics": 200, "see": 403}


LOGS = """
from service.logs import logger
logger().info("a look", table="1", game="6f1c")
try:
    1 / 0
except ZeroDivisionError:
    logger().exception("a frame", table="1")
"""


def test_log_lines_for_programs_are_json_with_table_and_game(monkeypatch):
    monkeypatch.setenv("TABLESIDE_LOG_FORMAT", "json")
    done = subprocess.run([sys.executable, "-c", LOGS], capture_output=True, text=True, check=True, timeout=LIMIT)
    first, second = (json.loads(line) for line in done.stderr.splitlines())
    assert (first["event"], first["table"], first["game"], first["level"]) == ("a look", "1", "6f1c", "info")
    assert second["exception"].strip().endswith("ZeroDivisionError: division by zero")
