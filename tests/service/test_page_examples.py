"""The questions that the page offers as examples are understood, and name what is in the game."""

import pytest
from page_table import CARDS, DOMINOES, STONES, TWELVE, served
from service_help import API, client_of

from service.disputes import question
from service.page.language import english
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


@pytest.mark.parametrize("game", PLAYS)
def test_examples_are_understood_and_answered(service, entered, game):
    entry = entered(game)
    shown = live(entry, english()).examples
    assert len(shown) >= 4
    for text in shown:
        question.read(text)
        answer = service[1].post(f"{API}/games/{entry.id}/disputes", json={"question": text})
        assert answer.status_code == 201, (text, answer.json())


def test_what_lay_under_a_piece_is_asked_of_one_that_lies_on_others(entered):
    assert "What lay under 9-9?" in live(entered("stackernoos"), english()).examples
    assert "What lay under 12-10?" in live(entered("stackernoos", TWELVE, max_pip=12), english()).examples
    assert "What lay under r2?" in live(entered("stonerow"), english()).examples


def test_a_game_without_moves_has_no_examples(entered):
    assert live(entered("stones", ()), english()).examples == ()
