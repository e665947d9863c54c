"""Tables of Stones before a camera: a state of the game becomes what a reader would see of it.

Every piece keeps its place until it moves: a stone of the river its nest, a tile of the display its slot.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
from explaining import explain

from engine.games import find_game
from engine.games.stones.tile import SIZES
from engine.options import read_options
from vision.games.stones import Assembler
from vision.games.stones.board_pieces import COLOURS
from vision.games.stones.model import MODEL
from vision.observation import Observation, Piece, corners_of
from vision.recognise.stones.plane import Plane

GAME = find_game("stones")
SIZE = (1280, 720)
MIDDLE = (np.array(SIZE) - 1) / 2
RADII = {"small": 9.0, "medium": 12.0, "large": 16.0, "base": 20.0, "token": 10.0, "marker": 12.0, "tile": 20.0}
THICK = 14.0
"""The thickness of every stone, mm."""


def see(observation: Observation) -> Any:
    """The reading of a single photo."""
    return Assembler(None).interpret(observation)[0]


@cache
def camera(elevation: float = 60.0, shift: float = 0.0) -> Plane:
    """A camera that looks at the board under an elevation in degrees, moved sideways by some px."""
    e = np.radians(elevation)
    return Plane(1000.0, MIDDLE + np.array([shift, 0.0]), np.array([0.0, np.cos(e), np.sin(e)]), 720.0 * np.sin(e))


def start(players: int = 2, seed: int = 5, **house: Any) -> Any:
    return GAME.start(read_options(GAME.options_type, {"players": players, **house}), seed)


def play(state: Any, *moves: str, seat: int | None = None) -> Any:
    for text in moves:
        state = GAME.apply(state, state.turn if seat is None else seat, GAME.parse(text))
    return state


def known(state: Any) -> Any:
    """The state as a table knows it: without its pile."""
    return GAME.view(state, None)


@dataclass
class Table:
    """A bare table with the board before the camera; `hidden` (stack, position) are stones that are not in view."""

    view: Plane = field(default_factory=camera)
    nests: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    beside: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def see(self, state: Any, numbered: bool = True) -> Observation:
        """What the camera sees of a state; the stacks are `numbered` where the mark of the board is read."""
        pieces = [self._round("base", "stone", *self._base(at), 7.0, (at, None)) for at in range(6)]
        pieces += [piece for at in range(6) for piece in self._stack(state, at)]
        pieces += self._river(state) + self._tiles(state)
        angle = np.pi / 2 - state.marker * np.pi / 3
        pieces.append(self._round("marker", "marker", 50 * np.cos(angle), 50 * np.sin(angle), 2.0, (None, None)))
        pieces += [p for seat in range(state.options.players) for p in self._golden(seat, state.golden[seat])]
        told = tuple(pieces if numbered else (replace(piece, stack=None) for piece in pieces))
        return Observation(*SIZE, "", told, (), "drawn")

    @staticmethod
    def _base(at: int) -> tuple[float, float]:
        angle = np.pi / 2 - at * np.pi / 3
        return float(99 * np.cos(angle)), float(99 * np.sin(angle))

    def _stack(self, state: Any, at: int) -> list[Piece]:
        x, y = self._base(at)
        pieces = [
            self._round(SIZES[size], "stone", x, y, THICK, (at, level + 1), 7.0 + THICK * level)
            for level, size in enumerate(state.stacks[at])
        ]
        slot = 0
        for seat, count in enumerate(state.tokens[at]):
            for _ in range(count):
                pieces.append(self._token(f"token:{COLOURS[seat]}", *self._side(at, self._place(at, seat, slot))))
                slot += 1
        return pieces

    def _place(self, at: int, seat: int, slot: int) -> int:
        """The place of a token beside a stack, which it keeps."""
        return self.beside.setdefault((at, seat, slot), slot)

    @staticmethod
    def _side(at: int, slot: int) -> tuple[float, float]:
        out, aside = ((100, 0.36), (100, -0.36), (122, 0.3), (122, -0.3), (122, 0.48), (122, -0.48))[slot % 6]
        angle = np.pi / 2 - at * np.pi / 3 + aside
        return float(out * np.cos(angle)), float(out * np.sin(angle))

    def _river(self, state: Any) -> list[Piece]:
        pieces = []
        for size, count in enumerate(state.river):
            for number in range(count):
                x, y = self._nest(SIZES[size], number)
                pieces.append(self._round(SIZES[size], "stone", x, y, THICK, (None, None)))
        return pieces

    @staticmethod
    def _nest(label: str, number: int) -> tuple[float, float]:
        """Beside the board, in rows: the last stone of a size is the one that is taken next."""
        return -190.0 - 40.0 * SIZES.index(label) - 22.0 * (number % 2), 130.0 - 40.0 * (number // 2)

    def _tiles(self, state: Any) -> list[Piece]:
        pieces = []
        for tile in state.display:
            free = next(n for n in range(5) if n not in self.slots.values()) if str(tile) not in self.slots else None
            if free is not None:
                self.slots[str(tile)] = free
            pieces.append(self._tile(str(tile), 226.0, 94.0 - 47.0 * self.slots[str(tile)]))
        self.slots = {label: slot for label, slot in self.slots.items() if label in map(str, state.display)}
        if state.taken is not None:
            pieces.append(self._tile(str(state.taken.tile), 280.0, -70.0))
        if state.used:
            pieces.append(self._tile(str(state.used[-1]), 280.0, 0.0))
        return pieces

    def _golden(self, seat: int, count: int) -> list[Piece]:
        side = -1 if seat == 0 else 1
        return [self._token("token:gold", -100.0 + 26.0 * number, side * 150.0) for number in range(count)]

    def _tile(self, label: str, x: float, y: float) -> Piece:
        square = np.array([(x - 20, y + 20), (x + 20, y + 20), (x + 20, y - 20), (x - 20, y - 20)])
        return Piece("tile", label, 1.0, corners_of(self.view.project(square)))

    def _token(self, label: str, x: float, y: float) -> Piece:
        return self._round(label, "token", x, y, 2.0, (None, None))

    def _round(  # noqa: PLR0917 - what it is, where it lies, what is said of it
        self,
        label: str,
        kind: str,
        x: float,
        y: float,
        thick: float,
        told: tuple[int | None, int | None],
        low: float = 0.0,
    ) -> Piece:
        """The upright box of something round whose underside is at the height `low`, mm."""
        corners = box_around(self.view, x, y, RADII[kind if kind != "stone" else label], (low, low + thick))
        return Piece(kind, label, 1.0, corners, stack=told[0], position=told[1])


@cache
def box_around(view: Plane, x: float, y: float, radius: float, heights: tuple[float, float]) -> Any:
    """The corners of the upright box about a disc between two heights."""
    angle = np.linspace(0, 2 * np.pi, 48)
    ring = np.array([x, y]) + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    points = np.concatenate([view.project(ring, height) for height in heights])
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return corners_of([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def without(seen: Observation, *kinds: str) -> Observation:
    """An observation in which the first pieces of these labels were missed."""
    pieces = list(seen.pieces)
    for label in kinds:
        pieces.remove(next(piece for piece in pieces if piece.label == label))
    return replace(seen, pieces=tuple(pieces))


def explanations(state: Any, reading: Any, plies: int = 2) -> Any:
    """The engine's explanations of a reading."""
    return explain(MODEL, state, reading.seen, plies)
