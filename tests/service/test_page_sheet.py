"""The score sheet on the page and printed: each line says by what its points came, in the reader's language."""

import re
from dataclasses import replace

import pypdfium2
import pytest
from page_table import CARDS, DOMINOES, Followed, served
from service_help import client_of

from service.page import lettering
from service.page import printed as print_out
from service.page.language import languages
from service.page.lettering import Lettering
from service.page.live import live
from service.page.printed import score_sheet

T = languages()
FALLS = (
    *((-1, "marker 2"), *((-1, f"turn {tile}") for tile in ("S/1", "SM/1", "L/1", "M/4", "ML/3"))),
    *((0, "take S/1 small"), (0, "place ok")),
    *((1, "take SM/1 small"), (1, "place fall 2")),
)
"""Player 1 has a token beside stack 3, which player 2 makes fall."""


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with served(tmp_path_factory.mktemp("store")) as (parts, where), client_of(where) as client:
        yield parts, client


@pytest.fixture
def parts(service):
    return service[0]


def fallen(parts, moves=FALLS):
    made = parts.ledger.open("stones", {"players": 2}, None, parts.versions).id
    for version, (seat, move) in enumerate(moves):
        parts.ledger.play(made, version, seat, move)
    return parts.ledger.find(made)


def text_of(data):
    """The words on the first page of a PDF."""
    pdf = pypdfium2.PdfDocument(data)
    text = pdf[0].get_textpage().get_text_range()
    pdf.close()
    return " ".join(text.split())


def test_points_stand_with_the_move_that_brought_them(parts):
    table = Followed(parts, plays=DOMINOES)
    shown = live(table.parts.ledger.find(table.id), T["en"])
    (first, none), (second, earned) = shown.sheet
    assert (first.total, none) == (0, ())
    assert (second.total, second.gained) == (70, 40)
    assert [(line.points, line.seq) for line in earned] == [(30, 6), (40, 7)]
    assert all(line.rules for line in earned)
    paid = list(earned[1].rules)
    assert list(shown.last.rules)[: len(paid)] == paid  # the scoreboard shows three, and that of the points was missing
    assert (shown.last.seq, shown.last.after, shown.moves[-1].after) == (7, 0, 6)
    assert shown.state == "filmed"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "by the move of Player 2: The stack fell, and with it stack 3"),
        ("sv", "genom draget av Spelare 2: Stapeln föll, och med den stapel 3"),
        ("fi", "siirrosta, jonka teki Pelaaja 2: Pino kaatui, ja sen mukana pino 3"),
    ],
)
def test_points_by_the_fall_of_another_say_what_fell(service, code, words):
    """Nothing but whose move it was stood there."""
    parts, client = service
    entry = fallen(parts)
    (_, (line,)), (_, none) = live(entry, T[code]).sheet
    assert (line.points, line.words, none) == (1, words, ())
    assert words in text_of(score_sheet(parts, entry, T[code]))
    for address in (f"/games/{entry.id}", f"/api/v1/games/{entry.id}/page"):
        assert words in client.get(address, params={"lang": code}).text


@pytest.fixture
def no_fonts(monkeypatch):
    """A computer without any of the usual fonts."""
    monkeypatch.setattr("service.page.lettering._found", lambda _bold: ())


def printed(service, names):
    parts, client = service
    entry = fallen(parts)
    parts.players.seat(entry.id, dict(enumerate(names)))
    return text_of(client.get(f"/api/v1/games/{entry.id}/sheet", params={"lang": "en"}).content)


@pytest.mark.skipif(not lettering._found(False), reason="this computer has none of the usual fonts")
@pytest.mark.parametrize("names", [("Иван", "Łukasz Ελένη"), ("Åsa", "Ştefan Ğöksel")])
def test_names_are_printed_in_their_own_letters(service, names):
    """“Иван” was printed as “????”."""
    text = printed(service, names)
    assert all(text.count(name) > 1 for name in names)
    assert "U+" not in text


@pytest.mark.usefixtures("no_fonts")
def test_letters_that_no_font_has_are_printed_by_their_numbers_and_a_line_says_so(service):
    text = printed(service, ("Łu", "Émilie"))
    assert "[U+0141]u" in text
    assert "Émilie" in text
    assert T["en"]("printed.numbered") in text
    assert T["en"]("printed.numbered") not in printed(service, ("Åsa", "Bo"))


@pytest.mark.parametrize("name", ["\U00020000", "דוד"])
def test_no_sign_is_lost_or_turned_round_without_a_word(name):
    letters = Lettering()
    assert letters.fit(name)[1] == "".join(f"[U+{ord(each):04X}]" for each in name)
    assert letters.numbered


def test_points_by_a_fall_that_the_table_declares_are_the_table_s(parts):
    """The printed sheet had them of “Player 0”."""
    settles = (*FALLS[:-2], (-1, "place culprit 1: 2"))
    entry = fallen(parts, settles)
    (_, (line,)), _ = live(entry, T["en"]).sheet
    assert line.words == "by the move of The table: Player 2 made stack 3 fall"
    assert "Player 0" not in text_of(score_sheet(parts, entry, T["en"]))


@pytest.mark.usefixtures("no_fonts")
def test_points_that_are_lost_have_a_minus_sign_wherever_they_stand(service):
    """They had a hyphen. The PDF's own fonts have no minus sign: it is a dash there."""
    parts, client = service
    table = Followed(parts, "stonerow", plays=(*CARDS, (1, "decline")))
    lost = re.compile(r">\s*-\d")
    for address in (f"/games/{table.id}", f"/api/v1/games/{table.id}/page", f"/games/{table.id}/analysis"):
        page = client.get(address, params={"lang": "en"}).text
        assert not lost.search(page), address
    assert ">−30<" in client.get(f"/games/{table.id}").text
    sheet = text_of(score_sheet(parts, parts.ledger.find(table.id), T["en"]))
    assert "–30" in sheet
    assert " -30" not in sheet
    assert "U+" not in sheet


@pytest.mark.parametrize("code", T)
def test_a_print_out_names_its_game_once_and_says_who_won(parts, monkeypatch, code):
    """The game's name stood there twice, and a star that nothing explained stood for the winner."""
    entry, t = fallen(parts), T[code]
    shown = live(entry, t)
    first, second = shown.players
    won = replace(shown, players=(replace(first, winner=True), second))
    monkeypatch.setattr(print_out, "of_parts", lambda *_: won)
    text = text_of(score_sheet(parts, entry, t))
    assert text.count(entry.game.title) == 1
    assert f"{first.name} · {t('winner')}" in text
    assert "*" not in text
    monkeypatch.setattr(print_out, "of_parts", lambda *_: replace(won, called="Friday"))
    text = text_of(score_sheet(parts, entry, t))
    assert (text.count("Friday"), text.count(entry.game.title)) == (1, 1)
