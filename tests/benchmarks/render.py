"""How fast scenes are drawn, how well redrawn outlines agree: `python tests/benchmarks/render.py [--count N] [--json]`.

- stages: the median of each, one process, 960×540, after one warm-up a game: composing (and settling) a table, filming
  it, what the webcam does, encoding, writing the truth;
- processor: the mean processor time of all stages together, which other work on the machine prolongs less;
- scenes/s: `count` scenes a game by one and by two workers into a folder that is thrown away, starting up included;
- agreement: intersection over union of redrawn and seen pieces that are fully in view, the least and the mean.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("LP_NUM_THREADS", "1")

import cv2

from datasets.optics.studio import Studio
from datasets.optics.webcam import draw_webcam, encode, expose, in_range
from datasets.scenes.draw import LAYERS, compose
from datasets.scenes.redraw import redraw
from datasets.scenes.run import Order, canonical, render
from datasets.scenes.truth import describe
from tests.benchmarks.report import Result, as_json, as_table, machine, median

SIZE: Final = (960, 540)
SEED: Final = 100
STAGES: Final = ("compose", "film", "webcam", "encode", "truth")
PROCESSOR: Final = "processor"


def stages(studio: Studio, game: str, count: int) -> tuple[dict[str, list[float]], list[float]]:
    """Seconds by stage and of processor time, and the agreement of redrawn pieces."""
    times: dict[str, list[float]] = {stage: [] for stage in (*STAGES, PROCESSOR)}
    agreements: list[float] = []
    for index in range(count + 1):
        marks, before = [time.perf_counter()], time.process_time()
        scene = compose(game, SEED, index, SIZE)
        marks.append(time.perf_counter())
        shot = studio.film(scene.world, scene.camera)
        marks.append(time.perf_counter())
        webcam = in_range(shot.colour, draw_webcam(scene.rng))
        picture = expose(shot.colour, webcam, scene.rng)
        marks.append(time.perf_counter())
        encode(picture, webcam)
        marks.append(time.perf_counter())
        canonical(describe(scene.world, scene.camera, shot, game, scene.facts))
        marks.append(time.perf_counter())
        spent = time.process_time() - before
        agreements += [one.iou for one in redraw(scene.world, scene.camera, shot)]
        if index:
            for number, stage in enumerate(STAGES):
                times[stage].append(marks[number + 1] - marks[number])
            times[PROCESSOR].append(spent)
    return times, agreements


def speed(game: str, count: int, workers: int) -> Result:
    """Scenes a second of a whole run."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        drawn = sum(one.state == "drawn" for one in render(Order(game, count, SEED, Path(folder), SIZE), workers))
        return Result(f"{game}, {workers} workers", drawn / (time.perf_counter() - start), "scenes/s", drawn)


def measure(count: int) -> list[Result]:
    """All figures."""
    cv2.setNumThreads(1)
    studio = Studio()
    results, agreements = [], []
    for game in LAYERS:
        times, agreed = stages(studio, game, count)
        results += [median(f"{game}, {stage}", [1000 * t for t in times[stage]], "ms") for stage in STAGES]
        spent = times[PROCESSOR]
        results.append(Result(f"{game}, processor a scene", 1000 * sum(spent) / len(spent), "ms", len(spent)))
        agreements += agreed
    results += [speed(game, count, workers) for game in LAYERS for workers in (1, 2)]
    least, mean = 100 * min(agreements), 100 * sum(agreements) / len(agreements)
    results.append(Result("agreement of redrawn pieces, least", least, "% IoU", len(agreements)))
    results.append(Result("agreement of redrawn pieces, mean", mean, "% IoU", len(agreements)))
    return results


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40, help="scenes a game and run")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    about = machine(("mujoco", "pyopengl", "opencv-python"))
    results = measure(arguments.count)
    print((as_json if arguments.json else as_table)("render", about, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
