"""`kill -9` at random moments, and what of all that was acknowledged is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from writer import kept

WRITER = Path(__file__).with_name("writer.py")


@dataclass
class Toll:
    """What was acknowledged over all kills, and what of it is lost; `damaged` are games whose record is broken."""

    kills: int = 0
    moves: int = 0
    pictures: int = 0
    held: int = 0
    lost: list = field(default_factory=list)
    damaged: list = field(default_factory=list)


def killed(data, kills, chance, toll=None, longest=1.0):
    """Kill the writer so often, each time some moments after it has begun; then hold the store against its words."""
    toll = toll or Toll()
    for _ in range(kills):
        said = _said(data, chance.uniform(0.02, longest))
        toll.kills += 1
        _hold(data, said, toll)
    return toll


def _said(data, seconds):
    """What the writer said before it was killed."""
    out = Path(data) / "said"
    with out.open("wb") as file:
        process = subprocess.Popen([sys.executable, str(WRITER), str(data)], stdout=file, start_new_session=True)
        while b"ready" not in out.read_bytes() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    *whole, _cut = out.read_text().split("\n")
    return [line.split(" ", 3) for line in whole if line != "ready"]


def _hold(data, said, toll):
    store, ledger, evidence = kept(data)
    try:
        games = {game: ledger.find(game) for game in {words[1] for words in said}}
        for game, entry in games.items():
            if entry.damage or entry.gone or entry.replay.fault:
                toll.damaged.append((game, entry.fault or entry.loss))
        lines = {game: {shot.sha256: shot for shot in evidence.line(game)} for game in games}
        for word, game, *rest in said:
            if word == "move":
                toll.moves += 1
                events = games[game].record.events
                if int(rest[0]) > len(events) or events[int(rest[0]) - 1].move != rest[1]:
                    toll.lost.append((word, game, *rest))
                continue
            toll.pictures += word == "picture"
            toll.held += word == "held"
            shot = lines[game].get(rest[0])
            there = shot is not None and (not shot.kept or evidence.load(rest[0]) is not None)
            if not there or (word == "held" and not (shot.held and shot.kept)):
                toll.lost.append((word, game, *rest))
    finally:
        store.close()
