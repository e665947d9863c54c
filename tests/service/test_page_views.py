"""The page without a browser: its drawing, its words, its colours."""

import re
from pathlib import Path

import pytest
from page_table import Followed, served
from service_help import API, client_of, problem
from service_photos import domino, encoded

import service.page
from engine.games import find_game
from service.page.games.stackernoos.board import CELL, PIPS, board, target
from service.page.observation import Seen, from_table
from service.page.overlay import overlay

CSS = Path(service.page.__file__).with_name("static") / "tableside.css"
TEXT = 4.5
SHAPES = 3.0


@pytest.mark.parametrize("number", PIPS)
def test_a_half_has_as_many_pips_as_its_number(number):
    assert len(set(PIPS[number])) == number


def test_tiles_lie_at_their_cells():
    drawn = board(
        {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}, {"tile": "1-7", "at": [2, 1, 0], "dir": "n"}]}
    )
    flat, upright = (tile.box for tile in drawn.tiles)
    assert (flat.x, flat.y, flat.width, flat.height) == (0, -CELL, 2 * CELL, CELL)
    assert (upright.x, upright.y, upright.width, upright.height) == (2 * CELL, -3 * CELL, CELL, 2 * CELL)
    first, second = drawn.tiles[1].centres
    assert first[1] > second[1]
    assert "1-7 at 2, 1" in drawn.words


def test_higher_tiles_are_drawn_last_and_lifted():
    tiles = [{"tile": "1-8", "at": [0, 0, 1], "dir": "e"}, {"tile": "1-1", "at": [0, 0, 0], "dir": "e"}]
    low, high = board({"tiles": tiles}).tiles
    assert (low.level, high.level) == (0, 1)
    assert high.box.y < low.box.y


def test_an_unsure_tile_keeps_its_place_and_says_what_it_may_be():
    tiles = [{"labels": {"1-5": 0.3, "1-6": 0.6}, "at": [0, 0, 0], "dir": "e"}]
    (tile,) = board({"tiles": tiles}).tiles
    assert tile.label is None
    assert not tile.pips
    assert "unsure, perhaps 1-6 or 1-5" in tile.words


@pytest.mark.parametrize(
    ("move", "x"), [("extend 1-5 @2,0,0:e", 80), ("bridge 8-5 @1.5,0,2:e", 72), ("draw", None), ("start 1-1", 0)]
)
def test_a_move_shows_where_it_lays_its_tile(move, x):
    found = target(find_game("stackernoos").parse(move))
    assert (found and found.x) == x


def test_no_table_and_no_picture_have_words():
    assert "No camera" in from_table(None).summary
    assert overlay(None) is None


def test_the_first_tile_s_place_is_in_the_middle_of_an_empty_table():
    box, place = board(None).box, target(find_game("stackernoos").parse("start 6-6"))
    middle = place.x + place.width / 2, place.y + place.height / 2
    assert middle == (box.x + box.width / 2, box.y + box.height / 2)


def test_a_domino_has_its_one_name_on_the_picture_and_on_the_board():
    corners = [[0, 0], [10, 0], [10, 20], [0, 20]]
    piece = {"kind": "domino", "confidence": 0.9, "corners": corners, "level": 0}
    candidates = [{"label": "6-0", "confidence": 0.6}, {"label": "5-0", "confidence": 0.3}]
    pieces = [piece | {"label": "9-1"}, piece | {"label": None, "candidates": candidates}]
    read, unsure = overlay({"image": {"width": 100, "height": 50}, "pieces": pieces, "warnings": []}).marks
    assert read.name == "1-9"
    assert read.words == "1-9, 90% sure"
    assert "0-6 or 0-5" in unsure.words
    tiles = [{"tile": "9-1", "at": [0, 0, 0], "dir": "e"}, {"labels": {"6-0": 0.6, "5-0": 0.3}, "at": [0, 2, 0]}]
    words = board({"tiles": tiles}).words
    assert "1-9 at 0, 0" in words
    assert "0-6 or 0-5" in words


