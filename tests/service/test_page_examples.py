"""The questions that the page offers as examples are understood, and name what is in the game."""

import re

import pytest
from page_table import CARDS, DOMINOES, STONES, TWELVE, served
from service_help import API, client_of

from service.disputes import question
from service.page.language import english, languages
from service.page.live import live

PLAYS = {"stackernoos": DOMINOES, "stonerow": CARDS, "stones": STONES}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with served(tmp_path_factory.mktemp("store")) as (parts, where), client_of(where) as client:
        yield parts, client


@pytest.fixture
def entered(service):
    """A game that was entered by hand, so that no picture has to be read."""

    def enter(game, plays=None, **options):
        parts = service[0]
        made = parts.ledger.open(game, {"players": 2, **options}, None, parts.versions).id
        for version, (seat, move) in enumerate(PLAYS[game] if plays is None else plays):
            parts.ledger.play(made, version, seat, move)
        return parts.ledger.find(made)

    return enter


def shown(entry):
    return live(entry, english()).examples(english())


@pytest.mark.parametrize("language", languages().values(), ids=lambda language: language.code)
@pytest.mark.parametrize("game", PLAYS)
def test_examples_are_understood_and_answered(service, entered, game, language):
    entry = entered(game)
    shown = live(entry, language).examples(language)
    assert len(shown) >= 4
    for text in shown:
        assert question.language(text) == language.code
        answer = service[1].post(f"{API}/games/{entry.id}/disputes", json={"question": text})
        assert answer.status_code == 201, (text, answer.json())


def test_what_lay_under_a_piece_is_asked_of_one_that_lies_on_others(entered):
    assert "What lay under 9-9?" in shown(entered("stackernoos"))
    assert "What lay under 10-12?" in shown(entered("stackernoos", TWELVE, max_pip=12))  # as the page calls it
    struck = (*CARDS, (1, "decline"))
    assert "What lay under red 9?" in shown(entered("stonerow", struck))  # its row is r2, which nobody sees
    waiting = shown(entered("stonerow"))  # the Hammer may still be attracted, and nothing lies under another
    assert not [each for each in waiting if "under" in each]


def test_a_game_without_moves_has_no_examples(entered):
    assert shown(entered("stones", ())) == ()


@pytest.mark.parametrize(
    ("english_words", "swedish"),
    [
        ("Was move 3 legal?", "Var drag 3 tillåtet?"),
        ("Is the last move against the rules?", "Är senaste draget mot reglerna?"),
        ("Was move 17 illegal?", "Bröt drag 17 mot reglerna?"),
        ("was move no. 17 not allowed", "Var drag nr 17 otillåtet?"),
        ("What lay under the tile 5-8 after move 6?", "Vad låg under brickan 5-8 efter drag 6?"),
        ("Was 1-1 under @2,0?", "Låg 1-1 under @2,0?"),
        ("Did 1-1 lie under @2,0?", "Ligger 1-1 under @2,0?"),
        ("Is the score right?", "Stämmer ställningen?"),
        ("Is player 2's score right?", "Är poängen för spelare 2 rätt?"),
        ("Is the score of player 2 wrong?", "Stämmer spelare 2:s poäng?"),
        ("Did player 1 really have 40 points?", "Hade spelare 1 verkligen 40 poäng?"),
        ("Was move 3 before move 4?", "Spelades drag 3 före drag 4?"),
        ("Did move 4 come after move 3?", "Kom drag 4 efter drag 3?"),
    ],
)
def test_the_same_is_asked_in_each_language(english_words, swedish):
    assert question.read(swedish) == question.read(english_words)
    assert (question.language(english_words), question.language(swedish)) == ("en", "sv")


@pytest.mark.parametrize(
    ("english_words", "finnish"),
    [
        ("Was move 3 legal?", "Oliko siirto 3 sallittu?"),
        ("Is the last move against the rules?", "Oliko viimeisin siirto sääntöjen vastainen?"),
        ("Was move 17 illegal?", "Rikkoiko siirto nro 17 sääntöjä?"),
        ("What lay under the tile 5-8 after move 6?", "Mitä laatan 5-8 alla oli siirron 6 jälkeen?"),
        ("Was 1-1 under @2,0?", "Oliko 1-1 kohdan @2,0 alla?"),
        ("Is the score right?", "Onko pistetilanne oikein?"),
        ("Is player 2's score right?", "Onko pelaajan 2 pistetilanne oikein?"),
        ("Did player 1 really have 40 points?", "Oliko pelaajalla 1 todella 40 pistettä?"),
        ("Was move 3 before move 4?", "Oliko siirto 3 ennen siirtoa 4?"),
        ("Did move 4 come after move 3?", "Tuliko siirto 4 siirron 3 jälkeen?"),
    ],
)
def test_finnish_asks_the_same(english_words, finnish):
    assert question.read(finnish) == question.read(english_words)
    assert question.language(finnish) == "fi"


def test_what_is_no_question_is_of_no_language():
    assert question.language("Vem är bäst?") == ""


@pytest.mark.parametrize("language", languages().values(), ids=lambda language: language.code)
def test_what_to_type_is_told_by_an_example_of_the_game_itself(service, entered, language):
    """`5-8` was the example of every game."""
    for game, form in (
        ("stackernoos", r"\d-\d"),
        ("stonerow", r"(?:red|röd|punainen) 7"),
        ("stones", r"[a-z]+ 3"),
    ):
        page = service[1].get(f"/games/{entered(game).id}", headers={"accept-language": language.code}).text
        (hint,) = re.findall(r'<span data-of="under">(.*?)</span>', page)
        assert re.search(f" {form}$", hint), hint
