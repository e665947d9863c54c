"""What the tiles on the table amount to: tops, ends, roots, and every place where a tile could be laid now.

A shape is built tile by tile; each tile touches only the places around it, and the rest is shared with the shape
before. The geometry is that of section 3.3 of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from engine.games.stackernoos.moves import (
    ABOVE,
    GROUND,
    GROWTH,
    SPROUT,
    STEP,
    Axis,
    Branch,
    Bridge,
    Cap,
    Extend,
    First,
    Loose,
    Placement,
    Span,
    Stack,
    StackedBranch,
    coordinate,
)
from engine.games.stackernoos.places import BOTH, EITHER, FIRST, SECOND, Cell, Place, fits, place
from engine.games.stackernoos.tiles import BIT

if TYPE_CHECKING:
    from engine.games.stackernoos.options import StackernoosOptions

RUN: Final = "run"
RUN_ENDS: Final = ("run:e", "run:w")
ROOFED: Final = -1
"""The number of a top under a bridge or a loose tile: nothing can be laid there."""
UNDER_BRANCH: Final = -2
"""The number of a top under a stacked branch: nothing can be laid there, and it is no stack (A-SN-36, A-SN-42)."""

SIDES: Final[dict[Axis, tuple[str, str]]] = {"e": ("w", "e"), "n": ("s", "n")}
ACROSS: Final[dict[Axis, Axis]] = {"e": "n", "n": "e"}
AXIS: Final[dict[str, Axis]] = {"e": "e", "w": "e", "n": "n", "s": "n"}
OPPOSITE: Final = {"e": "w", "w": "e", "n": "s", "s": "n"}

Key: TypeAlias = tuple[float, float, str, int]
"""Where a place is found: its cell, its axis (on the ground: the side to which the line grows), its family."""


class Top(NamedTuple):
    """The uppermost half on a cell: its level, its number, its tile in the order of play, its line."""

    z: int
    n: int
    tile: int
    line: str


class End(NamedTuple):
    """The end of the run or of an arm: the outermost half, the side to which it grows, the root of its arm."""

    line: str
    x: float
    y: float
    n: int
    side: str
    root: Cell | None
    capped: bool = False
    closed: bool = False
    blocked: bool = False


class Tip(NamedTuple):
    """An end of a stacked branch."""

    x: float
    y: float
    n: int


class Root(NamedTuple):
    """A single uncovered half between two stacks, and the branch that stands on it.

    `axis` is that of the line in which the root lies; `length` counts the ground tiles of both arms; the arms and
    tips are those to the west or south and to the east or north.
    """

    axis: Axis
    n: int
    length: int = 0
    arms: tuple[bool, bool] = (False, False)
    tips: tuple[Tip, Tip] | None = None
    bridged: bool = False


def arm_name(root: Cell, side: str) -> str:
    """The name of an arm's end: `2:n` for a root of the run, `2,4:e` for a root of an arm."""
    x, y = root
    return f"{x}:{side}" if y == 0 and side in "ns" else f"{x},{y}:{side}"


