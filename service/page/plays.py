"""Plays in words, each on the table that it is made on: the one place for the page and for lines on a terminal.

A move alone does not say what it lies next to; `words` finds that on a table, and later tiles would change it.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from engine import record
from engine.games import find_game
from service.page.language import english
from service.page.seats import name
from service.page.words import at_table, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core import Seat
    from engine.games import AnyGame
    from service.page.language import Language
    from service.store.entry import Entry


def in_turn(game: AnyGame, state: Any, plays: Iterable[tuple[Seat, Any]], t: Language | None = None) -> Iterator[str]:
    """The words of plays that are made one after the other from a state; the notation of one that has none."""
    for seat, move in plays:
        yield on_table(game, state, str(move), t)
        parsed = game.parse(str(move))
        if game.judge(state, seat, parsed).legal:
            state = game.play(state, seat, parsed)


def on_table(game: AnyGame, state: Any, move: str, t: Language | None = None) -> str:
    """The words of a move in a state that it is made in; its notation where it has none."""
    return words(move, game.position(game.view(state, None)), game.name, t) or move


def told_of(game: AnyGame, state: Any, t: Language | None = None) -> Language:
    """The language with names for what lies on the table of a state, for lines that tell of it by its code."""
    return at_table(t or english(), game.position(game.view(state, None)), game.name)


def told_after(entry: Entry, t: Language) -> dict[int, Language]:
    """For each move that earned points the language with names for what lay on the table once it was played.

    A row may be another's by now, and a deal later another row has its code.
    """
    after = [*[state for _, state in tables(entry.record)][1:], entry.replay.state]
    moves = zip(entry.replay.moves, after, strict=False)
    return {move.seq: told_of(entry.game, then, t) for move, then in moves if move.lines}


def whose(seat: Seat, words: str, t: Language | None = None) -> str:
    """A play with whose it is: `Player 2: 1-5 at the right end of the run, next to 1-1`."""
    return f"{name(seat, t or english())}: {words}"


def standing(kept: record.Record, t: Language | None = None) -> list[tuple[record.Event, str]]:
    """The moves that stand, each with its words."""
    game = find_game(kept.header.game)
    return [(event, on_table(game, state, event.move, t)) for event, state in tables(kept)]


def stood(kept: record.Record, seq: int) -> list[tuple[record.Event, Any]]:
    """The moves that stood before an entry was written, each with the state that it is made in."""
    return tables(record.Record(kept.header, kept.events[: seq - 1]))


def tables(kept: record.Record) -> list[tuple[record.Event, Any]]:
    """The moves that stand, each with the state that it is made in; after a fault, with the last that there is."""
    moves = record.standing(kept.events)
    states = record.walk(kept).states
    return list(zip_longest(moves, states[: len(moves)], fillvalue=states[-1]))
