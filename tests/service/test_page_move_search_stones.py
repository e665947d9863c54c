"""What is said to typed stones, stacks and stone tiles."""

import pytest
from page_table import entries_of
from typed_tables import TABLES

from service.page.language import english, languages
from service.page.move_search import picked
from service.page.words import words


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    return entries_of(tmp_path_factory.mktemp("store"), TABLES)


@pytest.mark.parametrize(
    ("table", "typed", "shown"),
    [
        ("unmarked", "marker 3", "Put the marker at stack 3"),
        ("unmarked", "Marker 6", "Put the marker at stack 6"),
        ("placing", "place fall 2,4", "The stack fell, and with it stack 2 and 4"),
        ("placing", "place culprit 2: 1", "Player 2 made stack 1 fall"),
    ],
)
def test_stacks_and_players_are_counted_from_one_however_they_are_typed(entries, table, typed, shown):
    """`marker 3` listed stack 4: the notation counts from nought."""
    found = picked(entries[table], -1 if table == "unmarked" else 0, typed, english())
    assert [each["words"] for each in (*found["moves"], *found["refused"])] == [shown]
    assert found["exact"] is None


def test_nobody_counts_a_stack_from_nought(entries):
    found = picked(entries["unmarked"], -1, "marker 0", english())
    assert (found["moves"], found["exact"]) == ([], None)


@pytest.mark.parametrize(
    ("typed", "first", "reason"),
    [
        (
            "take sm/3 medium",
            "turn SM/3",
            "Nobody has entered that the tile “small or medium, 3 steps” was turned up. Only a tile that lies face up",
        ),
        ("SM/3", "turn SM/3", "Nobody has entered that the tile “small or medium, 3 steps” was turned up."),
        ("refresh", "turn", "First enter which tiles lie face up"),
    ],
)
def test_a_tile_that_was_not_turned_up_is_asked_about(entries, typed, first, reason):
    """Any tile of the box could be taken, though only those that lie face up may."""
    shown = picked(entries["tiles"], 0, typed, english(), waits=True)
    assert (shown["moves"], shown["exact"]) == ([], None)
    (asked,) = shown["refused"]
    assert (asked["first"], asked["first_words"]) == (
        first,
        "Turn up tile “small or medium, 3 steps”" if "SM/3" in first else "",
    )
    assert asked["reason"].startswith(reason)
    assert not asked["ruling"]
    assert picked(entries["tiles"], 0, typed, english())["moves"]  # where a camera tells what lies there
    assert picked(entries["shown"], 0, "take sm/5 small", english(), waits=True)["moves"]


@pytest.mark.parametrize("code", languages())
def test_a_stack_is_meant_by_the_number_that_people_see(entries, code):
    """`stack 3` was also the stack after it, which the notation calls 3."""
    t = languages()[code]
    typed = words("marker 2", {}, "stones", t)
    assert [each["move"] for each in picked(entries["unmarked"], -1, typed, t)["moves"]] == ["marker 2"]
    assert [each["move"] for each in picked(entries["unmarked"], -1, "marker 3", t)["moves"]] == ["marker 2"]


@pytest.mark.parametrize(
    ("typed", "code"), [("large 1", "en"), ("stor 1", "sv"), ("suuri 1", "fi"), ("small medium 3", "en")]
)
def test_a_stone_by_its_name_is_told_why_it_may_not_be_taken(entries, typed, code):
    """`L/1` was told that the stone in hand comes first; of `large 1` no move was said to have these words."""
    shown = picked(entries["placing"], 0, typed, languages()[code])
    by_label = picked(entries["placing"], 0, "L/1", languages()[code])
    assert (shown["moves"], shown["instead"]) == ([], [])
    assert [each["reason"] for each in shown["refused"]] == [each["reason"] for each in by_label["refused"]]


def test_words_that_name_no_stone_are_told_no_reason(entries):
    shown = picked(entries["placing"], 0, "banana 3", english())
    assert shown["refused"] == []
    assert len(shown["instead"]) > 1


@pytest.mark.parametrize("code", languages())
def test_what_to_type_for_a_stone_is_in_plain_words(entries, code):
    """It was `medium SM/3`: nobody at the table says that."""
    example = picked(entries["stones"], 0, "", languages()[code])["example"]
    assert example
    assert "/" not in example


@pytest.mark.parametrize(
    ("typed", "code", "move"),
    [
        ("large, 2 steps", "en", "turn L/2"),
        ("bricka stor 2 steg", "sv", "turn L/2"),
        ("bricka mellanstor 3 steg", "sv", "turn M/3"),
        ("suuri, 2 askelta", "fi", "turn L/2"),
        ("small or large, 2 steps", "en", "turn SL/2"),
    ],
)
def test_a_tile_whose_name_was_typed_is_before_those_with_longer_names(entries, typed, code, move):
    """It was the last of four, and no more words could tell it from the others."""
    shown = picked(entries["tiles"], -1, typed, languages()[code])
    assert len(shown["moves"]) > 1
    assert shown["moves"][0]["move"] == shown["whole"] == move


def test_a_tile_whose_name_was_typed_in_part_is_not_taken(entries):
    shown = picked(entries["tiles"], -1, "large 2", english())
    assert len(shown["moves"]) > 1
    assert shown["whole"] is None
