"""Players for hints and empty seats: random, greedy, and a search that plays sampled games to their end.

They know the rules only through `Game`. The search looks at no hand but its own: it plays on states in which
`Game.deal` has dealt what its seat cannot see. There is no clock in this room, so the caller says when to stop.
Where a seat does not choose but tells what happened, `Game.odds` is its dice, and the hint is what is likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, Generic, Protocol

from engine.core import M, S

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from engine.core import Game, Seat


KEPT: Final = 3
"""Moves that are tried to the end, however many there are: as many as a hint names."""
FIRST: Final = 8
"""Sampled games after which moves are first left out; fewer tell too little of a move."""
LATER: Final = 1.5
"""Moves are left out again after so many times as many sampled games as before."""
MANY: Final = 12
"""Of more moves than this, the worse half is left out each time, though it is not surely worse."""
SURELY: Final = 2.0
"""Standard errors by which a move is below the best one before it is left out as surely worse. As many on both sides of
a mean bound what is likely."""
THROWN: Final = 3
"""Plies for which one counts that nobody chooses: dice blur what a move brought. On 24 positions of Stones the choice
gained most when sampled games ended after some 20 plies, half of them thrown; on 40 of StoneRow after 20 to 40."""
CAUTION: Final = 1.0
"""Standard errors that are taken off what a move gains beyond greed's move, before it is chosen instead. The best of
many means owes much to luck: in TeamPlay the best mean of 9 sampled games won 46 % of 362 rounds against greed."""
LOOKS: Final = 4
"""Times at which the lead of a sampled game is taken, evenly spaced: their mean has less of chance than the last lead.
On 2,500 positions of TeamPlay, with 8 sampled games, the choice gained 1.6 points with four looks and 1.2 with one."""
FORESEEN: Final = 3
"""Plies after which a sampled game ends where the game tells what hands promise: a turn of StoneRow and a half. Of 150
games of Basic a search that also planned its own plies won 64 % with 3, and 65 % with 7 for a quarter more time."""
REPLIES: Final = 6
"""Deals on which the next player's best reply is looked up."""


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A suggested move and what is expected of it: the mean of what its side gains on the best other side.

    Where the game tells what hands promise, that counts, too.
    `samples` says on how many sampled games that rests; 1 where it is only what the move earns at once.
    """

    move: M
    expected: float
    samples: int


@dataclass(frozen=True, slots=True)
class Weighed(Generic[M]):
    """A move that was tried: what it earns at once, and what came of it in the games that were played on.

    `expected` is the mean of what its side gains on the best other side, `behind` the share of games in which it lost
    on it. Both count what hands promise, where the game tells that. `reply` is the mean of what the next player could
    earn at once. `samples` says on how many games that rests. `error` is the standard error of `expected`; it is
    infinite where no move was tried twice.
    """

    move: M
    points: int
    expected: float
    behind: float
    reply: float
    samples: int
    error: float

    @property
    def likely(self) -> tuple[float, float]:
        """Between what the true mean lies, in some 95 of 100 such cases."""
        return self.expected - SURELY * self.error, self.expected + SURELY * self.error


class Bot(Protocol):
    """Suggests a move for a seat that may move; None where it has none."""

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """A move of `game.moves(state, seat)`."""


class Playout(Protocol):
    """Plays sampled games on: chooses for a seat that chooses, and is asked nothing about what is thrown."""

    def choose(self, game: Game[S, M], state: S, seat: Seat) -> M | None:
        """A move of `game.moves(state, seat)`; None where there is none."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal move, each as likely as the others; what is no choice by its odds."""

    chance: Random

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """Without expectations."""
        if odds := game.odds(state, seat):
            return Hint(thrown(odds, self.chance), 0.0, 0)
        move = self.choose(game, state, seat)
        return None if move is None else Hint(move, 0.0, 0)

    def choose(self, game: Game[S, M], state: S, seat: Seat) -> M | None:
        """Any of them."""
        moves = game.moves(state, seat)
        return self.chance.choice(moves) if moves else None


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """The move that earns most at once; among equals the one listed first, so that it plays before it draws."""

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """Expects what the verdict says."""
        if odds := game.odds(state, seat):
            return _likeliest(game, state, seat, odds)
        move = self.choose(game, state, seat)
        return None if move is None else Hint(move, float(game.points(state, seat, move)), 1)

    def choose(self, game: Game[S, M], state: S, seat: Seat) -> M | None:
        """What earns most."""
        best, most = None, -inf
        for move in game.moves(state, seat):
            points = game.points(state, seat, move)
            if points > most:
                best, most = move, points
        return best


