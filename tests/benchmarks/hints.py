"""Hints against greed: how often the bots' first choice wins against the player who takes what earns most at once.

    python tests/benchmarks/hints.py [--games N] [--minutes M] [--seconds S] [--only WORD] [--seed S] [--out FILE]

Games are dealt from seeds, and the seats change with every game. Where several seats may move, chance says which does.
A shared win counts half. Each rule set is played for `--games` games or `--minutes`, whichever is over first, with
`--seconds` of one core's time a move. What is forced is played at once.

With `--out` each game is written to a file as a line of JSON when it ends. The next start goes on where the last was
stopped, and what is told is told of all games of the file with these seconds. So a day's games can be played in pieces.
Other code does not have them played again: each line has the commit. With `--workers` and `--ray` games are tasks.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.bots import GreedyBot, Hint, RandomBot, SearchBot, lead
from engine.core import TABLE
from engine.games import find_game
from engine.options import read_options
from service.settings import Settings
from tests.benchmarks import crew
from tests.benchmarks.report import Result, as_json, as_table, machine, wilson

if TYPE_CHECKING:
    from engine.bots import Bot

ROOT = Path(__file__).resolve().parents[2]
PLIES = Settings.model_fields["hint_plies"].default
"""How far a sampled game is played on."""
LONGEST = 3000
"""Plies after which a game is left unfinished and who leads has won."""

TOLD = 10
"""Games after which it is said how it stands."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game with options."""

    game: str
    options: dict[str, Any] = field(hash=False)

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.game, self.options.get("rule_set", ""))))


RULE_SETS = (
    RuleSet("stackernoos", {"players": 2}),
    RuleSet("stonerow", {"players": 2, "rule_set": "official"}),
    RuleSet("stonerow", {"players": 2, "rule_set": "basic"}),
    RuleSet("stones", {"players": 2}),
    RuleSet("stonerow", {"players": 4, "rule_set": "team"}),
)
"""Those whose games are shortest first."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: what the search won of it (1, 0.5 or 0), its choices and the longest of them."""

    rules: str
    seed: int
    seconds: float
    commit: str
    won: float
    choices: int
    longest: float


@dataclass(frozen=True, slots=True)
class Order:
    """A game that is to be played."""

    rules: RuleSet
    seed: int
    seconds: float
    commit: str


def game_of(order: Order) -> Played:
    """One game: a task of its own."""
    return play(order.rules, order.seed, order.seconds, order.commit)


def search(chance: random.Random, seconds: float) -> Bot:
    """The bot of hints, with so much time a move."""

    def bot(game: Any, state: Any, seat: int) -> Any:
        moves = game.moves(state, seat)
        if len(moves) == 1:
            return Hint(moves[0], 0.0, 0)
        end = time.process_time() + seconds
        return SearchBot(chance, lambda _: time.process_time() >= end, GreedyBot(), PLIES)(game, state, seat)

    return bot


def play(rules: RuleSet, seed: int, seconds: float, commit: str) -> Played:
    """One game."""
    chance = random.Random(seed)
    game = find_game(rules.game)
    state = game.start(read_options(game.options_type, rules.options), seed)
    side, longest, choices = seed % 2, 0.0, 0
    bots = {True: search(chance, seconds), False: GreedyBot()}
    for _ in range(LONGEST):
        if game.winners(state) is not None:
            break
        seat = chance.choice(game.actors(state))
        begun = time.process_time()
        mine = seat != TABLE and game.side(state, seat) == side
        bot = RandomBot(chance) if seat == TABLE or game.odds(state, seat) else bots[mine]
        hint = bot(game, state if seat == TABLE else game.view(state, seat), seat)
        if hint is None:
            break
        if mine and hint.samples:
            longest, choices = max(longest, time.process_time() - begun), choices + 1
        state = game.play(state, seat, hint.move)
    return Played(rules.name, seed, seconds, commit, won(game, state, side), choices, round(longest, 4))


def won(game: Any, state: Any, side: int) -> float:
    """What a side won of a game; of one without an end, whether it leads."""
    winners = game.winners(state)
    if winners is None:
        own = next(score.seat for score in game.score(state) if game.side(state, score.seat) == side)
        ahead = lead(game, state, own)
        return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    sides = {game.side(state, seat) for seat in winners}
    return 0.0 if side not in sides else 0.5 if len(sides) > 1 else 1.0


def kept(out: Path | None, seconds: float) -> dict[tuple[str, int], Played]:
    """The games of a file by rule set and seed; a line that was cut off while it was written is none."""
    games: dict[tuple[str, int], Played] = {}
    for line in out.read_text().splitlines() if out is not None and out.exists() else ():
        try:
            played = Played(**json.loads(line))
        except (ValueError, TypeError):
            continue
        if played.seconds == seconds:
            games[played.rules, played.seed] = played
    return games


def keep(out: Path, played: Played) -> None:
    """One more line, on a line of its own even after one that was cut off."""
    cut = out.exists() and not out.read_bytes().endswith(b"\n") and out.stat().st_size > 0
    with out.open("a") as file:
        file.write("\n" * cut + json.dumps(asdict(played)) + "\n")


def told(name: str, games: list[Played]) -> list[Result]:
    """The figures of a rule set."""
    score, n = sum(each.won for each in games), len(games)
    low, high = wilson(round(score), n)
    longest = max(each.longest for each in games)
    return [Result(f"{name}: won", score / n, "share", n, low, high), Result(f"{name}: longest move", longest, "s", n)]


def measure(rules: RuleSet, wanted: argparse.Namespace, commit: str) -> list[Result]:
    """Plays what is not played yet, in the order of the seeds, and says how it stands."""
    done, end = kept(wanted.out, wanted.seconds), time.monotonic() + 60 * wanted.minutes
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    missing = [Order(rules, seed, wanted.seconds, commit) for seed in seeds if (rules.name, seed) not in done]
    games: list[Played] = []
    with closing(crew.done(game_of, missing, wanted)) as fresh:
        for seed in seeds:
            played = done.get((rules.name, seed))
            if played is None and time.monotonic() >= end:
                continue
            if played is None:
                played = next(fresh)
                if wanted.out is not None:
                    keep(wanted.out, played)
            games.append(played)
            if len(games) % TOLD == 0:
                part = sum(each.won for each in games) / len(games)
                print(
                    f"{rules.name}: {len(games)} of {wanted.games} games, {part:.1%} won", file=sys.stderr, flush=True
                )
    return told(rules.name, games) if games else []


def main() -> None:
    """Plays and prints."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=500)
    asked.add_argument("--minutes", type=float, default=math.inf)
    asked.add_argument("--seconds", type=float, default=1.0)
    asked.add_argument("--only", default="")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path)
    asked.add_argument("--json", action="store_true")
    crew.add_to(asked, kept=False)
    wanted = asked.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    results: list[Result] = []
    for rules in RULE_SETS:
        if wanted.only in rules.name:
            results += measure(rules, wanted, commit)
    show = as_json if wanted.json else as_table
    print(show("hints", machine(), results))


if __name__ == "__main__":
    crew.run(__file__)
