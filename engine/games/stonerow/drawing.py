"""The table as text, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.stonerow.cards import cards_of, label, labels
from engine.games.stonerow.combinations import name
from engine.games.stonerow.scoring import team_totals, totals
from engine.games.stonerow.state import hand_size

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State

UNTOLD = "?"


def draw(state: State) -> str:
    """Keystone and piles, then every seat with its rows and hand."""
    lines = [_heading(state), _piles(state)]
    points = totals(state)
    for seat in range(state.options.players):
        lines += _seat(state, seat, points[seat])
    return "\n".join([*lines, *_open(state)])


def _heading(state: State) -> str:
    options = state.options
    if options.teams:
        first, second = team_totals(state)
        towers = f"towers {state.towers[0]}-{state.towers[1]}, points {first}-{second}"
        return f"StoneRow, {options.rule_set}: {towers}, {state.phase}, seat {state.turn} in turn"
    number = UNTOLD if state.round is None else state.round
    overtime = ", overtime" if state.overtime else ""
    return f"StoneRow, {options.rule_set}: round {number}{overtime}, {state.phase}, seat {state.turn} in turn"


def _piles(state: State) -> str:
    keystone = UNTOLD if state.keystone is None else label(state.keystone)
    brickyard = UNTOLD if state.brickyard is None else labels(state.brickyard) or "empty"
    quarry = UNTOLD if state.quarry is None else state.quarry
    dug = f"  GoldDiggers out {state.golddiggers}" if state.golddiggers else ""
    return f"Keystone {keystone}  Quarry {quarry}  Brickyard {brickyard}{dug}"


def _seat(state: State, seat: Seat, points: int) -> list[str]:
    marks = [word for word, true in (("dealer", seat == state.dealer), ("in turn", seat == state.turn)) if true]
    deflectors = state.deflectors[seat]
    if deflectors:
        marks.append("deflector" if deflectors == 1 else f"{deflectors} deflectors")
    marks_shown = f" ({', '.join(marks)})" if marks else ""
    lines = [f"Seat {seat}{marks_shown}: {points} points, hand {_hand(state, seat)}"]
    return lines + [f"  {_row(row, shielded=row.id in state.shielded)}" for row in state.rows if row.holder == seat]


def _hand(state: State, seat: Seat) -> str:
    hidden = state.hidden[seat]
    known = labels(cards_of(state.hands[seat]))
    if hidden == 0:
        return known or "empty"
    unseen = "of unknown size" if hidden is None else f"of {hand_size(state, seat)} cards"
    return f"{unseen} with {known}" if known else unseen


def _row(row: Row, *, shielded: bool) -> str:
    layers = " + ".join(
        labels(cards_of(layer.cards)) + (f" (seat {layer.owner})" if layer.owner != row.holder else "")
        for layer in row.layers
    )
    notes = [name(row.cards)]
    notes += ["broken"] if row.broken else []
    notes += [f"under {labels(row.markers)}"] if row.markers else []
    notes += ["shielded"] if shielded else []
    return f"r{row.id}  {layers}  [{', '.join(notes)}]"


def _open(state: State) -> list[str]:
    if state.pending is not None:
        pending = state.pending
        return [f"Seat {pending.seat} swings {label(pending.hammer)} at r{pending.row}"]
    if state.last is not None:
        return [f"Window after seat {state.last.seat}: {state.last.move}"]
    return []
