"""What the gate makes of labelled films: `python tests/benchmarks/gate.py FOLDER… [--json] [--states]`.

A FOLDER holds one film and `truth.json` with the spans in which a hand is in the picture (`hand`, s). It may hold a
`crop` (x, y, width, height in px), which is the camera's picture in a screen recording. `--region FOLDER=x,y:x,y:…`
says where the table is in the film of a folder (0 … 1), as people do on the page.

- rests found: rests of at least `LEAST` s with a frame that is still and whose table is in place;
- false stills: frames of a hand's span that are called still. Labels by eye are that of a film seen in steps, so
  frames within `STEP` s of a span's ends are counted apart;
- frames a second through the gate and the table's plane, of frames of 1280×720.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, share
from vision.scene.attention import Attention
from vision.scene.region import TableRegion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Span = tuple[float, float]

FILMS: Final = ("*.mp4", "*.avi", "*.mkv", "*.mov")
LEAST: Final = 0.5
"""A rest shorter than this (s) need not be found: the gate itself waits for half of it."""
STEP: Final = 0.15
"""The step (s) in which films were looked at for their labels."""
SIZE: Final = (1280, 720)


@dataclass(frozen=True, slots=True)
class Film:
    """A film with its labels: spans with a hand (s), and the part of the picture that the camera saw."""

    path: Path
    hands: tuple[Span, ...]
    crop: tuple[int, int, int, int] | None

    @classmethod
    def of(cls, folder: Path) -> Film:
        """The film of a folder."""
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        path = next(path for pattern in FILMS for path in sorted(folder.glob(pattern)))
        return cls(path, tuple((start, end) for start, end in truth["hand"]), truth.get("crop"))

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """Every frame (H, W, 3, BGR) with its time (s)."""
        capture = cv2.VideoCapture(str(self.path))
        rate, number = capture.get(cv2.CAP_PROP_FPS), 0
        try:
            while (read := capture.read())[0]:
                x, y, width, height = self.crop or (0, 0, read[1].shape[1], read[1].shape[0])
                yield number / rate, np.asarray(read[1][y : y + height, x : x + width], np.uint8)
                number += 1
        finally:
            capture.release()


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of a frame."""

    time: float
    state: str
    plane: str


def follow(film: Film, region: TableRegion | None = None) -> tuple[list[Told], float]:
    """What is said of every frame, and how long that took (s)."""
    attention, result, spent = Attention(), [], 0.0
    attention.bounds.give(region)
    for moment, picture in film.frames():
        frame = cv2.resize(picture, SIZE) if picture.shape[1] > SIZE[0] else picture
        began = time.process_time()
        notice = attention.notice(np.asarray(frame, np.uint8), moment)
        spent += time.process_time() - began
        result.append(Told(moment, notice.gate.state, notice.plane.state))
    return result, spent


def rests(film: Film, end: float) -> list[Span]:
    """The spans of at least `LEAST` s without a hand."""
    edges = [0.0, *(edge for span in film.hands for edge in span), end]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= LEAST]


def judged(name: str, film: Film, told: Sequence[Told]) -> list[Result]:
    """The figures of one film."""
    spans = rests(film, told[-1].time)
    still = [each.time for each in told if each.state == "still"]
    ready = [each.time for each in told if each.state == "still" and each.plane in ("known", "unknown")]
    hand = [each.time for each in told if _within(each.time, film.hands, 0.0)]
    clear = [time for time in hand if _within(time, film.hands, STEP)]
    return [
        share(f"{name}: rests the gate found", sum(_any(still, span) for span in spans), len(spans)),
        share(f"{name}: rests found, table in place", sum(_any(ready, span) for span in spans), len(spans)),
        share(f"{name}: false stills", len(set(hand) & set(still)), len(hand)),
        share(f"{name}: false stills, past the labels' step", len(set(clear) & set(still)), len(clear)),
    ]


def _any(times: Sequence[float], span: Span) -> bool:
    return any(span[0] <= time <= span[1] for time in times)


def _within(time: float, spans: Sequence[Span], inset: float) -> bool:
    return any(start + inset <= time < end - inset for start, end in spans)


def lines(told: Sequence[Told], film: Film) -> Iterator[str]:
    """When what is said changed, for people."""
    before: Any = None
    for each in told:
        now = each.state, each.plane, _within(each.time, film.hands, 0.0)
        if now != before:
            yield f"{each.time:7.2f} {each.state:9} {each.plane:8} {'hand' if now[2] else ''}"
        before = now


def speed(frames: int = 300) -> Result:
    """Frames of a drawn table of 1280×720 that go through the gate and the plane in a second, hand-held."""
    rng = np.random.default_rng(4)
    table = np.asarray(cv2.GaussianBlur(rng.integers(0, 255, (760, 1320, 3), dtype=np.uint8), (0, 0), 2), np.uint8)
    shown = [table[y : y + SIZE[1], x : x + SIZE[0]].copy() for x, y in rng.integers(0, 6, (16, 2))]
    attention = Attention()
    began = time.perf_counter()
    for number in range(frames):
        attention.notice(shown[number % len(shown)], number / 30)
    return Result("frames through the gate and the plane", frames / (time.perf_counter() - began), "frames/s", frames)


def _region(text: str) -> tuple[str, TableRegion]:
    name, _, result = text.partition("=")
    return name, TableRegion.from_json({"corners": [corner.split(",") for corner in result.split(":")]})


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of a film and its truth.json")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--states", action="store_true", help="also print when the state changed")
    parser.add_argument("--region", action="append", default=[], help="FOLDER=x,y:x,y:x,y…, where the table is")
    given = parser.parse_args(arguments)
    regions = dict(_region(text) for text in given.region)
    results = []
    for folder in given.folders:
        film = Film.of(folder)
        response, spent = follow(film, regions.get(folder.name))
        if given.states:
            print(*lines(response, film), sep="\n")
        results += judged(folder.name, film, response)
        results.append(
            Result(f"{folder.name}: a frame", 1000 * spent / len(response), "ms of processor", len(response))
        )
    results.append(speed())
    about = machine(("opencv-python", "numpy"))
    print(as_json("gate", about, results) if given.json else as_table("gate", about, results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
