"""Cards on the printed mat: sizes are the deck's, cards no detector found are found, cards under others are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.art.pixels import raster
from datasets.decks.deck import random_deck
from datasets.sheets.mat import drawing
from vision.geometry import centre
from vision.recognise.cards import matlook
from vision.recognise.cards.above import UPWARDS, Above
from vision.recognise.cards.compare import Light
from vision.recognise.cards.detections import read
from vision.recognise.cards.known_plane import Spot, find_known_plane, laid
from vision.recognise.cards.look import pyramid
from vision.recognise.cards.mat_settings import UNFOUND
from vision.recognise.cards.matlook import BLANK
from vision.recognise.cards.printed import printed_deck
from vision.recognise.cards.reader import CardReader, card_reader
from vision.recognise.cards.strips import StripReader
from vision.recognise.cards.table import CardTable
from vision.recognise.cards.unchanged import Unchanged
from vision.recognise.cards.unfound import _boxes, unfound
from vision.recognise.detect import Detection
from vision.scene.mat import mat

SCALE = 1.2
"""Pixels a mm: cards are some 75 px wide, as on films."""
MAT = mat("stonerow", 2)
SPARSE = 0.35
"""So much of a card's contrast is left."""
STEP = 19.0
"""mm from card to card of a row."""


@pytest.fixture(scope="module")
def reader():
    return card_reader(printed_deck())


@pytest.fixture(scope="module")
def paper():
    return np.ascontiguousarray(raster(drawing(MAT), SCALE)[..., :3])


def table(paper, reader, *cards):
    """The mat from above, blurred a little, with cards (label, middle in mm) laid on it one after another."""
    picture = paper.copy()
    size = (round(63 * SCALE), round(88 * SCALE))
    for label, x, y in cards:
        face = reader.deck.faces[reader.deck.labels.index(label)]
        left, top = round(SCALE * x - size[0] / 2), round(SCALE * y - size[1] / 2)
        picture[top : top + size[1], left : left + size[0]] = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8)


def place(card):
    """The corners (px) of a card that is laid by its middle (mm)."""
    return SCALE * np.array(card[1:]) + SCALE * np.array([31.5, 44.0]) * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def test_of_a_find_on_the_mat_its_middle_and_its_turn_count(paper, reader):
    picture = table(paper, reader, ("G6", 300.0, 450.0))
    known_plane = find_known_plane(picture, reader.deck.aspect)
    assert known_plane is not None
    askew = np.array([[320, 480], [405, 490], [400, 600], [315, 590]], float)
    (card,) = laid(known_plane, [Detection(askew, "card", 0.9)])
    middle = centre(askew)
    half = SCALE * np.array([31.5, 44.0])
    assert card.corners == pytest.approx(
        np.array([middle - half, middle + half * (1, -1), middle + half, middle - half * (1, -1)]), abs=1.5
    )
    tiny = np.array([[320, 480], [330, 480], [330, 490], [320, 490]], float)
    assert laid(known_plane, [Detection(tiny, "card", 0.9), Detection(askew, "hand", 0.9)])[0].kind == "hand"
    assert find_known_plane(np.full((720, 1280, 3), 90, np.uint8), 1.4) is None


def test_a_card_that_nothing_found_is_guessed_where_the_mat_shows_print(paper, reader):
    picture = table(paper, reader, ("G6", 300.0, 450.0))
    known_plane = find_known_plane(picture, reader.deck.aspect)
    places = [centre(guess.corners) / SCALE for guess in unfound(Above(picture, known_plane), ())]
    assert min(np.hypot(*(place - (300.0, 450.0))) for place in places) < 5
    known = known_plane.quad(
        known_plane.spot(SCALE * np.array([[268.5, 406], [331.5, 406], [331.5, 494], [268.5, 494]]))
    )
    assert unfound(Above(picture, known_plane), [known]) == ()


