"""Rulings in words: yes or no first, in the reader's language to the last word."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest
from page_table import DOMINOES

import engine
from engine.said import forms
from service.disputes.moments import AFTER_NEXT
from service.disputes.weighing import _instead
from service.page.language import english, languages
from service.page.live import of_parts
from service.page.reasons import of_pictures, refused
from service.page.reasons.lines import texts
from service.page.rulings import rulings
from service.page.templates import render
from service.page.verdict import lead, looked, rests
from service.seats import spoken
from vision.tracking.hypothesis import Hypothesis

EN, SV = english(), languages()["sv"]
BEFORE = {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}]}
RULES = {"name": "no_match", "reason": "3-2 has no half that matches the 8 beside it.", "rules": ["SN-9"]}
OTHER = {"plays": [{"seat": 0, "move": "extend 1-5 @2,0,0:e"}], "reason": "", "name": "", "likelihood": 0.99}


def ruling(verdict, claim="legal", about="move", question=None, **move):
    """The document of a dispute about one move."""
    document = {"seq": 2, "seat": 0, "move": "extend 1-4 @2,0,0:e", "kind": "move", "after": {}, "before": BEFORE}
    document |= {"shown": "as_recorded", "why": "The pictures show it.", "refused": None, "instead": None, **move}
    answer = {"verdict": verdict, "moves": [document], "reason": "…"}
    return {"question": {"about": about, "claim": claim, **(question or {})}, "answer": answer}


def names():
    """The stable names of all refusals, as they stand in the engine."""
    for path in Path(engine.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"refusal", "refuse"}:
                yield from (arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant) and is_name(arg.value))


def is_name(text):
    return isinstance(text, str) and text.islower() and " " not in text and "-" not in text


def test_every_refusal_has_words_in_every_language():
    wanted = set(names())
    assert len(wanted) > 100
    for code in languages().keys() - {"en"}:
        assert wanted - texts(code)["refused"].keys() == set()


@pytest.mark.parametrize(
    ("document", "english", "swedish"),
    [
        (ruling("upheld"), "Yes, legal.", "Ja, tillåtet."),
        (ruling("overturned", "illegal"), "No, it was legal.", "Nej, det var tillåtet."),
        (ruling("overturned", refused=RULES), f"No: {RULES['reason']}", "Nej: Halvorna som möts är inte lika."),
        (ruling("upheld", "illegal", refused=RULES), f"Yes: {RULES['reason']}", "Ja: Halvorna som möts är inte lika."),
        (
            ruling("overturned", shown="otherwise", instead=OTHER),
            "No: Instead, the pictures show: Player 1: 1-5 at the right end of the run, next to 1-1.",
            "Nej: Bilderna visar i stället: Spelare 1: 1-5 längst till höger, bredvid 1-1.",
        ),
        (
            ruling("inconclusive", shown="unclear", why="A hand is in the picture."),
            "That cannot be told: A hand is in the picture.",
            "Det går inte att säga: En hand är med på bilden.",
        ),
    ],
)
def test_the_answer_comes_first(document, english, swedish):
    assert lead(document, "stackernoos", EN) == english
    assert lead(document, "stackernoos", SV) == swedish


def test_what_an_answer_rests_on_is_said_after_it():
    assert rests(ruling("upheld"), EN) == ("The pictures show it.",)
    assert rests(ruling("overturned", kind="ruling", refused=RULES), SV)[0] == "Husets beslut lät det stå."
    assert rests(ruling("inconclusive"), EN) == ()


def under(*pieces, claim=None, verdict="upheld"):
    document = ruling(verdict, claim, "under", {"what": "5-8"})
    document["answer"]["under"] = {"piece": "5-8", "pieces": [{"name": each, "label": each} for each in pieces]}
    return document


def test_what_lay_under_a_piece_is_told_from_the_top():
    assert lead(under("1-4", "4-9"), "stackernoos", EN) == "Under 5-8 lay 1-4 on 4-9."
    assert lead(under(), "stackernoos", EN) == "Nothing lay under 5-8."
    assert lead(under("1-4", claim="9-9", verdict="overturned"), "stackernoos", SV) == "Nej: Under 5-8 låg 1-4."


def test_the_order_of_two_moves_is_told_by_the_first():
    document = ruling("overturned", about="order")
    document["answer"]["order"] = [{"seq": 2, "move": "extend 1-4 @2,0,0:e"}, {"seq": 3, "move": "draw"}]
    assert lead(document, "stackernoos", EN).startswith("No: Move 2 came first, 1-4 at the right end")


def test_lines_without_words_of_their_own_say_that_pictures_do_not_settle_it():
    assert of_pictures("The picture 0123… cannot be read: x.", SV) == "Bilderna avgör det inte."
    assert refused("no_such_name", "Seat 0 may not.", SV) == "Player 1 may not."


def test_rulings_that_are_not_shown_whole_stay_in_reach(parts):
    """Only the newest three could be seen, and nothing said that there were more."""
    entry = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    for seq, (seat, move) in enumerate(DOMINOES[:5]):
        parts.ledger.play(entry.id, seq, seat, move, by="person")
        parts.disputes.ask(entry.id, f"was move {seq + 1} legal?")
    shown = of_parts(parts, parts.ledger.find(entry.id), SV)
    assert [each.number for each in (*shown.disputes, *shown.older)] == [5, 4, 3, 2, 1]
    html = render("disputes.html", SV, game=shown)
    assert "2 äldre avgöranden" in html
    assert "Var drag 1 tillåtet?" in html
    assert f"/api/v1/games/{entry.id}/disputes/1/bundle" in html


def test_times_that_run_backwards_are_told_in_words_and_an_older_ruling_tells_them_as_it_did(parts, monkeypatch):
    """The finished line was taken apart to be told in other languages."""
    times = iter(["2026-01-31T18:00:09.000Z", "2026-01-31T18:00:05.120Z"])
    entry = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    monkeypatch.setattr(parts.ledger, "_now", times.__next__)
    for seq, (seat, move) in enumerate(DOMINOES[:2]):
        parts.ledger.play(entry.id, seq, seat, move, by="person")
    ruled = json.loads(json.dumps(parts.disputes.ask(entry.id, "was move 1 legal?")))
    line = "entry 2 is of 2026-01-31T18:00:05.120Z, the one before of 2026-01-31T18:00:09.000Z"
    assert ruled["answer"]["clock"] == [line]
    told = "Protokollets tider stämmer inte: post 2 är från 18:00:05.120, posten före från 18:00:09.000."

    def shown(document):
        game = replace(of_parts(parts, parts.ledger.find(entry.id), SV), disputes=rulings([document], entry, SV))
        return render("disputes.html", SV, game=game)

    assert told in shown(ruled)
    del ruled["answer"]["said"]
    assert told not in shown(ruled)
    assert f'<span lang="en">{line}</span>' in shown(ruled)


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (EN, "Instead, with that of the move after it, the pictures show: Player 1: Break row “pair of nines” of"),
        (SV, "Tillsammans med den från draget efter visar bilderna i stället: Spelare 1: "),
    ],
)
def test_what_later_pictures_show_and_do_not_decide_is_told_in_words(t, expected):
    """“The pictures show 'break Y9 r2' by player 1 instead.” stood there: a row by a code that nobody sees."""
    rows = [{"id": "r2", "holder": 1, "layers": [{"owner": 1, "cards": ["R9", "G9"]}]}]
    why = _instead(Hypothesis(0, ((0, "break Y9 r2"),), None), AFTER_NEXT)
    assert spoken(why) == "The pictures show 'break Y9 r2' by player 1 instead, with that of the move after it."
    move = {"shown": "unclear", "why": spoken(why), **forms(why=why), "before": {"rows": rows}}
    document = json.loads(json.dumps(ruling("inconclusive", **move)))
    for said in (lead(document, "stonerow", t), looked(document["answer"]["moves"][0], "stonerow", t)):
        assert expected in said
        assert "r2" not in said


def test_what_the_pictures_show_instead_is_told_without_cells_where_nothing_can_be_told():
    """“That cannot be told: The pictures show 'extend 1-5 @2,0,0:e' by player 1 instead.” was read."""
    why = "The pictures show 'extend 1-5 @2,0,0:e' by player 1 instead."
    document = ruling("inconclusive", about="order", shown="otherwise", instead=OTHER, why=why)
    assert lead(document, "stackernoos", EN) == "That cannot be told: …"  # another reason is told as it is
    document["answer"]["reason"] = why
    told = "Instead, the pictures show: Player 1: 1-5 at the right end of the run, next to 1-1."
    assert lead(document, "stackernoos", EN) == f"That cannot be told: {told}"
    assert "Spelare 1: 1-5 längst till höger" in lead(document, "stackernoos", SV)
    assert looked(document["answer"]["moves"][0], "stackernoos", EN) == told
