"""What a killed watch loses: `python tests/benchmarks/durable.py FILM [--kills 50] [--minutes 0] [--json]`.

With `--store` in the place of FILM a writer of moves and pictures is killed, which starts in a second: for many kills.

FILM is a folder of `tableside render game`, or a video of Stackernoos. `tableside watch` follows it in a loop and is
killed (`kill -9`) some moments after a random number of moves, then started again on the same store. Whatever is
lost makes the exit code 1.

- acknowledged: moves that the watch had said before it was killed; lost: those of them that the store does not have;
- pictures: those that acknowledged moves name; pictures_lost; damaged: games whose record is broken afterwards.

With `--minutes` a watch runs undisturbed for so long. memory_first and memory_last are its resident memory (MiB, of all
its processes) over the first and the last tenth of its samples. memory_peak is the largest.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine import record
from service.app import assemble
from service.page.plays import standing, whose
from service.settings import Settings
from tests.benchmarks.films import Film
from tests.benchmarks.report import Result, as_json, as_table, machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.parts import Parts
    from service.store.entry import Entry

ROOT: Final = Path(__file__).resolve().parents[2]
START: Final = """
import sys
from pathlib import Path
from service.commands.watch import run
from service.settings import Settings
source, game, data = sys.argv[1:]
sys.exit(run(source, game, Settings(data=Path(data), port=0), loop=True))
"""
SAID: Final = re.compile(r"^[\d:]{8}  (?P<move>(?:Player \d|The table): .+?)(?:, [+-]\d+)? \([A-Z]+-.*\)$")
"""A line of the watch that says a move: what it acknowledges. A play that was refused is none."""
MOST_MOVES, LATER = 6, 4.0
"""A watch is killed after so many moves at the most, and so many seconds at the most after the last of them."""
PATIENCE: Final = 300.0
"""s that a busy machine may take for a move."""
SAMPLE: Final = 5.0
"""s between two samples of memory."""


@dataclass(slots=True)
class Toll:
    """What kills have cost."""

    said: int = 0
    lost: int = 0
    pictures: int = 0
    pictures_lost: int = 0
    damaged: int = 0
    games: set[str] = field(default_factory=set)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill, count, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("film", type=Path, nargs="?", help="folder of a film, or a video of Stackernoos")
    parser.add_argument("--store", action="store_true", help="kill a writer of moves and pictures")
    parser.add_argument("--kills", type=int, default=50, help="how often the watch is killed")
    parser.add_argument("--minutes", type=float, default=0.0, help="how long a watch runs undisturbed")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    if given.store:
        return _told(killed_writer(given.kills, random.Random(given.seed)), given.json)
    if given.film is None:
        parser.error("give a film, or --store")
    video, game = _video(given.film)
    results = killed(video, game, given.kills, random.Random(given.seed)) if given.kills else []
    results += undisturbed(video, game, 60 * given.minutes) if given.minutes else []
    return _told(results, given.json)


def _told(results: list[Result], in_json: bool) -> int:
    about = machine(("opencv-python", "onnxruntime", "sqlalchemy"))
    print(as_json("durable", about, results) if in_json else as_table("durable", about, results))
    return int(any(result.value for result in results if result.name in {"lost", "pictures_lost", "damaged"}))


def killed_writer(kills: int, chance: random.Random) -> list[Result]:
    """Kill a writer at random moments; what was lost."""
    sys.path.insert(0, str(ROOT / "tests" / "attacks"))
    from kills import Toll as Tolled
    from kills import killed as of_writer

    toll = Tolled()
    with tempfile.TemporaryDirectory() as folder:
        while toll.kills < kills:
            of_writer(folder, min(10, kills - toll.kills), chance, toll)
            print(f"{toll.kills} kills: {toll.moves} entries said, {len(toll.lost)} lost", file=sys.stderr, flush=True)
    lost = [word for word, *_ in toll.lost]
    return [
        Result("acknowledged", toll.moves, "entries", kills),
        Result("lost", lost.count("move"), "entries", toll.moves),
        Result("pictures", toll.pictures, "pictures", kills),
        Result("pictures_lost", len(lost) - lost.count("move"), "pictures", toll.pictures),
        Result("damaged", len(toll.damaged), "games", kills),
    ]


def killed(video: Path, game: str, kills: int, chance: random.Random) -> list[Result]:
    """Kill a watch at random moments; what was lost."""
    toll = Toll()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(kills):
            lines = _watch_until(video, game, Path(folder), chance.randint(0, MOST_MOVES), chance.uniform(0.0, LATER))
            _count(lines, Path(folder), toll)
            print(
                f"kill {number + 1} of {kills}: {toll.said} moves said, {toll.lost} lost", file=sys.stderr, flush=True
            )
    return [
        Result("acknowledged", toll.said, "moves", kills),
        Result("lost", toll.lost, "moves", toll.said),
        Result("pictures", toll.pictures, "pictures", kills),
        Result("pictures_lost", toll.pictures_lost, "pictures", toll.pictures),
        Result("damaged", toll.damaged, "games", len(toll.games)),
    ]


def _watch_until(video: Path, game: str, data: Path, moves: int, seconds: float) -> list[str]:
    """Start a watch, kill it and its camera so many seconds after so many moves; the lines that it had said."""
    with (data / "said").open("w+", encoding="utf-8") as said:
        command = [sys.executable, "-u", "-c", START, str(video), game, str(data)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            _await(process, data / "said", moves)
            time.sleep(seconds)
        finally:
            with suppress(ProcessLookupError):  # it ended by itself, and `_await` says why
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        said.seek(0)
        return said.read().splitlines()


def _await(process: subprocess.Popen[bytes], said: Path, moves: int) -> None:
    """Wait until a watch has said so many moves."""
    until = time.monotonic() + PATIENCE
    while sum(SAID.match(line) is not None for line in said.read_text(encoding="utf-8").splitlines()) < moves:
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"the watch says no move: {said.read_text(encoding='utf-8')[-500:]}")
        time.sleep(0.1)


def _count(lines: list[str], data: Path, toll: Toll) -> None:
    """Hold what was said against the newest game of the store."""
    moves = [match["move"] for line in lines if (match := SAID.match(line))]
    parts = assemble(Settings(data=data))
    try:
        newest = parts.store.newest(1)
        if not newest:
            toll.said, toll.lost = toll.said + len(moves), toll.lost + len(moves)
            return
        _hold(moves, newest[0].id, parts, toll)
    finally:
        parts.close()


def _hold(moves: list[str], game_id: str, parts: Parts, toll: Toll) -> None:
    entry = parts.ledger.find(game_id)
    toll.games.add(game_id)
    toll.damaged += entry.fault is not None
    kept = list(_as_said(entry))
    toll.said += len(moves)
    toll.lost += sum(moves.count(move) > kept.count(move) for move in set(moves))
    for event in entry.record.events[: len(moves)]:
        toll.pictures += len(event.frames)
        toll.pictures_lost += sum(parts.evidence.load(sha256) is None for sha256 in event.frames)


def _as_said(entry: Entry) -> Iterator[str]:
    """Every move that was written down, in the words of its line, also one that was taken back later."""
    for event in entry.record.events:
        if event.kind == record.MOVE:
            _, words = standing(record.Record(entry.header, entry.record.events[: event.seq]))[-1]
            yield whose(event.seat, words)


def undisturbed(video: Path, game: str, seconds: float) -> list[Result]:
    """Let a watch run; its memory at the beginning and at the end."""
    samples: list[float] = []
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "said").open("w") as said:
        command = [sys.executable, "-u", "-c", START, str(video), game, folder]
        process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said, start_new_session=True)
        try:
            until = time.monotonic() + seconds
            while time.monotonic() < until and process.poll() is None:
                time.sleep(SAMPLE)
                samples.append(_resident(process.pid))
            if process.poll() is not None:
                raise RuntimeError(f"the watch ended by itself: {(Path(folder) / 'said').read_text()[-500:]}")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    settled = samples[len(samples) // 10 :]  # the networks are loaded by then
    tenth = max(1, len(settled) // 10)
    return [
        Result("memory_first", statistics.mean(settled[:tenth]), "MiB", tenth),
        Result("memory_last", statistics.mean(settled[-tenth:]), "MiB", tenth),
        Result("memory_peak", max(samples), "MiB", len(samples)),
        Result("minutes", seconds / 60, "min", len(samples)),
    ]


def _resident(group: int) -> float:
    """Resident memory (MiB) of all processes of a session, from /proc; shared pages are counted in part (PSS)."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(folder.name)) == group:
                rollup = (folder / "smaps_rollup").read_text()
                total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
        except (OSError, ValueError):
            continue
    return total


def _video(film: Path) -> tuple[Path, str]:
    if film.is_dir():
        result = Film(film)
        return result.video, result.record.header.game
    return film, "stackernoos"


if __name__ == "__main__":
    sys.exit(main())
