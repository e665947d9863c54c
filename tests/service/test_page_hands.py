"""What the page says of a typed hand, and of numbers that people see: plain words, nothing that contradicts itself."""

import re

import pytest
from page_table import CARDS, DOMINOES, Followed, served
from service_help import client_of

from engine.core import TABLE
from service.page.hands import left


@pytest.fixture
def followed(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        yield Followed(parts), client


def told(client, address, **query):
    answer = client.get(address, params=query)
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


@pytest.mark.parametrize(("hand", "played"), [("1-1 2-1", ["1-2"]), ("4-1 2-1", ["1-2"]), ("9-9", [])])
def test_a_tile_that_lies_on_the_table_is_named_and_not_offered(followed, hand, played):
    table, client = followed
    shown = told(client, f"/view/games/{table.id}/legal", seat=0, hand=hand)
    assert "lies on the table and is in the hand" in shown
    assert set(re.findall(r"(\d-\d) (?:at|as|on|across)", shown)) == set(played)
    assert "Draw a tile" in shown


def test_a_card_that_lies_on_the_table_is_not_offered(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table = Followed(parts, "stonerow", plays=CARDS[:3])
        shown = told(client, f"/view/games/{table.id}/legal", seat=0, hand="Y9, red 7 green 7 blue 7")
        assert "yellow 9 lies" in shown
        assert "red 7" in shown
        assert "yellow 9" not in shown.split("legal move")[1]


def test_a_hand_that_cannot_be_read_is_answered_and_no_failed_request(followed):
    """The browser's console warned of each word that was no domino."""
    table, client = followed
    assert "“hello” is no domino" in told(client, f"/view/games/{table.id}/legal", seat=0, hand="hello 1-5")
    hints = told(client, f"/view/games/{table.id}/hints", seat=0, hand="hello 1-5")  # its field is far away
    assert "Nobody told your hand" in hints
    assert "hello" not in hints


@pytest.mark.parametrize(
    ("hand", "detail", "kept"),
    [
        (["1-5", "6-6"], "5-1 lies on the table and is in the hand", ["6-6"]),
        (["R7", "Ma"], "R7 lies in r1 and the hand of player 1", ["Ma"]),
        (["1-5"], "", ["1-5"]),
    ],
)
def test_what_faults_name_is_left_out_of_a_hand(hand, detail, kept):
    faults = [{"name": "duplicate_tile", "detail": detail}, {"name": "hand_size", "detail": "Ma is too many"}]
    assert left(hand, faults) == kept


def test_what_the_table_turns_up_is_not_counted_as_played(tmp_path):
    """A game had four moves on its page, and two in the line of the command that followed its recording."""
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table = Followed(parts, "stonerow", plays=CARDS[:4])
        assert [seat for seat, _ in CARDS[:4]] == [TABLE, TABLE, 0, 0]
        for address in (f"/games/{table.id}", "/start", f"/start?resume={table.id}", "/history", "/tables"):
            assert set(re.findall(r"\d+ played", told(client, address))) == {"2 played"}, address
        assert "2 played and 2 by the table" in told(client, f"/games/{table.id}")  # four rows are listed there
        assert "by the table" not in told(client, f"/games/{Followed(parts).id}")


def test_entries_that_stand_are_counted_where_some_do_not(followed):
    table, client = followed
    assert "7 played" in told(client, f"/games/{table.id}")
    table.parts.ledger.undo(table.id, 7, None)
    table.parts.ledger.play(table.id, 8, 1, DOMINOES[-1][1])
    assert "7 stand" in told(client, f"/games/{table.id}")


def test_lists_of_moves_have_words_and_no_notation(followed):
    table, client = followed
    table.ask((0, "extend 2-1 @-2,0,0:e"), (0, "extend 3-1 @-2,0,0:e"))
    for address, query in (
        (f"/view/games/{table.id}/legal", {"seat": 0}),
        (f"/view/games/{table.id}/pick", {"seat": 0, "find": "3-2"}),
        (f"/games/{table.id}/scoreboard", {}),
    ):
        assert "@" not in told(client, address, **query)
    page = client.get(f"/view/games/{table.id}").text
    assert re.findall(r"@-?\d", re.sub(r"<[^>]+>|record: <code>[^<]+</code>", "", page)) == []
