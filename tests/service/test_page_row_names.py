"""Rows by names that people can see at a table; the order in which they were laid is a code for those who type."""

import re
from dataclasses import replace

import pytest
from page_table import CARDS, Followed, entries_of, served
from service_help import client_of

from engine.errors import IllegalMove
from engine.games.stonerow import cards as deck
from engine.games.stonerow.combinations import name
from engine.said import Said, forms
from service.client import Client
from service.commands import judge
from service.home.news import news_of
from service.judging import answer
from service.page import manual_entry
from service.page.drawing import drawn
from service.page.games import page_of
from service.page.language import english, languages
from service.page.move_search import picked
from service.page.plays import told_after, told_of
from service.page.reasons import refused, translated
from service.page.rulings import sentence
from service.page.templates import render
from service.page.verdict import lead
from service.page.words import at_table, words
from service.refusals import problem

CODE = re.compile(r"\br\d+\b")
ANNA = replace(english(), names={0: "Anna", 1: "Bo"})


def row(code, holder, *cards, **more):
    return {"id": code, "holder": holder, "layers": [{"owner": holder, "cards": list(cards)}], **more}


ROWS = {
    "rows": [
        row("r1", 0, "R9", "B9"),
        row("r2", 1, "R9", "G9"),
        row("r3", 1, "G3", "G4", "G5", broken=True),
        row("r4", 1, "Y8", "Y9", "YAp", "YSu"),
        row("r5", 1, "B1", "B3"),
        row("r6", 1, "?", "R2"),
    ]
}


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("r1", "“pair of nines” of Anna"),
        ("r2", "“pair of nines” of Bo"),
        ("r3", "“green run 3–5” of Bo"),
        ("r4", "“yellow run 8–Surveyor” of Bo"),
        ("r5", "“blue 1 and blue 3” of Bo"),
        ("r6", "“unknown card and red 2” of Bo"),
    ],
)
def test_a_row_is_called_by_what_it_shows_and_before_whom_it_lies(code, named):
    assert words(f"break Y9 {code}", ROWS, "stonerow", ANNA) == f"Break row {named} with the Hammer yellow 9"
    assert refused("", Said("{row} is broken already.", row=code), at_table(ANNA, ROWS, "stonerow")) == (
        f"Row {named} is broken already."
    )


def in_row(code, *cards):
    made = name(deck.gather(map(deck.CARDS.__getitem__, cards)))
    return Said("{combination} in {row}", combination=made, row=code)


def test_a_row_is_named_where_a_card_is_said_to_lie():
    t = at_table(ANNA, ROWS, "stonerow")
    lying = Said("{card} lies in {places}", card="R7", places=("r1", Said("the markers of {row}", row="r3")))
    assert translated(lying, t) == (
        "red 7 lies in “pair of nines” of Anna and the markers of row “green run 3–5” of Bo"
    )


def test_rows_that_would_be_called_alike_are_told_by_their_cards():
    alike = {"rows": [row("r1", 0, "R9", "B9"), row("r2", 0, "Y9", "G9"), row("r3", 1, "R2", "B2")]}
    assert dict(page_of("stonerow").laid(alike, ANNA)) == {
        "r1": "“red 9 and blue 9” of Anna",
        "r2": "“yellow 9 and green 9” of Anna",
        "r3": "“pair of twos” of Bo",
    }


def test_rows_of_which_no_card_is_read_are_counted():
    unread = {"rows": [row("r1", 0, "?", "?"), row("r2", 0, "?", "?"), row("r3", 1, "?", "?")]}
    names = page_of("stonerow").laid(unread, ANNA)
    assert len(set(names.values())) == 3
    assert (names["r1"][-3:], names["r2"][-3:]) == ("(1)", "(2)")


def test_cards_of_others_are_part_of_what_a_row_shows():
    grown = row("r1", 0, "R9", "B9")
    grown["layers"].append({"owner": 1, "cards": ["G9"]})
    t = at_table(ANNA, {"rows": [grown]}, "stonerow")
    assert t.laid == {"r1": "“three nines” of Anna"}
    assert translated(in_row("r1", "R9", "B9"), t) == "pair of nines in row “three nines” of Anna"
    assert translated(in_row("r1", "R9", "B9", "G9"), t) == "three nines"
    assert translated(in_row("r3", "G3", "G4", "G5"), at_table(ANNA, ROWS, "stonerow")) == "run of three"


