"""A film's script from a game and a seed: the game is rehearsed, then every beat becomes motions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from datasets.films.cards import CardDirector, CardTaste
from datasets.films.dominoes import DominoDirector, DominoTaste
from datasets.films.errors import FilmError
from datasets.films.lens import draw_view
from datasets.films.rehearsal import CHANGE, CHEAT, PLAY, Rehearsal
from datasets.films.script import Play, Script
from datasets.films.stage import NoRoom
from datasets.films.stones import StoneDirector, StoneTaste
from engine.core import TABLE
from engine.errors import EngineError
from engine.games import find_game
from engine.options import read_options
from engine.record import UNDO, Event, Record, append, judged, new

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.random import Generator

    from datasets.films.rehearsal import Beat, Taste
    from datasets.films.stage import Stage, Times
    from datasets.sheets.layout import Layout

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""When every film begins: the times of its record count from here."""
TAIL: Final = 1.6
"""Seconds that a film goes on after its last play."""
BRISK: Final = 1.9
"""No film shows more than a beat in so many seconds."""
QUICK: Final = 0.15
"""The share of plays that follow at once, while the last hand is still leaving."""
FUMBLES: Final = 0.1
BUMPS, NUDGES, LIGHTS = 0.035, 0.02, 0.04
"""The chance after each play that the table, the camera or the light changes."""


class Director(Protocol):
    """Turns the beats of one game into motions on a stage."""

    stage: Stage

    def act(self, beat: Beat, start: float, fumble: bool) -> Times | None:
        """The motions of a beat; None where there is nothing to see."""


@dataclass(frozen=True, slots=True)
class Genre:
    """How a game is filmed: what makes good plays, and who turns them into motions."""

    taste: Callable[[], Taste]
    open: Callable[[Generator, Generator, Sequence[Beat], int, Layout | None], Director]


GENRES: Final[dict[str, Genre]] = {
    "stackernoos": Genre(DominoTaste, DominoDirector.open),
    "stonerow": Genre(CardTaste, CardDirector.open),
    "stones": Genre(StoneTaste, StoneDirector.open),
}


