"""The OpenAPI document is whole: typed answers, every refusal, the grammar of moves; and real answers agree with it."""

import json
import random
from dataclasses import fields

import pytest
from described import MAY_FAIL, PROBLEM, SHAPES, conform, shape_of, told
from pydantic import TypeAdapter
from service_help import API, data, stream

from engine import judge
from engine.core import TABLE
from engine.games import games
from engine.options import Options, choices, read_options
from service.api.judge import ANSWER, QUESTION
from service.api.openapi import BODIES, operations
from service.problems import KINDS
from service.schemas.games import shapes

NAMES = sorted(games())
OPERATIONS = list(operations(told()))
PLIES = 120
HOUSE = {"stonerow": ({}, {"rule_set": "team"}, {"rule_set": "basic", "players": 2})}


def test_the_games_of_today_all_have_shapes():
    assert all(shapes()[name].forms for name in NAMES)


def open_parts(schema, seen=()):
    """Where a schema says nothing: anything at all, or an object of anything."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from open_parts(told()["components"]["schemas"][name], (*seen, name))
        return
    variants = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]
    if not variants and not {"type", "const", "enum"} & set(schema):
        yield seen, schema
    if schema.get("type") == "object" and not schema.get("properties"):
        if not isinstance(schema.get("additionalProperties"), dict):
            yield seen, schema
        else:
            variants.append(schema["additionalProperties"])
    if schema.get("type") == "array":
        variants.append(schema.get("items", {}))
    for key, part in schema.get("properties", {}).items():
        yield from open_parts(part, (*seen, f".{key}"))
    for part in variants:
        yield from open_parts(part, seen)


@pytest.mark.parametrize(("path", "operation"), OPERATIONS, ids=[o["operationId"] for _, o in OPERATIONS])
def test_every_answer_has_a_shape(path, operation):
    result = operation["responses"].items()
    answers = {status: answer for status, answer in result if status.startswith("2") and status != "204"}
    assert len(answers) == 1, path
    for answer in answers.values():
        assert answer["description"]
        assert answer["content"]
        for content in answer["content"].values():
            schema = content.get("schema") or content.get("itemSchema")
            assert schema
            assert not list(open_parts(schema))


@pytest.mark.parametrize(("path", "operation"), OPERATIONS, ids=[o["operationId"] for _, o in OPERATIONS])
def test_every_refusal_is_described(path, operation):
    answers = operation["responses"]
    wanted = {"413", "500"}
    if "parameters" in operation or "requestBody" in operation:
        wanted |= {"422"}
    if "{" in path:
        wanted |= {"404"}
    if "requestBody" in operation:
        wanted |= {"415"} | ({"400"} if "application/json" in operation["requestBody"]["content"] else set())
    assert wanted <= set(answers)
    for status, answer in answers.items():
        if not status.startswith("2"):
            content = answer["content"][PROBLEM]
            assert list(answer["content"]) == [PROBLEM]
            assert shape_of(content["schema"]) is SHAPES["Problem"]
            assert content["examples"]
            for name, each in content["examples"].items():
                assert KINDS[name].status == int(status)
                SHAPES["Problem"].validate_json(json.dumps(each["value"]))


def test_no_kind_of_problem_is_forgotten():
    described = {
        name
        for _, operation in OPERATIONS
        for answer in operation["responses"].values()
        for content in answer.get("content", {}).values()
        for name in content.get("examples", {})
    }
    elsewhere = {"not-joined", "no-phone", "not-over", "unknown-address", "wrong-method"}
    assert set(KINDS) - described == elsewhere
    assert {kind.status for kind in KINDS.values() if kind.status >= 500} == MAY_FAIL


@pytest.mark.parametrize(("path", "operation"), OPERATIONS, ids=[o["operationId"] for _, o in OPERATIONS])
def test_examples_have_the_shape_that_is_described(path, operation):
    for answer in operation["responses"].values():
        for content in answer.get("content", {}).values():
            if "example" in content:
                shape_of(content["schema"]).validate_json(json.dumps(content["example"]))


def test_bodies_name_the_positions_and_options_of_every_game():
    schemas = told()["components"]["schemas"]
    for name in NAMES:
        title = games()[name].title
        assert {"$ref": f"#/components/schemas/{title}Position"} in schemas["Question"]["properties"]["position"][
            "anyOf"
        ]
        for body in BODIES:
            options = schemas[body]["properties"]["options"]["anyOf"]
            assert {"$ref": f"#/components/schemas/{title}Options"} in options
            assert name in schemas[body]["properties"]["game"]["examples"]


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_described_with_its_values_and_rules(name):
    game = games()[name]
    properties = told()["components"]["schemas"][f"{game.title}Options"]["properties"]
    assert set(properties) == {each.name for each in fields(game.options_type)}
    taken = choices(game.options_type)
    for each in fields(game.options_type):
        for rule in each.metadata["rules"]:
            assert f"{rule}: " in properties[each.name]["description"]
        only = each.metadata["only"]
        assert properties[each.name]["description"].endswith(f"Counts only with {only}.") == (only is not None)
        assert json.loads(json.dumps(game.options_type().to_json()[each.name])) == properties[each.name]["default"]
        if each.name in taken and not isinstance(taken[each.name], range) and True not in taken[each.name]:
            assert tuple(properties[each.name].get("enum", (properties[each.name].get("const"),))) == taken[each.name]


def test_an_option_says_with_what_it_counts():
    """What TeamPlay alone knows was described as if it counted in every game of StoneRow."""
    described = {
        name: option["description"]
        for options in ("StoneRowOptions", "StonesOptions")
        for name, option in told()["components"]["schemas"][options]["properties"].items()
    }
    assert described["team_target_points"].endswith('Counts only with rule_set="team".')
    assert described["tie_break"].endswith('Counts only with rule_set="official" or "basic".')
    assert described["alt_start_steps"].endswith("Counts only with alternative_start=true.")
    assert "Counts only" not in described["run_overlength"]


@pytest.mark.parametrize(("name", "house"), [(n, h) for n in NAMES for h in HOUSE.get(n, ({},))])
def test_positions_moves_and_options_of_random_games_are_as_described(name, house):
    game, known = games()[name], shapes()[name]
    position, options = TypeAdapter(known.position), TypeAdapter(known.options)
    chosen = read_options(game.options_type, house)
    options.validate_json(json.dumps(chosen.to_json()))
    words = {form.pattern.split()[0] for form in known.forms}
    for seed in (None, 1, 2):
        for ply, (state, seat, move) in enumerate(playthrough(game, chosen, seed)):
            for seen in (state, game.view(state, None)):
                position.validate_json(json.dumps(game.position(seen)))
            assert str(move).split()[0] in words
            if seat != TABLE and ply % 5 == 0:
                document = {"game": name, "options": chosen.to_json(), "position": game.position(state), "seat": seat}
                hand = game.hand(state, seat)
                answer = judge.answer(document | {"hand": None if hand is None else list(hand), "move": str(move)})
                SHAPES["JudgeAnswer"].validate_json(json.dumps(answer))


def playthrough(game, chosen: Options, seed):
    chance, state = random.Random(7), game.start(chosen, seed)
    for _ in range(PLIES):
        able = [(seat, moves) for seat in game.actors(state) if (moves := game.moves(state, seat))]
        if not able:
            return
        seat, moves = chance.choice(able)
        move = chance.choice(moves)
        yield state, seat, move
        state = game.apply(state, seat, move)


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_written_as_described(name):
    game, described = games()[name], told()["x-moves"][name]
    assert described["title"] == game.title
    for form in described["forms"]:
        assert str(game.parse(form["example"])) == form["example"]
        assert form["example"].split()[0] == form["pattern"].split()[0]
        capitals = {word for word in form["pattern"].replace(":", " ").split() if word.isupper() and word.isalpha()}
        named = {each["name"] for each in described["names"]}
        assert capitals - {"D"} <= named, form


@pytest.mark.parametrize("name", NAMES)
def test_a_dealt_game_of_each_kind_answers_as_described(client, name):
    opened = client.post(f"{API}/games", json={"game": name, "players": 2, "seed": 3})
    conform(opened)
    game = opened.headers["location"]
    for version in range(4):
        now = client.get(game).json()
        seat = now["next"]["seats"][0]
        assert client.get(game, params={"seat": max(seat, 0)}).status_code == 200
        move = client.get(f"{game}/moves", params={"seat": max(seat, 0)}).json()["moves"][0]["move"]
        played = client.post(f"{game}/moves", json={"seat": seat, "move": move, "version": version})
        assert played.status_code == 201, played.text
    for part in ("score", "record", "questions", "disputes", "evidence"):
        assert client.get(f"{game}/{part}").status_code == 200
    listed = client.get(f"{API}/rules", params={"game": name}).json()["rules"]
    assert set(listed) == set(games()[name].rules)


def test_streams_carry_what_is_described(client, started):
    for block in stream(client, f"{started}/events", 1):
        assert block["event"] == "event"
        SHAPES["Event"].validate_json(json.dumps(data(block)))
    for block in stream(client, f"{API}/tables/1/live", 1):
        assert block["event"] == "table"
        SHAPES["TableAnswer"].validate_json(json.dumps(data(block)))


def test_the_example_of_judge_is_what_judge_answers():
    assert json.loads(json.dumps(judge.answer(QUESTION))) == ANSWER


def test_no_object_is_left_open_whose_shape_is_known():
    """What a table's machine sends a hub was any object, though answers tell its shape."""
    schemas = told()["components"]["schemas"]
    fields = {
        f"{name}.{key}": json.dumps(each)
        for name, shape in schemas.items()
        for key, each in shape.get("properties", {}).items()
    }
    bare = {
        name for name, each in fields.items() if '"type": "object"' in each and '"additionalProperties": true' in each
    }
    assert bare == {"Question.position", *(f"{body}.options" for body in BODIES)}  # those list the shape of each game
