"""What the dialog that takes a typed move shows: moves that fit, and why others are not allowed."""

from itertools import product

import pytest
from page_table import entries_of
from typed_tables import TABLES

from service.page.games import page_of
from service.page.language import english, languages
from service.page.move_search import fits, picked
from service.page.words import words


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    return entries_of(tmp_path_factory.mktemp("store"), TABLES)


@pytest.mark.parametrize("name", ["stackernoos", "stonerow", "placing", "unmarked", "bare"])
def test_what_fits_nothing_is_answered_by_lawful_moves_of_that_table(entries, name):
    """ "No move has these words" left nobody any wiser."""
    entry = entries[name]
    (seat, *_) = entry.game.actors(entry.replay.state)
    found = picked(entry, seat, "xyzzy", english())
    assert (found["moves"], found["exact"], found["refused"]) == ([], None, [])
    assert 1 < len(found["instead"]) <= 4
    for each in found["instead"]:
        assert entry.game.judge(entry.replay.state, seat, entry.game.parse(each["move"])).legal
        assert each["words"]
        assert each["move"] in [one["move"] for one in picked(entry, seat, each["words"], english())["moves"]]
    assert picked(entry, seat, found["instead"][0]["words"], english())["instead"] == []


@pytest.mark.parametrize(
    ("table", "code", "typed", "move"),
    [
        ("stackernoos", "sv", "passa", "pass"),
        ("stackernoos", "fi", "passaa", "pass"),
        ("stonerow", "sv", "gräv fram tre kort", "dig quarry"),
        ("choosing", "sv", "byt fem poäng", "exchange"),
        ("choosing", "sv", "vänd upp fem nya", "refresh"),
        ("choosing", "sv", "stenen står", "place ok"),
        ("choosing", "sv", "”stor, 5 steg”", "take L/5 large"),
        ("choosing", "fi", "suuri 5", "take L/5 large"),
    ],
)
def test_what_the_page_calls_a_move_is_understood_where_it_is_not_allowed(entries, table, code, typed, move):
    """“No move has these words” stood there."""
    entry = entries[table]
    (seat, *_) = entry.game.actors(entry.replay.state)
    found = picked(entry, seat, typed, languages()[code])
    assert move in [each["move"] for each in found["refused"]]
    assert all(each["reason"] and each["rules"] for each in found["refused"])


def test_a_whole_move_has_no_refusal_of_another_beside_it(entries):
    """“Keep the tile just drawn” was refused beside `draw`, for its words have that, too."""
    found = picked(entries["stackernoos"], 0, "draw", english())
    assert ([each["move"] for each in found["moves"]], found["refused"]) == (["draw"], [])


@pytest.mark.parametrize("typed", ["k", "ke"])
def test_a_letter_or_two_are_no_word_of_a_move_without_pieces(entries, typed):
    assert picked(entries["first"], 1, typed, english())["refused"] == []


@pytest.mark.parametrize("table", ["stackernoos", "stonerow", "choosing", "placing"])
def test_the_moves_without_pieces_are_moves_with_words_in_every_language(entries, table):
    game = entries[table].game
    for move, t in product(page_of(game.name).bare, languages().values()):
        assert str(game.parse(move)) == move
        assert words(move, {}, game.name, t)


def test_whoever_is_not_in_turn_is_told_who_is_by_which_rule(entries):
    (refused,) = picked(entries["stackernoos"], 1, "6-3 höger", languages()["sv"])["refused"]
    assert refused["reason"] == "Spelare 1 är i tur."
    assert "SN-7" in refused["rules"]


