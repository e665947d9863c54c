"""Cards within four corners: any way up, off by some pixels, in odd light, partly covered; strangers are unsure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from card_tables import LABELS, cloth, laid, laid_drawing, turned_card

from datasets.decks.foreign import playing_deck
from vision.observation import BACK
from vision.recognise.cards import close_look
from vision.recognise.cards.close_look import light_on, look_closely
from vision.recognise.cards.compare import view
from vision.recognise.cards.confidence import reading
from vision.recognise.cards.look import exposed, pyramid, quiet, structure
from vision.recognise.cards.settings import COARSE, FARTHER, READ
from vision.recognise.detect import Detection


def seen(reader, picture, *cards):
    return reader.look(picture, [Detection(np.asarray(card, float), "card", 1.0) for card in cards])


@pytest.mark.parametrize("label", LABELS)
def test_every_face_is_read(reader, label):
    card = turned_card(300, 240, 110, 25)
    (told,) = seen(reader, laid(cloth(), label, card), card)
    assert told.reading.label == label
    assert told.reading.candidates[0].label == label


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("degrees", [0, 90, 200])
def test_corners_may_begin_anywhere_and_come_back_from_the_top_edge(reader, first, degrees):
    card = turned_card(300, 240, 100, degrees)
    (told,) = seen(reader, laid(cloth(), "R7", card), np.roll(card, -first, axis=0))
    assert told.reading.label == "R7"
    assert np.abs(told.corners - card).max() < 4


def test_corners_may_go_round_either_way(reader):
    card = turned_card(300, 240, 100, 10)
    (told,) = seen(reader, laid(cloth(), "R7", card), card[::-1])
    assert told.reading.label == "R7"
    assert np.abs(told.corners - card).max() < 4


def test_corners_that_are_off_are_fitted(reader):
    card = turned_card(300, 240, 120, 30)
    off = card + np.array([[4, -3], [-4, 3], [3, 4], [-4, -2]])
    (told,) = seen(reader, laid(cloth(), "GSu", card), off)
    assert told.reading.label == "GSu"
    assert np.abs(told.corners - card).max() < 2.5


@pytest.mark.parametrize("label", [label for label in LABELS if label != BACK])
def test_corners_that_are_off_by_an_eighth_of_the_card_are_fitted(reader, label):
    card = turned_card(300, 240, 112, 10)
    (told,) = seen(reader, laid(cloth(colour=(190, 205, 210)), label, card), card + np.array([-14, 14]))
    assert told.reading.candidates[0].label == label
    assert np.abs(told.corners - card).max() < 4


@pytest.mark.parametrize("over", [label for label in LABELS if label not in {BACK, "R6"}])
@pytest.mark.parametrize("share", [0.15, 0.24])
def test_what_lies_on_a_card_of_a_fan_is_told_where_it_lies_or_not_at_all(reader, over, share):
    card = turned_card(300, 240, 112, 0)
    above = card + np.array([share * 112, 0])
    picture = laid(laid(cloth(), "R6", card), over, above)
    (told,) = seen(reader, picture, card)
    assert told.reading.label != over or np.abs(told.corners - above).max() < np.abs(told.corners - card).max()
    assert told.reading.label in {None, "R6", over}


@pytest.mark.parametrize("label", ["R7", "B7", "G7", "Y7"])
@pytest.mark.parametrize("light", [(0.7, 0.95, 1.1), (1.1, 0.9, 0.75), (0.35, 0.35, 0.35)])
def test_guilds_are_told_apart_in_coloured_and_dim_light(reader, label, light):
    card = turned_card(300, 240, 100, 15)
    picture = np.clip(laid(cloth(), label, card) * np.array(light), 0, 255).astype(np.uint8)
    (told,) = seen(reader, picture, card)
    assert told.reading.label == label


def test_a_card_may_be_partly_covered(reader):
    card = turned_card(300, 240, 120, 0)
    picture = laid(cloth(), "R6", card)
    x, y = card.min(0).astype(int)
    picture[y + 100 :, x : x + 130] = (140, 160, 200)
    (told,) = seen(reader, picture, card)
    assert told.reading.label == "R6"


def test_glare_does_not_matter_much(reader):
    card = turned_card(300, 240, 120, 0)
    picture = laid(cloth(), "R9", card).astype(np.float64)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    spot = 255 * np.exp(-((x - 280) ** 2 + (y - 190) ** 2) / (2 * 18**2))
    (told,) = seen(reader, np.clip(picture + spot[..., None], 0, 255).astype(np.uint8), card)
    assert told.reading.label == "R9"


def test_what_is_no_card_of_the_deck_gets_no_label(reader):
    stripes = cloth()
    stripes[:, ::6] = (30, 30, 200)
    card = turned_card(300, 240, 110, 20)
    foreign = playing_deck(1)
    strangers = [laid_drawing(cloth(), foreign.raster(label, 4.0), card) for label in foreign.labels[:40:8]]
    for picture in (cloth(), stripes, *strangers):
        (told,) = seen(reader, picture, card)
        assert told.reading.label is None


@pytest.mark.parametrize(("poor", "looks"), [(-99.0, 1), (READ.poor, 2)])
def test_a_card_that_fits_even_its_best_face_poorly_is_looked_for_farther_off(reader, monkeypatch, poor, looks):
    """It may be read surely all the same: so a 4 whose corners were 6 px off was a 3."""
    card, tried = turned_card(300, 240, 110, 20), []
    place = close_look._place
    monkeypatch.setattr(close_look, "_place", lambda *given: (tried.append(given[4]), place(*given)))
    foreign = playing_deck(1)
    picture = pyramid(laid_drawing(cloth(), foreign.raster(foreign.labels[0], 4.0), card))
    look_closely(picture, card, reader.ready, replace(READ, doubtful=0.0, poor=poor))
    assert tried == [COARSE, FARTHER][:looks]
    tried.clear()
    look_closely(pyramid(laid(cloth(), "R7", card)), card, reader.ready, replace(READ, doubtful=0.0, poor=poor))
    assert tried == [COARSE]


def test_pieces_that_are_no_cards_stay_unread(reader):
    card = turned_card(300, 240, 110, 0)
    picture = laid(cloth(), "R7", card)
    stone, read = reader.read(picture, [Detection(card, "stone", 1.0), Detection(card, "card", 1.0)])
    assert (stone.label, stone.confidence, stone.candidates) == (None, 0.0, ())
    assert read.label == "R7"


def test_reading_twice_gives_the_same(reader):
    card = turned_card(300, 240, 60, 40)
    picture = laid(cloth(), "BSu", card)
    one, other = (seen(reader, picture, card)[0] for _ in range(2))
    assert one.reading == other.reading
    assert np.array_equal(one.corners, other.corners)


def test_candidates_are_best_first_and_no_label_twice(reader, deck):
    card = turned_card(300, 240, 30, 0)
    told = reading(look_closely(pyramid(laid(cloth(), "R7", card)), card, reader.ready), deck)
    confidences = [each.confidence for each in told.candidates]
    assert confidences == sorted(confidences, reverse=True)
    assert len({each.label for each in told.candidates}) == len(confidences)
    assert 0 < sum(confidences) <= 1 + 1e-9


def test_a_part_of_red_and_black_is_bright_already() -> None:
    """Its green is dark throughout. Brightened by that, black was lighter than red."""
    part = np.full((90, 20, 3), (26, 24, 24), np.uint8)
    part[:, :13] = (28, 15, 225)
    assert exposed(part) is part
    seen = structure(part)
    assert seen[:, :13].mean() > 0 > seen[:, 14:].mean()


def test_noise_is_taken_out_of_a_card_and_print_is_left() -> None:
    chance = np.random.default_rng(3)
    card = np.full((67, 48, 3), 60, np.uint8)
    card[20:45, 15:33] = 150
    noisy = np.clip(card + chance.normal(0, 20, card.shape), 0, 255).astype(np.uint8)
    assert quiet(card) is card
    assert spread(quiet(noisy)[:15]) < spread(noisy[:15]) / 2
    seen = view(noisy).light.reshape(67, 48)
    assert spread(seen[:15]) < spread(structure(exposed(noisy))[:15])
    assert quiet(noisy)[30:36, 20:28].mean() - quiet(noisy)[:15].mean() > 50


def spread(part):
    return float(part.astype(float).std())


def test_only_a_card_that_is_rather_read_right_tells_the_light_of_a_picture(reader):
    card = turned_card(300, 240, 110, 25)
    close = look_closely(pyramid(laid(cloth(), "R7", card)), card, reader.ready)
    read = reading(close, reader.deck)
    assert light_on(close, read) == close.best.fit.light
    assert light_on(close, replace(read, label=None, confidence=0.4)) is None
