"""A first game of each game, step by step: `first/GAME.toml` has its moves, `first` of the book's words what to do."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import record
from service.page import manual_entry
from service.page.drawing import Drawn, drawn, marked, within_reach
from service.page.language import DEFAULT
from service.page.plays import on_table
from service.page.rules.book import HERE, words_of
from service.store.entry import Entry

if TYPE_CHECKING:
    from engine.core import Seat
    from service.page.language import Language


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its number, of how many; what to do, in words; the table; what is to be played, None at the end."""

    number: int
    many: int
    text: str
    drawn: Drawn
    totals: dict[int, int]
    tray: manual_entry.Tray | None
    play: str
    best: tuple[Seat, ...] = ()
    """At the end, those who have won; where nobody has yet, those who are ahead, if they are not all level."""
    won: bool = False


def has_first(game: str) -> bool:
    """Whether a game has a first one."""
    return (HERE / "first" / f"{game}.toml").is_file()


def entry(game: str, number: int) -> Entry:
    """The game before step `number`, the first of which is 1."""
    return _entries(game)[max(1, min(number, len(_entries(game)))) - 1]


def step(game: str, number: int, t: Language) -> Step:
    """A step of the first game, in the reader's language."""
    stood, moves = entry(game, number), _moves(game)
    at, state = stood.version, stood.replay.state
    texts = words_of(game, t.code).get("first") or words_of(game, DEFAULT)["first"]
    position = stood.game.position(stood.game.view(state, None))
    table = within_reach(drawn(game, position, stood.header.players, t))
    for seat, move in moves[:at][-1:]:
        table = marked(table, stood.game.parse(move), seat)
    totals = {score.seat: score.total for score in stood.game.score(state)}
    shown = Step(at + 1, len(moves), texts[at], table, totals, None, "")
    if at == len(moves):
        won, most = stood.game.ended(state), max(totals.values())
        ahead = tuple(each for each, total in totals.items() if total == most > min(totals.values()))
        return replace(shown, best=ahead if won is None else won, won=won is not None)
    seat, move = moves[at]
    return replace(shown, tray=_tray(stood, seat, move, t), play=on_table(stood.game, state, move, t))


def _tray(stood: Entry, seat: Seat, move: str, t: Language) -> manual_entry.Tray:
    """What is to be played, and nothing else."""
    whole = manual_entry.tray(stood, seat, t)
    plays = tuple(play for play in whole.plays if play["move"] == move)
    wanted = {piece for play in plays for piece in play["pieces"]}
    held = tuple(each for each in whole.held if each.label in wanted)
    plain = () if plays else ((move, on_table(stood.game, stood.replay.state, move, t)),)
    return replace(whole, plays=plays, held=held, plain=plain, further=(), ask="")


@functools.cache
def _read(game: str) -> dict[str, Any]:
    return tomllib.loads((HERE / "first" / f"{game}.toml").read_text(encoding="utf-8"))


def _moves(game: str) -> list[tuple[Seat, str]]:
    plays = [line.partition(" ") for line in _read(game)["moves"]]
    return [(int(seat), move) for seat, _, move in plays]


@functools.cache
def _entries(game: str) -> tuple[Entry, ...]:
    """The game before each of its moves, and after the last."""
    kept = record.new(game, {"players": _read(game)["players"]})
    found = [Entry("", "", kept, record.replay(kept))]
    for seat, move in _moves(game):
        event = record.Event(found[-1].version + 1, "", seat, move)
        replayed, judged = record.go_on(found[-1].replay, event)
        kept = record.append(kept, judged)
        found.append(Entry("", "", kept, replayed))
    return tuple(found)
