"""Of several finds at one place one stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.observation import Candidate
from vision.recognise.cards.detections import best_at_each_place, plain, read
from vision.recognise.cards.reader import SeenCard
from vision.recognise.detect import Detection
from vision.recognise.read import Reading
from vision.settings import CARD_SETTLE

PLACE = np.array([[100.0, 100.0], [163.0, 100.0], [163.0, 188.0], [100.0, 188.0]])


def find(label, confidence, score, shift):
    """A card that was read with a confidence where a detector with a score found it, so many pixels further down."""
    corners = PLACE + np.array([0.0, shift])
    reading = Reading(label, confidence, (Candidate(label or "R1", confidence),))
    return read(Detection(corners, "card", score), SeenCard(reading, corners))


def test_what_reads_best_stays_whatever_a_detector_makes_of_its_corners():
    # A card partly covered: its whole place reads better than the part that a detector found.
    whole, part = find("B6", 0.99, 0.5, 0.0), find("B9", 0.93, 0.98, -1.0)
    assert [each.piece.label for each in best_at_each_place([part, whole], CARD_SETTLE)] == ["B6"]


@pytest.mark.parametrize(("shift", "count"), [(9.4, 1), (10.0, 2)])
def test_two_cards_with_one_middle_are_one_and_those_of_a_fan_are_not(shift, count):
    """Nothing shows of a card under another that lies as it does: what was read there is the upper one again."""
    upper, again = find("Y5", 0.99, 0.9, 0.0), find("Y7", 0.87, 0.9, shift)
    assert len(best_at_each_place([again, upper], CARD_SETTLE)) == count


def test_what_was_read_stays_rather_than_what_was_not():
    unread, known = find(None, 0.6, 0.99, 0.0), find("B6", 0.95, 0.5, 0.0)
    assert [each.piece.label for each in best_at_each_place([unread, known], CARD_SETTLE)] == ["B6"]


def test_a_strip_of_a_covered_card_stays_rather_than_what_was_not_read():
    # Rows of three have one card under another: what an outline makes of both is neither.
    unread, strip = find(None, 0.6, 0.99, 2.0), replace(find(None, 0.3, 0.3, 0.0), strip=True)
    assert best_at_each_place([unread, strip], CARD_SETTLE) == [strip]


@pytest.mark.parametrize(
    ("name", "score", "kind"),
    [("card", 0.9, "card"), ("card", 0.3, "unknown"), ("", 0.9, "unknown")],
)
def test_a_card_of_no_known_deck_is_a_card_where_its_trained_detector_is_sure(name, score, kind):
    # An outline, which has no name, may be that of anything.
    seen = Detection(PLACE, "card", score, name)
    piece = plain(seen, read(seen, SeenCard(Reading(None, 0.01, ()), PLACE)), CARD_SETTLE.least_plain).piece
    assert (piece.kind, piece.label) == (kind, None)
