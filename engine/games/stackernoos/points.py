"""What a play earns, and the rules that allow it. Source: SN-43…SN-48, A-SN-21, A-SN-27, A-SN-28."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core import Line
from engine.games.stackernoos import moves
from engine.games.stackernoos.lines import RUN, RUN_ENDS, second_cell
from engine.games.stackernoos.places import fits
from engine.said import Said

if TYPE_CHECKING:
    from engine.games.stackernoos.places import Cell
    from engine.games.stackernoos.shape import Shape
    from engine.games.stackernoos.table import Table

CAP_POINTS: Final = 6
ROOT_POINTS: Final = 12
BRANCH_POINTS: Final = 8
OUT_POINTS: Final = 20

OUT: Final = Line(OUT_POINTS, "the last tile of the hand", ("SN-48",))


def lines(table: Table, move: moves.Placement, roots: list[Cell]) -> tuple[Line, ...]:
    """The points of a placement that is legal, without those for the last tile; empty for an ordinary play."""
    kind = type(move)
    if kind is moves.Bridge:
        return (_bridge(table, move),)
    events: list[tuple[int, str, str, tuple[str, ...]]] = []
    if kind is moves.Cap:
        ends = table.shape.ends_on(table.shape.tops[(move.x, move.y)].line, (move.x, move.y), second_cell(move))
        events = [(CAP_POINTS, "capping {end}: {sum}", name, ("SN-44",)) for name in ends]
    elif kind is moves.Branch and not is_second_arm(table.shape, move):
        events = [(BRANCH_POINTS, "a new branch: {sum}", "", ("SN-46",))]
    elif kind is moves.StackedBranch:
        events = [(BRANCH_POINTS, "a new stacked branch: {sum}", "", ("SN-36", "SN-46"))]
    events += [(ROOT_POINTS, "a root at {end}: {sum}", f"{x},{y}", ("SN-45",)) for x, y in roots]
    if not events:
        return ()
    value = move.a + move.b
    once = table.options.multi_event_value == "tile_value_once"
    earned: list[Line] = []
    for bonus, form, end, rules in events:
        points = value + bonus
        added: str = f"{value} + {bonus}"
        if earned and once:
            points, added = bonus, Said("{bonus}, the tile counting once", bonus=bonus)
        also = ("A-SN-28",) if earned else ()
        earned.append(Line(points, Said(form, end=end, sum=added), (*rules, *also)))
    return tuple(earned)


def _bridge(table: Table, move: moves.Placement) -> Line:
    dx, dy = moves.STEP[move.axis]
    x, y = move.x + dx / 2, move.y + dy / 2
    value = move.a + move.b
    if table.options.bridge_value == "touching_halves":
        carried = value
    else:
        tops = table.shape.tops
        tiles = (table.laid[tops[(x - dx, y - dy)].tile], table.laid[tops[(x + dx, y + dy)].tile])
        carried = sum(tile.a + tile.b for tile in tiles)
    cell = f"{moves.coordinate(x)},{moves.coordinate(y)}"
    why = Said("a bridge over {cell}: {sum}", cell=cell, sum=f"{value} + {carried}")
    return Line(value + carried, why, ("SN-21", "SN-47", "A-SN-21"))


def is_second_arm(shape: Shape, move: moves.Placement) -> bool:
    """Whether a first arm tile opens the other arm of a branch that is there already. Source: A-SN-17."""
    found = shape.place_of(move)
    return found is not None and not isinstance(found.at, str) and shape.roots[found.at].length > 0


_ALLOWED: Final[dict[type[moves.Placement], tuple[str, ...]]] = {
    moves.Extend: ("SN-5", "SN-9"),
    moves.Cap: ("SN-11", "SN-13"),
    moves.Stack: ("SN-14", "SN-5"),
    moves.Span: ("SN-15", "SN-16"),
    moves.Bridge: ("SN-19", "SN-20"),
    moves.Branch: ("SN-29", "SN-30"),
    moves.StackedBranch: ("SN-33", "SN-34"),
}
_GROWTH: Final = ("SN-35", "A-SN-19")
_ROOTS: Final = ((), ("SN-27",), ("SN-28",))


def allowed(shape: Shape, move: moves.Placement, roots: list[Cell]) -> tuple[str, ...]:
    """The rules that allow a legal placement."""
    kind = type(move)
    if kind is moves.Extend and move.z:
        return _GROWTH + _also_above(shape, move)
    rules = _ALLOWED[kind]
    if kind is moves.Stack:
        rules += _stacked_on(shape, move)
    elif kind is moves.Span:
        rules += ("SN-17", *_spanned(shape, move)) if move.z == 1 else ("SN-18",)
    elif kind is moves.Cap:
        rules += _capped(shape, move) + (("A-SN-34",) if roots else ())
    elif kind is moves.Branch and is_second_arm(shape, move):
        rules += ("A-SN-17",)
    return rules + _ROOTS[len(roots)]


def _also_above(shape: Shape, move: moves.Placement) -> tuple[str, ...]:
    """The ruling on a growth that might as well be a stack, a cap or a span."""
    place = shape.places.get((move.x, move.y, move.axis, moves.ABOVE))
    return ("A-SN-40",) if place is not None and fits(place.need, place.a, place.b, move.a, move.b) else ()


def _stacked_on(shape: Shape, move: moves.Placement) -> tuple[str, ...]:
    if move.x % 1 or move.y % 1:
        return ("A-SN-22",)
    return () if shape.tops[(move.x, move.y)].line == RUN else ("A-SN-31",)


def _spanned(shape: Shape, move: moves.Placement) -> tuple[str, ...]:
    """The ruling that a joint may be spanned where the end domino itself may not be stacked on yet."""
    low, high = (move.x, move.y), second_cell(move)
    line = shape.tops[low].line
    for end in (shape.ends[name] for name in (RUN_ENDS if line == RUN else (line,))):
        dx, dy = moves.STEP[end.side]
        if (end.x - dx, end.y - dy) in (low, high) and not end.capped and not shape.may_cap(end):
            return ("A-SN-41",)
    return ()


def _capped(shape: Shape, move: moves.Placement) -> tuple[str, ...]:
    low = (move.x, move.y)
    ends = [shape.ends[name] for name in shape.ends_on(shape.tops[low].line, low, second_cell(move))]
    rules: tuple[str, ...] = ()
    if any(end.root is not None for end in ends):
        rules += ("A-SN-10",)
    if any(end.closed for end in ends):
        rules += ("SN-32", "A-SN-11")
    if any(end.blocked for end in ends):
        rules += ("SN-32", "A-SN-32" if shape.options.bounds is None else "A-SN-10")
    if any(shape.length(end) < shape.needed(end) for end in ends):
        rules += ("C-SN-6",)
    return rules
