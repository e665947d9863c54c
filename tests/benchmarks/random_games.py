"""Many random games of every rule set and number of players: none may fault, each must end within its bound.

    python tests/benchmarks/random_games.py [--games N] [--only WORD] [--seed S] [--json]

A fault is a listed move that is refused, an exception, a game that stops with nobody to move before it is over, or
one that is longer than its bound. The first fault is printed with its seed and stops the run.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.games import find_game
from engine.options import read_options
from tests.benchmarks.report import Result, as_json, as_table, machine

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with some options, and the most plies that one may take."""

    game: str
    options: dict[str, Any] = field(hash=False)
    bound: int

    @property
    def name(self) -> str:
        rules = self.options.get("rule_set", "")
        return " ".join(filter(None, (self.game, rules, f"{self.options['players']} players")))


def variants() -> Iterator[Variant]:
    """Every rule set and number of players."""
    for players in range(2, 7):
        yield Variant("stackernoos", {"players": players}, 1_000)
    for players in (2, 3, 4):
        for rule_set in ("official", "basic"):
            yield Variant("stonerow", {"players": players, "rule_set": rule_set}, 200)
    yield Variant("stonerow", {"players": 4, "rule_set": "team"}, 20_000)
    for players in (2, 3, 4):
        yield Variant("stones", {"players": players}, 5_000)


def plies_of(variant: Variant, seed: int) -> int:
    """How long one random game took; `AssertionError` where it faults."""
    game = find_game(variant.game)
    chance = random.Random(seed)
    state = game.start(read_options(game.options_type, variant.options), seed)
    for ply in range(variant.bound):
        if game.winners(state) is not None:
            return ply
        choices = [(seat, moves) for seat in game.actors(state) if (moves := game.moves(state, seat))]
        assert choices, f"nobody can move after {ply} plies, and nobody has won"
        seat, moves = chance.choice(choices)
        move = chance.choice(moves)
        verdict = game.judge(state, seat, move)
        assert verdict.legal, f"{move} of seat {seat} is listed and refused after {ply} plies: {verdict.reason}"
        state = game.play(state, seat, move)
    raise AssertionError(f"the game is not over after {variant.bound} plies")


def run(variant: Variant, games: int, first: int) -> list[Result]:
    """Plays the games; `SystemExit` with the seed at the first fault."""
    began, longest, plies = time.perf_counter(), 0, 0
    for seed in range(first, first + games):
        try:
            length = plies_of(variant, seed)
        except Exception as fault:
            raise SystemExit(f"{variant.name}, seed {seed}: {type(fault).__name__}: {fault}") from fault
        longest, plies = max(longest, length), plies + length
    took = time.perf_counter() - began
    print(f"{variant.name}: {games} games, longest {longest} plies, {took:.0f} s", file=sys.stderr, flush=True)
    return [
        Result(f"{variant.name}, games without a fault", games, "games", games),
        Result(f"{variant.name}, longest", longest, "plies", games),
        Result(f"{variant.name}, random play", plies / took, "moves/s", games),
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000, help="games of each variant (default 1000)")
    parser.add_argument("--only", default="", help="only variants whose name holds this, such as 'stonerow team'")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    asked = parser.parse_args()
    wanted = [variant for variant in variants() if asked.only in variant.name]
    results = [result for variant in wanted for result in run(variant, asked.games, asked.seed)]
    print((as_json if asked.json else as_table)("random_games", machine(), results))


if __name__ == "__main__":
    main()
