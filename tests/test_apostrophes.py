"""What people read has one apostrophe, ’; the straight one is for code, and quotes notation."""

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest
import typer

from service.app import create_app
from service.cli import app
from service.page.language import english
from service.page.rules.book import book
from service.page.rules.search import found
from service.settings import Settings

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "vision", "service", "models", "datasets")
CODE = re.compile(r"`[^`]*`")
QUOTED = re.compile(r"(?<!\w)'[^']*'(?!\w)")
"""Notation and names of fields, between straight quotation marks."""
STRAIGHT = re.compile(r"[\w}…]'\w|s'(?=\s\w)")
"""The apostrophe of a keyboard: within a word, or behind the plural."""
SHADER = "#version"
"""What a program of a graphics card begins with, which has ASCII alone."""
JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


def files(pattern, *rooms):
    return sorted(path for room in rooms for path in (ROOT / room).rglob(pattern))


def straight(texts):
    """Those of some texts that have the apostrophe of a keyboard."""
    return [text for text in texts if STRAIGHT.search(QUOTED.sub("", CODE.sub("", text)))]


def strings(value):
    """Every text of a JSON value, and every key."""
    if isinstance(value, str):
        yield value
    for each in value if isinstance(value, list | dict) else ():
        yield from strings(each)
        if isinstance(value, dict):
            yield from strings(value[each])


def said(path):
    """The texts that a module makes: of one with places, all that is between them."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    apart = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "…" for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts | apart:
            yield node.value


def helps(command):
    """What a command says of itself, its parameters and its own commands."""
    yield command.help or ""
    yield from (getattr(each, "help", None) or "" for each in command.params)
    for each in getattr(command, "commands", {}).values():
        yield from helps(each)


@pytest.mark.parametrize("path", files("*.json", "service"), ids=lambda path: str(path.relative_to(ROOT)))
def test_words_of_the_page_have_it(path):
    assert straight(strings(json.loads(path.read_text("utf-8")))) == []


def test_titles_of_rules_and_words_of_books_have_it():
    books = files("*.toml", "service", "engine")
    assert {
        path.name: wrong for path in books if (wrong := straight(strings(tomllib.loads(path.read_text("utf-8")))))
    } == {}


def test_templates_and_scripts_have_it():
    pages = {path.name: JINJA.sub("", path.read_text("utf-8")) for path in files("*.html", "service")}
    scripts = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in files("*.js", "service")}
    assert [name for name, text in (pages | scripts).items() if straight([text])] == []


@pytest.mark.parametrize("room", ROOMS)
def test_messages_of_programs_have_it(room):
    assert {
        path.name: wrong
        for path in files("*.py", room)
        if (wrong := straight(t for t in said(path) if SHADER not in t))
    } == {}


def test_what_the_api_and_the_commands_say_of_themselves_has_it(tmp_path):
    made = create_app(Settings(data=tmp_path))
    try:
        assert straight(strings(made.openapi())) == []
    finally:
        made.state.parts.close()
    assert straight(helps(typer.main.get_command(app))) == []


def test_a_rule_is_found_by_either():
    t = english()
    told = [found([book("stonerow", t)], f"an opponent{sign}s row", t) for sign in "'’"]
    assert told[0].hits == told[1].hits != ()
