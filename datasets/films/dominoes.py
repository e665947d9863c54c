"""Stackernoos on film: the run along the table, stacks on it, a boneyard of backs that shrinks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, floor, pi
from typing import TYPE_CHECKING, Any, Final

from datasets.films.areas import angles, area
from datasets.films.collapse import FALLING, above, fall, knock
from datasets.films.rehearsal import CHEAT, PLAY
from datasets.films.script import Spot
from datasets.films.stage import Stage
from datasets.optics.pose import Pose
from datasets.pieces.domino import draw_make
from engine.games.stackernoos import tiles
from engine.games.stackernoos.lines import second_cell
from engine.games.stackernoos.moves import (
    Branch,
    Bridge,
    Cap,
    Draw,
    Extend,
    First,
    Placement,
    Span,
    StackedBranch,
    Start,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.films.areas import Area
    from datasets.films.rehearsal import Beat
    from datasets.films.stage import Times
    from datasets.pieces.domino import Make
    from datasets.sheets.layout import Layout
    from engine.core import Move, Seat
    from engine.games.stackernoos.state import State

SLACK: Final = 0.5
"""How much longer (mm) two cells are than a tile."""
LOOSE: Final = (0.22, 0.006)
"""How far (mm, radians) from its cells a tile is left."""
MARGIN: Final = 30.0
"""mm that stay free around the run."""
LEAST: Final = (300.0, 120.0)
"""The least width and depth (mm) of the part of the table that is played on."""
YARD_GAP: Final = 30.0
"""mm between the played part and the boneyard."""
YARD_STEP: Final = 5.0
"""mm between the tiles of the boneyard."""
SHAPE: Final = 1.7
"""How much wider than deep what a picture shows is."""
LIKED: Final = {Span: 4.0, Bridge: 6.0, Branch: 3.0, StackedBranch: 6.0, Cap: 2.0, Extend: 1.0}
"""How much rather than a stack the film shows each kind of play."""
STARTLED: Final = (0.3, 1.2)
"""How long after a stack has fallen a hand comes to set it up again, s, from … to."""
WANTED: Final = 0.6
"""The share of plays that are chosen for the film's sake."""


@dataclass(frozen=True, slots=True)
class DominoTaste:
    """Plays that make a film of dominoes: all kinds of them, and illegal ones that people do make."""

    def choose(self, state: State, seat: Seat, moves: Sequence[Move], chance: random.Random) -> Move | None:
        """Any kind of placement, rare kinds rather; nobody draws who can lay a tile."""
        laying = [move for move in moves if isinstance(move, Placement)]
        if not laying or chance.random() > WANTED:
            return None
        return chance.choices(laying, [LIKED.get(type(move), 1.2 / (1 + 0.5 * move.z)) for move in laying])[0]

    def misplay(self, state: State, seat: Seat, chance: random.Random) -> Move | None:
        """A tile that does not match, or a cap too early."""
        held = list(tiles.each(state.playable(seat)))
        wrong: list[Move] = []
        for place in state.table.shape.places.values():
            for bit in held:
                if not bit & place.tiles:
                    low, high = tiles.HALVES[tiles.number(bit)]
                    wrong.append(place.kind(low, high, place.x, place.y, place.z, place.axis))
        caps = self._early_caps(state, held)
        if caps and chance.random() < 0.3:
            return chance.choice(caps)
        return chance.choice(wrong) if wrong else None

    @staticmethod
    def _early_caps(state: State, held: list[int]) -> list[Move]:
        found: list[Move] = []
        for end in state.table.shape.ends.values():
            tops = state.table.shape.tops
            tile = state.table.laid[tops[(end.x, end.y)].tile]
            bare = tops[(tile.x, tile.y)].tile == tops[second_cell(tile)].tile
            if tile.z == 0 and bare and not end.capped:
                halves = [tiles.HALVES[tiles.number(bit)] for bit in held]
                found += [Cap(a, b, tile.x, tile.y, 1, tile.axis) for a, b in halves if tile.a == a or tile.b == b]
        return found

    def visible(self, state: State, move: Move) -> bool:
        """Whether a tile is laid."""
        return isinstance(move, Placement | Start)


def film_make(rng: Generator) -> Make:
    """The make of a film's tiles: as any, but exactly twice as long as wide, for a double-nine set or larger."""
    make = draw_make(rng, 9)
    return replace(make, width=make.length / 2, ghosts=False)


@dataclass(frozen=True, slots=True)
class Yard:
    """How a boneyard lies: beside or behind the run, its columns, mm from column to column and from row to row."""

    beside: bool
    columns: int
    step_x: float
    step_y: float