@pytest.mark.parametrize("code", languages())
def test_every_language_names_rows(code):
    t = at_table(languages()[code], ROWS, "stonerow")
    assert len(set(t.laid.values())) == len(ROWS["rows"])
    for verb in ("break R9", "steal Hw", "repair Ma", "mortar Ma G9", "add G9"):
        said = words(f"{verb} r3", ROWS, "stonerow", t)
        assert t.laid["r3"] in said
        assert not CODE.search(said)


@pytest.fixture(scope="module")
def entry(tmp_path_factory):
    drawn = {"game": "stonerow", "plays": (*CARDS[:6], (0, "draw quarry"))}
    return entries_of(tmp_path_factory.mktemp("store"), {"drawn": drawn})["drawn"]


def test_a_line_of_the_score_names_its_row_as_it_was_then(tmp_path):
    """A row that was stolen since was named as the thief's."""
    with served(tmp_path) as (parts, _):
        stolen = (*CARDS[:4], (1, "draw quarry"), (1, "steal Hw r1"))
        entry = parts.ledger.find(Followed(parts, "stonerow", plays=stolen).id)
    built = next(move.seq for move in entry.replay.moves if move.move.startswith("build"))
    assert told_after(entry, ANNA)[built].laid == {"r1": "“three sevens” of Anna"}
    assert told_of(entry.game, entry.replay.state, ANNA).laid == {"r1": "“three sevens” of Bo"}


@pytest.mark.parametrize("code", languages())
def test_no_code_stands_on_the_page(entry, code):
    """Drawing, sentences and refusals had `r1` and `r2`."""
    t = languages()[code]
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    table = render("board.html", t, drawn=drawn("stonerow", position, 2, t))
    assert not CODE.search(re.sub(r"<[^>]*>", " ", table))
    assert 'title="r2"' in table
    for typed in ("", "r2", "r1", "break", "R9"):
        found = picked(entry, 0, typed, t)
        told = [
            each[key] for each in (*found["moves"], *found["refused"]) for key in ("words", "reason") if key in each
        ]
        assert told
        assert not CODE.search(" ".join(told))
    why = manual_entry.why(entry, 0, ("R9",), "r1", t)
    assert why["reasons"]
    assert not CODE.search(str(why["reasons"]))


def test_a_row_is_typed_by_its_code_or_by_its_name(entry):
    t = english()
    by_name, by_code = (picked(entry, 0, typed, t)["moves"] for typed in ("break green run", "break r2"))
    assert by_name == by_code
    assert {each["move"].split()[-1] for each in by_code} == {"r2"}


def test_a_ruling_names_the_row_that_it_is_about():
    broken = Said("{row} is broken already.", row="r3")
    refusal = {"name": "already_broken", "reason": broken, **forms(reason=broken)}
    move = {"shown": "as_recorded", "why": "", "before": ROWS, "after": ROWS, "instead": None, "refused": refusal}
    answer = {"verdict": "overturned", "moves": [move | {"seq": 4, "seat": 0, "move": "break R9 r3"}]}
    document = {"question": {"about": "move", "seq": 4, "claim": "legal"}, "answer": answer}
    assert lead(document, "stonerow", ANNA) == "No: Row “green run 3–5” of Bo is broken already."


def test_a_program_is_told_the_code_and_its_people_the_name(entry):
    """`refusal` keeps to the notation; `detail` of a refusal had the code, too."""
    game, state = entry.game, entry.replay.state
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, 0, game.parse("break R9 r1"))
    told = problem(caught.value)
    assert "r1" in str(told.more["refusal"]["reason"])
    assert "“three sevens” of Player 1" in told.detail
    assert not CODE.search(told.detail)


