"""Games of Stones before a camera: turns that went well, and what an assembler that watched them sees."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
from kept import kept_table
from stone_scenes import GAME, Table, camera, known, play, start

from vision.scene.memory.change import Change

BEGUN = start()
VIEWS = [camera(), camera(45.0), camera(75.0)]


def text(explanation):
    return [f"{seat} {move}" for seat, move in explanation.plays]


def turn_of(state, outcome="place ok"):
    """A turn of the seat that is in turn, with the first tile that fits."""
    take = next(str(move) for move in GAME.moves(state, state.turn) if str(move).startswith("take"))
    return play(state, take), play(state, take, outcome), take


@cache
def path(turns):
    """The states of a game from its start through so many turns that went well."""
    if not turns:
        return (BEGUN,)
    before = path(turns - 1)
    return (*before, *turn_of(before[-1])[:2])


def later(turns):
    """A game after so many turns that went well."""
    return path(turns)[-1]


def followed(turns, *after, table=None):
    """The last reading of an assembler that has watched a game through so many turns, and then other states."""
    table, recogniser = table or Table(), kept_table("stones", BEGUN.options)
    states = [*path(turns), *after]
    recogniser.interpret(table.see(BEGUN), known(BEGUN))
    readings = [recogniser.interpret(table.see(state), known(last)) for last, state in pairwise(states)]
    reading = readings[-1] if readings else recogniser.interpret(table.see(BEGUN), known(BEGUN))
    assert not reading.trouble
    return reading


GROWN = next(turns for turns in range(4, 20) if later(turns).stacks[later(turns).marker])
"""After so many turns the marker's stack has stones."""


def same_but(places=()):
    """A picture that is as it was but for what lies round these pixels."""
    mask = np.zeros((400, 400), bool)  # the drawn camera sees more than its picture
    for x, y in places:
        mask[int(y / 4) - 4 : int(y / 4) + 4, int(x / 4) - 4 : int(x / 4) + 4] = True
    return Change(mask, 4.0)
