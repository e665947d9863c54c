"""`/games`: opened, listed, seen with the eyes of a seat, played, taken back, corrected, scored, recorded."""

import json
import threading

import httpx
import pytest
from service_help import API, OPENING, SECOND, client_of, play, problem, running
from sqlalchemy import create_engine

from engine import record

pytestmark = pytest.mark.store

UNKNOWN = f"{API}/games/nobody"


def version(client, game):
    return client.get(game).json()["version"]


def test_a_physical_table_has_hands_that_nobody_knows(client, game):
    shown = client.get(game, params={"seat": 1}).json()
    assert shown["game"] == "stackernoos"
    assert shown["players"] == 2
    assert shown["version"] == 0
    assert not shown["dealt"]
    assert shown["hand"] is None
    assert [score["total"] for score in shown["score"]] == [0, 0]


def test_a_seat_sees_its_own_dealt_hand_alone(client):
    made = client.post(f"{API}/games", json={"game": "stackernoos", "options": {"players": 3}, "seed": 7})
    address = made.headers["location"]
    hands = [client.get(address, params={"seat": seat}).json()["hand"] for seat in range(3)]
    assert [len(hand) for hand in hands] == [9, 9, 9]
    assert len({tile for hand in hands for tile in hand}) == 27
    bystander = client.get(address)
    assert bystander.json()["hand"] is None
    assert "seed" not in bystander.text
    for tile in hands[1]:
        assert f'"{tile}"' not in client.get(address, params={"seat": 0}).text


def test_the_same_seed_deals_the_same(client):
    body = {"game": "stackernoos", "players": 2, "seed": 3}
    two = [client.post(f"{API}/games", json=body).headers["location"] for _ in range(2)]
    assert len({str(client.get(each, params={"seat": 0}).json()["hand"]) for each in two}) == 1


def test_games_are_listed_newest_first(client, game):
    other = client.post(f"{API}/games", json={"game": "stackernoos"}).json()["id"]
    listed = client.get(f"{API}/games").json()["games"]
    assert [each["id"] for each in listed] == [other, game.rsplit("/", 1)[1]]


def test_a_move_is_an_event_of_the_record(client, game):
    event = play(client, game, 0, OPENING, 0)
    assert event["seq"] == 1
    assert event["move"] == OPENING
    assert event["rules"]
    assert version(client, game) == 1


def test_the_moves_of_a_typed_hand(client, started):
    response = client.get(f"{started}/moves", params={"seat": 1, "hand": "1-5,0-1"}).json()
    moves = {each["move"] for each in response["moves"]}
    assert {"extend 1-5 @2,0,0:e", "extend 5-1 @-2,0,0:e", "extend 1-0 @2,0,0:e", "extend 0-1 @-2,0,0:e"} <= moves
    cited = {rule for each in response["moves"] for rule in each["rules"]}
    assert set(response["rules"]) == cited | {rule for fault in response["faults"] for rule in fault["rules"]}
    assert all(response["rules"].values())


def test_a_hand_may_come_as_a_parameter_repeated(client, started):
    together = client.get(f"{started}/moves", params={"seat": 1, "hand": "1-5,0-1"}).json()
    apart = client.get(f"{started}/moves", params={"seat": 1, "hand": ["1-5", "0-1"]}).json()
    assert together == apart
    assert {move["move"].split()[1] for move in apart["moves"] if " " in move["move"]} >= {"1-5"}
    faults = client.get(f"{started}/moves", params={"seat": 1, "hand": ["1-1", "1-5"]}).json()["faults"]
    assert "duplicate_tile" in {fault["name"] for fault in faults}


def test_a_body_that_is_not_there_is_said_to_be_missing(client, started):
    response = problem(client.post(f"{started}/undo"), 422, "invalid-request")
    assert "the body is missing" in response["detail"]


def test_the_moves_of_an_unknown_hand_are_all_that_could_be(client, started):
    few = client.get(f"{started}/moves", params={"seat": 1, "hand": "1-5"}).json()["moves"]
    many = client.get(f"{started}/moves", params={"seat": 1}).json()["moves"]
    assert {each["move"] for each in few} < {each["move"] for each in many}


def test_a_refused_move_changes_nothing_and_names_the_rule(client, started):
    before = client.get(started).json()
    answer = client.post(f"{started}/moves", json={"seat": 1, "move": "extend 2-5 @2,0,0:e", "version": 1})
    refusal = problem(answer, 422, "illegal-move")["refusal"]
    assert refusal["rules"]
    assert refusal["reason"]
    assert refusal["name"] == "no_match"
    assert client.get(started).json() == before


