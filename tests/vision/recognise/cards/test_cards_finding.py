"""Cards found without a trained detector: by their outlines, by their features, and by both."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from card_tables import cloth, laid, turned_card

from vision.geometry import centre, overlap
from vision.recognise.cards import CardFinder, FeatureFinder, card_search
from vision.recognise.cards.beneath import completed, table_between, without_print
from vision.recognise.detect import Detection


def table():
    """Five cards, one on another, with their places."""
    places = {
        "R7": turned_card(120, 130, 100, 12),
        "B7": turned_card(280, 140, 100, -20),
        "GSu": turned_card(460, 150, 100, 95),
        "Hw": turned_card(180, 350, 100, 4),
        "Ma": turned_card(225, 370, 100, 30),
    }
    picture = cloth(520, 640)
    for label, card in places.items():
        picture = laid(picture, label, card)
    return picture, places


def off_by(found, card):
    """How far the corners are from the card's, whichever comes first, px."""
    return min(float(np.abs(np.roll(found.corners, turn, axis=0) - card).max()) for turn in range(4))


def test_outlines_of_whole_cards_are_found_to_a_few_pixels():
    picture, places = table()
    found = CardFinder().detect(picture)
    for label in ("R7", "B7", "GSu", "Ma"):
        assert min(off_by(each, places[label]) for each in found) < 4, label


def test_outlines_do_not_lie_on_each_other_and_come_from_the_top_down():
    found = CardFinder().detect(table()[0])
    assert all(overlap(a.corners, b.corners) < 0.7 for n, a in enumerate(found) for b in found[:n])
    heights = [float(centre(each.corners)[1]) for each in found]
    assert heights == sorted(heights)
    assert {each.kind for each in found} == {"card"}


def test_a_card_beneath_another_is_found_by_what_shows_of_it():
    picture, places = table()
    assert min(off_by(each, places["Hw"]) for each in CardFinder().detect(picture)) < 8


def test_print_on_cards_does_not_outvote_them():
    """Many pictures on two cards agree on a size. They lie on what is larger and surer."""
    picture = cloth(520, 640)
    places = [turned_card(120, 130, 100, 0), turned_card(400, 130, 100, 0)]
    for label, card in zip(("R7", "B7"), places, strict=True):
        picture = laid(picture, label, card)
    found = CardFinder().detect(picture)
    for card in places:
        assert min(off_by(each, card) for each in found) < 4


def test_a_strip_is_completed_to_the_size_of_the_other_cards():
    """A strip 30 wide and 140 high, of which the right side lies under another card."""
    strip = np.array([[[0, 0], [30, 0], [30, 140], [0, 140]]], np.float64)
    (whole,) = completed(strip, np.array([[0.1, 1.0, 0.1, 0.0]]), np.array([100.0, 140.0]))
    assert sorted(whole.tolist()) == [[0, 0], [0, 140], [100, 0], [100, 140]]
    assert not len(completed(strip, np.zeros((1, 4)), np.array([100.0, 140.0])))


def test_the_table_between_cards_is_none():
    """Light varies on the table; a rim of its hue that is nearer to it than to paper is the table."""
    rims = np.array([[236, 128, 130], [232, 127, 130], [238, 127, 130], [168, 136, 154], [90, 170, 150]], np.float64)
    around = np.array([[154, 135, 152], [144, 135, 150], [142, 134, 148], [164, 136, 154], [150, 135, 150]], np.float64)
    assert table_between(rims, around).tolist() == [False, False, False, True, False]
    assert not table_between(rims[2:4], around[2:4]).any(), "two cards do not tell the table"


def test_a_picture_on_a_card_is_no_card():
    whole, other = turned_card(200, 200, 100, 10), turned_card(400, 200, 100, 10)
    picture = 0.4 * (whole - whole.mean(axis=0)) + whole.mean(axis=0)
    found = [Detection(whole, "card", 0.9), Detection(picture, "card", 0.8), Detection(other, "card", 0.75)]
    assert [each.score for each in without_print(found)] == [0.9, 0.75]


def test_a_bare_cloth_and_a_blank_picture_hold_no_card():
    for picture in (cloth(), np.zeros((200, 300, 3), np.uint8), np.full((40, 30, 3), 255, np.uint8)):
        assert CardFinder().detect(picture) == ()


def test_features_find_cards_of_the_deck_held_at_a_slant(deck):
    card = np.array([[180.0, 100.0], [380.0, 130.0], [350.0, 390.0], [160.0, 330.0]])
    picture = laid(cloth(), "BSu", card)
    found = FeatureFinder(deck).detect(picture)
    assert found
    assert min(off_by(each, card) for each in found[:3]) < 12


def test_features_of_strangers_find_nothing(deck):
    picture = cloth()
    cv2.putText(picture, "no card", (100, 240), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 6)
    assert FeatureFinder(deck).detect(picture) == ()


@pytest.mark.parametrize("label", ["BSu", "Hw"])
def test_the_search_finds_and_reads(deck, label):
    card = turned_card(330, 240, 150, 160)
    picture = laid(cloth(), label, card)
    (told,) = card_search(deck).look(picture)
    assert told.reading.label == label
    assert np.abs(told.corners - card).max() < 4
    (found,) = card_search(deck).detect(picture)
    assert np.array_equal(found.corners, told.corners)


def test_the_search_gives_the_same_twice(deck):
    picture, _ = table()
    search = card_search(deck)
    one, other = search.look(picture), search.look(picture)
    assert [each.reading for each in one] == [each.reading for each in other]
    assert all(np.array_equal(a.corners, b.corners) for a, b in zip(one, other, strict=True))
