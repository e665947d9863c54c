"""Moves that are played on the drawing: lawful places light up, a refused one says why where the finger is."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from page_table import CARDS, DOMINOES, STONES, TURNED

from engine.games import games
from service import answers
from service.page import live
from service.page.games import page_of
from service.page.games.stackernoos.board import place as place_of
from service.page.language import english, languages
from service.page.manual_entry import tray, why
from service.page.move_search import picked
from service.page.overlay import overlay
from service.page.templates import render
from service.store.players import SHAPES

T = english()

MANY = "Turn up tiles until five lie face up"

TAKEN_BY_TILES = (("S/1", "small"), ("M/1", "medium"), ("L/1", "large"), ("SM/1", "small"))

BUILT = [(n % 2, move) for n, (tile, size) in enumerate(TAKEN_BY_TILES) for move in (f"take {tile} {size}", "place ok")]
"""Four stones on four stacks."""

PLAYS = {"stackernoos": DOMINOES, "stonerow": CARDS, "stones": STONES}


def opened(parts, name, plays, seed=None):
    entry = parts.ledger.open(name, {"players": 2}, seed, parts.versions)
    for version, (seat, move) in enumerate(plays):
        parts.ledger.play(entry.id, version, seat, move, by="person")
    return parts.ledger.find(entry.id)


@pytest.mark.parametrize("name", PLAYS)
@pytest.mark.parametrize("many", range(3, 9))
def test_every_lawful_move_can_be_played_by_hand_or_is_a_button(parts, name, many):
    entry = opened(parts, name, PLAYS[name][:many])
    for seat in entry.game.actors(entry.replay.state):
        shown = tray(entry, seat, T)
        legal = {str(move) for move in entry.game.moves(entry.game.view(entry.replay.state, seat), seat)}
        reached = {play["move"] for play in shown.plays}
        assert legal - reached == {move for move, _ in (*shown.plain, *shown.further)}
        pieces = {label for play in shown.plays for label in play["pieces"]}
        assert pieces <= {held.label for held in shown.held}


@pytest.mark.parametrize(
    ("name", "plays", "asked"),
    [
        ("stackernoos", DOMINOES[:1], "tap a piece, then one of the places that light up"),
        ("stonerow", CARDS[:3], "tap one piece, or several that go together"),
        ("stonerow", CARDS[:2], ": tap one of the places that light up"),
        ("stones", (*TURNED, (0, "take SM/3 medium")), ": choose what was played."),
    ],
)
def test_nobody_is_asked_to_tap_a_piece_where_there_is_none(parts, name, plays, asked):
    entry = opened(parts, name, plays)
    shown = tray(entry, next(iter(entry.game.actors(entry.replay.state))), T)
    assert asked in render("byhand.html", tray=shown, game=SimpleNamespace(rated=False))


def test_moves_that_are_too_many_to_be_seen_at_once_are_folded_away(parts):
    """Stones: with four stacks that stand, any of them may fall with the own one."""
    entry = opened(parts, "stones", [(-1, "marker 2"), *BUILT, (0, "take M/2 medium")])
    shown = tray(entry, 0, T)
    assert shown.further
    drawn = render("byhand.html", tray=shown, game=SimpleNamespace(rated=False))
    assert f"{len(shown.further)} more moves" in drawn
    assert drawn.count("data-byhand") == len(shown.plain) + len(shown.further)
    assert "<span>The stone stands, but stack 3 fell</span>" in drawn


def test_a_tile_is_turned_up_by_a_tap_on_its_picture(parts):
    """There were 35 buttons of words, most of them folded away."""
    entry = opened(parts, "stones", [])
    shown = tray(entry, -1, T)
    drawn = render("byhand.html", tray=shown, game=SimpleNamespace(rated=False))
    assert drawn.count('data-byhand="turn ') == drawn.count('class="stone-tile"') == 35
    assert 'aria-label="Turn up tile “small or medium, 3 steps”"' in drawn
    worded = replace(shown, held=(), plain=(("turn S/1", "Turn up tile S/1"),))
    drawn = render("byhand.html", tray=worded, game=SimpleNamespace(rated=False))
    assert "<span>Turn up tile <" in drawn  # in one box: a button's parts lose the space between them


def test_stones_by_hand_says_step_by_step_what_is_due(parts):
    """It began with all 35 tiles to take, and nothing said that the marker and five tiles are entered first."""
    entry = opened(parts, "stones", [])
    due = tray(entry, -1, T, waits=True)
    assert [step.split(",")[0] for step in due.steps] == ["Put the marker at any stack", MANY]
    assert due.steps[1].endswith(": 5 to go.")
    player = tray(entry, 0, T, waits=True)
    assert (player.plays, player.plain, player.ask) == ((), (), "")  # no tile, no five new ones, no hint
    assert player.steps == ("First press “The table”, and enter which tiles lie face up.",)
    steps = {}
    for version, (seat, move) in enumerate((*TURNED, (0, "take SM/3 medium"), (0, "place ok"))):
        parts.ledger.play(entry.id, version, seat, move, by="person")
        entry = parts.ledger.find(entry.id)
        steps[move] = [tray(entry, seat, T, waits=True).steps for seat in entry.game.actors(entry.replay.state)]
    assert steps["turn S/2"][0] == (f"{MANY}, and tap each of them here: 1 to go.",)
    assert steps["turn SML/1"] == [("Tap a tile that lies face up, then its stone in the river.",)]
    assert steps["take SM/3 medium"] == [("Lay the stone on stack 3, then press here what became of it.",)]
    assert {play["pieces"][0] for play in tray(entry, 1, T, waits=True).plays} == {"L/1", "M/4", "S/2", "SML/1"}


def test_no_hint_is_offered_where_the_table_decides(parts):
    """Beside eight buttons of what became of a stone, a hint said that there was nothing to choose."""
    assert tray(opened(parts, "stones", TURNED), 0, T).ask == "hint.ask"
    assert tray(opened(parts, "stones", (*TURNED, (0, "take SM/3 medium"))), 0, T).ask == ""


def test_who_is_dealt_a_hand_by_the_program_is_asked_for_no_cards_of_their_own(parts):
    """It said “Draw a card, then tap the pile that it came from” to people who had none."""
    entry = opened(parts, "stonerow", [], 5)
    seat = entry.game.position(entry.replay.state)["turn"]
    shown = tray(entry, seat, T, waits=True)
    assert shown.steps[0] == "Tap the pile that you draw from: the quarry or the brickyard."
    assert "You need no pieces of your own." in render("byhand.html", tray=shown, game=SimpleNamespace(rated=False))
    parts.ledger.play(entry.id, 0, seat, "draw quarry", by="person")
    assert not tray(parts.ledger.find(entry.id), seat, T, waits=True).dealt
    assert not tray(opened(parts, "stonerow", CARDS[:2]), 0, T, waits=True).dealt


def test_a_tile_that_nobody_turned_up_is_not_offered_by_hand_but_a_camera_may_have_missed_it(parts):
    entry = opened(parts, "stones", TURNED[:2])
    assert {play["pieces"][0] for play in tray(entry, 0, T, waits=True).plays} == {"SM/3"}
    assert len({play["pieces"][0] for play in tray(entry, 0, T).plays}) == 35
    assert live.by_hand(parts, entry)
    filmed = opened(parts, "stones", TURNED[:1])
    parts.ledger.play(filmed.id, 1, 0, "take S/2 small", by="camera")
    assert not live.by_hand(parts, parts.ledger.find(filmed.id))


def test_a_dealt_hand_is_shown_card_by_card_and_nothing_else(parts):
    entry = opened(parts, "stonerow", [], 3)
    while -1 in entry.game.actors(entry.replay.state):
        move = entry.game.moves(entry.replay.state, -1)[0]
        parts.ledger.play(entry.id, entry.version, -1, str(move), by="person")
        entry = parts.ledger.find(entry.id)
    (seat, *_) = entry.game.actors(entry.replay.state)
    hand = list(entry.game.hand(entry.replay.state, seat))
    held = [each.label for each in tray(entry, seat, T).held]
    assert held
    assert all(held.count(label) == hand.count(label) for label in held)


@pytest.mark.parametrize(
    ("name", "pieces", "place", "said"),
    [
        ("stackernoos", ("3-2",), "@380,-20", "SN-9"),
        ("stonerow", ("R1", "G5"), "seat0", "SRO"),
        ("stones", ("S/2",), "river-large", "ST-"),
    ],
)
def test_a_refused_place_says_why_with_its_rule(parts, name, pieces, place, said):
    entry = opened(parts, name, PLAYS[name][:5] if name != "stonerow" else [*CARDS[:4], (1, "draw quarry")])
    (seat, *_) = entry.game.actors(entry.replay.state)
    result = why(entry, seat, pieces, place, T)
    assert not result["move"]
    (reason,) = result["reasons"]
    assert any(rule.startswith(said) for rule in reason["rules"])
    assert why(entry, seat, pieces, place, languages()["sv"])["reasons"][0]["reason"] != reason["reason"]


@pytest.mark.parametrize(
    ("lying", "rules", "begins"),
    [("1-4", ("SN-4", "SN-5"), "Neither half of 7-8 lies on its equal"), ("4-9", ("SN-13",), "Dominoes in the run: 3")],
)
def test_a_tile_that_is_laid_on_another_is_told_why_it_may_not_lie_on_it(parts, lying, rules, begins):
    """“Another tile lies there” and “No line ends there” stood there: reasons against a tile on the table."""
    plays = [(0, "start 1-1"), (1, "extend 1-4 @2,0,0:e"), (0, "extend 4-9 @4,0,0:e")]
    entry = opened(parts, "stackernoos", plays)
    (tile,) = (each for each in entry.game.position(entry.replay.state)["tiles"] if each["tile"] == lying)
    box = place_of(tile["at"], tile["dir"])
    (reason,) = why(entry, 1, ("7-8",), f"@{box.x + box.width / 2:g},{box.y + box.height / 2:g}", T)["reasons"]
    assert reason["reason"].startswith(begins)
    assert list(reason["rules"])[: len(rules)] == list(rules)


def test_faces_of_the_deck_are_pictures():
    page = page_of("stonerow")
    assert all(page.picture(label)[8:12] == b"WEBP" for label in ("R7", "YGM", "back"))
    assert page.picture("../x") is None
    assert all(page_of(name).picture("R7") is None for name in games() if name != "stonerow")


def test_names_over_the_picture_never_stand_on_each_other():
    corners = [[100, 100], [200, 100], [200, 150], [100, 150]]
    crowd = [
        {"kind": "domino", "label": "1-5", "confidence": 0.9, "corners": [[x + 9 * n, y + 3 * n] for x, y in corners]}
        for n in range(25)
    ]
    image = {"width": 640, "height": 360, "sha256": ""}
    shown = [m for m in overlay({"image": image, "pieces": crowd, "warnings": []}).marks if not m.covered]
    for n, mark in enumerate(shown):
        for other in shown[:n]:
            apart = abs(mark.at.x - other.at.x) >= 0.62 * 3 * (mark.at.size + other.at.size) / 2
            assert apart or abs(mark.at.y - other.at.y) >= (mark.at.size + other.at.size) / 2


@pytest.mark.parametrize(("count", "told"), [(37, 0), (3, 3)])
def test_a_heap_of_unread_pieces_is_no_heap_of_question_marks(count, told):
    """Of 37 backs, before a first face was seen, each was covered with a “?”."""
    pieces = [
        {
            "kind": "domino",
            "label": None,
            "confidence": 0.2,
            "corners": [[x, y], [x + 50, y], [x + 50, y + 25], [x, y + 25]],
        }
        for x, y in ((80 * (n % 7), 50 * (n // 7)) for n in range(count))
    ]
    pieces.append(
        {
            "kind": "domino",
            "label": "1-5",
            "confidence": 0.9,
            "corners": [[300, 320], [350, 320], [350, 345], [300, 345]],
        }
    )
    drawn = overlay({"image": {"width": 640, "height": 360, "sha256": ""}, "pieces": pieces, "warnings": []})
    assert [mark.name for mark in drawn.marks if not mark.covered].count("?") == told
    assert [mark.name for mark in drawn.marks].count("?") == count  # at a touch
    assert not drawn.marks[-1].covered


TAKEN = ((-1, "keystone R7"), (-1, "brickyard Y8"), (0, "draw brickyard"), (0, "build R1 B1"), (1, "draw quarry"))
"""A round of two on a real table, whose first player was seen to take a card."""


def test_a_card_that_another_was_seen_to_take_is_not_offered(parts):
    """`build R8 Y8` was offered, and then refused: yellow 8 lies elsewhere in full view."""
    entry = opened(parts, "stonerow", TAKEN)
    offered = [play["move"] for play in tray(entry, 1, T).plays]
    typed = [each["move"] for each in picked(entry, 1, "Y8", T)["moves"]]
    listed = [each["move"] for each in answers.moves(entry, 1, None)["moves"]]
    assert offered
    assert listed
    for move in [*offered, *typed, *listed]:
        assert entry.game.judge(entry.replay.state, 1, entry.game.parse(move)).legal, move


def test_the_marker_of_stones_is_no_player_s_sign(parts, client):
    """It was a triangle, which is the second player's: they seemed to be at that stack."""
    entry = opened(parts, "stones", TURNED)
    drawing = client.get(f"/games/{entry.id}").text
    (marker,) = re.findall(r'class="marker" aria-hidden="true">(.)<', drawing)
    assert marker not in SHAPES


def test_the_last_move_says_that_it_is_a_house_ruling(client):
    where = client.post("/api/v1/games", json={"game": "stackernoos", "players": 2}).json()["id"]
    for version, move in enumerate(("start 5-5", "extend 9-9 @2,0,0:e")):
        body = {"seat": version, "move": move, "version": version} | ({"ruling": "accept"} if version else {})
        answer = client.post(f"/api/v1/games/{where}/moves", json=body)
        shown = client.get(f"/view/games/{where}").text.partition('<div class="last">')[2].partition("</div>")[0]
        assert (answer.status_code, "house ruling" in shown) == (201, version == 1), answer.text


def test_cards_are_taken_up_guild_by_guild_and_by_rank(parts):
    """They stood by letter: all of blue first, and the Guild Master before the Surveyor."""
    held = [each.label for each in tray(opened(parts, "stonerow", CARDS[:3]), 0, T).held]
    ranks = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Ap", "Su", "Ar", "GM")
    every = [f"{guild}{rank}" for guild in "RGBY" for rank in ranks]
    assert [label for label in held if label in every] == [label for label in every if label in held]
    assert held[-1] in ("Hw", "Ma", "Gd", "Di", "Fo")
