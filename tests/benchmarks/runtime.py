"""The detector's network by ONNX Runtime and by OpenVINO, on the same pictures: `python tests/benchmarks/runtime.py`.

    python tests/benchmarks/runtime.py [PICTURE …] [--rounds N] [--json]

Without pictures those of the demonstration are taken. Each runtime has a process of its own. Time is that of one
picture through the network alone, the runtimes taking turns on it being ruled out by processor time, which other
programs do not lengthen; start is loading the library and the network; memory is what the process grew by.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, median

ROOT: Final = Path(__file__).resolve().parents[2]
RUNTIMES: Final = ("onnxruntime", "openvino")
LONG_SIDE: Final = 640
THREADS: Final = (1, 2)


def resident() -> float:
    """Memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4 / 1024


def onnxruntime(file: Path, threads: int) -> Any:
    """A function from a batch to the output."""
    from vision.network import Network

    network = Network(file, threads)
    assert network.provider
    return network.run


def openvino(file: Path, threads: int) -> Any:
    """A function from a batch to the output, in float32 as ONNX Runtime has it."""
    import openvino as ov

    core = ov.Core()
    wanted = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
    request = core.compile_model(core.read_model(file), "CPU", wanted).create_infer_request()
    return lambda batch: request.infer({0: batch})[0]


def alone(runtime: str, threads: int, pictures: list[Path], rounds: int) -> dict[str, Any]:
    """What this process measures of one runtime."""
    from models import weights
    from vision import load
    from vision.trained.detector import TrainedDetector

    detector = TrainedDetector()
    batches = [detector.prepare(load(picture).pixels, LONG_SIDE)[0] for picture in pictures]
    before, begun = resident(), time.process_time()
    run = globals()[runtime](weights("detector"), threads)
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


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pictures", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    pictures = asked.pictures or sorted((ROOT / "datasets" / "demo").glob("*.jpg"))
    if asked.alone:
        runtime, threads = asked.alone.split(":")
        print(json.dumps(alone(runtime, int(threads), pictures, asked.rounds)))
        return
    results, sums = [], {}
    for runtime in RUNTIMES:
        for threads in THREADS:
            command = [sys.executable, __file__, *map(str, pictures), "--rounds", str(asked.rounds)]
            told = subprocess.run(
                [*command, "--alone", f"{runtime}:{threads}"], check=True, capture_output=True, text=True
            )
            figures = json.loads(told.stdout.splitlines()[-1])
            of = f"{runtime}/{threads} threads"
            results += [
                median(f"processor/{of}", figures["processor"], "ms"),
                median(f"wall/{of}", figures["wall"], "ms"),
                Result(f"start/{of}", figures["start"], "ms", 1),
                Result(f"memory/{of}", figures["memory"], "MiB", 1),
            ]
            sums[of] = figures["sums"]
    first, *others = sums.values()
    apart = max(abs(a - b) / abs(a) for other in others for a, b in zip(first, other, strict=True))
    results.append(Result("outputs apart at most", 1e6 * apart, "millionths", len(first)))
    about = machine(("onnxruntime", "openvino"))
    print((as_json if asked.json else as_table)("runtime", about, results))


if __name__ == "__main__":
    main()
