"""Reading rendered tables from corners such as a detector gives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from stones_seen import Scene, detected

from datasets.optics.studio import Studio
from datasets.scenes.draw import compose, photograph
from vision.games.stones.recogniser import KINDS, StoneRecogniser
from vision.photo import Photo
from vision.recognise.detect import Detection, from_top_down
from vision.recognise.stones import NotEnough, StoneReader, enroll_stones
from vision.recognise.stones.doubts import discs_on_bases
from vision.recognise.stones.reader import layout_of
from vision.recognise.stones.upright import turned_back
from vision.recognise.trained.lasting import LastingDetector

if TYPE_CHECKING:
    from vision.observation import Piece
    from vision.photo import Picture
    from vision.recognise.stones.table import Layout
    from vision.scene.memory.stationary import Stationary

SEED, SIZE = 8200, (960, 540)


@pytest.fixture(scope="module")
def tables() -> list[Scene]:
    """A few tables, as a detector sees them."""
    studio, found = Studio(), []
    for index in range(4):
        data, truth, _ = photograph(studio, compose("stones", SEED, index, SIZE))
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        detections, truths = detected(truth, np.random.default_rng(index), (1.0, 3.0))
        found.append(Scene(str(index), picture, detections, truths, truth))
    return found


@pytest.fixture(scope="module")
def seen(tables: list[Scene]) -> list[tuple[Piece, ...]]:
    """What a reader that sees each table for the first time reads there."""
    return [tuple(StoneReader().see(scene.picture, scene.detections)) for scene in tables]


@pytest.fixture(scope="module")
def layouts(tables: list[Scene]) -> list[Layout]:
    """How each table is laid out."""
    return [layout_of(scene.picture, scene.detections) for scene in tables]


def best(piece: Piece) -> str | None:
    return piece.label or (piece.candidates[0].label if piece.candidates else None)


def test_most_pieces_are_read_and_hardly_any_sure_label_is_wrong(
    tables: list[Scene], seen: list[tuple[Piece, ...]]
) -> None:
    right = sure = wrong = count = 0
    for scene, pieces in zip(tables, seen, strict=True):
        for piece, truth in zip(pieces, scene.truths, strict=True):
            if truth["kind"] == "hand":
                continue
            count += 1
            right += best(piece) == truth["label"]
            sure += piece.label is not None
            wrong += piece.label is not None and piece.label != truth["label"]
    assert count > 60
    assert right >= 0.9 * count
    assert sure >= 0.85 * count
    assert wrong <= 0.03 * count


def test_stones_are_found_on_their_stacks(tables: list[Scene], layouts: list[Layout]) -> None:
    right = count = 0
    for scene, layout in zip(tables, layouts, strict=True):
        of = {layout.stones[link.stone]: column for column in layout.columns for link in column.links}
        for n in layout.stones:
            count += 1
            stack = scene.truths[n]["stack"]
            column = of.get(n)
            if column is None or column.base < 0:
                right += (stack is None) == (column is None)
            else:
                right += scene.truths[column.base]["stack"] == stack
    assert count > 30
    assert right >= 0.93 * count


def test_a_stone_on_a_base_that_was_taken_for_a_token_is_a_stone(tables: list[Scene], layouts: list[Layout]) -> None:
    found = 0
    for scene, layout in zip(tables, layouts, strict=True):
        for column in layout.columns:
            if len(column.links) != 1 or column.base < 0:
                continue
            n = layout.stones[column.links[0].stone]
            taken = list(scene.detections)
            taken[n] = replace(taken[n], kind="token", name=None)
            quads = [each.corners for each in taken]
            if n in discs_on_bases([each.name or each.kind for each in taken], quads):
                piece = StoneReader().see(scene.picture, taken)[n]
                assert (piece.kind, piece.stack) == ("stone", column.stack)
                found += 1
    assert found


def test_the_mark_numbers_the_stacks_or_nobody_does(tables: list[Scene], seen: list[tuple[Piece, ...]]) -> None:
    told = 0
    for scene, pieces in zip(tables, seen, strict=True):
        for piece, truth in zip(pieces, scene.truths, strict=True):
            if truth["label"] == "base" and piece.stack is not None:
                told += 1
                assert piece.stack == truth["stack"]
    assert told > 0


@dataclass(frozen=True)
class Detector:
    """A detector that knows what lies in one picture, whichever way that is turned."""

    scene: Scene
    name: str = "known"

    def detect(self, picture: Picture) -> tuple[Detection, ...]:
        """The pieces of the scene, where they are in its picture as it is turned."""
        height, width = self.scene.picture.shape[:2]
        turns = next(n for n in range(4) if np.array_equal(np.rot90(self.scene.picture, n), picture))
        size = (width, height) if turns % 2 == 0 else (height, width)
        return from_top_down(
            replace(each, corners=turned_back(each.corners, -turns % 4, size)) for each in self.scene.detections
        )

    def beside(self, picture: Picture, known: Stationary) -> tuple[Detection, ...]:
        """Its picture was turned, or did not change: then there is no more to be found than hands."""
        return tuple(each for each in self.detect(picture) if known.boxes or each.kind == "hand")


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_reads_as_an_upright_one(tables: list[Scene], turns: int) -> None:
    for scene in (tables[0], tables[3]):  # the others are seen from straight above
        recogniser = StoneRecogniser(LastingDetector(Detector(scene)), StoneReader(), KINDS)
        upright = recogniser.fresh().see(Photo.from_frame(scene.picture)).pieces
        turned = Photo.from_frame(np.ascontiguousarray(np.rot90(scene.picture, turns)))
        for _ in range(2):  # the second picture is turned at once
            pieces = recogniser.see(turned).pieces
            assert [(each.label, each.stack, each.level) for each in pieces] == [
                (each.label, each.stack, each.level) for each in upright
            ]
            back = [turned_back(each.quad, turns, SIZE) for each in pieces]
            assert np.allclose(back, [each.quad for each in upright])
        assert recogniser.turned.quarters == -turns % 4


def test_no_detections_are_no_pieces_and_unread_kinds_stay(tables: list[Scene]) -> None:
    assert StoneReader().see(tables[0].picture, []) == ()
    corners = np.array([[10.0, 10], [90, 10], [90, 90], [10, 90]])
    hand = Detection(corners, "hand", 0.95)
    assert [piece.kind for piece in StoneReader().see(tables[0].picture, [hand])] == ["hand"]


def test_stones_alone_are_read_without_a_scale(tables: list[Scene]) -> None:
    scene = max(tables, key=lambda each: sum(t["kind"] == "stone" for t in each.truths))
    stones = [(d, t) for d, t in zip(scene.detections, scene.truths, strict=True) if d.name == "stone"]
    readings = StoneReader().read(scene.picture, [detection for detection, _ in stones])
    assert len(readings) == len(stones)
    assert all(abs(sum(c.confidence for c in reading.candidates) - 1) < 0.2 for reading in readings)


def test_a_set_is_enrolled_from_one_picture(tables: list[Scene]) -> None:
    scene = max(tables, key=lambda each: sum(t["kind"] == "stone" for t in each.truths))
    known = [t["label"] if t["kind"] == "stone" and t["visible"] > 0.8 else None for t in scene.truths]
    mine = enroll_stones(scene.picture, scene.detections, "mine", known)
    assert mine.widths[0] < mine.widths[1] < mine.widths[2]
    assert 0.25 <= mine.flatness <= 0.9
    pieces = StoneReader(mine).see(scene.picture, scene.detections)
    stones = [(p, t) for p, t in zip(pieces, scene.truths, strict=True) if t["kind"] == "stone"]
    assert sum(best(p) == t["label"] for p, t in stones) >= 0.93 * len(stones)


def test_a_photo_without_all_sizes_is_not_enough(tables: list[Scene]) -> None:
    scene = tables[0]
    with pytest.raises(NotEnough, match="no stones"):
        enroll_stones(scene.picture, [], "none")
    stones = [d for d in scene.detections if d.name == "stone"]
    with pytest.raises(NotEnough, match="how large"):
        enroll_stones(scene.picture, stones, "none")
    with pytest.raises(NotEnough, match="medium or large"):
        enroll_stones(scene.picture, stones, "none", ["small"] * len(stones))