@pytest.mark.parametrize("light", [1.0, 0.45])
def test_print_on_a_card_is_print_in_dim_light_too(paper, reader, light):
    """In dim light all contrast is smaller, and so is what counts as print."""
    picture = table(paper, reader, ("G6", 300.0, 450.0), ("Ma", 500.0, 450.0))
    dim = np.rint(picture * light).astype(np.uint8)
    above = Above(dim, find_known_plane(dim, reader.deck.aspect))
    bright = Above(picture, find_known_plane(picture, reader.deck.aspect))
    for x in (300.0, 500.0):
        spot = Spot(x, 450.0, UPWARDS)
        assert above.share(spot) == pytest.approx(bright.share(spot), abs=0.05)


def test_a_pale_card_in_the_place_of_a_single_one_is_read_though_no_detector_found_it(paper, reader):
    zone = next(zone for zone in MAT.zones if zone.name == "brickyard")
    x, y = zone.x + zone.width / 2, zone.y + zone.height / 2
    picture = table(paper, reader, ("G6", x, y))
    top, bottom, left, right = np.rint(SCALE * np.array([y - 44, y + 44, x - 31.5, x + 31.5])).astype(int)
    face = picture[top:bottom, left:right].astype(np.float32)
    picture[top:bottom, left:right] = np.rint(255 - SPARSE * (255 - face)).astype(np.uint8)
    above = Above(picture, find_known_plane(picture, reader.deck.aspect))
    assert above.share(Spot(x, y, UPWARDS)) < UNFOUND.least_print
    assert "G6" in {piece.label for piece in CardTable(reader).see(picture, ())}


def test_a_card_of_sparse_print_that_a_detector_found_is_read(paper, reader):
    """Little of a pale deck counts as print. It is no bare mat for that."""
    picture = table(paper, reader, ("G6", 300.0, 450.0))
    around = SCALE * np.array([(268.5, 406.0), (331.5, 406.0), (331.5, 494.0), (268.5, 494.0)])
    (left, top), (right, bottom) = np.rint(around[0]).astype(int), np.rint(around[2]).astype(int)
    face = picture[top:bottom, left:right].astype(np.float32)
    picture[top:bottom, left:right] = np.rint(255 - SPARSE * (255 - face)).astype(np.uint8)
    above = Above(picture, find_known_plane(picture, reader.deck.aspect))
    assert BLANK < above.share(Spot(300.0, 450.0, UPWARDS)) < UNFOUND.least_print
    pieces = CardTable(reader).see(picture, [Detection(around, "card", 0.9)])
    assert "G6" in {piece.label for piece in pieces}


def test_a_card_of_sparse_print_is_guessed_by_its_paper(paper, reader):
    """It has too little print to be guessed by, but another tint than the zone that it lies in."""
    picture = table(paper, reader, ("G6", 300.0, 450.0))
    (left, top), (right, bottom) = np.rint(SCALE * np.array([(268.5, 406.0), (331.5, 494.0)])).astype(int)
    face = picture[top:bottom, left:right].astype(np.float32)
    picture[top:bottom, left:right] = np.rint(255 - SPARSE * (255 - face)).astype(np.uint8)
    above = Above(picture, find_known_plane(picture, reader.deck.aspect))
    assert above.share(Spot(300.0, 450.0, UPWARDS)) < UNFOUND.least_print
    guesses = unfound(above, ())
    assert guesses
    assert all(np.hypot(*(centre(each.corners) / SCALE - (300.0, 450.0))) < 8.0 for each in guesses)


def test_what_a_line_joins_lies_apart():
    mask = np.zeros((300, 400), np.uint8)
    mask[100:188, 50:113] = mask[100:188, 250:313] = mask[140:143, 50:313] = 1
    assert len(list(_boxes(mask, UNFOUND))) == 2


