"""Questions in words."""

from types import SimpleNamespace

import pytest

from service.following.asking import doubt_of, grown, lost, question_of
from service.page.language import languages
from service.page.reasons import translated
from service.store.questions import Asked
from vision.tracking import Ask, Lost, Reopen
from vision.tracking.decision import Explanation
from vision.tracking.difference import Difference, PieceAt

DRAW, KEEP, PLAY = (1, "draw"), (1, "keep"), (0, "extend 1-5 @2,0,0:e")
STANDING = [SimpleNamespace(seq=4, seat=1, move="draw"), SimpleNamespace(seq=5, seat=1, move="extend 1-5 @2,0,0:e")]


def in_words(plays):
    return [move.partition(" ")[0].upper() for _, move in plays]


def test_what_two_candidates_have_in_common_is_not_said_twice():
    ways = (Explanation((DRAW, KEEP, PLAY), 0.6), Explanation((DRAW,), 0.4))
    question = question_of(Ask(ways), 3, (), in_words)
    assert question.text == "Was it “Player 2: KEEP”, then “Player 1: EXTEND”, or nothing more?"
    assert [len(each.plays) for each in question.candidates] == [3, 1]


def asked_about(*plays, answer=None):
    """What was asked with these to choose from, one play or several each."""
    question = question_of(Ask(tuple(Explanation(each, 0.3) for each in plays)), 3, (), in_words)
    return Asked(1, "", question, answer)


def test_a_question_grows_while_what_is_likeliest_changes_from_look_to_look():
    """Twelve questions in five seconds were asked about ten plays that were as likely as each other."""
    ways = [((0, f"build R{n} B{n}"),) for n in range(1, 11)]
    open_ = asked_about(*ways[:3])
    for at in range(7):
        same = grown(open_, asked_about(*ways[at + 1 : at + 4]).question)
        assert same.candidates[:3] == open_.question.candidates[:3]  # what was offered keeps its place
        open_ = Asked(1, "", same)
    assert [each.plays for each in open_.question.candidates] == ways[:8]


def test_another_question_is_asked_where_more_was_laid_or_something_else():
    one, two, other = ((0, "build R1 B1"),), ((0, "build R1 G1"),), ((0, "build R9 B9"),)
    assert grown(asked_about(one, two), asked_about((*one, (1, "discard B4")), one).question) is None
    assert grown(asked_about(one, ()), asked_about(other, ()).question) is None
    answered = asked_about(one, two, answer={"how": "none"})
    assert grown(answered, asked_about(two, one).question) == answered.question
    assert grown(answered, asked_about(two, other).question) is None


def test_a_doubt_says_from_where_it_differs_on():
    text = doubt_of(Reopen(0, (Explanation((DRAW, KEEP, PLAY), 0.9),)), STANDING, in_words)
    assert text == "Was it “Player 2: KEEP”, then “Player 1: EXTEND”, rather than “Player 2: EXTEND”?"
    text = doubt_of(Reopen(1, (Explanation((PLAY,), 0.9),)), STANDING, in_words)
    assert text == "Was it “Player 1: EXTEND”, rather than “Player 2: EXTEND”?"


def test_that_nothing_was_played_is_said_in_english():
    ways = (Explanation((), 0.5), Explanation((PLAY,), 0.5))
    assert question_of(Ask(ways), 3, (), in_words).text == "Was it nothing, or “Player 1: EXTEND”?"


def test_one_candidate_is_an_open_question():
    assert question_of(Ask((Explanation((DRAW,), 1.0),)), 3, (), in_words).text == "What was played?"


def test_a_lost_table_is_asked_about_with_what_is_wrong_there():
    wrong = Difference(came=(PieceAt("4-5", "@9,9,0:e"), PieceAt("", "@2,0,0:e")), gone=(PieceAt("1-1", "@0,0,0:e"),))
    question = lost(Lost("", (Explanation((DRAW,), 1.0),), wrong), 3)
    assert (question.kind, question.version, len(question.candidates)) == ("out_of_step", 3, 1)
    assert question.text == (
        "The table is not as the game has it: 4-5 and a piece that cannot be read should not lie there; "
        "1-1 cannot be seen."
    )
    assert translated(question.text, languages()["sv"]) == (
        "Bordet är inte som partiet har det: 4-5 och en bit som inte kan läsas borde inte ligga där; 1-1 syns inte."
    )
    cards = Difference(gone=(PieceAt("R7", "r1"),), loose=("Hw",))
    assert translated(lost(Lost("", (), cards), 3).text, languages()["sv"]).endswith(
        ": röd 7 (i rad r1) syns inte; Stråtrövare hör inte hemma någonstans."
    )
    assert lost(Lost("'dir' is 'x'"), 3).text == "The table is not as the game has it: 'dir' is 'x'."
    assert lost(Lost("Twice 1-1."), 3).text == "The table is not as the game has it: Twice 1-1."


@pytest.mark.parametrize(
    ("piece", "where", "en", "sv"),
    [
        ("G6", "rows 0", "green 6 (in a new row)", "grön 6 (i en ny rad)"),
        ("Hw", "r2", "Highwayman (in row r2)", "Stråtrövare (i rad r2)"),
        ("G3", "brickyard", "green 3 (in the brickyard)", "grön 3 (i tegelbruket)"),
        ("B9", "keystone", "blue 9 (as the keystone)", "blå 9 (som slutsten)"),
        ("large", "stacks 1", "a large stone (in stack 2)", "en stor sten (i stapel 2)"),
        (
            "SM/5",
            "display",
            "“small or medium, 5 steps” (among the open tiles)",
            "”liten eller mellanstor, 5 steg” (bland de öppna brickorna)",
        ),
    ],
)
def test_what_lies_wrongly_is_told_with_its_place_as_people_call_it(piece, where, en, sv):
    """People read `green 6 at rows 0`."""
    text = lost(Lost("", (), Difference(gone=(PieceAt(piece, where),))), 3).text
    assert f": {en} cannot be seen." in translated(text, languages()["en"])
    assert f": {sv} syns inte." in translated(text, languages()["sv"])