def test_pieces_that_lie_face_down_are_counted_apart():
    corners = [[0, 0], [10, 0], [10, 20], [0, 20]]
    pieces = [
        {"kind": "domino", "label": label, "confidence": 0.9, "corners": corners, "level": 0, "candidates": []}
        for label in ("3-4", "back", "back")
    ]
    seen = {"image": {"width": 100, "height": 50}, "pieces": pieces, "warnings": []}
    assert Seen(overlay=overlay(seen)).summary.startswith("3 pieces, 2 of them face down, all read surely")
    seen["pieces"] = pieces[:1]
    assert Seen(overlay=overlay(seen)).summary.startswith("1 piece, all read surely")


def test_a_page_of_a_game_and_its_fragment(client, started):
    address = started.removeprefix("/api/v1")
    assert "start 1-1" in client.get(address).text
    assert "start 1-1" in client.get(f"/view{address}").text
    problem(client.get("/games/nobody"), 404, "no-such-game")


def test_words_from_outside_are_escaped(client, tables):
    from service.following.tables import Health

    tables.add().publish(health=Health("retrying", "<script>alert(1)</script>"))
    assert "<script>alert" not in client.get("/").text
    assert "&lt;script&gt;alert" in client.get("/view/tables/1/health").text


def test_a_photo_of_the_page_is_read_or_refused(client):
    response = client.post(
        "/view/photo?game=stackernoos", content=encoded(domino()), headers={"content-type": "image/png"}
    )
    assert 'class="mark' in response.text
    answer = client.post("/view/photo?game=stackernoos", content=b"", headers={"content-type": "image/png"})
    problem(answer, 422, "unreadable-picture")


def asked(client, tiles, hand):
    body = {"game": "stackernoos", "position": {"tiles": tiles}, "hand": hand}
    return client.post("/view/moves", json=body)


@pytest.mark.parametrize(("code", "hand"), [("en", ["red 7, green 7"]), ("sv", ["röd", "7", "grön", "7"])])
def test_a_hand_is_typed_on_the_start_page_as_on_the_page_of_its_game(client, code, hand):
    """It asked for dominoes, and “red 7” was no card there."""
    body = {"game": "stonerow", "position": {}, "options": {"players": 2}, "hand": hand}
    table = client.post(f"/view/moves?lang={code}", json=body).text
    assert "is no card" not in table
    assert table == client.post(f"/view/moves?lang={code}", json=body | {"hand": ["R7", "G7"]}).text


@pytest.mark.parametrize(("game", "example"), [("stonerow", "red 7, green 7, Mason"), ("stackernoos", "1-5 0-1 9-9")])
def test_the_start_page_asks_for_a_hand_of_the_game_that_its_camera_watches(client, tables, game, example):
    tables.add().publish(game=game, position={})
    page = client.get("/start").text
    assert f'placeholder="{example}"' in page
    assert "Your hand" in page
    assert " data-held hidden" not in page
    assert f'"example": "{example}", "game": "{game}", "hands": true' in client.get("/view/tables/1").text


def test_nobody_is_asked_for_a_hand_where_players_hold_none(client, tables):
    """Players of Stones were asked for their tiles."""
    tables.add().publish(game="stones", position={})
    assert client.get("/start").text.count(" data-held hidden") == 3
    assert '"hands": false' in client.get("/view/tables/1").text


FIRST = {"tile": "1-1", "at": [0, 0, 0], "dir": "e"}


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (["1-1", "1-5"], "lies on the table and is in the hand"),
        (["1-5", "5-1"], "is in the hand twice"),
        (["1-5", "1-5"], "is in the hand twice"),
    ],
)
def test_faults_of_the_hand_stand_with_the_moves(client, hand, said):
    text = asked(client, [FIRST], hand).text
    assert said in text
    assert "1-5 at the left end of the run" in text
    assert "Duplicate tile" not in asked(client, [FIRST], ["1-5", "0-1"]).text


def test_faults_of_the_table_alone_are_not_told_again_with_the_moves(client):
    wrong = {"tile": "4-4", "at": [2, 0, 0], "dir": "e"}
    assert "No match" not in asked(client, [FIRST, wrong], ["1-5"]).text


