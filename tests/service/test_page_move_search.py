"""What the dialog that takes a typed move shows: moves that fit, and why others are not allowed."""

import re
from itertools import product

import pytest
from page_table import CARDS, STONES, TURNED, TWELVE, entries_of

from service.page.games import page_of
from service.page.language import english, languages
from service.page.move_search import fits, picked
from service.page.words import words
from service.spelling import spelt

TOWER = ((0, "start 0-0"), (1, "extend 0-3 @2,0,0:e"), (0, "extend 3-4 @4,0,0:e"), (1, "extend 4-6 @6,0,0:e"))
"""Dominoes on which 9-4 may be stacked: the table on which `4-9` was told to be not allowed."""

RUN = ((0, "start 2-2"), (1, "extend 2-7 @2,0,0:e"), (0, "extend 7-7 @4,0,0:e"), (1, "extend 7-3 @6,0,0:e"))
"""Dominoes of which two may be stacked on, once the third lies there."""

SHOWN = ((-1, "marker 2"), *((-1, f"turn {tile}") for tile in ("SM/5", "L/2", "M/4", "S/3", "SML/1")))

TABLES = {
    "stackernoos": {},
    "stonerow": {"game": "stonerow", "plays": CARDS[:6]},
    "stones": {"game": "stones", "plays": STONES},
    "choosing": {"game": "stones", "plays": TURNED},
    "dealt": {"plays": (), "seed": 1},
    "placing": {"game": "stones", "plays": STONES[:2]},
    "tiles": {"game": "stones", "plays": ((-1, "marker 2"),)},
    "tower": {"plays": TOWER},
    "bare": {"plays": ()},
    "unmarked": {"game": "stones", "plays": ()},
    "middle": {"plays": (*TOWER[:2], (0, "extend 5-0 @-2,0,0:e"))},
    "first": {"plays": TOWER[:1]},
    "short": {"plays": RUN[:2]},
    "run": {"plays": RUN},
    "turned": {"game": "stonerow", "plays": CARDS[:1]},
    "shown": {"game": "stones", "plays": SHOWN},
    "rows": {"game": "stonerow", "plays": CARDS[:3]},
    "rivals": {"game": "stonerow", "plays": (*CARDS[:4], (1, "draw quarry"))},
    "owner": {"game": "stonerow", "plays": CARDS[:7]},
    "twelve": {"options": {"players": 2, "max_pip": 12}, "plays": TWELVE},
}


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


@pytest.mark.parametrize(
    "typed", ["red 7 green 8 yellow 2", "Red 7, Green 8, Yellow 2", "r7 g8 y2", "röd 7 GRÖN 8 gul 2"]
)
def test_cards_may_be_typed_by_their_names(entries, typed):
    assert picked(entries["stonerow"], 0, typed, english()) == picked(entries["stonerow"], 0, "R7 G8 Y2", english())


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


@pytest.mark.parametrize("typed", ["extend 3-2 @8,0,0:e", "draw extend"])
def test_a_whole_move_is_judged_and_half_a_move_is_not(entries, typed):
    shown = picked(entries["stackernoos"], 0, typed, english())
    assert shown["exact"] is None
    assert [each["move"] for each in shown["refused"]] == ([typed] if "@" in typed else [])


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


def test_whose_turn_it_is_not_is_said(entries):
    assert picked(entries["stones"], 1, "", english()) == {
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
@pytest.mark.parametrize(
    ("game", "move"),
    [("stackernoos", "extend 3-2 @2,0,0:e"), ("stonerow", "build R7 G7"), ("stones", "take SM/3 medium")],
)
def test_the_example_of_what_to_type_fits_the_move_that_it_means(game, move, t):
    text = words(move, {"tiles": [{"tile": "3-3", "at": [0, 0, 0], "dir": "e"}]}, game, t)
    assert fits(spelt(t(f"pick.example.{game}"), game), move, text, game)


@pytest.mark.parametrize(
    ("typed", "code"), [("3-4 left", "en"), ("3-4 vänster", "sv"), ("3-4 vasempaan", "fi"), ("3-4 vasen", "fi")]
)
def test_a_refusal_is_of_the_end_that_was_named_where_both_have_the_same_reason(entries, typed, code):
    """`3-4 left` was told why it may not lie at the right end, as both show the same."""
    t = languages()[code]
    (result,) = picked(entries["first"], 1, typed, t)["refused"]
    assert result["words"] == t("domino.end.left", tile="3-4", next="0-0")


@pytest.mark.parametrize(("code", "large", "medium"), [("sv", "stor", "mellanstor"), ("fi", "suuri", "keskisuuri")])
def test_a_word_within_another_is_not_what_was_typed(entries, code, large, medium):
    """`SM/5 stor` and the enter key took a medium stone, for the word for large is within that for medium."""
    t = languages()[code]
    wrong, right = (picked(entries["shown"], 0, f"SM/5 {size}", t) for size in (large, medium))
    assert wrong["moves"] == []
    assert [each["move"] for each in right["moves"]] == ["take SM/5 medium"]


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


@pytest.mark.parametrize("code", languages())
def test_a_stack_is_meant_by_the_number_that_people_see(entries, code):
    """`stack 3` was also the stack after it, which the notation calls 3."""
    t = languages()[code]
    typed = words("marker 2", {}, "stones", t)
    assert [each["move"] for each in picked(entries["unmarked"], -1, typed, t)["moves"]] == ["marker 2"]
    assert [each["move"] for each in picked(entries["unmarked"], -1, "marker 3", t)["moves"]] == ["marker 2"]


@pytest.mark.parametrize("code", languages())
def test_two_moves_never_have_the_same_words(entries, code):
    """`1-8 on 8-8` stood in the list twice: the domino may lie either way."""
    for entry in entries.values():
        state, name = entry.replay.state, entry.header.game
        position = entry.game.position(entry.game.view(state, None))
        for seat in entry.game.actors(state):
            said = [words(str(move), position, name, languages()[code]) for move in entry.game.moves(state, seat)]
            assert len(set(said)) == len(said), entry.header


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


def test_words_that_mean_nothing_are_told_so_while_moves_wait(entries):
    """Every move that waited was told as what was meant."""
    shown = picked(entries["tiles"], 0, "xyzzy", english(), waits=True)
    assert shown["refused"] == []


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
def test_what_to_type_for_a_stone_is_in_plain_words(code):
    """It was `medium SM/3`: nobody at the table says that."""
    assert "/" not in languages()[code]("pick.example.stones")


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
