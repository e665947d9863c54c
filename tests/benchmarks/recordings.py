"""Many recordings at once: `python tests/benchmarks/recordings.py FILM… [--count 12] [--nodes 4] [--json]`.

FILM is a folder of `tableside render game`, or of several such folders. So many recordings are followed, the films in
turn, by `tableside review RECORDING…`: by one process, by two of Ray on this machine, and by a simulated cluster of
`--nodes` machines with a processor each. Each way has a store of its own. Each game is a command of its own, one after
the other: films of one game alone keep all processes at work to the end.

- one, two, cluster: how long it takes, with all that has to start (s); speed: the time of one over that of the other;
- same: recordings whose record has the same bytes as that of one process.

Where any record differs, the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.batch.tasks import MEMORY, STORE
from tests.benchmarks.films import Film
from tests.benchmarks.report import Result, as_json, as_table, machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TABLESIDE: Final = Path(sys.executable).with_name("tableside")
PATIENCE: Final = 180.0
"""s that a busy machine may take to start a cluster."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow them all three times, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="+", help="folders of films, or folders of such")
    parser.add_argument("--count", type=int, default=12, help="how many recordings")
    parser.add_argument("--nodes", type=int, default=4, help="machines of the simulated cluster; 0 leaves it out")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        results = list(figures(given.films, given.count, given.nodes, Path(name)))
    about = machine(("ray", "opencv-python", "onnxruntime")) | {"load": round(os.getloadavg()[0], 1)}
    print(as_json("recordings", about, results) if given.json else as_table("recordings", about, results))
    return int(any(result.value != given.count for result in results if result.name.endswith("same")))


def figures(folders: Sequence[Path], count: int, nodes: int, work: Path) -> Iterator[Result]:
    """All results."""
    recordings = made(folders, count, work / "recordings")
    alone, first = followed(recordings, work / "one")
    yield Result("one", alone, "s", count)
    took, records = followed(recordings, work / "two", "--workers", "2")
    yield from _held("two", took, alone, records, first)
    if nodes:
        with cluster(nodes) as address:
            took, records = followed(recordings, work / "cluster", "--ray", address)
        yield from _held(f"cluster of {nodes}", took, alone, records, first)


def _held(name: str, took: float, alone: float, records: dict[str, bytes], first: dict[str, bytes]) -> Iterator[Result]:
    yield Result(name, took, "s", len(first))
    yield Result(f"{name}: speed", alone / took, "times", len(first))
    same = sum(records.get(each) == text for each, text in first.items())
    yield Result(f"{name}: same", same, "recordings", len(first))


def made(folders: Sequence[Path], count: int, out: Path) -> dict[str, list[str]]:
    """So many recordings by their games: the films in turn, each under a name of its own. All films of a game have its
    house rules."""
    films = [Film(each) for folder in folders for each in _films(folder)]
    found: defaultdict[str, list[str]] = defaultdict(list)
    for number in range(count):
        film = films[number % len(films)]
        game = film.record.header.game
        copy = out / game / f"{number:03d}.mp4"
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(film.video, copy)  # with its time, from which the events' times count
        found[game].append(str(copy))
        house = {**film.record.header.options, "players": film.record.header.players}
        (out / f"{game}.json").write_text(json.dumps(house), encoding="utf-8")
    return found


def _films(folder: Path) -> list[Path]:
    return [folder] if (folder / "film.json").exists() else sorted(each.parent for each in folder.glob("*/film.json"))


def followed(recordings: dict[str, list[str]], work: Path, *how: str) -> tuple[float, dict[str, bytes]]:
    """How long `tableside review` takes for them (s), and the records by their names."""
    began = time.perf_counter()
    for game, files in recordings.items():
        rules = Path(files[0]).parent.with_suffix(".json")
        where = ["--data", str(work / "data"), "--record", str(work / game), "--options", str(rules)]
        subprocess.run([str(TABLESIDE), "review", *files, "--game", game, *where, *how], check=True)
    took = time.perf_counter() - began
    return took, {f"{file.parent.name}/{file.name}": file.read_bytes() for file in work.glob("*/*.jsonl")}


@contextmanager
def cluster(nodes: int) -> Iterator[str]:
    """The address of a cluster of so many machines, all of them processes of this one."""
    from ray.cluster_utils import Cluster

    made_up = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        for _ in range(nodes):
            made_up.add_node(num_cpus=1, memory=MEMORY, object_store_memory=STORE)
        made_up.wait_for_nodes(PATIENCE)
        yield made_up.address
    finally:
        made_up.shutdown()


if __name__ == "__main__":
    sys.exit(main())
