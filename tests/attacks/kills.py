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
MOST_SAID, LATER = 25, 0.1
"""A writer is killed after so many lines at the most, and so many seconds at the most after the last of them."""
PATIENCE = 300.0
"""s that a busy machine may take for that."""


@dataclass
class Toll:
    """What was acknowledged over all kills, and what of it is lost; `damaged` are games whose record is broken."""

    kills: int = 0
    moves: int = 0
    pictures: int = 0
    held: int = 0
    lost: list = field(default_factory=list)
    damaged: list = field(default_factory=list)


def killed(data, kills, chance, toll=None):
    """Kill the writer so often, each time some moments after some words; then hold the store against its words."""
    toll = toll or Toll()
    for _ in range(kills):
        said = _said(data, chance.randint(1, MOST_SAID), chance.uniform(0.0, LATER))
        toll.kills += 1
        _hold(data, said, toll)
    return toll


def _said(data, lines, seconds):
    """What the writer said before it was killed: so many seconds after so many lines."""
    out = Path(data) / "said"
    with out.open("wb") as file:
        process = subprocess.Popen([sys.executable, str(WRITER), str(data)], stdout=file, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while out.read_bytes().count(b"\n") < lines and process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "the writer ended by itself"
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
