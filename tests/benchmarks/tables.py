"""Many tables at one service: how soon an entry is acknowledged, and how soon everybody hears of it.

    python tests/benchmarks/tables.py --tables 100 --seconds 60               # PostgreSQL and two server processes
    python tests/benchmarks/tables.py --tables 100 --seconds 60 --sqlite      # SQLite and one

Each table has a page that listens. It plays an entry every two seconds, each at a time of its own. PostgreSQL
waits for the disk at every commit, as it does by default. Clients run on the same machine, which is told with its load.
How much of a processor an entry takes hardly depends on that: of the servers, of the database, of the clients.
The clients speak HTTP by hand, so that they leave the processor to what is measured.
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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

sys.path[:0] = [str(Path(__file__).resolve().parents[place]) for place in (1, 2)]

from postgresql import Server  # noqa: E402 - it lies beside the tests

API = "/api/v1"
MOVE = "start 1-1"
CREATED = 201
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
    took: dict[str, float] = field(default_factory=dict)


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
                counted = {"servers": process.pid, "clients": os.getpid()}
                if database is not None:
                    counted["database"] = database.pid
                result = asyncio.run(_played(where, given.tables, given.seconds, counted))
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(PATIENCE)
    finally:
        if database is not None:
            database.remove()
    print(_row("SQLite, 1 process" if database is None else f"PostgreSQL, {given.workers} processes", result, given))


def _served(folder: str, url: str, workers: int) -> tuple[subprocess.Popen[str], str]:
    words = ["serve", "--port", "0", "--data", folder, "--no-browser"]
    env = {**os.environ, "TABLESIDE_MAX_STREAMS_EACH": "1000", "TABLESIDE_MAX_STREAMS": "1000"}
    env |= {
        "TABLESIDE_MAX_CONNECTIONS_HERE": "1000",
        "TABLESIDE_MAX_CONNECTIONS": "2000",
        "TABLESIDE_IDLE_SECONDS": "600",
    }
    if url:
        words += ["--workers", str(workers)]
        env["TABLESIDE_DATABASE_URL"] = url
    command = [sys.executable, "-m", "tableside", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    line = process.stdout.readline()  # type: ignore[union-attr]
    return process, line.split(" at ")[1].split()[0].rstrip("/")


def _processor(pid: int, *, alone: bool) -> float:
    """Seconds of a processor that a process has taken, and those that it started unless it is looked at `alone`."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        started = "" if alone else Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    except OSError:  # it has ended
        return 0.0
    own = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_processor(int(child), alone=False) for child in started.split())


def _took(counted: dict[str, int]) -> dict[str, float]:
    return {name: _processor(pid, alone=pid == os.getpid()) for name, pid in counted.items()}


class Client:
    """A connection that is kept, as a browser keeps one."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    @classmethod
    async def of(cls, host: str) -> Client:
        """A new one to `HOST:PORT`."""
        name, _, port = host.partition(":")
        return cls(*await asyncio.open_connection(name, int(port)), host)

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        status, headers = await self.begin(method, path, b"" if body is None else json.dumps(body).encode())
        return status, headers, await self._reader.readexactly(int(headers.get("content-length", "0")))

    async def begin(self, method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, str]]:
        """Status and headers of an answer; its body is still to be read."""
        words = (
            f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\norigin: http://{self._host}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self._writer.write(words.encode() + body)
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.partition(":") for line in lines if line)
        return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}

    async def numbers(self) -> AsyncIterator[int]:
        """The numbers of events, as they come."""
        while line := await self._reader.readline():
            if line.startswith(b"id:"):
                yield int(line[3:])

    def close(self) -> None:
        """Let it go."""
        self._writer.close()


async def _played(where: str, tables: int, seconds: float, counted: dict[str, int]) -> Told:
    result, host = Told(), where.removeprefix("http://")
    clients = [await Client.of(host) for _ in range(tables)]
    opening = {"game": "stackernoos", "players": 2}
    games = [(await client.ask("POST", f"{API}/games", opening))[1]["location"] for client in clients]
    ready = [asyncio.Event() for _ in games]
    pages = [asyncio.create_task(_listen(host, game, result, on)) for game, on in zip(games, ready, strict=True)]
    await asyncio.gather(*(on.wait() for on in ready))
    before, end = _took(counted), time.perf_counter() + seconds
    await asyncio.gather(*(_play(*each, result, end) for each in zip(clients, games, strict=True)))
    for _ in range(100):
        if len(result.heard) >= len(result.acknowledged):
            break
        await asyncio.sleep(0.1)
    result.took = {name: took - before[name] for name, took in _took(counted).items()}
    result.missing = len(result.acknowledged) - len(result.heard)
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    for client in clients:
        client.close()
    return result


async def _play(client: Client, game: str, told: Told, end: float) -> None:
    await asyncio.sleep(random.uniform(0, EVERY))
    version = 0
    while (began := time.perf_counter()) < end:
        told.sent[game, version + 1] = began
        if version % 2:
            status, _, answer = await client.ask("POST", f"{game}/undo", {"version": version})
        else:
            move = {"seat": 0, "move": MOVE, "version": version}
            status, _, answer = await client.ask("POST", f"{game}/moves", move)
        took = time.perf_counter() - began
        told.statuses[status] = told.statuses.get(status, 0) + 1
        if status == CREATED:
            told.acknowledged.append(took)
            version += 1
        else:
            print(answer.decode(), file=sys.stderr)
        await asyncio.sleep(max(0.0, EVERY - took))


async def _listen(host: str, game: str, told: Told, ready: asyncio.Event) -> None:
    client = await Client.of(host)
    try:
        await client.begin("GET", f"{game}/events")
        ready.set()
        async for number in client.numbers():
            told.heard.append(time.perf_counter() - told.sent[game, number])
    finally:
        client.close()


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def _row(name: str, told: Told, given: argparse.Namespace) -> str:
    words = [name, f"tables {given.tables}", f"entries {len(told.acknowledged)}"]
    for what, values in (("acknowledged", told.acknowledged), ("heard", told.heard)):
        shown = " / ".join(f"{1000 * _share(values, share):.0f}" for share in (0.5, 0.95, 1.0))
        words.append(f"{what} ms, median / 95 % / worst: {shown}")
    shown = ", ".join(f"{name} {1000 * took / max(1, len(told.acknowledged)):.1f}" for name, took in told.took.items())
    words.append(f"of a processor ms an entry: {shown}")
    words += [f"not heard {told.missing}", f"statuses {json.dumps(told.statuses)}"]
    return "; ".join([*words, f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"])


if __name__ == "__main__":
    main()
