"""Players for hints and empty seats: random, greedy, and a search that plays sampled games to their end.

They know the rules only through `Game`. The search looks at no hand but its own: it plays on states in which
`Game.deal` has dealt what its seat cannot see. There is no clock in this room, so the caller says when to stop.
Where a seat does not choose but tells what happened, `Game.odds` is its dice, and the hint is what is likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import stdev
from typing import TYPE_CHECKING, Final, Generic, Protocol

from engine.core import M, S

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from engine.core import Game, Seat


KEPT: Final = 3
"""Moves that are tried to the end, however many there are: as many as a hint names."""
ROUNDS: Final = 6
"""Sampled games after which the worse half of the moves is left out; fewer tell too little of a move."""
REPLIES: Final = 6
"""Deals on which the next player's best reply is looked up."""


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A suggested move and what is expected of it: the mean of what its side gains on the best other side.

    `samples` says on how many sampled games that rests; 1 where it is only what the move earns at once.
    """

    move: M
    expected: float
    samples: int


@dataclass(frozen=True, slots=True)
class Weighed(Generic[M]):
    """A move that was tried: what it earns at once, and what came of it in the games that were played on.

    `expected` is the mean of what its side gains on the best other side, `behind` the share of games in which it lost
    on it. `reply` is the mean of what the next player could earn at once. `samples` says on how many games that rests,
    `error` is the standard error of `expected`.
    """

    move: M
    points: int
    expected: float
    behind: float
    reply: float
    samples: int
    error: float


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
        gains = self._gains(game, state, seat)
        if not gains:
            return None
        best = max(gains, key=lambda move: mean(gains[move]))
        return Hint(best, mean(gains[best]) if gains[best] else 0.0, len(gains[best]))

    def weigh(
        self, game: Game[S, M], state: S, seat: Seat, best: int = KEPT, also: M | None = None
    ) -> tuple[Weighed[M], ...]:
        """The moves that promise most, best first, each with what was seen of it; none where the seat has none.

        `also` is a move that is weighed to the end whatever it promises; where it is none of the best it comes last.
        """
        gains = {move: gained for move, gained in self._gains(game, state, seat, also).items() if gained}
        seen = game.view(state, seat)
        named = sorted(gains, key=lambda move: -mean(gains[move]))[:best]
        return tuple(
            Weighed(
                move,
                game.judge(state, seat, move).points,
                mean(gains[move]),
                sum(gained < 0 for gained in gains[move]) / len(gains[move]),
                self._reply(game, seen, seat, move),
                len(gains[move]),
                _error(gains[move]),
            )
            for move in (*named, *(each for each in (also,) if each in gains and each not in named))
        )

    def _gains(self, game: Game[S, M], state: S, seat: Seat, also: M | None = None) -> dict[M, list[float]]:
        """What each move gained in sampled games. After some rounds the worse half is not tried any more: time goes to
        the moves that may be the best."""
        moves: Sequence[M] = game.moves(state, seat)
        seen = game.view(state, seat)
        gains: dict[M, list[float]] = {move: [] for move in moves}
        tried, samples, next_cut = list(moves), 0, ROUNDS
        while moves and (samples == 0 or not self.enough(samples)):
            sampled = game.deal(seen, self.chance)
            before = lead(game, sampled, seat)
            for move in tried:
                if game.judge(sampled, seat, move).legal:
                    gains[move].append(self._play_on(game, game.play(sampled, seat, move), seat) - before)
            samples += 1
            if samples == next_cut and len(tried) > KEPT:
                kept = sorted(tried, key=lambda move: -mean(gains[move]))[: max(KEPT, len(tried) // 2)]
                tried = [*kept, *(move for move in tried if move == also and move not in kept)]
                next_cut += ROUNDS
        return gains

    def _reply(self, game: Game[S, M], seen: S, seat: Seat, move: M) -> float:
        """What another player could earn at once after a move, in the mean of a few deals."""
        earned = []
        for _ in range(REPLIES):
            sampled = game.deal(seen, self.chance)
            if not game.judge(sampled, seat, move).legal:
                continue
            after = game.play(sampled, seat, move)
            mine = game.side(after, seat)
            others = [each for each in game.actors(after) if each >= 0 and game.side(after, each) != mine]
            hints = [hint for other in others if (hint := GreedyBot()(game, after, other))]
            earned.append(max((hint.expected for hint in hints), default=0.0))
        return mean(earned) if earned else 0.0

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


def mean(gained: Sequence[float]) -> float:
    """The mean; nothing tried is worse than anything."""
    return sum(gained) / len(gained) if gained else -inf


def _error(gained: Sequence[float]) -> float:
    """The standard error of the mean; of one game alone nothing is known."""
    return stdev(gained) / sqrt(len(gained)) if len(gained) > 1 else inf


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
