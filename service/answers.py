"""What the API says of a game, in JSON types, and no more than the caller may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import judge
from engine.core import TABLE, Setup
from engine.options import read_options
from engine.said import Said
from service import spelling
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Seat
    from service.store.entry import Entry


def seated(entry: Entry, seat: Seat | None) -> Seat | None:
    """The seat, once it is known to be one of this game."""
    if seat is not None and seat >= entry.header.players:
        players = entry.header.players
        raise Problem("no-such-seat", Said("{players} players sit at 0 to {seat}", players=players, seat=players - 1))
    return seat


def is_hidden(entry: Entry) -> bool:
    """Whether the record knows hands that the players do not: of a dealt game, until it ends."""
    return entry.header.seed is not None and entry.game.ended(entry.replay.state) is None


def seen(entry: Entry, seat: Seat | None) -> Any:
    """The game as a seat, or a bystander (None), knows it when it plays.

    On a real table whatever the record knows was in full view: so is the card that another took from there.
    """
    state = entry.replay.state
    return entry.game.view(state, seat) if is_hidden(entry) and seat != TABLE else state


def game(entry: Entry, seat: Seat | None) -> dict[str, Any]:
    """The game as a seat sees it, or a bystander (None)."""
    rules, header = entry.game, entry.header
    state = rules.view(entry.replay.state, seat)
    hand = None if seat is None else rules.hand(state, seat)
    answer = {
        "id": entry.id,
        "game": header.game,
        "options": dict(header.options),
        "players": header.players,
        "created": entry.created,
        "dealt": header.seed is not None,
        "version": entry.version,
        "seat": seat,
        "hand": None if hand is None else list(hand),
        "position": rules.position(state),
        "score": [judge.score_json(score) for score in rules.score(entry.replay.state)],
        "next": _next(entry, state),
        **rules.extras(state),
    }
    winners = rules.ended(entry.replay.state)
    if winners is not None:
        answer["over"] = {"winners": list(winners)}
    if entry.fault is not None:
        answer["fault"] = entry.fault
    if entry.loss is not None:
        answer["lost"] = entry.loss
    return answer


def _next(entry: Entry, seen: Any) -> dict[str, Any]:
    """What comes next, as somebody sees it; whose turn it is, all must know, also where a hidden card decides that."""
    prompt: dict[str, Any] = entry.game.prompt(seen)
    return prompt | {"seats": entry.game.prompt(entry.replay.state)["seats"]}


def moves(entry: Entry, seat: Seat, hand: str | None) -> dict[str, Any]:
    """The legal moves of a seat, with a hand if one is given (labels or names, with commas or spaces between)."""
    rules = entry.game
    state, faults = held(entry, seat, hand)
    listed = [judge.move_json(rules, state, seat, move) for move in rules.moves(state, seat)]
    cited = {rule for each in [*listed, *faults] for rule in each["rules"]}
    return {"version": entry.version, "seat": seat, "moves": listed, "faults": faults, "rules": titles(entry, cited)}


def held(entry: Entry, seat: Seat, hand: str | None) -> tuple[Any, list[dict[str, Any]]]:
    """The game as a seat sees it, with the hand that it tells if it tells one; and the faults of that."""
    rules = entry.game
    if hand is None:
        return seen(entry, seat), []
    state = rules.view(entry.replay.state, seat)
    setup = _held(entry, state, seat, spelling.hand(hand, entry.header.game))
    return rules.state(setup), [judge.fault_json(fault) for fault in rules.faults(setup)]


def score(entry: Entry) -> dict[str, Any]:
    """The score of every seat and the sheet: each move that stands, with the lines that it earned."""
    rules = entry.game
    totals = [judge.score_json(score) for score in rules.score(entry.replay.state)]
    sheet = [
        {
            "seq": move.seq,
            "seat": move.seat,
            "move": move.move,
            "points": sum(line.points for line in move.lines),
            "lines": [{"points": line.points, "why": line.why, "rules": list(line.rules)} for line in move.lines],
        }
        for move in entry.replay.moves
    ]
    cited = {rule for each in [*totals, *sheet] for line in each["lines"] for rule in line["rules"]}
    answer = {"version": entry.version, "score": totals, "sheet": sheet, "rules": titles(entry, cited)}
    return answer | rules.extras(entry.replay.state)


def titles(entry: Entry, cited: Iterable[str]) -> dict[str, str]:
    """The titles of rules by their ids."""
    known = entry.game.rules
    return {rule: known[rule].title for rule in sorted(cited) if rule in known}


def _held(entry: Entry, state: Any, seat: Seat, hand: tuple[str, ...]) -> Setup:
    rules = entry.game
    options = read_options(rules.options_type, entry.header.options)
    return Setup(options, rules.position(state), seat, hand)
