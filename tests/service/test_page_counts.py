"""Numbers with what they count: one is told otherwise than all others, in every language."""

import re

import pytest

from engine.said import Said
from service.disputes import question
from service.page.examples import examples
from service.page.language import languages
from service.page.live import Played, Player
from service.page.reasons import translated
from service.page.reasons.lines import texts

COUNTED = r"\{(?:many|points|rows|placed|told|room)\d?\} ([a-zåäö]{3,})"
"""A number before a word that has one form alone."""
ALIKE = {"anrop", "kort", "poäng", "skydd", "spelare", "steg", "tecken"}
"""Swedish words that are the same for one and for many."""
NEVER_ONE = {
    "a question has 1 to {many} characters",
    "more than {many} requests a minute came from here",
    "option 'players' is {many} in TeamPlay (SRT-10), not {told}",
    "seat: {many} players sit at 0 to {last}",
    "the JPEG has {many} scans; at most {most} are read: save it as a plain JPEG",
    "towers of {many} and {many2} cards; the match ends at {most}",
    "{many} cards are counted; the deck has {most}",
    "{many} five-point tokens are out, of {most}",
    "{many} tiles are face up or taken, more than {most}",
    "{many} tower cards are face up in round {round}",
    "{place}, {many} times",
    "{players} players with {size_hand} tiles each need {many} tiles; a double-{pips} set has {most}",
    "{width}×{height} pixels; at most {many} megapixels and {most} on a side are read: make the {which} smaller",
}
"""Lines whose number before a word is larger; a Finnish round comes after its number."""
T = languages()


@pytest.mark.parametrize(
    ("form", "parts", "said"),
    [
        (
            "the boneyard has {many} tiles; after the deal it had {most}",
            {"many": 1, "most": 2},
            {
                "en": "the boneyard has 1 tile; after the deal it had 2",
                "sv": "högen har 1 bricka; efter given hade den 2",
                "fi": "varastossa on 1 laatta; jaon jälkeen niitä oli 2",
            },
        ),
        (
            "a team has {points} points; the round was over at {most}",
            {"points": 101, "most": 100},
            {
                "en": "a team has 101 points; the round was over at 100",
                "sv": "ett lag har 101 poäng; omgången var slut vid 100",
                "fi": "joukkueella on 101 pistettä; kierros päättyi, kun niitä oli 100",
            },
        ),
        (
            "move {number}, {move}, earns {points} points, not {points2}",
            {"number": 2, "move": "4-9", "points": 1, "points2": 5},
            {
                "en": "move 2, 4-9, earns 1 point, not 5",
                "sv": "drag 2, 4-9, ger 1 poäng, inte 5",
                "fi": "siirto 2, 4-9, tuo 1 pisteen eikä 5",
            },
        ),
    ],
)
def test_a_line_with_a_number_has_the_form_for_it(form, parts, said):
    """“varastossa on 1 laattaa” and “1 tiles” stood there."""
    for code, words in said.items():
        assert translated(Said(form, **parts), T[code]) == words
        other = translated(
            Said(form, **{name: part if name == "move" else 21 for name, part in parts.items()}), T[code]
        )
        assert "{" not in other and "|" not in other


@pytest.mark.parametrize("code", T)
def test_every_number_that_may_be_one_has_both_forms(code):
    single = {form: set(re.findall(COUNTED, words)) - ALIKE for form, words in texts(code)["lines"].items()}
    assert {form: words for form, words in single.items() if words and form not in NEVER_ONE} == {}


@pytest.mark.parametrize("total", [-3, 0, 1, 2, 40])
@pytest.mark.parametrize("code", T)
def test_a_total_is_asked_for_in_words_that_are_understood_whatever_it_is(code, total):
    """“Onko pelaajalla 1 1 pistettä?” was offered."""
    players = (Player(0, "▲", "Player 1", total, 0, turn=True, winner=False),)
    move = Played(1, 0, "", "", "draw", "", 0, (), {}, "host", None, "", (), ruled=False)
    *_, asked = examples("stackernoos", [move], players, "", T[code])
    read = question.read(asked)
    assert (type(read), read.seat, read.claim) == (question.AboutScore, 0, total)
    assert question.language(asked) == code
    if code == "fi":
        assert not re.search(r"\d -?\d|\d pist", asked)
    if code == "en":
        assert asked.endswith(" point?" if total == 1 else " points?")


@pytest.mark.parametrize(
    ("count", "further", "reply"),
    [
        (1, "1 muu siirto", "Seuraava pelaaja voisi saada heti 1 pisteen."),
        (4, "4 muuta siirtoa", "Seuraava pelaaja voisi saada heti 4 pistettä."),
    ],
)
def test_further_moves_and_what_is_left_have_the_form_for_their_number(count, further, reply):
    assert (T["fi"]("byhand.further", count=count), T["fi"]("hint.reply", count=count)) == (further, reply)


def test_a_quotation_has_the_marks_of_its_language_and_others_within():
    """Moves in Swedish and Finnish lines stood in English marks."""
    assert [t.quoted(t("tile.name", sizes="S", count=2)) for t in T.values()] == [
        "“‘S, 2 steps’”",
        "”’S, 2 askelta’”",
        "”’S, 2 steg’”",
    ]
    for t in T.values():
        assert texts(t.code)["lines"]["{typed!r}"] == t.quoted("{typed}")
