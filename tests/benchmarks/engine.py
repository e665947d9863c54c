"""How fast the rules are: random play, perft, one move judged, all moves, a replay, an explanation; for every game.

    python tests/benchmarks/engine.py [--peers] [--seconds S] [--json]

Random play lists the legal moves, chooses one, judges it and plays it. Perft counts all move sequences; the last
move of each is counted from the list of legal moves and not played, as is usual. `--peers` measures other engines
from Python in the same run, where they are installed (see peers.py).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Before the folder of this file, which would else stand for the package of the same name.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.core import Setup
from engine.games import games
from engine.options import read_options
from engine.perft import perft
from engine.record import Event, append, judged, new, replay
from tests.benchmarks.report import Result, as_json, as_table, machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CROWDED = {"stackernoos": {"players": 2, "max_pip": 12, "hand_size": 40}}
"""Options that make long lists of moves: 40 tiles on the table while a hand still holds 20."""
RECORD_ENTRIES = 300


def rounds(seconds: float, work: Callable[[int], int]) -> list[float]:
    """Units of work a second, of each round; `work` takes the number of the round and says how much it did."""
    rates, ends, n = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < ends or n < 3:
        began = time.perf_counter()
        done = work(n)
        rates.append(done / max(time.perf_counter() - began, 1e-9))
        n += 1
    return rates


def rate(name: str, unit: str, rates: list[float]) -> Result:
    """The mean of some rates, with the 95 % interval of the mean."""
    mean = statistics.fmean(rates)
    reach = 1.96 * statistics.stdev(rates) / len(rates) ** 0.5 if len(rates) > 1 else 0.0
    return Result(name, mean, unit, len(rates), mean - reach, mean + reach)


def played(game: Any, options: Any, seed: int, plies: int = 10_000) -> Iterator[tuple[Any, int, Any, Any]]:
    """(state, seat, move, legal moves) of one random game."""
    chance = random.Random(seed)
    state = game.start(options, seed)
    for _ in range(plies):
        choices = [(seat, moves) for seat in game.actors(state) if (moves := game.moves(state, seat))]
        if not choices:
            return
        seat, moves = chance.choice(choices) if len(choices) > 1 else choices[0]
        move = chance.choice(moves)
        yield state, seat, move, moves
        state = game.play(state, seat, move)


def random_play(game: Any, options: Any) -> Callable[[int], int]:
    """One whole random game a round, every move judged."""

    def work(seed: int) -> int:
        plies = 0
        for state, seat, move, _ in played(game, options, seed):
            if not game.judge(state, seat, move).legal:
                raise AssertionError(f"{move} is listed and refused")
            plies += 1
        return plies

    return work


def count_sequences(game: Any, options: Any) -> Callable[[int], int]:
    """The positions under one middle-game state a round."""

    def work(seed: int) -> int:
        *_, (state, _, _, _) = played(game, options, seed, 25)
        depth, count = 2, 0
        while count < 3_000 and depth < 6:
            depth += 1
            count = perft(game, state, depth)
            if count == 0:
                return 1
        return count

    return work


def single_moves(game: Any, options: Any) -> Iterator[Result]:
    """One move judged, and the slowest of the longest lists of moves."""
    judged_in, listed_in = [], []
    for seed in range(6):
        for state, seat, _, moves in played(game, options, seed, 120):
            began = time.perf_counter()
            for move in moves:
                game.judge(state, seat, move)
            judged_in.append((time.perf_counter() - began) / len(moves) * 1e6)
            listed_in.append((len(moves), shortest(lambda s=state, who=seat: game.moves(s, who)) * 1e6))
    long_lists = sorted(listed_in)[-10:]
    yield Result(f"{game.name}.judge", statistics.fmean(judged_in), "µs a move", len(judged_in))
    yield Result(f"{game.name}.judge.worst", max(judged_in), "µs a move", len(judged_in))
    yield Result(f"{game.name}.moves.longest", float(long_lists[-1][0]), "moves", len(listed_in))
    yield Result(f"{game.name}.moves.worst", max(took for _, took in long_lists), "µs", len(listed_in))


def shortest(work: Callable[[], Any], times: int = 3) -> float:
    """Seconds of the quickest of some runs, so that other processes do not count."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def long_record(game: Any) -> Result:
    """The replay of a record of some hundred entries; short games are joined by their prefix only."""
    longest: Any = None
    for seed in range(40):
        record, options = new(game.name, {}, seed), read_options(game.options_type, {})
        for state, seat, move, _ in played(game, options, seed, RECORD_ENTRIES):
            event = Event(0, "2026-01-01T00:00:00Z", seat, str(move))
            record = append(record, judged(event, game.judge(state, seat, move)))
        if longest is None or len(record.events) > len(longest.events):
            longest = record
        if len(longest.events) >= RECORD_ENTRIES:
            break
    took = shortest(lambda: replay(longest), 7) * 1e3
    scaled = took * RECORD_ENTRIES / max(len(longest.events), 1)
    return Result(f"{game.name}.replay", scaled, f"ms for {RECORD_ENTRIES} entries", len(longest.events))


def explained(game: Any, options: Any) -> Result:
    """One ply explained: the table after a move, seen from the state before it with all hands hidden."""
    took = []
    for seed in range(4):
        before: Any = None
        for state, seat, _, _ in played(game, options, seed, 80):
            if before is not None and seat >= 0:
                view = game.view(before, None)
                seen = Setup(options, game.position(state), 0)
                took.append(shortest(lambda v=view, s=seen: game.explain(v, s, 1)) * 1e6)
            before = state
    return Result(f"{game.name}.explain", statistics.median(took), "µs a ply, median", len(took))


def measure(seconds: float) -> Iterator[Result]:
    """Every figure of every game."""
    for game in games().values():
        options = read_options(game.options_type, {})
        crowded = read_options(game.options_type, CROWDED.get(game.name, {}))
        yield rate(f"{game.name}.random_play", "moves/s", rounds(seconds, random_play(game, options)))
        yield rate(f"{game.name}.perft", "positions/s", rounds(seconds, count_sequences(game, options)))
        yield from single_moves(game, crowded)
        yield long_record(game)
        yield explained(game, options)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How fast the rules are.")
    parser.add_argument("--peers", action="store_true", help="measure other engines too, where they are installed")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each rate (default 3)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    asked = parser.parse_args()
    results = list(measure(asked.seconds))
    packages: tuple[str, ...] = ()
    if asked.peers:
        from tests.benchmarks import peers

        packages = peers.PACKAGES
        results += [rate(name, unit, rounds(asked.seconds, work)) for name, unit, work in peers.found()]
    write = as_json if asked.json else as_table
    sys.stdout.write(write("engine", machine(packages), results) + "\n")


if __name__ == "__main__":
    main()