def second_cell(move: Placement | Place) -> Cell:
    """The cell of the second half."""
    return (move.x + 1, move.y) if move.axis == "e" else (move.x, move.y + 1)


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
        shape._renew_end(name)
        shape._renew_end_domino(name)
        return shape

    def _first(self, move: Placement, tile: int) -> None:
        x, y = second_cell(move)
        self.run = 1
        self.tops[(move.x, move.y)] = Top(0, move.a, tile, RUN)
        self.tops[(x, y)] = Top(0, move.b, tile, RUN)
        self.ends["run:e"] = End(RUN, x, y, move.b, "e", None)
        self.ends["run:w"] = End(RUN, move.x, move.y, move.a, "w", None)
        for name in RUN_ENDS:
            self._renew_end(name)
        self._renew_pair(move.x, move.y, "e")

    def _loose(self, move: Placement, tile: int) -> None:
        for cell in ((move.x, move.y), second_cell(move)):
            self.tops.setdefault(cell, Top(move.z, ROOFED, tile, ""))
        for name in self.ends:
            self._renew_end(name)

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
        self._renew_end(name)
        for steps in (-2, -1, 0) if old.side in "en" else (0, 1, 2):
            self._renew_pair(move.x + steps * dx, move.y + steps * dy, move.axis)
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
                    self._renew_end_domino(other)
            if end.root is None and not self.options.stack_before_min_run:
                for (x, y), top in list(self.tops.items()):
                    if top.line == RUN:
                        self._renew_pair(x, y, "e")
        if end.root is not None:
            self._renew_root(end.root)
        if self.crowded:
            self._obstruct((move.x, move.y), second_cell(move))

    def _obstruct(self, *cells: Cell) -> None:
        for name, end in list(self.ends.items()):
            dx, dy = STEP[end.side]
            if (end.x + dx, end.y + dy) in cells or (end.x + 2 * dx, end.y + 2 * dy) in cells:
                self._renew_end(name)
        for (x, y), root in list(self.roots.items()):
            dx, dy = STEP[ACROSS[root.axis]]
            if any((x + s * dx, y + s * dy) in cells for s in (-2, -1, 1, 2)):
                self._renew_root((x, y))

    def _branch(self, move: Placement, tile: int) -> None:
        cell, side = self._sprouting(move)
        root = self.roots[cell]
        low, plus = SIDES[move.axis]
        self.places.pop((move.x, move.y, side, SPROUT), None)
        arms = (root.arms[0] or side == low, root.arms[1] or side == plus)
        self.roots[cell] = root._replace(length=root.length + 1, arms=arms)
        name = arm_name(cell, side)
        self._lay_ground(name, End(name, 0, 0, 0, side, cell), move, tile)
        self._renew_end(name)
        self._renew_pair(move.x, move.y, move.axis)
        self._after_ground(name, move)

    def _sprouting(self, move: Placement) -> tuple[Cell, str]:
        """The root from which a first arm tile grows, and the side."""
        dx, dy = STEP[move.axis]
        low, plus = SIDES[move.axis]
        ways: list[tuple[Cell, str]] = [
            ((move.x - dx, move.y - dy), plus),
            ((move.x + 2 * dx, move.y + 2 * dy), low),
        ]
        near = {plus: move.a, low: move.b}
        known = [way for way in ways if way[0] in self.roots and self.roots[way[0]].axis != move.axis]
        return next((way for way in known if self.roots[way[0]].n == near[way[1]]), known[0])

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
                self._renew_end(name)
        for steps in (-1, 0, 1):
            self._renew_pair(move.x + steps * dx, move.y + steps * dy, move.axis)
        for cell in made:
            self.roots[cell] = Root(move.axis, self.tops[cell].n)
            self.crowded = self.crowded or line != RUN
        for steps in (-1, 2):
            cell = (move.x + steps * dx, move.y + steps * dy)
            if cell in self.roots:
                self._renew_root(cell)
        if move.z == 1 and line in self.ends and (root := self.ends[line].root) is not None:
            self._renew_root(root)

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
            self._renew_pair(root[0] + steps * dx, root[1] + steps * dy, move.axis)
        self._renew_pair(move.x, move.y, move.axis)
        self.roots[root] = self.roots[root]._replace(bridged=True)
        self._renew_root(root)

    def _stacked_branch(self, move: Placement, tile: int) -> None:
        low, high = (move.x, move.y), second_cell(move)
        root = low if low in self.roots and self.roots[low].axis != move.axis else high
        tips = (Tip(*low, move.a), Tip(*high, move.b))
        self.roots[root] = self.roots[root]._replace(tips=tips)
        self._cover(move, tile)
        self._renew_root(root)

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
        self._renew_root(root)

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
            self._renew_pair(move.x + steps * dx, move.y + steps * dy, move.axis)

    # What can be laid now.
    def _renew_end(self, name: str) -> None:
        """The place beyond an end, and whether the end has room. Source: SN-22, SN-32, A-SN-10, A-SN-32."""
        end = self.ends[name]
        dx, dy = STEP[end.side]
        near, far = (end.x + dx, end.y + dy), (end.x + 2 * dx, end.y + 2 * dy)
        blocked = near in self.tops or far in self.tops or not self._has_room(far)
        forward = end.side in "en"
        low = near if forward else far
        key = (*low, end.side, GROUND)
        if blocked or end.capped or end.closed:
            self.places.pop(key, None)
        else:
            need = FIRST if forward else SECOND
            self.places[key] = place(Extend, *low, 0, AXIS[end.side], need, end.n, end.n, name)
        if blocked != end.blocked:
            self.ends[name] = end._replace(blocked=blocked)
            self._renew_end_domino(name)

    def _has_room(self, cell: Cell) -> bool:
        bounds = self.options.bounds
        return bounds is None or (bounds[0] <= cell[0] <= bounds[2] and bounds[1] <= cell[1] <= bounds[3])

    def _renew_end_domino(self, name: str) -> None:
        end = self.ends[name]
        dx, dy = STEP[end.side]
        back = end.side in "en"
        self._renew_pair(end.x - dx if back else end.x, end.y - dy if back else end.y, AXIS[end.side])

    def _renew_pair(self, x: float, y: float, axis: Axis) -> None:
        """The place on top of two neighbouring cells of a line. Source: SN-11…SN-18, A-SN-08, A-SN-41."""
        dx, dy = STEP[axis]
        low, high = (x, y), (x + dx, y + dy)
        p, q = self.tops.get(low), self.tops.get(high)
        key = (x, y, axis, ABOVE)
        if p is None or q is None or p.z != q.z or p.n < 0 or q.n < 0 or p.line != q.line:
            self.places.pop(key, None)
            return
        kind: type[Placement] = Stack if p.tile == q.tile else Span
        ends = self.ends_on(p.line, low, high) if p.z == 0 and kind is Stack else []
        if ends:
            kind = Cap
        short = p.line == RUN and not self.options.stack_before_min_run and self._run_is_short()
        if (short and not ends) or (ends and not all(self.may_cap(self.ends[name]) for name in ends)):
            self.places.pop(key, None)
            return
        self.places[key] = place(kind, x, y, p.z + 1, axis, BOTH if kind is Span else EITHER, p.n, q.n)

    def _run_is_short(self) -> bool:
        return self.run < self.options.min_run_before_cap

    def _renew_root(self, cell: Cell) -> None:
        """The places at a root: bridge, arms, stacked branch. Source: SN-19, SN-29, SN-34, SN-35, A-SN-20, A-SN-42."""
        root = self.roots[cell]
        x, y = cell
        dx, dy = STEP[root.axis]
        left, right = self.tops[(x - dx, y - dy)], self.tops[(x + dx, y + dy)]
        key = (coordinate(x - dx / 2), coordinate(y - dy / 2), root.axis, ABOVE)
        if not root.bridged:
            if root.tips is None and left.z == right.z and left.n >= 0 and right.n >= 0:
                self.places[key] = place(Bridge, key[0], key[1], left.z + 1, root.axis, BOTH, left.n, right.n, cell)
            else:
                self.places.pop(key, None)
        axis = ACROSS[root.axis]
        for which, side in enumerate(SIDES[axis]):
            self._renew_sprout(cell, root, side, root.arms[which])
            if root.arms[which]:
                self._renew_upper(cell, root, which, side)

    def _renew_sprout(self, cell: Cell, root: Root, side: str, grown: bool) -> None:
        (x, y), (dx, dy) = cell, STEP[side]
        near, far = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        forward = side in "en"
        low = near if forward else far
        key = (*low, side, SPROUT)
        if grown or near in self.tops or far in self.tops or not self._has_room(far):
            self.places.pop(key, None)
        else:
            self.places[key] = place(Branch, *low, 0, AXIS[side], FIRST if forward else SECOND, root.n, root.n, cell)

    def _renew_upper(self, cell: Cell, root: Root, which: int, side: str) -> None:
        """Where a stacked branch may begin or grow over one arm."""
        dx, dy = STEP[side]
        forward = side in "en"
        need = FIRST if forward else SECOND
        line = arm_name(cell, side)
        (x, y), n = (
            (cell, root.n) if root.tips is None else ((root.tips[which].x, root.tips[which].y), root.tips[which].n)
        )
        first, second = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        start = cell if forward else (cell[0] + dx, cell[1] + dy)
        begin = (*start, AXIS[side], ABOVE)
        if root.tips is None and not root.bridged and self._carries(line, first):
            self.places[begin] = place(StackedBranch, *start, 1, AXIS[side], need, n, n, cell)
        else:
            self.places.pop(begin, None)
        low = first if forward else second
        on = (*low, AXIS[side], GROWTH)
        if root.tips is not None and self._carries(line, first) and self._carries(line, second):
            self.places[on] = place(Extend, *low, 1, AXIS[side], need, n, n, cell)
        else:
            self.places.pop(on, None)

    def _carries(self, line: str, cell: Cell) -> bool:
        top = self.tops.get(cell)
        return top is not None and top.line == line and top.z == 0 and top.n >= 0