def test_what_was_read_tells_the_light_for_what_no_detector_found(paper, reader, monkeypatch):
    lights, faces = [], CardReader.faces

    def listen(self, source, cards, given=(), **how):
        lights.append(len(given))
        return faces(self, source, cards, given, **how)

    monkeypatch.setattr(CardReader, "faces", listen)
    cards = [("G6", 300.0, 450.0), ("BSu", 400.0, 450.0), ("R3", 500.0, 450.0)]
    found = [Detection(place(card), "card", 0.9) for card in cards]
    seen = CardTable(reader).see(table(paper, reader, *cards, ("Y7", 600.0, 450.0)), found)
    assert {"G6", "BSu", "R3", "Y7"} <= {piece.label for piece in seen}
    assert lights[0] == 0
    assert lights[-1] >= 3


def test_a_row_is_read_to_its_lowest_card(paper, reader):
    row = [(label, 200.0 + STEP * at, 450.0) for at, label in enumerate(("R7", "R8", "R9"))]
    pieces = CardTable(reader).see(table(paper, reader, *row, ("BSu", 500.0, 450.0)), ())
    found = {round(float(centre(np.array(piece.corners))[0]) / SCALE): piece for piece in pieces}
    tops = {piece.label for piece in pieces if piece.label is not None}
    assert tops == {"R9", "BSu"}
    for label, x, _ in row[:2]:
        piece = next(piece for at, piece in found.items() if abs(at - x) < 3)
        assert piece.label is None
        assert piece.candidates[0].label == label
        assert not tops & {candidate.label for candidate in piece.candidates}
        assert sum(candidate.confidence for candidate in piece.candidates) <= 1.001
    assert len(pieces) == 4


def test_under_a_card_that_is_read_unsurely_others_are_read_too(paper, reader, monkeypatch):
    """Else a row of a dim or blurred picture would be its last card alone, which nothing explains."""
    monkeypatch.setattr(matlook, "read", lambda each, seen: read(each, seen).doubted())
    row = [(label, 200.0 + STEP * at, 450.0) for at, label in enumerate(("R7", "R8", "R9"))]
    pieces = CardTable(reader).see(table(paper, reader, *row), [Detection(place(row[-1]), "card", 0.9)])
    cards = {piece.candidates[0].label for piece in pieces if piece.kind == "card" and piece.label is None}
    assert {"R7", "R8", "R9"} <= cards


def test_a_card_whose_end_lies_under_another_is_read_by_the_rest(paper, reader):
    picture = table(paper, reader, ("Y2", 300.0, 450.0))
    across = cv2.rotate(reader.deck.faces[reader.deck.labels.index("RSu")], cv2.ROTATE_90_CLOCKWISE)
    size = (round(88 * SCALE), round(63 * SCALE))
    left, top = round(SCALE * 300.0 - size[0] / 2), round(SCALE * 485.0 - size[1] / 2)
    picture[top : top + size[1], left : left + size[0]] = cv2.resize(across, size, interpolation=cv2.INTER_AREA)
    pieces = CardTable(reader).see(picture, ())
    assert [piece.label for piece in pieces if piece.label is not None and piece.label != "Y2"] == ["RSu"]
    (below,) = (piece for piece in pieces if piece.label != "RSu")
    assert (below.label or below.candidates[0].label) == "Y2"
    assert centre(np.array(below.corners)) / SCALE == pytest.approx(np.array([300.0, 450.0]), abs=3.0)


def test_a_card_under_one_whose_own_end_is_hidden_is_read(paper, reader):
    cards = [("R7", 200.0, 450.0), ("R8", 200.0 + STEP, 450.0), ("G9", 200.0 + STEP, 395.0)]
    pieces = CardTable(reader).see(table(paper, reader, *cards), ())
    under = [piece for piece in pieces if piece.candidates and piece.candidates[0].label == "R7"]
    assert [float(centre(np.array(piece.corners))[0]) / SCALE for piece in under] == [pytest.approx(200.0, abs=3.0)]