@pytest.mark.parametrize(
    ("typed", "code", "moves"),
    [
        ("mortar B7", "en", {"mortar Ma B7"}),
        ("mura blå 7 murare", "sv", {"mortar Ma B7"}),
        ("add B7", "en", {"add B7"}),
        ("lägg blå 7", "sv", {"add B7"}),
        ("laga", "sv", {"repair Ma"}),
        ("repair r1", "en", {"repair Ma"}),
        ("laga r1", "sv", {"repair Ma"}),
        ("add r1", "en", {"add R1"}),
        ("lägg r1", "sv", {"add R1"}),
        ("lisää r1", "fi", {"add R1"}),
        ("add", "en", {"add R1"}),
        ("mortar r1", "en", set()),
        ("break r1", "en", set()),
    ],
)
def test_the_verb_that_was_typed_is_judged_and_no_other(entries, typed, code, moves):
    """`mortar B7` was told why it may not be built, and `repair r1` that no move has these words."""
    refused = picked(entries["rivals"], 1, typed, languages()[code])["refused"]
    assert {each["move"].rpartition(" ")[0] for each in refused} == moves


@pytest.mark.parametrize(
    ("code", "typed"),
    [("en", "small or large, 2 steps"), ("sv", "”liten eller stor, 2 steg”"), ("fi", "pieni tai suuri, 2 askelta")],
)
def test_what_has_the_words_as_they_were_typed_leads(entries, code, typed):
    """A tile of three sizes has these words, too, and stood first."""
    found = picked(entries["tiles"], -1, typed, languages()[code])["moves"]
    assert [each["move"] for each in found] == ["turn SL/2", "turn SML/2"]


def test_a_game_that_was_dealt_offers_what_the_seat_holds_alone(entries):
    entry = entries["dealt"]
    (seat, *_) = entry.game.actors(entry.replay.state)
    hand = {"-".join(sorted(label.split("-"))) for label in entry.game.hand(entry.replay.state, seat)}
    offered = {each["move"].split()[1] for each in picked(entry, seat, "", english())["moves"] if " " in each["move"]}
    assert offered
    assert {"-".join(sorted(label.split("-"))) for label in offered} <= hand


def test_words_are_found_in_any_order():
    assert fits("left 2-1", "extend 2-1 @-2,0,0:e", "2-1 at the left end of the run", "stackernoos")
    assert fits("", "draw", "", "stackernoos")
    assert not fits("2-1 right", "extend 2-1 @-2,0,0:e", "2-1 at the left end of the run", "stackernoos")


@pytest.mark.parametrize("typed", ["extend 3-2 @8,0,0:e", "draw extend"])
def test_a_whole_move_is_judged_and_half_a_move_is_not(entries, typed):
    shown = picked(entries["stackernoos"], 0, typed, english())
    assert shown["exact"] is None
    assert [each["move"] for each in shown["refused"]] == ([typed] if "@" in typed else [])


def test_the_pieces_that_were_typed_come_before_those_that_only_have_them_in_their_names(entries):
    """`ML/5` listed `SML/5` first, and `blue 4 blue 5` a row of seven."""
    turned = [each["move"] for each in picked(entries["tiles"], -1, "ML/5", english())["moves"]]
    assert turned[0] == "turn ML/5"
    built = [each["move"] for each in picked(entries["rows"], 0, "blue 4 blue 5 blue 6", english())["moves"]]
    assert built[0] == "build B4 B5 B6"


@pytest.mark.parametrize(
    ("table", "typed", "words", "reason"),
    [
        (
            "shown",
            "take large with sm/5",
            "Take a large stone with tile “small or medium, 5 steps”",
            "The tile “small or medium, 5 steps” does not show large.",
        ),
        (
            "shown",
            "ML/5",
            "Take a small stone with tile “medium or large, 5 steps”",
            "The tile “medium or large, 5 steps” is not among the tiles that lie face up.",
        ),
        ("turned", "Y9", "Turn up yellow 9 for the brickyard", "Yellow 9 lies elsewhere, or is not in this deck."),
    ],
)
def test_what_cannot_be_played_is_told_why_in_every_game(entries, table, typed, words, reason):
    """Nothing was said of tiles, and a card turned up twice was told `There are 2 players.`"""
    seat = min(entries[table].game.actors(entries[table].replay.state))
    refused = {each["words"]: each["reason"] for each in picked(entries[table], seat, typed, english())["refused"]}
    assert refused[words] == reason


