"""Counts of all move sequences, counted twice: by the engine and by the slow generator.

`perft/stackernoos.txt` holds them; anyone can add a table. Counts above `SLOW` are left to the engine alone.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from stackernoos_slow import Slow, SlowGame
from stackernoos_table import GAME, listed, options

from engine.core import Setup
from engine.games.stackernoos import tiles
from engine.games.stackernoos.table import Table
from engine.perft import perft

FILE = Path(__file__).parent / "perft" / "stackernoos.txt"
SLOW = 130
WEIGHTS = {"Branch": 60, "StackedBranch": 60, "Bridge": 100, "Span": 8, "Extend": 4, "Draw": 0.1}
"""Rare kinds are tried often, so that random tables are rich in them."""


def tables():
    for line in FILE.read_text().splitlines():
        if line.startswith("table "):
            _, name, document = line.split(" ", 2)
            current = [name, json.loads(document), []]
            yield current
        elif line and not line.startswith("#"):
            current[2].append(tuple(map(int, line.split())))


TABLES = [pytest.param(document, counts, id=name) for name, document, counts in list(tables())]


def read(document):
    """The state with all hands known and the boneyard in order."""
    position = document["position"]
    state = GAME.state(Setup(options(**document["options"]), position, position["turn"]))
    hands = tuple(tiles.read_tiles(hand) for hand in document["hands"])
    sizes = tuple(hand.bit_count() for hand in hands)
    pile = tuple(tiles.read_tiles([label]) for label in document["pile"])
    return replace(state, hands=hands, sizes=sizes, pile=pile, boneyard=len(pile))


@pytest.mark.parametrize(("document", "counts"), TABLES)
def test_perft(document, counts):
    assert not GAME.faults(Setup(options(**document["options"]), {"tiles": document["position"]["tiles"]}))
    state = read(document)
    for depth, count in counts:
        assert perft(GAME, state, depth) == count


@pytest.mark.parametrize(("document", "counts"), TABLES)
def test_perft_the_slow_way(document, counts):
    game = SlowGame(document["position"], document["hands"], document["pile"], document["options"])
    checked = [(depth, count) for depth, count in counts if 0 < count <= SLOW]
    assert checked
    assert [(depth, game.perft(depth)) for depth, _ in checked] == checked


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"stack_before_min_run": False},
        {"min_run_before_cap": 3, "branch_min_before_cap": 1},
        {"out_of_room": [-12, -4, 13, 4]},
        {"max_pip": 12, "hand_size": 40},
    ],
)
def test_moves_agree_with_the_slow_generator(house):
    chance = random.Random(str(house))
    house = {"hand_size": 27, **house}
    for _ in range(2):
        state = GAME.start(options(**house), None)
        while GAME.actors(state):
            seat = GAME.actors(state)[0]
            moves = GAME.moves(state, seat)
            state = GAME.play(state, seat, chance.choices(moves, [WEIGHTS.get(type(m).__name__, 1) for m in moves])[0])
            if chance.random() < 0.06 and GAME.actors(state) and state.drawn is None:
                compare(state, house, chance)


def compare(state, house, chance):
    """Fast and slow find the same, and a table built at once has the places of one that grew."""
    unseen = tiles.labels(state.out_of_sight())
    hand = chance.sample(unseen, min(6, len(unseen)))
    position = GAME.position(state)
    assert listed(state, " ".join(hand)) == Slow(position, house).placements(hand)
    assert Table(state.options, state.table.laid, state.table.closed).shape.places == state.table.shape.places
    again = Setup(state.options, position, state.turn)
    assert GAME.faults(again) == ()
    assert GAME.state(again).table.shape.places == state.table.shape.places
