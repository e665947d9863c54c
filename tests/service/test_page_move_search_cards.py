"""What is said to typed cards and rows."""

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
    "typed", ["red 7 green 8 yellow 2", "Red 7, Green 8, Yellow 2", "r7 g8 y2", "röd 7 GRÖN 8 gul 2"]
)
def test_cards_may_be_typed_by_their_names(entries, typed):
    assert picked(entries["stonerow"], 0, typed, english()) == picked(entries["stonerow"], 0, "R7 G8 Y2", english())


def test_cards_that_make_no_row_are_told_why(entries):
    (refused,) = picked(entries["stonerow"], 0, "R7 G8 Y2", english())["refused"]
    assert refused["move"] == "build Y2 R7 G8"
    assert refused["reason"]
    assert refused["rules"]


@pytest.mark.parametrize(
    ("code", "typed", "words", "reason"),
    [
        ("en", "build red 1, red 5 and red 9", "Build red 1, red 5 and red 9", "A run goes up without a gap"),
        ("sv", "bygg R1 R5 R9", "Bygg röd 1, röd 5 och röd 9", "En svit går uppåt utan lucka"),
        ("sv", "kasta röd 9", "Kasta röd 9", "Man drar ett kort före handlingen."),
    ],
)
def test_what_is_done_with_cards_may_be_said_in_words(entries, code, typed, words, reason):
    """With its verb, nothing said why a play was not allowed."""
    entry = entries["stonerow" if "drar" in reason else "rows"]
    seat = min(entry.game.actors(entry.replay.state))
    (refused,) = picked(entry, seat, typed, languages()[code])["refused"]
    assert refused["words"] == words
    assert reason in refused["reason"]
    shown = picked(entries["rows"], 0, "discard Y1", english())
    assert ([each["move"] for each in shown["moves"]], shown["refused"]) == (["discard Y1"], [])


@pytest.mark.parametrize("code", languages())
def test_a_row_of_the_table_is_no_card_that_is_spelt_alike(entries, code):
    """`R9 r2` was told as a row of red 2 and red 9, and `r2` began with all rows of red 2."""
    t = languages()[code]
    for typed in ("r1", words("break R9 r1", {}, "stonerow", t).lower()):
        assert picked(entries["rivals"], 1, typed, t)["moves"][0]["move"].endswith(" r1")
    shown = picked(entries["rivals"], 1, "R9 r1", t)
    assert [each["move"] for each in shown["moves"]] == ["break R9 r1"]
    assert "build" not in str(shown["refused"])
    (refused,) = picked(entries["rivals"], 1, words("break R9 r3", {}, "stonerow", t), t)["refused"]
    assert refused["move"] == "break R9 r3"
    (refused,) = picked(entries["owner"], 0, words("break R9 r1", {}, "stonerow", t), t)["refused"]
    assert refused["move"] == "break R9 r1"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("bryt r3", "Bryt rad r3 med hammaren röd 9"),
        ("stjäl r3", "Stjäl rad r3 med Stråtrövare"),
        ("mura r3", "Mura fast gul 7 på rad r3 med Murare"),
    ],
)
def test_a_row_that_is_not_there_is_no_card(entries, typed, words):
    """`bryt r3` was read as the red 3, and told that one card makes no row."""
    (refused,) = picked(entries["rivals"], 1, typed, languages()["sv"])["refused"]
    assert (refused["words"], refused["reason"]) == (words, "Rad r3 finns inte på bordet.")
    refusals = picked(entries["rows"], 0, typed.replace("mura", "laga"), languages()["sv"])["refused"]
    assert [each["reason"] for each in refusals] == ["Rad r3 finns inte på bordet."]
    (early,) = picked(entries["stonerow"], 0, typed.replace("mura", "laga"), languages()["sv"])["refused"]
    assert early["reason"] == "Man drar ett kort före handlingen."


def test_a_card_is_typed_in_small_letters_where_no_row_is_meant(entries):
    assert "discard R3" in [each["move"] for each in picked(entries["rivals"], 1, "r3", english())["moves"]]


@pytest.mark.parametrize("typed", ["hammer", "Hammare", "vasaralla", "hammer r2"])
@pytest.mark.parametrize("code", languages())
def test_a_hammer_is_each_card_that_matches_the_keystone(entries, typed, code):
    """`hammer` found nothing: cards had no other names than those of their faces."""
    t = languages()[code]
    shown = picked(entries["owner"], 0, typed, t)
    assert {each["move"] for each in shown["moves"]} == {f"break {colour}9 r2" for colour in "RBG"}
    own = picked(entries["owner"], 0, "hammer r1", t)
    assert (own["moves"], [each["move"][-2:] for each in own["refused"]]) == ([], ["r1"])
    assert "SRO-29" in own["refused"][0]["rules"]
    other = picked(entries["owner"], 0, "hammer red 7 r2", t)["refused"]
    assert [each["move"] for each in other] == ["break R7 r2"]
