"""Pictures of a table over which somebody reaches, made as if nobody did."""

import numpy as np
import pytest

from vision.observation import Observation, Piece
from vision.scene.foreground import LOOKS, ForegroundRemoval
from vision.scene.quality import small

HEIGHT, WIDTH = 360, 640
TILE = (slice(100, 140), slice(400, 480))
ARM = (60, 90, 160)


def table(*, arm=None, tile=None):
    """A plain table; `arm` is how far one reaches in from the left (px), `tile` where a white tile lies."""
    pixels = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    if tile is not None:
        pixels[tile] = 240
    if arm:
        pixels[160:220, :arm] = ARM
    return pixels


@pytest.fixture
def removal():
    """One that has seen the empty table at rest."""
    return watch(ForegroundRemoval(), [table()] * 5).at_rest(table())


def watch(removal, pictures, since=0.0):
    """The same after frames, a tenth of a second apart."""
    for number, pixels in enumerate(pictures):
        removal = removal.frame(small(pixels), since + number / 10)
    return removal


def reaching(*, tile=None, until=200):
    """Frames of an arm that comes in, 20 px further in each."""
    return [table(arm=at, tile=tile) for at in range(40, until + 1, 20)]


def test_an_arm_alone_tells_nothing(removal):
    frames = reaching()
    removal = watch(removal, frames, 1.0)
    assert removal.removed(frames[-1])[0] is None


def test_what_lies_clear_of_an_arm_is_seen_without_it(removal):
    frames = reaching(tile=TILE)
    removal = watch(removal, frames, 1.0)
    removed, _ = removal.removed(frames[-1])
    assert removed is not None
    assert (removed.picture[TILE] > 230).all()
    assert (removed.picture[160:220, :220] == 120).all()
    assert removed.hands[90, 20]
    assert not removed.hands[60, 220]


def test_an_arm_that_holds_still_is_one_as_well(removal):
    frames = [*reaching(tile=TILE), *[table(arm=200, tile=TILE)] * 6]
    removal = watch(removal, frames, 1.0)
    removed, _ = removal.removed(frames[-1])
    assert removed is not None
    assert (removed.picture[160:220, :200] == 120).all()


def test_what_an_arm_touches_may_be_carried(removal):
    near = (slice(165, 205), slice(205, 285))
    frames = [*reaching(tile=near), *[table(arm=200, tile=near)] * 6]
    removal = watch(removal, frames, 1.0)
    assert removal.removed(frames[-1])[0] is None


def test_what_came_a_moment_ago_may_still_move(removal):
    frames = [*reaching(until=180), table(arm=200, tile=TILE)]
    removal = watch(removal, frames, 1.0)
    assert removal.removed(frames[-1])[0] is None


def test_what_was_taken_is_seen_to_be_gone():
    removal = watch(ForegroundRemoval(), [table(tile=TILE)] * 5).at_rest(table(tile=TILE))
    frames = reaching()
    removal = watch(removal, frames, 1.0)
    removed, _ = removal.removed(frames[-1])
    assert removed is not None
    assert (removed.picture == 120).all()


def test_another_light_is_no_piece(removal):
    frames = [(pixels * 0.8).astype(np.uint8) for pixels in reaching(tile=TILE)]
    removal = watch(removal, frames, 1.0)
    removed, _ = removal.removed(frames[-1])
    assert removed is not None
    assert np.abs(removed.picture[:90].astype(int) - 120).max() <= 1
    assert (removed.picture[TILE] > 225).all()


def test_the_same_is_shown_a_few_times_and_no_more(removal):
    frames = reaching(tile=TILE)
    removal = watch(removal, frames, 1.0)
    told = []
    for _ in range(LOOKS + 2):
        removed, removal = removal.removed(frames[-1])
        told.append(removed is not None)
    assert told == [*[True] * LOOKS, False, False]
    assert removal.at_rest(table(tile=TILE)).removed(frames[-1])[0] is None


def test_nothing_is_known_of_a_table_that_was_moved(removal):
    frames = reaching(tile=TILE)
    removal = watch(removal, frames, 1.0)
    assert removal.at_rest(None).removed(frames[-1])[0] is None


def test_what_is_under_an_arm_is_hidden(removal):
    frames = reaching(tile=TILE)
    removal = watch(removal, frames, 1.0)
    removed, _ = removal.removed(frames[-1])
    assert removed is not None
    under = Piece("domino", "1-2", 1.0, ((100, 170), (140, 170), (140, 190), (100, 190)))
    beside = Piece("domino", "3-4", 1.0, ((400, 100), (480, 100), (480, 140), (400, 140)))
    seen = removed.with_occlusion(Observation(WIDTH, HEIGHT, "", (under, beside)))
    assert [piece.label for piece in seen.pieces if piece.kind == "domino"] == ["3-4"]
    hands = [np.array(piece.corners) for piece in seen.pieces if piece.kind == "hand"]
    assert hands
    assert min(hand[:, 0].min() for hand in hands) == 0
    assert 190 <= max(hand[:, 0].max() for hand in hands) <= 240
