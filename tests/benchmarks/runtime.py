"""The detector's network by ONNX Runtime and by OpenVINO, on the same pictures: `python tests/benchmarks/runtime.py`.

    python tests/benchmarks/runtime.py [PICTURE …] [--rounds N] [--whole] [--models FILE.onnx …] [--json]

Without pictures those of the demonstration are taken. Each runtime has a process of its own. Time is that of one
picture through the network alone, in processor time, which other programs do not lengthen. The runtimes take turns.
Start is loading the library and the network. Memory is what the process grew by. More files of the same network, such
as a quantised one, are named with `--models`.

With `--whole` all stages of all games are measured instead, each game in a process of its own, and all in one. It tells
what they add to starting: importing the vision and loading the networks, processor time. It tells their memory at its
peak after reading the pictures, and whether two processes read the same pictures to the byte.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, median, share

ROOT: Final = Path(__file__).resolve().parents[2]
RUNTIMES: Final = ("onnxruntime", "openvino")
LONG_SIDE: Final = 640
THREADS: Final = (1, 2)


def resident() -> float:
    """Memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4 / 1024


def onnxruntime(file: Path, threads: int) -> Any:
    """A function from a batch to the output."""
    from vision.recognise.network import Network

    return Network(file, threads).run


def openvino(file: Path, threads: int) -> Any:
    """A function from a batch to the output, in float32 as ONNX Runtime has it."""
    import openvino as ov

    core = ov.Core()
    wanted = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
    request = core.compile_model(core.read_model(file), "CPU", wanted).create_infer_request()
    return lambda batch: request.infer({0: batch})[0]


def recognisers(games: list[str], pictures: list[Path]) -> dict[str, Any]:
    """What this process measures of whole recognisers."""
    before, begun = peak(), time.process_time()
    from vision import load, recogniser_for

    for game in games:
        recogniser_for(game).warm()
    start = time.process_time() - begun
    loaded = peak() - before
    sums = []
    for picture in pictures:
        for game in games:
            seen = json.dumps(recogniser_for(game).see(load(picture)).to_json(), sort_keys=True)
            sums.append(hashlib.sha256(seen.encode()).hexdigest())
    return {"start": 1000 * start, "loaded": loaded, "peak": peak() - before, "sums": sums}


def peak() -> float:
    """The most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def whole(pictures: list[Path]) -> list[Result]:
    """The figures of whole recognisers."""
    from vision.pipeline import READABLE

    games = sorted(READABLE)
    results = []
    for chosen in (*([game] for game in games), games):
        text = [_process(pictures, ["--eyes", ",".join(chosen)]) for _ in range(2)]
        of = chosen[0] if len(chosen) == 1 else "all games"
        results += [
            median(f"start/{of}", [each["start"] for each in text], "ms"),
            Result(f"memory/loaded/{of}", max(each["loaded"] for each in text), "MiB", len(text)),
            Result(f"memory/peak/{of}", max(each["peak"] for each in text), "MiB", len(text)),
        ]
        same = [a == b for a, b in zip(text[0]["sums"], text[1]["sums"], strict=True)]
        results.append(share(f"same_bytes/{of}", sum(same), len(same)))
    return results


def _process(pictures: list[Path], more: list[str]) -> dict[str, Any]:
    """What another process of this program measured."""
    command = [sys.executable, __file__, *map(str, pictures), *more]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return figures


def alone(runtime: str, threads: int, file: Path, pictures: list[Path], rounds: int) -> dict[str, Any]:
    """What this process measures of one runtime."""
    from vision import load
    from vision.recognise.trained.detector import TrainedDetector

    detector = TrainedDetector()
    batches = [detector.prepare(load(picture).pixels, LONG_SIDE)[0] for picture in pictures]
    before, begun = resident(), time.process_time()
    run = globals()[runtime](file, threads)
    start = time.process_time() - begun
    sums = [float(np.abs(run(batch)).astype(np.float64).sum()) for batch in batches]
    wall, spent = [], []
    for _ in range(rounds):
        for batch in batches:
            clock, processor = time.perf_counter(), time.process_time()
            run(batch)
            wall.append(1000 * (time.perf_counter() - clock))
            spent.append(1000 * (time.process_time() - processor))
    return {"start": 1000 * start, "memory": resident() - before, "wall": wall, "processor": spent, "sums": sums}


def compared(pictures: list[Path], rounds: int, models: list[Path]) -> list[Result]:
    """The figures of the network alone by every runtime."""
    from models import weights

    results, sums = [], {}
    for file in (weights("detector"), *models):
        for runtime in RUNTIMES:
            for threads in THREADS:
                figures = _process(pictures, ["--rounds", str(rounds), "--alone", f"{runtime}:{threads}:{file}"])
                of = f"{file.stem}/{runtime}/{threads} threads"
                results += [
                    median(f"processor/{of}", figures["processor"], "ms"),
                    median(f"wall/{of}", figures["wall"], "ms"),
                    Result(f"start/{of}", figures["start"], "ms", 1),
                    Result(f"memory/{of}", figures["memory"], "MiB", 1),
                ]
                sums[of] = figures["sums"]
    first, *others = sums.values()
    for of, other in zip([*sums][1:], others, strict=True):
        apart = max(abs(a - b) / abs(a) for a, b in zip(first, other, strict=True))
        results.append(Result(f"output apart at most/{of}", 1e6 * apart, "millionths", len(first)))
    return results


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pictures", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--whole", action="store_true", help="measure whole recognisers: start, memory, sameness")
    parser.add_argument("--models", nargs="*", type=Path, default=[], help="more files of the network")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    parser.add_argument("--eyes", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    pictures = asked.pictures or sorted((ROOT / "datasets" / "demo").glob("*.jpg"))
    if asked.alone:
        runtime, threads, file = asked.alone.split(":", 2)
        print(json.dumps(alone(runtime, int(threads), Path(file), pictures, asked.rounds)))
        return
    if asked.eyes:
        print(json.dumps(recognisers(asked.eyes.split(","), pictures)))
        return
    results = whole(pictures) if asked.whole else compared(pictures, asked.rounds, asked.models)
    about = machine(("onnxruntime", "openvino"))
    print((as_json if asked.json else as_table)("runtime", about, results))


if __name__ == "__main__":
    main()
