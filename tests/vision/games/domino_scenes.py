"""Tables of Stackernoos before a camera: a state of the game becomes what a reader would see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log

import numpy as np
from explaining import explain

from engine.games import find_game
from engine.options import read_options
from vision.games.stackernoos.grid import Grid, Spot, laid_tiles
from vision.games.stackernoos.model import MODEL
from vision.observation import Candidate, Observation, Piece, corners_of

GAME = find_game("stackernoos")
SIZE = (1280, 720)
START = "start 1-1"
RUN = (
    "extend 1-5 @2,0,0:e",
    "extend 6-1 @-2,0,0:e",
    "extend 5-3 @4,0,0:e",
    "extend 2-6 @-4,0,0:e",
    "extend 3-9 @6,0,0:e",
)
ROOT = ("extend 4-2 @-6,0,0:e", "stack 1-8 @0,0,1:e", "span 5-5 @3,0,1:e")
ARM = ("branch 1-7 @2,1,0:n", "extend 7-7 @2,3,0:n")


def options(**house):
    return read_options(GAME.options_type, {"players": 2, **house})


def played(*moves, **house):
    """The state after moves by whoever is in turn, all hands hidden; seat 0 starts."""
    state = GAME.start(options(**house), None)
    for text in moves:
        seat = max(state.turn, 0)
        state = GAME.apply(state, seat, GAME.parse(text))
    return state


def camera(*, spin=0.0, slope=0.35, lean=0.0, distance=26.0, at=(0.0, 0.0), focal=920.0):
    """A camera over a table whose run is turned by `spin` degrees; `at` is the place of cell 0,0, in tile widths from
    the middle of the picture."""
    numbers = np.array([log(focal), lean, slope, log(distance), log(2.0), 0.0])
    return Grid(
        numbers, SIZE, complex(at[0] - distance * lean, at[1] + distance * slope), 1.02 * np.exp(1j * np.radians(spin))
    )


@dataclass(frozen=True)
class Recogniser:
    """What a reader makes of a table: corner noise in px, the chances of tiles that are missed and of unsure ones."""

    noise: float = 0.5
    missed: float = 0.0
    unsure: float = 0.0
    seed: int = 0

    def see(self, grid, tiles, backs=(), hands=()):
        """Tiles are (label, spot); those that another lies on are not seen."""
        rng = np.random.default_rng(self.seed)
        spots = [spot for _, spot in tiles]
        pieces = []
        for label, spot in tiles:
            covered = sum(_over(other, spot) for other in spots if other.z > spot.z)
            if covered < 0.6 and rng.random() >= self.missed:
                pieces.append(self._piece(rng, label, grid.quads([spot])[0]))
        pieces += [Piece("domino", "back", 0.9, corners_of(quad)) for quad in backs]
        pieces += [Piece("hand", None, 0.9, corners_of(quad), None) for quad in hands]
        return Observation(*SIZE, "0" * 64, tuple(pieces))

    def _piece(self, rng, label, quad):
        quad = quad + rng.normal(0, self.noise, (4, 2))
        if rng.integers(2):  # a reader may begin at either half
            quad, label = np.roll(quad, 2, axis=0), turned(label)
        piece = Piece("domino", label, 0.95, corners_of(quad))
        if rng.random() < self.unsure:
            others = (Candidate(label, 0.5), Candidate("0-0", 0.3), Candidate("9-8", 0.2))
            return replace(piece, label=None, candidates=others)
        return piece


def turned(label):
    return "-".join(reversed(label.split("-")))


def _over(other, spot):
    """The share of a tile that another covers."""
    apart = other.centre - spot.centre
    reach = [(2.0, 1.0) if each.axis == "e" else (1.0, 2.0) for each in (other, spot)]
    wide = (reach[0][0] + reach[1][0]) / 2 - abs(apart.real)
    deep = (reach[0][1] + reach[1][1]) / 2 - abs(apart.imag)
    return max(wide, 0.0) * max(deep, 0.0) / 2


def lying(state):
    """The tiles of a state as (label, spot)."""
    return [(tile.label, tile.spot) for tile in laid_tiles(state)]


def on(label, x, y, z, axis="e"):
    return label, Spot(x, y, z, axis)


def yard(grid, count):
    """The quads of a boneyard that lies behind the run."""
    return [grid.quads([Spot(1.5 * n % 18 - 10, 5 + 3 * (n // 12), 0, "n")])[0] for n in range(count)]


def plays(state, seen, count=2):
    """The likeliest explanation: its plays as text, what is wrong with it, and its likelihood."""
    best = explain(MODEL, state, seen, count)[0]
    return [str(move) for _, move in best.plays], best.illegal and best.illegal.name, best.likelihood
