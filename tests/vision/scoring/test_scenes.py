"""Counting what was read in a scene."""

from __future__ import annotations

from typing import Any

from vision.observation import Candidate, Observation, Piece
from vision.scoring.scenes import SceneCounts

SQUARE = ((10.0, 10.0), (50.0, 10.0), (50.0, 90.0), (10.0, 90.0))


def told(label: str | None = "3-5", shift: float = 0, **more: Any) -> dict[str, Any]:
    corners = [[x + shift, y] for x, y in SQUARE]
    return {"kind": "domino", "label": label, "face": "up", "visible": 1.0, "corners": corners, **more}


def seen(label: str | None = "3-5", shift: float = 0, kind: str = "domino") -> Piece:
    a, b, c, d = ((x + shift, y) for x, y in SQUARE)
    guesses = () if label else (Candidate("3-5", 0.4),)
    return Piece(kind, label, 0.9 if label else 0.4, (a, b, c, d), 0, guesses)


def counts(truth: list[dict[str, Any]], pieces: list[Piece]) -> SceneCounts:
    result = SceneCounts()
    result.add({"pieces": truth}, Observation(200, 200, "", tuple(pieces)))
    return result


def test_a_piece_in_its_place_is_found_and_its_label_counts_from_either_end() -> None:
    kind = counts([told()], [seen("5-3", shift=2)]).kinds["domino"]
    assert (kind.annotated, kind.found, kind.false, kind.right, kind.sure_wrong) == (1, 1, 0, 1, 0)
    assert kind.apart == [2.0]


def test_what_lies_elsewhere_or_is_another_kind_is_false() -> None:
    result = counts([told()], [seen(shift=60), seen(kind="card")])
    assert (result.kinds["domino"].found, result.kinds["domino"].false, result.kinds["card"].false) == (0, 1, 1)


def test_one_piece_answers_one_truth() -> None:
    kind = counts([told()], [seen(shift=1), seen(shift=3)]).kinds["domino"]
    assert (kind.found, kind.false, kind.detections) == (1, 1, 2)


def test_sure_and_wrong_is_told_from_unsure() -> None:
    wrong = counts([told("1-1")], [seen("3-5")]).kinds["domino"]
    unsure = counts([told("3-5")], [seen(None)])
    assert (wrong.sure, wrong.sure_wrong, wrong.right) == (1, 1, 0)
    assert (unsure.kinds["domino"].sure, unsure.confidences) == (0, [(0.4, True)])


def test_covered_and_tiny_pieces_need_not_be_found_and_are_no_mistake() -> None:
    kind = counts([told(visible=0.3)], [seen()]).kinds["domino"]
    assert (kind.annotated, kind.found, kind.false) == (0, 0, 0)
    tiny = told(corners=[[10, 10], [14, 10], [14, 18], [10, 18]])
    assert counts([tiny], []).kinds["domino"].annotated == 0


def test_the_top_of_a_stack_is_found_though_the_tile_below_shares_its_quad() -> None:
    below, top = told("1-1", visible=0.05), told("3-5", shift=3)
    counted = counts([below, top], [seen("3-5")]).kinds["domino"]
    assert (counted.annotated, counted.found, counted.right, counted.false) == (1, 1, 1, 0)


def test_standing_tiles_have_no_label_to_read() -> None:
    assert counts([told(None, face="side")], [seen()]).kinds["domino"].labelled == 0


def test_what_went_wrong_in_a_scene_is_told() -> None:
    result = SceneCounts()
    truth = [told(), told("1-1", shift=100), told("2-2", shift=200)]
    pieces = (seen("3-5"), seen("6-6", shift=100), seen(shift=400))
    mistakes = result.add({"pieces": truth}, Observation(500, 200, "", pieces))
    assert str(mistakes) == "1 missed, 1 wrong, 1 false of 3 pieces"
    assert mistakes.cost == 4
    right = result.add({"pieces": [told()]}, Observation(500, 200, "", (seen(),)))
    assert (right.cost, str(right)) == (0, "all of 1 pieces right")


def test_places_count_where_the_truth_tells_them() -> None:
    kind = counts([told(level=0), told(level=1, shift=100)], [seen(), seen(shift=100)]).kinds["domino"]
    assert (kind.placed["level"], kind.places["level", True], kind.places["level", False]) == (2, 1, 1)
    assert not kind.placed["stack"]


def test_the_unknown_is_right_where_no_piece_lies() -> None:
    result = counts([told()], [seen(None, kind="unknown"), seen(None, shift=300, kind="unknown")])
    assert (result.strange, result.strange_right) == (2, 1)
