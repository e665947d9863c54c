"""Every field of the API's document says what it is, and every example in it is whole."""

import json

import pytest
from described import told
from jsonschema import Draft202012Validator

from engine.games import games
from service.api.openapi import operations
from service.api.problem_examples import DETAILS
from service.problems import KINDS

PARTS = ("items", "additionalProperties", "contentSchema", "not")
LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
OPERATIONS = list(operations(told()))
LEFT_OUT = ("…", "...")


def below(schema, where):
    """A schema and all in it, with where each stands.

    Conditions (`if`, `then`, `else`) are left aside: they narrow fields that are declared beside them.
    """
    yield where, schema
    for name, part in schema.get("properties", {}).items():
        yield from below(part, f"{where}.{name}")
    for key in PARTS:
        if isinstance(schema.get(key), dict):
            yield from below(schema[key], f"{where}/{key}")
    for key in LISTS:
        for number, part in enumerate(schema.get(key, ())):
            yield from below(part, f"{where}/{key}/{number}")


def contents():
    """What every operation takes and answers, by where it stands."""
    for path, operation in OPERATIONS:
        name = f"{operation['operationId']} {path}"
        bodies = {"body": operation.get("requestBody", {}), **operation["responses"]}
        for status, each in bodies.items():
            for media, content in each.get("content", {}).items():
                yield f"{name} {status} {media}", content


def parameters():
    """Every parameter, by where it stands."""
    for path, operation in OPERATIONS:
        for each in operation.get("parameters", ()):
            yield f"{operation['operationId']} {path} {each['name']}", each


def schemas():
    """Every schema of the document, by where it stands."""
    for name, shape in told()["components"]["schemas"].items():
        yield from below(shape, name)
    for where, content in contents():
        for key in ("schema", "itemSchema"):
            yield from below(content.get(key, {}), where)
    for where, parameter in parameters():
        yield from below(parameter["schema"], where)


def fields():
    """Every field of every object, as (where, name, schema)."""
    for where, schema in schemas():
        for name, part in schema.get("properties", {}).items():
            yield where, name, part


def examples():
    """Every example of the document, as (where, schema, value)."""
    for where, content in (*contents(), *parameters()):
        given = [each["value"] for each in content.get("examples", {}).values()]
        given += [content["example"]] if "example" in content else []
        for value in given:
            yield where, content["schema"], value
    for where, schema in schemas():
        for value in schema.get("examples", ()):
            yield where, schema, value


def test_every_field_says_what_it_is():
    """309 fields of 788 were without a word."""
    found = list(fields())
    assert len(found) > 700
    assert [f"{where}.{name}" for where, name, part in found if not part.get("description")] == []


def test_every_parameter_says_what_it_is():
    assert [where for where, each in parameters() if not each.get("description")] == []


def test_no_description_only_repeats_the_name():
    def plain(text):
        words = text.lower().strip(" .").replace("_", " ").split()
        return [word for word in words if word not in {"a", "an", "the", "its"}]

    assert [f"{w}.{name}" for w, name, part in fields() if plain(part.get("description", "")) == plain(name)] == []


def test_a_description_is_one_line_without_a_full_stop():
    """A table shows it beside the name. Rules of options are the exception of all: theirs are sentences."""
    titles = {f"{each.title}Options" for each in games().values()}
    told_of = [(f"{where}.{name}", part["description"]) for where, name, part in fields() if where not in titles]
    assert [where for where, text in told_of if "\n" in text or text.endswith(".")] == []


def test_every_example_has_the_shape_of_its_schema():
    """Those of bodies and of single fields were held to nothing."""
    shapes = told()["components"]
    found = list(examples())
    assert len({where for where, _, _ in found}) > 100
    for where, schema, value in found:
        plain = json.loads(json.dumps(value))
        wrong = [each.message for each in Draft202012Validator({**schema, "components": shapes}).iter_errors(plain)]
        assert wrong == [], where


def test_every_example_is_whole():
    """An ellipsis stood for hashes, titles of rules, and what happened."""
    texts = [(where, json.dumps(value, ensure_ascii=False)) for where, _, value in examples()]
    assert [where for where, text in texts if any(each in text for each in LEFT_OUT)] == []


def test_rules_in_examples_have_their_titles():
    known = {rule.id: rule.title for game in games().values() for rule in game.rules.values()}
    listed = {}
    for _, _, value in examples():
        rules = value.get("rules") if isinstance(value, dict) else None
        for rule, told_of in rules.items() if isinstance(rules, dict) else ():
            listed[rule] = told_of["title"] if isinstance(told_of, dict) else told_of
    assert listed
    assert listed == {rule: known[rule] for rule in listed}


@pytest.mark.parametrize("name", KINDS)
def test_every_problem_has_an_example_of_what_happened(name):
    assert DETAILS[name]
    assert DETAILS[name] not in {KINDS[name].title, KINDS[name].remedy}
    assert set(DETAILS) == set(KINDS)
