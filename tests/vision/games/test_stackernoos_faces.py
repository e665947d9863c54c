"""The dominoes of an observation as evidence: what a reading leaves open is any tile of the set."""

from __future__ import annotations

import pytest
from domino_scenes import GAME, Recogniser, camera, on, options

from engine.games.stackernoos.tiles import set_size
from vision.games import assembler
from vision.games.stackernoos.faces import faces, read_halves
from vision.observation import Candidate, Observation, Piece

CORNERS = ((100.0, 100.0), (200.0, 100.0), (200.0, 150.0), (100.0, 150.0))
UNSURE = (Candidate("3-4", 0.6), Candidate("3-5", 0.2))
OPEN = 0.2
"""What the labels of the unsure tile leave open."""

SETS = pytest.mark.parametrize("max_pip", [6, 9, 12])


@SETS
def test_what_a_reading_leaves_open_is_shared_by_all_tiles_of_the_set(max_pip):
    observation = Observation(640, 480, "", (Piece("domino", None, 0.6, CORNERS, candidates=UNSURE),))
    (face,), _ = faces(observation, max_pip)
    assert face.unlisted * set_size(max_pip) == pytest.approx(OPEN)


@SETS
def test_so_it_is_before_the_first_tile_is_known(max_pip):
    start = GAME.start(options(max_pip=max_pip), None)
    seen = Recogniser(noise=0.0).see(camera(), [on("3-3", 0, 0, 0), on("3-4", 2, 0, 0)])
    sure, unsure = seen.pieces
    unsure = Piece("domino", None, 0.6, unsure.corners, candidates=UNSURE)
    seen = Observation(seen.width, seen.height, "", (sure, unsure))
    reading, _ = assembler("stackernoos", start.options).interpret(seen, start)
    (tile,) = [tile for tile in reading.seen.tiles if not tile.sure]
    assert tile.unlisted * set_size(max_pip) == pytest.approx(OPEN)


@pytest.mark.parametrize(("label", "halves"), [("3-12", (3, 12)), ("13-2", None), ("back", None), ("3-²", None)])
def test_halves_are_those_that_a_set_may_have(label, halves):
    assert read_halves(label) == halves
