"""How well photos of dominoes are read, and how fast.

    python tests/benchmarks/read.py PHOTOS LABELS [--stages classical trained joined] [--json]

PHOTOS is a folder, LABELS a JSON list that names its photos, or an object that holds such a list as its `frames`. Four
kinds of list are understood:

- scenes: `{"file", "source", "tiles": [{"halves", "centre", "length_px"}], "face_down"}`, every tile listed;
- singles: `{"file", "halves"}`, one tile a photo, whose place is not known;
- sequences: `{"frame", "board", "hand"}`, the numbers of every tile, whose places are not known;
- distractors: `{"file", "kind"}` (and neither of the above), photos without any domino.

How detections answer labels is told in `vision/scoring/dominoes.py`.

- tile recall: matched tiles of all labelled ones; precision: matched detections of all detections;
- halves right: right halves of matched tiles, as an unordered pair, an unsure reading by its best candidate;
- tiles exact: labelled tiles that were found, read surely and read right; sure but wrong: of sure matched readings;
- sure but wrong or on nothing: of all that is said surely;
- time: reading a photo as it is, and scaled to fit 1280×720; loading is not counted;
- detect, read: processor time of all detectors and of reading what they find, at 1280×720;
- processor: processor time of a whole reading, in which later detectors are asked only in doubt, at 1280×720.

With `--workers`, `--ray` and `--kept` photos are tasks: see `crew.py`. The times are those of whoever reads.

Without `--stages` the recogniser that comes with Tableside reads, which is `joined`; several are told apart by their
name.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.batch.kept import digest
from service.commands.eval import domino_figures
from tests.benchmarks import crew
from tests.benchmarks.report import as_json, as_table, machine, median
from vision import Observation, Photo, Recogniser, load, recogniser_for
from vision.games.stackernoos.recogniser import KINDS
from vision.recognise.classical.detector import ClassicalDetector
from vision.recognise.dominoes.table import DominoTable
from vision.recognise.trained.detector import TrainedDetector
from vision.scoring.dominoes import DominoCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.benchmarks.report import Result

GAME: Final = "stackernoos"
FRAME: Final = (1280, 720)


@dataclass(slots=True)
class Tally:
    """Counts and times, in ms, over some photos."""

    counts: DominoCounts = field(default_factory=DominoCounts)
    times: list[float] = field(default_factory=list)
    frame_times: list[float] = field(default_factory=list)
    detect_times: list[float] = field(default_factory=list)
    read_times: list[float] = field(default_factory=list)
    processor_times: list[float] = field(default_factory=list)

    def results(self, of: str) -> Iterator[Result]:
        """The figures, their names ending in what they are of."""
        yield from domino_figures(of, self.counts)
        yield median(f"time/{of}", self.times, "ms")
        yield median(f"time_1280x720/{of}", self.frame_times, "ms")
        yield median(f"detect/{of}", self.detect_times, "ms")
        yield median(f"read/{of}", self.read_times, "ms")
        yield median(f"processor/{of}", self.processor_times, "ms")


@dataclass(frozen=True, slots=True)
class Order:
    """A photo, and the stages that read it."""

    photo: Path
    stage: str

    @property
    def decides(self) -> list[Any]:
        """Both."""
        return ["read", self.stage, digest(self.photo)]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a photo shows, and what that took, ms."""

    observation: Observation
    time: float
    frame_time: float
    detect_time: float
    read_time: float
    processor_time: float


