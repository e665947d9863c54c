"""What a session kept of a film that it followed: the record as far as players made its moves, with its pictures."""

from __future__ import annotations

import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from engine import record
from engine.record import Event
from tests.benchmarks.films import Film, by_players, is_by_player
from tests.benchmarks.games import START, Trial
from tests.benchmarks.staging import Staged

if TYPE_CHECKING:
    from engine.record import Record
    from tests.benchmarks.films import Move


def followed(folder: Path) -> Staged:
    """The game of a film as `tableside review` writes it down, its questions answered, up to its first wrong move.

    The pictures are those that were kept as evidence, with what was read from them then. Who answers a question may
    tell moves that came after its picture: those are not pictured.
    """
    with tempfile.TemporaryDirectory() as data:
        trial = Trial(Film(folder), Path(data))
        with closing(trial.parts):
            trial.follow()
            return kept(trial)


def kept(trial: Trial) -> Staged:
    """What a trial has kept so far."""
    film, evidence = trial.film, trial.parts.evidence
    true = true_part(trial.parts.ledger.find(trial.game).record, film.moves)
    hashes = dict.fromkeys(name for event in true.events for name in event.frames)
    pictures = {name: picture for name in hashes if (picture := evidence.load(name)) is not None}
    about = {name: dict(evidence.about(trial.game, name) or {}) for name in pictures}
    times = {name: (datetime.fromisoformat(listed["time"]) - START).total_seconds() for name, listed in about.items()}
    for name, result in about.items():
        result["number"] = round(times[name] * film.about["rate"])
    moves = enumerate(by_players(true))
    made = {move.seq for n, move in moves if move.frames and len(film.played(times.get(move.frames[-1], 0.0))) > n}
    return Staged(film.folder.name, true, pictures, about, frozenset(made))


def true_part(kept: Record, moves: tuple[Move, ...]) -> Record:
    """The moves of a record that stand, with the pictures that were taken when they were played, up to the first that
    players did not make so and what was seen with it. What the table turned up is not looked at."""
    stood, played = list[Event](), iter(moves)
    for event in record.standing(kept.events):
        frames = kept.events[event.seq - 1].frames or event.frames
        if is_by_player(event) and next(played, None) != (event.seat, event.move):
            together = (n for n, each in enumerate(stood) if frames and each.frames == frames)
            del stood[next(together, len(stood)) :]
            break
        stood.append(replace(event, frames=frames))
    return reduce(record.append, stood, record.Record(kept.header))
