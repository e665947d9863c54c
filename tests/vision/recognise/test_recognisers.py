"""Recognisers of the games: what stays of several finds at one place."""

from __future__ import annotations

from dataclasses import fields
from itertools import cycle, islice
from types import SimpleNamespace

import numpy as np
import pytest

from vision import READABLE, Photo, read_photo, recogniser_for
from vision.games.stonerow.recogniser import CardTable
from vision.geometry import quad
from vision.observation import Candidate
from vision.recognise.cards.reader import SeenCard
from vision.recognise.detect import Detection
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.read import Reading
from vision.recognise.trained.once import once_each
from vision.settings import TRAINED_DETECT

PICTURE = np.full((200, 300, 3), 90, np.uint8)


def box(*bounds: float, kind: str, name: str = "", score: float = 0.9) -> Detection:
    x, y, width, height = bounds
    corners = quad([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    return Detection(corners, kind, score, name or kind)


def says(label: str | None, confidence: float) -> Reading:
    return Reading(label, confidence, (Candidate(label or "R1", confidence),))


class Says:
    """A reader, of dominoes and of cards, that says what it was given, in order."""

    name = "says/1"

    def __init__(self, *readings: Reading) -> None:
        self.readings = readings

    @property
    def deck(self) -> SimpleNamespace:
        return SimpleNamespace(aspect=1.4)

    def read(self, picture: np.ndarray, detections: list[Detection]) -> tuple[Reading, ...]:
        return tuple(islice(cycle(self.readings), len(detections)))

    def look(self, picture: np.ndarray, detections: list[Detection]) -> tuple[SeenCard, ...]:
        return tuple(SeenCard(r, d.corners) for r, d in zip(self.readings, detections, strict=True))


def test_of_dominoes_at_one_place_the_one_that_reads_best_stays() -> None:
    finds = [box(50, 50, 30, 60, kind="domino"), box(52, 60, 30, 60, kind="domino")]
    pieces = DominoTable(Says(says(None, 0.4), says("3-5", 0.9))).see(PICTURE, finds)
    assert [piece.label for piece in pieces] == ["3-5"]


def test_a_back_needs_the_detector_and_a_reader_that_sees_no_pips() -> None:
    back, face = box(50, 50, 30, 60, kind="domino", name="domino_back"), box(150, 50, 30, 60, kind="domino")
    table = DominoTable(Says(says("3-5", 0.9), says(None, 0.3)), believed=lambda _, quads, __: [True] * len(quads))
    pieces = table.see(PICTURE, [face, back])
    assert [piece.label for piece in pieces] == ["back", "3-5"]
    assert DominoTable(Says(says("3-5", 0.9))).see(PICTURE, [back])[0].label == "3-5"


def test_a_plain_thing_that_reads_as_nothing_is_unknown() -> None:
    thing = [box(50, 50, 30, 60, kind="domino", score=0.8)]
    (piece,) = DominoTable(Says(Reading(None, 0.9, ()))).see(PICTURE, thing)
    assert (piece.kind, piece.label, piece.level) == ("unknown", None, None)


def test_a_cards_back_is_sure_beside_a_face_that_was_read_and_where_it_looks_like_one() -> None:
    """Squares of a chess board and tiles look like backs one by one."""
    face, back = box(50, 50, 60, 90, kind="card"), box(200, 50, 60, 90, kind="card", name="card_back")

    def told(finds: list[Detection], alike: bool, *readings: Reading) -> list[str | None]:
        table = CardTable(Says(*readings), believed=lambda _, quads, __: [alike] * len(quads))
        return sorted((piece.label for piece in table.see(PICTURE, finds)), key=str)

    nothing = Reading(None, 0.1, (Candidate("R1", 0.1),))
    assert told([back], True, nothing) == [None]
    assert told([face, back], True, says("R7", 0.9), nothing) == ["R7", "back"]
    assert told([face, back], False, says("R7", 0.9), nothing) == [None, "R7"]


def test_cards_of_a_fan_stay_and_doubles_and_parts_go() -> None:
    fan = [box(50, 50, 60, 90, kind="card"), box(65, 50, 60, 90, kind="card")]
    table = CardTable(Says(says("R7", 0.9), says("B2", 0.9)))
    assert [piece.label for piece in table.see(PICTURE, fan)] == ["R7", "B2"]
    double = CardTable(Says(says("R7", 0.9), says("R7", 0.8)))
    assert [piece.label for piece in double.see(PICTURE, fan)] == ["R7"]
    part = [box(50, 50, 60, 90, kind="card"), box(50, 50, 60, 45, kind="card")]
    assert len(CardTable(Says(says("R7", 0.9), says(None, 0.4))).see(PICTURE, part)) == 1


def test_a_stone_before_a_stone_and_a_piece_under_a_hand_stay() -> None:
    stones = [box(50, 50, 40, 40, kind="stone"), box(60, 70, 16, 16, kind="stone", score=0.8)]
    assert len(once_each(stones, TRAINED_DETECT)) == 2
    hand = [box(0, 0, 200, 200, kind="hand"), box(60, 60, 30, 60, kind="domino", score=0.8)]
    assert len(once_each(hand, TRAINED_DETECT)) == 2
    twice = [box(50, 50, 40, 40, kind="stone"), box(52, 51, 40, 40, kind="stone", score=0.8)]
    assert len(once_each(twice, TRAINED_DETECT)) == 1


def test_a_stone_that_covers_all_of_a_base_is_that_base() -> None:
    base = box(50, 50, 60, 60, kind="stone", name="base", score=0.99)
    same = box(51, 50, 58, 59, kind="stone", score=0.8)
    assert once_each([same, base], TRAINED_DETECT) == (base,)
    upon = box(56, 52, 50, 44, kind="stone", score=0.8)
    assert once_each([upon, base], TRAINED_DETECT) == (base, upon)


@pytest.mark.parametrize("game", sorted(READABLE))
def test_an_even_grey_picture_shows_nothing_in_any_game(game: str) -> None:
    assert read_photo(Photo.from_frame(PICTURE), game).pieces == ()


@pytest.mark.parametrize("game", sorted(READABLE))
def test_a_warmed_recogniser_sees_as_one_that_is_not(game: str) -> None:
    recogniser = recogniser_for(game)
    recogniser.warm()
    assert recogniser is recogniser_for(game)
    assert recogniser.see(Photo.from_frame(PICTURE)).pieces == ()


@pytest.mark.parametrize("game", sorted(READABLE))
def test_a_fresh_recogniser_remembers_nothing_of_what_another_saw(game: str) -> None:
    """What was read on one picture is told in its pixels: on another, larger or turned, it would lie elsewhere."""
    recogniser, fresh = recogniser_for(game), recogniser_for(game).fresh()
    assert fresh.model == recogniser.model
    assert (fresh is recogniser) is not hasattr(recogniser.reader, "unchanged")
    if fresh is not recogniser:
        assert fresh.reader.unchanged is not recogniser.reader.unchanged
        kept = [each.name for each in fields(fresh.reader) if each.name != "unchanged"]
        assert all(getattr(fresh.reader, name) is getattr(recogniser.reader, name) for name in kept)