@dataclass(slots=True)
class DominoDirector:
    """Turns beats of Stackernoos into motions. `pieces` are the tiles by their bits, `tops` the tile over each cell."""

    stage: Stage
    make: Make
    origin: tuple[float, float]
    pieces: dict[int, int] = field(default_factory=dict)
    tops: dict[tuple[float, float], int] = field(default_factory=dict)

    @classmethod
    def open(
        cls, rng: Generator, look: Generator, beats: Sequence[Beat], players: int, mat: Layout | None = None
    ) -> DominoDirector:
        """The table before the first play: the boneyard lies there, hands are out of view."""
        make = film_make(look)
        pitch = (make.length + SLACK) / 2
        low_x, low_y, high_x, high_y = _reach(beats)
        middle = ((low_x + high_x) / 2 * pitch, (low_y + high_y) / 2 * pitch)
        pile: tuple[int, ...] = beats[0].before.pile if beats else ()
        if mat is not None:
            run, bones = area(mat, "run"), area(mat, "boneyard")
            half, origin = (mat.width / 2, mat.height / 2), (run.x - middle[0], run.y - middle[1])
            yard = _tight(len(pile), bones, make)
            corner = (bones.x - yard.columns * yard.step_x / 2, bones.y + bones.deep / 2)
        else:
            width = max((high_x - low_x) * pitch, LEAST[0]) + 2 * MARGIN
            depth = max((high_y - low_y) * pitch, LEAST[1]) + 2 * MARGIN
            yard = _yard(len(pile), (width, depth), make)
            behind = 0.0 if yard.beside else ceil(len(pile) / yard.columns) * yard.step_y + YARD_GAP
            beside = yard.columns * yard.step_x + YARD_GAP if yard.beside else 0.0
            half = ((width + beside) / 2, (depth + behind) / 2)
            origin = (-beside / 2 - middle[0], -behind / 2 - middle[1])
            corner = (half[0] - yard.columns * yard.step_x if beside else -yard.columns * yard.step_x / 2, half[1])
        director = cls(Stage(rng, angles(players, mat), half), make, origin)
        director._lay_yard(pile, yard, corner)
        return director

    def _lay_yard(self, pile: tuple[int, ...], yard: Yard, corner: tuple[float, float]) -> None:
        """Lay the boneyard out in rows from its north-western corner."""
        rng, make = self.stage.rng, self.make
        places = rng.permutation(len(pile))
        for bit, place in zip(pile, places, strict=True):
            row, column = divmod(int(place), yard.columns)
            x = corner[0] + (column + 0.5) * yard.step_x + float(rng.normal(0, 0.8))
            y = corner[1] - (row + 0.5) * yard.step_y + float(rng.normal(0, 0.8))
            turn = pi / 2 + float(rng.normal(0, 0.05)) + (pi if rng.random() < 0.5 else 0.0)
            spot = Spot(Pose.flat(x, y, make.thickness / 2, turn, flipped=True), 0, (), {"boneyard": True})
            self.pieces[bit] = self.stage.add("domino", tiles.label(bit), make.thickness, spot)

    def act(self, beat: Beat, start: float, fumble: bool) -> Times | None:
        """The motions of a beat; None where there is nothing to see."""
        move = beat.move
        if isinstance(move, Draw):
            piece = self.pieces[beat.after.drawn or _new(beat)]
            return self.stage.carry(beat.seat, [(piece, self.stage.home(beat.seat, down=True))], start)
        if isinstance(move, Start):
            move = First(move.a, move.b, 0, 0, 0, "e")
        if not isinstance(move, Placement):
            return None
        tops = dict(self.tops)
        piece = self._held(tiles.BIT[move.a][move.b], beat.seat)
        spot = self._spot(move, legal=beat.kind != CHEAT)
        times = self.stage.carry(beat.seat, [(piece, spot)], start, fumble)
        self.tops[(move.x, move.y)] = self.tops[second_cell(move)] = piece
        if beat.kind != PLAY:
            self.tops = tops
        return times

    def blocks(self, cheat: Beat, beat: Beat) -> bool:
        """Whether a tile would be laid where the false one lies, or is that tile."""
        false, move = cheat.move, beat.move
        if beat.kind != PLAY or isinstance(move, Start):
            return True
        if not isinstance(move, Placement) or not isinstance(false, Placement):
            return False
        cells = [((m.x, m.y), second_cell(m)) for m in (false, move)]
        over = any(abs(a[0] - b[0]) < 1 and abs(a[1] - b[1]) < 1 for a in cells[0] for b in cells[1])
        return over or {move.a, move.b} == {false.a, false.b}

    def upset(self, seat: Seat, time: float) -> Times | None:
        """A stack is knocked over and set up again; none while a false tile lies there, maybe on one."""
        stage = self.stage
        tops = sorted({piece for piece in self.tops.values() if (stage.now[piece].level or 0) > 0})
        false = any(stage.now[piece].facts.get("legal") is False for piece in stage.laid())
        if not tops or false:
            return None
        falling = above(stage, tops[int(stage.rng.integers(len(tops)))])
        ends = fall(stage, falling, (self.make.length, self.make.width, self.make.thickness))
        if ends is None:
            return None
        stood = {piece: stage.now[piece] for piece in falling}
        knock(stage, ends, time)
        names = [stage.props[piece].label for piece in falling]
        stage.incidents.append({"name": "fall", "time": round(time, 3), "tiles": names})
        start = time + FALLING + float(stage.rng.uniform(*STARTLED))
        return stage.carry(seat, [(piece, stood[piece]) for piece in reversed(falling)], start)

    def _held(self, bit: int, seat: Seat) -> int:
        """The piece of a tile in a hand; it joins the film when it is first needed."""
        if bit not in self.pieces:
            self.pieces[bit] = self.stage.add("domino", tiles.label(bit), self.make.thickness, self.stage.home(seat))
        return self.pieces[bit]

    def _spot(self, move: Placement, legal: bool) -> Spot:
        rng, make = self.stage.rng, self.make
        pitch = (make.length + SLACK) / 2
        along, across = (1.0, 0.5) if move.axis == "e" else (0.5, 1.0)
        x, y = self.origin[0] + (move.x + along) * pitch, self.origin[1] + (move.y + across) * pitch
        x, y = self.stage.drifted(x + float(rng.normal(0, LOOSE[0])), y + float(rng.normal(0, LOOSE[0])))
        turn = float(rng.normal(0, LOOSE[1])) + sum(drift[2] for drift in self.stage.drifts)
        turn += (0.0 if move.axis == "e" else pi / 2) + (pi if move.a > move.b else 0.0)
        facts: dict[str, Any] = {"cell": {"at": [move.x, move.y, move.z], "dir": move.axis}}
        if not legal:
            facts["legal"] = False
        pose = Pose.flat(x, y, make.thickness * (move.z + 0.5), turn)
        return Spot(pose, move.z, self._beneath(move) if move.z else (), facts)

    def _beneath(self, move: Placement) -> tuple[int, ...]:
        """The tiles that carry one at this place; a bridge rests on the cells beside its root."""
        (x, y), (u, v) = (move.x, move.y), second_cell(move)
        if (x, y) not in self.tops or (u, v) not in self.tops:
            x, y, u, v = floor(x), floor(y), ceil(u), ceil(v)
        found = [self.tops[cell] for cell in ((x, y), (u, v)) if cell in self.tops]
        return tuple(dict.fromkeys(found))


