"""Many tables at one service: how soon an entry is acknowledged, and how soon everybody hears of it.

    python tests/benchmarks/tables.py --tables 100 --seconds 60               # PostgreSQL and two server processes
    python tests/benchmarks/tables.py --tables 100 --seconds 60 --sqlite      # SQLite and one

Each table has a page that listens. It plays an entry every two seconds, each at a time of its own. PostgreSQL
waits for the disk at every commit, as it does by default. Clients run on the same machine, which is told with its load.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

sys.path[:0] = [str(Path(__file__).resolve().parents[place]) for place in (1, 2)]

from postgresql import Server  # noqa: E402 - it lies beside the tests

API = "/api/v1"
MOVE = "start 1-1"
EVERY = 2.0
"""s from one entry of a table to the next."""
PATIENCE = 60.0


@dataclass
class Told:
    """What was measured: seconds of acknowledgements and of events, and what was answered."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    missing: int = 0


def main() -> None:
    """Start a service, play, and print a row."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--sqlite", action="store_true")
    given = options.parse_args()
    database = None if given.sqlite else Server(options=())
    try:
        with tempfile.TemporaryDirectory() as folder:
            url = "" if database is None else database.start().url
            process, where = _served(folder, url, given.workers)
            try:
                told = asyncio.run(_played(where, given.tables, given.seconds))
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(PATIENCE)
    finally:
        if database is not None:
            database.remove()
    print(_row("SQLite, 1 process" if database is None else f"PostgreSQL, {given.workers} processes", told, given))


def _served(folder: str, url: str, workers: int) -> tuple[subprocess.Popen[str], str]:
    words = ["serve", "--port", "0", "--data", folder, "--no-browser"]
    env = {**os.environ, "TABLESIDE_MAX_STREAMS_EACH": "1000", "TABLESIDE_MAX_STREAMS": "1000"}
    env |= {"TABLESIDE_MAX_CONNECTIONS_HERE": "1000", "TABLESIDE_MAX_CONNECTIONS": "2000"}
    if url:
        words += ["--workers", str(workers)]
        env["TABLESIDE_DATABASE_URL"] = url
    command = [sys.executable, "-m", "tableside", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    line = process.stdout.readline()  # type: ignore[union-attr]
    return process, line.split(" at ")[1].split()[0].rstrip("/")


async def _played(where: str, tables: int, seconds: float) -> Told:
    told = Told()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=where, headers={"origin": where}, timeout=PATIENCE, limits=limits) as client:
        made = [await client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}) for _ in range(tables)]
        games = [answer.headers["location"] for answer in made]
        ready = [asyncio.Event() for _ in games]
        pages = [asyncio.create_task(_listen(client, game, told, on)) for game, on in zip(games, ready, strict=True)]
        await asyncio.gather(*(on.wait() for on in ready))
        end = time.perf_counter() + seconds
        await asyncio.gather(*(_play(client, game, told, end) for game in games))
        for _ in range(100):
            if len(told.heard) >= len(told.acknowledged):
                break
            await asyncio.sleep(0.1)
        told.missing = len(told.acknowledged) - len(told.heard)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
    return told


async def _play(client: httpx.AsyncClient, game: str, told: Told, end: float) -> None:
    await asyncio.sleep(random.uniform(0, EVERY))
    version = 0
    while (began := time.perf_counter()) < end:
        told.sent[game, version + 1] = began
        if version % 2:
            answer = await client.post(f"{game}/undo", json={"version": version})
        else:
            answer = await client.post(f"{game}/moves", json={"seat": 0, "move": MOVE, "version": version})
        took = time.perf_counter() - began
        told.statuses[answer.status_code] = told.statuses.get(answer.status_code, 0) + 1
        if answer.status_code == 201:
            told.acknowledged.append(took)
            version += 1
        elif answer.status_code >= 500:
            print(answer.text, file=sys.stderr)
        await asyncio.sleep(max(0.0, EVERY - took))


async def _listen(client: httpx.AsyncClient, game: str, told: Told, ready: asyncio.Event) -> None:
    async with client.stream("GET", f"{game}/events", timeout=None) as answer:
        ready.set()
        async for line in answer.aiter_lines():
            if line.startswith("id:"):
                told.heard.append(time.perf_counter() - told.sent[game, int(line[3:])])


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def _row(name: str, told: Told, given: argparse.Namespace) -> str:
    words = [name, f"tables {given.tables}", f"entries {len(told.acknowledged)}"]
    for what, values in (("acknowledged", told.acknowledged), ("heard", told.heard)):
        shown = " / ".join(f"{1000 * _share(values, share):.0f}" for share in (0.5, 0.95, 1.0))
        words.append(f"{what} ms, median / 95 % / worst: {shown}")
    words += [f"not heard {told.missing}", f"statuses {json.dumps(told.statuses)}"]
    return "; ".join([*words, f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"])


if __name__ == "__main__":
    main()
