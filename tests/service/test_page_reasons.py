"""Lines of the engine, the camera and the service in the reader's language, and none that is without words there."""

import ast
import re
import string
from itertools import product
from pathlib import Path

import pytest
from page_table import Followed, served
from service_help import client_of

import engine
import service
from service.page.language import english, languages
from service.page.reasons import refused, translated
from service.page.reasons.lines import FOLDER, line, texts
from service.problems import KINDS
from vision.scene.plane.watch import DETAILS
from vision.scene.quality import where

EN, SV = english(), languages()["sv"]
OTHERS = [t for t in languages().values() if t != EN]
SAYING = {"refusal": 1, "refuse": 2, "Fault": 1, "_fault": 2}
"""What takes a name and then a line, and at which place the line stands."""
LINES = ("reason", "detail")
"""What a line is called on its way there."""

OF_PARTS = {"X X", "X: X", "It is the turn of X.", "the boneyard has X tilesX; after the deal it had X"}
"""Lines that are made of others, or of words that this module does not see."""


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


def texts_of(node):
    """The texts that a node may be, `X` for what is only known when it is said."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return texts_of(node.body) + texts_of(node.orelse)
    if not isinstance(node, ast.JoinedStr):
        return []
    parts = [texts_of(each.value if isinstance(each, ast.FormattedValue) else each) or ["X"] for each in node.values]
    return ["".join(each) for each in product(*parts)]


def said(tree):
    """The lines of refusals and faults in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (at := SAYING.get(getattr(node.func, "id", ""))) is not None:
            for each in node.args[at : at + 1]:
                yield from texts_of(each)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in LINES:
            yield from texts_of(node.value)


def test_every_line_of_the_engine_that_says_what_is_there_has_its_form():
    loose = [re.compile(re.sub(r"\\\{[a-z_]+\d?\\\}", ".+?", re.escape(form))) for form in texts("sv")["lines"]]
    found = {
        text
        for path in sorted(Path(engine.__file__).parent.rglob("*.py"))
        for text in said(ast.parse(path.read_text(encoding="utf-8")))
        if "X" in text and " " in text
    }
    assert len(found) > 100
    assert {text for text in found if not any(form.fullmatch(text) for form in loose)} == OF_PARTS


def problems(tree):
    """The lines of a module's own problems, as they are answered."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and len(node.args) > 1:
            yield from texts_of(node.args[1])


OF_OTHERS = {"X: X", "a X may not do this: X", "X; use the page here, or send a token as Authorization: Bearer …"}
"""Problems that are made of lines with forms of their own."""


SEEN_OTHERWISE = {"there is no X"}
"""Of a phone's own files, which no person asks for by hand."""


def test_every_problem_of_the_service_has_its_form():
    loose = [re.compile(re.sub(r"\\\{[a-z_]+\d?\\\}", ".+?", re.escape(form))) for form in texts("sv")["lines"]]
    found = {
        text
        for path in sorted(Path(service.__file__).parent.rglob("*.py"))
        for text in problems(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert len(found) > 30
    assert {text for text in found if not any(form.fullmatch(text) for form in loose)} - OF_OTHERS == SEEN_OTHERWISE


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
            "The end shows 8; the half of 9-4 that touches it is another.",
            "The end shows 8; the half of 4-9 that touches it is another.",
            "Änden visar 8; halvan av 4-9 som ligger mot den är en annan.",
        ),
        (
            "The run has 6 dominoes; run:e can be capped from 7.",
            "The run has 6 dominoes; the right end of the run can be capped from 7.",
            "Raden har 6 brickor; radens högra ände kan låsas från 7.",
        ),
        ("2:n is capped.", "The upper end of the branch is capped.", "Grenens övre ände är låst."),
        ("Seat 0 does not hold R7 BSu.", "Player 1 does not hold red 7 and blue Surveyor.", None),
        ("Stack 0 has large on top.", "Stack 1 has large on top.", "Stapel 1 har storleken stor överst."),
        ("r3 is your own; nothing to steal.", "Row r3 is your own; nothing to steal.", None),
        ("R7 lies in r1 and the markers of r3", "red 7 lies in r1 and the markers of row r3", None),
        (
            "3-5 at 4,0,0: The end shows 8; the half of 3-5 that touches it is another.",
            "3-5: The end shows 8; the half of 3-5 that touches it is another.",
            None,
        ),
        ("2 of GoldDigger lie on the table; the deck has 1", None, "2 av Guldgrävare ligger på bordet; leken har 1"),
        ("The run has grown.", "", ""),
    ],
)
def test_a_line_is_put_into_words_with_what_stands_in_it(reason, in_english, in_swedish):
    for wanted, language in ((in_english, EN), (in_swedish, SV)):
        assert wanted is None or line(reason, language) == wanted


def test_a_refusal_without_a_form_has_the_sentence_of_its_name():
    assert refused("not_started", "Something quite new.", SV) == texts("sv")["refused"]["not_started"]
    assert refused("not_started", "Seat 0 says run:e.", EN) == "Player 1 says the right end of the run."
    assert translated("Something quite new.", SV) == ""


@pytest.mark.parametrize("t", OTHERS, ids=lambda t: t.code)
def test_what_the_camera_says_has_its_words(t):
    seen = [f"{where(x, y)}, 1.2 % of the picture is burnt out: turn the lamp or the camera, or draw a curtain"
            for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)]  # fmt: skip
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
            "med det nekas drag 3, “4-9 längst till höger, bredvid 1-4”: "
            "Änden visar 5; halvan av 4-9 som ligger mot den är en annan."
        )
        refusal = client.post(f"{game}/moves", json=bad, headers=swedish).json()
        assert refusal["detail"] == "Änden visar 9; halvan av 2-3 som ligger mot den är en annan."
        assert refusal["refusal"]["reason"] == client.post(f"{game}/moves", json=bad).json()["detail"]
        stale = client.post(f"{game}/moves", json=bad | {"version": 1}, headers={"accept-language": "en"}).json()
        assert stale["detail"].startswith("somebody else has changed the game")
