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
from vision.tracking import Nothing, Tracker

GAME = find_game("stonerow")
OPTIONS = GAME.options_type(players=2)


@dataclass(frozen=True, slots=True, eq=False)
class Told(FollowedTable):
    """A table whose reading is given."""

    reading: TableReading | None = None

    def interpret(self, observation, state=None, around=None):
        return self.reading, self


@pytest.mark.parametrize(
    ("keystone", "accounted"),
    [("R7", True), ("B2", False)],
)
def test_only_what_looks_like_the_game_is_accounted_for(keystone, accounted):
    states, record = [GAME.start(OPTIONS, None)], []
    for seat, text in ((TABLE, "keystone R7"), (TABLE, "brickyard G4"), (0, "draw quarry")):
        record.append((seat, GAME.parse(text)))
        states.append(GAME.play(states[-1], *record[-1]))
    tracker = Tracker(GAME, OPTIONS, lambda photo, _known=None, /: Observation(photo.width, photo.height, "", ()))
    reading = table_reading("stonerow", {"rows": [], "keystone": keystone, "brickyard": ["G4"]})
    tracker.table_state = replace(tracker.table_state, table=Told(OPTIONS, reading=reading))
    tracker.follow_record(states, record)
    look = tracker.look(np.full((72, 128, 3), 60, np.uint8), 0.0)
    assert isinstance(look.decision, Nothing)
    assert (tracker.table_state.background.picture is not None) == accounted
