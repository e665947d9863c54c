"""What is said to typed dominoes: where they go, and why not elsewhere."""

import re

import pytest
from page_table import entries_of
from typed_tables import TABLES

from service.page.language import english, languages
from service.page.move_search import picked


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    return entries_of(tmp_path_factory.mktemp("store"), TABLES)


def test_a_domino_is_told_where_it_may_not_go_and_why(entries):
    shown = picked(entries["stackernoos"], 0, "2-3", english())
    assert shown["moves"] == []
    reasons = {each["reason"]: each for each in shown["refused"]}
    assert len(reasons) == len(shown["refused"]) > 1
    at_the_end = reasons["The end shows 8; the half of 2-3 that touches it is another."]
    assert at_the_end["words"] == "2-3 at the right end of the run, next to 8-9"
    assert all(at_the_end["rules"].values())


@pytest.mark.parametrize(
    ("tile", "other"), [("4-9", "9-4"), ("4–9", "4-9"), ("3-6", "6-3"), ("1-8", "8-1"), ("9-", "-9")]
)
def test_a_domino_has_no_direction(entries, tile, other):
    """`4-9` showed only refusals where `9-4` could be stacked."""
    shown, turned = (picked(entries["tower"], 0, typed, english()) for typed in (tile, other))
    assert shown == turned
    if tile == "4-9":
        assert "4-9 on 3-4" in [each["words"] for each in shown["moves"]]
    named = " ".join(each["words"] for each in [*shown["moves"], *shown["refused"]])
    assert all(int(a) <= int(b) for a, b in re.findall(r"(\d+)-(\d+)", named))


def test_a_domino_is_none_of_the_others_with_its_digits(entries):
    for typed in ("1-2", "2-1"):
        text = [each["words"] for each in picked(entries["twelve"], 1, typed, english())["moves"]]
        assert all(re.search(r"\b1-2\b", each) for each in text)


def test_a_domino_that_fits_is_listed_and_its_places_are_not_among_the_refused(entries):
    shown = picked(entries["stackernoos"], 0, "2-1", english())
    assert "extend 2-1 @-2,0,0:e" in [each["move"] for each in shown["moves"]]
    assert "extend 1-2 @-2,0,0:e" not in [each["move"] for each in shown["refused"]]


def test_halves_of_two_digits_are_dominoes_too(entries):
    refused = picked(entries["twelve"], 1, "10-3", english())["refused"]
    assert "The end shows 8; the half of 3-10 that touches it is another." in [each["reason"] for each in refused]
    shown = picked(entries["twelve"], 1, "8-10", english())
    assert "extend 8-10 @8,0,0:e" in [each["move"] for each in shown["moves"]]
    assert not [each["move"] for each in shown["refused"] if "@8,0,0:e" in each["move"]]


def test_a_first_tile_that_is_no_double_is_told_why(entries):
    """No move had these words: nothing said what was wrong with it."""
    (refused,) = picked(entries["bare"], 0, "4-5", english())["refused"]
    assert (refused["words"], refused["reason"]) == ("4-5 as the first tile", "The first tile is a double.")
    assert "SN-7" in refused["rules"]
    assert [each["move"] for each in picked(entries["bare"], 0, "5-5", english())["moves"]] == ["start 5-5"]


def test_what_was_typed_of_a_place_is_asked_of_the_refused_too(entries):
    """`2-3 right` told first why it may not lie at the left end."""
    text = [each["words"] for each in picked(entries["stackernoos"], 0, "2-3 right", english())["refused"]]
    assert text
    assert all("right end" in each for each in text)


@pytest.mark.parametrize(
    ("table", "typed", "words", "reason"),
    [
        (("run", "en"), "3-4 on 2-7", "3-4 on 2-7", "Neither half of 3-4 lies on its equal; below are 2 and 7."),
        (("run", "en"), "9-9 on 7-7", "9-9 on 7-7", "Neither half of 9-9 lies on its equal; below are 7 and 7."),
        (("run", "sv"), "3-3 på 2-7", "3-3 på 2-7", "Ingen halva av 3-3 ligger på sin like; under ligger 2 och 7."),
        (("run", "fi"), "3-4 alla 2-7", "3-4, alla 2-7", "Laatan 3-4 kumpikaan puolisko ei ole vertaisensa päällä"),
        (
            ("run", "en"),
            "3-4 across 2-7 and 7-7",
            "3-4 across 2-7 and 7-7",
            "Both halves of a span match what lies below",
        ),
        (("run", "en"), "7-8 above 7-7", "7-8 as a branch above 7-7", "A branch begins at a root, at right angles"),
        (("run", "en"), "9-9 next to 7-7", "9-9 at the right end of the run, next to 7-7", "Another tile lies there."),
        (("short", "en"), "0-2 on 2-7", "0-2 caps the end, on 2-7", "Dominoes in the run: 2;"),
        (("short", "sv"), "3-3 på 2-7", "3-3 låser änden, på 2-7", "Brickor i raden: 2;"),
        (("short", "fi"), "3-4 alla 2-7", "3-4 lukitsee pään, alla 2-7", "Dominoja linjassa: 2;"),
    ],
)
def test_a_tile_on_another_is_told_why_not(entries, table, typed, words, reason):
    """`3-4 on 2-7` was told that no move has these words."""
    name, code = table
    entry = entries[name]
    shown = picked(entry, min(entry.game.actors(entry.replay.state)), typed, languages()[code])
    assert shown["moves"] == []
    assert all(typed.split()[-1] in each["words"] for each in shown["refused"])
    (told,) = (each for each in shown["refused"] if each["words"] == words)
    assert told["reason"].startswith(reason)
    assert all(told["rules"].values())