class Trial(Generic[M]):
    """Moves that race: what each gained, by the number of the sampled game, and those that are still tried.

    `usual` is the move that is best until the samples tell that another is better.
    """

    def __init__(self, moves: Sequence[M], usual: M | None = None) -> None:
        self.moves = list(moves)
        self.gains: dict[M, dict[int, float]] = {move: {} for move in moves}
        self.usual = usual

    def of(self, move: M) -> Sequence[float]:
        """What a move gained."""
        return tuple(self.gains[move].values())

    def ranked(self) -> list[M]:
        """All moves, best first; those that are still tried come before those that were left out."""
        tried = set(self.moves)
        return sorted(self.gains, key=lambda move: (move not in tried, -self._beyond_usual(move), -mean(self.of(move))))

    def named(self) -> list[M]:
        """Moves that were tried: first the one that is chosen, then those that likely gain most at the least.

        By their means alone, a move that was lucky in three games would stand above one that did well in thirty.
        """
        tried, errors = [move for move in self.ranked() if self.gains[move]], self.errors()
        gained = {move: mean(self.of(move)) for move in tried}
        others = sorted(tried[1:], key=lambda move: (SURELY * errors[move] - gained[move], -gained[move]))
        return [*tried[:1], *others]

    def errors(self) -> dict[M, float]:
        """The standard error of what each tried move gained in the mean.

        A few games may agree by chance: so a move's gains vary at least as much as those of all moves do together.
        """
        tried = {move: self.of(move) for move, games in self.gains.items() if games}
        own = {move: stdev(gained) if len(gained) > 1 else 0.0 for move, gained in tried.items()}
        many = sum(len(gained) - 1 for gained in tried.values())
        square = sum((len(gained) - 1) * own[move] ** 2 for move, gained in tried.items())
        common = sqrt(square / many) if many else inf
        return {move: max(own[move], common) / sqrt(len(gained)) for move, gained in tried.items()}

    def leave_out(self, kept: Collection[M | None]) -> None:
        """Try no more what is surely worse than the best; of many moves the worse half. Those of `kept` stay."""
        best, *others = sorted(self.moves, key=lambda move: -mean(self.of(move)))
        most = max(MANY, len(self.moves) // 2)
        self.moves = [
            best,
            *(
                move
                for place, move in enumerate(others, 1)
                if move in kept or place < KEPT or (place < most and not self._surely_below(move, best))
            ),
        ]

    def _surely_below(self, move: M, best: M) -> bool:
        """Whether a move gained less in the same games, by more than chance would have it."""
        below = self._beyond(best, move)
        return len(below) > 1 and mean(below) > SURELY * _error(below)

    def _beyond_usual(self, move: M) -> float:
        """What a move gained more than the usual one, less the part that may well be chance; all, where none is usual.

        Of fewer than two games nothing is known, and of few where the usual move was tried in many.
        """
        if self.usual is None or not self.gains[self.usual]:
            return mean(self.of(move))
        if move == self.usual:
            return 0.0
        beyond = self._beyond(move, self.usual)
        few = len(beyond) < min(FIRST, len(self.gains[self.usual]))
        return -inf if few else mean(beyond) - CAUTION * _error(beyond)

    def _beyond(self, move: M, other: M) -> list[float]:
        """What a move gained more than another in the games in which both were tried."""
        gains = self.gains[other]
        return [gained - gains[game] for game, gained in self.gains[move].items() if game in gains]


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Flat Monte Carlo with a race: every move is tried in sampled games, played on by `playout` for `depth` plies.

    Where the game tells what hands promise, they end after `FORESEEN` plies.
    Where the own hand is hidden too, a move is tried in those games alone in which the hand can make it. Greed's move
    is chosen until another is better beyond chance (`CAUTION`): with few samples it plays greedily, with many by them.

    `enough` is asked after each round of samples, with their number, and says when to stop: a deadline or a count.
    """

    chance: Random
    enough: Callable[[int], bool]
    playout: Playout | None = None
    depth: int = 40

    def __call__(self, game: Game[S, M], state: S, seat: Seat) -> Hint[M] | None:
        """The best move of those tried to the end; each is tried once, whatever `enough` says."""
        if odds := game.odds(state, seat):
            return _likeliest(game, state, seat, odds)
        trial = self._trial(game, state, seat)
        if not trial.moves:
            return None
        best = trial.ranked()[0]
        gained = trial.of(best)
        return Hint(best, mean(gained) if gained else 0.0, len(gained))

    def weigh(
        self, game: Game[S, M], state: S, seat: Seat, best: int = KEPT, also: M | None = None
    ) -> tuple[Weighed[M], ...]:
        """The moves that promise most, each with what was seen of it; none where the seat has none.

        First comes the one that it would play, then those that likely gain most at the least. `also` is a move that is
        weighed to the end whatever it promises; where it is none of the best it comes last.
        """
        trial = self._trial(game, state, seat, also)
        seen = game.view(state, seat)
        tried, errors = trial.named(), trial.errors()
        named = tried[:best]
        return tuple(
            Weighed(
                move,
                game.judge(state, seat, move).points,
                mean(trial.of(move)),
                sum(gained < 0 for gained in trial.of(move)) / len(trial.of(move)),
                self._reply(game, seen, seat, move),
                len(trial.of(move)),
                errors[move],
            )
            for move in (*named, *(each for each in tried if each == also and each not in named))
        )

    def _trial(self, game: Game[S, M], state: S, seat: Seat, also: M | None = None) -> Trial[M]:
        """Every move in the same sampled games, until one after the other is left out.

        What the greedy player would take, and `also`, are tried to the end: only what does better is worth its doubt.
        """
        trial = Trial(game.moves(state, seat), GreedyBot().choose(game, state, seat))
        seen = game.view(state, seat)
        kept = {also, trial.usual}
        samples, next_cut = 0, FIRST
        while trial.moves and (samples == 0 or not self.enough(samples)):
            sampled = game.deal(seen, self.chance)
            before = lead(game, sampled, seat)
            throws = self.chance.getrandbits(64)
            for move in trial.moves:
                if game.judge(sampled, seat, move).legal:
                    after = game.play(sampled, seat, move)
                    trial.gains[move][samples] = self._play_on(game, after, seat, Random(throws)) - before
            samples += 1
            if samples >= next_cut:
                trial.leave_out(kept)
                next_cut = round(LATER * next_cut)
        return trial

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

    def _play_on(self, game: Game[S, M], state: S, seat: Seat, dice: Random) -> float:
        """The mean lead while a sampled game is played on; what ends early counts on with its last.

        Where the game tells what hands promise, a few plies are enough, and what they promise counts at their end. All
        moves meet the same throws: luck tells none from another.
        """
        playout = self.playout or RandomBot(dice)
        foreseen = all(game.promise(state, each) is not None for each in range(len(game.totals(state))))
        left = min(self.depth, FORESEEN) if foreseen else self.depth
        leads: list[float] = []
        while left > 0 and game.ended(state) is None:
            actors = list(game.actors(state))
            if len(actors) > 1:
                dice.shuffle(actors)
            for actor in actors:
                odds = game.odds(state, actor)
                move = thrown(odds, dice) if odds else playout.choose(game, state, actor)
                if move is not None:
                    break
            else:
                break
            state = game.play(state, actor, move)
            left -= THROWN if odds else 1
            if not foreseen and left * LOOKS <= self.depth * (LOOKS - 1 - len(leads)):
                leads.append(lead(game, state, seat))
        if foreseen:
            return lead(game, state, seat, promised=True)
        return fmean(leads + [lead(game, state, seat)] * (LOOKS - len(leads)))


def mean(gained: Sequence[float]) -> float:
    """The mean; nothing tried is worse than anything."""
    return sum(gained) / len(gained) if gained else -inf


def _error(gained: Sequence[float]) -> float:
    """The standard error of the mean; of one game alone nothing is known."""
    return stdev(gained) / sqrt(len(gained)) if len(gained) > 1 else inf


def thrown(odds: Mapping[M, float], dice: Random) -> M:
    """One of the moves by their odds."""
    left = dice.random() * sum(odds.values())
    for move, chance in odds.items():
        left -= chance
        if left < 0:
            return move
    return next(iter(odds))  # sums of fractions are not exact


def _likeliest(game: Game[S, M], state: S, seat: Seat, odds: Mapping[M, float]) -> Hint[M]:
    move = max(odds, key=odds.__getitem__)
    return Hint(move, float(game.judge(state, seat, move).points), 1)


def lead(game: Game[S, M], state: S, seat: Seat, *, promised: bool = False) -> float:
    """By how much a seat's side is above the best of the others; half a point more for one that has won.

    With `promised`, what everybody may still gain counts too. It takes a state without anything hidden.
    What has just ended may be a round of several, whose points are gone in the next.
    """
    totals: dict[int, float] = {}
    for each, total in enumerate(game.totals(state)):
        side = game.side(state, each)
        more = (game.promise(state, each) or 0.0) if promised else 0.0
        totals[side] = totals.get(side, 0) + total + more
    own = game.side(state, seat)
    others = [total for other, total in totals.items() if other != own]
    won = game.ended(state)
    return totals[own] - max(others, default=0) + (0.5 if won is not None and seat in won else 0.0)
