"""How fast the PettingZoo environments are, beside PettingZoo's gin rummy: `python tests/benchmarks/agents.py`.

A step is `last`, a random action that the mask allows, and `step`, as PettingZoo's own benchmark has it. PettingZoo
had gin rummy up to 1.25: `pip install 'pettingzoo==1.25.*' rlcard pygame` brings it. All take turns in one run, by
processor time on one core.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from pettingzoo.test import performance_benchmark

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.agents.environment import env
from tests.benchmarks.report import Result, as_json, as_table, machine

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("stackernoos", {"players": 2}),
    ("stackernoos", {"players": 4}),
    ("stones", {"players": 2}),
    ("stones", {"players": 4}),
    ("stonerow", {"players": 4}),
    ("stonerow", {"players": 4, "rule_set": "team"}),
    ("stonerow", {"players": 2, "rule_set": "basic"}),
)


BETWEEN: Final = 100
"""Steps from one look at the clock to the next: to ask for processor time may cost more than a step."""


def steps(table: Any, seconds: float, seed: int) -> float:
    """Steps a second of processor time."""
    chance, done = random.Random(seed), 0
    table.reset(seed=seed)
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(BETWEEN):
            seen, _, ended, cut, _ = table.last()
            if ended or cut:
                table.step(None)
            else:
                table.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                done += 1
            if not table.agents:
                table.reset()
    return done / spent


def measured(seconds: float, rounds: int) -> list[Result]:
    """The rate of each environment over some rounds, with the lowest and the highest."""
    tables: dict[str, Any] = {
        f"{game} {' '.join(map(str, options.values()))}": env(game, **options) for game, options in TABLES
    }
    with contextlib.suppress(ImportError):
        tables["peer gin_rummy"] = importlib.import_module("pettingzoo.classic.gin_rummy_v4").env()
    rates: dict[str, list[float]] = {name: [] for name in tables}
    for n in range(rounds):
        for name, table in tables.items():
            rates[name].append(steps(table, seconds, n))
    return [
        Result(name, statistics.fmean(all_), "steps/s", rounds, min(all_), max(all_)) for name, all_ in rates.items()
    ]


def own(name: str, table: Any) -> Result:
    """What PettingZoo's own benchmark says of an environment: it plays for five seconds of the clock."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(table)
    turns = next(line for line in said.getvalue().splitlines() if "turns per second" in line)
    return Result(f"{name}, PettingZoo's own benchmark", float(turns.split()[0]), "turns/s", 1)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Steps a second of the PettingZoo environments.")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of a round, s")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--own", action="store_true", help="PettingZoo's own benchmark, too")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    results = measured(asked.seconds, asked.rounds)
    if asked.own:
        results += [own(f"{game} {' '.join(map(str, more.values()))}", env(game, **more)) for game, more in TABLES]
    about = machine(("pettingzoo", "numpy"))
    print(as_json("agents", about, results) if asked.json else as_table("agents", about, results))


if __name__ == "__main__":
    main()
