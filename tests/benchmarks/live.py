"""How a game is followed while it is played: `python tests/benchmarks/live.py FILM… [--verbose] [--json]`.

FILM is a folder of `tableside render game`, or a folder of such folders. A camera on the network shows each film at its
own rate, and a watcher follows it as `tableside watch --source http://…` does: what it has no time for is lost. The
figures are those of `games.py` without its times and its memory, but for

- delay: from the hand's leaving to the event in the record, by the clock (s);
- frames: frames a second that went through the gate; of_film: of those that the camera showed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.capture.source import find_source
from service.following.tables import Table
from service.following.watcher import Watcher
from service.logs import to_standard_error
from service.store.store import StaleVersion
from tests.benchmarks.films import Film
from tests.benchmarks.games import Trial, figures, films_in, tell
from tests.benchmarks.network import NetworkCamera, free_port
from tests.benchmarks.report import Result, as_json, as_table, machine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tests.benchmarks.games import Played

LEAD: Final = 4.0
"""The first frame is shown so long before the film begins (s): a camera is there before the game."""
TAIL: Final = 8.0
"""The last frame is shown so long after the film's end (s)."""
NOT_LIVE: Final = ("speed", "looks")
"""Figures of `games.py` that a film in its own time does not have."""


class Reel:
    """A film in its own time, from the moment that somebody looks."""

    def __init__(self, film: Film) -> None:
        self._film = cv2.VideoCapture(str(film.video))
        self._rate = self._film.get(cv2.CAP_PROP_FPS)
        self._shown = 0
        self._frame = self._next()
        self._turn = threading.Lock()
        self._began: float | None = None

    @property
    def time(self) -> float:
        """The film's time (s): before 0 while it has not begun, and on after its end."""
        return -LEAD if self._began is None else time.monotonic() - self._began - LEAD

    def show(self, number: int) -> NDArray[np.uint8]:
        """The frame (H, W, 3) of now; whoever asks for the first one, the camera's number 0, starts the film."""
        with self._turn:
            if self._began is None:
                self._began = time.monotonic()
            elif number:
                time.sleep(1 / self._rate - self.time % (1 / self._rate))
            while self._shown <= self.time * self._rate and (frame := self._next()) is not None:
                self._frame = frame
            assert self._frame is not None
            return self._frame

    def _next(self) -> NDArray[np.uint8] | None:
        result, frame = self._film.read()
        self._shown += result
        return np.asarray(frame, np.uint8) if result else None


class LiveTrial(Trial):
    """One film followed live, by a session in a store of its own."""

    def run(self) -> Played:
        """Follow the film; what came of it."""
        self.reel = Reel(self.film)
        camera = NetworkCamera(free_port(), self.reel.show, pause=0.0)
        table = Table("1")
        watcher = Watcher(table, find_source(camera.address), self.session)
        watcher.say = self._said
        health = watcher.run(self._over)
        camera.off()
        if health.state == "failed":
            raise SystemExit(f"{self.film.folder}: {health.detail}")
        self.session.end()
        self._attend(self.clock.time, self.clock.time)
        shown = table.snapshot()["frames"]
        self.seen, self.dropped = shown["seen"], shown["dropped"]
        self.played.seconds = self.played.took = self.clock.time
        self._judge()
        self.parts.close()
        return self.played

    def _over(self) -> bool:
        """Whether the film is over; asked after every frame, when what is new is seen to."""
        self.clock.time = max(self.reel.time, 0.0)
        with suppress(StaleVersion):  # a look was faster: what is asked then is answered after the next frame
            self._attend(self.clock.time, self.clock.time)
        return self.clock.time > self.film.about["seconds"] + TAIL


def main(arguments: Sequence[str] | None = None) -> int:
    """Show and follow the films, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="+", help="folders of films, or folders of such")
    parser.add_argument("--verbose", action="store_true", help="what was said while each film was followed")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    to_standard_error()
    by_kind: defaultdict[str, list[LiveTrial]] = defaultdict(list)
    for folder in films_in(given.films):
        film = Film(folder)
        with tempfile.TemporaryDirectory() as data:
            trial = LiveTrial(film, Path(data), verbose=given.verbose)
            tell(folder.name, trial.run())
        by_kind[film.kind].append(trial)
    results = [each for kind, trials in sorted(by_kind.items()) for each in _figures(kind, trials)]
    about = machine(("opencv-python", "onnxruntime"))
    print(as_json("live", about, results) if given.json else as_table("live", about, results))
    return 0


def _figures(kind: str, trials: Sequence[LiveTrial]) -> list[Result]:
    """The figures of the games of one kind."""
    seconds, seen = sum(LEAD + trial.played.seconds for trial in trials), sum(trial.seen for trial in trials)
    kept = [each for each in figures(kind, [t.played for t in trials]) if not each.name.endswith(NOT_LIVE)]
    return [
        *kept,
        Result(f"{kind}/frames", seen / seconds, "frames/s", len(trials)),
        Result(f"{kind}/of_film", seen / max(seen + sum(trial.dropped for trial in trials), 1), "of all", seen),
    ]


if __name__ == "__main__":
    sys.exit(main())
