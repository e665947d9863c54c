"""`POST /judge`: the answer, and every document that is none."""

import pytest
from service_help import API, problem

from service.api.judge import QUESTION

JSON = {"content-type": "application/json"}
JUDGE = f"{API}/judge"


def changed(**members):
    return QUESTION | members


def nested(deep):
    """Lists in each other."""
    return [nested(deep - 1)] if deep else []


def of_stones(**position):
    return {"game": "stones", "position": position}


def test_a_position_is_answered(client):
    response = client.post(JUDGE, json=QUESTION).json()
    assert {"moves", "verdict", "score", "faults", "next"} <= set(response)
    assert response["verdict"]["legal"]
    assert response["verdict"]["after"]["tiles"][1]["tile"] == "1-5"
    assert "extend 1-5 @2,0,0:e" in {each["move"] for each in response["moves"]}


def test_a_refusal_is_an_answer(client):
    verdict = client.post(JUDGE, json=changed(hand=["1-5"], move="extend 1-6 @2,0,0:e")).json()["verdict"]
    assert not verdict["legal"]
    assert verdict["name"] == "not_in_hand"
    assert verdict["rules"]


def test_a_duplicate_tile_is_a_fault(client):
    tiles = [*QUESTION["position"]["tiles"], {"tile": "1-1", "at": [2, 0, 0], "dir": "e"}]
    response = client.post(JUDGE, json=changed(position={"tiles": tiles}, move=None)).json()
    assert any("duplicate" in fault["name"] for fault in response["faults"])


@pytest.mark.parametrize(
    ("document", "name"),
    [
        (changed(colour="red"), "invalid-request"),
        (changed(seat="0"), "invalid-request"),
        (changed(seat=5), "invalid-position"),
        (changed(hand=[1]), "invalid-request"),
        (changed(hand=["1-99"]), "invalid-position"),
        (changed(position={"tiles": [], "colour": "red"}), "invalid-position"),
        (changed(position={"tiles": [{"tile": "1-1", "at": "here", "dir": "e"}]}), "invalid-position"),
        (changed(position=None), "invalid-request"),
        (changed(move="fly"), "invalid-position"),
        (changed(position={"tiles": nested(600)}), "invalid-position"),
        (of_stones(river={"small": {"counts": {"9" * 5000: 1.0}}}), "invalid-position"),
        (changed(game="chess"), "unknown-game"),
        (changed(options={"playrs": 2}), "unknown-option"),
        ({}, "invalid-request"),
    ],
)
def test_a_document_that_is_no_position(client, document, name):
    problem(client.post(JUDGE, json=document), 422, name)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"game": NaN', b"1" * 5000])
def test_a_body_that_is_no_json(client, body):
    answer = client.post(JUDGE, content=body, headers=JSON)
    assert answer.status_code in {400, 422}
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_body_of_another_type(client):
    problem(client.post(JUDGE, content=b"{}", headers={"content-type": "text/plain"}), 415, "unsupported-media")
    problem(client.post(JUDGE, content=b"{}"), 415, "unsupported-media")


def test_a_body_that_is_too_large(client, settings):
    body = b'{"game":"' + b"x" * settings.max_json_bytes + b'"}'
    problem(client.post(JUDGE, content=body, headers=JSON), 413, "too-large")


def test_a_body_that_hides_its_length(client, settings):
    def chunks():
        for _ in range(20):
            yield b" " * (settings.max_json_bytes // 10)

    problem(client.post(JUDGE, content=chunks(), headers=JSON), 413, "too-large")
