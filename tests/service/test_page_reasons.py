"""Lines of the engine, the camera and the service in the reader's language, and none that is without words there."""

import ast
import copy
import io
import json
import pickle
import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from page_table import Followed, served
from PIL import Image
from service_help import client_of

import engine
import service
import vision
from engine import record
from engine.errors import NotationError, RecordError, UnknownGame
from engine.games import find_game
from engine.options import read_options
from engine.said import Said, forms, line_of
from service.access.pairing import PairingError
from service.following.enrolling import CannotEnroll
from service.following.station import StationError
from service.page.language import english, languages
from service.page.question import reason_of
from service.page.reasons import refused, translated
from service.page.reasons.lines import FOLDER, line, texts
from service.page.templates import _environment
from service.player_names import called
from service.problems import KINDS
from service.readable import plain
from service.reading import TooCostly
from service.store.ledger_errors import LedgerError
from service.store.questions import Candidate, NoSuchAnswer, Question, QuestionError, _wanted
from service.store.store import StoreError
from vision.photo import PhotoError, load
from vision.scene.plane.watch import DETAILS
from vision.scene.quality import where
from vision.scene.region import RegionError, TableRegion
from vision.settings import FRAME_LIMITS, PhotoLimits

EN, SV = english(), languages()["sv"]
OTHERS = [t for t in languages().values() if t != EN]
SAYING = {"refusal": 1, "refuse": 2, "Fault": 1, "_fault": 2, "Line": 1, "Problem": 1, "Stopped": 1}
"""What takes a name and then a line, and at which place the line stands."""
MET = (LedgerError, StationError, CannotEnroll, PhotoError, RegionError, PairingError, TooCostly)
"""Errors that whoever plays may meet; their line is the first that they take."""
ERRORS = (RecordError, NotationError, StoreError, QuestionError, *MET)
"""All of these, with those that a program meets, too."""
STARTING = {"StoreUnavailable"}
"""Errors of them that also stop a start, which is told in a terminal."""


LOOSE = {"refusals.py: f\"{first['where']}: {first['what']}\""}
"""Lines that are made of words of the reader's language."""


def places(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_every_language_has_the_same_forms_and_fills_no_place_that_they_have_not():
    codes = sorted(path.stem for path in FOLDER.glob("*.json"))
    assert codes == sorted(languages())
    for code in codes:
        forms = texts(code)["lines"]
        if code != "en":
            assert {kind: list(texts(code)[kind]) for kind in texts(code)} == {
                k: list(texts("sv")[k]) for k in texts("sv")
            }
        assert list(forms) == list(texts("en")["lines"])
        assert [form for form, text in forms.items() if not set(places(text)) <= set(places(form))] == []


@pytest.fixture(scope="module")
def sources():
    """The nodes of all modules that say something to people, the module itself first; each tree is walked once."""
    paths = [path for room in (engine, vision, service) for path in sorted(Path(room.__file__).parent.rglob("*.py"))]
    return [(path, list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))) for path in paths]


def texts_in(nodes):
    return [each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def said_in(node):
    """What a part of a module makes sentences of, without the functions directly in it."""
    parts = (each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.FunctionDef))
    inner = (each for part in parts for each in ast.walk(part) if isinstance(each, ast.Call))
    return [call.args[0] for call in inner if getattr(call.func, "id", "") == "Said"]


def forms_in(nodes):
    """The forms that a module makes sentences of; where one has a name, the texts with places near that name."""
    if not any(isinstance(node, ast.Name) and node.id == "Said" for node in nodes):
        return  # to look through each function takes far longer
    for node in nodes:
        forms = said_in(node) if isinstance(node, ast.FunctionDef | ast.Module) else []
        yield from (form.value for form in forms if isinstance(form, ast.Constant))
        if isinstance(node, ast.FunctionDef) and not all(isinstance(form, ast.Constant) for form in forms):
            yield from (text for text in texts_in(ast.walk(node)) if places(text))


