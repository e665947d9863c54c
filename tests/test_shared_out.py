"""How the tests are shared out among processes, and among the words of `make`."""

import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

TESTS = Path(__file__).parent
RUNS = re.findall(r'-m pytest ([^\n]*-m ("[a-z ]+"|[a-z]+)[^\n]*)', (TESTS.parent / "Makefile").read_text())
"""Each run of marked tests, and its marks."""


@pytest.fixture
def ours(request):
    """What the project tells pytest."""
    plugins = request.config.pluginmanager.get_plugins()
    (found,) = (each for each in plugins if getattr(each, "__file__", "") == str(TESTS / "conftest.py"))
    return found


def test_the_tests_of_a_module_have_one_process(request):
    """Each went to any process once, without a word, and what they share was made again and again."""
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("all tests have one process, or are shared out in another way")
    assert request.node.nodeid.endswith("@test_shared_out")


def test_what_takes_minutes_by_itself_is_for_any_process_once_all_else_is_taken(request, ours):
    """One process made requests up for nine minutes, and the others had nothing to do."""

    class Item:
        path = TESTS / "service" / "test_it.py"

        def __init__(self, *marks):
            self.get_closest_marker = lambda mark: mark if mark in marks else None
            self.groups = []

        def add_marker(self, mark):
            self.groups += mark.args

    items = [Item("apart", "attack"), Item("browser"), Item()]
    ours.pytest_collection_modifyitems(request.config, items)
    assert [each.groups for each in items] == [["test_it+browser"], ["test_it"], []]


def test_what_is_of_no_group_keeps_its_name(ours):
    """`make attack` ended at its start: xdist writes a name only where there is a group."""

    class Session:
        items = (SimpleNamespace(nodeid="tests/test_it.py::test_it"),)
        config = SimpleNamespace(getoption=lambda _name, default: True)

    ours.pytest_collection_finish(Session)
    assert vars(Session.items[0]) == {"nodeid": "tests/test_it.py::test_it"}


@pytest.mark.parametrize(("words", "marks"), RUNS)
def test_a_run_of_marked_tests_collects_all_of_them(words, marks):
    """Only the folders that hold them are collected: all would take half a minute."""
    folders = [TESTS.parent / each for each in re.findall(r"\btests\S*", words)]
    marked = re.compile(rf"\bmark\.({'|'.join(marks.strip(chr(34)).split(' or '))})\b")
    found = [path for path in TESTS.rglob("test_*.py") if marked.search(path.read_text(encoding="utf-8"))]
    assert found
    assert [path for path in found if not any(folder in path.parents for folder in folders)] == []


def test_no_two_modules_of_tests_have_one_name():
    """Folders of tests are no packages: the second module of a name stopped the run, unless it ran alone."""
    names = Counter(path.name for path in TESTS.rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
