"""What was taken from the table is told from what is covered, overlooked or lies there still."""

import numpy as np
import pytest

from service.disputes.taken import are_taken
from vision.observation import Observation, Piece
from vision.scene.memory import Change

CORNERS = ((80.0, 80.0), (120.0, 80.0), (120.0, 140.0), (80.0, 140.0))
CARD = Piece("card", "R4", 0.99, CORNERS)
BACK = Piece("card", "back", 0.99, CORNERS)
FACT = ("brickyard", "R4", 0)


def seen(*pieces):
    return Observation(240, 200, "", pieces)


def changed(margin):
    """Where the place of the card and so many pixels round it changed."""
    mask = np.zeros((200, 240), np.bool_)
    if margin is not None:
        mask[80 - margin : 140 + margin, 80 - margin : 120 + margin] = True
    return Change(mask, 1.0)


def test_a_piece_whose_place_alone_changed_was_taken():
    assert are_taken([FACT], seen(CARD), seen(), changed(2))


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ((CARD,), (), changed(None)),
        ((CARD,), (), changed(25)),
        ((CARD,), (), Change()),
        ((CARD,), (BACK,), changed(2)),
        ((), (), changed(2)),
        ((CARD, CARD), (), changed(2)),
    ],
    ids=["overlooked", "covered", "nothing is known", "another lies there", "never seen", "several alike"],
)
def test_what_may_be_there_still_was_not_taken(before, after, change):
    assert not are_taken([FACT], seen(*before), seen(*after), change)


def test_of_nothing_nothing_was_taken():
    assert not are_taken([], seen(CARD), seen(), changed(2))
