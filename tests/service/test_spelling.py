"""Pieces by the names that people give them, wherever somebody types: labels come out."""

import pytest
from page_table import CARDS, Followed, served
from service_help import client_of

from service import spelling
from service.page.games.stonerow.words import card
from service.page.language import languages
from service.store.ledger import read_move
from service.store.ledger_errors import NoRuling


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("R7 Hw BSu", "R7 Hw BSu"),
        ("red 7, Red 8, RED 9", "R7 R8 R9"),
        ("r7 hw bsu ygm", "R7 Hw BSu YGM"),
        ("highwayman Mason gold digger GoldDigger golddigger displacer foreman", "Hw Ma Gd Gd Gd Di Fo"),
        ("blue surveyor; yellow Guild Master;yellow guildmaster", "BSu YGM YGM"),
        ("röd 7 blå lantmätare Stråtrövare", "R7 BSu Hw"),
        ("red-7 green  Apprentice", "R7 GAp"),
        ("red 77 banana red", "red 77 banana red"),
        ("? back", "? back"),
    ],
)
def test_a_hand_is_typed_in_labels_or_names(typed, labels):
    assert spelling.hand(typed, "stonerow") == tuple(labels.split())


def test_every_card_is_known_by_its_name_in_every_language():
    from engine.games import find_game

    for language in languages().values():
        for label in find_game("stonerow").labels:
            name = card(label, language)
            assert name != label
            assert [spelling.hand(each, "stonerow") for each in (name, name.upper(), name.lower())] == [(label,)] * 3


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("build red 7, red 8, red 9", "build R7 R8 R9"),
        ("break yellow 9 r3", "break Y9 r3"),
        ("steal highwayman r3", "steal Hw r3"),
        ("mortar Mason green 9 r2", "mortar Ma G9 r2"),
        ("break R9 r7", "break R9 r7"),
    ],
)
def test_a_move_may_name_its_cards(typed, notation):
    assert spelling.spelt(typed, "stonerow") == notation


def test_other_games_and_their_notation_stay_as_they_are():
    for game, text in (("stackernoos", "extend 1-5 @2,0,0:e"), ("stones", "place culprit 1: 2,4")):
        assert spelling.spelt(text, game) == text
    assert spelling.hand("4-9, 1-1;0-3", "stackernoos") == ("4-9", "1-1", "0-3")
    assert spelling.spelt("double 3-3", "stackernoos") == "double 3-3"


def test_a_whole_position_may_name_its_cards():
    document = {
        "game": "StoneRow",
        "position": {"keystone": "yellow 9", "rows": [{"id": "r1", "layers": [{"cards": ["red 4", "B4"]}]}]},
        "hand": ["red 7", "Highwayman", "r1"],
        "move": "discard Red 7",
        "options": {"rule_set": "official"},
    }
    assert spelling.document(document) == {
        "game": "StoneRow",
        "position": {"keystone": "Y9", "rows": [{"id": "r1", "layers": [{"cards": ["R4", "B4"]}]}]},
        "hand": ["R7", "Hw", "r1"],
        "move": "discard R7",
        "options": {"rule_set": "official"},
    }
    assert spelling.document({"game": "whist", "hand": ["red 7"]}) == {"game": "whist", "hand": ["red 7"]}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("store")) as (parts, address), client_of(address) as client:
        yield parts, client


def test_the_api_takes_names(house):
    parts, client = house
    table = Followed(parts, "stonerow", plays=CARDS[:5])
    game = f"/api/v1/games/{table.id}"
    by_label = client.get(f"{game}/moves", params={"seat": 1, "hand": "R5 B5 Hw"}).json()
    assert client.get(f"{game}/moves", params={"seat": 1, "hand": "red 5, blue 5, Highwayman"}).json() == by_label
    assert [move["move"] for move in by_label["moves"]][:1] == ["build R5 B5"]
    assert not [fault for fault in by_label["faults"] if fault["name"] == "duplicate_card"]
    version = client.get(game).json()["version"]
    played = client.post(f"{game}/moves", json={"seat": 1, "move": "build red 5 blue 5", "version": version})
    assert (played.status_code, played.json()["move"]) == (201, "build R5 B5")
    asked = {"game": "stonerow", "position": {"keystone": "yellow 9"}, "hand": ["red 5"], "move": "discard Red 5"}
    judged = client.post("/api/v1/judge", json=asked).json()
    assert judged["verdict"]["move"] == "discard R5"
    wrong = client.get(f"{game}/moves", params={"seat": 1, "hand": "banana"}).json()["detail"]
    assert "'banana'" in wrong
    assert "R7 (red 7)" in wrong


def test_a_wrong_domino_is_told_the_numbers_of_its_set(house):
    _, client = house
    for highest in (6, 9, 12):
        options = {"players": 2, "max_pip": highest, "hand_size": 5}
        game = client.post("/api/v1/games", json={"game": "stackernoos", "options": options}).json()["id"]
        response = client.get(f"/api/v1/games/{game}/moves", params={"seat": 0, "hand": "banana"}).json()["detail"]
        assert f"halves from 0 to {highest}," in response


def test_what_a_correction_breaks_is_said_in_words(house):
    parts, client = house
    table = Followed(parts, plays=((0, "start 1-1"), (1, "extend 1-4 @2,0,0:e"), (0, "extend 4-9 @4,0,0:e")))
    game = f"/api/v1/games/{table.id}"
    wrong = {"of": 2, "move": "extend 1-5 @2,0,0:e", "version": client.get(game).json()["version"]}
    response = client.post(f"{game}/corrections", json=wrong)
    assert response.json()["type"].endswith("correction-breaks")
    detail = response.json()["detail"]
    assert detail == (
        "with it, move 3, “4-9 at the right end of the run, next to 1-4”, is refused: "
        "The end shows 5; the half of 4-9 that touches it is another."
    )


def test_what_no_ruling_can_let_stand_is_said_in_words(house):
    parts, _ = house
    table = Followed(parts, plays=((0, "start 1-1"),))
    entry = parts.ledger.find(table.id)
    with pytest.raises(NoRuling) as caught:
        parts.ledger.rule(table.id, entry.version, 1, "extend 1-1 @2,0,0:e")
    from service.refusals import problem

    detail = problem(caught.value).detail
    assert "@" not in detail
    assert "“1-1 at the right end of the run, next to 1-1”" in detail
    assert read_move(entry, "draw") == entry.game.parse("draw")


def test_dominoes_in_a_hand_are_typed_in_words():
    assert spelling.hand("double three, 4-5; trea fyra viisi-kuusi", "stackernoos") == ("3-3", "4-5", "3-4", "5-6")
