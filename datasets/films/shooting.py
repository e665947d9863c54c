"""Beat after beat is filmed: plays, what is taken back, false plays that nobody notices, what disturbs; the record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from datasets.films.rehearsal import CHANGE, CHEAT, PLAY
from datasets.films.script import Play
from datasets.films.stage import NoRoom
from engine.core import TABLE
from engine.record import UNDO, Event, append, judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.films.rehearsal import Beat
    from datasets.films.script import Spot
    from datasets.films.stage import Load, Stage, Times
    from engine.core import Seat
    from engine.record import Record

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""When every film begins: the times of its record count from here."""
TAIL: Final = 1.6
"""Seconds that a film goes on after its last play."""
QUICK: Final = 0.15
"""The share of plays that follow at once, while the last hand is still leaving."""
FUMBLES: Final = 0.1
BUMPS, NUDGES, LIGHTS, UPSETS = 0.035, 0.02, 0.04, 0.04
"""The chance after each play that the table, the camera or the light changes, or that something is knocked over."""
UNNOTICED: Final = 0.6
"""The share of illegal plays that stay, where the game can go on beside them."""
NOTICED: Final = (2, 12)
"""After at least and at most so many beats an illegal play that stayed is noticed, if it is not in the way before."""
NEVER: Final = 0.25
"""The share of those that nobody notices unless they are in the way."""


class Director(Protocol):
    """Turns the beats of one game into motions on a stage."""

    stage: Stage

    def act(self, beat: Beat, start: float, fumble: bool) -> Times | None:
        """The motions of a beat; None where there is nothing to see."""

    def blocks(self, cheat: Beat, beat: Beat) -> bool:
        """Whether what an illegal play left on the table is in a beat's way."""

    def upset(self, seat: Seat, time: float) -> Times | None:
        """A seat's sleeve knocks something over, and its hand sets it up again; None where nothing can fall."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An illegal play that lies on the table: its number among the plays, how to take it back, and when at the latest.

    `beats` is how many more beats pass before it is noticed.
    """

    beat: Beat
    play: int
    loads: tuple[Load, ...]
    beats: float


class Shooting:
    """What has been taken so far: `plays`, the times of the record's `events`, the `record`."""

    def __init__(self, director: Director, rng: Generator, record: Record, limit: float) -> None:
        self._director, self._rng, self._limit = director, rng, limit
        self.record = record
        self.plays: list[Play] = []
        self.events: list[float] = []
        self._start = self._started = director.stage.clock
        self._standing: Standing | None = None

    @property
    def end(self) -> float:
        """When all motion has ended, s."""
        stage = self._director.stage
        return max([self._started, *(leg.path.end for leg in stage.legs), *(r.path.end for r in stage.reaches)])

    def take(self, beat: Beat) -> bool:
        """Film a beat; False once there is no time left."""
        if self._start > self._limit or not self._clear(beat):
            return False
        stage, rng = self._director.stage, self._rng
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
        back = self._judge(beat, times, before)
        if beat.kind != CHEAT:
            self._enter(beat, times.laid)
        if back is not None and beat.kind == CHANGE:
            undone = Event(0, "", beat.seat, str(beat.move), kind=UNDO, of=len(self.record.events))
            self._write(undone, back.laid)
        verdict = beat.verdict
        self.plays.append(
            Play(
                beat.kind, beat.seat, str(beat.move), times.come, times.laid, times.left,
                None if back is None else back.laid, verdict.name, verdict.rules,
            )
        )  # fmt: skip
        self._pause(times if back is None else back, beat.seat)
        return True

    def _judge(self, beat: Beat, times: Times, before: Sequence[Spot]) -> Times | None:
        """What shall not stand is taken back: when, or None where it stays."""
        if beat.kind == PLAY:
            return None
        loads = self._loads(before)
        strange = beat.kind == CHEAT and all(spot.away for _, spot in loads)
        if strange and self._standing is None and self._rng.random() < UNNOTICED:
            beats = float("inf") if self._rng.random() < NEVER else float(self._rng.integers(*NOTICED, endpoint=True))
            self._standing = Standing(beat, len(self.plays), loads, beats)
            return None
        start = times.left + float(self._rng.uniform(0.5, 2.5))
        return self._director.stage.carry(max(beat.seat, 0), loads, start)

    def _loads(self, before: Sequence[Spot]) -> tuple[Load, ...]:
        """Somebody objects or thinks better of it: what was laid, and where it goes back to."""
        stage = self._director.stage
        moved = [piece for piece, spot in enumerate(stage.now) if piece >= len(before) or spot is not before[piece]]
        return tuple(
            (piece, before[piece] if piece < len(before) else stage.props[piece].spot) for piece in reversed(moved)
        )

    def _clear(self, beat: Beat) -> bool:
        """An illegal play that is noticed at last, or in the way of a beat, is taken back; False without the time."""
        if (standing := self._standing) is None:
            return True
        if standing.beats > 0 and not self._director.blocks(standing.beat, beat):
            self._standing = replace(standing, beats=standing.beats - 1)
            return True
        stage = self._director.stage
        legs, reaches = len(stage.legs), len(stage.reaches)
        times = stage.carry(max(standing.beat.seat, 0), standing.loads, self._start)
        if times.left > self._limit:
            del stage.legs[legs:], stage.reaches[reaches:]
            return False
        self.plays[standing.play] = replace(self.plays[standing.play], back=times.laid)
        self._standing = None
        self._start = times.left + float(self._rng.uniform(0.3, 0.9))
        return True

    def _unseen(self, beat: Beat) -> None:
        """A beat that nothing shows: a pass, a tile that is kept, what the rules do by themselves."""
        time = max(self._start, self.events[-1] if self.events else 0.0)
        self._enter(beat, time)
        self.plays.append(Play(beat.kind, beat.seat, str(beat.move), time, time, time, rules=beat.verdict.rules))
        if beat.seat != TABLE:
            self._start += float(self._rng.uniform(0.3, 0.9))

    def _enter(self, beat: Beat, time: float) -> None:
        self._write(judged(Event(0, "", beat.seat, str(beat.move)), beat.verdict), time)

    def _write(self, event: Event, time: float) -> None:
        stamp = (EPOCH + timedelta(milliseconds=round(1000 * time))).isoformat(timespec="milliseconds")
        self.record = append(self.record, replace(event, time=stamp.replace("+00:00", "Z")))
        self.events.append(round(time, 3))

    def _pause(self, times: Times, seat: Seat) -> None:
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
        if rng.random() < UPSETS:
            self._upset(max(seat, 0))

    def _upset(self, seat: Seat) -> None:
        """Something falls, if there is the time to set it up again."""
        stage = self._director.stage
        before, legs, reaches, said = list(stage.now), len(stage.legs), len(stage.reaches), len(stage.incidents)
        done = self._director.upset(seat, self._start)
        if done is None:
            return
        if done.left > self._limit:
            del stage.legs[legs:], stage.reaches[reaches:], stage.incidents[said:]
            stage.now[:] = before
            return
        self._start = done.left + float(self._rng.uniform(0.3, 0.9))

    def _bump(self, time: float) -> None:
        self._director.stage.bump(time, float(self._rng.uniform(0.4, 1.6)))