def stream(seed: int, name: str) -> Generator:
    """A source of chance of its own for a part of a film."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, *name.encode()])))


def plan(  # noqa: PLR0913, PLR0917 - what a film is made of
    game: str,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    seconds: float = 90.0,
    mat: Layout | None = None,
) -> Script:
    """The script of a film of at most so many seconds; the same arguments always give the same. Raises `FilmError`."""
    if game not in GENRES:
        raise FilmError(f"There is no game “{game}”; films are made of: {', '.join(GENRES)}.")
    rules = find_game(game)
    try:
        chosen = read_options(rules.options_type, {**(options or {}), "players": players})
    except EngineError as error:
        raise FilmError(f"The game cannot be set up: {error}.") from error
    genre = GENRES[game]
    beats = Rehearsal(rules, genre.taste(), seed).beats(rules.start(chosen, seed), int(seconds / BRISK) + 1)
    director = genre.open(stream(seed, "stage"), stream(seed, "look"), beats, players, mat)
    record = new(game, chosen.to_json(), seed, {"film": "1"})
    shoot = _Shooting(director, stream(seed, "chance"), record, seconds - TAIL)
    for beat in beats:
        if not shoot.take(beat):
            break
    return shoot.script(game, seed, players, mat)


class _Shooting:
    """What has been taken so far: plays, their times, the record."""

    def __init__(self, director: Director, rng: Generator, record: Record, limit: float) -> None:
        self._director, self._rng, self._limit = director, rng, limit
        self.record = record
        self._plays: list[Play] = []
        self._events: list[float] = []
        self._start = self._started = director.stage.clock

    def take(self, beat: Beat) -> bool:
        """Film a beat; False once there is no time left."""
        stage, rng = self._director.stage, self._rng
        if self._start > self._limit:
            return False
        before, legs, reaches = list(stage.now), len(stage.legs), len(stage.reaches)
        try:
            times = self._director.act(beat, self._start, bool(rng.random() < FUMBLES))
        except NoRoom:
            self._limit = 0.0
            del stage.legs[legs:], stage.reaches[reaches:]
            return False
        if times is None:
            self._unseen(beat)
            return True
        if times.left > self._limit:
            del stage.legs[legs:], stage.reaches[reaches:]
            return False
        back = self._take_back(beat, times, before) if beat.kind != PLAY else None
        if beat.kind != CHEAT:
            self._enter(beat, times.laid)
        if back is not None and beat.kind == CHANGE:
            undone = Event(0, "", beat.seat, str(beat.move), kind=UNDO, of=len(self.record.events))
            self._write(undone, back.laid)
        verdict = beat.verdict
        self._plays.append(
            Play(
                beat.kind, beat.seat, str(beat.move), times.come, times.laid, times.left,
                None if back is None else back.laid, verdict.name, verdict.rules,
            )
        )  # fmt: skip
        self._pause(times if back is None else back)
        return True

    def _unseen(self, beat: Beat) -> None:
        """A beat that nothing shows: a pass, a tile that is kept, what the rules do by themselves."""
        time = max(self._start, self._events[-1] if self._events else 0.0)
        self._enter(beat, time)
        self._plays.append(Play(beat.kind, beat.seat, str(beat.move), time, time, time, rules=beat.verdict.rules))
        if beat.seat != TABLE:
            self._start += float(self._rng.uniform(0.3, 0.9))

    def _take_back(self, beat: Beat, times: Times, before: list[Any]) -> Times:
        """Somebody objects or thinks better of it, and the hand takes back what it laid."""
        stage = self._director.stage
        moved = [piece for piece, spot in enumerate(stage.now) if piece >= len(before) or spot is not before[piece]]
        loads = [
            (piece, before[piece] if piece < len(before) else stage.props[piece].spot) for piece in reversed(moved)
        ]
        start = times.left + float(self._rng.uniform(0.5, 2.5))
        return stage.carry(max(beat.seat, 0), loads, start)

    def _enter(self, beat: Beat, time: float) -> None:
        self._write(judged(Event(0, "", beat.seat, str(beat.move)), beat.verdict), time)

    def _write(self, event: Event, time: float) -> None:
        stamp = (EPOCH + timedelta(milliseconds=round(1000 * time))).isoformat(timespec="milliseconds")
        self.record = append(self.record, replace(event, time=stamp.replace("+00:00", "Z")))
        self._events.append(round(time, 3))

    def _pause(self, times: Times) -> None:
        """Time to think, and now and then something that disturbs."""
        rng, stage = self._rng, self._director.stage
        if rng.random() < QUICK:
            self._start = times.laid + 0.15
            return
        self._start = times.left + float(np.clip(rng.lognormal(np.log(0.7), 0.5), 0.25, 2.5))
        for chance, disturb in ((BUMPS, self._bump), (NUDGES, stage.nudge), (LIGHTS, stage.dim)):
            if rng.random() < chance:
                disturb(times.left + 0.3)
                self._start = max(self._start, times.left + 1.2)

    def _bump(self, time: float) -> None:
        self._director.stage.bump(time, float(self._rng.uniform(0.4, 1.6)))

    def script(self, game: str, seed: int, players: int, mat: Layout | None) -> Script:
        """All of it."""
        stage = self._director.stage
        last = max([self._started, *(leg.path.end for leg in stage.legs), *(r.path.end for r in stage.reaches)])
        return Script(
            game=game,
            seed=seed,
            players=players,
            seconds=round(last + TAIL, 2),
            record=self.record,
            props=tuple(stage.props),
            legs=tuple(stage.legs),
            reaches=tuple(stage.reaches),
            plays=tuple(self._plays),
            events=tuple(self._events),
            view=draw_view(stream(seed, "view"), stage.half),
            area=stage.half,
            mat=mat,
            shakes=tuple(stage.shakes),
            changes=tuple(stage.changes),
            incidents=tuple(stage.incidents),
        )
