"""Cards that look alike are told apart where they differ, or are unsure with both."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.recognise.cards import card_reader, deck_of_faces, load_deck
from vision.recognise.cards.deck import FINE_WIDTH, fine_width
from vision.recognise.detect import Detection

WIDTH, HEIGHT = 200, 300
SIGNS = ("disc", "cross")


def face(sign: str, figure: int) -> np.ndarray:
    """A card with a large figure in the middle and a small sign in two corners."""
    card = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
    cv2.rectangle(card, (3, 3), (WIDTH - 4, HEIGHT - 4), (90, 140, 60), 5)
    points = np.array([[100, 80], [140 + figure, 210], [60 - figure, 210]])
    cv2.fillPoly(card, [points.astype(np.int32)], (30, 30, 30), cv2.LINE_AA)
    for x, y in ((28, 34), (WIDTH - 28, HEIGHT - 34)):
        if sign == "disc":
            cv2.circle(card, (x, y), 11, (30, 30, 30), -1, cv2.LINE_AA)
        else:
            cv2.line(card, (x - 11, y - 11), (x + 11, y + 11), (30, 30, 30), 6, cv2.LINE_AA)
            cv2.line(card, (x - 11, y + 11), (x + 11, y - 11), (30, 30, 30), 6, cv2.LINE_AA)
    return card


LABELS = [f"{sign}{figure}" for figure in (0, 20, -25) for sign in SIGNS]
FACES = [face(sign, figure) for figure in (0, 20, -25) for sign in SIGNS]


@pytest.fixture(scope="module")
def deck():
    return deck_of_faces(LABELS, FACES, 1.5, "alike")


def shown(card: np.ndarray, light: float = 0.8, blur: float = 0.6) -> tuple[np.ndarray, np.ndarray]:
    """The card on a table, a little turned and dimmer, and its corners a little off."""
    corners = np.array([[120.0, 90], [262, 112], [238, 322], [98, 304]])
    source = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    picture = np.full((420, 380, 3), (110, 130, 120), np.uint8)
    cv2.warpPerspective(card, matrix, (380, 420), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return np.clip(picture * np.array([0.9, 1.0, 1.05]) * light, 0, 255).astype(np.uint8), corners + 1.0


@pytest.mark.parametrize("number", range(len(LABELS)))
@pytest.mark.parametrize("way", [0, 2])
def test_signs_in_the_corners_tell_cards_apart(deck, number: int, way: int) -> None:
    picture, corners = shown(FACES[number])
    (reading,) = card_reader(deck).read(picture, [Detection(np.roll(corners, way, axis=0), "card", 0.9)])
    assert reading.label == LABELS[number]


def test_a_card_whose_sign_cannot_be_seen_is_unsure_with_both(deck) -> None:
    card = FACES[0].copy()
    for x, y in ((28, 34), (WIDTH - 28, HEIGHT - 34)):
        cv2.circle(card, (x, y), 22, (245, 245, 245), -1)
    picture, corners = shown(card)
    (reading,) = card_reader(deck).read(picture, [Detection(corners, "card", 0.9)])
    assert reading.label is None
    assert {each.label for each in reading.candidates} >= {"disc0", "cross0"}


def test_fine_faces_are_kept_in_the_file_and_bounded(deck, tmp_path) -> None:
    deck.save(tmp_path / "deck.npz")
    assert np.array_equal(load_deck(tmp_path / "deck.npz").fine, deck.fine)
    assert deck.fine.shape == (len(LABELS), HEIGHT, WIDTH, 3)
    assert fine_width(52, 900, 1.5) == FINE_WIDTH
    assert fine_width(2000, 900, 1.5) < 80
