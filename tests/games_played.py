"""Random games of every game there is, for the tests that all games share."""

from __future__ import annotations

import random
import sys

from engine.core import Setup
from engine.games import games
from engine.options import read_options

NAMES = sorted(games())


def options(game, **house):
    return read_options(game.options_type, house)


def playthrough(game, seed, plies=150, house=None):
    """(state, seat, move, next state) of a random game."""
    chance = random.Random(seed)
    state = game.start(options(game, **(house or {})), seed)
    for _ in range(plies):
        choices = [(seat, moves) for seat in game.actors(state) if (moves := game.moves(state, seat))]
        if not choices:
            return
        seat, moves = chance.choice(choices)
        move = chance.choice(moves)
        after = game.apply(state, seat, move)
        yield state, seat, move, after
        state = after


def setup_of(game, state, seat, chosen):
    """The position of a state as one seat could tell it."""
    return Setup(chosen, game.position(state), seat, game.hand(state, seat) if seat >= 0 else None)


def in_sight(game, state):
    """The position of a state as a camera sees it: rows without layers, a quarry that is only watched, no hands."""
    told = game.position(state)
    if game.name != "stonerow":
        return told
    rows = [
        {"cards": [card for layer in row["layers"] for card in layer["cards"]], "markers": row["markers"]}
        | {"holder": row["holder"]}
        for row in told["rows"]
    ]
    return told | {"rows": rows, "lowered": 0.003}


def namespace(game):
    """Every name that the modules of a game and of the core define, to rebuild a `repr`."""
    names = {}
    for name, module in list(sys.modules.items()):
        if name in ("engine.core", "engine.options") or name.startswith(f"engine.games.{game.name}"):
            names |= vars(module)
    return names


def rules_of(verdict):
    return {*verdict.rules, *(rule for line in verdict.lines for rule in line.rules)}
