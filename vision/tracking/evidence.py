"""Everything that one look says: the table as it reads under a state, when pieces came, and whose hands came in."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from vision.scene.gate import GATE
from vision.scene.memory.readings import unturned
from vision.tracking.hypothesis import labels_laid
from vision.tracking.seating import MISTIMED, Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vision.games.reading import TableReading
    from vision.scene.hands import HandEntry
    from vision.tracking.hypothesis import Play

STALE: Final = log(2e-4)
"""The log likelihood that a piece which lay there before the last play is of a play after it."""
FLOOR: Final = 1e-12
"""Smaller likelihoods count as this, so that their logarithm is finite."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One look at the table, taken at `time`. Times are seconds. Labels of dominoes have the smaller half first.

    - `read` gives the table reading if the game is in a state.
    - `arrivals`: when each piece came to its place, by its label.
    - `entries`: the hand entries since the last play of the record. `seating`: where the players sit.
    - `last`: when the pieces of the last play came. `accounted_at`: when the table was last accounted for.
    - `guesses`: the labels that no look has read surely.
    - `announced`: the moves that are only said, for which nobody reaches in. `drawn`: those that take what nobody sees.
    - `clear`: whether nothing may occlude what was played.
    - `fresh`: the labels of pieces that came since the table was accounted for and are read surely, by their numbers.
    - `unreadable_kinds`: the kinds of the pieces that came and that no look read, where none was read at all.
    - `stirred`: whether anything of the picture changed since the look before.
    - `picture`: the digest of the picture. The same pixels are no second look.
    """

    time: float
    read: Callable[[Any], TableReading[Any]]
    arrivals: Mapping[str, float] = field(default_factory=dict)
    entries: tuple[HandEntry, ...] = ()
    seating: Seating = field(default_factory=Seating)
    last: float | None = None
    accounted_at: float | None = None
    guesses: frozenset[str] = frozenset()
    announced: frozenset[str] = frozenset()
    clear: bool = True
    fresh: Mapping[int, str] = field(default_factory=dict)
    unreadable_kinds: tuple[str, ...] = ()
    stirred: bool = True
    picture: str = ""
    drawn: frozenset[str] = frozenset()

    def came(self, plays: Iterable[Play]) -> float | None:
        """When the last piece that plays name came (s); None where none is known."""
        return max((self.arrivals[name] for name in labels_laid(plays) if name in self.arrivals), default=None)

    def clutter(self, reading: TableReading[Any]) -> tuple[str, ...]:
        """The labels of the fresh pieces that belong to no part of the table as it reads."""
        return tuple(self.fresh[number] for number in reading.loose if number in self.fresh)

    def clutter_left_by(self, plays: Sequence[Play], reading: TableReading[Any]) -> int:
        """How many of the pieces that belong nowhere these plays do not lay either."""
        laid = labels_laid(plays)
        return sum(unturned(label) not in laid for label in self.clutter(reading))

    def plays_by_hand(self, plays: Sequence[Play]) -> list[Play]:
        """The plays for which somebody reaches in."""
        return [(seat, move) for seat, move in plays if str(move) not in self.announced]

    def order_log_likelihood(
        self, plays: Sequence[Play], since: float | None = None, laid: frozenset[str] = frozenset()
    ) -> float:
        """The log likelihood that pieces came as they did, if these plays were made after `since` (s). What they lay
        with a label that was `laid` before is another piece."""
        apart = GATE.settle  # pieces that came closer together came to one picture at rest
        came = [(time, play) for play in plays if play[0] != TABLE and (time := self.came([play])) is not None]
        backwards = sum(one > other + apart for (one, _), (other, _) in pairwise(came))
        fresh = (time for time, play in came if not labels_laid([play]) <= laid)
        stale = 0 if since is None else sum(since > time + apart for time in fresh)
        return log(MISTIMED) * backwards + STALE * stale

    def hand_log_likelihood(self, plays: Sequence[Play], entries: Sequence[HandEntry], seating: Seating) -> float:
        """The log likelihood of the hand entries, if these plays were made meanwhile."""
        reached = self.plays_by_hand(plays)
        times = [self._came_now(play) for play in reached]
        return log(max(seating.likelihood([seat for seat, _ in reached], entries, times), FLOOR))

    def _came_now(self, play: Play) -> float | None:
        """When the pieces of a play came (s), if that was since the table was accounted for."""
        time = self.came([play])
        return None if time is None or (self.accounted_at is not None and time <= self.accounted_at) else time

    def is_guess(self, play: Play) -> bool:
        """Whether no look has read the pieces of a play surely."""
        named = labels_laid([play])
        return not self.guesses.isdisjoint(named) and self.guesses.issuperset(named & self.arrivals.keys())
