"""How fast the service answers: `python tests/benchmarks/service.py [--json]`.

- judge: a level-0 position posted to `tableside serve` over a connection that is kept, from request to answer;
- move: a move posted to a game, judged, written and flushed to the disk;
- start-up: from the command to the first answer of the API, with a new store and with one that is there.
"""

from __future__ import annotations

import argparse
import contextlib
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, median

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLESIDE: Final = Path(sys.executable).with_name("tableside")
API: Final = "/api/v1"
WARM_UP: Final = 20
CALLS: Final = 400
STARTS: Final = 5
RUN: Final = ("1-1", "1-5", "5-3", "3-9", "9-2", "2-6", "6-4")
"""Dominoes of the judged position: a run of seven, the longest list of moves that level 0 knows."""


def question() -> dict[str, Any]:
    """A run that may be capped, with a full hand and a move to judge."""
    tiles = [{"tile": tile, "at": [2 * n, 0, 0], "dir": "e"} for n, tile in enumerate(RUN)]
    hand = ["1-2", "4-4", "0-1", "4-7", "6-6", "3-8", "5-5", "2-9", "1-9"]
    position = {"tiles": tiles, "boneyard": 37, "scores": [0, 0]}
    return {
        "game": "stackernoos",
        "options": {"players": 2},
        "position": position,
        "hand": hand,
        "move": "cap 4-7 @12,0,1:e",
    }


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[tuple[str, float]]:
    """A running `tableside serve`: its address, and the time that it was started."""
    began = time.perf_counter()
    words = [str(TABLESIDE), "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            yield next(word for word in line.split() if word.startswith("http://")), began
        finally:
            server.send_signal(signal.SIGINT)


def start_up(folder: Path) -> float:
    """Seconds from the command to the first answer."""
    with serving(folder) as (where, began):
        httpx.get(f"{where}{API[1:]}/games").raise_for_status()
        return time.perf_counter() - began


def judging(client: httpx.Client) -> list[float]:
    """Milliseconds of every call."""
    document, took = question(), []
    for _ in range(WARM_UP + CALLS):
        began = time.perf_counter()
        client.post(f"{API}/judge", json=document).raise_for_status()
        took.append(1000 * (time.perf_counter() - began))
    return took[WARM_UP:]


def playing(client: httpx.Client) -> list[float]:
    """Milliseconds of every move of a game in which tiles are drawn and kept."""
    made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2, "seed": 1}).headers["location"]
    took = []
    while True:
        shown = client.get(made).json()
        if not shown["next"]["seats"]:
            return took
        seat = shown["next"]["seats"][0]
        moves = client.get(f"{made}/moves", params={"seat": seat}).json()["moves"]
        body = {"seat": seat, "move": moves[-1]["move"], "version": shown["version"]}
        began = time.perf_counter()
        client.post(f"{made}/moves", json=body).raise_for_status()
        took.append(1000 * (time.perf_counter() - began))


def figures() -> Iterator[Result]:
    """All results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fresh = [start_up(folder / str(n)) for n in range(STARTS)]
        again = [start_up(folder / "0") for _ in range(STARTS)]
        with (
            serving(folder / "0") as (where, _),
            httpx.Client(base_url=where, headers={"origin": where.rstrip("/")}) as client,
        ):
            judged, played = judging(client), playing(client)
    for label, took in (("judge", judged), ("move", played)):
        yield median(f"{label} median", took, "ms")
        yield Result(f"{label} 95th percentile", sorted(took)[int(0.95 * len(took))], "ms", len(took))
    yield median("start-up median, new store", fresh, "s")
    yield median("start-up median", again, "s")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    show = as_json if parser.parse_args().json else as_table
    print(show("service", machine(("fastapi", "uvicorn", "sqlalchemy")), list(figures())))


if __name__ == "__main__":
    main()
