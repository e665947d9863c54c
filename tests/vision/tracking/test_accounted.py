"""When a table on which nothing was played is accounted for, so that what comes then is new."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from seen_tables import table_reading

from engine.core import TABLE
from engine.games import find_game
from vision.games.reading import TableReading
from vision.games.table import FollowedTable
from vision.observation import Observation
from vision.tracking import Lost, Nothing, Tracker, Wait

GAME = find_game("stonerow")
OPTIONS = GAME.options_type(players=2)


@dataclass(frozen=True, slots=True, eq=False)
class Told(FollowedTable):
    """A table whose reading is given."""

    reading: TableReading | None = None

    def interpret(self, observation, state=None, around=None):
        return self.reading, self


def tracker_of(keystone):
    """A tracker of a game that lies on R7, where another keystone may be seen."""
    states, record = [GAME.start(OPTIONS, None)], []
    for seat, text in ((TABLE, "keystone R7"), (TABLE, "brickyard G4"), (0, "draw quarry")):
        record.append((seat, GAME.parse(text)))
        states.append(GAME.play(states[-1], *record[-1]))
    tracker = Tracker(GAME, OPTIONS, lambda photo, _known=None, /: Observation(photo.width, photo.height, "", ()))
    reading = table_reading("stonerow", {"rows": [], "keystone": keystone, "brickyard": ["G4"]})
    tracker.table_state = replace(tracker.table_state, table=Told(OPTIONS, reading=reading))
    tracker.follow_record(states, record)
    return tracker


@pytest.mark.parametrize(
    ("keystone", "accounted"),
    [("R7", True), ("B2", False)],
)
def test_only_what_looks_like_the_game_is_accounted_for(keystone, accounted):
    tracker = tracker_of(keystone)
    look = tracker.look(np.full((72, 128, 3), 60, np.uint8), 0.0)
    assert isinstance(look.decision, Nothing if accounted else Wait)
    assert (tracker.table_state.background.picture is not None) == accounted


def test_what_no_play_explains_is_said_though_most_likely_nobody_moved():
    """A game of StoneRow went on in silence, whose last plays left too little to see."""
    tracker = tracker_of("B2")
    looks = [tracker.look(np.full((72, 128, 3), 60 + n, np.uint8), float(n)).decision for n in range(5)]
    lost = next(each for each in looks if isinstance(each, Lost))
    assert [each.label for each in (*lost.difference.came, *lost.difference.gone)] == ["B2", "R7"]