def test_whose_turn_it_is_not_is_said(entries):
    assert picked(entries["stones"], 1, "", english()) == {
        "example": "",
        "moves": [],
        "more": 0,
        "instead": [],
        "exact": None,
        "whole": None,
        "refused": [],
        "beside": False,
        "turn": False,
    }


def test_a_long_list_says_how_many_more_there_are(entries):
    long, short = (picked(entries[name], seat, "", english()) for name, seat in (("twelve", 1), ("stackernoos", 0)))
    assert (len(long["moves"]), long["more"]) == (60, 8)
    assert (len(short["moves"]), short["more"]) == (47, 0)
    assert picked(entries["twelve"], 1, "stack", english())["more"] == 0


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
@pytest.mark.parametrize("name", ["stackernoos", "stonerow", "stones"])
def test_the_example_of_what_to_type_is_a_lawful_move_that_is_found_by_it(entries, name, t):
    """“3-2 right” was refused as the first tile."""
    entry = entries[name]
    seat = entry.game.actors(entry.replay.state)[0]
    shown = picked(entry, seat, "", t)
    again = picked(entry, seat, shown["example"], t)
    assert shown["moves"][0] in again["moves"]
    assert again["example"] == ""


@pytest.mark.parametrize(("code", "large", "medium"), [("sv", "stor", "mellanstor"), ("fi", "suuri", "keskisuuri")])
def test_a_word_within_another_is_not_what_was_typed(entries, code, large, medium):
    """`SM/5 stor` and the enter key took a medium stone, for the word for large is within that for medium."""
    t = languages()[code]
    wrong, right = (picked(entries["shown"], 0, f"SM/5 {size}", t) for size in (large, medium))
    assert wrong["moves"] == []
    assert [each["move"] for each in right["moves"]] == ["take SM/5 medium"]


@pytest.mark.parametrize("code", languages())
def test_two_moves_never_have_the_same_words(entries, code):
    """`1-8 on 8-8` stood in the list twice: the domino may lie either way."""
    for entry in entries.values():
        state, name = entry.replay.state, entry.header.game
        position = entry.game.position(entry.game.view(state, None))
        for seat in entry.game.actors(state):
            said = [words(str(move), position, name, languages()[code]) for move in entry.game.moves(state, seat)]
            assert len(set(said)) == len(said), entry.header


def test_words_that_mean_nothing_are_told_so_while_moves_wait(entries):
    """Every move that waited was told as what was meant."""
    shown = picked(entries["tiles"], 0, "xyzzy", english(), waits=True)
    assert shown["refused"] == []


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ("3-9 on top", {"stack", "span", "cap"}),
        ("3-9 ovanpå", {"stack", "span", "cap"}),
        ("3-9 päälle", {"stack", "span", "cap"}),
        ("cap 3-3", {"cap"}),
        ("lås 3-3", {"cap"}),
        ("lukko 3-3", {"cap"}),
        ("bridge 3-9", {"bridge"}),
        ("7-9 haara", {"branch"}),
    ],
)
@pytest.mark.parametrize("table", ["stackernoos", "tower", "run"])
def test_the_sort_of_place_that_was_typed_is_answered(entries, table, typed, kinds):
    """`3-9 on top` and `cap 3-3` were told why the tile does not fit the end of the line."""
    entry = entries[table]
    shown = picked(entry, min(entry.game.actors(entry.replay.state)), typed, english())
    told = [each["move"].split()[0] for each in (*shown["moves"], *shown["refused"])]
    assert told
    assert set(told) <= kinds
    reasons = [each["reason"] for each in shown["refused"]]
    assert len(set(reasons)) == len(reasons)
