"""What the tiles on the table amount to: tops, ends, roots, and every place where a tile could be laid now.

A shape is built tile by tile; each tile touches only the places around it, and the rest is shared with the shape
before. The geometry is that of section 3.3 of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.stackernoos.lines import (
    ACROSS,
    AXIS,
    OPPOSITE,
    ROOFED,
    RUN,
    RUN_ENDS,
    SIDES,
    UNDER_BRANCH,
    End,
    Key,
    Root,
    Tip,
    Top,
    arm_name,
    second_cell,
)
from engine.games.stackernoos.moves import (
    ABOVE,
    GROUND,
    GROWTH,
    SPROUT,
    STEP,
    Branch,
    Bridge,
    Cap,
    Extend,
    First,
    Loose,
    Placement,
    StackedBranch,
    coordinate,
)
from engine.games.stackernoos.places import Cell, Place, fits
from engine.games.stackernoos.renew import renew_end, renew_end_domino, renew_pair, renew_root
from engine.games.stackernoos.tiles import BIT

if TYPE_CHECKING:
    from engine.games.stackernoos.options import StackernoosOptions


class Shape:
    """Tops by cell, ends by name, roots by cell, places by key; never changed once `grown` has returned it."""

    __slots__ = ("crowded", "ends", "options", "places", "roots", "run", "tiles", "tops")

    def __init__(self, options: StackernoosOptions) -> None:
        self.options = options
        self.tops: dict[Cell, Top] = {}
        self.ends: dict[str, End] = {}
        self.roots: dict[Cell, Root] = {}
        self.places: dict[Key, Place] = {}
        self.run = 0
        self.tiles = 0
        self.crowded = False
        """Whether there is a root on an arm, so that lines may meet."""

    def copy(self) -> Shape:
        """A shape that may be changed while this one stays as it is."""
        twin = Shape.__new__(Shape)
        twin.options, twin.run, twin.tiles, twin.crowded = self.options, self.run, self.tiles, self.crowded
        twin.tops, twin.ends = self.tops.copy(), self.ends.copy()
        twin.roots, twin.places = self.roots.copy(), self.places.copy()
        return twin

    # What can be asked.
    def place_of(self, move: Placement) -> Place | None:
        """The place that a move names, whether its tile fits there or not; None if there is no such place now."""
        found = self._place_at(move)
        return found if found is not None and found.kind is type(move) and found.z == move.z else None

    def _place_at(self, move: Placement) -> Place | None:
        family = move.family
        if family == ABOVE:
            return self.places.get((move.x, move.y, move.axis, ABOVE))
        if family == GROUND and move.z:
            return self.places.get((move.x, move.y, move.axis, GROWTH))
        there = self.places.get((move.x, move.y, move.axis, family))
        if there is None or not fits(there.need, there.a, there.b, move.a, move.b):
            there = self.places.get((move.x, move.y, OPPOSITE[move.axis], family), there)
        return there

    def ends_on(self, line: str, low: Cell, high: Cell) -> list[str]:
        """The uncapped ends whose outermost half lies on one of two cells of a line."""
        names = RUN_ENDS if line == RUN else (line,)
        found = []
        for name in names:
            end = self.ends.get(name)
            if end is not None and not end.capped and (end.x, end.y) in (low, high):
                found.append(name)
        return found

    def length(self, end: End) -> int:
        """How many ground tiles count: those of the run, or of both arms. Source: A-SN-09, A-SN-10."""
        return self.run if end.root is None else self.roots[end.root].length

    def needed(self, end: End) -> int:
        """How many tiles a line needs before its ends may be capped. Source: SN-13, A-SN-10."""
        return self.options.min_run_before_cap if end.root is None else self.options.branch_min_before_cap

    def may_cap(self, end: End) -> bool:
        """Whether an end may be capped: long enough, or out of room. Source: SN-13, SN-32, A-SN-11, A-SN-32."""
        return end.closed or end.blocked or self.length(end) >= self.needed(end)

    def roots_made(self, move: Placement) -> list[Cell]:
        """The roots that a tile makes when it is laid at level 1. Source: SN-26, A-SN-13, A-SN-36."""
        if move.z != 1 or move.family != ABOVE or type(move) is StackedBranch:
            return []
        dx, dy = STEP[move.axis]
        line = self.tops[(move.x, move.y)].line
        made = []
        for near, far in (
            ((move.x - dx, move.y - dy), (move.x - 2 * dx, move.y - 2 * dy)),
            ((move.x + 2 * dx, move.y + 2 * dy), (move.x + 3 * dx, move.y + 3 * dy)),
        ):
            gap, stack = self.tops.get(near), self.tops.get(far)
            if gap is None or stack is None or gap.z or gap.n < 0 or gap.line != line:
                continue
            if stack.z >= 1 and stack.n != UNDER_BRANCH and stack.line == line:
                made.append(near)
        return made

    # How it grows.
    def grown(self, move: Placement, tile: int) -> Shape:
        """The shape after a tile, the `tile`-th on the table. The move need not be legal, only to have its place."""
        shape = self.copy()
        shape.tiles |= BIT[move.a][move.b]
        kind = type(move)
        if kind is Extend:
            if move.z:
                shape._grow(move, tile)
            else:
                shape._extend(move, tile)
        elif kind is Branch:
            shape._branch(move, tile)
        elif kind is Bridge:
            shape._bridge(move, tile)
        elif kind is StackedBranch:
            shape._stacked_branch(move, tile)
        elif kind is First:
            shape._first(move, tile)
        elif kind is Loose:
            shape._loose(move, tile)
        else:
            shape._above(move, tile)
        return shape

    def closed(self, name: str) -> Shape:
        """The shape after an end was declared out of room."""
        shape = self.copy()
        shape.ends[name] = shape.ends[name]._replace(closed=True)
        renew_end(shape, name)
        renew_end_domino(shape, name)
        return shape

    def _first(self, move: Placement, tile: int) -> None:
        x, y = second_cell(move)
        self.run = 1
        self.tops[(move.x, move.y)] = Top(0, move.a, tile, RUN)
        self.tops[(x, y)] = Top(0, move.b, tile, RUN)
        self.ends["run:e"] = End(RUN, x, y, move.b, "e", None)
        self.ends["run:w"] = End(RUN, move.x, move.y, move.a, "w", None)
        for name in RUN_ENDS:
            renew_end(self, name)
        renew_pair(self, move.x, move.y, "e")

    def _loose(self, move: Placement, tile: int) -> None:
        for cell in ((move.x, move.y), second_cell(move)):
            self.tops.setdefault(cell, Top(move.z, ROOFED, tile, ""))
        for name in self.ends:
            renew_end(self, name)
        for cell in self.roots:
            renew_root(self, cell)

    def _extend(self, move: Placement, tile: int) -> None:
        name = self._growing_end(move)
        old = self.ends[name]
        dx, dy = STEP[move.axis]
        self.places.pop((move.x, move.y, old.side, GROUND), None)
        self._lay_ground(name, old, move, tile)
        if old.root is None:
            self.run += 1
        else:
            root = self.roots[old.root]
            self.roots[old.root] = root._replace(length=root.length + 1)
        renew_end(self, name)
        for steps in (-2, -1, 0) if old.side in "en" else (0, 1, 2):
            renew_pair(self, move.x + steps * dx, move.y + steps * dy, move.axis)
        self._after_ground(name, move)

    def _growing_end(self, move: Placement) -> str:
        found = self.place_of(move)
        if found is not None and isinstance(found.at, str):
            return found.at
        for name, end in self.ends.items():
            dx, dy = STEP[end.side]
            cells = ((end.x + dx, end.y + dy), (end.x + 2 * dx, end.y + 2 * dy))
            if AXIS[end.side] == move.axis and (move.x, move.y) in cells and second_cell(move) in cells:
                return name
        raise ValueError(f"{move} extends no line")

    def _lay_ground(self, name: str, end: End, move: Placement, tile: int) -> None:
        low, high = (move.x, move.y), second_cell(move)
        self.tops[low] = Top(0, move.a, tile, end.line)
        self.tops[high] = Top(0, move.b, tile, end.line)
        (x, y), n = (high, move.b) if end.side in "en" else (low, move.a)
        self.ends[name] = end._replace(x=x, y=y, n=n)

    def _after_ground(self, name: str, move: Placement) -> None:
        """Renews what a longer line changes elsewhere: its other end, its root, and lines that it now obstructs."""
        end = self.ends[name]
        if self.length(end) == self.needed(end):
            for other in list(self.ends) if end.root is None else [arm_name(end.root, s) for s in OPPOSITE]:
                if other in self.ends and self.ends[other].root == end.root:
                    renew_end_domino(self, other)
            if end.root is None and not self.options.stack_before_min_run:
                for (x, y), top in list(self.tops.items()):
                    if top.line == RUN:
                        renew_pair(self, x, y, "e")
        if end.root is not None:
            renew_root(self, end.root)
        if self.crowded:
            self._obstruct((move.x, move.y), second_cell(move))

    def _obstruct(self, *cells: Cell) -> None:
        for name, end in list(self.ends.items()):
            dx, dy = STEP[end.side]
            if (end.x + dx, end.y + dy) in cells or (end.x + 2 * dx, end.y + 2 * dy) in cells:
                renew_end(self, name)
        for (x, y), root in list(self.roots.items()):
            dx, dy = STEP[ACROSS[root.axis]]
            if any((x + s * dx, y + s * dy) in cells for s in (-2, -1, 1, 2)):
                renew_root(self, (x, y))

    def _branch(self, move: Placement, tile: int) -> None:
        cell, side = self._sprouting(move)
        root = self.roots[cell]
        low, plus = SIDES[move.axis]
        self.places.pop((move.x, move.y, side, SPROUT), None)
        arms = (root.arms[0] or side == low, root.arms[1] or side == plus)
        self.roots[cell] = root._replace(length=root.length + 1, arms=arms)
        name = arm_name(cell, side)
        self._lay_ground(name, End(name, 0, 0, 0, side, cell), move, tile)
        renew_end(self, name)
        renew_pair(self, move.x, move.y, move.axis)
        self._after_ground(name, move)

    def _sprouting(self, move: Placement) -> tuple[Cell, str]:
        """The root from which a first arm tile grows, and the side."""
        dx, dy = STEP[move.axis]
        low, plus = SIDES[move.axis]
        sides: list[tuple[Cell, str]] = [
            ((move.x - dx, move.y - dy), plus),
            ((move.x + 2 * dx, move.y + 2 * dy), low),
        ]
        near = {plus: move.a, low: move.b}
        known = [side for side in sides if side[0] in self.roots and self.roots[side[0]].axis != move.axis]
        return next((side for side in known if self.roots[side[0]].n == near[side[1]]), known[0])

    def _above(self, move: Placement, tile: int) -> None:
        dx, dy = STEP[move.axis]
        low, high = (move.x, move.y), second_cell(move)
        line = self.tops[low].line
        made = self.roots_made(move)
        self.tops[low] = Top(move.z, move.a, tile, line)
        self.tops[high] = Top(move.z, move.b, tile, line)
        if type(move) is Cap:
            for name in self.ends_on(line, low, high):
                self.ends[name] = self.ends[name]._replace(capped=True)
                renew_end(self, name)
        for steps in (-1, 0, 1):
            renew_pair(self, move.x + steps * dx, move.y + steps * dy, move.axis)
        for cell in made:
            self.roots[cell] = Root(move.axis, self.tops[cell].n)
            self.crowded = self.crowded or line != RUN
        for steps in (-1, 2):
            cell = (move.x + steps * dx, move.y + steps * dy)
            if cell in self.roots:
                renew_root(self, cell)
        if move.z == 1 and line in self.ends and (root := self.ends[line].root) is not None:
            renew_root(self, root)

    def _bridge(self, move: Placement, tile: int) -> None:
        dx, dy = STEP[move.axis]
        root = (coordinate(move.x + dx / 2), coordinate(move.y + dy / 2))
        line = self.tops[root].line
        for steps in (-1, 1):
            support = (root[0] + steps * dx, root[1] + steps * dy)
            self.tops[support] = self.tops[support]._replace(n=ROOFED)
        self.tops[(move.x, move.y)] = Top(move.z, move.a, tile, line)
        self.tops[second_cell(move)] = Top(move.z, move.b, tile, line)
        for steps in (-2, -1, 0, 1):
            renew_pair(self, root[0] + steps * dx, root[1] + steps * dy, move.axis)
        renew_pair(self, move.x, move.y, move.axis)
        self.roots[root] = self.roots[root]._replace(bridged=True)
        renew_root(self, root)

    def _stacked_branch(self, move: Placement, tile: int) -> None:
        low, high = (move.x, move.y), second_cell(move)
        root = low if low in self.roots and self.roots[low].axis != move.axis else high
        tips = (Tip(*low, move.a), Tip(*high, move.b))
        self.roots[root] = self.roots[root]._replace(tips=tips)
        self._cover(move, tile)
        renew_root(self, root)

    def _grow(self, move: Placement, tile: int) -> None:
        root = self.branch_below(move)
        if root is None:
            raise ValueError(f"{move} grows no stacked branch")
        low, high = (move.x, move.y), second_cell(move)
        minus, plus = self.roots[root].tips or (Tip(*low, move.a), Tip(*high, move.b))
        beyond = low[0] < minus.x or low[1] < minus.y
        tips = (Tip(*low, move.a), plus) if beyond else (minus, Tip(*high, move.b))
        self.roots[root] = self.roots[root]._replace(tips=tips)
        self.places.pop((move.x, move.y, move.axis, GROWTH), None)
        self._cover(move, tile)
        renew_root(self, root)

    def branch_below(self, move: Placement) -> Cell | None:
        """The root of the arm over which a tile of a stacked branch lies."""
        top = self.tops.get((move.x, move.y))
        end = self.ends.get(top.line) if top else None
        return end.root if end else None

    def _cover(self, move: Placement, tile: int) -> None:
        for cell in ((move.x, move.y), second_cell(move)):
            self.tops[cell] = Top(1, UNDER_BRANCH, tile, self.tops[cell].line)
        dx, dy = STEP[move.axis]
        for steps in (-1, 0, 1):
            renew_pair(self, move.x + steps * dx, move.y + steps * dy, move.axis)