STAGES: Final[dict[str, Callable[[], Recogniser]]] = {
    "classical": lambda: Recogniser(ClassicalDetector(), DominoTable(), KINDS),
    "trained": lambda: Recogniser(TrainedDetector(), DominoTable(), KINDS),
    "joined": lambda: recogniser_for(GAME),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the photos, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("photos", type=Path, help="folder of the photos")
    parser.add_argument("labels", type=Path, help="JSON list of their labels")
    parser.add_argument("--stages", nargs="+", choices=sorted(STAGES), default=["joined"])
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    crew.add_to(parser)
    given = parser.parse_args(arguments)
    try:
        labels = _labels(given.labels)
        listed = {stage: measure(stage, labels, given) for stage in given.stages}
    except (OSError, ValueError) as wrong:
        words = f"{wrong.filename}: {wrong.strerror}" if isinstance(wrong, OSError) else wrong
        print(f"read.py: {words}; give a folder of photos and the JSON file of their labels", file=sys.stderr)
        return 2
    results = [
        result
        for stage, tallies in listed.items()
        for of, tally in tallies.items()
        for result in tally.results(of if len(listed) == 1 else f"{stage}/{of}")
    ]
    about = machine(("opencv-python", "numpy", "onnxruntime"))
    print(as_json("read", about, results) if given.json else as_table("read", about, results))
    return 0


def _labels(file: Path) -> list[dict[str, Any]]:
    """The list in a file of labels; OSError or ValueError, in one line, where there is none."""
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as wrong:
        raise ValueError(f"{file} is no JSON list of labels: {wrong}") from wrong
    if isinstance(entries, dict) and isinstance(entries.get("frames"), list):
        entries = [{**each, "file": each.get("frame"), "source": file.parent.name} for each in entries["frames"]]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and "file" in entry for entry in entries):
        raise ValueError(f"{file} is no list of labels; an entry is an object that names its 'file'")
    return entries


def measure(stage: str, entries: Sequence[dict[str, Any]], given: argparse.Namespace) -> dict[str, Tally]:
    """Counts per source, in the order of the list, and of all."""
    tallies: dict[str, Tally] = {}
    whole = Tally()
    orders = [Order((given.photos / entry["file"]).resolve(), stage) for entry in entries]
    for entry, one in zip(entries, crew.done(_measured, orders, given, Measured), strict=True):
        for tally in (tallies.setdefault(_source(entry), Tally()), whole):
            tally.counts.add(entry, one.observation)
            tally.times.append(one.time)
            tally.frame_times.append(one.frame_time)
            tally.detect_times.append(one.detect_time)
            tally.read_times.append(one.read_time)
            tally.processor_times.append(one.processor_time)
    return {**tallies, "all": whole} if len(tallies) != 1 else {"all": whole}


def _measured(order: Order) -> Measured:
    """What a photo shows by some stages: a task of its own."""
    recogniser, photo = _recogniser(order.stage), load(order.photo)
    observation, spent = _timed(recogniser, photo)
    frame = _frame(photo)
    begun = time.process_time()
    _, frame_spent = _timed(recogniser, frame)
    processor = 1000 * (time.process_time() - begun)
    return Measured(observation, spent, frame_spent, *_stages(recogniser, frame), processor)


@cache
def _recogniser(stage: str) -> Recogniser:
    """The recogniser of some stages, warm."""
    recogniser = STAGES[stage]()
    recogniser.warm()
    return recogniser


def _source(entry: dict[str, Any]) -> str:
    return str(entry.get("kind") or entry.get("source", "all")).split("/")[-1]


def _timed(recogniser: Recogniser, photo: Photo) -> tuple[Observation, float]:
    start = time.perf_counter()
    observation = recogniser.see(photo)
    return observation, 1000 * (time.perf_counter() - start)


def _stages(recogniser: Recogniser, photo: Photo) -> tuple[float, float]:
    """Processor time of finding and of reading, in ms."""
    start = time.process_time()
    found = recogniser.detector.detect(photo.pixels)
    middle = time.process_time()
    recogniser.reader.see(photo.pixels, found)
    return 1000 * (middle - start), 1000 * (time.process_time() - middle)


def _frame(photo: Photo) -> Photo:
    """The photo scaled to fit 1280×720, the rest black, as a camera of that size would give it."""
    scale = min(FRAME[0] / photo.width, FRAME[1] / photo.height)
    small = cv2.resize(
        photo.pixels, (round(photo.width * scale), round(photo.height * scale)), interpolation=cv2.INTER_AREA
    )
    frame = np.zeros((FRAME[1], FRAME[0], 3), np.uint8)
    frame[: small.shape[0], : small.shape[1]] = small
    return Photo.from_frame(frame)


if __name__ == "__main__":
    crew.run(__file__)