def test_a_stale_version_is_told_the_new_one(client, started):
    answer = client.post(f"{started}/moves", json={"seat": 1, "move": SECOND, "version": 0})
    assert problem(answer, 409, "stale-version")["version"] == 1


def test_of_two_who_write_at_once_one_is_told_to_look_again(client, started):
    listed, move = [], {"seat": 1, "move": SECOND, "version": 1}

    def write():
        with client_of(client.base_url) as other:
            listed.append(other.post(f"{started}/moves", json=move).status_code)

    threads = [threading.Thread(target=write) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(listed) == [201, 409, 409, 409, 409, 409]
    assert version(client, started) == 2


@pytest.mark.parametrize("move", ["", "extend", "fly 1-1", "extend 1-5 @2,0,0:q", "extend 1-5 @2,0,0:e " * 5, "\ud800"])
def test_what_is_no_move_is_said(client, started, move):
    sent = (
        httpx.Request("POST", "http://x", json={"seat": 1, "move": move, "version": 1}).content
        if move != "\ud800"
        else (b'{"seat": 1, "move": "\\ud800", "version": 1}')
    )
    answer = client.post(f"{started}/moves", content=sent, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["type"] in {"/problems/unreadable-move", "/problems/invalid-request"}
    assert version(client, started) == 1


def test_a_seat_that_nobody_has_is_refused(client, started):
    answer = client.post(f"{started}/moves", json={"seat": 7, "move": SECOND, "version": 1})
    assert answer.status_code == 422
    problem(client.get(started, params={"seat": 2}), 422, "no-such-seat")
    problem(client.get(f"{started}/moves", params={"seat": 2}), 422, "no-such-seat")
    problem(client.get(f"{started}/moves"), 422, "invalid-request")
    problem(client.post(f"{started}/undo", json={"version": 1, "seat": 2}), 422, "no-such-seat")
    assert version(client, started) == 1


def test_undo_takes_back_and_keeps_the_entry(client, started):
    play(client, started, 1, SECOND, 1)
    answer = client.post(f"{started}/undo", json={"version": 2})
    assert answer.status_code == 201
    assert (answer.json()["kind"], answer.json()["of"]) == ("undo", 2)
    shown = client.get(started).json()
    assert shown["version"] == 3
    assert [tile["tile"] for tile in shown["position"]["tiles"]] == ["1-1"]
    assert len(client.get(f"{started}/record").text.splitlines()) == 4


def test_undo_of_an_earlier_move_takes_back_what_followed(client, started):
    play(client, started, 1, SECOND, 1)
    assert client.post(f"{started}/undo", json={"version": 2, "of": 1}).status_code == 201
    assert client.get(started).json()["position"]["tiles"] == []
    problem(client.post(f"{started}/undo", json={"version": 3}), 422, "nothing-to-undo")


def test_a_correction_puts_another_move_in_its_place(client, started):
    play(client, started, 1, SECOND, 1)
    body = {"version": 2, "of": 2, "move": "extend 1-6 @2,0,0:e"}
    answer = client.post(f"{started}/corrections", json=body)
    assert (answer.status_code, answer.json()["kind"]) == (201, "correct")
    tiles = [tile["tile"] for tile in client.get(started).json()["position"]["tiles"]]
    assert tiles == ["1-1", "1-6"]
    sheet = client.get(f"{started}/score").json()["sheet"]
    assert [each["move"] for each in sheet] == [OPENING, "extend 1-6 @2,0,0:e"]


def test_a_correction_must_leave_later_moves_possible(client, started):
    play(client, started, 1, SECOND, 1)
    body = {"version": 2, "of": 1, "move": "start 2-2"}
    problem(client.post(f"{started}/corrections", json=body), 422, "correction-breaks")
    problem(client.post(f"{started}/corrections", json=body | {"of": 9}), 422, "nothing-to-undo")
    body = {"version": 2, "of": 2, "move": "extend 2-6 @2,0,0:e"}
    problem(client.post(f"{started}/corrections", json=body), 422, "illegal-move")
    assert version(client, started) == 2


def test_a_correction_may_take_back_the_moves_that_fall_with_it_and_be_taken_back(client, started):
    play(client, started, 1, SECOND, 1)
    play(client, started, 0, "extend 2-1 @-2,0,0:e", 2)
    play(client, started, 1, "extend 5-3 @4,0,0:e", 3)
    body = {"version": 4, "of": 2, "move": "extend 1-6 @2,0,0:e"}
    response = problem(client.post(f"{started}/corrections", json=body), 422, "correction-breaks")
    assert response["falls"] == [{"seq": 4, "seat": 1, "move": "extend 5-3 @4,0,0:e"}]
    assert version(client, started) == 4
    answer = client.post(f"{started}/corrections", json=body | {"later": "undo"})
    assert (answer.status_code, answer.json()["kind"], answer.json()["seq"]) == (201, "correct", 6)
    assert tiles(client, started) == {"1-1", "1-6", "2-1"}
    times = [json.loads(line)["time"] for line in client.get(f"{started}/record").text.splitlines()[1:]]
    assert times == sorted(times)
    assert client.post(f"{started}/undo", json={"version": 6, "of": 5}).status_code == 201
    assert tiles(client, started) == {"1-1", "1-5", "2-1", "5-3"}
    problem(client.post(f"{started}/undo", json={"version": 7, "of": 6}), 422, "nothing-to-undo")


def tiles(client, game):
    return {tile["tile"] for tile in client.get(game).json()["position"]["tiles"]}


def test_the_house_lets_a_typed_move_stand_and_takes_it_back(client, started):
    wrong = {"seat": 1, "move": "extend 2-5 @2,0,0:e", "version": 1}
    problem(client.post(f"{started}/moves", json=wrong), 422, "illegal-move")
    answer = client.post(f"{started}/moves", json=wrong | {"ruling": "accept"})
    assert (answer.status_code, answer.json()["kind"], answer.json()["rules"]) == (201, "ruling", ["SN-9", "SN-5"])
    assert len(tiles(client, started)) == 2
    assert client.post(f"{started}/undo", json={"version": 2}).status_code == 201
    assert len(tiles(client, started)) == 1


def test_the_score_sheet_has_every_move_that_stands(client, started):
    response = client.get(f"{started}/score").json()
    assert response["version"] == 1
    assert [each["seat"] for each in response["score"]] == [0, 1]
    assert response["sheet"] == [{"seq": 1, "seat": 0, "move": OPENING, "points": 0, "lines": []}]


def test_the_record_replays_to_the_same_state(client, started):
    play(client, started, 1, SECOND, 1)
    answer = client.get(f"{started}/record")
    assert answer.headers["content-type"].startswith("application/jsonl")
    chain, damage = record.loads(answer.text)
    assert damage is None
    replayed = record.replay(chain)
    assert replayed.fault is None
    assert replayed.game.position(replayed.state) == client.get(started).json()["position"]


def test_games_survive_a_restart(settings):
    with running(settings) as where, client_of(where) as client:
        made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        play(client, made, 0, OPENING, 0)
        before = client.get(made).json()
    with running(settings) as where, client_of(where) as client:
        assert client.get(made).json() == before
        play(client, made, 1, SECOND, 1)


def test_a_record_that_was_changed_is_said_and_takes_no_more(client, started, settings):
    engine = create_engine(settings.url)
    with engine.begin() as database:
        database.exec_driver_sql("UPDATE events SET line = replace(line, '1-1', '2-2')")
    engine.dispose()
    assert "line 2 was changed" in client.get(started).json()["fault"]
    answer = client.post(f"{started}/moves", json={"seat": 1, "move": SECOND, "version": 1})
    problem(answer, 409, "record-damaged")


@pytest.mark.parametrize("path", ["", "/moves?seat=0", "/score", "/events", "/record"])
def test_a_game_that_there_is_not(client, path):
    problem(client.get(UNKNOWN + path), 404, "no-such-game")


def test_writing_to_a_game_that_there_is_not(client):
    problem(client.post(f"{UNKNOWN}/moves", json={"seat": 0, "move": OPENING, "version": 0}), 404, "no-such-game")
    problem(client.post(f"{UNKNOWN}/undo", json={"version": 0}), 404, "no-such-game")


@pytest.mark.parametrize(
    ("body", "status", "name"),
    [
        ({"game": "chess"}, 422, "unknown-game"),
        ({"game": "stackernoos", "options": {"playrs": 2}}, 422, "unknown-option"),
        ({"game": "stackernoos", "players": 40}, 422, "unknown-option"),
        ({"game": "stackernoos", "players": 2, "options": {"players": 3}}, 422, "unknown-option"),
        ({"game": "stackernoos", "sed": 1}, 422, "invalid-request"),
        ({"game": "stackernoos", "seed": -1}, 422, "invalid-request"),
        ({"game": "stackernoos", "seed": 2**70}, 422, "invalid-request"),
        ({"game": "stackernoos", "players": "2"}, 422, "invalid-request"),
        ({}, 422, "invalid-request"),
        ([], 422, "invalid-request"),
    ],
)
def test_a_game_that_cannot_be_opened(client, body, status, name):
    problem(client.post(f"{API}/games", json=body), status, name)
