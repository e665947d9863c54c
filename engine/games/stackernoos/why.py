"""Why a placement is refused: the first thing that is wrong with it, with the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core import Verdict, refusal
from engine.games.stackernoos import moves, tiles
from engine.games.stackernoos.lines import ACROSS, AXIS, ROOFED, RUN, SIDES, UNDER_BRANCH, Top, arm_name, second_cell
from engine.games.stackernoos.places import BOTH, EITHER
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.games.stackernoos.lines import End
    from engine.games.stackernoos.places import Cell, Place
    from engine.games.stackernoos.shape import Shape

_SPLIT: Final = refusal(
    "split_double", "A double is not split: no tile lies crosswise at its middle.", "SN-25", "A-SN-05"
)


def refuse(shape: Shape, move: moves.Placement) -> Verdict:
    """The verdict against a placement that has no place, or whose tile does not fit the place."""
    found = shape.place_of(move)
    if found is not None:
        return _mismatch(shape, move, found)
    verdict = _WHY[type(move)](shape, move) if type(move) in _WHY else None
    return verdict or refusal("no_such_place", Said("There is no place for {tile} there.", tile=_tile(move)), "SN-5")


def _tile(move: moves.Placement) -> str:
    """The tile by its name, which says nothing of how it lies."""
    return tiles.label(tiles.BIT[move.a][move.b])


def _name(cell: Cell) -> str:
    return f"{moves.coordinate(cell[0])},{moves.coordinate(cell[1])}"


def _mismatch(shape: Shape, move: moves.Placement, place: Place) -> Verdict:
    tile = _tile(move)
    if place.kind is moves.Bridge:
        reason = Said(
            "Both halves of a bridge match what carries them; here lie {pips} and {pips2}.", pips=place.a, pips2=place.b
        )
        return refusal("both_must_match", reason, "SN-20")
    if place.kind is moves.StackedBranch:
        return refusal("no_match", Said("The half above the root is {pips}, as the root is.", pips=place.a), "SN-34")
    if place.need == BOTH:
        reason = Said(
            "Both halves of a span match what lies below; here lie {pips} and {pips2}.", pips=place.a, pips2=place.b
        )
        rules: tuple[str, ...] = ("SN-16", "SN-17") if move.z == 1 else ("SN-16", "SN-18")
        if move.z == 1 and shape.tops[(move.x, move.y)].n == shape.tops[second_cell(move)].n:
            rules += ("C-SN-7",) if (place.tiles & shape.tiles) else ()
        return refusal("both_must_match", reason, *rules)
    if place.need == EITHER:
        reason = Said(
            "Neither half of {tile} lies on its equal; below are {pips} and {pips2}.",
            tile=tile,
            pips=place.a,
            pips2=place.b,
        )
        return refusal("no_match", reason, "SN-4", "SN-5")
    if place.kind is moves.Branch:
        return refusal(
            "no_match", Said("The half at the root is {pips}, as the root is.", pips=place.a), "SN-29", "SN-5"
        )
    reason = Said("The end shows {pips}; the half of {tile} that touches it is another.", pips=place.a, tile=tile)
    return refusal("no_match", reason, *(("A-SN-19",) if move.z else ("SN-9", "SN-5")))


def _extend(shape: Shape, move: moves.Placement) -> Verdict | None:
    if move.z:
        return _growth(shape, move)
    if _splits_double(shape, move):
        return _SPLIT
    low, high = (move.x, move.y), second_cell(move)
    for name, end in shape.ends.items():
        dx, dy = moves.STEP[end.side]
        near, far = (end.x + dx, end.y + dy), (end.x + 2 * dx, end.y + 2 * dy)
        if {low, high} == {near, far}:
            return _shut(shape, name, end, far)
    for name, end in shape.ends.items():
        beside = any(abs(x - end.x) <= 1 and abs(y - end.y) <= 1 for x, y in (low, high))
        if AXIS[end.side] != move.axis and beside:
            if move.a == move.b and _is_beyond(end, low, high):
                return refusal(
                    "crosswise_double",
                    Said("A double lies in line with {cell}.", cell=name),
                    "SN-25",
                    "A-SN-05",
                    "SN-23",
                )
            rules = ("SN-23", "C-SN-1") if end.root is None else ("SN-23", "SN-31")
            return refusal(
                "right_angle", Said("The line at {cell} stays straight; no right angles.", cell=name), *rules
            )
    if low in shape.tops or high in shape.tops:
        return refusal(
            "cells_taken",
            Said("Another tile lies at {cell}.", cell=_name(low if low in shape.tops else high)),
            "A-SN-32",
        )
    return refusal("not_at_an_end", Said("No line ends beside {cell}.", cell=_name(low)), "SN-9", "SN-10")


def _is_beyond(end: End, *cells: Cell) -> bool:
    """Whether a cell, or a part of it, is the next beyond an end."""
    dx, dy = moves.STEP[end.side]
    return any(abs(x - end.x - dx) < 1 and abs(y - end.y - dy) < 1 for x, y in cells)


def _splits_double(shape: Shape, move: moves.Placement) -> bool:
    """Whether a tile lies across the middle of a double, or on the table with its short edge there."""
    dx, dy = moves.STEP[move.axis]
    ex, ey = moves.STEP[ACROSS[move.axis]]
    for steps in (0, 0.5, 1) if move.z else (-1, 2):
        x, y = move.x + steps * dx, move.y + steps * dy
        p, q = shape.tops.get((x - ex / 2, y - ey / 2)), shape.tops.get((x + ex / 2, y + ey / 2))
        if p and q and p.tile == q.tile and p.n == q.n >= 0 and p.z == max(move.z - 1, 0):
            return True
    return False


def _shut(shape: Shape, name: str, end: End, far: Cell) -> Verdict:
    if end.capped:
        return refusal("end_is_capped", Said("{end} is capped; it grows upwards only.", end=name), "SN-12", "A-SN-12")
    if end.closed:
        return refusal(
            "end_is_closed",
            Said("{end} was declared out of room; it can only be capped.", end=name),
            "SN-32",
            "A-SN-11",
        )
    bounds = shape.options.bounds
    if bounds is not None and not (bounds[0] <= far[0] <= bounds[2] and bounds[1] <= far[1] <= bounds[3]):
        return refusal("out_of_room", Said("{end} has come to the edge of the table.", end=name), "SN-32", "A-SN-10")
    return refusal("cells_taken", Said("Another line lies beyond {end}; it is out of room.", end=name), "A-SN-32")


def _growth(shape: Shape, move: moves.Placement) -> Verdict:
    if move.z > 1:
        return refusal("upper_level", "Tiles meet end to end on the table, or in a stacked branch at level 1.", "SN-35")
    root = shape.branch_below(move)
    tips = shape.roots[root].tips if root is not None else None
    if root is None or tips is None:
        return refusal("no_stacked_branch", "There is no stacked branch that ends here.", "SN-35")
    for cell in ((move.x, move.y), second_cell(move)):
        top = shape.tops.get(cell)
        if top is None:
            return refusal(
                "not_supported", Said("No tile of the arm carries it at {cell}.", cell=_name(cell)), "SN-24", "C-SN-9"
            )
        if top.z:
            return refusal("covered", Said("A tile lies on {cell} already.", cell=_name(cell)), "SN-24", "A-SN-42")
    return refusal("not_at_an_end", "The stacked branch grows from its two ends only.", "SN-35")


def _above(shape: Shape, move: moves.Placement) -> Verdict | None:
    low, high = (move.x, move.y), second_cell(move)
    p, q = shape.tops.get(low), shape.tops.get(high)
    if verdict := _unsupported(shape, move, p, q):
        return verdict
    assert p is not None and q is not None
    ends = shape.ends_on(p.line, low, high) if p.tile == q.tile and p.z == 0 else []
    for name in ends:
        if not shape.may_cap(shape.ends[name]):
            return _too_short(shape, shape.ends[name], name)
    kind = type(move)
    if p.line == RUN and not shape.options.stack_before_min_run and shape.run < shape.options.min_run_before_cap:
        return refusal("too_early_to_stack", "By this house rule nothing is stacked on a short run.", "A-SN-08")
    if p.tile != q.tile:
        return refusal("is_a_span", "Two tiles lie below: it is a span, and both halves match.", "SN-15", "SN-16")
    if kind is moves.Span:
        return refusal("not_a_joint", "A span lies across two tiles; here is only one.", "SN-15")
    if ends:
        return refusal("is_a_cap", Said("A tile on the last domino caps {end}.", end=ends[0]), "SN-11")
    if any(end.capped and (end.x, end.y) in (low, high) for end in shape.ends.values()):
        return refusal("end_is_capped", "No open end lies here; what is capped stays capped.", "A-SN-12", "SN-11")
    return refusal("not_an_end", "A cap lies on the last domino of an open end.", "SN-11")


def _unsupported(shape: Shape, move: moves.Placement, p: Top | None, q: Top | None) -> Verdict | None:
    """Why two cells do not carry a tile at its level; None if they do."""
    if move.z == 0:
        return refusal("not_stacked", "What is stacked lies at level 1 or above.", "SN-5")
    if p is None or q is None:
        return _leaning(shape, move, p or q)
    lines = (p.line, q.line)
    for top in (p, q):
        if top.n == UNDER_BRANCH:
            return refusal("on_a_stacked_branch", "A stacked branch only grows.", "A-SN-42")
        if top.n == ROOFED:
            return refusal("under_a_bridge", "A bridge lies over it.", "SN-19", "A-SN-06")
    if p.z != q.z:
        return refusal(
            "uneven_support",
            Said("Below are levels {level} and {level2}; both must be equal.", level=p.z, level2=q.z),
            "SN-24",
            "A-SN-07",
        )
    if p.z + 1 > move.z:
        return refusal("covered", Said("The top there is at level {level}.", level=p.z), "A-SN-06")
    if p.z + 1 < move.z:
        return refusal("not_supported", Said("Level {level} is empty below it.", level=move.z - 1), "SN-24")
    if lines[0] != lines[1]:
        return refusal("two_lines", "It would lie across two lines.", "SN-15", "A-SN-32")
    axis = "e" if lines[0] == RUN else AXIS[shape.ends[lines[0]].side]
    if axis != move.axis:
        return refusal("crosswise", "A stacked tile lies along the line below it.", "SN-24", "SN-25")
    return None


def _leaning(shape: Shape, move: moves.Placement, carried: Top | None) -> Verdict:
    if carried is not None:
        return refusal("leaner", "One half has nothing below it; no leaners.", "SN-24", "A-SN-07")
    return _SPLIT if _splits_double(shape, move) else refusal("not_supported", "Nothing carries it.", "SN-24")


def _too_short(shape: Shape, end: End, name: str) -> Verdict:
    have, need = shape.length(end), shape.needed(end)
    if end.root is None:
        reason = Said("The run has {have} dominoes; {end} can be capped from {need}.", have=have, end=name, need=need)
        return refusal("run_too_short", reason, "SN-13", "A-SN-09", "C-SN-5")
    reason = Said(
        "Both arms of this branch have {have} dominoes; {end} can be capped from {need}.",
        have=have,
        end=name,
        need=need,
    )
    return refusal("branch_too_short", reason, "SN-13", "A-SN-10")


def _bridge(shape: Shape, move: moves.Placement) -> Verdict | None:
    dx, dy = moves.STEP[move.axis]
    x, y = move.x + dx / 2, move.y + dy / 2
    if x % 1 or y % 1:
        return refusal("bridge_off_centre", "A bridge lies centred over the gap of a root.", "A-SN-37")
    root = shape.roots.get((x, y))
    if root is None or root.axis != move.axis:
        return refusal(
            "no_root", Said("{cell} is no root; a bridge lies over a root.", cell=_name((x, y))), "SN-19", "SN-26"
        )
    if root.bridged:
        return refusal("covered", "A bridge lies there already.", "A-SN-06")
    if root.tips is not None:
        return refusal("on_a_stacked_branch", "Nothing is bridged over a stacked branch.", "A-SN-42")
    left, right = shape.tops[(x - dx, y - dy)], shape.tops[(x + dx, y + dy)]
    if left.z != right.z:
        reason = Said(
            "The tiles beside the root reach levels {level} and {level2}; a bridge needs equal ones.",
            level=left.z,
            level2=right.z,
        )
        return refusal("uneven_support", reason, "A-SN-21", "C-SN-2")
    return refusal("not_supported", Said("The bridge over this root lies at level {level}.", level=left.z + 1), "SN-24")


def _branch(shape: Shape, move: moves.Placement) -> Verdict | None:
    if move.z:
        return refusal("upper_level", "The first tile of an arm lies on the table.", "SN-29", "SN-33")
    dx, dy = moves.STEP[move.axis]
    low, high = (move.x, move.y), second_cell(move)
    minus, plus = SIDES[move.axis]
    for cell, side in (((low[0] - dx, low[1] - dy), plus), ((high[0] + dx, high[1] + dy), minus)):
        root = shape.roots.get(cell)
        if root is None or root.axis == move.axis:
            continue
        if arm_name(cell, side) in shape.ends:
            return refusal("arm_taken", Said("The arm {end} is there already.", end=arm_name(cell, side)), "SN-30")
        if low in shape.tops or high in shape.tops:
            return refusal("cells_taken", "Another line lies where the arm would.", "A-SN-32")
        return refusal("out_of_room", "The arm would leave the table.", "SN-32", "A-SN-10")
    if _splits_double(shape, move):
        return _SPLIT
    return refusal("no_root", "A branch begins at a root, at right angles; there is none beside it.", "SN-29", "SN-26")


def _stacked_branch(shape: Shape, move: moves.Placement) -> Verdict | None:
    if move.z != 1:
        return refusal("wrong_level", "A stacked branch lies at level 1.", "A-SN-18")
    minus, plus = SIDES[move.axis]
    for cell, other, side in (
        ((move.x, move.y), second_cell(move), plus),
        (second_cell(move), (move.x, move.y), minus),
    ):
        root = shape.roots.get(cell)
        if root is None or root.axis == move.axis:
            continue
        if arm_name(cell, side) not in shape.ends:
            return refusal("no_arm", "A stacked branch lies on an arm; there is none on this side.", "SN-33")
        if root.tips is not None:
            return refusal("one_stacked_branch", "This root has its stacked branch.", "A-SN-18")
        if root.bridged:
            return refusal("roofed", "A bridge roofs the root.", "A-SN-20")
        return refusal("covered", Said("A tile lies on {cell} already.", cell=_name(other)), "SN-24", "A-SN-42")
    return refusal("no_root", "A stacked branch begins above a root.", "SN-34", "SN-26")


_WHY: Final[dict[type[moves.Placement], Callable[[Shape, moves.Placement], Verdict | None]]] = {
    moves.Extend: _extend,
    moves.Cap: _above,
    moves.Stack: _above,
    moves.Span: _above,
    moves.Bridge: _bridge,
    moves.Branch: _branch,
    moves.StackedBranch: _stacked_branch,
}
