"""The places around what has just changed: beyond an end, on top of two cells, at a root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.stackernoos.lines import ACROSS, AXIS, RUN, SIDES, arm_name
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
    Placement,
    Span,
    Stack,
    StackedBranch,
    coordinate,
)
from engine.games.stackernoos.places import BOTH, EITHER, FIRST, SECOND, place

if TYPE_CHECKING:
    from engine.games.stackernoos.lines import Root
    from engine.games.stackernoos.places import Cell
    from engine.games.stackernoos.shape import Shape


def renew_end(shape: Shape, name: str) -> None:
    """The place beyond an end, and whether the end has room. Source: SN-22, SN-32, A-SN-10, A-SN-32."""
    end = shape.ends[name]
    dx, dy = STEP[end.side]
    near, far = (end.x + dx, end.y + dy), (end.x + 2 * dx, end.y + 2 * dy)
    blocked = near in shape.tops or far in shape.tops or not _has_room(shape, far)
    forward = end.side in "en"
    low = near if forward else far
    key = (*low, end.side, GROUND)
    if blocked or end.capped or end.closed:
        shape.places.pop(key, None)
    else:
        need = FIRST if forward else SECOND
        shape.places[key] = place(Extend, *low, 0, AXIS[end.side], need, end.n, end.n, name)
    if blocked != end.blocked:
        shape.ends[name] = end._replace(blocked=blocked)
        renew_end_domino(shape, name)


def _has_room(shape: Shape, cell: Cell) -> bool:
    bounds = shape.options.bounds
    return bounds is None or (bounds[0] <= cell[0] <= bounds[2] and bounds[1] <= cell[1] <= bounds[3])


def renew_end_domino(shape: Shape, name: str) -> None:
    """The place on top of the last domino of an end."""
    end = shape.ends[name]
    dx, dy = STEP[end.side]
    back = end.side in "en"
    renew_pair(shape, end.x - dx if back else end.x, end.y - dy if back else end.y, AXIS[end.side])


def renew_pair(shape: Shape, x: float, y: float, axis: Axis) -> None:
    """The place on top of two neighbouring cells of a line. Source: SN-11…SN-18, A-SN-08, A-SN-41."""
    dx, dy = STEP[axis]
    low, high = (x, y), (x + dx, y + dy)
    p, q = shape.tops.get(low), shape.tops.get(high)
    key = (x, y, axis, ABOVE)
    if p is None or q is None or p.z != q.z or p.n < 0 or q.n < 0 or p.line != q.line:
        shape.places.pop(key, None)
        return
    kind: type[Placement] = Stack if p.tile == q.tile else Span
    ends = shape.ends_on(p.line, low, high) if p.z == 0 and kind is Stack else []
    if ends:
        kind = Cap
    short = p.line == RUN and not shape.options.stack_before_min_run and _run_is_short(shape)
    if (short and not ends) or (ends and not all(shape.may_cap(shape.ends[name]) for name in ends)):
        shape.places.pop(key, None)
        return
    shape.places[key] = place(kind, x, y, p.z + 1, axis, BOTH if kind is Span else EITHER, p.n, q.n)


def _run_is_short(shape: Shape) -> bool:
    return shape.run < shape.options.min_run_before_cap


def renew_root(shape: Shape, cell: Cell) -> None:
    """The places at a root: bridge, arms, stacked branch. Source: SN-19, SN-29, SN-34, SN-35, A-SN-20, A-SN-42."""
    root = shape.roots[cell]
    x, y = cell
    dx, dy = STEP[root.axis]
    left, right = shape.tops[(x - dx, y - dy)], shape.tops[(x + dx, y + dy)]
    key = (coordinate(x - dx / 2), coordinate(y - dy / 2), root.axis, ABOVE)
    if not root.bridged:
        if root.tips is None and left.z == right.z and left.n >= 0 and right.n >= 0:
            shape.places[key] = place(Bridge, key[0], key[1], left.z + 1, root.axis, BOTH, left.n, right.n, cell)
        else:
            shape.places.pop(key, None)
    axis = ACROSS[root.axis]
    for which, side in enumerate(SIDES[axis]):
        _renew_sprout(shape, cell, root, side, root.arms[which])
        if root.arms[which]:
            _renew_upper(shape, cell, root, which, side)


def _renew_sprout(shape: Shape, cell: Cell, root: Root, side: str, grown: bool) -> None:
    (x, y), (dx, dy) = cell, STEP[side]
    near, far = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
    forward = side in "en"
    low = near if forward else far
    key = (*low, side, SPROUT)
    if grown or near in shape.tops or far in shape.tops or not _has_room(shape, far):
        shape.places.pop(key, None)
    else:
        shape.places[key] = place(Branch, *low, 0, AXIS[side], FIRST if forward else SECOND, root.n, root.n, cell)


def _renew_upper(shape: Shape, cell: Cell, root: Root, which: int, side: str) -> None:
    """Where a stacked branch may begin or grow over one arm."""
    dx, dy = STEP[side]
    forward = side in "en"
    need = FIRST if forward else SECOND
    line = arm_name(cell, side)
    (x, y), n = (cell, root.n) if root.tips is None else ((root.tips[which].x, root.tips[which].y), root.tips[which].n)
    first, second = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
    start = cell if forward else (cell[0] + dx, cell[1] + dy)
    begin = (*start, AXIS[side], ABOVE)
    if root.tips is None and not root.bridged and _carries(shape, line, first):
        shape.places[begin] = place(StackedBranch, *start, 1, AXIS[side], need, n, n, cell)
    else:
        shape.places.pop(begin, None)
    low = first if forward else second
    on = (*low, AXIS[side], GROWTH)
    if root.tips is not None and _carries(shape, line, first) and _carries(shape, line, second):
        shape.places[on] = place(Extend, *low, 1, AXIS[side], need, n, n, cell)
    else:
        shape.places.pop(on, None)


def _carries(shape: Shape, line: str, cell: Cell) -> bool:
    top = shape.tops.get(cell)
    return top is not None and top.line == line and top.z == 0 and top.n >= 0