def test_a_card_whose_end_lies_under_the_tower_is_read_where_it_lies(paper, reader):
    tower = next(zone for zone in MAT.zones if zone.name == "tower")
    x, y = tower.x + tower.width / 12, tower.y + tower.height / 2
    low = y + 14.0  # the second storey lies beyond its place
    card = ("YGM", x + 20.0, low + 88.0 - 17.0)
    picture = table(paper, reader, card, ("back", x, y), ("back", x, low), ("back", x + 67.0, low))
    below = SCALE * (low + 44.0)
    seen = Detection(SCALE * np.array([[x - 11.5, 0], [x + 51.5, 0], [x + 51.5, 0], [x - 11.5, 0]]), "card", 0.9)
    seen.corners[:2, 1], seen.corners[2:, 1] = below, SCALE * (card[2] + 44.0)
    pieces = CardTable(reader).see(picture, (seen,))
    (found,) = (piece for piece in pieces if piece.label == "YGM")
    assert centre(np.array(found.corners)) / SCALE == pytest.approx(np.array(card[1:]), abs=3.0)


def test_beside_a_hammer_at_the_end_of_a_row_no_card_is_looked_for(paper, reader, monkeypatch):
    """Four play: the mat's zones for two know nothing of those who sit at its sides."""
    looked = []
    monkeypatch.setattr(StripReader, "beside", lambda _, spot, __: looked.append((spot.x, spot.y)) or ())
    row, hammer = (MAT.width - 190.0, 250.0), (MAT.width - 123.0, 274.0)
    picture = table(across(paper, reader, "YAp", *row), reader, ("R5", *hammer))
    half = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
    found = [SCALE * (np.array(row) + half[:, ::-1]), SCALE * (np.array(hammer) + half)]
    pieces = CardTable(reader).see(picture, [Detection(quad, "card", 0.9) for quad in found])
    assert {"R5", "YAp"} <= {piece.label for piece in pieces}
    assert looked
    assert all(np.hypot(x - row[0], y - row[1]) < 5 for x, y in looked)


def test_backs_are_known_by_their_colours_and_bare_zones_are_none(paper, reader):
    tower = next(zone for zone in MAT.zones if zone.name == "tower")
    quarry = next(zone for zone in MAT.zones if zone.name == "quarry")
    places = [(tower.x + (n + 0.5) * tower.width / 6, tower.y + tower.height / 2) for n in range(6)]
    cards = [("T1", *places[0]), *(("back", *place) for place in places[1:])]
    cards += [("back", quarry.x + quarry.width / 2, quarry.y + quarry.height / 2 - 7.0)]
    dim = (0.6 * table(paper, reader, *cards)).astype(np.uint8)
    pieces = CardTable(reader).see(dim, ())
    assert sorted(str(piece.label) for piece in pieces) == ["T1", *["back"] * 6]
    pile = min(pieces, key=lambda piece: piece.corners[0][1])
    assert centre(np.array(pile.corners))[1] / SCALE == pytest.approx(quarry.y + quarry.height / 2 - 7.0, abs=2.5)


def test_what_lies_unchanged_is_not_read_again(paper, reader, monkeypatch):
    read = []
    monkeypatch.setattr(CardReader, "faces", _counted(read, CardReader.faces))
    recogniser = CardTable(reader)
    first = [("G6", 300.0, 450.0), ("BSu", 500.0, 450.0)]
    before = recogniser.see(table(paper, reader, *first), ())
    assert sum(read) >= 2
    recogniser.see(table(paper, reader, *first), ())  # what is unsure is tried twice
    read.clear()
    noise = np.random.default_rng(1).integers(-2, 3, (*table(paper, reader).shape,))
    again = np.clip(table(paper, reader, *first) + noise, 0, 255).astype(np.uint8)
    assert [piece.label for piece in recogniser.see(again, ())] == [piece.label for piece in before]
    assert sum(read) == 0
    after = recogniser.see(table(paper, reader, first[0], ("R3", 500.0, 450.0)), ())
    assert sorted(str(piece.label) for piece in after) == ["G6", "R3"]
    assert sum(read) > 0
    # What was there before is known again once it is back.
    read.clear()
    assert sorted(str(piece.label) for piece in recogniser.see(again, ())) == ["BSu", "G6"]
    assert sum(read) == 0