def test_every_form_that_is_made_has_words_in_every_language_and_every_form_there_is_made(sources):
    made, texts_there = set(), set()
    for _, nodes in sources:
        made |= set(forms_in(nodes))
        texts_there |= set(texts_in(nodes))
    assert len(made) > 150
    for t in languages().values():
        words = texts(t.code)["lines"]
        assert {form for form in made if form not in words and f"said.{form}" not in t.strings} == set()
        assert {form for form in words if form not in texts_there} == set()


def names_of(error):
    """The names of a kind of error and of all kinds below it."""
    return {error.__name__}.union(*map(names_of, error.__subclasses__()))


def test_no_line_that_is_told_is_put_together_without_a_form(sources):
    saying = SAYING | dict.fromkeys(set().union(*map(names_of, ERRORS)) - STARTING, 0)
    loose = {
        f"{path.name}: {ast.unparse(call.args[at])}"
        for path, nodes in sources
        for call in nodes
        if isinstance(call, ast.Call) and (at := saying.get(getattr(call.func, "id", ""))) is not None
        if len(call.args) > at and isinstance(call.args[at], ast.JoinedStr)
    }
    assert loose == LOOSE


def test_every_plain_line_of_an_error_that_people_meet_has_words_in_every_language(sources):
    """“the picture is empty: take or save it again” stood on a Swedish page."""
    met = set().union(*map(names_of, MET))
    plain = {
        call.args[0].value
        for _, nodes in sources
        for call in nodes
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in met
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    assert len(plain) > 10
    assert [text for text in plain if not all(line(text, t) for t in languages().values())] == []


@pytest.mark.parametrize("t", OTHERS, ids=lambda t: t.code)
def test_what_is_wrong_with_a_picture_or_a_region_is_told_in_words(t):
    limits = PhotoLimits(max_bytes=10, max_pixels=100)
    pixels = io.BytesIO()
    Image.new("RGB", (64, 64)).save(pixels, "PNG")
    told = []
    for data, within in ((b"", limits), (b"text", limits), (b"x" * 11, limits), (pixels.getvalue(), FRAME_LIMITS)):
        with pytest.raises(PhotoError) as caught:
            load(data, replace(within, min_side=100))
        told.append(str(caught.value))
    for corners in (((0, 0), (1, 1)), ((0, 0), (1, 0), (0, 2))):
        with pytest.raises(RegionError) as caught:
            TableRegion(corners, "people")
        told.append(Said("the region was not kept: {why}", why=str(caught.value)))
    words = [translated(text, t) for text in told]
    assert all(words)
    assert not set(words) & set(map(str, told))
    assert not any(each in word for word in words for each in ("picture", "corner"))


@pytest.mark.parametrize(
    ("asked", "title", "detail"),
    [
        (
            {"method": "GET", "url": "/view/games/{id}/board?at=x"},
            "invalid-request",
            "query.at: här ska ett heltal stå",
        ),
        ({"method": "GET", "url": "/nothing"}, "unknown-address", "det finns inget på /nothing"),
        ({"method": "PUT", "url": "/api/v1/games"}, "wrong-method", "adressen tar inte emot PUT"),
        (
            {"method": "POST", "url": "/api/v1/games/{id}/moves", "json": {"seat": -7, "move": "draw", "version": 0}},
            "invalid-request",
            "body.seat: talet är minst -1",
        ),
        (
            {"method": "POST", "url": "/api/v1/games", "json": {"game": "x" * 2_000_000}},
            "too-large",
            "det är större än 1 MiB",
        ),
    ],
)
def test_what_is_wrong_with_a_request_is_said_in_the_language_of_its_page(client, started, asked, title, detail):
    asked["url"] = asked["url"].replace("{id}", started.rpartition("/")[2])
    response = client.request(**asked, headers={"accept-language": "sv"}).json()
    assert (response["type"], response["detail"]) == (f"/problems/{title}", detail)
    assert client.request(**asked).json()["title"] == KINDS[title].title


@pytest.mark.parametrize(
    ("reason", "in_english", "in_swedish"),
    [
        (
            Said("The end shows {pips}; the half of {tile} that touches it is another.", pips=8, tile="9-4"),
            "The end shows 8; the half of 4-9 that touches it is another.",
            "Änden visar 8; halvan av 4-9 som ligger mot den är en annan.",
        ),
        (
            Said("The run has {have} dominoes; {end} can be capped from {need}.", have=6, end="run:e", need=7),
            "Dominoes in the run: 6; the right end of the run can be capped from 7.",
            "Brickor i raden: 6; radens högra ände kan låsas från 7.",
        ),
        (
            Said("{end} is capped.", end="2:n"),
            "The upper end of the branch is capped.",
            "Grenens övre ände är låst.",
        ),
        (Said("{end} is capped.", end="-2,4:e"), "The right end of the branch is capped.", None),
        (
            Said("Seat {seat} does not hold {cards}.", seat=0, cards="R7 BSu"),
            "Player 1 does not hold red 7 and blue Surveyor.",
            None,
        ),
        (
            Said("Stack {stack} has {size} on top.", stack=0, size="large"),
            "Stack 1 has large on top.",
            "Stapel 1 har storleken stor överst.",
        ),
        (
            Said("{row} is {whose}; nothing to steal.", row="r3", whose="your own"),
            "Row r3 is your own; nothing to steal.",
            None,
        ),
        (
            Said("{card} lies in {places}", card="R7", places=("r1", Said("the markers of {row}", row="r3"))),
            "red 7 lies in r1 and the markers of row r3",
            None,
        ),
        (
            Said("{tile} at {place}: {line}", tile="3-5", place="4,0,0", line=Said("{end} is capped.", end="run:w")),
            "3-5: The left end of the run is capped.",
            None,
        ),
        (
            Said("{many} of {name} lie on the table; the deck has {most}", many=2, name="GoldDigger", most=1),
            None,
            "2 av Guldgrävare ligger på bordet; leken har 1",
        ),
        ("The run has grown.", "", ""),
    ],
)
def test_a_line_is_put_into_words_with_what_stands_in_it(reason, in_english, in_swedish):
    for wanted, language in ((in_english, EN), (in_swedish, SV)):
        assert wanted is None or line(reason, language) == wanted


def test_one_card_or_several_are_told_not_to_be_in_a_hand_in_finnish():
    """“Kädessä eivät ole” one card."""
    lacking = (Said("Seat {seat} does not hold {cards}.", seat=0, cards=cards) for cards in ("R7", "R7 B8"))
    assert [line(each, languages()["fi"]) for each in lacking] == [
        "Pelaaja 1: kädessä ei ole näitä: punainen 7.",
        "Pelaaja 1: kädessä ei ole näitä: punainen 7 ja sininen 8.",
    ]


def test_a_refusal_without_a_form_has_the_sentence_of_its_name():
    assert refused("not_started", "Something quite new.", SV) == texts("sv")["refused"]["not_started"]
    assert refused("not_started", "Seat 0 says run:e.", EN) == "Player 1 says run:e."
    assert translated("Something quite new.", SV) == ""


@pytest.mark.parametrize("t", OTHERS, ids=lambda t: t.code)
def test_what_the_camera_says_has_its_words(t):
    form = "{where}, {many} % of the picture is burnt out: turn the lamp or the camera, or draw a curtain"
    seen = [Said(form, many=1.2, where=where(x, y)) for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)]
    for text in (*seen, *DETAILS.values()):
        assert translated(text, t) not in ("", text), text
        assert "burnt" not in translated(text, t)


