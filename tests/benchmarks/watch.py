"""How fast a table is followed: `python tests/benchmarks/watch.py [PICTURES] [--json]`.

PICTURES is a folder of pictures of tables, shown one after another as a camera would; without one, a drawn table is
shown with more and more dominoes. All frames are 1280×720.

- gate: frames a second that can be shrunk and judged, one after another in one thread;
- played: frames a second at which a watcher plays a video of 30 frames a second, of which it leaves none out;
- still to published: from the first frame of a picture that does not move any more to its published reading. It holds
  the time that the gate waits to be sure (`GateSettings.settle`), the reading, and what the table means.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.games import find_game
from service.app import assemble
from service.capture.capture import CaptureSettings
from service.capture.source import Source, find_source
from service.commands.sitting import sitting
from service.following.tables import Table
from service.following.watcher import Watcher, WatchSettings
from service.logs import to_standard_error
from service.settings import Settings
from tests.benchmarks.report import Result, as_json, as_table, machine, median
from vision.photo import load
from vision.scene.gate import Gate
from vision.scene.quality import small

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from service.following.session import Session

GAME: Final = "stackernoos"
WIDTH, HEIGHT = 1280, 720
TILE: Final = 64
GATE_FRAMES: Final = 300
FILM_SECONDS: Final = 5.0
FILM_RATE: Final = 30.0
PICTURE_TIME: Final = 1.6
"""How long each picture is shown, s; long enough to be read on a slow machine."""
DRAWN: Final = 8
"""How many pictures are drawn where none are given."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("pictures", type=Path, nargs="?", help="folder of pictures of tables")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    to_standard_error()
    frames = _pictures(given.pictures)
    with tempfile.TemporaryDirectory() as folder:
        results = [gate(frames), played(frames, Path(folder)), *delays(frames, Path(folder))]
    about = machine(("opencv-python", "numpy"))
    print(as_json("watch", about, results) if given.json else as_table("watch", about, results))
    return 0


def gate(frames: Sequence[NDArray[np.uint8]]) -> Result:
    """Frames a second through the gate."""
    looked = Gate()
    looked.step(small(frames[0]), 0.0)
    began = time.perf_counter()
    for n in range(GATE_FRAMES):
        looked.step(small(frames[n // 30 % len(frames)]), (n + 1) / FILM_RATE)
    return Result("gate", GATE_FRAMES / (time.perf_counter() - began), "frames/s", GATE_FRAMES)


def played(frames: Sequence[NDArray[np.uint8]], folder: Path) -> Result:
    """Frames a second at which a watcher plays a video, reading the still ones."""
    path = folder / "film.mp4"
    count = int(FILM_SECONDS * FILM_RATE)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FILM_RATE, (WIDTH, HEIGHT))
    for n in range(count):
        writer.write(frames[int(n / FILM_RATE) % len(frames)])
    writer.release()
    table = Delays("1")
    watcher = Watcher(table, find_source(str(path)), _session(folder))
    watcher.say = lambda line: None
    first: list[float] = []

    def begun() -> bool:
        if table.viewfinder.taken and not first:
            first.append(time.perf_counter())
        return False

    watcher.run(begun)
    return Result("played", count / (time.perf_counter() - first[0]), "frames/s", count)


class Delays(Table):
    """A table that keeps in mind how late each reading was (ms)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.told: list[float] = []

    def publish(self, **change: Any) -> int:
        """Publish, as every table does."""
        if (delay := change.get("delay")) is not None:
            self.told.append(1000 * delay)
        return super().publish(**change)


def delays(frames: Sequence[NDArray[np.uint8]], folder: Path) -> list[Result]:
    """From the first frame at rest to the published reading, for each picture."""
    for n, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{n:03}.png"), frame)
    source = Source("pictures", str(folder), tuple(sorted(map(str, folder.glob("*.png")))))
    settings = WatchSettings(capture=CaptureSettings(picture_time=PICTURE_TIME, picture_rate=FILM_RATE))
    table = Delays("1")
    watcher = Watcher(table, source, _session(folder), settings)
    watcher.say = lambda line: None
    watcher.run(lambda: False)
    listed = sorted(table.told)
    return [
        median("still_to_published", listed, "ms"),
        Result("still_to_published_95th", listed[int(0.95 * (len(listed) - 1))] if listed else None, "ms", len(listed)),
    ]


def _session(data: Path) -> Session:
    """A session on a new game in a store of its own."""
    return sitting(assemble(Settings(data=data)), find_game(GAME))


def _pictures(folder: Path | None) -> list[NDArray[np.uint8]]:
    """The pictures of a folder, or drawn ones, each 1280×720."""
    if folder is None:
        return [_drawn(count) for count in range(1, DRAWN + 1)]
    return [_fitted(load(path).pixels) for path in find_source(str(folder)).pictures]


def _fitted(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture scaled to fit the frame, the rest black."""
    scale = min(WIDTH / picture.shape[1], HEIGHT / picture.shape[0])
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    frame = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    frame[: size[1], : size[0]] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return frame


def _drawn(count: int) -> NDArray[np.uint8]:
    """A table with so many double-ones in a row, which is all that a clock needs."""
    frame = np.full((HEIGHT, WIDTH, 3), (60, 90, 40), np.uint8)
    for n in range(count):
        x, y = 100 + n * (2 * TILE + 12), HEIGHT // 2
        cv2.rectangle(frame, (x, y), (x + 2 * TILE, y + TILE), (235, 240, 240), -1)
        cv2.line(frame, (x + TILE, y + 6), (x + TILE, y + TILE - 6), (40, 40, 40), 2)
        for half in (0, 1):
            cv2.circle(frame, (x + half * TILE + TILE // 2, y + TILE // 2), 6, (30, 30, 30), -1, cv2.LINE_AA)
    return frame


if __name__ == "__main__":
    sys.exit(main())