def test_the_noise_of_a_dim_camera_is_no_change(paper, reader, monkeypatch):
    read = []
    monkeypatch.setattr(CardReader, "faces", _counted(read, CardReader.faces))
    recogniser = CardTable(reader)
    cards = table(paper, reader, ("G6", 300.0, 450.0), ("BSu", 500.0, 450.0))
    random = np.random.default_rng(1)
    for _ in range(2):  # what is unsure is tried twice
        recogniser.see(np.clip(cards + random.normal(0, 16, cards.shape), 0, 255).astype(np.uint8), ())
    read.clear()
    again = np.clip(cards + random.normal(0, 16, cards.shape), 0, 255).astype(np.uint8)
    assert {piece.label for piece in recogniser.see(again, ())} >= {"G6", "BSu"}
    assert sum(read) == 0


@pytest.mark.parametrize(("seed", "one", "other"), [(7, "RAr", "RGM"), (8, "G6", "G9")])
def test_a_card_of_thin_print_on_its_like_is_a_change(paper, reader, seed, one, other):
    deck, size = random_deck(seed), (round(63 * SCALE), round(88 * SCALE))
    known_plane = find_known_plane(paper, reader.deck.aspect)
    left, top = (round(SCALE * middle - side / 2) for middle, side in zip((300.0, 450.0), size, strict=True))
    spot, unchanged = Spot(300.0, 450.0, UPWARDS), Unchanged()

    def lies(label):
        picture, face = paper.copy(), np.ascontiguousarray(deck.raster(label, 3)[..., :3])
        picture[top : top + size[1], left : left + size[0]] = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
        return Above(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8), known_plane)

    unchanged.keep("face", spot, 0.0, lies(one), one)
    assert unchanged.recall("face", spot, lies(one)).value == one
    assert unchanged.recall("face", spot, lies(other)) is None


def test_a_card_that_was_found_twice_is_read_once(paper, reader, monkeypatch):
    read = []
    monkeypatch.setattr(CardReader, "faces", _counted(read, CardReader.faces))
    card = ("G6", 300.0, 450.0)
    picture, found = table(paper, reader, card), Detection(place(card), "card", 0.9)
    CardTable(reader).see(picture, [found])
    once = sum(read)
    read.clear()
    pieces = CardTable(reader).see(picture, [found, Detection(place(card) + 2.0, "card", 0.8)])
    assert [piece.label for piece in pieces] == ["G6"]
    assert sum(read) == once


def test_print_that_no_detector_found_is_no_card_while_something_moves(paper, reader):
    card = ("G6", 300.0, 450.0)
    picture, recogniser = table(paper, reader, card), CardTable(reader)
    known_plane = recogniser.known_plane(picture)
    assert [piece.label for piece in recogniser.on_mat(picture, (), known_plane)] == ["G6"]
    assert recogniser.on_mat(picture, (), known_plane, moving=True) == ()
    found = [Detection(place(card), "card", 0.9)]
    assert [piece.label for piece in recogniser.on_mat(picture, found, known_plane, moving=True)] == ["G6"]


