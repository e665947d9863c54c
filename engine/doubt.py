"""What of an answer rests on pieces that were not read surely.

A piece that `labels` tell is taken for the likeliest of them. A fault or a move rests on it if it would not be the
same, were the piece another one: the game's own rules are asked, table by table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Doubt, Fault, Setup
    from engine.games import AnyGame

T = TypeVar("T", bound=Hashable)


def faults(game: AnyGame, setup: Setup) -> tuple[Fault, ...]:
    """The faults of a position, each with the labels that it assumes. Raises `PositionError`."""
    found = game.faults(setup)
    rests = resting(found, game.doubts(setup) if found else (), game.faults)
    return tuple(replace(fault, assumes=assumed) for fault, assumed in zip(found, rests, strict=True))


def worths(game: AnyGame, setup: Setup) -> list[dict[str, Any]]:
    """The legal moves of a setup as an answer lists them, with `if` where they rest on labels."""

    def listed(table: Setup) -> list[tuple[str, int, tuple[str, ...]]]:
        state = game.state(table)
        verdicts = ((move, game.judge(state, table.seat, move)) for move in game.moves(state, table.seat))
        return [(str(move), verdict.points, verdict.rules) for move, verdict in verdicts]

    found = listed(setup)
    rests = resting([move[:2] for move in found], game.doubts(setup), lambda table: (m[:2] for m in listed(table)))
    return [
        {"move": move, "points": points, "rules": list(rules)} | assuming(assumed)
        for (move, points, rules), assumed in zip(found, rests, strict=True)
    ]


def resting(
    found: Sequence[T], doubts: Iterable[Doubt], ask: Callable[[Setup], Iterable[T]]
) -> tuple[tuple[str, ...], ...]:
    """For each thing found, the labels that it assumes; `ask` finds such things on another table."""
    assumed: list[list[str]] = [[] for _ in found]
    for doubt in doubts:
        sure = set(found) if doubt.others else set[T]()
        for other in doubt.others:
            if not sure:
                break
            sure &= set(ask(other))
        for each, labels in zip(found, assumed, strict=True):
            if each not in sure:
                labels.append(doubt.taken)
    return tuple(map(tuple, assumed))


def assuming(labels: Sequence[str]) -> dict[str, Any]:
    """The member `if` of a fault or a move, where there is something that it rests on."""
    return {"if": list(labels)} if labels else {}