def test_refusals_of_the_api_name_rows_and_players(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table = Followed(parts, "stonerow", plays=(*CARDS[:6], (0, "draw quarry")))
        game = f"/api/v1/games/{table.id}"
        client.post(f"{game}/players", json={"players": [{"seat": 0, "name": "Anna"}, {"seat": 1, "name": "Bo"}]})
        version = client.get(game).json()["version"]
        again = {"seat": 0, "move": "break R9 r1", "version": version}
        refused_move = client.post(f"{game}/moves", json=again).json()
        assert "r1" in refused_move["refusal"]["reason"]
        assert "“three sevens” of Anna" in refused_move["detail"]
        swedish = client.post(f"{game}/moves", json=again, headers={"accept-language": "sv"}).json()["detail"]
        assert "Anna" in swedish


def test_what_a_correction_breaks_names_rows(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table = Followed(parts, "stonerow", plays=(*CARDS, (1, "decline")))
        built = next(event.seq for event in table.record.events if event.move == "build G4 G5 G6")
        other = {"of": built, "move": "build G4 B4", "version": table.version}
        assert client.post(f"/api/v1/games/{table.id}/corrections", json=other).status_code == 201
        other = {"of": built, "move": "discard G4", "version": table.version}
        breaks = client.post(f"/api/v1/games/{table.id}/corrections", json=other).json()
        assert breaks["type"].endswith("correction-breaks")
        assert breaks["detail"] == (
            "with it, move 8, “Break row ‘pair of fours’ of Player 2 with the Hammer red 9”, is refused: "
            "There is no row “pair of fours” of Player 2 on the table."
        )


def test_judge_names_rows_in_all_that_it_prints(capsys):
    alike = [row("r1", 0, "R9", "B9"), row("r2", 1, "G7", "R7", "B7", markers=["G9"], broken=True)]
    document = {"game": "stonerow", "options": {"players": 2}, "position": {"keystone": "Y9", "rows": alike}, "seat": 0}
    document |= {"hand": ["R9", "Y2"], "move": "break R9 r2"}
    judge.show(document, answer(document), names={0: "Anna", 1: "Bo"})
    printed = " ".join(capsys.readouterr().out.split())
    assert "Row “three sevens” of Bo is broken already." in printed
    assert "Fault: red 9 lies in “pair of nines” of Anna and the hand" in printed
    assert not CODE.search(printed)


def test_news_of_a_stolen_row_say_whose_it_was(tmp_path):
    """It was called the thief's, as if it had been stolen of himself."""
    with served(tmp_path) as (parts, where), Client(str(where)) as table:
        stolen = (*CARDS[:4], (1, "draw quarry"), (1, "steal Hw r1"))
        game = Followed(parts, "stonerow", plays=stolen).id
        table.seat(game, {0: "Anna", 1: "Bo"})
        assert "“three sevens” of Anna" in news_of(table, game).last


def test_what_lay_under_a_row_is_asked_and_told_by_its_name():
    move = {"shown": "as_recorded", "why": "", "after": ROWS, "before": ROWS, "instead": None, "refused": None}
    answer = {"verdict": "upheld", "moves": [move], "under": {"pieces": []}}
    document = {"question": {"about": "under", "what": "r3"}, "answer": answer}
    for said in (lead(document, "stonerow", ANNA), sentence(document, "stonerow", ANNA)):
        assert "“green run 3–5” of Bo" in said
        assert not CODE.search(said)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            {"about": "order", "first": "break Y9 r2", "second": "build B1 B2"},
            "Was it first “Break row “pair of nines” of Bo with the Hammer yellow 9”, then “Build blue 1 and blue 2”?",
        ),
        (
            {"about": "order", "first": "fell", "second": "the row of Bo"},
            "Was it first “a stack fell”, then “the row of Bo”?",
        ),
        ({"about": "under", "what": "r3", "claim": "Y9"}, "Did yellow 9 lie under “green run 3–5” of Bo?"),
        ({"about": "under", "what": "G4", "claim": None}, "What lay under green 4?"),
    ],
)
def test_what_is_asked_about_rows_and_cards_has_their_names(question, asked):
    move = {"after": ROWS, "before": ROWS}
    assert sentence({"question": question, "answer": {"moves": [move]}}, "stonerow", ANNA) == asked
