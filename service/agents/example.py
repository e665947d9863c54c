"""A small policy that learns in a minute and beats random play: `python -m service.agents.example [--seconds 60]`.

The policy tries each legal move on what its seat can see, and weighs the vector that follows by one linear function.
After each game the function is moved towards who won (Monte Carlo value learning). It needs NumPy alone.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.games import find_game
from service.agents.encoding import encoding
from service.agents.playing import Playing
from service.figures import wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

RATE: Final = 0.02
"""How far one position moves the function towards its outcome."""
EXPLORED: Final = 0.1
"""The share of moves that are tried at random while learning."""
SCALE: Final = 8.0
"""Numbers of a vector are divided by this, since most of them lie between 0 and 8."""


@dataclass(slots=True)
class Linear:
    """A linear value of what a seat sees: the chance to win, as a logistic function."""

    game: str
    weights: NDArray[np.float64]

    @classmethod
    def fresh(cls, playing: Playing) -> Linear:
        """A function that knows nothing yet."""
        return cls(playing.name, np.zeros(encoding(playing.name).size(playing.options) + 1))

    def after(self, playing: Playing) -> Iterator[NDArray[np.float64]]:
        """The vector after each legal move, as far as the seat that moves can tell."""
        game, seat = find_game(self.game), playing.current_player()
        seen = game.view(playing.state, seat)
        for move in playing.moves:
            vector = encoding(self.game).encode(game.play(seen, seat, move), seat)
            yield np.append(np.clip(vector / SCALE, -2.0, 2.0), 1.0)

    def choose(self, playing: Playing) -> tuple[int, NDArray[np.float64]]:
        """The action whose vector is worth most, with that vector."""
        vectors = np.array(list(self.after(playing)))
        best = int(np.argmax(vectors @ self.weights))
        return best, vectors[best]

    def learn(self, vector: NDArray[np.float64], won: float) -> None:
        """Moves the function a little towards an outcome of 0 or 1."""
        chance = 1.0 / (1.0 + math.exp(-float(np.clip(vector @ self.weights, -30.0, 30.0))))
        self.weights += RATE * (won - chance) * vector


def play(playing: Playing, choose: Callable[[Playing], int]) -> None:
    """Plays a game to its end; `choose` gives the action of whoever is asked."""
    while not playing.is_terminal():
        if playing.is_chance_node():
            playing.apply_chance()
        else:
            playing.apply_action(choose(playing))


def train(game: str, options: dict[str, Any], enough: Callable[[int], bool], seed: int = 0) -> tuple[Linear, int]:
    """The function after `enough` games against itself, and how many those were; it is asked before each game."""
    chance, games = random.Random(seed), 0
    value = Linear.fresh(Playing(game, options, seed))
    while not enough(games):
        playing = Playing(game, options, chance.randrange(2**31))
        passed: list[tuple[int, NDArray[np.float64]]] = []

        def choose(now: Playing, passed: list[tuple[int, NDArray[np.float64]]] = passed) -> int:
            actions = now.legal_actions()
            if chance.random() < EXPLORED:
                return chance.choice(actions)
            action, vector = value.choose(now)
            passed.append((now.current_player(), vector))
            return action

        play(playing, choose)
        for seat, vector in passed:
            value.learn(vector, (1.0 + playing.returns()[seat]) / 2.0)
        games += 1
    return value, games


def compare(value: Linear, options: dict[str, Any], games: int, seed: int = 1) -> int:
    """How many of so many games the policy wins against random play, in each seat in its turn."""
    chance, won = random.Random(seed), 0
    for n in range(games):
        playing = Playing(value.game, options, chance.randrange(2**31))
        mine = n % playing.players
        play(
            playing,
            lambda now, mine=mine: (  # type: ignore[misc]
                value.choose(now)[0] if now.current_player() == mine else chance.choice(now.legal_actions())
            ),
        )
        won += playing.returns()[mine] > 0
    return won


def main() -> None:
    """Trains, plays against random, and says how it went."""
    parser = argparse.ArgumentParser(description="Learn a game for a minute and play against random.")
    parser.add_argument("--game", default="stackernoos", help="stackernoos, stonerow or stones")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to learn")
    parser.add_argument("--games", type=int, default=400, help="how many games to play against random")
    asked = parser.parse_args()
    options = {"players": 2}
    print(f"Learning {asked.game} for {asked.seconds:g} s …")
    ends = time.monotonic() + asked.seconds
    value, learnt = train(asked.game, options, lambda _: time.monotonic() >= ends)
    won = compare(value, options, asked.games)
    low, high = wilson(won, asked.games)
    print(f"After {learnt} games it won {won} of {asked.games} against random: {low:.0%} to {high:.0%}.")


if __name__ == "__main__":
    main()
