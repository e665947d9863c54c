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
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Before the folder of this file, which would else stand for the package of the same name.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.core import Setup
from engine.games import games
from engine.options import read_options
from engine.perft import perft
from engine.record import UNDO, Event, append, dumps, judged, loads, new, replay
from tests.benchmarks.report import Result, as_json, as_table, machine
from tests.games_played import in_sight
from tests.seen_tables import seen_table
from vision.games.model import Budget, observation_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CROWDED = {"stackernoos": {"players": 2, "max_pip": 12, "hand_size": 40}}
"""Options that make long lists of moves."""
LONG = {"stackernoos": {"players": 2, "max_pip": 12, "hand_size": 1}}
"""Options that make long games."""
RECORD_ENTRIES = 300
FULL_TABLE, FULL_HAND = 40, 20
"""Tiles on the table and in the hand whose moves are listed: the bar for Stackernoos."""


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


def played(
    game: Any, options: Any, seed: int, plies: int = 10_000, patience: float = 0.0
) -> Iterator[tuple[Any, int, Any, Any]]:
    """(state, seat, move, legal moves) of one random game; `patience` is how often the last move listed is taken.

    What lays no piece, such as a draw, stands last in many lists, so that patience makes a game longer.
    """
    chance = random.Random(seed)
    state = game.start(options, seed)
    for _ in range(plies):
        choices = [(seat, moves) for seat in game.actors(state) if (moves := game.moves(state, seat))]
        if not choices:
            return
        seat, moves = chance.choice(choices) if len(choices) > 1 else choices[0]
        move = moves[-1] if patience and chance.random() < patience else chance.choice(moves)
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
            took = shortest(lambda s=state, who=seat, given=moves: [game.judge(s, who, move) for move in given])
            judged_in.append(took / len(moves) * 1e6)
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


def full_table(game: Any) -> Iterator[Result]:
    """The worst list of moves of Stackernoos with 40 tiles on the table and a hand of 20."""
    options, listed = read_options(game.options_type, CROWDED["stackernoos"]), []
    tiles = [f"{a}-{b}" for a in range(options.max_pip + 1) for b in range(a, options.max_pip + 1)]
    for seed in range(40):
        state = next(s for s, _, _, _ in played(game, options, seed) if len(s.table.laid) == FULL_TABLE)
        position = {"tiles": game.position(state)["tiles"]}
        lying = {"-".join(sorted(entry["tile"].split("-"), key=int)) for entry in position["tiles"]}
        hand = tuple(random.Random(seed).sample([tile for tile in tiles if tile not in lying], FULL_HAND))
        state = game.state(Setup(options, position, 0, hand))
        listed.append((shortest(lambda s=state: game.moves(s, 0)) * 1e6, len(game.moves(state, 0))))
    yield Result(f"{game.name}.moves.full_table", max(took for took, _ in listed), "µs", len(listed))
    yield Result(f"{game.name}.moves.full_table.longest", float(max(n for _, n in listed)), "moves", len(listed))


def long_record(game: Any) -> Iterator[Result]:
    """Reading and replaying a record of 300 entries: the longest of some games, its last move taken back and again."""
    options, longest = read_options(game.options_type, LONG.get(game.name, {})), new(game.name, {})
    for seed, patience in ((seed, patience) for seed in range(20) for patience in (0.0, 0.95)):
        record = new(game.name, options.to_json(), seed)
        for state, seat, move, _ in played(game, options, seed, RECORD_ENTRIES, patience):
            event = Event(0, "2026-01-01T00:00:00Z", seat, str(move))
            record = append(record, judged(event, game.judge(state, seat, move)))
        longest = max(longest, record, key=lambda of: len(of.events))
    last = longest.events[-1]
    while len(longest.events) < RECORD_ENTRIES:
        again = longest.events[-1].kind == UNDO
        undo = replace(last, move="", kind=UNDO, of=longest.events[-1].seq, points=0, rules=())
        longest = append(longest, last if again else undo)
    text = dumps(longest)
    done = replay(longest)
    if done.fault is not None:
        raise AssertionError(done.fault)
    unit, entries = f"ms for {RECORD_ENTRIES} entries", len(longest.events)
    yield Result(f"{game.name}.replay", shortest(lambda: replay(longest), 7) * 1e3, unit, entries)
    yield Result(f"{game.name}.replay.read", shortest(lambda: loads(text), 7) * 1e3, unit, entries)
    yield Result(f"{game.name}.replay.standing", float(len(done.moves)), "moves", entries)


def explained(game: Any, options: Any) -> Result:
    """One ply explained: the table after a move, seen from the state before it with all hands hidden."""
    took = []
    model = observation_model(game.name)
    for seed in range(4):
        before: Any = None
        for state, seat, _, _ in played(game, options, seed, 80):
            if before is not None and seat >= 0:
                view = game.view(before, None)
                seen = seen_table(game.name, in_sight(game, state))
                took.append(shortest(lambda v=view, s=seen: model.explain(v, s, 1, Budget())) * 1e6)
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
        if game.name == "stackernoos":
            yield from full_table(game)
        yield from long_record(game)
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