def test_an_empty_hand_is_asked_for_pieces(client):
    text = asked(client, [FIRST], []).text
    assert "Type what you hold" in text
    assert "legal move" not in text


def test_what_is_no_tile_is_named(client):
    result = problem(asked(client, [FIRST], ["1-5", "foo"]), 422, "invalid-position")
    assert result["detail"].startswith("'foo' is no domino")


def test_moves_on_an_unsure_tile_say_so(client):
    text = asked(client, [{"labels": {"0-1": 0.75}, "at": [0, 0, 0], "dir": "e"}], ["1-5"]).text
    assert "only if the unsure tile is 0-1" in text


def test_a_fault_that_rests_on_an_unsure_tile_is_a_possible_one(tables, client):
    fault = {"name": "first_is_no_double", "detail": "0-1 is none", "rules": ["SN-7"], "if": ["0-1"]}
    observation = {"image": {"width": 100, "height": 60}, "pieces": [], "warnings": []}
    tables.add().publish(game="stackernoos", observation=observation, faults=[fault])
    response = client.get("/view/tables/1").text
    assert "If the unsure tile is 0-1" in response
    assert "1 possible fault" in response
    assert 'class="count"' not in response


def test_a_page_without_a_table_says_what_a_table_is(client, started):
    """“0 tables” stood there while a game was open."""
    text = client.get("/tables").text
    assert "0 tables" not in text
    assert "a table is a camera that follows a game" in text
    assert '<a href="/history">All games</a>' in text


def test_games_whose_photos_can_be_read_are_offered(client):
    offered = re.findall(r'<input type="radio" name="game" value="(\w+)"(.*?)>', client.get("/").text)
    unreadable = {game: "data-unreadable" in more for game, more in offered}
    assert unreadable == {"stackernoos": False, "stonerow": False, "stones": False}


def luminance(colour):
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def schemes():
    """The colours of the light scheme, of the dark one, and of the dark one that somebody chose."""
    found = re.findall(r":root(?:[^ {]*) \{(.*?)\}", CSS.read_text(encoding="utf-8"), re.DOTALL)[:3]
    return [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block)) for block in found]


def test_dark_is_the_same_by_choice_as_by_the_system():
    _, dark, chosen = schemes()
    assert dark
    assert dark == chosen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        ("ink", "card", TEXT),
        ("ink", "ground", TEXT),
        ("soft", "card", TEXT),
        ("soft", "ground", TEXT),
        ("accent", "card", TEXT),
        ("accent", "ground", TEXT),
        ("on-accent", "accent", TEXT),
        ("unsure", "unsure-ground", TEXT),
        ("wrong", "wrong-ground", TEXT),
        ("ink", "wrong-ground", TEXT),
        ("fine", "card", TEXT),
        ("line", "card", SHAPES),
        ("pip", "tile", SHAPES),
        ("tile", "felt", SHAPES),
        ("ghost", "felt", SHAPES),
    ],
)
def test_colours_have_the_contrast_of_wcag_aa(scheme, front, back, least):
    light, dark, _ = schemes()
    colours = light | (dark if scheme == "dark" else {})
    assert contrast(colours[front], colours[back]) >= least


def test_one_player_is_asked_about_first_where_all_may_begin(client, game):
    """The list of players began with the last of them."""
    text = client.get(game.removeprefix(API)).text
    seats = text[text.index('id="legal-seat"') :]
    assert re.findall(r'value="(-?\d+)" selected', seats[: seats.index("</select>")]) == ["0"]


def test_the_page_of_a_table_and_that_of_its_game_name_those_who_play(tmp_path):
    """At `/`, the moves that may be played were those of player 1."""
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table = Followed(parts)
        parts.players.seat(table.id, {0: "Ada", 1: "Bo"})
        for address in ("/", f"/games/{table.id}"):
            assert "Bo</option>" in client.get(address).text


def test_seconds_are_written_as_the_language_writes_them(client):
    assert "0,2 s" in client.get("/start", headers={"accept-language": "sv"}).text
    assert "0.2 s" in client.get("/start").text
