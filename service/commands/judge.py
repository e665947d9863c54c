"""`tableside judge`: the answer to a position, for people or as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import typer

from engine.errors import EngineError
from engine.games import find_game
from service import spelling
from service.commands import Mendable
from service.commands.documents import name_of, read_json
from service.judging import answer
from service.page import reasons
from service.page.language import english
from service.page.words import at_table, words
from service.player_names import called
from service.seats import outcome, player

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from service.page.language import Language

MOST: Final = 40
"""Moves that are listed for people: more fit on no screen."""


def run(file: str, limit: int, as_json: bool | None = None, *, notation: bool = False, names: str | None = None) -> int:
    """Print the answer to the document in a file, or on standard input for `-`; the exit code.

    `as_json` says how; None is readable on a terminal, and JSON for a program that reads it. `notation` lists moves as
    the record writes them, too. `names` are those who play, with commas between.
    """
    document = read_json(file, limit)
    try:
        document = spelling.document(document) if isinstance(document, dict) else document
        judged = answer(document)
    except EngineError as wrong:
        raise Mendable(f"{name_of(file)}: {wrong}") from None
    if as_json or (as_json is None and not sys.stdout.isatty()):
        typer.echo(json.dumps(judged, ensure_ascii=False, indent=2))
    else:
        show(document, judged, notation=notation, names=dict(enumerate(names.split(","))) if names else None)
    return 0


def show(
    document: Mapping[str, Any],
    answer: Mapping[str, Any],
    *,
    notation: bool = False,
    names: Mapping[int, str] | None = None,
) -> None:
    """Print an answer for people: the verdict, the legal moves, the score, what is wrong, who is next.

    `names` says who sits where.
    """
    from rich.console import Console

    console = Console(highlight=False)
    for part in _parts(document, answer, notation):
        console.print(_named(part, names or {}))


def _named(part: RenderableType, names: Mapping[int, str]) -> RenderableType:
    """A part with the names of players in the place of their numbers."""
    from rich.table import Table
    from rich.text import Text

    if isinstance(part, Table):
        part.title = called(str(part.title), names)
    return Text(called(part.plain, names), style=part.style) if isinstance(part, Text) else part


def _parts(document: Mapping[str, Any], answer: Mapping[str, Any], notation: bool) -> Iterator[RenderableType]:
    """The parts of an answer, with an empty line between."""
    from rich.text import Text

    seat = int(document.get("seat") or 0)
    t = _language(document)
    if "verdict" in answer:
        yield Text(ruling(document, answer["verdict"]), style="bold")
        yield from (Text(f"  {rule}  {_title(document, rule)}") for rule in answer["verdict"]["rules"])
        yield ""
    yield from _moves(document, answer["moves"], seat, notation)
    totals = [f"{player(each['seat'])} {each['total']}" for each in answer["score"]]
    yield Text(f"Score: {', '.join(totals)}")
    for each in answer["score"]:
        for line in each["lines"]:
            why = f"{_plainly(line['why'], t)} ({', '.join(line['rules'])})"
            yield Text(f"  {player(each['seat'])}: {line['points']:+d}  {why}")
    for fault in answer["faults"]:
        yield Text(f"Fault: {_plainly(fault['detail'], t)} ({', '.join(fault['rules'])})")
    yield Text(_next(answer))


def ruling(document: Mapping[str, Any], verdict: Mapping[str, Any]) -> str:
    """The verdict in a sentence: `1-5 at the right end of the run is legal: 0 points.`"""
    move = _said(document, verdict["move"])
    if not verdict["legal"]:
        return f"{move} is not allowed: {_plainly(verdict['reason'], _language(document))}"
    points = verdict["points"]
    return f"{move} is legal: {points} {'point' if points == 1 else 'points'}."


def _moves(
    document: Mapping[str, Any], moves: list[Mapping[str, Any]], seat: int, notation: bool
) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    if not moves:
        yield Text(f"{player(seat).capitalize()} has no legal move.\n")
        return
    count = "one legal move" if len(moves) == 1 else f"{len(moves)} legal moves"
    table = Table(title=f"{player(seat).capitalize()} has {count}", title_justify="left")
    for heading in ("move", "points", "rules", *(["notation"] if notation else [])):
        table.add_column(heading, justify="right" if heading == "points" else "left")
    for each in moves[:MOST]:
        row = Text(_said(document, each["move"])), str(each["points"]), ", ".join(each["rules"])
        table.add_row(*row, *([Text(each["move"])] if notation else []))
    yield table
    yield Text(f"… and {len(moves) - MOST} more: --json lists all\n" if len(moves) > MOST else "")


def _next(answer: Mapping[str, Any]) -> str:
    if "over" in answer:
        return outcome(answer["over"]["winners"])
    return f"Next: {', '.join(player(seat) for seat in answer['next']['seats']) or 'nobody'}"


def _said(document: Mapping[str, Any], move: str) -> str:
    """A move in words, in its notation where there are none."""
    text = words(move, document["position"], find_game(document["game"]).name)
    return text[:1].upper() + text[1:] if text else move


def _language(document: Mapping[str, Any]) -> Language:
    """English with names for what lies on the table of a document."""
    return at_table(english(), document["position"], find_game(document["game"]).name)


def _plainly(text: str, t: Language) -> str:
    """A line of the engine for people."""
    return reasons.translated(text, t) or text


def _title(document: Mapping[str, Any], rule: str) -> str:
    known = find_game(document["game"]).rules
    return known[rule].title if rule in known else ""
