"""From tiles that lie somewhere to a table: in which order and by which kinds of play they can have come there.

Any legal table can be built line by line. First come the ground tiles of the run, then what is stacked on it by level.
Then come the arms of the roots that this made, and so on. A tile without a place in that order is a fault, and is laid
all the same where that makes sense, else it stays loose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core import Fault
from engine.games.stackernoos import moves
from engine.games.stackernoos.lines import ACROSS, AXIS, RUN, SIDES, arm_name, second_cell
from engine.games.stackernoos.table import Table
from engine.games.stackernoos.tiles import BIT, label
from engine.games.stackernoos.why import refuse
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.games.stackernoos.options import StackernoosOptions
    from engine.games.stackernoos.places import Cell

STACKED_BRANCH: Final = "stacked_branch"
STACK: Final = "stack"


class Assembly:
    """A table in the making, the tiles not laid yet, and the faults found so far."""

    def __init__(self, options: StackernoosOptions, seen: Sequence[tuple[moves.Loose, str]]) -> None:
        self.table = Table(options)
        self.left = [tile for tile, _ in seen]
        self.said_kind = dict(seen)
        self.faults: list[Fault] = []
        self.rooted: list[Cell] = []

    def build(self, closed: Iterable[str]) -> Table:
        """Lays everything that can be laid, then what is loose, then closes the ends."""
        declared = frozenset(closed)
        if self._lay_run():
            self._close(declared)
            self._lay_above(RUN, "e")
            while fresh := [cell for cell in self.table.shape.roots if cell not in self.rooted]:
                self._lay_branch(fresh[0], declared)
        for tile in self.left:
            self._loose(tile)
        for name in sorted(declared - set(self.table.closed)):
            self.faults.append(
                Fault("no_such_end", Said("{end} is declared out of room; there is no such end", end=name), ("SN-32",))
            )
        return self.table

    def _take(self, x: float, y: float, z: int, axis: moves.Axis) -> moves.Loose | None:
        for tile in self.left:
            if (tile.x, tile.y, tile.z, tile.axis) == (x, y, z, axis):
                self.left.remove(tile)
                return tile
        return None

    def _lay(self, kind: type[moves.Placement], tile: moves.Loose) -> None:
        """Lays a tile, and notes the fault where the rules would have refused it."""
        move = kind(tile.a, tile.b, tile.x, tile.y, tile.z, tile.axis)
        place = self.table.shape.place_of(move)
        if place is None or move not in place.moves[BIT[move.a][move.b]]:
            why = refuse(self.table.shape, move)
            self.faults.append(Fault(why.name, _at(tile, why.reason), why.rules))
        self.table = self.table.with_tile(move)

    def _lay_run(self) -> bool:
        row = [tile for tile in self.left if tile.z == 0 and tile.axis == "e" and tile.y == 0 and tile.x % 2 == 0]
        if not row:
            return False
        first = min(row, key=lambda tile: (abs(tile.x), tile.x))
        self.left.remove(first)
        if first.x != 0:
            self.faults.append(Fault("no_first_domino", "no domino lies at 0,0, where the run began", ("SN-8",)))
        if first.a != first.b:
            detail = _at(first, "the run begins with a double, which lies at 0,0")
            self.faults.append(Fault("first_is_no_double", detail, ("SN-7", "SN-8")))
        self.table = self.table.with_tile(moves.First(first.a, first.b, first.x, first.y, 0, "e"))
        self._extend_all("run:e")
        self._extend_all("run:w")
        return True

    def _extend_all(self, name: str) -> None:
        """Lays the ground tiles that follow each other from an end outward."""
        while True:
            end = self.table.shape.ends[name]
            dx, dy = moves.STEP[end.side]
            near, far = (end.x + dx, end.y + dy), (end.x + 2 * dx, end.y + 2 * dy)
            tile = self._take(*min(near, far), 0, AXIS[end.side])
            if tile is None:
                return
            self._lay(moves.Extend, tile)

    def _close(self, declared: frozenset[str]) -> None:
        for name in sorted(declared - set(self.table.closed)):
            if name in self.table.shape.ends:
                self.table = self.table.with_closed(name)

    def _lay_above(self, line: str, axis: moves.Axis) -> None:
        """Lays what is stacked on a line, from the lowest level up."""
        for tile in sorted((t for t in self.left if t.z > 0 and t.axis == axis), key=lambda t: (t.z, t.x, t.y)):
            low, high = self.table.shape.tops.get((tile.x, tile.y)), self.table.shape.tops.get(second_cell(tile))
            kind: type[moves.Placement] | None = None
            if tile.x % 1 or tile.y % 1:
                kind = self._kind_between(tile, line)
            elif low and high and line == low.line == high.line and low.z == high.z == tile.z - 1:
                if min(low.n, high.n) < 0:
                    continue
                kind = moves.Span if low.tile != high.tile else moves.Stack
                if (
                    kind is moves.Stack
                    and tile.z == 1
                    and self.table.shape.ends_on(line, (tile.x, tile.y), second_cell(tile))
                ):
                    kind = moves.Cap
            if kind is not None:
                self.left.remove(tile)
                self._lay(kind, tile)

    def _kind_between(self, tile: moves.Loose, line: str) -> type[moves.Placement] | None:
        """A bridge, or a tile on a bridge, on half cells of a line."""
        shape = self.table.shape
        below = shape.tops.get((tile.x, tile.y))
        if below is not None:
            return moves.Stack if below.line == line and below.z == tile.z - 1 else None
        dx, dy = moves.STEP[tile.axis]
        cell = (tile.x + dx / 2, tile.y + dy / 2)
        root = shape.roots.get(cell)
        if root is None or root.axis != tile.axis or shape.tops[cell].line != line:
            return None
        sides = [shape.tops[(cell[0] + s * dx, cell[1] + s * dy)] for s in (-1, 1)]
        return moves.Bridge if all(top.z == tile.z - 1 and top.n >= 0 for top in sides) else None

    def _lay_branch(self, cell: Cell, declared: frozenset[str]) -> None:
        """Lays the arms of a root, its stacked branch, and what is stacked on the arms."""
        self.rooted.append(cell)
        axis = ACROSS[self.table.shape.roots[cell].axis]
        names = []
        for side in SIDES[axis]:
            dx, dy = moves.STEP[side]
            low = min((cell[0] + s * dx, cell[1] + s * dy) for s in (1, 2))
            name = arm_name(cell, side)
            tile = None if name in self.table.shape.ends else self._take(*low, 0, axis)
            if tile is not None:
                self._lay(moves.Branch, tile)
                self._extend_all(name)
                names.append(name)
        self._close(declared)
        self._lay_stacked_branch(cell, axis)
        for name in names:
            self._lay_above(name, axis)

    def _lay_stacked_branch(self, cell: Cell, axis: moves.Axis) -> None:
        dx, dy = moves.STEP[axis]
        for low in (cell, (cell[0] - dx, cell[1] - dy)):
            tile = self._take(*low, 1, axis)
            if tile is not None:
                if self.table.shape.place_of(moves.StackedBranch(tile.a, tile.b, *low, 1, axis)) is None:
                    self.left.append(tile)
                    return
                self._lay(moves.StackedBranch, tile)
        while tile := self._growth(cell):
            self.left.remove(tile)
            self._lay(moves.Extend, tile)

    def _growth(self, cell: Cell) -> moves.Loose | None:
        """A tile that the stacked branch of a root grew by: said to be one, or fitting as one and carrying nothing."""
        for (x, y, axis, family), place in self.table.shape.places.items():
            if family != moves.GROWTH or place.at != cell:
                continue
            for tile in self.left:
                if (tile.x, tile.y, tile.z, tile.axis) == (x, y, 1, axis) and self._is_growth(tile):
                    return tile
        return None

    def _is_growth(self, tile: moves.Loose) -> bool:
        said = self.said_kind[tile]
        if said:
            return said == STACKED_BRANCH
        move = moves.Extend(tile.a, tile.b, tile.x, tile.y, 1, tile.axis)
        place = self.table.shape.places[(tile.x, tile.y, tile.axis, moves.GROWTH)]
        cells = {(tile.x, tile.y), second_cell(tile)}
        carries = any(t.z == 2 and t.axis == tile.axis and cells & {(t.x, t.y), second_cell(t)} for t in self.left)
        return not carries and move in place.moves[BIT[move.a][move.b]]

    def _loose(self, tile: moves.Loose) -> None:
        """A tile without a play that puts it there: the fault is the refusal of the play that comes nearest."""
        shape = self.table.shape
        kinds: tuple[type[moves.Placement], ...] = (
            (moves.StackedBranch, moves.Stack) if tile.z else (moves.Extend, moves.Branch)
        )
        if tile.z and (tile.x % 1 or tile.y % 1):
            kinds = (moves.Bridge,) if tile.z > 1 else (moves.Stack,)
        whys = [refuse(shape, kind(tile.a, tile.b, tile.x, tile.y, tile.z, tile.axis)) for kind in kinds]
        why = next((w for w in whys if w.name not in ("not_at_an_end", "no_root", "wrong_level")), whys[0])
        if tile.z == 0 and tile.axis == "n" and why.name == "not_at_an_end" and self._touches(tile):
            why = whys[-1]
        name = "loose_tile" if why.name == "not_at_an_end" else why.name
        self.faults.append(Fault(name, _at(tile, why.reason), why.rules))
        self.table = self.table.with_tile(tile)

    def _touches(self, tile: moves.Loose) -> bool:
        around = [(x + dx, y + dy) for x, y in ((tile.x, tile.y), second_cell(tile)) for dx, dy in moves.STEP.values()]
        return any(cell in self.table.shape.tops for cell in around)


def _at(tile: moves.Placement, wrong: str) -> str:
    """What is wrong with a tile where it lies."""
    place = f"{tile.x},{tile.y},{tile.z}"
    return Said("{tile} at {place}: {line}", tile=label(BIT[tile.a][tile.b]), place=place, line=wrong)
