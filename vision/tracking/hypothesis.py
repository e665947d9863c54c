"""A hypothesis: one sequence of the last plays, where it leads, and how much weight it has; and all that live."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.core import TABLE
from vision.scene.memory.readings import unturned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.core import Place, Seat, Verdict
    from engine.games import AnyGame
    from vision.games.reading import TableReading

    Play: TypeAlias = tuple[Seat, Any]
    Spot: TypeAlias = tuple[tuple[str, ...], Place | None]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A sequence of plays that keeps the first `kept` plays of the belief's record and goes on with `plays` of its own.

    `state` is the engine's after all lawful plays. Logarithms are in nats. The log `weight` after a look is the sum of
    five parts:

    - `prior`: how likely people played so, rather than as the record has it
    - `earlier_log_ratio`: what earlier tables said for it, beside the record, and the last one cannot say any more
    - the log likelihood of the last table; `log_ratio` is that beside the record's
    - `hand_log_likelihood`: what hands, times of arrival and pieces that belong nowhere say
    - `denial`: what an earlier look says against it, which saw the same pieces laid by other plays

    `refused` is the verdict on its last play, where the rules refuse that. Such a play lies on the table and leaves the
    state as it was. `back` is whether the plays that are not kept were taken back, or never made: people say so. `done`
    is all that hands did, where that is more than its plays: what was taken back was laid, and then taken up.
    """

    kept: int
    plays: tuple[Play, ...]
    state: Any
    prior: float = 0.0
    log_ratio: float = 0.0
    earlier_log_ratio: float = 0.0
    weight: float = 0.0
    hand_log_likelihood: float = 0.0
    refused: Verdict | None = None
    back: bool = False
    done: tuple[Play, ...] | None = None
    denial: float = 0.0

    @property
    def handled(self) -> tuple[Play, ...]:
        """The plays that hands made or took up again, one after the other."""
        return self.plays if self.done is None else self.done

    @property
    def lawful(self) -> tuple[Play, ...]:
        """The plays without the one that the rules refuse."""
        return self.plays if self.refused is None else self.plays[:-1]

    @property
    def beginnings(self) -> list[tuple[Play, ...]]:
        """The lawful plays up to each of them, from none to all."""
        return [self.lawful[:count] for count in range(len(self.lawful) + 1)]

    @property
    def outcome(self) -> tuple[Any, Spot | None]:
        """Where it leads: the state, and what a refused last play laid. Hypotheses with one outcome are one."""
        return self.state, None if self.refused is None else spot_of(self.plays[-1])


def likeliest_of_each(found: Iterable[Hypothesis], key: Callable[[Hypothesis], Any]) -> list[Hypothesis]:
    """Of all hypotheses with the same key the likeliest one, the likeliest of all first."""
    once: dict[Any, Hypothesis] = {}
    for each in sorted(found, key=lambda one: (-one.weight, len(one.plays))):
        once.setdefault(key(each), each)
    return list(once.values())


@dataclass(frozen=True, slots=True)
class Posterior:
    """The hypotheses after a look, likeliest first, each with its share of the mass (0 … 1).

    `unexplained` is the share of the hypothesis that none of them is so. `unexplored` is the share that plays may have
    at most which the search had no time for. `reading` is what the record's state makes of the table. `explained` is
    how well the likeliest one explains the table alone (log likelihood with prior, nats). `left_over` is whether the
    record explained the table far better when that was last at rest. Then something lies there, or is gone, for no
    reason.
    """

    pairs: tuple[tuple[Hypothesis, float], ...]
    unexplained: float
    reading: TableReading[Any]
    explained: float
    unexplored: float = 0.0
    left_over: bool = False

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses, likeliest first."""
        return tuple(each for each, _ in self.pairs)

    def share(self, chosen: Callable[[Hypothesis], bool]) -> float:
        """The mass of the hypotheses that are chosen."""
        return sum(share for each, share in self.pairs if chosen(each))


def spot_of(play: Play) -> Spot:
    """What a play lays, and where, whoever makes it and by which kind of play."""
    return play[1].pieces, play[1].place


def laid_by(plays: Iterable[Play]) -> Counter[Spot]:
    """What plays lay, and where; those that leave nothing to see do not count."""
    return Counter(spot for play in plays if any(spot := spot_of(play)))


def labels_laid(plays: Iterable[Play]) -> frozenset[str]:
    """The labels of what plays lay, of dominoes with the smaller half first."""
    return frozenset(unturned(piece) for _, move in plays for piece in move.pieces)


def by_seats_further(plays: Iterable[Play], further: int, players: int) -> tuple[Play, ...]:
    """The plays as if each player sat so many seats further on; the table's stay."""
    return tuple((seat if seat == TABLE else (seat + further) % players, move) for seat, move in plays)


def states_through(rules: AnyGame, state: Any, plays: Iterable[Play]) -> list[Any]:
    """The states before the first and after each of some plays that follow a state."""
    return list(accumulate(plays, lambda now, play: rules.play(now, *play), initial=state))


def is_lawful(rules: AnyGame, state: Any, plays: Sequence[Play]) -> bool:
    """Whether the rules allow all plays, one after the other."""
    for seat, move in plays:
        if not rules.judge(state, seat, move).legal:
            return False
        state = rules.play(state, seat, move)
    return True
