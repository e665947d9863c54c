"""What a session kept of a film that it followed: the record as far as it is true, with its pictures."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.record import Record
from tests.benchmarks.films import Film, by_players
from tests.benchmarks.games import START, Trial
from tests.benchmarks.staging import Staged

if TYPE_CHECKING:
    from engine.record import Event
    from tests.benchmarks.films import Move


def followed(folder: Path) -> Staged:
    """The game of a film as `tableside review` writes it down, its questions answered, up to its first wrong move.

    The pictures are those that were kept as evidence, with what was read from them then. Who answers a question may
    tell moves that came after its picture: those are not pictured.
    """
    film = Film(folder)
    with tempfile.TemporaryDirectory() as data:
        trial = Trial(film, Path(data))
        trial.follow()
        staged = kept(trial)
        trial.parts.close()
    return staged


def kept(trial: Trial) -> Staged:
    """What a trial has kept so far."""
    film, evidence = trial.film, trial.parts.evidence
    true = true_part(trial.parts.ledger.find(trial.game).record, film.moves)
    hashes = dict.fromkeys(name for event in true.events for name in event.frames)
    pictures = {name: picture for name in hashes if (picture := evidence.load(name)) is not None}
    about = {name: dict(evidence.about(trial.game, name) or {}) for name in pictures}
    times = {name: (datetime.fromisoformat(told["time"]) - START).total_seconds() for name, told in about.items()}
    for name, told in about.items():
        told["number"] = round(times[name] * film.about["rate"])
    moves = enumerate(by_players(true))
    made = {move.seq for n, move in moves if move.frames and len(film.played(times.get(move.frames[-1], 0.0))) > n}
    return Staged(film.folder.name, true, pictures, about, frozenset(made))


def true_part(kept: Record, moves: tuple[Move, ...]) -> Record:
    """A record up to the first move that stands and was not played so."""
    wrong = (event.seq for event, true in zip(by_players(kept), (*moves, None), strict=False) if _told(event) != true)
    first = next(wrong, len(kept.events) + 1)
    return Record(kept.header, kept.events[: first - 1])


def _told(event: Event) -> Move:
    return event.seat, event.move
