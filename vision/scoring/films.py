"""The truth of a rendered film as observations: what a faultless recogniser sees while the table is still."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final

from engine.games import find_game
from engine.options import read_options
from engine.record import loads, standing
from vision.observation import Observation, Piece, corners_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.games import AnyGame
    from engine.record import Event

LEAST_VISIBLE: Final = 0.12
"""Pieces of which less is in sight are not seen."""
MODEL: Final = "truth"


@dataclass(frozen=True, slots=True)
class Still:
    """A frame in which nothing moves. It has its number, its time (s), and how many plays of the record were finished
    before it. It says whether something lies there against the rules, and what is seen of the pieces."""

    frame: int
    time: float
    events: int
    illegal: bool
    observation: Observation


def stills(folder: Path) -> Iterator[Still]:
    """The still frames of a film's `frames.jsonl` whose pieces it tells, in their order."""
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            if frame["phase"] == "still" and not frame.get("hands") and "pieces" in frame:
                yield Still(frame["frame"], frame["time"], frame["events"], frame["illegal"], observed(frame))


def observations(folder: Path) -> Iterator[tuple[float, Observation]]:
    """Every frame whose pieces the truth tells, hands or not: its time (s) and what is seen of the pieces."""
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            if "pieces" in frame:
                yield frame["time"], observed(frame)


def observed(frame: dict[str, Any]) -> Observation:
    """A frame's truth as the observation of a faultless recogniser."""
    camera = frame["camera"]
    pieces = tuple(_piece(piece) for piece in frame["pieces"] if piece["visible"] >= LEAST_VISIBLE)
    pieces += tuple(_hand(hand) for hand in frame.get("hands", ()) if hand["part"] == "hand")
    return Observation(camera["width"], camera["height"], "", pieces, (), MODEL)


def _hand(entry: dict[str, Any]) -> Piece:
    return Piece("hand", None, 1.0, corners_of(entry["corners"]), None)


def _piece(entry: dict[str, Any]) -> Piece:
    return Piece(
        kind=entry["kind"],
        label=entry["label"],
        confidence=1.0,
        corners=corners_of(entry["corners"]),
        level=entry.get("level"),
        stack=entry.get("stack"),
        position=entry.get("position"),
    )


@dataclass(frozen=True, slots=True)
class Film:
    """A rendered film's record, and the plays against the rules that its script has."""

    folder: Path
    game: AnyGame
    options: Any
    seed: int | None
    events: tuple[Event, ...]
    cheats: tuple[dict[str, Any], ...]

    @classmethod
    def open(cls, folder: Path) -> Film:
        """The film of a folder."""
        record, _ = loads((folder / "record.jsonl").read_text(encoding="utf-8"))
        game = find_game(record.header.game)
        document = json.loads((folder / "film.json").read_text(encoding="utf-8"))
        cheats = tuple(play for play in document["plays"] if play["kind"] == "cheat")
        options = read_options(game.options_type, dict(record.header.options))
        return cls(folder, game, options, record.header.seed, record.events, cheats)

    def state(self, count: int) -> Any:
        """What is known of the game after so many events, by who sees the table alone."""
        state = self.game.start(self.options, self.seed)
        for event in standing(self.events[:count]):
            state = self.game.play(state, event.seat, self.game.parse(event.move))
        return self.game.view(state, None)

    def played(self, since: int, still: Still) -> list[tuple[int, str]] | None:
        """What was played between the events at the last look and a still; None if something was taken back."""
        before, now = standing(self.events[:since]), standing(self.events[: still.events])
        if now[: len(before)] != before:
            return None
        fresh = now[len(before) :]
        lying = [play for play in self.cheats if play["laid"] <= still.time < (play["back"] or inf)]
        return [(event.seat, event.move) for event in fresh] + [(play["seat"], play["move"]) for play in lying]
