"""Players for hints and empty seats: random, greedy, and a search that plays sampled games to their end.

They know the rules only through `Game`. The search looks at no hand but its own: it plays on states in which
`Game.deal` has dealt what its seat cannot see. There is no clock in this room, so the caller says when to stop.
Where a seat does not choose but tells what happened, `Game.odds` is its dice, and the hint is what is likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Generic, Protocol

from engine.core import M, S

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from engine.core import Game, Seat


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A suggested move and what is expected of it: the mean of what its side gains on the best other side.

    `samples` says on how many sampled games that rests; 1 where it is only what the move earns at once.
    """

    move: M
    expected: float
    samples: int


class Bot(Protocol):
    """Suggests a move for a seat that may move; None where it has none."""

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """A move of `game.moves(state, seat)`."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal move, each as likely as the others; what is no choice by its odds."""

    chance: random.Random

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """Without expectations."""
        if odds := game.odds(state, seat):
            return Hint(self.chance.choices(tuple(odds), tuple(odds.values()))[0], 0.0, 0)
        moves = game.moves(state, seat)
        return Hint(self.chance.choice(moves), 0.0, 0) if moves else None


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """The move that earns most at once; among equals the one listed first, so that it plays before it draws."""

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """Expects what the verdict says."""
        if odds := game.odds(state, seat):
            return _likeliest(game, state, seat, odds)
        best: Hint[M] | None = None
        for move in game.moves(state, seat):
            points = game.judge(state, seat, move).points
            if best is None or points > best.expected:
                best = Hint(move, float(points), 1)
        return best


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Flat Monte Carlo: every move is tried in many sampled games, played on by `playout` for `depth` plies.

    Where the own hand is hidden too, a move is tried in those games alone in which the hand can make it.

    `enough` is asked after each round of samples, with their number, and says when to stop: a deadline or a count.
    """

    chance: random.Random
    enough: Callable[[int], bool]
    playout: Bot | None = None
    depth: int = 40

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """The move with the best mean; at least one sample of each move is played, whatever `enough` says."""
        if odds := game.odds(state, seat):
            return _likeliest(game, state, seat, odds)
        moves: Sequence[M] = game.moves(state, seat)
        if not moves:
            return None
        seen = game.view(state, seat)
        gains: dict[M, list[float]] = {move: [] for move in moves}
        samples = 0
        while samples == 0 or not self.enough(samples):
            sampled = game.deal(seen, self.chance)
            before = lead(game, sampled, seat)
            for move in moves:
                if game.judge(sampled, seat, move).legal:
                    gains[move].append(self._play_on(game, game.play(sampled, seat, move), seat) - before)
            samples += 1
        means = {move: sum(gained) / len(gained) for move, gained in gains.items() if gained}
        best = max(moves, key=lambda move: means.get(move, -inf))
        return Hint(best, means.get(best, 0.0), len(gains[best]))

    def _play_on(self, game: Game[S, M], state: S, seat: Seat) -> float:
        dice = RandomBot(self.chance)
        playout = self.playout or dice
        for _ in range(self.depth):
            if game.ended(state) is not None:
                break
            bots = [(actor, dice if game.odds(state, actor) else playout) for actor in game.actors(state)]
            hints = [(actor, hint) for actor, bot in bots if (hint := bot(game, state, actor))]
            if not hints:
                break
            actor, hint = self.chance.choice(hints)
            state = game.play(state, actor, hint.move)
        return lead(game, state, seat)


def _likeliest(game: Game[S, M], state: S, seat: Seat, odds: Mapping[M, float]) -> Hint[M]:
    move = max(odds, key=odds.__getitem__)
    return Hint(move, float(game.judge(state, seat, move).points), 1)


def lead(game: Game[S, M], state: S, seat: Seat) -> float:
    """By how much a seat's side is above the best of the others; half a point more for one that has won.

    What has just ended may be a round of several, whose points are gone in the next.
    """
    totals: dict[int, int] = {}
    for score in game.score(state):
        side = game.side(state, score.seat)
        totals[side] = totals.get(side, 0) + score.total
    own = game.side(state, seat)
    others = [total for other, total in totals.items() if other != own]
    won = game.ended(state)
    return totals[own] - max(others, default=0) + (0.5 if won is not None and seat in won else 0.0)