def test_what_cannot_be_read_while_something_moves_is_searched_for_once_it_rests(paper, reader, monkeypatch):
    searched, faces = [], CardReader.faces

    def listen(self, source, cards, given=(), **how):
        searched.extend([how["searched"]] * len(cards))
        return faces(self, source, cards, given, **how)

    monkeypatch.setattr(CardReader, "faces", listen)
    strange, recogniser = ("G6", 300.0, 450.0), CardTable(reader)
    picture = table(paper, reader, strange)
    left, top = np.rint(place(strange).min(axis=0)).astype(int)
    right, bottom = np.rint(place(strange).max(axis=0)).astype(int)
    stripes = 100 + 80 * (np.arange(bottom - top) // 9 % 2)
    picture[top:bottom, left:right] = stripes[:, None, None]
    known_plane, found = recogniser.known_plane(picture), [Detection(place(strange), "card", 0.9)]
    for _ in range(3):
        pieces = recogniser.on_mat(picture, found, known_plane, moving=True)
        assert [piece.label for piece in pieces] in ([], [None])
    assert searched == [False, False], "it is tried twice, and not searched for"
    searched.clear()
    recogniser.on_mat(picture, found, known_plane)
    assert any(searched)


def test_what_was_read_is_read_anew_where_the_mat_was_moved(paper, reader, monkeypatch):
    read = []
    monkeypatch.setattr(CardReader, "faces", _counted(read, CardReader.faces))
    recogniser = CardTable(reader)
    picture = table(paper, reader, ("G6", 300.0, 450.0))
    (before,) = recogniser.see(picture, ())
    read.clear()
    (after,) = recogniser.see(np.roll(picture, 8, axis=1), ())
    assert sum(read) > 0
    assert np.array(after.corners) - np.array(before.corners) == pytest.approx(np.array([[8.0, 0.0]] * 4), abs=0.7)


def _counted(read, faces):
    """Reading faces, with how many were read at a time."""

    def counted(own, source, cards, lights, **how):
        read.append(len(cards))
        return faces(own, source, cards, lights, **how)

    return counted


def test_beside_a_card_that_lies_alone_nothing_is_made_up(paper, reader):
    pieces = CardTable(reader).see(table(paper, reader, ("Y2", 300.0, 450.0), ("BAr", 374.0, 450.0)), ())
    assert sorted(str(piece.label) for piece in pieces) == ["BAr", "Y2"]


def across(picture, reader, label, x, y):
    """The picture with a card laid across, its middle at (x, y) mm."""
    size = (round(63 * SCALE), round(88 * SCALE))
    face = cv2.resize(reader.deck.faces[reader.deck.labels.index(label)], size, interpolation=cv2.INTER_AREA)
    turned = np.rot90(face)
    left, top = round(SCALE * x - size[1] / 2), round(SCALE * y - size[0] / 2)
    laid_on = picture.copy()
    laid_on[top : top + size[0], left : left + size[1]] = turned
    return np.asarray(cv2.GaussianBlur(laid_on, (0, 0), 0.4), np.uint8)


def test_print_of_the_row_below_a_card_laid_across_is_none_of_its_own(paper, reader):
    zone = next(zone for zone in MAT.zones if zone.name == "rows" and zone.seat == 0)
    x, y = zone.x + 60.0, zone.y + 40.0
    row = [(label, x + STEP * at, y) for at, label in enumerate(("G3", "G4", "G5"))]
    picture = across(table(paper, reader, *row), reader, "BGM", x + 12.0, y + 48.0)
    pieces = CardTable(reader).see(picture, ())
    lies = {piece.label: np.array(piece.corners) for piece in pieces if piece.label in ("G5", "BGM")}
    assert set(lies) == {"G5", "BGM"}
    under = [np.array(piece.corners) for piece in pieces if piece.kind == "card" and piece.label is None]
    assert under
    # What lies under others of the row lies upright, as they do.
    assert all(abs(quad[0] - quad[1])[0] > abs(quad[0] - quad[1])[1] for quad in under)


def test_what_lies_beyond_a_zones_edge_is_the_mat(paper, reader):
    """A row may end at the edge of its zone. The place beside it then has two colours: the zone's and the paper's."""
    zone = next(zone for zone in MAT.zones if zone.name == "rows" and zone.seat == 0)
    x, y = zone.x + 31.5 + 4.0, zone.y + 44.0 + 4.0
    picture = table(paper, reader, ("Y2", x, y))
    known_plane = find_known_plane(picture, reader.deck.aspect)
    above, spot = Above(picture, known_plane), Spot(x, y, UPWARDS)
    strips = StripReader(pyramid(picture), reader.ready, above, Light(), frozenset(reader.deck.labels))
    beside = strips._read(
        spot.aside(-16.0), (slice(0, 90), slice(0, 16)), strips._wanted, above.bare(spot, [place(("Y2", x, y))])
    )
    assert beside.bare > -0.7
    assert not beside.is_card(strips.settings)


def test_beside_a_card_on_a_pile_lies_no_other_of_a_row(paper, reader):
    zone = next(zone for zone in MAT.zones if zone.name == "keystone")
    x, y = zone.x + zone.width / 2, zone.y + zone.height / 2
    pieces = CardTable(reader).see(table(paper, reader, ("R6", x - STEP, y), ("RGM", x, y)), ())
    assert [piece.label for piece in pieces] == ["RGM"]


@pytest.mark.parametrize(
    ("colour", "things"), [(None, 0), ((0, 0, 0), 1), ((60, 100, 150), 1), ((140, 170, 220), 1), ((120, 120, 120), 1)]
)
def test_what_hides_the_brickyard_is_told(paper, reader, colour, things):
    zone = next(zone for zone in MAT.zones if zone.name == "brickyard")
    corners = SCALE * np.array([(zone.x, zone.y), (zone.x + zone.width, zone.y + zone.height)])
    picture = table(paper, reader, ("G6", 300.0, 450.0))
    if colour is not None:
        cv2.rectangle(picture, np.int32(corners[0]).tolist(), np.int32(corners[1]).tolist(), colour, -1)
    pieces = CardTable(reader).see(picture, ())
    found = [centre(np.array(piece.corners)) for piece in pieces if piece.kind == "unknown"]
    assert len(found) == things
    assert all(np.linalg.norm(at - corners.mean(axis=0)) < 6 for at in found)


def test_a_card_on_the_brickyard_is_no_thing_that_hides_it(paper, reader):
    zone = next(zone for zone in MAT.zones if zone.name == "brickyard")
    x, y = zone.x + zone.width / 2, zone.y + zone.height / 2
    pieces = CardTable(reader).see(table(paper, reader, ("R6", x, y)), ())
    assert [(piece.kind, piece.label) for piece in pieces] == [("card", "R6")]


def test_an_empty_place_is_no_card_of_sparse_print(paper, reader, monkeypatch):
    """Both show hardly any print. A face has to explain the place better than the bare mat."""
    asked = []
    monkeypatch.setattr(matlook.MatLook, "_as_read", lambda _, found: asked.append(len(found)) or [])
    CardTable(reader).see(table(paper, reader), ())
    assert sum(asked) == 0


def test_a_place_in_the_shadow_of_a_pile_is_no_unread_card(paper, reader):
    """A detector takes the shadow's edge for a card's. The bare mat explains the place better than any face."""
    zone = next(zone for zone in MAT.zones if zone.name == "brickyard")
    x, y = zone.x + zone.width / 2, zone.y + zone.height / 2
    picture = table(paper, reader, ("G1", x + 75.0, y))
    corners = place(("", x, y))
    (left, top), (right, bottom) = np.rint(corners[[0, 2]]).astype(int)
    dim, wide = np.ones((1, right - left, 1)), round(0.35 * (right - left))
    dim[:, :wide, 0] = np.linspace(0.45, 1.0, wide)
    picture[top:bottom, left:right] = np.rint(picture[top:bottom, left:right] * dim)
    above = Above(picture, find_known_plane(picture, reader.deck.aspect))
    assert above.share(Spot(x, y, UPWARDS)) > BLANK
    pieces = CardTable(reader).see(picture, [Detection(corners, "card", 0.8)])
    assert [piece.label for piece in pieces if piece.kind == "card"] == ["G1"]