def _reach(beats: Sequence[Beat]) -> tuple[float, float, float, float]:
    """The cells that all plays cover: west, south, east and north end."""
    laid = [beat.move for beat in beats if isinstance(beat.move, Placement)]
    cells = [(0.0, 0.0), (1.0, 0.0), *((m.x, m.y) for m in laid), *(second_cell(m) for m in laid)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def _yard(count: int, size: tuple[float, float], make: Make) -> Yard:
    """The boneyard beside or behind what is played on (its width and depth), so that the picture is filled best."""
    step_x, step_y = make.width + YARD_STEP, make.length + YARD_STEP
    beside, behind = max(1, ceil(count / int(size[1] / step_y))), int(size[0] / step_x)
    wide = size[0] + beside * step_x + YARD_GAP
    deep = size[1] + ceil(count / behind) * step_y + YARD_GAP
    if max(wide / SHAPE, size[1]) < max(size[0] / SHAPE, deep):
        return Yard(True, beside, step_x, step_y)
    return Yard(False, behind, step_x, step_y)


def _tight(count: int, zone: Area, make: Make) -> Yard:
    """The boneyard in a mat's zone; it runs over where it is too large."""
    columns = max(1, int(zone.along / (make.width + 0.5)))
    rows = ceil(count / columns)
    step = min(YARD_STEP, max(0.5, zone.deep / max(rows, 1) - make.length))
    return Yard(False, columns, zone.along / columns, make.length + step)


def _new(beat: Beat) -> int:
    """The tile that an opening draw brought into the hand."""
    return int(beat.after.hands[beat.seat] & ~beat.before.hands[beat.seat])
