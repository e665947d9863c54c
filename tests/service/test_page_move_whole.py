"""A move that is typed from end to end is the one that is meant."""

import re

import pytest
from page_table import CARDS, STONES, entries_of

from service.page.language import english
from service.page.move_search import picked
from service.page.templates import render

TABLES = {
    "stackernoos": {},
    "rows": {"game": "stonerow", "plays": CARDS[:3]},
    "placing": {"game": "stones", "plays": STONES[:2]},
}


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    return entries_of(tmp_path_factory.mktemp("store"), TABLES)


@pytest.mark.parametrize(
    ("table", "typed", "whole"),
    [
        ("rows", "build R7 G7 B7", "build R7 B7 G7"),  # a row of four has these cards, too
        ("rows", "build red 7 green 7 blue 7", "build R7 B7 G7"),
        ("rows", "build r7 b7 g7", "build R7 B7 G7"),
        ("rows", "Build red 7, blue 7 and green 7", "build R7 B7 G7"),
        ("rows", "red 7 green 7 blue 7", "build R7 B7 G7"),  # its pieces alone, and no other row of just these
        ("rows", "G7 r7", "build R7 G7"),
        ("rows", "red 7", None),  # to be discarded, or the first card of a row
        ("placing", "The stone stands", "place ok"),  # it stands, too, where another stack fell
        ("placing", "place ok", "place ok"),
        ("placing", "stone stands", None),
        ("stackernoos", "Extend 8-5 @8,0,0:E", "extend 8-5 @8,0,0:e"),
        ("stackernoos", "8-5", None),
    ],
)
def test_a_move_that_was_typed_from_end_to_end_is_meant_and_no_longer_one(entries, table, typed, whole):
    """Enter asked which of several was meant."""
    found = picked(entries[table], 0, typed, english())
    assert found["whole"] == whole
    assert whole is None or found["moves"][0]["move"] == whole
    shown = render("pick.html", english(), seat=0, told=str, **found)
    assert re.findall(r'data-move="([^"]*)" data-fits data-whole', shown) == ([] if whole is None else [whole])
