"""The score sheet: what every seat has on the table, line by line, and who wins by it.

SRO-11, SRO-33, SRO-36, SRO-53…60, SRB-3, C-SR-9, C-SR-15; A-SR-35, A-SR-51, A-SR-52, A-SR-67b, A-SR-81.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Line, Score
from engine.games.stonerow.combinations import name, rule_of, worths
from engine.games.stonerow.rows import GROUP_TOTAL, shares
from engine.games.stonerow.rules import cite
from engine.games.stonerow.state import OVER, hand_size
from engine.said import Said

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.stonerow.cards import Bag
    from engine.games.stonerow.options import StoneRowOptions
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import State


def totals(state: State) -> tuple[int, ...]:
    """Every seat's points on the table."""
    points = [0] * state.options.players
    table = worths(state.options.run_overlength)
    for row in state.rows:
        if row.broken:
            continue
        if len(row.layers) == 1:
            points[row.layers[0].owner] += table.get(row.layers[0].cards, 0)
            continue
        for seat, cards in shares(row, state.options).items():
            points[seat] += table.get(cards, 0)
    return tuple(points)


def team_totals(state: State) -> tuple[int, int]:
    """Both teams' points: seats 0 and 2, seats 1 and 3 (A-SR-60)."""
    points = totals(state)
    return points[0] + points[2], points[1] + points[3]


def score(state: State) -> tuple[Score, ...]:
    """A sheet for every seat: a line for each row that it owns something of, broken ones with 0 points."""
    sheets: list[list[Line]] = [[] for _ in range(state.options.players)]
    for row in state.rows:
        for seat, line in lines(row, state.options):
            sheets[seat].append(line)
    return tuple(Score(seat, sum(line.points for line in sheet), tuple(sheet)) for seat, sheet in enumerate(sheets))


def lines(row: Row, options: StoneRowOptions) -> list[tuple[Seat, Line]]:
    """What a row gives to each seat that scores from it."""
    return [(seat, _line(row, cards, options)) for seat, cards in shares(row, options).items()]


def _line(row: Row, cards: Bag, options: StoneRowOptions) -> Line:
    if row.broken:
        return Line(
            0,
            Said("{combination} in {row}, broken", combination=name(cards), row=f"r{row.id}"),
            cite(options, "SRO-33", "SRO-29"),
        )
    value = worths(options.run_overlength).get(cards)
    if value is None:
        return Line(0, Said("no set or run in {row}", row=f"r{row.id}"), cite(options, "A-SR-81", "SRO-53", "SRO-58"))
    return Line(
        value,
        Said("{combination} in {row}", combination=name(cards), row=f"r{row.id}"),
        cite(options, *rule_of(cards), *_sharing(row, options)),
    )


def _sharing(row: Row, options: StoneRowOptions) -> tuple[str, ...]:
    """The rules of a group with several owners."""
    if len({options.team(layer.owner) for layer in row.layers}) == 1:
        return ()
    if options.mortar_scoring == GROUP_TOTAL:
        return ("A-SR-35",)
    partners = options.teams and len(row.owners) > len({options.team(owner) for owner in row.owners})
    return ("SRO-36", "A-SR-35", "A-SR-67b") if partners else ("SRO-36", "A-SR-35")


def winners(state: State) -> tuple[Seat, ...] | None:
    """The seats with the most points once the last round has been played; ties by A-SR-52."""
    if state.phase != OVER:
        return None
    points = totals(state)
    best = tuple(seat for seat, total in enumerate(points) if total == max(points))
    if len(best) == 1 or state.options.tie_break == "shared":
        return best
    if state.options.tie_break == "most_unbroken_rows":
        whole = {seat: sum(row.owned_by(seat) and not row.broken for row in state.rows) for seat in best}
        return tuple(seat for seat in best if whole[seat] == max(whole.values()))
    sizes = {seat: hand_size(state, seat) for seat in best}
    known = [number for number in sizes.values() if number is not None]
    return tuple(seat for seat in best if len(known) < len(best) or sizes[seat] == min(known))
