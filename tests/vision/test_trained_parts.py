"""Large pictures of small pieces are looked at in parts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from vision.geometry import quad
from vision.recognise.detect import Detection
from vision.recognise.trained.detector import TrainedDetector, _is_whole, _spans


@pytest.mark.parametrize("whole", [500, 960, 961, 1080, 1920, 4000, 20_000])
def test_parts_cover_all_and_share_enough(whole: int) -> None:
    spans = list(_spans(whole, 960, 128))
    assert (spans[0][0], spans[-1][1]) == (0, whole)
    assert all(end - begin <= 960 for begin, end in spans)
    assert all(one[1] - other[0] >= 126 for one, other in pairwise(spans))


def test_what_a_part_cuts_is_left_to_the_next_part() -> None:
    picture, part = np.zeros((100, 300, 3), np.uint8), np.zeros((100, 120, 3), np.uint8)
    cut = quad([[100, 40], [119, 40], [119, 60], [100, 60]])
    assert not _is_whole(cut, part, (0, 0), picture)
    assert _is_whole(cut, part, (180, 0), picture), "the picture ends there too"
    assert not _is_whole(cut - [100, 0], part, (180, 0), picture)
    assert _is_whole(cut - [50, 0], part, (90, 0), picture)


def test_a_large_picture_of_small_pieces_is_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the network finds bright squares from 12 px on in what it is shown."""
    picture = np.zeros((1080, 2000, 3), np.uint8)
    places = [(40, 60), (500, 950), (955, 470), (1210, 500), (1980, 1060)]
    for x, y in places:
        picture[y - 8 : y + 8, x - 8 : x + 8] = 255
    sizes = []

    def look(_self: TrainedDetector, part: np.ndarray, long_side: int) -> list[Detection]:
        scale = long_side / max(part.shape[:2])
        sizes.append(long_side)
        if 16 * scale < 8:
            return []
        from cv2 import connectedComponentsWithStats

        boxes = connectedComponentsWithStats(part[:, :, 0])[2][1:]
        return [
            Detection(quad([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]), "token", 0.9, "token")
            for x, y, w, h in boxes[:, :4].astype(float)
        ]

    monkeypatch.setattr(TrainedDetector, "_look", look)
    found = TrainedDetector().detect(picture)
    assert sorted(each.corners.mean(axis=0).round().astype(int).tolist() for each in found) == sorted(map(list, places))
    assert len(sizes) > 5, "in parts"
    assert max(sizes) <= 960 or max(sizes) == 1280


def test_pieces_of_other_games_are_left_out_and_tell_no_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the network finds a long card and many short dominoes at each size that it is shown."""
    picture, sizes = np.zeros((720, 1280, 3), np.uint8), []
    card = Detection(quad([[600, 300], [700, 300], [700, 460], [600, 460]]), "card", 0.9, "card")
    tiles = [
        Detection(quad([[x, 40], [x, 60], [x + 40, 60], [x + 40, 40]]), "domino", 0.9, "domino_back")
        for x in range(100, 500, 50)
    ]

    def look(_self: TrainedDetector, _part: np.ndarray, long_side: int) -> list[Detection]:
        sizes.append(long_side)
        return [card, *tiles]

    monkeypatch.setattr(TrainedDetector, "_look", look)
    assert TrainedDetector(kinds=frozenset({"card", "hand"})).detect(picture) == (card,)
    assert max(sizes) == 640, "the card is clear enough there"
    assert len(TrainedDetector().detect(picture)) == 9
    assert max(sizes) > 640
