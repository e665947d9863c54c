"""A move that was committed is put in question again: what lies there reads, look after look, as something else.

The table reading says what is read in the place of a piece that the game knows. Once enough looks agree, the move that
laid the piece is asked about, with the moves that would have laid what is read now. Legal ones after which the game
could have gone on as it did come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vision.games.model import Explanation
from vision.tracking.decision import Reopen
from vision.tracking.hypothesis import is_lawful
from vision.tracking.numbers import SHOWN, Policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games import AnyGame
    from vision.games.reading import Misread
    from vision.tracking.hypothesis import Play

BROKEN: Final = 0.05
"""How much less likely a move is after which the game could not have gone on as it did."""


class MisreadStreak(NamedTuple):
    """What the last looks read in the place of a piece: the likeliest label, since when (s), and in how many looks."""

    label: str
    since: float
    looks: int


class Reopening:
    """Follows what contradicts the record. The same looks at the same times give the same decisions."""

    def __init__(self, rules: AnyGame, policy: Policy) -> None:
        self._rules, self._policy = rules, policy
        self._streaks: dict[str, MisreadStreak] = {}

    @property
    def pending(self) -> bool:
        """Whether one look more would tell more."""
        return any(streak.looks < self._policy.looks for streak in self._streaks.values())

    def decide(
        self, misread: Sequence[Misread], states: Sequence[Any], moves: Sequence[Play], time: float
    ) -> Reopen | None:
        """What to ask after a look; `states` are those before the first and after each of the `moves`."""
        self._streaks = {each.known: self._again(each, time) for each in misread if each.labels}
        for each in misread:
            streak = self._streaks.get(each.known)
            if streak is None or streak.looks < self._policy.looks or time - streak.since < self._policy.still:
                continue
            at = next((n for n in reversed(range(len(moves))) if each.known in moves[n][1].pieces), None)
            if at is not None:
                return Reopen(at, self._others(at, each, states, moves))
        return None

    def _again(self, misread: Misread, time: float) -> MisreadStreak:
        label = max(misread.labels, key=misread.labels.__getitem__)
        last = self._streaks.get(misread.known)
        if last is None or last.label != label:
            last = MisreadStreak(label, time, 0)
        return last._replace(looks=last.looks + 1)

    def _others(
        self, at: int, misread: Misread, states: Sequence[Any], moves: Sequence[Play]
    ) -> tuple[Explanation, ...]:
        """The legal moves that lay what is read, each by itself, and how likely each is; likeliest first."""
        found, (seat, move) = [], moves[at]
        for label, weight in misread.labels.items():
            other = self._rules.instead(move, misread.known, label)
            if other is None or not self._rules.judge(states[at], seat, other).legal:
                continue
            goes_on = is_lawful(self._rules, states[at], ((seat, other), *moves[at + 1 :]))
            found.append(Explanation(((seat, other),), weight if goes_on else weight * BROKEN))
        return tuple(sorted(found, key=lambda other: -other.likelihood)[:SHOWN])