def test_of_words_that_no_move_has_the_dominoes_count(entries):
    entry = entries["run"]
    (seat,) = entry.game.actors(entry.replay.state)
    told = [each["words"] for each in picked(entry, seat, "3-4 atop 2-7", english())["refused"]]
    assert "3-4 on 2-7" in told
    assert all("2-7" in each for each in told)
    assert picked(entry, seat, "0-2 on 2-7", english())["moves"]
    assert picked(entry, seat, "3-4 on 5-6", english())["instead"]  # 5-6 lies nowhere


def test_a_tile_that_lies_on_the_table_is_refused_before_the_moves_beside_it(entries):
    shown = picked(entries["tower"], 0, "0-3", english())
    assert "0-3 lies on the table." in [each["reason"] for each in shown["refused"]]
    assert not shown["beside"]
    assert picked(entries["tower"], 0, "4-9", english())["beside"]


@pytest.mark.parametrize(
    ("typed", "code"), [("3-4 left", "en"), ("3-4 vänster", "sv"), ("3-4 vasempaan", "fi"), ("3-4 vasen", "fi")]
)
def test_a_refusal_is_of_the_end_that_was_named_where_both_have_the_same_reason(entries, typed, code):
    """`3-4 left` was told why it may not lie at the right end, as both show the same."""
    t = languages()[code]
    (result,) = picked(entries["first"], 1, typed, t)["refused"]
    assert result["words"] == t("domino.end.left", tile="3-4", next="0-0")


@pytest.mark.parametrize("typed", ["double three", "Double 3", "dubbel trea", "dubbeltre", "tuplakolmonen", "tupla 3"])
@pytest.mark.parametrize("code", languages())
def test_a_domino_is_typed_by_its_name_in_any_language(entries, typed, code):
    """`double three` found nothing."""
    t = languages()[code]
    assert picked(entries["tower"], 0, typed, t) == picked(entries["tower"], 0, "3-3", t)
    assert picked(entries["tower"], 0, typed, t)["moves"]


@pytest.mark.parametrize(
    ("typed", "label"), [("three five", "3-5"), ("femma trea", "3-5"), ("zero five", "0-5"), ("nolla femma", "0-5")]
)
def test_halves_are_typed_in_words(entries, typed, label):
    assert picked(entries["tower"], 0, typed, english()) == picked(entries["tower"], 0, label, english())


@pytest.mark.parametrize("typed", ["1-2 stack", "stack", "top", "stapla", "1-2 pinoa"])
@pytest.mark.parametrize(
    ("table", "reason"), [("bare", "The lowest double starts."), ("first", "Dominoes in the run: 1;")]
)
def test_stacking_that_nobody_can_do_yet_says_why(entries, table, reason, typed):
    """`1-2 stack` was told that no move has these words."""
    entry = entries[table]
    (refused,) = picked(entry, min(entry.game.actors(entry.replay.state)), typed, english())["refused"]
    assert refused["reason"].startswith(reason)
    assert refused["rules"]


def test_a_sort_of_place_that_some_tile_has_is_told_of_no_other(entries):
    shown = picked(entries["tower"], 0, "stack", english())
    assert shown["moves"]
    assert shown["refused"] == []


@pytest.mark.parametrize("typed", ["stack 3-3", "3-3 stack", "stapla 3-3", "3-3 pinoa"])
def test_stacking_a_tile_is_no_span_and_no_cap(entries, typed):
    """`stack 3-5` listed whatever lies on other tiles, and why the ends may not be capped."""
    shown = picked(entries["tower"], 0, typed, english())
    assert {each["words"].partition(",")[0] for each in shown["moves"]} == {"3-3 on 0-3", "3-3 on 3-4"}
    assert shown["refused"] == []
    over = [each["move"].split()[0] for each in picked(entries["tower"], 0, "3-3 on top", english())["moves"]]
    assert "span" in over


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("2-3 right", "2-3 at the right end of the run, next to 8-9"),
        ("1-3 left", "1-3 at the left end of the run, next to 1-1"),
        ("8-2 right", "2-8 at the right end of the run, next to 8-9"),
        ("2-8", "2-8 at the right end of the run, next to 8-9"),
        ("2-8 next to 8-9", "2-8 at the right end of the run, next to 8-9"),
        ("2-2 on 4-9", "2-2 on 4-9"),
    ],
)
def test_who_is_not_in_turn_is_told_of_the_place_that_was_typed(entries, typed, words):
    """`5-9 right` was refused at the left end: where the tile fits was no place that might be meant."""
    entry = entries["stackernoos"]
    (other,) = {0, 1} - set(entry.game.actors(entry.replay.state))
    shown = picked(entry, other, typed, english(), rulings=True)
    assert shown["moves"] == []
    (refused,) = shown["refused"]
    assert refused["reason"].startswith("It is the turn of player")
    assert refused["words"] == words