def test_a_problem_is_told_in_the_language_of_whoever_says_one(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table = Followed(parts, plays=((0, "start 1-1"), (1, "extend 1-4 @2,0,0:e"), (0, "extend 4-9 @4,0,0:e")))
        game = f"/api/v1/games/{table.id}"
        wrong = {"of": 2, "move": "extend 1-5 @2,0,0:e", "version": table.version}
        bad = {"seat": 1, "move": "extend 3-2 @6,0,0:e", "version": table.version}
        swedish = {"accept-language": "sv"}
        assert client.post(f"{game}/corrections", json=wrong, headers=swedish).json()["detail"] == (
            "med det nekas drag 3, ”4-9 längst till höger, bredvid 1-4”: "
            "Änden visar 5; halvan av 4-9 som ligger mot den är en annan."
        )
        refusal = client.post(f"{game}/moves", json=bad, headers=swedish).json()
        assert refusal["detail"] == "Änden visar 9; halvan av 2-3 som ligger mot den är en annan."
        assert refusal["refusal"]["reason"] == client.post(f"{game}/moves", json=bad).json()["detail"]
        stale = client.post(f"{game}/moves", json=bad | {"version": 1}, headers={"accept-language": "en"}).json()
        assert stale["detail"].startswith("somebody else has changed the game")


def test_a_line_keeps_its_form_through_an_error_a_copy_and_a_document():
    row = Said("the markers of {row}", row="r3")
    said = Said("{card} lies in {places}", card="R7", places=("r1", row))
    assert said == "R7 lies in r1 and the markers of r3"
    document = {"why": said, **forms(why=said, name="no places")}
    again = line_of(json.loads(json.dumps(document)), "why")
    for kept in (str(ValueError(said)), pickle.loads(pickle.dumps(said)), copy.deepcopy(said), again):
        assert kept == said
        assert (kept.form, kept.parts) == (said.form, said.parts)
    assert line_of({"why": "an old line"}, "why") == "an old line"
    changed = line_of({**document, "why": "another text"}, "why")
    assert (changed, changed.form) == ("another text", said.form)


def test_what_another_machine_sends_as_the_parts_of_a_line_is_never_taken_for_a_form():
    """A form that is formatted could take all memory, or tell what is in it."""
    wide = {"line": "as it came", "form": "{seat:>99999999999} {seat.__class__}", "parts": {"seat": "0"}}
    assert line_of({"text": "as it came", "said": {"text": wide}}, "text") == "as it came"
    assert translated(line_of({"text": "as it came", "said": {"text": wide}}, "text"), SV) == ""
    odd = {"line": "as it came", "form": "Seat {seat} has answered.", "parts": {"seat": "nobody"}}
    assert translated(line_of({"text": "as it came", "said": {"text": odd}}, "text"), SV) == ""


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_a_player_with_a_name_is_called_by_it_in_every_line(t):
    """Finnish lines inflected the word before the number, such as “pelaajalla 1”, so that no name took its place."""
    stem = t("player", number="").strip()[:5]
    places_of_players = re.compile(r"\{(?:seat2?|number)\}")
    numbered = [places_of_players.sub("1", words) for words in texts(t.code)["lines"].values()]
    said = [each for text in numbered for each in re.findall(rf"(?i)\b{stem}\w* 1\b", text)]
    assert len(said) > 20
    counted = {"players 1"}  # how many there are
    assert {each.lower() for each in said if called(each, {0: "Åsa"}) != "Åsa"} <= counted


def test_lines_that_were_stored_without_forms_count_players_from_one():
    """Their seats count from 0, and stood so on the page."""
    page = _environment()
    for macro in ("line", "earned"):
        told = getattr(page.get_template("parts.html").module, macro)("Seat 0 may not.", SV)
        assert told == '<span lang="en">Player 1 may not.</span>'


def test_a_refusal_that_was_stored_without_a_form_is_told_as_a_new_one():
    game = find_game("stackernoos")
    state = game.start(read_options(game.options_type, {"players": 2}), 1)
    plays = tuple((seat, move) for seat in (0, 1) for move in ("draw", "keep", "pass", "start 1-1", "start 6-6"))
    told = []
    for seat, move in plays:
        verdict = game.judge(state, seat, game.parse(move))
        if isinstance(verdict.reason, Said):
            stored = Candidate(((seat, move),), 0.9, False, verdict.rules, str.__str__(verdict.reason))
            told.append((reason_of(stored, game, state, SV), line(verdict.reason, SV)))
    assert told
    assert [stored for stored, _ in told] == [fresh for _, fresh in told]


@pytest.mark.parametrize(
    ("game", "typed"),
    [("stackernoos", "ex\x1b[2Jtend\n1-5"), ("stonerow", "bre\x1b[2Jak"), ("stones", "pla\x1b[2Jce")],
)
def test_a_word_that_is_no_move_is_told_without_line_breaks_and_codes(game, typed):
    with pytest.raises(NotationError) as caught:
        find_game(game).parse(typed)
    assert str(caught.value).startswith(f"{typed!r} is no move; ")


@pytest.mark.parametrize(
    ("game", "typed"),
    [("stackernoos", r"a\b"), ("stonerow", r"a\b"), ("stones", r"a\b"), ("stonerow", r"steal a\b r1")],
)
def test_what_was_typed_stands_in_the_quotation_marks_of_the_language_as_it_was_typed(game, typed):
    r"""`a\b` was told as `a\\b`, for it was quoted in two ways."""
    with pytest.raises(NotationError) as caught:
        find_game(game).parse(typed)
    assert translated(str(caught.value), SV).startswith(r"”a\b” är")


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_what_is_no_move_itself_is_told_in_the_same_words(t):
    """A correction was told as an entry, what takes back a move as a move."""
    back, right = (
        translated(
            Said(
                f"entry {{number}} {does} entry {{number2}} and is no move itself; ask about a move",
                number=3,
                number2=2,
            ),
            t,
        )
        for does in ("takes back", "corrects")
    )
    assert back.split()[:2] == right.split()[:2]
    assert back.split()[-4:] == right.split()[-4:]


def test_what_is_wrong_with_a_record_is_told_in_words_of_the_table(tmp_path):
    """Moves were found in the finished line by a pattern, and the rest of it stayed English."""
    with served(tmp_path) as (parts, _):
        entry = parts.ledger.find(Followed(parts, plays=((0, "start 1-1"), (1, "extend 1-4 @2,0,0:e"))).id)
        first, second = entry.record.events
        other = record.append(record.Record(entry.record.header, (first,)), replace(second, points=5))
        assert plain(record.replay(other).fault, entry, SV) == (
            "drag 2, ”1-4 längst till höger, bredvid 1-1”, ger 0 poäng, inte 5"
        )
        none = record.append(other, replace(second, kind=record.UNDO, of=9))
        assert line(record.replay(none).fault, SV).startswith("drag 2, ")
        undone = record.append(record.Record(entry.record.header, (first,)), replace(second, kind=record.UNDO, of=9))
        assert line(record.replay(undone).fault, SV) == "post 2 ändrar drag 9, som inte gäller"
        gone = replace(entry, gone=1, lost=({"first": 1, "last": 2},))
        assert gone.loss.startswith("entries were lost from the store after they were written (1 to 2 and 3); ")
        assert line(gone.loss, SV).startswith("poster har försvunnit ur lagret sedan de skrevs (1 till 2 och 3); ")


@pytest.mark.parametrize("typed", ["draw", "deflect", "attract", "attract Hw", "add"])
def test_how_a_move_is_written_has_words(typed):
    with pytest.raises(NotationError) as caught:
        find_game("stonerow").parse(typed)
    assert translated(str(caught.value), SV).startswith("draget skrivs ”")


def test_what_there_is_to_choose_from_is_told_with_what_there_is_not():
    with pytest.raises(UnknownGame) as caught:
        find_game("chess")
    assert translated(str(caught.value), SV) == (
        "det finns inget spel ”chess”; välj ett av stackernoos, stonerow, stones"
    )
    with pytest.raises(NoSuchAnswer) as unruled:
        _wanted(Question("choice", "?", 0, (), ()), None, (), "refuse")
    assert translated(str(unruled.value), SV) == "det finns inget beslut ”refuse”; det enda är ”accept”"
