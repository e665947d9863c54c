"""Hints against greed: how often the bots' first choice wins against the player who takes what earns most at once.

    python tests/benchmarks/hints.py [--games N] [--minutes M] [--seconds S] [--only WORD] [--seed S] [--json]

Games are dealt from seeds, and the seats change with every game. A shared win counts half. Each rule set is played for
`--games` games or `--minutes`, whichever is over first, with `--seconds` of one core's time a move.
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

from engine.bots import GreedyBot, RandomBot, SearchBot, lead
from engine.core import TABLE
from engine.games import find_game
from engine.options import read_options
from service.settings import Settings
from tests.benchmarks.report import Result, as_json, as_table, machine, wilson

if TYPE_CHECKING:
    from engine.bots import Bot

PLIES = Settings.model_fields["hint_plies"].default
"""How far a sampled game is played on."""
LONGEST = 3000
"""Plies after which a game is left unfinished and who leads has won."""


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
    RuleSet("stones", {"players": 2}),
    RuleSet("stonerow", {"players": 2, "rule_set": "official"}),
    RuleSet("stonerow", {"players": 2, "rule_set": "basic"}),
    RuleSet("stonerow", {"players": 4, "rule_set": "team"}),
)


def search(chance: random.Random, seconds: float) -> Bot:
    """The bot of hints, with so much time a move."""

    def bot(game: Any, state: Any, seat: int) -> Any:
        end = time.process_time() + seconds
        return SearchBot(chance, lambda _: time.process_time() >= end, GreedyBot(), PLIES)(game, state, seat)

    return bot


def won(rules: RuleSet, seed: int, seconds: float) -> tuple[float, float]:
    """What the search won of one game (1, 0.5 or 0), and its longest move in seconds of one core's time."""
    chance = random.Random(seed)
    game = find_game(rules.game)
    state = game.start(read_options(game.options_type, rules.options), seed)
    side, worst = seed % 2, 0.0
    bots = {True: search(chance, seconds), False: GreedyBot()}
    for _ in range(LONGEST):
        if game.winners(state) is not None:
            break
        actors = game.actors(state)
        seat = actors[0]
        begun = time.process_time()
        mine = seat != TABLE and game.side(state, seat) == side
        bot = RandomBot(chance) if seat == TABLE or game.odds(state, seat) else bots[mine]
        hint = bot(game, state if seat == TABLE else game.view(state, seat), seat)
        if mine and hint is not None:
            worst = max(worst, time.process_time() - begun)
        if hint is None:
            break
        state = game.play(state, seat, hint.move)
    winners = game.winners(state)
    own = next(seat for seat in range(rules.options["players"]) if game.side(state, seat) == side)
    if winners is None:
        ahead = lead(game, state, own)
        return (1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0), worst
    sides = {game.side(state, seat) for seat in winners}
    return (0.0 if side not in sides else 0.5 if len(sides) > 1 else 1.0), worst


def main() -> None:
    """Plays and prints."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=500)
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument("--seconds", type=float, default=1.0)
    asked.add_argument("--only", default="")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--json", action="store_true")
    wanted = asked.parse_args()
    results = []
    for rules in RULE_SETS:
        if wanted.only not in rules.name:
            continue
        end, score, games, worst = time.monotonic() + 60 * wanted.minutes, 0.0, 0, 0.0
        while games < wanted.games and time.monotonic() < end:
            part, longest = won(rules, wanted.seed + games, wanted.seconds)
            score, games, worst = score + part, games + 1, max(worst, longest)
        low, high = wilson(round(score), games)
        results.append(Result(f"{rules.name}: won", score / games, "share", games, low, high))
        results.append(Result(f"{rules.name}: longest move", worst, "s", games))
    show = as_json if wanted.json else as_table
    print(show("hints", machine(), results))


if __name__ == "__main__":
    main()
