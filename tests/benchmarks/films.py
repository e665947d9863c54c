"""Films with their truth, for benchmarks that follow whole games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from engine import record
from engine.errors import EngineError
from engine.games import find_game

if TYPE_CHECKING:
    from pathlib import Path

    from engine.games import AnyGame

    Move = tuple[int, str]


SILENT: Final = "decline"
"""Everybody who may react is asked; a record of before may leave out who had no card for it."""


@dataclass(frozen=True)
class Film:
    """A folder of `tableside render game`."""

    folder: Path

    @cached_property
    def about(self) -> dict[str, Any]:
        """`film.json`."""
        result: dict[str, Any] = json.loads((self.folder / "film.json").read_text(encoding="utf-8"))
        return result

    @property
    def video(self) -> Path:
        """The film itself."""
        return self.folder / "film.mp4"

    @cached_property
    def record(self) -> record.Record:
        """The true record."""
        return record.loads((self.folder / "record.jsonl").read_text(encoding="utf-8"))[0]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand at the end, by players."""
        return tuple((self.called(event.seat), event.move) for event in by_players(self.record))

    @cached_property
    def dealt(self) -> tuple[str, ...]:
        """What was turned up in a game that the film's record deals, as moves of the table.

        It lies there before the first move, or after the Foremen that players were dealt.
        """
        game = find_game(self.record.header.game)
        for step in record.steps(self.record):
            position = {} if step.state is None else game.position(step.state)
            if keystone := position.get("keystone"):
                return (f"keystone {keystone}", *(f"brickyard {card}" for card in position.get("brickyard", [])))
        return ()

    @cached_property
    def left(self) -> tuple[float | None, ...]:
        """When (s) the hand had left after each of the moves; None where the film does not tell.

        A move without a hand, such as a tile that is kept, shows by the next one that has a hand: it counts from there.
        """
        plays = [play for play in self.plays if play["kind"] == "play"]
        result: list[float | None] = []
        for move in self.moves:
            at = next((n for n, play in enumerate(plays) if (self.called(play["seat"]), play["move"]) == move), None)
            shown = () if at is None else (play for play in plays[at:] if play["come"] < play["left"])
            result.append(next((float(play["left"]) for play in shown), None))
            plays = plays if at is None else plays[at + 1 :]
        return tuple(result)

    def called(self, seat: int) -> int:
        """What a seat of the film is called by those who do not know the deal: whoever begins is the first."""
        return (seat - self.begins) % self.record.header.players

    @cached_property
    def begins(self) -> int:
        """The seat that begins."""
        dealt = next(iter(record.steps(self.record))).state
        return int(dealt.turn) if hasattr(dealt, "turn") else by_players(self.record)[0].seat

    @property
    def kind(self) -> str:
        """The game, with its rule set where it has several."""
        options = record.house(self.record.header).to_json()
        rule_set = options.get("rule_set")
        return f"{self.record.header.game} {rule_set}" if rule_set else self.record.header.game

    def played(self, time: float) -> tuple[Move, ...]:
        """The moves whose pieces lay by a time (s)."""
        return tuple(
            (self.called(event.seat), event.move) for event in by_players(self.record) if _second(event) <= time
        )

    @property
    def plays(self) -> list[dict[str, Any]]:
        """What players did, with times: plays, changes and cheats."""
        return list(self.about["plays"])

    @property
    def totals(self) -> list[int]:
        """The final score of every seat, in the order in which they are called."""
        replay = record.replay(self.record)
        by_seat = {self.called(seat): total for seat, total in totals(replay.game, replay.state).items()}
        return [by_seat[seat] for seat in sorted(by_seat)]


def decline(game: AnyGame, state: Any) -> tuple[int, Any] | None:
    """Who is asked to react and may decline, with the move; None where nobody is."""
    try:
        move = game.parse(SILENT)
    except EngineError:
        return None
    return next(((seat, move) for seat in game.actors(state) if game.judge(state, seat, move).legal), None)


def totals(game: AnyGame, state: Any) -> dict[int, int]:
    """The totals of the seats once nobody reacts to what was played last: with a film ends also the time for that."""
    while getattr(state, "pending", None) is not None and (silent := decline(game, state)) is not None:
        state = game.play(state, *silent)
    return {score.seat: score.total for score in game.score(state)}


def by_players(kept: record.Record) -> list[record.Event]:
    """The moves of a record that stand and that somebody made: not the table's, nor that nobody reacted."""
    return [event for event in record.standing(kept.events) if is_by_player(event)]


def is_by_player(event: record.Event) -> bool:
    """Whether somebody made a move: it is not the table's, nor that nobody reacted."""
    return event.seat >= 0 and event.move != SILENT


def _second(event: record.Event) -> float:
    """The time of an event in the film: its record begins at midnight."""
    hours, minutes, seconds = event.time.removesuffix("Z").partition("T")[2].split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)
