"""Tables of Stackernoos for tests, written as they lie."""

from __future__ import annotations

from dataclasses import replace

from engine.core import TABLE, Setup
from engine.games import find_game
from engine.games.stackernoos import tiles
from engine.options import read_options

GAME = find_game("stackernoos")
P7 = "4-2 2-6 6-1 1-1 1-5 5-3 3-9"
P6 = "2-6 6-1 1-1 1-5 5-3 3-9"


def options(**house):
    return read_options(GAME.options_type, {"players": 2, **house})


def row(text, west):
    """The tiles of a run, whose first lies at x = `west`."""
    return [{"tile": tile, "at": [west + 2 * n, 0, 0], "dir": "e"} for n, tile in enumerate(text.split())]


def on(tile, x, y, z, axis="e", **more):
    return {"tile": tile, "at": [x, y, z], "dir": axis, **more}


def setup(placed, hand=None, seat=0, *, house=None, **around):
    return Setup(options(**(house or {})), {"tiles": placed, **around}, seat, hand)


def table(text=P7, *moves, west=-6, house=None, **around):
    """The state of a run, all hands hidden, after some moves by whoever is in turn."""
    around = {"boneyard": 20, "scores": [0] * options(**(house or {})).players, **around}
    return play(GAME.state(setup(row(text, west), house=house, **around)), *moves)


def play(state, *moves):
    for text in moves:
        move = GAME.parse(text)
        state = GAME.apply(state, TABLE if text.startswith("out") else state.turn, move)
    return state


def holding(state, hand, seat=None):
    """The state with a known hand of the seat in turn, such as `9-0 4-4`."""
    seat = state.turn if seat is None else seat
    held = tiles.read_tiles(hand.split())
    hands = tuple(held if who == seat else other for who, other in enumerate(state.hands))
    sizes = tuple(held.bit_count() if who == seat else other for who, other in enumerate(state.sizes))
    return replace(state, hands=hands, sizes=sizes)


def listed(state, hand=""):
    """The placements that a hand could make, as text."""
    state = holding(state, hand) if hand else state
    return {str(move) for move in GAME.moves(state, state.turn)} - {"draw", "keep", "pass"}


def judge(state, text):
    return GAME.judge(state, state.turn, GAME.parse(text))


def points(state, text):
    verdict = judge(state, text)
    assert verdict.legal, verdict
    return verdict.points


def refused(state, text):
    verdict = judge(state, text)
    assert not verdict.legal, f"{text} is legal"
    return verdict.name


def faults(placed, hand=None, **around):
    return {fault.name for fault in GAME.faults(setup(placed, hand, **around))}
